//! `hopscope open FILE`: the dashboard on a scenario.

use std::path::PathBuf;

use crate::cli::{CliError, Outcome, Streams};
use crate::scenario;
use crate::ui::Dashboard;
use crate::ui::dashboard::Source;
use crate::ui::host::window;

/// Arguments of `open`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario: a file, or the name of one that comes with the program
    file: PathBuf,
}

/// Opens it. A scenario that is not valid is told of here, before there is a window.
pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    const NOTHING: &[&str] = &[];
    scenario::load(&args.file, NOTHING)?;
    let embedded = if args.file.exists() { None } else { args.file.to_str().and_then(scenario::find) };
    let source = embedded.map_or_else(|| Source::File(args.file.clone()), |(name, _)| Source::Gallery(name));
    let mut dashboard = Dashboard::default();
    dashboard.open(&source);
    match window::open(dashboard) {
        Ok(closed) => Ok(closed.into()),
        Err(error) => {
            let file = args.file.display();
            streams.note(&format!("`hopscope shot {file} -o picture.png` draws the dashboard into a file, `hopscope run {file}` needs no graphics"));
            Err(error.into())
        }
    }
}
