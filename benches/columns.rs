//! What a plot a thousand pixels wide asks of twenty curves of a million points each: of everything, and of a hundredth.
//!
//! A picture has some 16 ms; all curves together should take three of them where all have changed.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion};
use hopscope::metrics::Series;
use hopscope::units::SimTime;

const CURVES: usize = 20;
const POINTS: u64 = 1_000_000;
const PIXELS: u32 = 1_000;

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    let curves: Vec<Series> = (0..CURVES).map(|_| noise()).collect();
    let mut group = criterion.benchmark_group("columns");
    for (name, from, until) in [("everything", 0, POINTS), ("a hundredth", POINTS / 2, POINTS / 2 + POINTS / 100)] {
        let (from, until) = (SimTime::from_nanos(from * 1_000), SimTime::from_nanos(until * 1_000));
        group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
            let mut columns = Vec::new();
            bencher.iter(|| {
                for curve in &curves {
                    curve.columns(from, until, PIXELS, &mut columns);
                    black_box(&columns);
                }
            });
        });
    }
    group.finish();
    criterion.final_summary();
}

fn noise() -> Series {
    let mut series = Series::with_budget(usize::MAX);
    for i in 0..POINTS {
        series.push(SimTime::from_nanos(i * 1_000), ((i * 7919) % 10_007) as f64);
    }
    series
}
