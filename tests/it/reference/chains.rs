//! Bulk transfers over chains and crosses with static routes.

use super::parallel;
use super::run::{FlowResult, MacResult, bulk, measure, scenario};
use super::stats::Sample;
use super::table::{Measured, Row, Rule, judge};

/// Means may differ by this part where the interval is narrower: one-hop goodput has next to no spread.
const CLOSE: Rule = Rule::Within(0.06);

/// One point of the chain table.
#[derive(Clone, Copy, Debug)]
struct Point {
    hops: u32,
    window: u32,
    /// As Hopscope and as ns-2 spells it.
    variant: (&'static str, &'static str),
}

impl Point {
    fn run(self, seed: u64) -> (FlowResult, MacResult) {
        let Self { hops, window, variant } = self;
        let (flow, script) = bulk(seed, 0, (0, hops), variant.0, window);
        let (mut flows, mac) =
            measure(scenario(&format!("Chain(hops: {hops}, spacing: \"200 m\")"), seed, &flow, &script), window);
        (flows.remove(0), mac)
    }
}

type Results = Vec<(FlowResult, MacResult)>;

const NEW_RENO: (&str, &str) = ("NewReno", "Newreno");

fn run_all(points: &[Point], seeds: u64) -> Vec<Results> {
    let jobs: Vec<(Point, u64)> = points.iter().flat_map(|point| (1..=seeds).map(|seed| (*point, seed))).collect();
    let results = parallel::map(&jobs, |(point, seed)| point.run(*seed));
    results.chunks(usize::try_from(seeds).unwrap()).map(<[_]>::to_vec).collect()
}

/// A column of the measurements, and where we have it.
type Column = (&'static str, &'static str, fn(&(FlowResult, MacResult)) -> f64);

const GOODPUT: Column = ("goodput", "goodput_kbps", |(flow, _)| flow.goodput_kbps);

const OTHERS: [Column; 7] = [
    ("retx", "retx", |(flow, _)| flow.retransmissions),
    ("timeouts", "timeouts", |(flow, _)| flow.timeouts),
    ("cwnd", "cwnd", |(flow, _)| flow.cwnd),
    ("rtt ms", "rtt_ms", |(flow, _)| flow.rtt_ms),
    ("mac_rts", "mac_rts", |(_, mac)| mac.rts),
    ("col", "col", |(_, mac)| mac.collisions),
    ("ret_rts", "ret_rts", |(_, mac)| mac.given_up),
];

fn row(measured: &Measured, point: Point, results: &Results, (what, column, ours): Column, rule: Rule) -> Row {
    let (hops, window) = (point.hops.to_string(), point.window.to_string());
    let filter = [
        ("routing", "STATIC"),
        ("hops", &hops),
        ("variant", point.variant.1),
        ("window", &window),
        ("pkt", "1460"),
        ("rts", "on"),
    ];
    let values: Vec<f64> = results.iter().map(ours).collect();
    let label = format!("{hops} hops, {} w {window}", point.variant.0);
    Row { point: label, what, ours: Sample::of(&values), theirs: measured.runs(&filter, column), rule }
}

#[test]
fn new_reno_over_chains() {
    let points: Vec<Point> = [1, 2, 4, 8, 16]
        .iter()
        .flat_map(|hops| [4, 8, 32].map(|window| Point { hops: *hops, window, variant: NEW_RENO }))
        .collect();
    let measured = Measured::read("chain_tcp_runs.csv");
    let mut rows = Vec::new();
    for (point, results) in points.iter().zip(run_all(&points, 5)) {
        rows.push(row(&measured, *point, &results, GOODPUT, CLOSE));
        rows.extend(OTHERS.iter().map(|column| row(&measured, *point, &results, *column, Rule::Joint)));
    }
    judge("Chains, NewReno, static routes, 50 s, 5 seeds", &rows);
}

#[test]
fn tahoe_and_reno_over_chains() {
    let points: Vec<Point> = [("Tahoe", "Tahoe"), ("Reno", "Reno")]
        .iter()
        .flat_map(|variant| [(4, 8), (4, 32), (8, 32)].map(|(hops, window)| Point { hops, window, variant: *variant }))
        .collect();
    let measured = Measured::read("chain_tcp_runs.csv");
    let mut rows = Vec::new();
    for (point, results) in points.iter().zip(run_all(&points, 5)) {
        rows.push(row(&measured, *point, &results, GOODPUT, CLOSE));
        rows.extend(OTHERS[..3].iter().map(|column| row(&measured, *point, &results, *column, Rule::Joint)));
    }
    judge("Chains, Tahoe and Reno, static routes, 50 s, 5 seeds", &rows);
}

/// Two chains that share the middle node. Which flow wins is a coin toss; their sum and Jain's index are not.
#[test]
fn two_new_renos_cross() {
    let measured = Measured::read("cross_summary.csv");
    let mut rows = Vec::new();
    for (hops, window) in [(4, 8), (8, 32)] {
        let seeds: Vec<u64> = (1..=10).collect();
        let results = parallel::map(&seeds, |seed| {
            let (across, window_across) = bulk(*seed, 0, (0, hops), "NewReno", window);
            let (up, window_up) = bulk(*seed, 1, (hops + 1, 2 * hops), "NewReno", window);
            let both = format!("{across}, {up}");
            let windows = format!("{window_across}, {window_up}");
            measure(scenario(&format!("Cross(hops: {hops}, spacing: \"200 m\")"), *seed, &both, &windows), window)
        });
        let (hops, window) = (hops.to_string(), window.to_string());
        let filter =
            [("routing", "STATIC"), ("hops", &*hops), ("flow1", "Newreno"), ("flow2", "Newreno"), ("window", &*window)];
        let mut push = |what, column: &str, rule, ours: &dyn Fn(&(Vec<FlowResult>, MacResult)) -> f64| {
            let values: Vec<f64> = results.iter().map(ours).collect();
            let point = format!("cross {hops}, w {window}");
            rows.push(Row { point, what, ours: Sample::of(&values), theirs: measured.summary(&filter, column), rule });
        };
        push("sum", "aggregate_kbps", CLOSE, &|(flows, _)| flows[0].goodput_kbps + flows[1].goodput_kbps);
        push("jain", "jain", Rule::Joint, &|(flows, _)| {
            let (a, b) = (flows[0].goodput_kbps, flows[1].goodput_kbps);
            (a + b).powi(2) / (2.0 * (a * a + b * b))
        });
        push("ret_rts", "ret_rts", Rule::Joint, &|(_, mac)| mac.given_up);
    }
    judge("Crosses, two NewRenos, static routes, 50 s, 10 seeds", &rows);
}
