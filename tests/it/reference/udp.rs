//! Datagrams at a constant rate over chains: where the MAC saturates.

use hopscope::sim::access::Index;
use hopscope::sim::flow::FlowStats;
use hopscope::units::SimTime;

use super::chain::STATIC;
use super::parallel;
use super::run::{END, routed, start};
use super::stats::Sample;
use super::table::{Measured, Row, Rule, judge};

/// Goodput in kb/s from 10 s to the end.
fn run(routing: &str, hops: u32, load_kbps: u32, seed: u64) -> f64 {
    let start = start(seed, 0);
    let flow = format!(
        "(from: 0, to: {hops}, start: {start}, traffic: Cbr(rate: \"{load_kbps} kb/s\", packet: \"1460 B\", jitter: true), transport: Udp)"
    );
    let mut simulation = routed(routing, &format!("Chain(hops: {hops}, spacing: \"200 m\")"), seed, &flow, "");
    let warm = SimTime::from_secs_f64(10.0);
    let mut delivered_at = |at| {
        simulation.run_until(at);
        let world = simulation.world();
        world.get::<FlowStats>(world.resource::<Index>().flows[0]).unwrap().delivered
    };
    let (before, after) = (delivered_at(warm), delivered_at(END));
    ((after - before) * 8) as f64 / END.since(warm).secs_f64() / 1000.0
}

/// Goodput of so many seeds at points of hops and kb/s, beside ns-2's.
pub(super) fn rows(routing: (&str, &str), points: &[(u32, u32)], seeds: u64, rule: Rule) -> Vec<Row> {
    let jobs: Vec<(u32, u32, u64)> =
        points.iter().flat_map(|(hops, load)| (1..=seeds).map(|seed| (*hops, *load, seed))).collect();
    let results = parallel::map(&jobs, |(hops, load, seed)| run(routing.0, *hops, *load, *seed));
    let measured = Measured::read("chain_cbr_summary.csv");
    let row = |((hops, load), values): (&(u32, u32), &[f64])| {
        let filter = [("routing", routing.1), ("hops", &*hops.to_string()), ("load_kbps", &*load.to_string())];
        let theirs = measured.summary(&filter, "goodput_kbps");
        Row { point: format!("{hops} hops, {load} kb/s"), what: "goodput", ours: Sample::of(values), theirs, rule }
    };
    points.iter().zip(results.chunks(usize::try_from(seeds).unwrap())).map(row).collect()
}

#[test]
fn constant_rate_over_chains() {
    let points: Vec<(u32, u32)> =
        [(1, &[400, 1600][..]), (4, &[200, 350, 400, 800]), (7, &[200, 300, 350, 800]), (8, &[200, 300, 400, 1600])]
            .iter()
            .flat_map(|(hops, loads)| loads.iter().map(|load| (*hops, *load)))
            .collect();
    judge("Chains, UDP at a constant rate, 50 s", &rows(STATIC, &points, 4, Rule::Within(0.06)));
}
