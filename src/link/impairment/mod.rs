//! What paths do to packets before these reach the queue: one file a kind, one line in the registry below.
//!
//! In: every packet that is offered, once. Out: a [`Verdict`]. Each stage draws from a stream of its own place in the list, so
//! adding one shifts no other's draws. Source: spec/wireless.md 8.

pub mod burst;
pub mod drop_list;
pub mod gilbert_elliott;
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
    Loss { rate, data_only } => loss::Loss = loss::Loss::new(*rate, *data_only, stream),
        "independent loss of each packet, spec/wireless.md 8";
    Burst { rate, on, period, phase } => burst::Burst = burst::Burst::new(*rate, *on, *period, *phase, stream),
        "loss in bursts by the clock, spec/wireless.md 8";
    GilbertElliott { to_bad, to_good, good_loss, bad_loss } => gilbert_elliott::GilbertElliott =
        gilbert_elliott::GilbertElliott::new(*to_bad, *to_good, [*good_loss, *bad_loss], stream),
        "loss in bursts of random length, Gilbert 1960, Elliott 1963";
    Drop { segments, flow, segment } => drop_list::DropList = drop_list::DropList::new(segments, *flow, *segment),
        "loss of the first transmissions of named segments, spec/transport.md 2.11";
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::samples::datagram;
    use crate::rng::{Owner, Purpose};
    use crate::units::SimDuration;

    /// A stream for a stage on its own.
    pub(super) fn stream() -> Stream {
        Stream::new(1, Owner::Link(0), Purpose::Impairment(0))
    }

    /// The share that `judge` loses of so many packets, one every `gap`.
    pub(super) fn lost_of(packets: u64, gap: SimDuration, mut judge: impl FnMut(SimTime, &Packet) -> Verdict) -> f64 {
        let packet = datagram(0);
        let lost = (0..packets)
            .filter(|number| judge(SimTime::from_nanos(number * gap.nanos()), &packet) == Verdict::Lose)
            .count();
        lost as f64 / packets as f64
    }
}
