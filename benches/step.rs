//! Cost per event as the network grows at constant density: a grid of 4 x 4 against one of 32 x 32, one transfer for every 16 nodes.
//!
//! `cargo bench --bench step` prints the cost per event before criterion measures whole runs.
#![expect(clippy::print_stdout, reason = "cost per event is a ratio that criterion does not compute")]
#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::time::Instant;

use criterion::{BatchSize, BenchmarkId, Criterion};
use hopscope::scenario;
use hopscope::sim::simulation::Simulation;

/// Columns, which are also the rows, and simulated time: about as many events each.
const SIZES: [(u32, &str); 3] = [(4, "32 s"), (8, "8 s"), (32, "1 s")];

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(10);
    cost_per_event();
    let mut group = criterion.benchmark_group("grid");
    for (columns, duration) in SIZES {
        group.bench_function(BenchmarkId::from_parameter(columns * columns), |bencher| {
            bencher.iter_batched(|| grid(columns, duration), |mut simulation| simulation.run(), BatchSize::LargeInput);
        });
    }
    group.finish();
    criterion.final_summary();
}

/// A transfer over two hops in every block of 4 x 4 nodes.
fn grid(columns: u32, duration: &str) -> Simulation {
    let corners = (0..columns).step_by(4).flat_map(|y| (0..columns).step_by(4).map(move |x| y * columns + x));
    let flows: Vec<String> = corners
        .map(|corner| {
            let from = corner + columns;
            let to = from + 2;
            format!("(from: {from}, to: {to}, transport: Tcp(preset: Ns2, max_window: 8))")
        })
        .collect();
    let text = format!(
        "(duration: \"{duration}\", mac: Ns2, topology: Grid(columns: {columns}, rows: {columns}), flows: [{}])",
        flows.join(", ")
    );
    Simulation::new(&scenario::parse("bench.ron", &text, &[] as &[&str]).expect("the scenario is valid"))
}

fn cost_per_event() {
    for (columns, duration) in SIZES {
        let best = (0..5)
            .map(|_| {
                let mut simulation = grid(columns, duration);
                let begin = Instant::now();
                simulation.run();
                (begin.elapsed().as_secs_f64() * 1e9 / simulation.events() as f64, simulation.events())
            })
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((nanos, events)) = best {
            println!("{} nodes: {nanos:.0} ns an event, {events} events", columns * columns);
        }
    }
}
