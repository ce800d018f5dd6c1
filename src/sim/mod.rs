//! The run: a value that owns its world and its step, and the one place where layers meet.
//!
//! In: a [`blueprint::Blueprint`] and [`command::SimCommand`]s at exact instants. Out: a world to read, a digest, facts.
//! Order: within a step the sets of `kernel::schedule`; within the drain the calendar's.
//!
//! - [`simulation`]: [`simulation::Simulation`]: step, run, command, snapshot, restore, fork, seek.
//! - [`blueprint`], [`build`]: from a description to a world.
//! - [`dispatch`]: the drain. Its parts: [`station`] (a node's layers), [`air`] (frames between nodes, over [`medium`]),
//!   `network` (packets from node to node), [`router`] (ways that are looked for), [`flow`] (the two ends of a flow).
//! - [`intake`]: commands and their log; [`topology`]: who hears whom; [`check`]: whether the books balance.
//! - [`access`]: what event handling may touch. [`tap`]: what recorders see. [`explain`]: why something happened.

pub mod access;
pub mod air;
pub mod blueprint;
pub mod books;
pub mod build;
pub mod check;
pub mod command;
pub mod dispatch;
pub mod event;
pub mod explain;
pub mod flow;
pub mod intake;
pub mod medium;
mod network;
pub mod router;
pub mod simulation;
pub mod station;
pub mod tap;
pub mod topology;
mod words;
