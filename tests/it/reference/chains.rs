//! Bulk transfers over chains and crosses with static routes.

use super::chain::{COLLISIONS, Column, GIVEN_UP, GOODPUT, Point, RTS, SENDER, STATIC, VARIANTS, run_all};
use super::parallel;
use super::run::{FlowResult, MacResult, bulk, measure, scenario};
use super::stats::Sample;
use super::table::{Measured, Row, Rule, judge};

/// Means may differ by this part where the interval is narrower: one-hop goodput has next to no spread.
const CLOSE: Rule = Rule::Within(0.06);

/// Compares goodput, and `others` jointly, at five seeds a point.
fn compare(points: &[Point], others: &[Column], title: &str) {
    let measured = Measured::read("chain_tcp_runs.csv");
    let points: Vec<(Point, u64)> = points.iter().map(|point| (*point, 5)).collect();
    let mut rows = Vec::new();
    for ((point, _), results) in points.iter().zip(run_all(&points)) {
        rows.push(point.row(&measured, &results, GOODPUT, CLOSE));
        rows.extend(others.iter().map(|column| point.row(&measured, &results, *column, Rule::Joint)));
    }
    judge(title, &rows);
}

#[test]
fn new_reno_over_chains() {
    let windows = |hops| [4, 8, 32].map(|window| Point::new(STATIC, hops, window));
    let points: Vec<Point> = [1, 2, 4, 8, 16].into_iter().flat_map(windows).collect();
    let others = [&SENDER[..], &[RTS, COLLISIONS, GIVEN_UP]].concat();
    compare(&points, &others, "Chains, NewReno, static routes, 50 s, 5 seeds");
}

#[test]
fn tahoe_and_reno_over_chains() {
    let of = |variant| {
        [(4, 8), (4, 32), (8, 32)].map(|(hops, window)| Point { variant, ..Point::new(STATIC, hops, window) })
    };
    let points: Vec<Point> = [VARIANTS[2], VARIANTS[1]].into_iter().flat_map(of).collect();
    compare(&points, &SENDER[..3], "Chains, Tahoe and Reno, static routes, 50 s, 5 seeds");
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
