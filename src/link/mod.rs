//! Wired links: pipes, and what paths do to packets.
//!
//! - [`config`]: what a pipe is.
//! - [`pipe`]: one direction of a link, from the packet that is offered to the packet that arrives.
//! - [`impairment`]: losses on purpose, one file a kind.
//!
//! In: packets, and the two calendar entries that a pipe armed. Out: wishes in a [`pipe::PipeOutput`]. A pipe never reorders.
//! Source: spec/wireless.md 8.

pub mod config;
pub mod impairment;
pub mod pipe;

#[cfg(test)]
mod samples;
