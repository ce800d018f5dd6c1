//! What an application wants sent.

use crate::units::{BitRate, Bytes};

/// A traffic source with its parameters (spec/transport.md 8).
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// As much as the transport takes, for ever.
    Bulk,
    /// A fixed amount.
    Transfer {
        /// Payload bytes.
        size: Bytes,
    },
    /// A datagram every `packet / rate`.
    Cbr {
        /// Payload rate; greedy when above capacity.
        rate: BitRate,
        /// Payload of a datagram.
        packet: Bytes,
        /// Spreads each gap uniformly by 5 % either way.
        jitter: bool,
    },
}
