//! Wired links as they are now.

use crate::fact::Role;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::link::pipe::Pipe;
use crate::packet::Packet;
use crate::session::view::View;
use crate::units::{BitRate, Bytes, SimDuration, SimTime};

/// A packet on a wire: from its last bit to its first, as parts of the way, 0 at the beginning, 1 at the end.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Carried {
    /// Whose.
    pub flow: Option<FlowId>,
    /// What it is to its transport.
    pub role: Role,
    /// Where its last bit is; 0 while it is still being sent.
    pub tail: f32,
    /// Where its first bit is.
    pub head: f32,
}

/// One direction of a wired link as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkView {
    /// Which.
    pub id: LinkId,
    /// Where it begins.
    pub from: NodeId,
    /// Where it ends.
    pub to: NodeId,
    /// Its rate; zero is unlimited.
    pub bandwidth: BitRate,
    /// Its propagation delay.
    pub delay: SimDuration,
    /// The probability that a packet is lost at random.
    pub loss: f64,
    /// Whether both ends are on.
    pub up: bool,
    /// Whose packets wait at its beginning, the head first.
    pub queue: Vec<Option<FlowId>>,
    /// How many may wait.
    pub queue_limit: usize,
    /// Whose packets are in service or on the wire.
    pub inside: Vec<Option<FlowId>>,
    /// Where on the wire they are.
    pub carried: Vec<Carried>,
}

impl View<'_> {
    /// All directions of all wired links.
    pub fn links(&self) -> Vec<LinkView> {
        (0..).map(LinkId).take(self.index().links.len()).filter_map(|id| self.link(id)).collect()
    }

    /// One direction of a wired link; `None` if there is none with this number.
    pub fn link(&self, id: LinkId) -> Option<LinkView> {
        let pipe = self.get::<Pipe>(*self.index().links.get(id.index())?)?;
        let (from, to) = *self.index().ends.get(id.index())?;
        Some(LinkView {
            id,
            from,
            to,
            bandwidth: pipe.bandwidth(),
            delay: pipe.delay(),
            loss: pipe.loss(),
            up: pipe.is_up(),
            queue: pipe.queue().iter().map(|packet| packet.flow).collect(),
            queue_limit: pipe.queue().limit(),
            inside: pipe
                .packets()
                .map(|packet| packet.flow)
                .take(pipe.packets().count() - pipe.queue().len())
                .collect(),
            carried: self.carried(pipe),
        })
    }

    /// What is on the wire, the next to arrive first. A wire without delay holds nothing.
    fn carried(&self, pipe: &Pipe) -> Vec<Carried> {
        let now = self.now();
        #[expect(clippy::cast_possible_truncation, reason = "a part of one, for a picture")]
        let part = |span: SimDuration| (span.secs_f64() / pipe.delay().secs_f64().max(1e-9)) as f32;
        let show = |last_bit_arrives: SimTime, packet: &Packet| {
            let length = part(Bytes(u64::from(packet.size)).time_at(pipe.bandwidth()));
            // While a packet is being sent, its last bit has a whole delay and more to go.
            let tail = 1.0 - part(last_bit_arrives.since(now));
            let head = (tail + length).clamp(0.0, 1.0);
            Carried { flow: packet.flow, role: Role::of(packet), tail: tail.clamp(0.0, 1.0), head }
        };
        let sending = pipe.in_service().map(|(sent, packet)| (sent.saturating_add(pipe.delay()), packet));
        pipe.on_wire().chain(sending).map(|(at, packet)| show(at, packet)).filter(|it| it.head > it.tail).collect()
    }
}
