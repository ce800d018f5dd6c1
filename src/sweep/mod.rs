//! Sweeps: one scenario run many times, over values of its fields and over seeds, on all cores.
//!
//! ```text
//! --vary, --seeds -> plan -> jobs -> runs on threads -> journal (a line a run) -> tables
//! ```
//!
//! - [`values`]: what `--vary` and `--seeds` say; [`plan`]: all runs in their order, and what they have to agree on to be merged
//! - [`measures`]: the numbers of a run's summary by name; [`execute`]: the runs, side by side
//! - [`journal`]: finished runs on disk, so that an interrupted sweep goes on and shards can be merged
//! - [`interval`]: Student's t; [`tables`]: a row a point, a row a run, paired differences
//!
//! Tables are made from the plan and the journal's rows alone: whatever the number of threads, however often it was interrupted and
//! in however many shards it ran, they are the same to the byte. All points use the same seeds, and each stream of random numbers
//! belongs to one owner and purpose: two points differ by what was varied, and paired differences are narrow.

pub mod execute;
pub mod interval;
pub mod journal;
pub mod measures;
pub mod plan;
pub mod tables;
pub mod values;
