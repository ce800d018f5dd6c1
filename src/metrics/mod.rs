//! What is measured: curves over time, events on them, and the summary of a run.
//!
//! - [`metric`]: the registry of what can be measured, with unit, owner and how it is read.
//! - [`series`]: one curve, append-only, shared between branches, with a byte budget.
//! - [`columns`]: curves by pixel columns, for plots of a million points.
//! - [`marks`]: losses, third duplicate acknowledgements, timeouts, route changes, commands.
//! - [`recorder`]: all curves and marks of a run. It lies outside snapshots: looking back and forth does not lose it.
//! - [`layer`]: what feeds the recorder during a run; [`report`]: what a run counted, read from its world.
//! - [`rate`]: rates from cumulative counters.
//! - [`summary`]: the report of a run, schema `hopscope.run/1`; [`table`] prints it for people.
//!
//! In come values with their instant in order of time; out go curves to figures, tables and the dashboard. Nothing here is
//! read by the simulation, so recording can't change a run.

pub mod columns;
pub mod layer;
pub mod marks;
pub mod metric;
pub mod rate;
pub mod recorder;
pub mod report;
pub mod series;
pub mod summary;
pub mod table;

pub use marks::{Mark, MarkKind, Marks};
pub use metric::{Metric, Owner};
pub use recorder::Recorder;
pub use series::Series;
