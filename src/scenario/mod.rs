//! Scenario files: read, validated, edited.
pub mod model;
pub use model::*;
