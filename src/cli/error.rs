//! What can go wrong, in words, and the exit status for each.

use crate::export::ExportError;
use crate::scenario::ScenarioError;
use crate::sweep::journal::JournalError;
#[cfg(feature = "gui")]
use crate::ui::host::{offscreen::OffscreenError, window::WindowError};

/// Why a verb did not do its work.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The command line asks for something that does not exist.
    #[error("{0}")]
    Usage(String),
    /// The scenario is not valid.
    #[error("{0}")]
    Scenario(#[from] ScenarioError),
    /// A file could not be written.
    #[error("{0}")]
    Export(#[from] ExportError),
    /// The dashboard could not be drawn into a file.
    #[cfg(feature = "gui")]
    #[error("{0}")]
    Picture(#[from] OffscreenError),
    /// No window could be opened.
    #[cfg(feature = "gui")]
    #[error("{0}")]
    Window(#[from] WindowError),
    /// The journal of a sweep is of no use.
    #[error("{0}")]
    Journal(#[from] JournalError),
    /// Standard output could not be written.
    #[error("cannot write to standard output: {0}")]
    Output(std::io::Error),
}

impl CliError {
    /// The exit status.
    pub const fn exit_status(&self) -> u8 {
        match self {
            Self::Usage(_) | Self::Export(ExportError::UnknownFormat(_) | ExportError::NoFile(_)) => 2,
            Self::Scenario(_) => 3,
            #[cfg(feature = "gui")]
            Self::Picture(OffscreenError::TooLarge(..)) => 2,
            #[cfg(feature = "gui")]
            Self::Picture(_) | Self::Window(_) => 1,
            Self::Export(_) | Self::Journal(_) | Self::Output(_) => 1,
        }
    }

    /// A name that is not known, with those that are and the nearest of them.
    pub fn unknown<'a>(what: &str, name: &str, known: impl IntoIterator<Item = &'a str>) -> Self {
        let known: Vec<&str> = known.into_iter().collect();
        let nearest =
            known.iter().min_by_key(|k| distance(name, k)).filter(|k| distance(name, k) <= 1 + name.len() / 3);
        let guess = nearest.map_or_else(String::new, |k| format!("; did you mean `{k}`?"));
        let list = if known.is_empty() { "there are none".to_owned() } else { format!("known: {}", known.join(", ")) };
        Self::Usage(format!("there is no {what} `{name}`{guess} ({list})"))
    }
}

/// Levenshtein's distance of two short words, upper and lower case alike.
fn distance(a: &str, b: &str) -> usize {
    let (a, b) = (a.to_lowercase(), b.to_lowercase());
    let mut row: Vec<usize> = (0..=b.chars().count()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.chars().enumerate() {
            let substituted = diagonal + usize::from(x != y);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_of_the_keys_gets_a_guess() {
        let text = |name| CliError::unknown("metric", name, ["cwnd", "rtt"]).to_string();
        assert_eq!(text("cwdn"), "there is no metric `cwdn`; did you mean `cwnd`? (known: cwnd, rtt)");
        assert_eq!(text("colour"), "there is no metric `colour` (known: cwnd, rtt)");
    }

    #[test]
    fn distance_by_hand() {
        // kitten, sitten, sittin, sitting.
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!((distance("", "abc"), distance("Reno", "reno")), (3, 0));
    }
}
