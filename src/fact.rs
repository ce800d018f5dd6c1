//! What can be said about a run afterwards: small facts, each with the fact that caused it, and the reasons for losing a packet.

use std::fmt;

use crate::ids::{FlowId, LinkId, NodeId, PacketId};
use crate::packet::{FrameKind, Packet};
use crate::units::{SimDuration, SimTime};

/// A fact's number in its run, from 1; 0 stands for "nothing known".
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactId(pub u64);

impl FactId {
    /// No fact.
    pub const NONE: Self = Self(0);
}

/// One fact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Fact {
    /// When.
    pub at: SimTime,
    /// The fact without which it would not be, or [`FactId::NONE`].
    pub cause: FactId,
    /// What.
    pub what: What,
}

// The journal keeps many.
const _: () = assert!(size_of::<Fact>() <= 48);

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum What {
    /// A command took effect; the number is its place in the command log.
    Command {
        /// Place in the log.
        index: u32,
    },
    /// A frame did not reach the node it was for, or was not answered there.
    FrameLost {
        /// The node it was for.
        at: NodeId,
        /// Its sender.
        from: NodeId,
        /// What it was.
        kind: FrameKind,
        /// Why.
        why: LostBecause,
        /// The other station in the matter, or `at` itself.
        with: NodeId,
        /// Whether `with` cannot be sensed by `from`.
        hidden: bool,
        /// Since when `with` was sending, or until when the medium was reserved.
        since: SimTime,
        /// For how long `with` was sending.
        span: Micros,
    },
    /// No CTS came.
    NoCts {
        /// Who asked.
        node: NodeId,
        /// Who did not answer.
        to: NodeId,
        /// Attempts so far.
        attempts: u8,
        /// The previous failure of the same packet.
        previous: FactId,
    },
    /// No ACK came.
    NoAck {
        /// Who sent.
        node: NodeId,
        /// Who did not answer.
        to: NodeId,
        /// Attempts so far.
        attempts: u8,
        /// The previous failure of the same packet.
        previous: FactId,
    },
    /// A packet was lost for good.
    Dropped {
        /// Where.
        place: Place,
        /// Which.
        packet: PacketId,
        /// Why.
        reason: DropReason,
        /// Packets in the queue, or attempts made.
        count: u16,
        /// The limit that was reached, if there is one.
        limit: u16,
        /// What it was to its transport.
        role: Role,
    },
    /// A segment, or an acknowledgement of it, had not been lost but was still on its way when the timer expired.
    Waiting {
        /// Where it was.
        place: Place,
        /// Packets before it there.
        ahead: u16,
        /// Attempts of the MAC that had failed for the packet at the head.
        attempts: u8,
        /// What it was.
        role: Role,
    },
    /// Three duplicate acknowledgements asked for a segment.
    ThirdDupAck {
        /// The flow.
        flow: FlowId,
        /// First byte of the segment.
        seq: u64,
    },
    /// An acknowledgement advanced without ending a recovery: the next hole is asked for.
    PartialAck {
        /// The flow.
        flow: FlowId,
        /// First byte of the segment.
        seq: u64,
        /// What began the recovery.
        recovery: FactId,
    },
    /// A fast recovery ended: everything that was outstanding when it began is acknowledged.
    RecoveryExit {
        /// The flow.
        flow: FlowId,
    },
    /// The sender was idle for longer than its RTO and starts anew.
    IdleRestart {
        /// The flow.
        flow: FlowId,
    },
    /// The retransmission timer expired.
    Timeout {
        /// The flow.
        flow: FlowId,
        /// First byte of the segment.
        seq: u64,
        /// The RTO that expired.
        rto: Micros,
        /// Its backoff factor.
        backoff: u16,
    },
    /// Congestion window, threshold or phase changed other than by growth.
    Window {
        /// The flow.
        flow: FlowId,
        /// Window before, in segments.
        from: f32,
        /// Window after, in segments.
        to: f32,
        /// Threshold after, in segments.
        ssthresh: f32,
    },
    /// A battery is empty: the node is off.
    BatteryEmpty {
        /// The node.
        node: NodeId,
    },
    /// The MAC gave up a packet, and routing takes the link for broken.
    RouteBroken {
        /// Where.
        node: NodeId,
        /// The neighbour that did not answer.
        next: NodeId,
        /// Where the packet was to go.
        target: NodeId,
        /// Whether the neighbour cannot be reached at all; if not, it only did not answer in time.
        real: bool,
        /// Whether the node looks for another way itself.
        repair: bool,
    },
    /// A neighbour told that a destination cannot be reached through it.
    RouteError {
        /// Who was told.
        node: NodeId,
        /// Who told.
        from: NodeId,
        /// The destination.
        target: NodeId,
    },
    /// A node floods a request for a way.
    RouteRequest {
        /// Who asks.
        node: NodeId,
        /// Where to.
        target: NodeId,
        /// Hops that the request may take.
        ttl: u8,
    },
    /// An answer came: there is a way.
    RouteFound {
        /// Who had asked.
        node: NodeId,
        /// Where to.
        target: NodeId,
        /// The first hop.
        next: NodeId,
        /// How many there are.
        hops: u8,
    },
    /// Nobody answered any request for a way.
    RouteGivenUp {
        /// Who had asked.
        node: NodeId,
        /// Where to.
        target: NodeId,
    },
    /// A segment, or an acknowledgement of it, had not been lost but waited for a way when the timer expired.
    Unrouted {
        /// Where.
        node: NodeId,
        /// Where to.
        target: NodeId,
        /// What it was.
        role: Role,
    },
}

