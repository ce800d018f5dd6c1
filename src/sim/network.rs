//! Packets from node to node: routing, forwarding, and the choice between wire and air.

use crate::fact::{DropReason, FactId, Place};
use crate::ids::{LinkId, NodeId};
use crate::link::pipe::{LIVE_PLACE, Pipe, PipeDrop, PipeOutput};
use crate::packet::Packet;
use crate::sim::access::{Access, Env};
use crate::sim::event::SimEvent;
use crate::sim::station::counts;

impl Access<'_, '_> {
    /// A packet has come up from the link layer of a node.
    pub fn arrive(&mut self, at: NodeId) {
        let (mut node, env) = self.node(at);
        let now = env.clock.now();
        if let Some((_, packet)) = node.egress.up.pop_front_if(|(at, _)| *at == now) {
            self.receive(at, packet);
        }
    }

    /// A packet has reached a node: it is for it, or goes on.
    pub fn receive(&mut self, at: NodeId, packet: Packet) {
        let packet = Packet { hops: packet.hops.saturating_add(1), ..packet };
        self.env.tap.capture(self.env.clock.now(), at, &packet);
        if packet.is_routing() {
            self.at_node(at, |node, env| env.routing_message(node, &packet));
            return self.note_losses();
        }
        if packet.destination == at {
            return self.deliver(at, &packet);
        }
        if packet.ttl <= 1 {
            self.env.lose(Place::Node(at), at, &packet, DropReason::Ttl, (0, 0), FactId::NONE);
            return self.note_losses();
        }
        self.node(at).0.station.counters.forwarded += 1;
        self.send(at, Packet { ttl: packet.ttl - 1, ..packet });
        self.note_losses();
    }

    /// A node sends a packet on its way.
    pub fn send(&mut self, from: NodeId, packet: Packet) {
        // A relay has captured it when it came.
        if packet.source == from {
            self.env.tap.capture(self.env.clock.now(), from, &packet);
        }
        if self.at_node(from, |node, env| env.route(node, packet)) {
            return;
        }
        let Some(next) = self.env.routes.next_hop(from, packet.destination) else {
            let cause = packet.flow.map_or(FactId::NONE, |flow| self.env.causes.unreachable[flow.index()]);
            return self.env.lose(Place::Node(from), from, &packet, DropReason::NoRoute, (0, 0), cause);
        };
        if let Some(link) = self.env.index.wire(from, next) {
            return self.run_pipe(link, |pipe, env, out| pipe.offer(env.clock.now(), packet, out));
        }
        let (mut node, env) = self.node(from);
        if node.station.on {
            env.link_layer_down(&mut node, packet, next);
        } else {
            let cause = env.causes.off[from.index()];
            env.lose(Place::Node(from), from, &packet, DropReason::LinkDown, (0, 0), cause);
        }
    }

    /// Lets a pipe handle something, and carries out what it wishes.
    pub fn run_pipe(
        &mut self,
        link: LinkId,
        input: impl FnOnce(&mut Pipe, &Env, &mut crate::kernel::outputs::Outputs<PipeOutput>),
    ) {
        let mut out = std::mem::take(&mut self.env.scratch.pipe);
        let (from, to) = self.ends(link);
        let (mut pipe, env) = self.pipe(link);
        input(&mut pipe, env, &mut out);
        let mut arrived = std::mem::take(&mut env.scratch.arrived);
        for output in out.drain() {
            match output {
                PipeOutput::ArmSent(at) => env.schedule(at, from, SimEvent::PipeSent { link: link.0 }),
                PipeOutput::ArmArrival(at) => env.schedule(at, from, SimEvent::PipeArrival { link: link.0 }),
                PipeOutput::Deliver(packet) => arrived.push(packet),
                PipeOutput::Drop { packet, cause } => env.pipe_drop(link, (from, to), &packet, cause),
            }
        }
        self.env.scratch.pipe = out;
        self.note_losses();
        // Usually one; several where the rate is unlimited, or the delay has become shorter.
        for packet in arrived.drain(..) {
            self.receive(to, packet);
        }
        self.env.scratch.arrived = arrived;
    }

    /// The two nodes that a directed link joins.
    pub fn ends(&self, link: LinkId) -> (NodeId, NodeId) {
        self.env.index.ends[link.index()]
    }
}

impl Env<'_> {
    /// A pipe has dropped a packet: the journal learns of the command behind it, if there is one.
    fn pipe_drop(&mut self, link: LinkId, (from, to): (NodeId, NodeId), packet: &Packet, why: PipeDrop) {
        let (count, cause) = match why {
            PipeDrop::QueueFull { length, limit } => (counts(length, limit), FactId::NONE),
            PipeDrop::Impairment { place: LIVE_PLACE, .. } => ((u16::MAX, 0), self.causes.links[link.index()]),
            PipeDrop::Impairment { place, name: "Loss" } => ((place.into(), 0), self.causes.links[link.index()]),
            PipeDrop::Impairment { place, .. } => ((place.into(), 0), FactId::NONE),
            PipeDrop::LinkDown => ((0, 0), self.causes.off[from.index()].max(self.causes.off[to.index()])),
        };
        self.lose(Place::Link(link), from, packet, why.reason(), count, cause);
    }
}
