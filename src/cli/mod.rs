//! The command line: verbs, exit codes, what goes to which stream.
//!
//! Standard output carries results only (tables, or JSON with `--json`), standard error progress and complaints. Exit status:
//! 0 done, 1 a run failed or an invariant broke, 2 wrong usage, 3 bad scenario, 130 interrupted (what was finished is kept).
//! One file a verb; all of them reach simulations through [`crate::session::Run`] alone.

#[cfg(feature = "gui")]
mod bare;
mod captures;
mod check;
mod error;
mod interrupt;
mod list;
mod merge;
#[cfg(feature = "gui")]
mod open;
mod options;
mod outputs;
mod plot;
mod progress;
mod run;
#[cfg(feature = "gui")]
mod shot;
mod sweep;
mod verify;
mod why;

use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

pub use error::CliError;

/// An oscilloscope for TCP over multi-hop wireless.
#[derive(Debug, Parser)]
#[command(name = "hopscope", version, about, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[cfg(not(feature = "gui"))]
const EXIT_STATUS: &str = "Exit status: 0 done, 1 run failed or an invariant broke, 2 wrong usage, 3 bad scenario, \
    130 interrupted (what was finished is kept).";

#[cfg(feature = "gui")]
const EXIT_STATUS: &str = "Without a command the dashboard opens on its gallery; without a display the results of a scenario go to \
    hopscope-out/.

Exit status: 0 done, 1 run failed or an invariant broke, 2 wrong usage, 3 bad scenario, 130 interrupted (what was finished is kept).

Environment: HOPSCOPE_SETTINGS=FILE keeps what the dashboard remembers (theme, scale, layout, recent files) in that file instead of \
    the user's configuration directory, HOPSCOPE_SETTINGS=none nowhere. RUST_LOG=info makes it say more on standard error.";

#[derive(Debug, Subcommand)]
enum Verb {
    /// Open the dashboard on a scenario
    #[cfg(feature = "gui")]
    Open(open::Args),
    /// Run a scenario; summary on standard output
    Run(run::Args),
    /// Draw the dashboard at a moment into a file, without a window
    #[cfg(feature = "gui")]
    Shot(shot::Args),
    /// Draw a figure of a run (SVG or PNG, by the ending)
    Plot(plot::Args),
    /// Run a scenario many times, over values of its fields and over seeds; means with intervals
    Sweep(sweep::Args),
    /// Join the shards of a sweep
    Merge(merge::Args),
    /// Validate scenarios: every error with file, line, column and what was expected
    Check(check::Args),
    /// Run in other ways (steps, polling, fork, seek, replay) and compare digests
    Verify(verify::Args),
    /// Say in words why something happened
    Why(why::Args),
    /// List what can be named in a scenario, with its source
    List(list::Args),
}

/// What a verb came to, if nothing went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All was done.
    Done,
    /// A check or comparison failed; it has been reported.
    Failed,
    /// It was interrupted; what was finished is kept.
    Interrupted,
}

#[cfg(feature = "gui")]
impl From<crate::ui::host::window::Closed> for Outcome {
    fn from(closed: crate::ui::host::window::Closed) -> Self {
        use crate::ui::host::window::Closed;
        match closed {
            Closed::Usual => Self::Done,
            Closed::Interrupted => Self::Interrupted,
            Closed::Failed => Self::Failed,
        }
    }
}

/// The program with the arguments and streams of this process.
pub fn main() -> ExitCode {
    ExitCode::from(run_with(std::env::args_os(), &mut io::stdout(), &mut io::stderr()))
}

/// The program with these arguments (the first is its name) and streams. Returns the exit status.
pub fn run_with<I>(args: I, out: &mut dyn Write, err: &mut dyn Write) -> u8
where
    I: IntoIterator,
    I::Item: Into<OsString> + Clone,
{
    let cli = match Cli::try_parse_from(args) {
        Ok(cli) => cli,
        Err(error) => return usage(&error, out, err),
    };
    let mut streams = Streams { out, err };
    match do_verb(cli.verb, &mut streams) {
        Ok(Outcome::Done) => 0,
        Ok(Outcome::Failed) => 1,
        Ok(Outcome::Interrupted) => 130,
        // Whoever read our output has had enough (`hopscope list metrics | head -1`).
        Err(CliError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(error) => {
            // A scenario's errors begin with file and line, for editors; others say who is speaking.
            let prefix = if matches!(error, CliError::Scenario(_)) { "" } else { "hopscope: " };
            // Standard error is the last place where anything could be said.
            let _ = writeln!(streams.err, "{prefix}{error}");
            error.exit_status()
        }
    }
}

fn do_verb(verb: Option<Verb>, streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    match verb {
        #[cfg(feature = "gui")]
        None => bare::run(streams),
        #[cfg(not(feature = "gui"))]
        None => {
            let words = "this build has no dashboard (feature `gui`); `hopscope --help` lists the commands";
            Err(CliError::Usage(words.to_owned()))
        }
        #[cfg(feature = "gui")]
        Some(Verb::Open(args)) => open::run(&args, streams),
        #[cfg(feature = "gui")]
        Some(Verb::Shot(args)) => shot::run(&args, streams),
        Some(Verb::Run(args)) => run::run(&args, streams),
        Some(Verb::Plot(args)) => plot::run(&args, streams),
        Some(Verb::Sweep(args)) => sweep::run(&args, streams),
        Some(Verb::Merge(args)) => merge::run(&args, streams),
        Some(Verb::Check(args)) => check::run(&args, streams),
        Some(Verb::Verify(args)) => verify::run(&args, streams),
        Some(Verb::Why(args)) => why::run(&args, streams),
        Some(Verb::List(args)) => list::run(&args, streams),
    }
}

/// Help and version are results; anything else is wrong usage.
fn usage(error: &clap::Error, out: &mut dyn Write, err: &mut dyn Write) -> u8 {
    let text = error.render().to_string();
    // Nothing can be done about a closed stream.
    let _ = if error.use_stderr() { err.write_all(text.as_bytes()) } else { out.write_all(text.as_bytes()) };
    u8::from(error.use_stderr()) * 2
}

/// Where a verb writes.
struct Streams<'a> {
    /// Results.
    out: &'a mut dyn Write,
    /// Notes and complaints.
    err: &'a mut dyn Write,
}

impl Streams<'_> {
    /// Writes a result.
    fn result(&mut self, text: &str) -> Result<(), CliError> {
        self.out.write_all(text.as_bytes()).and_then(|()| self.out.flush()).map_err(CliError::Output)
    }

    /// Writes a note for the person who waits.
    fn note(&mut self, text: &str) {
        // A note that cannot be shown is no reason to stop.
        let _ = writeln!(self.err, "{text}");
    }
}
