//! Packets that are lost for good: in the books, in the journal, and in the memory of their flow.

use bevy_ecs::component::Component;

use crate::fact::{DropReason, Fact, FactId, Place, What};
use crate::ids::{FlowId, NodeId};
use crate::packet::Packet;
use crate::sim::access::{Access, Env};
use crate::sim::tap::Noticed;

/// A segment that was lost in the event at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    flow: FlowId,
    seq: u64,
    is_ack: bool,
    fact: FactId,
}

/// Which segments of a flow were lost, the latest of them: so that a timeout can say why. No transport looks.
#[derive(Component, Clone, Debug)]
pub struct LossLog {
    segments: [(u64, FactId); Self::KEPT],
    next: u8,
    ack: FactId,
    /// What began the recovery that runs, or ran last.
    pub(super) recovery: FactId,
}

impl Default for LossLog {
    fn default() -> Self {
        Self { segments: [(u64::MAX, FactId::NONE); Self::KEPT], next: 0, ack: FactId::NONE, recovery: FactId::NONE }
    }
}

impl LossLog {
    const KEPT: usize = 32;

    fn note(&mut self, loss: &Loss) {
        if loss.is_ack {
            self.ack = loss.fact;
            return;
        }
        self.segments[usize::from(self.next)] = (loss.seq, loss.fact);
        self.next = (self.next + 1) % u8::try_from(Self::KEPT).unwrap_or(1);
    }

    /// The latest loss of the segment that begins at `seq`; failing that, of an acknowledgement.
    pub(super) fn cause(&self, seq: u64) -> FactId {
        let latest = self.segments.iter().filter(|(lost, _)| *lost == seq).map(|(_, fact)| *fact).max();
        latest.unwrap_or(self.ack)
    }
}

impl Env<'_> {
    /// Writes a fact that happens now.
    pub fn fact(&mut self, cause: FactId, what: What) -> FactId {
        let at = self.clock.now();
        self.journal.write(&mut self.cursor, Fact { at, cause, what })
    }

    /// A packet is lost for good: books, journal, trace, and a note for its flow.
    pub fn lose(
        &mut self,
        place: Place,
        node: NodeId,
        packet: &Packet,
        reason: DropReason,
        (count, limit): (u16, u16),
        cause: FactId,
    ) {
        let now = self.clock.now();
        self.digest.mix(now.nanos() ^ packet.id.0.rotate_left(40), 0x300 | reason as u64);
        let retransmission = packet.tcp().is_some_and(|header| header.retransmission);
        let what = What::Dropped { place, packet: packet.id, reason, count, limit, retransmission };
        let fact = self.fact(cause, what);
        let link = match place {
            Place::Node(_) => None,
            Place::Link(link) => Some(link),
        };
        let (flow, size) = (packet.flow, packet.size);
        self.tap.plot(now, Noticed::Drop { flow, packet: packet.id, node, link, reason, size });
        if let Some(flow) = flow {
            self.books.dropped[reason as usize] += 1;
            if let Some(header) = packet.tcp() {
                self.scratch.losses.push(Loss { flow, seq: header.seq, is_ack: packet.is_pure_ack(), fact });
            }
        }
    }
}

impl Access<'_, '_> {
    /// Tells the flows which of their segments were lost in this event.
    pub fn note_losses(&mut self) {
        if self.env.scratch.losses.is_empty() {
            return;
        }
        let mut losses = std::mem::take(&mut self.env.scratch.losses);
        for loss in losses.drain(..) {
            self.flow(loss.flow).0.losses.note(&loss);
        }
        self.env.scratch.losses = losses;
    }
}
