//! Bulk transfers over chains whose ways AODV finds, and loses: ns-2's parameters and habits against its measurements.
//!
//! The default run takes a few points. `HOPSCOPE_REFERENCE=full cargo test --release --no-default-features --test it
//! reference::aodv:: -- --nocapture` takes all of them and prints every row.

use std::env;

use super::parallel;
use super::run::{FlowResult, MacResult, bulk, measure, routed};
use super::stats::Sample;
use super::table::{Measured, Row, Rule, judge_all_but};
use super::udp;

type Result = (FlowResult, MacResult);

/// What goodput may differ by where the interval is narrower.
const CLOSE: Rule = Rule::Within(0.15);

#[derive(Clone, Copy, Debug)]
struct Point {
    hops: u32,
    window: u32,
    variant: (&'static str, &'static str),
}

impl Point {
    fn run(self, seed: u64) -> Result {
        let Self { hops, window, variant } = self;
        let (flow, script) = bulk(seed, 0, (0, hops), variant.0, window);
        let topology = format!("Chain(hops: {hops}, spacing: \"200 m\")");
        let (mut flows, mac) = measure(routed("Aodv", &topology, seed, &flow, &script), window);
        (flows.remove(0), mac)
    }
}

/// A column of the measurements, and where we have it.
type Column = (&'static str, &'static str, fn(&Result) -> f64);

const GOODPUT: Column = ("goodput", "goodput_kbps", |(flow, _)| flow.goodput_kbps);

const OTHERS: [Column; 11] = [
    ("retx", "retx", |(flow, _)| flow.retransmissions),
    ("timeouts", "timeouts", |(flow, _)| flow.timeouts),
    ("cwnd", "cwnd", |(flow, _)| flow.cwnd),
    ("rtt ms", "rtt_ms", |(flow, _)| flow.rtt_ms),
    ("col", "col", |(_, mac)| mac.collisions),
    ("ret_rts", "ret_rts", |(_, mac)| mac.given_up),
    ("ret_tcp", "ret_tcp", |(_, mac)| mac.lost_data),
    ("ret_ack", "ret_tcpack", |(_, mac)| mac.lost_acks),
    ("aodv", "aodv", |(_, mac)| mac.routing),
    ("nrte", "nrte", |(_, mac)| mac.no_route),
    ("cbk", "cbk", |(_, mac)| mac.by_link),
];

const VARIANTS: [(&str, &str); 3] = [("NewReno", "Newreno"), ("Reno", "Reno"), ("Tahoe", "Tahoe")];

fn is_full() -> bool {
    env::var("HOPSCOPE_REFERENCE").is_ok_and(|value| value == "full")
}

fn points() -> Vec<(Point, u64)> {
    let of = |hops, window, variant: usize, seeds| (Point { hops, window, variant: VARIANTS[variant] }, seeds);
    if !is_full() {
        return vec![of(2, 8, 0, 5), of(4, 8, 0, 5), of(6, 32, 0, 5), of(8, 8, 0, 10), of(16, 4, 0, 10)];
    }
    let mut points = Vec::new();
    for (variant, hops) in
        [(0, &[1, 2, 4, 5, 6, 8, 16, 28][..]), (1, &[1, 2, 4, 5, 6, 8, 16]), (2, &[1, 2, 4, 5, 6, 8, 16])]
    {
        points.extend(hops.iter().flat_map(|hops| [4, 8, 32].map(|window| of(*hops, window, variant, 20))));
    }
    points
}

fn row(measured: &Measured, point: Point, results: &[Result], (what, column, ours): Column, rule: Rule) -> Row {
    let (hops, window) = (point.hops.to_string(), point.window.to_string());
    let filter = [
        ("routing", "AODV"),
        ("hops", &*hops),
        ("variant", point.variant.1),
        ("window", &*window),
        ("pkt", "1460"),
        ("rts", "on"),
    ];
    let values: Vec<f64> = results.iter().map(ours).collect();
    let label = format!("{hops} hops, {} w {window}", point.variant.0);
    Row { point: label, what, ours: Sample::of(&values), theirs: measured.runs(&filter, column), rule }
}

#[test]
fn transfers_over_chains() {
    let points = points();
    let jobs: Vec<(Point, u64)> =
        points.iter().flat_map(|(point, seeds)| (1..=*seeds).map(|seed| (*point, seed))).collect();
    let results = parallel::map(&jobs, |(point, seed)| point.run(*seed));
    let measured = Measured::read("chain_tcp_runs.csv");
    let mut rest = &results[..];
    let mut goodputs = Vec::new();
    let mut others = Vec::new();
    for (point, seeds) in &points {
        let (mine, after) = rest.split_at(usize::try_from(*seeds).unwrap());
        rest = after;
        goodputs.push(row(&measured, *point, mine, GOODPUT, CLOSE));
        others.extend(OTHERS.iter().map(|column| row(&measured, *point, mine, *column, Rule::Joint)));
    }
    // One row in ten may differ: the spread over seeds is that wide, and so are the two kinds of randomness.
    judge_all_but(&goodputs, goodputs.len() / 10, "Goodput of chains with AODV, 50 s");
    judge_all_but(&others, others.len(), "The rest");
}

