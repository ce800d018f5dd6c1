//! A scenario after validation: names are ids, every number is in its published range, nothing is left to default.
//!
//! Made only by reading a scenario file; what holds of every value is said at its field. After this nothing can fail
//! for the user's reasons: what builds and runs a simulation asserts instead of asking.

use std::sync::Arc;

use crate::sim::blueprint::Blueprint;

/// A complete, valid description of a run.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// One line that names it.
    pub title: String,
    /// What a viewer should ask; empty if the file says nothing.
    pub question: String,
    /// The picture that should appear; empty if the file says nothing.
    pub expect: String,
    /// Where it comes from: a paper, a specification paragraph; empty if the file says nothing.
    pub source: String,
    /// What the run is built from.
    pub blueprint: Arc<Blueprint>,
    /// The text that this was read from, after all `--set`s: reading it again gives the same scenario.
    pub text: String,
    /// SHA-256 of `text`, in lower-case hexadecimal.
    pub sha256: String,
}
