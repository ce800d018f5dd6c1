//! Transfers of 5 MB over a wired path that loses packets at random (`ns2/wired.tcl`).

use hopscope::scenario;
use hopscope::sim::access::Index;
use hopscope::sim::flow::FlowStats;
use hopscope::sim::simulation::Simulation;
use hopscope::transport::tcp::TcpSender;

use super::parallel;
use super::stats::Sample;
use super::table::{Measured, Row, Rule, judge};

/// Rate in b/s and round-trip time in s as the file spells them, the delay of one direction, and the loss rate.
const PATHS: [(&str, &str, &str, &str); 5] = [
    ("2000000", "0.040", "20 ms", "0.01"),
    ("2000000", "0.015", "7.5 ms", "0.10"),
    ("10000000", "0.040", "20 ms", "0.05"),
    ("10000000", "0.100", "50 ms", "0.01"),
    ("10000000", "0.100", "50 ms", "0.05"),
];

const VARIANTS: [(&str, &str); 3] = [("Tahoe", "Tahoe"), ("Reno", "Reno"), ("NewReno", "Newreno")];

/// Transfer time in s, retransmissions, timeouts. 5 MB are 3425 full segments there, so they are here.
fn run(path: usize, controller: &str, seed: u64) -> [f64; 3] {
    let (rate, _, delay, loss) = PATHS[path];
    let text = format!(
        "(seed: {seed}, mac: Ns2, routing: Static, topology: Nodes([(name: \"a\"), (name: \"b\")]),
          links: [(from: \"a\", to: \"b\", bandwidth: \"{rate} b/s\", delay: \"{delay}\", queue: DropTail(packets: 50),
                   impairments: [Loss(rate: {loss})])],
          flows: [(from: \"a\", to: \"b\", start: \"1 s\", traffic: Transfer(size: \"5000500 B\"),
                   transport: Tcp(controller: {controller}, preset: Ns2, max_window: 32, segment: \"1460 B\"))])"
    );
    let scenario =
        scenario::parse("wired.ron", &text, &[] as &[&str]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    let world = simulation.world();
    let flow = world.resource::<Index>().flows[0];
    let stats = world.get::<FlowStats>(flow).unwrap();
    let counters = world.get::<TcpSender>(flow).unwrap().counters();
    let time = stats.finished.unwrap().since(stats.started.unwrap());
    [time.secs_f64(), counters.retransmissions as f64, counters.timeouts as f64]
}

#[test]
fn transfers_over_a_lossy_wire() {
    const SEEDS: u64 = 20;
    let points: Vec<(usize, (&str, &str))> =
        (0..PATHS.len()).flat_map(|path| VARIANTS.map(|variant| (path, variant))).collect();
    let jobs: Vec<(usize, &str, u64)> =
        points.iter().flat_map(|(path, variant)| (1..=SEEDS).map(|seed| (*path, variant.0, seed))).collect();
    let results = parallel::map(&jobs, |(path, controller, seed)| run(*path, controller, *seed));
    let measured = Measured::read("wired_summary.csv");
    let mut rows = Vec::new();
    for ((path, variant), results) in points.iter().zip(results.chunks(usize::try_from(SEEDS).unwrap())) {
        let (rate, rtt, _, loss) = PATHS[*path];
        let filter = [("bw_bps", rate), ("rtt_s", rtt), ("loss", loss), ("payload", "1460"), ("variant", variant.1)];
        for (place, (what, column)) in
            [("time s", "time_s"), ("retx", "retx"), ("timeouts", "timeouts")].into_iter().enumerate()
        {
            let values: Vec<f64> = results.iter().map(|result| result[place]).collect();
            let point = format!("{}M {rtt} {loss} {}", rate.trim_end_matches("000000"), variant.0);
            let theirs = measured.summary(&filter, column);
            rows.push(Row { point, what, ours: Sample::of(&values), theirs, rule: Rule::Joint });
        }
    }
    judge("5 MB over a lossy wire, 20 seeds against 10 (rate, round trip, loss, variant)", &rows);
}
