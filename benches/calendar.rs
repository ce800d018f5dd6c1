//! The calendar at a steady size: take the next event, put another one at a random distance.
//!
//! 16 events wait in a chain of a few hops, 256 in a mid-sized grid, 4,096 in a network of a thousand nodes.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use hopscope::kernel::calendar::{Calendar, Class};
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::units::{SimDuration, SimTime};

const OPERATIONS: usize = 1024;
const NODES: u32 = 64;

fn main() {
    let mut criterion = Criterion::default().configure_from_args();
    hold(&mut criterion);
    criterion.final_summary();
}

fn hold(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("calendar/hold");
    group.throughput(Throughput::Elements(OPERATIONS as u64));
    for size in [16, 256, 4096] {
        group.bench_function(BenchmarkId::from_parameter(size), |bencher| {
            let distances = distances();
            let mut calendar = filled(size, &distances);
            bencher.iter(|| {
                for (distance, node) in distances.iter().zip((0..NODES).cycle()) {
                    let (now, event) = calendar.pop_before(SimTime::MAX).expect("the calendar keeps its size");
                    calendar.schedule(now + *distance, Class::Timer, node, black_box(event));
                }
            });
        });
    }
    group.finish();
}

/// How far ahead events lie: uniform up to a millisecond, as backoffs and frames do.
fn distances() -> Vec<SimDuration> {
    let mut stream = Stream::new(1, Owner::Run, Purpose::Traffic);
    (0..OPERATIONS).map(|_| SimDuration::from_nanos(1 + u64::from(stream.below(1_000_000)))).collect()
}

fn filled(size: usize, distances: &[SimDuration]) -> Calendar<u64> {
    let mut calendar = Calendar::default();
    for ((distance, node), event) in distances.iter().cycle().zip((0..NODES).cycle()).zip(0..size as u64) {
        calendar.schedule(SimTime::ZERO + *distance, Class::Timer, node, event);
    }
    calendar
}
