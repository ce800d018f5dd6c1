//! Loss recovery engines: what is sent again, and when, after a loss.
//!
//! An engine counts duplicate acknowledgements, decides when a fast retransmit begins and when a fast recovery ends, and keeps the
//! *inflation*: the segments that duplicate acknowledgements add to the window of the law while a recovery runs. It tells the law
//! what happened and the sender what to do ([`Reaction`]); it sends nothing itself.
//!
//! The engines are the same machine under different [`Rules`]: the RFCs and ns-2 differ in a dozen named rules, not in structure.
//!
//! ```text
//!              third duplicate            first advancing ACK (Reno),
//!   Open ─────────────────────▶ Recovery ─────────────────────────────▶ Open
//!     ▲    (Tahoe stays Open)      │  ▲    ACK of the recovery point (NewReno)
//!     └──────── time-out ──────────┘  └─ partial ACK (NewReno)
//! ```
//!
//! Sources: RFC 5681, RFC 6582, RFC 3042; spec/transport.md 2.5 to 2.8 and 2.12.

mod engine;
mod rules;

#[cfg(test)]
mod tests;

use crate::congestion;

pub use engine::{Engine, Flight, Reaction, Sending, Turn};
pub use rules::{Counting, ExitRule, Options, PartialTimer, Rules, SsthreshRule};

/// Duplicate acknowledgements that make a fast retransmit (RFC 5681 section 3.2).
pub const DUP_THRESHOLD: u32 = 3;

/// A loss recovery engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Slow start after a fast retransmit.
    Tahoe,
    /// Fast recovery that ends with the first advancing acknowledgement (RFC 5681).
    Reno,
    /// Fast recovery that survives partial acknowledgements (RFC 6582).
    NewReno,
}

impl Kind {
    /// All engines.
    pub const ALL: [Self; 3] = [Self::Tahoe, Self::Reno, Self::NewReno];

    /// Its name, as scenarios write it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Tahoe => "Tahoe",
            Self::Reno => "Reno",
            Self::NewReno => "NewReno",
        }
    }
}

/// The names that a scenario may give as `controller:`, each a pair of law and engine.
pub const CONTROLLERS: [&str; 3] = ["Tahoe", "Reno", "NewReno"];

/// The law and the engine that a scenario means by `controller: name`; `None` if it is none of [`CONTROLLERS`].
pub fn controller(name: &str) -> Option<(congestion::Config, Kind)> {
    Kind::ALL.into_iter().find(|kind| kind.name() == name).map(|kind| (congestion::Config::Reno, kind))
}
