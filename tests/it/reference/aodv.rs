//! Bulk transfers over chains whose ways AODV finds, and loses: ns-2's parameters and habits against its measurements.
//!
//! The default run takes a few points. `HOPSCOPE_REFERENCE=full cargo test --release --no-default-features --test it
//! reference::aodv:: -- --nocapture` takes all of them and prints every row.

use super::chain::{AODV, COLLISIONS, Column, GIVEN_UP, GOODPUT, Point, SENDER, VARIANTS, run_all};
use super::parallel;
use super::run::{FlowResult, bulk, measure, routed};
use super::stats::Sample;
use super::table::{Measured, Row, Rule, is_full, judge_all_but};
use super::udp;

/// What goodput may differ by where the interval is narrower.
const CLOSE: Rule = Rule::Within(0.15);

/// What the search for ways came to.
const OTHERS: [Column; 7] = [
    COLLISIONS,
    GIVEN_UP,
    ("ret_tcp", "ret_tcp", |(_, mac)| mac.lost_data),
    ("ret_ack", "ret_tcpack", |(_, mac)| mac.lost_acks),
    ("aodv", "aodv", |(_, mac)| mac.routing),
    ("nrte", "nrte", |(_, mac)| mac.no_route),
    ("cbk", "cbk", |(_, mac)| mac.by_link),
];

fn points() -> Vec<(Point, u64)> {
    let of = |hops, window, variant: usize, seeds| {
        (Point { variant: VARIANTS[variant], ..Point::new(AODV, hops, window) }, seeds)
    };
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

#[test]
fn transfers_over_chains() {
    let points = points();
    let measured = Measured::read("chain_tcp_runs.csv");
    let (mut goodputs, mut others) = (Vec::new(), Vec::new());
    for ((point, _), results) in points.iter().zip(run_all(&points)) {
        goodputs.push(point.row(&measured, &results, GOODPUT, CLOSE));
        let all = SENDER.iter().chain(&OTHERS);
        others.extend(all.map(|column| point.row(&measured, &results, *column, Rule::Joint)));
    }
    // One row in ten may differ: the spread over seeds is that wide, and so are the two kinds of randomness.
    judge_all_but(&goodputs, goodputs.len() / 10, "Goodput of chains with AODV, 50 s");
    // Of the rest one in twenty: collisions over two hops differ, see docs/validation.md.
    judge_all_but(&others, others.len() / 20, "The rest");
}

/// Datagrams: ns-2 counts 20 bytes of IP header on top, and what the MAC gives up breaks their ways as well.
#[test]
fn datagrams_at_a_constant_rate() {
    let hops: &[u32] = if is_full() { &[1, 2, 4, 5, 7, 8] } else { &[4, 7] };
    let loads: &[u32] = if is_full() { &[200, 300, 400, 600, 1600] } else { &[200, 1600] };
    let seeds = if is_full() { 10 } else { 3 };
    let points: Vec<(u32, u32)> = hops.iter().flat_map(|hops| loads.iter().map(|load| (*hops, *load))).collect();
    let rows = udp::rows(AODV, &points, seeds, CLOSE);
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