/// Datagrams: ns-2 counts 20 bytes of IP header on top, and what the MAC gives up breaks their ways as well.
#[test]
fn datagrams_at_a_constant_rate() {
    let hops: &[u32] = if is_full() { &[1, 2, 4, 5, 7, 8] } else { &[4, 7] };
    let loads: &[u32] = if is_full() { &[200, 300, 400, 600, 1600] } else { &[200, 1600] };
    let seeds = if is_full() { 10 } else { 3 };
    let points: Vec<(u32, u32)> = hops.iter().flat_map(|hops| loads.iter().map(|load| (*hops, *load))).collect();
    let jobs: Vec<(u32, u32, u64)> =
        points.iter().flat_map(|(hops, load)| (1..=seeds).map(|seed| (*hops, *load, seed))).collect();
    let results = parallel::map(&jobs, |(hops, load, seed)| udp::run("Aodv", *hops, *load, *seed));
    let measured = Measured::read("chain_cbr_summary.csv");
    let rows: Vec<Row> = points
        .iter()
        .zip(results.chunks(usize::try_from(seeds).unwrap()))
        .map(|((hops, load), values)| {
            let filter = [("routing", "AODV"), ("hops", &*hops.to_string()), ("load_kbps", &*load.to_string())];
            let theirs = measured.summary(&filter, "goodput_kbps");
            Row {
                point: format!("{hops} hops, {load} kb/s"),
                what: "goodput",
                ours: Sample::of(values),
                theirs,
                rule: CLOSE,
            }
        })
        .collect();
    judge_all_but(&rows, rows.len() / 10, "Datagrams over chains with AODV, 50 s");
}

/// Two chains that share the middle node. Which flow wins is a coin toss; their sum and Jain's index are not.
#[test]
fn two_transfers_cross() {
    let measured = Measured::read("cross_summary.csv");
    let points: &[(u32, u32)] = if is_full() { &[(4, 8), (4, 32), (8, 8), (8, 32)] } else { &[(4, 8)] };
    let seeds = if is_full() { 40 } else { 10 };
    let jobs: Vec<(u32, u32, u64)> =
        points.iter().flat_map(|(hops, window)| (1..=seeds).map(|seed| (*hops, *window, seed))).collect();
    let results = parallel::map(&jobs, |(hops, window, seed)| {
        let (across, window_across) = bulk(*seed, 0, (0, *hops), "NewReno", *window);
        let (up, window_up) = bulk(*seed, 1, (hops + 1, 2 * hops), "NewReno", *window);
        let topology = format!("Cross(hops: {hops}, spacing: \"200 m\")");
        let script = format!("{window_across}, {window_up}");
        measure(routed("Aodv", &topology, *seed, &format!("{across}, {up}"), &script), *window)
    });
    let (mut sums_of_all, mut jains) = (Vec::new(), Vec::new());
    for ((hops, window), runs) in points.iter().zip(results.chunks(usize::try_from(seeds).unwrap())) {
        let (hops, window) = (hops.to_string(), window.to_string());
        let filter =
            [("routing", "AODV"), ("hops", &*hops), ("flow1", "Newreno"), ("flow2", "Newreno"), ("window", &*window)];
        let point = || format!("cross {hops}, w {window}");
        let sums: Vec<f64> = runs.iter().map(|(flows, _)| flows[0].goodput_kbps + flows[1].goodput_kbps).collect();
        let theirs = measured.summary(&filter, "aggregate_kbps");
        sums_of_all.push(Row { point: point(), what: "sum", ours: Sample::of(&sums), theirs, rule: CLOSE });
        let jain = |flows: &[FlowResult]| {
            let (a, b) = (flows[0].goodput_kbps, flows[1].goodput_kbps);
            (a + b).powi(2) / (2.0 * (a * a + b * b))
        };
        let indices: Vec<f64> = runs.iter().map(|(flows, _)| jain(flows)).collect();
        let theirs = measured.summary(&filter, "jain");
        jains.push(Row { point: point(), what: "jain", ours: Sample::of(&indices), theirs, rule: Rule::Joint });
    }
    judge_all_but(&sums_of_all, 0, "Crosses with AODV, two NewRenos, 50 s");
    // Over eight hops with window 8, seven of ten runs of ns-2 starve one flow, with window 32 two: see docs/validation.md.
    judge_all_but(&jains, jains.len() / 4, "Crosses with AODV: Jain's index");
}
