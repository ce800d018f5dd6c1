//! Energy: time per radio state in exact integers, powers, and what follows from both.
//!
//! - [`ledger`]: how long a radio was in which state, and for whom: integer nanoseconds.
//! - [`power`]: what a radio draws in each state: profiles with their sources.
//! - [`meter`]: joules, from the two.
//! - [`battery`]: a store that is used up to exactly zero.
//! - [`config`]: what a scenario chooses.
//!
//! In: changes of a radio's state, and what each stretch of sending and receiving was for. Out: readings, which change nothing.
//! Joules are computed on reading, so a profile can be exchanged after a run. Everything closes: states sum to the elapsed time,
//! classes to their states. Sources: spec/energy.md 1, 2, 4, 7, 8.

pub mod battery;
pub mod config;
pub mod ledger;
pub mod meter;
pub mod power;
