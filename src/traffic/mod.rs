//! What an application wants sent.
//!
//! - [`Config`]: which source, with its parameters.
//! - [`source`]: a source at work: how much a transport may send, or when the next datagram is due.
//! - [`cbr`]: the instants of constant bit rate traffic.
//!
//! A source never acts: the flow asks it. Source: spec/transport.md 8.

pub mod cbr;
pub mod source;

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

macro_rules! sources {
    ($($variant:ident, $source:literal;)*) => {
        impl Config {
            /// The name in scenario files and the source of each kind, for listing.
            pub const ALL: &[(&str, &str)] = &[$((stringify!($variant), $source)),*];

            /// The name in scenario files.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => stringify!($variant),)*
                }
            }
        }
    };
}

sources! {
    Bulk, "as much as the transport takes (FTP), spec/transport.md 8";
    Transfer, "a fixed amount (TTCP bulk), spec/transport.md 8";
    Cbr, "a datagram every packet/rate, greedy above capacity, spec/transport.md 8";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_source_is_listed_under_its_own_name() {
        let configs = [
            Config::Bulk,
            Config::Transfer { size: Bytes(1) },
            Config::Cbr { rate: BitRate(1), packet: Bytes(1), jitter: false },
        ];
        assert!(configs.iter().map(Config::name).eq(Config::ALL.iter().map(|(name, _)| *name)));
    }
}
