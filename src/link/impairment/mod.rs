//! What paths do to packets before these reach the queue: one file a kind, one line in the registry below.
//!
//! In: every packet that is offered, once. Out: a [`Verdict`]. Each stage draws from a stream of its own place in the list, so
//! adding one shifts no other's draws. Source: spec/wireless.md 8.

pub mod drop_list;
pub mod loss;

use crate::link::config::Impairment as Config;
use crate::packet::Packet;
use crate::rng::Stream;
use crate::units::SimTime;

/// What a stage decides about a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It goes on to the next stage.
    Pass,
    /// It is lost here.
    Lose,
}

macro_rules! impairments {
    ($stream:ident: $($variant:ident { $($field:ident),* } => $stage:path = $make:expr, $source:literal;)*) => {
        /// A stage at work: what the configuration says, with its state.
        #[derive(Clone, Debug)]
        #[expect(clippy::large_enum_variant, reason = "a pipe has a handful; a box would only move the stream")]
        pub enum Stage {
            $(#[doc = concat!("Stage of the kind ", $source, ".")] $variant($stage),)*
        }

        impl Stage {
            /// The name in scenario files and the source of each kind, for listing.
            pub const ALL: &[(&str, &str)] = &[$((stringify!($variant), $source)),*];

            /// The stage that `config` describes. It may draw from `stream`.
            pub fn new(config: &Config, $stream: Stream) -> Self {
                match config {
                    $(Config::$variant { $($field),* } => Self::$variant($make),)*
                }
            }

            /// Decides about `packet`, which came by at `now`.
            pub fn judge(&mut self, now: SimTime, packet: &Packet) -> Verdict {
                match self {
                    $(Self::$variant(stage) => stage.judge(now, packet),)*
                }
            }

            /// The name in scenario files.
            pub const fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant(_) => stringify!($variant),)*
                }
            }
        }
    };
}

impairments! { stream:
    Loss { rate } => loss::Loss = loss::Loss::new(*rate, stream),
        "independent loss of each packet, spec/wireless.md 8";
    Drop { segments, flow, segment } => drop_list::DropList = drop_list::DropList::new(segments, *flow, *segment),
        "loss of the first transmissions of named segments, spec/transport.md 2.11";
}
