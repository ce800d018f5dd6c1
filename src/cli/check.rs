//! `hopscope check FILE...`: validates scenarios.

use std::path::PathBuf;

use crate::cli::{CliError, Outcome, Streams};
use crate::scenario;

/// Arguments of `check`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Scenario files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Say nothing about files that are valid
    #[arg(short, long)]
    quiet: bool,
}

/// Checks all files; reports every error of every file, then ends with that of the last bad one.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    let mut bad = None;
    for file in &args.files {
        match scenario::load(file, &[] as &[&str]) {
            Ok(scenario) if !args.quiet => {
                let parts = [
                    count(scenario.blueprint.nodes.len(), "node"),
                    count(scenario.blueprint.links.len(), "link"),
                    count(scenario.blueprint.flows.len(), "flow"),
                    count(scenario.blueprint.script.len(), "command"),
                ];
                streams.result(&format!("{}: valid: {}\n", file.display(), parts.join(", ")))?;
            }
            Ok(_) => {}
            Err(error) => {
                if let Some(previous) = bad.replace(error) {
                    streams.note(&previous.to_string());
                }
            }
        }
    }
    bad.map_or(Ok(Outcome::Done), |error| Err(error.into()))
}

fn count(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}
