//! `hopscope plot FILE --what cwnd,throughput -o x.svg`: a publication figure of a run.

use std::io::Write;
use std::path::PathBuf;

use crate::cli::options::{self, ScenarioArgs};
use crate::cli::outputs::keep_apart;
use crate::cli::{CliError, Outcome, Streams, interrupt, progress};
use crate::export::ExportError;
use crate::export::atomic::{AtomicFile, Existing};
use crate::export::figure::{self, FigureRequest, Format};
use crate::session::{Recording, Run};
use crate::units::SimTime;

/// Arguments of `plot`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Metrics, one lane each from top to bottom (`hopscope list metrics`)
    #[arg(long, value_name = "METRICS", value_delimiter = ',', required = true)]
    what: Vec<String>,
    /// The figure; its ending (.svg or .png) is its format
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Left end of the time axis
    #[arg(long, value_name = "TIME", default_value = "0 s")]
    from: SimTime,
    /// Width in CSS pixels (1/96 inch)
    #[arg(long, value_name = "PIXELS", default_value_t = 800, value_parser = clap::value_parser!(u16).range(400..=4000))]
    width: u16,
    /// No progress
    #[arg(short, long)]
    quiet: bool,
}

/// Runs the scenario and draws it.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    // Before anything is left behind that an interrupt would have to clear away.
    interrupt::listen();
    // What can be wrong with the command line comes before what takes time.
    let format = Format::of(&args.output)?;
    let scenario = args.scenario.path().map(|path| ("the scenario", path));
    keep_apart(&scenario.into_iter().chain([("--output", args.output.clone())]).collect::<Vec<_>>())?;
    let what = options::metrics(&args.what)?;
    let scenario = args.scenario.load()?;
    let mut file = AtomicFile::create(&args.output, Existing::Replace)?;
    let mut session = Run::new(scenario, &args.scenario.name(), Recording { series: true, ..Recording::default() });
    if let Some(step) = args.scenario.step {
        session.set_step(step);
    }
    let whole = progress::run(&mut session, SimTime::MAX, args.quiet, |_| Ok(())).map_err(CliError::Output)?;
    if session.now() <= args.from {
        return Err(CliError::Usage(format!("the run ends at {}, before --from {}", session.now(), args.from)));
    }
    let width = f64::from(args.width);
    let request = FigureRequest { from: args.from, width, ..FigureRequest::new(&what, session.now()) };
    let missing = figure::missing(session.recorder(), &request);
    if !missing.is_empty() && missing.len() < what.len() {
        let names: Vec<&str> = missing.iter().map(|metric| metric.name()).collect();
        streams.note(&format!("nothing was recorded of {}", names.join(", ")));
    }
    let bytes = figure::figure(&session.info(), session.recorder(), &request, format)?;
    let unwritable = |source| ExportError::Io { action: "write", path: args.output.clone(), source };
    file.write_all(&bytes).map_err(unwritable)?;
    if file.commit()? && !args.quiet {
        streams.note(&format!("replaced {}", args.output.display()));
    }
    Ok(if whole { Outcome::Done } else { Outcome::Interrupted })
}
