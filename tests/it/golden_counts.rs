//! Event counts and digests of golden scenarios, exact: a change of cost shows as a number, a change of behaviour as a digest.
//!
//! How to judge a change, when this fails:
//! - events moved, digest did not: the same things happened at another cost. Fewer is the aim; more needs a reason.
//! - digest moved: the run does something else, or the digest mixes something else. The commit says what moved and why it is
//!   right, and `reference::` still has to agree with ns-2.
//! - a digest that differs between machines is a fault: some number came out of the hardware, a hash map or a clock.
//!
//! The new table: `HOPSCOPE_BLESS=1 cargo test --test it golden_counts -- --nocapture`.

use std::fmt::Write as _;

use hopscope::scenario;
use hopscope::sim::simulation::Simulation;

/// Scenario, events in 5 s, digest.
#[rustfmt::skip]
const GOLDEN: [(&str, u64, &str); 7] = [
    ("one_hop", 20408, "53778f86e69160de"),
    ("chain4", 28780, "7d15c0daa8dfacf7"),
    ("chain8", 44048, "538730f69ec6d7eb"),
    ("cross4", 40404, "c2a8f23c8ac41cac"),
    ("dumbbell", 44434, "18863154e20d78f9"),
    ("scripted_losses", 35673, "0b88b7f660cd7099"),
    ("aodv_chain", 29514, "ca0ccde7d8b73c06"),
];

fn run(name: &str) -> (u64, String) {
    let (file, text) = scenario::find(name).unwrap_or_else(|| panic!("no scenario {name}"));
    let scenario = scenario::parse(file, text, &["duration=5 s"]).unwrap_or_else(|error| panic!("{error}"));
    let mut simulation = Simulation::new(&scenario);
    simulation.run();
    (simulation.events(), simulation.digest().to_string())
}

#[test]
#[expect(clippy::print_stdout, reason = "the new table is for pasting")]
fn five_seconds_of_each_golden_scenario() {
    let mut table = String::new();
    let mut moved = String::new();
    for (name, events, digest) in GOLDEN {
        let now = run(name);
        writeln!(table, "    ({name:?}, {}, {:?}),", now.0, now.1).unwrap();
        if (now.0, &*now.1) != (events, digest) {
            writeln!(moved, "  {name}: events {events} -> {}, digest {digest} -> {}", now.0, now.1).unwrap();
        }
    }
    if std::env::var_os("HOPSCOPE_BLESS").is_some() {
        println!("{table}");
    } else {
        assert!(moved.is_empty(), "say what moved and why it is right:\n{moved}the new table:\n{table}");
    }
}
