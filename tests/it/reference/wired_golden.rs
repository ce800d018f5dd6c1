//! The golden traces of path A through a whole run: scenario, pipes, drop list, transport, clock phase from the run's own stream.

use std::collections::BTreeSet;
use std::fs;

use hopscope::ids::NodeId;
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::tap::{Detail, Noticed, Tap};

use super::run::{SEGMENT, segment};

/// A seed whose clock phase gives the round-trip samples of the golden runs: all phases in [5.28, 10) ms do.
const SEED: u64 = 2;

/// A segment leaves the sender: time in ns, `send` or `retx`, its number.
type Sent = (u64, &'static str, u64);

fn measured(variant: &str) -> Vec<Sent> {
    let file = format!("{}/tests/reference/ns2/golden/A_{variant}_14-28.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap()).filter_map(|row| {
        let event = ["send", "retx"].into_iter().find(|event| *event == &row[2])?;
        let (seconds, micros) = row[0].split_once('.').unwrap();
        let micros = seconds.parse::<u64>().unwrap() * 1_000_000 + micros.parse::<u64>().unwrap();
        Some((micros * 1000, event, row[3].parse().unwrap()))
    });
    rows.collect()
}

fn simulated(controller: &str) -> Vec<Sent> {
    let text = format!(
        "(seed: {SEED}, duration: \"3 s\", mac: Ns2, routing: Static,
          topology: Nodes([(name: \"s\"), (name: \"r0\"), (name: \"r1\"), (name: \"k\")]),
          links: [
              (from: \"s\", to: \"r0\", bandwidth: \"100 Mb/s\", delay: \"1 ms\", queue: DropTail(packets: 1000)),
              (from: \"r0\", to: \"r1\", bandwidth: \"10 Mb/s\", delay: \"20 ms\", queue: DropTail(packets: 50),
               impairments: [Drop(segments: [14, 28], flow: \"t\")]),
              (from: \"r1\", to: \"k\", bandwidth: \"100 Mb/s\", delay: \"1 ms\", queue: DropTail(packets: 1000)),
          ],
          flows: [(name: \"t\", from: \"s\", to: \"k\", traffic: Bulk,
                   transport: Tcp(controller: {controller}, preset: Ns2, max_window: 32, segment: \"1460 B\"))])"
    );
    let scenario =
        scenario::parse("golden.ron", &text, &[] as &[&str]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut simulation = Simulation::new(&scenario);
    simulation.world_mut().resource_mut::<Tap>().set_detail(Detail::Everything);
    simulation.run();
    let mut seen = BTreeSet::new();
    let noticed = simulation.world().resource::<Tap>().noticed();
    let sent = noticed.iter().filter_map(|observation| match observation.what {
        Noticed::Made { node: NodeId(0), seq, .. } => {
            let event = if seen.insert(seq) { "send" } else { "retx" };
            Some((observation.at.nanos(), event, segment(seq, SEGMENT)))
        }
        _ => None,
    });
    sent.collect()
}

#[test]
fn the_clock_phase_of_the_seed_is_a_golden_one() {
    let phase_ms = 10.0 * Stream::new(SEED, Owner::Flow(0), Purpose::ClockPhase).unit();
    assert!((5.28..10.0).contains(&phase_ms), "seed {SEED}: {phase_ms} ms");
}

#[test]
fn path_a_in_a_whole_run_row_by_row() {
    for (controller, variant) in [("NewReno", "Newreno"), ("Reno", "Reno"), ("Tahoe", "Tahoe")] {
        let (ours, theirs) = (simulated(controller), measured(variant));
        let same =
            |ours: &Sent, theirs: &Sent| (ours.1, ours.2) == (theirs.1, theirs.2) && ours.0.abs_diff(theirs.0) <= 500;
        let first = ours.iter().zip(&theirs).position(|(ours, theirs)| !same(ours, theirs));
        let rows = first.map(|at| (at, &ours[at.saturating_sub(3)..=at], &theirs[at.saturating_sub(3)..=at]));
        assert!(rows.is_none(), "{variant}: the rows before and at the first difference, ours and theirs: {rows:#?}");
        assert_eq!(ours.len(), theirs.len(), "{variant}: rows");
    }
}
