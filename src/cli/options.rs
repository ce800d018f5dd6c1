//! Options that several verbs share.

use std::path::PathBuf;
use std::str::FromStr;

use clap::Args;

use crate::cli::CliError;
use crate::metrics::Metric;
use crate::scenario::{self, Scenario, limits};
use crate::units::SimDuration;

/// Which scenario, and what is changed in it.
#[derive(Debug, Args)]
pub(super) struct ScenarioArgs {
    /// Scenario file (RON), or the name of one that comes with the program
    file: PathBuf,
    /// Seed of all random streams, instead of the scenario's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Simulated time after which the run ends, instead of the scenario's duration
    #[arg(long, value_name = "TIME", value_parser = duration)]
    until: Option<SimDuration>,
    /// Another value for any field of the scenario, like flows[0].transport.max_window=4
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Longest step of the simulation; changes how it is computed, never what
    #[arg(long, value_name = "TIME", value_parser = positive)]
    pub(super) step: Option<SimDuration>,
}

impl ScenarioArgs {
    /// The scenario with its changes: those of `--set` in their order, then `--seed` and `--until`.
    pub(super) fn load(&self) -> Result<Scenario, CliError> {
        let mut changes = self.changes();
        changes.extend(self.seed.map(|seed| format!("seed={seed}")));
        self.load_with(&changes)
    }

    /// The scenario with these changes and no others.
    pub(super) fn load_with(&self, changes: &[String]) -> Result<Scenario, CliError> {
        Ok(scenario::load(&self.file, changes)?)
    }

    /// Its changes but for the seed.
    pub(super) fn changes(&self) -> Vec<String> {
        self.set.iter().cloned().chain(self.until.map(|until| format!("duration={until}"))).collect()
    }

    /// The seed that was asked for.
    pub(super) const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The scenario's file; one that comes with the program is none.
    pub(super) fn path(&self) -> Option<PathBuf> {
        self.file.exists().then(|| self.file.clone())
    }

    /// The file's name without its directory, as reports and files carry it.
    pub(super) fn name(&self) -> String {
        let embedded = if self.file.exists() { None } else { self.file.to_str().and_then(scenario::find) };
        let last = || self.file.file_name().unwrap_or(self.file.as_os_str()).to_string_lossy().into_owned();
        embedded.map_or_else(last, |(name, _)| name.to_owned())
    }
}

fn positive(text: &str) -> Result<SimDuration, String> {
    match text.parse::<SimDuration>() {
        Ok(SimDuration::ZERO) => Err("a step takes some time".to_owned()),
        Ok(step) => Ok(step),
        Err(error) => Err(error.to_string()),
    }
}

/// The duration of a run, within the range that a scenario's has.
fn duration(text: &str) -> Result<SimDuration, String> {
    let duration: SimDuration = text.parse().map_err(|error: <SimDuration as FromStr>::Err| error.to_string())?;
    let longest = SimDuration::from_nanos(limits::DURATION);
    if (SimDuration::from_nanos(1)..=longest).contains(&duration) {
        return Ok(duration);
    }
    Err(format!("a run lasts from 1 ns to {longest}"))
}

/// The metrics of a list like `cwnd,throughput`.
pub(super) fn metrics(names: &[String]) -> Result<Vec<Metric>, CliError> {
    let known = || Metric::ALL.iter().map(|m| m.name());
    names.iter().map(|name| Metric::from_name(name).ok_or_else(|| CliError::unknown("metric", name, known()))).collect()
}