/// A span in microseconds, for facts: up to 71 minutes, longer ones saturate.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Micros(pub u32);

impl From<SimDuration> for Micros {
    fn from(span: SimDuration) -> Self {
        Self(u32::try_from(span.nanos() / 1_000).unwrap_or(u32::MAX))
    }
}

impl From<Micros> for SimDuration {
    fn from(span: Micros) -> Self {
        Self::from_micros(u64::from(span.0))
    }
}

/// What a packet is to its transport.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Data that is sent for the first time.
    Data,
    /// Data that was sent before.
    Retransmission,
    /// An acknowledgement without data.
    Ack,
}

impl Role {
    /// The role of `packet`.
    pub const fn of(packet: &Packet) -> Self {
        match packet.tcp() {
            Some(_) if packet.is_pure_ack() => Self::Ack,
            Some(header) if header.retransmission => Self::Retransmission,
            _ => Self::Data,
        }
    }
}

/// Where a packet is lost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// At a node.
    Node(NodeId),
    /// On (or before) a wired link.
    Link(LinkId),
}

/// Why a frame did not reach the node it was for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LostBecause {
    /// Another signal overlapped.
    Collision,
    /// The receiver stayed with a stronger frame.
    Ignored,
    /// The receiver was sending itself.
    OwnTransmission,
    /// Too weak to be decoded, or out of range.
    TooWeak,
    /// A bit was wrong.
    BitError,
    /// The sender fell silent in the middle.
    CutShort,
    /// The receiver is switched off.
    Off,
    /// It arrived, but the medium was reserved, so no answer was allowed.
    Reserved,
    /// It arrived, but the receiver was in the middle of another exchange.
    Occupied,
}

/// Why a packet is lost: one list for engine, figures and files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum DropReason {
    /// The queue was full.
    QueueFull,
    /// The queue was full and made room for a routing packet.
    QueueFullRouting,
    /// The MAC gave up.
    RetryLimit,
    /// No route to the destination.
    NoRoute,
    /// It had taken too many hops.
    Ttl,
    /// It came back.
    Loop,
    /// The neighbour's address could not be resolved.
    Arp,
    /// The routing protocol's buffer was full.
    SendBufferFull,
    /// It waited too long for a route.
    SendBufferTimeout,
    /// An impairment took it.
    Impairment,
    /// A bit was wrong.
    BitError,
    /// A link or node on its way was down.
    LinkDown,
    /// The run ended.
    EndOfRun,
    /// Its connection was given up.
    Aborted,
}

impl DropReason {
    /// All reasons, in the order of their numbers.
    pub const ALL: [Self; 14] = [
        Self::QueueFull,
        Self::QueueFullRouting,
        Self::RetryLimit,
        Self::NoRoute,
        Self::Ttl,
        Self::Loop,
        Self::Arp,
        Self::SendBufferFull,
        Self::SendBufferTimeout,
        Self::Impairment,
        Self::BitError,
        Self::LinkDown,
        Self::EndOfRun,
        Self::Aborted,
    ];

    /// The name in files: `queue_full`, `retry_limit`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Self::QueueFull => "queue_full",
            Self::QueueFullRouting => "queue_full_routing",
            Self::RetryLimit => "retry_limit",
            Self::NoRoute => "no_route",
            Self::Ttl => "ttl",
            Self::Loop => "loop",
            Self::Arp => "arp",
            Self::SendBufferFull => "send_buffer_full",
            Self::SendBufferTimeout => "send_buffer_timeout",
            Self::Impairment => "impairment",
            Self::BitError => "bit_error",
            Self::LinkDown => "link_down",
            Self::EndOfRun => "end_of_run",
            Self::Aborted => "aborted",
        }
    }
}

impl fmt::Display for DropReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no drop reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no drop reason")]
pub struct UnknownDropReason(pub String);

impl std::str::FromStr for DropReason {
    type Err = UnknownDropReason;

    fn from_str(text: &str) -> Result<Self, UnknownDropReason> {
        Self::ALL.into_iter().find(|reason| reason.name() == text).ok_or_else(|| UnknownDropReason(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_drop_reason_stands_in_the_place_of_its_number_and_reads_back_its_name() {
        for (place, reason) in DropReason::ALL.into_iter().enumerate() {
            assert_eq!(reason as usize, place);
            assert_eq!(reason.name().parse(), Ok(reason));
        }
        assert_eq!("QueueFull".parse::<DropReason>().unwrap_err().to_string(), "`QueueFull` is no drop reason");
    }
}
