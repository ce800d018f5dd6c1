//! `hopscope run FILE`: one run without a window; the summary on standard output, files where asked for.

use std::io::Write;
use std::path::PathBuf;
use std::time::Instant;

use crate::cli::captures::Captures;
use crate::cli::options::ScenarioArgs;
use crate::cli::outputs::keep_apart;
use crate::cli::{CliError, Outcome, Streams, interrupt, progress};
use crate::export::atomic::{AtomicFile, Existing};
use crate::export::trace::TraceWriter;
use crate::export::{ExportError, bundle};
use crate::metrics::summary::Summary;
use crate::metrics::table;
use crate::session::{Recording, Run};
use crate::units::SimTime;

/// Arguments of `run`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// Directory for series.csv, summary.json, digest.txt, figure.svg and figure.png
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Print the summary as JSON (schema hopscope.run/1) and nothing else
    #[arg(long)]
    json: bool,
    /// Write a line an event to this file
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Write the facts and their causes to this file
    #[arg(long, value_name = "FILE")]
    journal: Option<PathBuf>,
    /// Directory for a capture of each node (NODE.pcap, raw IP)
    #[arg(long, value_name = "DIR")]
    pcap: Option<PathBuf>,
    /// No summary table, no progress
    #[arg(short, long)]
    quiet: bool,
}

impl Args {
    /// Every file that is read or written.
    fn paths(&self) -> Vec<(&'static str, PathBuf)> {
        let scenario = self.scenario.path().map(|path| ("the scenario", path));
        let single = [("--trace", &self.trace), ("--journal", &self.journal)];
        let single = single.into_iter().filter_map(|(what, path)| Some((what, path.clone()?)));
        let inside = self.out.iter().flat_map(|out| bundle::FILES.map(|name| ("a file of --out", out.join(name))));
        scenario.into_iter().chain(single).chain(inside).collect()
    }
}

/// Runs the scenario and leaves what was asked for.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    // Before anything is left behind that an interrupt would have to clear away.
    interrupt::listen();
    keep_apart(&args.paths())?;
    let scenario = args.scenario.load()?;
    let recording = Recording {
        series: args.out.is_some(),
        trace: args.trace.is_some(),
        captures: args.pcap.is_some(),
        flight: false,
    };
    let mut session = Run::new(scenario, &args.scenario.name(), recording);
    if let Some(step) = args.scenario.step {
        session.set_step(step);
    }
    // Files that cannot be written are noticed before the run, not after it.
    let mut trace = args.trace.as_ref().map(|path| open_trace(path, &session)).transpose()?;
    let journal = args.journal.as_ref().map(|path| AtomicFile::create(path, Existing::Replace)).transpose()?;
    args.out.as_deref().map(bundle::prepare).transpose()?;
    let mut captures = args.pcap.as_deref().map(|directory| Captures::begin(directory, &session)).transpose()?;
    #[expect(clippy::disallowed_methods, reason = "how long it took is told to the person who waited")]
    let started = Instant::now();
    let whole = progress::run(&mut session, SimTime::MAX, args.quiet || args.json, |session| {
        if let Some(captures) = &mut captures {
            captures.take(session)?;
        }
        let lines = session.take_trace();
        trace.as_mut().map_or(Ok(()), |trace| lines.iter().try_for_each(|line| trace.line(line)))
    });
    let whole = whole.map_err(|source| unwritable(args.trace.as_ref(), source))?;
    let mut report = session.report();
    report.wall_seconds = started.elapsed().as_secs_f64();
    if !whole {
        "interrupted".clone_into(&mut report.stopped);
    }
    let summary = Summary::from(report);
    if args.json {
        streams.result(&bundle::json(&summary)?)?;
    } else if !args.quiet {
        streams.result(&table::summary(&summary))?;
    }
    leave_files(args, &session, &summary, (trace, journal), streams)?;
    captures.map(Captures::finish).transpose()?;
    if let Some(problem) = session.imbalance() {
        streams.note(&problem);
        return Ok(Outcome::Failed);
    }
    Ok(if whole { Outcome::Done } else { Outcome::Interrupted })
}

fn open_trace(path: &PathBuf, session: &Run) -> Result<TraceWriter<AtomicFile>, CliError> {
    let file = AtomicFile::create(path, Existing::Replace)?;
    TraceWriter::new(file, &session.info()).map_err(|source| unwritable(Some(path), source).into())
}

fn unwritable(path: Option<&PathBuf>, source: std::io::Error) -> ExportError {
    ExportError::Io { action: "write", path: path.cloned().unwrap_or_default(), source }
}

fn leave_files(
    args: &Args,
    session: &Run,
    summary: &Summary,
    (trace, journal): (Option<TraceWriter<AtomicFile>>, Option<AtomicFile>),
    streams: &mut Streams,
) -> Result<(), CliError> {
    let mut replaced: Vec<String> = Vec::new();
    if let (Some(path), Some(trace)) = (&args.trace, trace)
        && trace.finish(&session.info()).map_err(|source| unwritable(Some(path), source))?.commit()?
    {
        replaced.push(path.display().to_string());
    }
    if let (Some(path), Some(mut file)) = (&args.journal, journal) {
        file.write_all(session.journal().as_bytes()).map_err(|source| unwritable(Some(path), source))?;
        if file.commit()? {
            replaced.push(path.display().to_string());
        }
    }
    if let Some(directory) = &args.out {
        let written =
            bundle::write(directory, &session.info(), session.recorder(), summary, session.now(), Existing::Replace)?;
        replaced.extend(written.iter().map(|name| directory.join(name).display().to_string()));
    }
    if !replaced.is_empty() && !args.quiet {
        streams.note(&format!("replaced {}", replaced.join(", ")));
    }
    Ok(())
}
