//! Losses by name: the first transmissions of listed TCP segments of one flow, and nothing else (spec/transport.md 2.11).
//!
//! Segment 0 is the SYN; segment k >= 1 begins at payload byte 1 + (k - 1) * S. Whether a transmission is the first one is what
//! the sender says of it, so a first transmission that was lost elsewhere is not made up for by a retransmission.

use crate::ids::FlowId;
use crate::link::impairment::Verdict;
use crate::packet::{Packet, TcpHeader};
use crate::units::SimTime;

/// The list.
#[derive(Clone, Debug)]
pub struct DropList {
    /// Ascending.
    segments: Box<[u64]>,
    flow: FlowId,
    segment_size: u64,
}

impl DropList {
    /// Loses `segments`, in any order, of `flow`, whose full segments carry `segment_size` bytes.
    pub fn new(segments: &[u64], flow: FlowId, segment_size: u32) -> Self {
        let mut segments: Box<[u64]> = segments.into();
        segments.sort_unstable();
        Self { segments, flow, segment_size: u64::from(segment_size) }
    }

    /// Looks one packet up.
    pub fn judge(&mut self, _now: SimTime, packet: &Packet) -> Verdict {
        let listed = packet.flow == Some(self.flow)
            && packet
                .tcp()
                .and_then(|header| self.first_transmission_of(header))
                .is_some_and(|segment| self.segments.binary_search(&segment).is_ok());
        if listed { Verdict::Lose } else { Verdict::Pass }
    }

    /// Which segment this is, if the packet carries one for the first time.
    fn first_transmission_of(&self, header: &TcpHeader) -> Option<u64> {
        if header.retransmission {
            return None;
        }
        if header.flags.syn {
            // The answer to a SYN has no number in the sender's sequence.
            return (!header.flags.ack).then_some(0);
        }
        let offset = header.seq.checked_sub(1).filter(|_| header.len > 0)?;
        (offset.checked_rem(self.segment_size)? == 0).then(|| 1 + offset / self.segment_size)
    }
}
