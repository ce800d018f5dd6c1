//! Packets that are lost for good: in the books, in the journal, and in the memory of their flow.

use bevy_ecs::component::Component;

use crate::fact::{DropReason, Fact, FactId, Place, Role, What};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::packet::Packet;
use crate::sim::access::{Access, Env};
use crate::sim::tap::Noticed;

/// A packet of a flow that was lost in the event at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    flow: FlowId,
    /// First byte of a segment, or what an acknowledgement acknowledged.
    number: u64,
    role: Role,
    fact: FactId,
}

/// Which outstanding segments of a flow were lost, so that a timeout can say why. No transport looks.
#[derive(Component, Clone, Debug, Default)]
pub struct LossLog {
    /// Ascending by first byte; the latest loss of each segment. Bounded by the window: what is acknowledged is forgotten.
    segments: Vec<(u64, FactId)>,
    /// The lost acknowledgement that would have acknowledged most.
    ack: (u64, FactId),
    /// Where the segment of the timeout at hand is, if it was not lost.
    late: FactId,
    /// What began the recovery that runs, or ran last.
    pub(super) recovery: FactId,
}

impl LossLog {
    fn note(&mut self, loss: &Loss, acknowledged: u64) {
        if loss.role == Role::Ack {
            self.ack = self.ack.max((loss.number, loss.fact));
            return;
        }
        let forgotten = self.segments.partition_point(|(seq, _)| *seq < acknowledged);
        self.segments.drain(..forgotten);
        match self.segments.binary_search_by_key(&loss.number, |(seq, _)| *seq) {
            Ok(place) => self.segments[place].1 = loss.fact,
            Err(place) => self.segments.insert(place, (loss.number, loss.fact)),
        }
    }

    /// The latest loss of the segment that begins at `seq`; failing that, of an acknowledgement that covered it.
    pub(super) fn cause(&self, seq: u64) -> FactId {
        match self.segments.binary_search_by_key(&seq, |(lost, _)| *lost) {
            Ok(place) => self.segments[place].1,
            Err(_) if self.ack.0 > seq => self.ack.1,
            Err(_) => FactId::NONE,
        }
    }

    /// Why the timer expired for the segment that begins at `seq`: its loss, or else where it is.
    pub(super) fn cause_of_timeout(&self, seq: u64) -> FactId {
        match self.cause(seq) {
            FactId::NONE => self.late,
            loss => loss,
        }
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
        let role = Role::of(packet);
        let what = What::Dropped { place, packet: packet.id, reason, count, limit, role };
        let fact = self.fact(cause, what);
        let link = match place {
            Place::Node(_) => None,
            Place::Link(link) => Some(link),
        };
        let (flow, size) = (packet.flow, packet.size);
        self.tap.plot(now, Noticed::Drop { flow, packet: packet.id, node, link, reason, size });
        if let Some(flow) = flow {
            self.books.dropped[reason as usize] += 1;
            let number = match (packet.tcp(), role) {
                (Some(header), Role::Ack) => header.ack,
                (Some(header), _) => header.seq,
                (None, _) => 0,
            };
            self.scratch.losses.push(Loss { flow, number, role, fact });
        }
    }
}

impl Access<'_, '_> {
    /// Before a timeout of a flow is handled: if the segment it ran for was not lost, where that (or an acknowledgement of it) is.
    ///
    /// Looks at every node and pipe, which is why it is done only for timeouts that no loss explains.
    pub(super) fn explain_lateness(&mut self, id: FlowId) {
        let (flow, _) = self.flow(id);
        let (Some(sender), Some(law)) = (&flow.sender, &flow.law) else { return };
        let seq = sender.view(law).snd_una;
        if flow.losses.cause(seq) != FactId::NONE {
            return;
        }
        let is_it = |packet: &Packet| {
            packet.flow == Some(id)
                && packet.tcp().is_some_and(|tcp| match Role::of(packet) {
                    Role::Ack => tcp.ack > seq,
                    Role::Data | Role::Retransmission => tcp.seq == seq,
                })
        };
        let late = self
            .find_in_nodes(is_it)
            .or_else(|| self.find_in_pipes(is_it))
            .map_or(FactId::NONE, |(what, cause)| self.env.fact(cause, what));
        self.flow(id).0.losses.late = late;
    }

    fn find_in_nodes(&mut self, is_it: impl Fn(&Packet) -> bool) -> Option<(What, FactId)> {
        for id in (0..).map(NodeId).take(self.env.index.nodes.len()) {
            let found = self.at_node(id, |node, env| {
                let unrouted =
                    node.router.as_ref().and_then(|router| router.held().find(|packet| is_it(packet)).copied());
                if let Some(packet) = unrouted {
                    let (target, role) = (packet.destination, Role::of(&packet));
                    return Some((What::Unrouted { node: id, target, role }, env.broken_way(id, target)));
                }
                let (rts, data) = node.mac.retries();
                let in_hand = node.mac.packet().map(|(packet, _)| packet).into_iter();
                let waiting = in_hand.chain(node.egress.queue.iter().map(|queued| &queued.packet));
                let below = node.egress.down.iter().map(|(_, queued)| &queued.packet);
                let mut all = waiting.chain(below).chain(node.egress.up.iter().map(|(_, packet)| packet)).enumerate();
                let (ahead, packet) = all.find(|(_, packet)| is_it(packet))?;
                let ahead = u16::try_from(ahead).unwrap_or(u16::MAX);
                let what =
                    What::Waiting { place: Place::Node(id), ahead, attempts: rts + data, role: Role::of(packet) };
                Some((what, node.station.failure))
            });
            if found.is_some() {
                return found;
            }
        }
        None
    }

    fn find_in_pipes(&mut self, is_it: impl Fn(&Packet) -> bool) -> Option<(What, FactId)> {
        (0u32..).take(self.env.index.links.len()).map(LinkId).find_map(|id| {
            let (pipe, _) = self.pipe(id);
            let (ahead, packet) = pipe.packets().enumerate().find(|(_, packet)| is_it(packet))?;
            let ahead = u16::try_from(ahead).unwrap_or(u16::MAX);
            let what = What::Waiting { place: Place::Link(id), ahead, attempts: 0, role: Role::of(packet) };
            Some((what, FactId::NONE))
        })
    }

    /// Tells the flows which of their segments were lost in this event, and what became of their ways.
    pub fn note_losses(&mut self) {
        self.tell_news();
        if self.env.scratch.losses.is_empty() {
            return;
        }
        let mut losses = std::mem::take(&mut self.env.scratch.losses);
        for loss in losses.drain(..) {
            let (mut flow, env) = self.flow(loss.flow);
            if let (Some(sender), Some(law)) = (&flow.sender, &flow.law) {
                let acknowledged = sender.view(law).snd_una;
                flow.losses.note(&loss, acknowledged);
            }
            env.leave_network(&mut flow);
        }
        self.env.scratch.losses = losses;
    }
}
