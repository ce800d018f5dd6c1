//! `hopscope why FILE --flow NAME --at TIME`: the chain of causes, in words.

use crate::cli::options::ScenarioArgs;
use crate::cli::{CliError, Outcome, Streams, progress};
use crate::ids::FlowId;
use crate::session::{Recording, Run};
use crate::sim::explain::Question;
use crate::units::{SimDuration, SimTime};

/// Arguments of `why`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The flow, by its name or number
    #[arg(long, value_name = "NAME")]
    flow: String,
    /// The instant: the last change at or before it is explained
    #[arg(long, value_name = "TIME")]
    at: SimTime,
    /// What is asked about: cwnd (its last fall), timeout, loss (a third duplicate ACK or a timeout)
    #[arg(long, value_name = "WHAT", default_value = "cwnd")]
    what: String,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// Runs up to the instant and explains.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    let known = || Question::ALL.iter().map(|(name, _)| *name);
    let question = Question::ALL.iter().find(|(name, _)| *name == args.what).map(|(_, question)| *question);
    let question = question.ok_or_else(|| CliError::unknown("question", &args.what, known()))?;
    let scenario = args.scenario.load()?;
    let names = scenario.blueprint.flows.iter().map(|f| f.name.as_str());
    let numbered = || args.flow.parse().ok().map(FlowId).filter(|id| id.index() < scenario.blueprint.flows.len());
    let flow = scenario.blueprint.flow_named(&args.flow).or_else(numbered);
    let flow = flow.ok_or_else(|| CliError::unknown("flow", &args.flow, names))?;
    let mut session = Run::new(scenario, &args.scenario.name(), Recording::default());
    // Just behind the instant, so that what happened at it is known too.
    let until = args.at.saturating_add(SimDuration::from_nanos(1));
    let whole = progress::run(&mut session, until, args.quiet, |_| Ok(())).map_err(CliError::Output)?;
    if !whole {
        return Ok(Outcome::Interrupted);
    }
    if session.now() < args.at {
        return Err(CliError::Usage(format!("the run ends at {}, before {}", session.now(), args.at)));
    }
    let nothing =
        || format!("{}: no {} of {} up to {} s\n", args.scenario.name(), args.what, args.flow, args.at.secs_f64());
    streams.result(&session.why(flow, args.at, question).unwrap_or_else(nothing))?;
    Ok(Outcome::Done)
}
