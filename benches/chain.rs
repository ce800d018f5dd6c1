//! The eight-hop chain: ten simulated seconds, a keyframe, a fork, a seek; and the keyframe of fifty nodes.
//!
//! `cargo bench --no-default-features --bench chain` first prints sizes, the 95th percentile of fifty seeks and how far the pacer
//! goes, then measures.
#![expect(clippy::print_stdout, reason = "sizes and percentiles are no criterion measurements")]
#![expect(clippy::disallowed_methods, reason = "a bench looks at the clock")]

use std::fs;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::{BatchSize, Criterion};
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario;
use hopscope::session::pacer::Budget;
use hopscope::session::{Command, Session, Speed};
use hopscope::sim::simulation::Simulation;
use hopscope::units::{SimDuration, SimTime};

fn main() {
    let mut criterion = Criterion::default().configure_from_args().sample_size(20);
    sizes();
    seeks();
    pacer();
    ten_seconds(&mut criterion);
    value(&mut criterion);
    criterion.final_summary();
}

fn parse(text: &str, overrides: &[&str]) -> Simulation {
    Simulation::new(&scenario::parse("bench.ron", text, overrides).expect("the scenario is valid"))
}

fn chain(duration: &str) -> Simulation {
    let (_, text) = scenario::find("chain8").expect("the gallery has it");
    parse(text, &[&format!("duration={duration}")])
}

/// Fifty nodes with ten transfers along the rows, five seconds into the run.
fn fifty_nodes() -> Simulation {
    let flows: Vec<String> = (0..10)
        .map(|flow| {
            let (from, to) = (flow % 5 * 10 + flow / 5, flow % 5 * 10 + 9 - flow / 5);
            format!("(from: {from}, to: {to}, transport: Tcp(preset: Ns2, max_window: 32))")
        })
        .collect();
    let text =
        format!("(duration: \"60 s\", mac: Ns2, topology: Grid(columns: 10, rows: 5), flows: [{}])", flows.join(", "));
    let mut simulation = parse(&text, &[]);
    simulation.run_until(SimTime::from_secs_f64(5.0));
    simulation
}

/// A minute of the chain with a keyframe every two seconds.
fn minute() -> Simulation {
    let mut simulation = chain("60 s");
    simulation.keep_keyframes(SimDuration::from_secs(2));
    simulation.run();
    simulation
}

/// How far a watched run goes, with everything recorded that the dashboard shows, in a second of what pictures give it.
fn pacer() {
    const PICTURE: Duration = Duration::from_millis(8);
    let (name, text) = scenario::find("chain8").expect("the gallery has it");
    let scenario = scenario::parse(name, text, &["duration=1000 s"]).expect("the scenario is valid");
    let mut session = Session::new(scenario, name);
    session.apply(Command::SetFollow(false));
    session.apply(Command::SetSpeed(Speed::Unlimited));
    session.apply(Command::Play);
    let start = Instant::now();
    let mut clock = || start.elapsed();
    for _ in 0..125 {
        session.advance(Duration::from_millis(16), &mut Budget { span: PICTURE, clock: &mut clock });
    }
    let (simulated, machine) = (session.line().now().secs_f64(), start.elapsed().as_secs_f64());
    println!(
        "pacer: {simulated:.0} simulated seconds in {machine:.3} s of 125 pictures, {:.0} a second",
        simulated / machine
    );
}

/// Resident pages, where the system tells.
fn resident_bytes() -> Option<u64> {
    let statm = fs::read_to_string("/proc/self/statm").ok()?;
    Some(statm.split_whitespace().nth(1)?.parse::<u64>().ok()? * 4096)
}

fn sizes() {
    const COPIES: u64 = 2000;
    for (name, simulation) in [("chain of 9 nodes", minute()), ("grid of 50 nodes", fifty_nodes())] {
        let inline = simulation.snapshot().bytes();
        let before = resident_bytes();
        let copies: Vec<_> = (0..COPIES).map(|_| simulation.snapshot()).collect();
        let resident = before.zip(resident_bytes()).map(|(before, after)| (after - before) / COPIES);
        println!("keyframe, {name}: {inline} bytes without heap, {resident:?} bytes resident");
        drop(black_box(copies));
    }
}

fn seeks() {
    let mut simulation = minute();
    let (count, bytes) = simulation.keyframes();
    println!("keyframes of a minute, every 2 s: {count}, {bytes} bytes");
    let mut stream = Stream::new(1, Owner::Run, Purpose::Placement);
    let mut spans: Vec<Duration> = (0..50)
        .map(|_| {
            let target = SimTime::from_secs_f64(60.0 * stream.unit());
            let begin = Instant::now();
            simulation.seek(target);
            begin.elapsed()
        })
        .collect();
    spans.sort_unstable();
    println!("50 seeks in a minute: median {:?}, 95 % within {:?}, all within {:?}", spans[24], spans[47], spans[49]);
}

fn ten_seconds(criterion: &mut Criterion) {
    criterion.bench_function("chain8/10s", |bencher| {
        bencher.iter_batched(
            || chain("10 s"),
            |mut simulation| {
                simulation.run();
                black_box(simulation.digest())
            },
            BatchSize::SmallInput,
        );
    });
}

fn value(criterion: &mut Criterion) {
    for (name, simulation) in [("chain8", minute()), ("grid50", fifty_nodes())] {
        criterion
            .bench_function(&format!("{name}/snapshot"), |bencher| bencher.iter(|| black_box(simulation.snapshot())));
        criterion.bench_function(&format!("{name}/fork"), |bencher| {
            bencher.iter_with_large_drop(|| simulation.fork());
        });
    }
    let mut simulation = minute();
    let mut stream = Stream::new(2, Owner::Run, Purpose::Placement);
    criterion.bench_function("chain8/seek", |bencher| {
        bencher.iter(|| simulation.seek(SimTime::from_secs_f64(60.0 * stream.unit())));
    });
}
