//! What a wired pipe is (spec/wireless.md 8).

use crate::ids::FlowId;
use crate::units::{BitRate, SimDuration};

/// Most impairments of one pipe.
pub const MAX_IMPAIRMENTS: usize = 64;

/// One direction of a wired link.
#[derive(Clone, Debug, PartialEq)]
pub struct PipeConfig {
    /// Rate; zero is unlimited.
    pub bandwidth: BitRate,
    /// Propagation delay.
    pub delay: SimDuration,
    /// Packets that wait.
    pub queue_limit: usize,
    /// The queue drops when it would reach its limit (profile `Ns2`).
    pub queue_wastes_one: bool,
    /// What happens to packets before they reach the queue, in this order; at most [`MAX_IMPAIRMENTS`].
    pub impairments: Vec<Impairment>,
}

/// Something that a path does to packets.
#[derive(Clone, Debug, PartialEq)]
pub enum Impairment {
    /// Each packet is lost with this probability.
    Loss {
        /// Probability, 0 to 1.
        rate: f64,
        /// Only packets with payload are at risk, no bare acknowledgements.
        data_only: bool,
    },
    /// Packets are lost with a probability during one stretch of each period.
    Burst {
        /// Probability during a burst, 0 to 1.
        rate: f64,
        /// Length of a burst.
        on: SimDuration,
        /// From burst to burst, at least `on`.
        period: SimDuration,
        /// When the first one begins; drawn if it is left out.
        phase: Option<SimDuration>,
    },
    /// A path that is good or bad and loses packets with a probability that depends on it.
    GilbertElliott {
        /// Probability that it becomes bad, at each packet.
        to_bad: f64,
        /// Probability that it becomes good again, at each packet.
        to_good: f64,
        /// Loss while it is good.
        good_loss: f64,
        /// Loss while it is bad.
        bad_loss: f64,
    },
    /// The first transmissions of these segments are lost, numbered as spec/transport.md 2.11: segment 0 is the SYN.
    Drop {
        /// Segment numbers.
        segments: Vec<u64>,
        /// Of which flow.
        flow: FlowId,
        /// Payload of a full segment of that flow in bytes: segment k >= 1 begins at byte 1 + (k - 1) * `segment`.
        segment: u32,
    },
}
