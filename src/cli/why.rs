//! `hopscope why FILE --flow NAME --at TIME`: the chain of causes, in words.

use crate::cli::options::{self, ScenarioArgs};
use crate::cli::session::{Recording, Session};
use crate::cli::{CliError, Outcome, Streams, progress};
use crate::units::SimTime;

/// Arguments of `why`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The flow, by its name
    #[arg(long, value_name = "NAME")]
    flow: String,
    /// The instant: the last change at or before it is explained
    #[arg(long, value_name = "TIME")]
    at: SimTime,
    /// The metric that changed
    #[arg(long, value_name = "METRIC", default_value = "cwnd")]
    what: String,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// Runs up to the instant and explains.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    let what = options::metrics(std::slice::from_ref(&args.what))?;
    let scenario = args.scenario.load()?;
    let names = scenario.flows.iter().map(|f| f.name.as_str());
    let flow = scenario.flow_named(&args.flow).ok_or_else(|| CliError::unknown("flow", &args.flow, names))?;
    let mut session = Session::new(scenario, &args.scenario.name(), Recording { series: true, trace: false });
    // Just behind the instant, so that what happened at it is known too.
    let until = args.at.saturating_add(crate::units::SimDuration::from_nanos(1));
    let whole = progress::run(&mut session, until, args.quiet, |_| Ok(())).map_err(CliError::Output)?;
    if !whole {
        return Ok(Outcome::Interrupted);
    }
    if session.now() < args.at {
        return Err(CliError::Usage(format!("the run ends at {}, before {}", session.now(), args.at)));
    }
    let text = session.why(flow, args.at, what[0]);
    streams.result(&format!("{}\n", text.trim_end()))?;
    Ok(Outcome::Done)
}
