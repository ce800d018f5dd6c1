//! The machinery that every run stands on and no protocol knows: instants in order, timers, the step, what a run consists of.
//!
//! - [`calendar`]: future events in a total order that the model decides.
//! - [`clock`]: the one notion of "now".
//! - [`timers`]: deadlines that are re-armed by a store.
//! - [`outputs`]: how a layer says what it wants done.
//! - [`schedule`]: the fixed step and its sets.
//! - [`snapshot`]: the registry of everything that belongs to a run.
//! - [`digest`]: a running hash of what happened.

pub mod calendar;
pub mod clock;
pub mod digest;
pub mod outputs;
pub mod schedule;
pub mod snapshot;
pub mod timers;
