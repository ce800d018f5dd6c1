//! Scenario files: read, validated, edited.
//!
//! In: RON text, and `--set PATH=VALUE`. Out: a [`Scenario`] in which every id resolves and every number is in its published range,
//! or a [`ScenarioError`] with *every* problem that was found, each with file, line, column and caret. Reading takes bounded time
//! and memory whatever the bytes: files come from strangers (`limits`).
//!
//! ```text
//! text -> document (spans) -> edits -> check (shape of every value) -> build (meaning of the whole) -> Scenario
//!                                        ^ fields: one table of names, ranges and defaults
//! ```
//!
//! The values are read from the document itself and not through serde: serde ends at the first error, does not know where a
//! value stood once it is read, and cannot say which fields might have been written where `--set` writes one.

mod build;
mod check;
pub mod document;
mod error;
pub mod fields;
mod gallery;
pub mod limits;
mod load;
mod model;
mod quantity;
pub mod schema;
pub mod script;
mod spawn;

#[cfg(test)]
mod tests;

pub use error::{Problem, ScenarioError};
pub use gallery::{find, gallery};
pub use load::{load, parse, parse_bytes};
pub use model::Scenario;
