//! Budgets that do not depend on the machine (design: keyframes of kilobytes, fewer events than ns-2). Those that do are measured
//! in `benches/`.

use std::fs;

use hopscope::scenario;
use hopscope::sim::simulation::Simulation;
use hopscope::units::SimTime;

fn simulation(text: &str) -> Simulation {
    Simulation::new(&scenario::parse("budget.ron", text, &[] as &[&str]).unwrap_or_else(|error| panic!("{error}")))
}

/// Fifty nodes, ten transfers along the rows of a grid. What values own on the heap is not counted here; `benches/chain` prints
/// the resident size.
#[test]
fn keyframe_of_fifty_nodes() {
    const BUDGET: usize = 256 * 1024;
    let flows: Vec<String> = (0..10)
        .map(|flow| {
            let (from, to) = (flow % 5 * 10 + flow / 5, flow % 5 * 10 + 9 - flow / 5);
            format!("(from: {from}, to: {to}, traffic: Bulk, transport: Tcp(preset: Ns2, max_window: 32))")
        })
        .collect();
    let text = format!(
        "(duration: \"5 s\", mac: Ns2, topology: Grid(columns: 10, rows: 5), routing: Static, flows: [{}])",
        flows.join(", ")
    );
    let mut simulation = simulation(&text);
    for seconds in 1..=5 {
        simulation.run_until(SimTime::from_secs_f64(f64::from(seconds)));
        let bytes = simulation.snapshot().bytes();
        assert!(bytes <= BUDGET, "{bytes} bytes at {seconds} s, {BUDGET} are allowed");
    }
}

/// Events that ns-2 scheduled for 50 s of the same chain: those of the run less those of the idle warm-up before it.
fn events_of_ns2() -> u64 {
    let file = format!("{}/tests/reference/speed_runs.csv", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(file).unwrap();
    let events = |workload: &str| -> u64 {
        let line = text.lines().find(|line| line.contains(workload)).unwrap();
        line.split(',').nth(9).unwrap().parse().unwrap()
    };
    events("chain8_incl_1029s_idle_warmup") - events("warmup_only_chain8")
}

#[test]
fn fewer_events_than_ns2_on_a_busy_chain() {
    let (file, text) = scenario::find("chain8").unwrap();
    let mut simulation = Simulation::new(&scenario::parse(file, text, &[] as &[&str]).unwrap());
    simulation.run();
    let (ours, theirs) = (simulation.events(), events_of_ns2());
    assert!(ours <= theirs, "{ours} events, ns-2 takes {theirs}");
}
