//! Frames on air: four kinds, their sizes and durations (spec/wireless.md 4.2, 5.2 rule 6).

use crate::ids::NodeId;
use crate::mac::timing::Timing;
use crate::packet::{BROADCAST, Packet};

pub use crate::packet::FrameKind;
use crate::units::{Bytes, SimDuration};

/// RTS with FCS.
pub const RTS_SIZE: Bytes = Bytes(20);
/// CTS with FCS.
pub const CTS_SIZE: Bytes = Bytes(14);
/// ACK with FCS.
pub const ACK_SIZE: Bytes = Bytes(14);

/// A frame: header fields, and the packet if it is a data frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Its kind.
    pub kind: FrameKind,
    /// Who sends it (for CTS and ACK the header does not say so on a real medium; here it is for the books only).
    pub from: NodeId,
    /// Who it is for, or [`BROADCAST`].
    pub to: NodeId,
    /// MPDU with FCS, without PLCP.
    pub size: Bytes,
    /// Time on air, preamble included.
    pub air_time: SimDuration,
    /// For how long after its end the medium is reserved.
    pub duration: SimDuration,
    /// Sequence number of a data frame.
    pub sequence: u16,
    /// Whether this data frame, or the data frame that this RTS is for, was on air before.
    pub retry: bool,
    /// What it carries, or asks to be allowed to carry.
    pub packet: Option<Packet>,
}

impl Frame {
    /// Whether everybody in range is meant.
    pub fn is_broadcast(&self) -> bool {
        self.to == BROADCAST
    }

    /// A data frame for `packet`.
    pub fn data(from: NodeId, to: NodeId, packet: Packet, sequence: u16, timing: &Timing) -> Self {
        let size = timing.mpdu(&packet);
        let broadcast = to == BROADCAST;
        Self {
            kind: FrameKind::Data,
            from,
            to,
            size,
            air_time: if broadcast { timing.broadcast(size) } else { timing.data(size) },
            duration: if broadcast { SimDuration::ZERO } else { timing.duration(timing.sifs + timing.ack) },
            sequence,
            retry: false,
            packet: Some(packet),
        }
    }

    /// The RTS that asks for room for `data`.
    pub fn rts(data: &Self, timing: &Timing) -> Self {
        Self {
            kind: FrameKind::Rts,
            size: RTS_SIZE,
            air_time: timing.rts,
            duration: timing.duration(timing.sifs * 3 + timing.cts + data.air_time + timing.ack),
            ..*data
        }
    }

    /// The CTS that answers `rts`.
    pub fn cts(rts: &Self, timing: &Timing) -> Self {
        Self {
            kind: FrameKind::Cts,
            from: rts.to,
            to: rts.from,
            size: CTS_SIZE,
            air_time: timing.cts,
            duration: rts.duration.saturating_sub(timing.sifs + timing.cts),
            sequence: 0,
            retry: false,
            packet: rts.packet,
        }
    }

    /// The ACK that answers `data`.
    pub fn ack(data: &Self, timing: &Timing) -> Self {
        Self {
            kind: FrameKind::Ack,
            from: data.to,
            to: data.from,
            size: ACK_SIZE,
            air_time: timing.ack,
            duration: SimDuration::ZERO,
            sequence: 0,
            retry: false,
            packet: data.packet,
        }
    }
}
