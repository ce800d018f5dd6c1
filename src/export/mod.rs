//! Files that a run leaves: tables, figures, traces.
//!
//! - [`atomic`]: a file appears whole or not at all, and replaces another only when told to.
//! - [`csv`]: the recorded series as one tidy table.
//! - [`figure`]: a publication figure, stacked lanes on one time axis, as SVG or PNG with the run in its metadata.
//! - [`trace`]: one line an event, for grep and for comparison with other simulators.
//! - [`bundle`]: everything of a run into one directory.
//!
//! In come a [`RunInfo`] and the recorder; out go bytes. The same run gives the same bytes: no date, no path, no wall clock.

pub mod atomic;
pub mod bundle;
pub mod csv;
pub mod figure;
pub mod pcap;
pub mod trace;

use std::path::PathBuf;

use crate::metrics::Owner;

/// What identifies a run in every file that it leaves.
#[derive(Clone, Debug, Default)]
pub struct RunInfo {
    /// The scenario's file name, without its directory.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// The scenario as it was run, in RON.
    pub text: String,
    /// SHA-256 of `text`, in hexadecimal digits.
    pub sha256: String,
    /// The seed.
    pub seed: u64,
    /// The digest at the end, as it is printed.
    pub digest: String,
    /// The commands that steered the run, in RON; empty if none did.
    pub commands: String,
    /// Names of flows, nodes and links.
    pub names: Names,
}

impl RunInfo {
    /// The `#` lines with which the text files of a run begin: version, scenario, its SHA-256, seed.
    pub fn header(&self) -> String {
        format!(
            "# hopscope {VERSION}\n# scenario {}: {}\n# scenario_sha256 {}\n# seed {}\n",
            self.scenario,
            self.title.replace(['\n', '\r'], " "),
            self.sha256,
            self.seed,
        )
    }

    /// The `#` line with the digest.
    pub fn digest_line(&self) -> String {
        format!("# digest {}\n", self.digest)
    }
}

/// The version that files carry.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Names by id, in scenario order. What has no name here goes by its number.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Of flows.
    pub flows: Vec<String>,
    /// Of nodes.
    pub nodes: Vec<String>,
    /// Of links, a direction each: `a>b`.
    pub links: Vec<String>,
}

impl Names {
    /// The name of `owner`.
    pub fn of(&self, owner: Owner) -> String {
        let names = match owner {
            Owner::Flow(_) => &self.flows,
            Owner::Node(_) => &self.nodes,
            Owner::Link(_) => &self.links,
        };
        names.get(owner.index()).cloned().unwrap_or_else(|| owner.to_string())
    }
}

/// Why a file could not be made.
#[derive(Debug, thiserror::Error)]
pub enum ExportError {
    /// The system refused.
    #[error("cannot {action} {}: {source}", path.display())]
    Io {
        /// What was tried.
        action: &'static str,
        /// With which file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// There is something at that path already.
    #[error("{} exists already and is left as it is", .0.display())]
    Exists(PathBuf),
    /// `-` or nothing, where a file has to be named.
    #[error("`{}` does not name a file, and a file is needed (/dev/stdout is standard output)", .0.display())]
    NoFile(PathBuf),
    /// The ending says nothing that can be written.
    #[error("{} ends neither in .svg nor in .png, the two formats of figures", .0.display())]
    UnknownFormat(PathBuf),
    /// Nothing of what was asked for has been recorded.
    #[error("nothing was recorded of {0}")]
    NothingRecorded(String),
    /// The figure could not be turned into pixels.
    #[error("cannot draw the figure as PNG: {0}")]
    Png(String),
}
