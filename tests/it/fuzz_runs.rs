//! What the loader accepts of mutated scenario files also runs: no panic, no hang, books that balance, bounded memory.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use hopscope::scenario::parse_bytes;
use hopscope::sim::simulation::Simulation;
use hopscope::units::SimTime;

use super::fuzz_scenarios::Mutator;

/// Files of this many numbers are tried, another set than the loader's own test loads.
const FILES: u64 = 10_000;
const FIRST: u64 = 1_000_000;

/// Every file runs this far; every tenth as far as flows of the gallery need to get going.
const SHORT: SimTime = SimTime::from_nanos(100_000_000);
const LONG: SimTime = SimTime::from_nanos(1_500_000_000);

/// The longest that one file may run, in a build with assertions on a busy machine.
const LONGEST: Duration = Duration::from_secs(10);

fn run(number: u64) -> bool {
    let Ok(scenario) = parse_bytes("fuzz.ron", &Mutator::new(number).file(), &[""; 0]) else { return false };
    let mut simulation = Simulation::new(&scenario);
    simulation.run_until(if number.is_multiple_of(10) { LONG } else { SHORT });
    assert_eq!(simulation.imbalance(), None);
    true
}

/// Peak memory of this process in kilobytes, where the system tells.
fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    status.lines().find_map(|line| line.strip_prefix("VmHWM:")?.split_whitespace().next()?.parse().ok())
}

#[test]
#[expect(clippy::disallowed_methods, reason = "a hang is measured with the clock on the wall")]
fn what_loads_also_runs() {
    let mut ran = 0;
    for number in FIRST..FIRST + FILES {
        let start = Instant::now();
        let good = catch_unwind(AssertUnwindSafe(|| run(number)));
        assert!(good.is_ok(), "file {number} panics: `Mutator::new({number}).file()` is the scenario");
        ran += u64::from(good.is_ok_and(|good| good));
        assert!(start.elapsed() < LONGEST, "file {number} takes {:?}", start.elapsed());
    }
    assert!(ran > FILES / 20, "only {ran} files ran, the rest was refused");
    if let Some(peak) = peak_memory() {
        assert!(peak < 1_000_000, "{peak} kB were needed");
    }
}
