//! `hopscope verify FILE`: the same run in other ways, which must not change what it computes.
//!
//! Another step length, getters polled at random instants, a fork in the middle, seeks back and forth, the replay of the command
//! log: every way must end with the digest of the plain run. All runs go in slices, so that an interrupt ends them soon.

use std::sync::Arc;

use crate::cli::options::ScenarioArgs;
use crate::cli::{CliError, Outcome, Streams, interrupt};
use crate::ids::FlowId;
use crate::metrics::table::Table;
use crate::rng::{Owner, Purpose, Stream};
use crate::scenario::Scenario;
use crate::session::{Recording, Run};
use crate::sim::blueprint::Blueprint;
use crate::sim::explain::Question;
use crate::units::{SimDuration, SimTime};

/// Arguments of `verify`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Print nothing but differences
    #[arg(short, long)]
    quiet: bool,
}

/// Simulated time between two looks at whether somebody interrupts.
const SLICE: SimDuration = SimDuration::from_millis(100);

/// A way to run: what is done from the start to the end.
type Way = fn(&Scenario, &Subject) -> Run;

/// What every way needs to know.
struct Subject {
    name: String,
    step: Option<SimDuration>,
    /// When the plain run ended.
    end: SimTime,
}

const WAYS: [(&str, Way); 8] = [
    ("step 0.1 ms", |s, subject| stepped(s, subject, SimDuration::from_micros(100))),
    ("step 1 ms", |s, subject| stepped(s, subject, SimDuration::from_millis(1))),
    ("step 10 ms", |s, subject| stepped(s, subject, SimDuration::from_millis(10))),
    ("recorded", |s, subject| {
        finish(start(s, subject, Recording { series: true, trace: true, captures: true, flight: true }))
    }),
    ("polled at random", polled),
    ("forked in the middle", forked),
    ("seek back and forth", sought),
    ("replay of the command log", replayed),
];

/// Runs all ways and compares.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    interrupt::listen();
    let scenario = args.scenario.load()?;
    let mut subject = Subject { name: args.scenario.name(), step: args.scenario.step, end: SimTime::MAX };
    let plain = finish(start(&scenario, &subject, Recording::default()));
    subject.end = plain.now();
    let mut table = Table::new(&["<run", "<digest", "ended at s", "<"]);
    let mut row = |way: &str, session: &Run, verdict: &str| {
        table.row([way, &session.digest(), &format!("{:.6}", session.now().secs_f64()), verdict]);
    };
    row("plain", &plain, "");
    let mut failed = 0;
    for (name, way) in WAYS {
        let other = way(&scenario, &subject);
        if interrupt::wanted() {
            // The ways so far are kept; this one has not come to its end.
            if !args.quiet {
                streams.result(&table.to_string())?;
            }
            return Ok(Outcome::Interrupted);
        }
        let same = other.digest() == plain.digest() && other.now() == plain.now();
        failed += usize::from(!same);
        row(name, &other, if same { "same" } else { "DIFFERS" });
    }
    if failed == 0 && args.quiet {
        return Ok(Outcome::Done);
    }
    let verdict = match failed {
        0 => format!("all {} ways give the same run\n", WAYS.len()),
        n => format!("{n} of {} ways give another run: this is a fault of the program\n", WAYS.len()),
    };
    streams.result(&format!("{table}{verdict}"))?;
    Ok(if failed == 0 { Outcome::Done } else { Outcome::Failed })
}

fn start(scenario: &Scenario, subject: &Subject, recording: Recording) -> Run {
    let mut session = Run::new(scenario.clone(), &subject.name, recording);
    if let Some(step) = subject.step {
        session.set_step(step);
    }
    session
}

fn finish(mut session: Run) -> Run {
    advance(&mut session, SimTime::MAX);
    session
}

/// Runs to `until`, the end, or an interrupt.
fn advance(session: &mut Run, until: SimTime) {
    while session.stopped().is_none() && session.now() < until && !interrupt::wanted() {
        session.run_until(session.now().saturating_add(SLICE).min(until));
    }
}

fn stepped(scenario: &Scenario, subject: &Subject, step: SimDuration) -> Run {
    let mut session = start(scenario, subject, Recording::default());
    session.set_step(step);
    finish(session)
}

/// Stops at a thousand odd instants and asks everything that can be asked.
fn polled(scenario: &Scenario, subject: &Subject) -> Run {
    let mut session = start(scenario, subject, Recording { series: true, ..Recording::default() });
    // Any stream will do that is none of the run's own: an owner that no scenario has.
    let mut random = Stream::new(scenario.blueprint.seed, Owner::Link(u32::MAX), Purpose::Placement);
    let mut at = SimTime::ZERO;
    while session.stopped().is_none() && at < subject.end && !interrupt::wanted() {
        let most = u32::try_from(subject.end.nanos() / 500).unwrap_or(u32::MAX);
        at = at.saturating_add(SimDuration::from_nanos(1 + u64::from(random.below(most))));
        advance(&mut session, at);
        let _ = (session.report(), session.digest(), session.journal().len());
        if !scenario.blueprint.flows.is_empty() {
            let _ = session.why(FlowId(0), at, Question::Window);
        }
    }
    finish(session)
}

/// Forks in the middle and finishes the fork after the original: neither may disturb the other.
fn forked(scenario: &Scenario, subject: &Subject) -> Run {
    let mut session = start(scenario, subject, Recording::default());
    advance(&mut session, part(subject, 2, 1));
    let mut fork = session.fork();
    let original = finish(session);
    advance(&mut fork, SimTime::MAX);
    // If the original differs, that is what has to be shown.
    if original.digest() == fork.digest() { fork } else { original }
}

fn sought(scenario: &Scenario, subject: &Subject) -> Run {
    let mut session = start(scenario, subject, Recording { series: true, ..Recording::default() });
    session.keep_keyframes();
    advance(&mut session, SimTime::MAX);
    for (numerator, denominator) in [(1, 3), (2, 3), (1, 7), (6, 7), (0, 1), (1, 2)] {
        if !interrupt::wanted() {
            session.seek(part(subject, denominator, numerator));
        }
    }
    finish(session)
}

/// The instant `numerator / denominator` of the run.
fn part(subject: &Subject, denominator: u64, numerator: u64) -> SimTime {
    SimTime::from_nanos(subject.end.nanos() / denominator * numerator)
}

/// Runs the scenario without its script, under the commands that a run of it has logged.
fn replayed(scenario: &Scenario, subject: &Subject) -> Run {
    let plain = finish(start(scenario, subject, Recording::default()));
    let unscripted = Blueprint { script: Vec::new(), ..(*scenario.blueprint).clone() };
    let bare = Scenario { blueprint: Arc::new(unscripted), ..scenario.clone() };
    let mut session = start(&bare, subject, Recording::default());
    session.replay(&plain);
    finish(session)
}
