//! The physical layer: how strong a signal arrives, how long a frame takes, what survives when signals overlap.
//!
//! In: starts and ends of signals at one receiver, starts and ends of its own transmissions. Out: whether the medium is busy and,
//! when the signal that the receiver was locked on ends, whether its frame is good. Nothing here draws random numbers or
//! knows other nodes. Sources: spec/wireless.md 1, 2, 3 and 4.
//!
//! - [`config`]: a radio's numbers, and frame timing.
//! - [`propagation`]: power, delay and reach between two positions.
//! - [`radio`]: the state of one receiver.
//! - [`reception`]: the three rules for overlapping signals.
//! - [`errors`]: frame error rate from bit error rate.

pub mod config;
pub mod errors;
pub mod modulation;
pub mod propagation;
pub mod radio;
pub mod reception;
