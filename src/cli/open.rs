//! `hopscope open FILE`: the dashboard on a scenario.

use std::path::PathBuf;

use crate::cli::{CliError, Outcome, Streams};
use crate::ui::dashboard::Source;
use crate::ui::{Dashboard, host};

/// Arguments of `open`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The scenario
    file: PathBuf,
}

/// Opens it.
pub(super) fn run(args: &Args, _streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    let mut dashboard = Dashboard::default();
    dashboard.open(&Source::File(args.file.clone()));
    host::window::open(dashboard);
    Ok(Outcome::Done)
}
