//! A node's router as the dispatcher sees it: when it is asked, and what its wishes turn into.

use crate::fact::{DropReason, FactId, Place, What};
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::kernel::timers::Surfaced;
use crate::packet::Packet;
use crate::routing::aodv::{Aodv, RouteEvent, RouteOutput};
use crate::routing::notice::RouteNotice;
use crate::sim::access::{Access, Env, Node};
use crate::sim::event::SimEvent;
use crate::sim::station::Queued;
use crate::sim::tap::Noticed;
use crate::units::SimTime;

/// News of a way from a node, for the flows that begin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct News {
    node: NodeId,
    target: NodeId,
    notice: RouteNotice,
}

impl Env<'_> {
    /// Lets the router of `node` handle something that `cause` explains, and carries out what it wishes. Gives its answer and the
    /// last fact that was written, or `cause`.
    fn run_router<T: Default>(
        &mut self,
        node: Node,
        cause: FactId,
        input: impl FnOnce(&mut Aodv, SimTime, &mut Outputs<RouteOutput>) -> T,
    ) -> (T, FactId) {
        let Some(router) = node.router.as_mut() else { return (T::default(), cause) };
        let mut out = std::mem::take(&mut self.scratch.route);
        let answer = input(router, self.clock.now(), &mut out);
        let mut fact = cause;
        for output in out.drain() {
            self.router_output(node, output, &mut fact);
        }
        self.scratch.route = out;
        (answer, fact)
    }

    /// Gives a packet of a flow to the router of the node; says whether there is one that has taken it.
    pub fn route(&mut self, node: Node, packet: Packet) -> bool {
        let takes = node.station.on && node.router.is_some();
        if takes {
            self.run_router(node, FactId::NONE, |router, now, out| router.on_packet(now, packet, out));
        }
        takes
    }

    /// A message of a routing protocol has come up.
    pub fn routing_message(&mut self, node: Node, packet: &Packet) {
        self.run_router(node, FactId::NONE, |router, now, out| router.on_message(now, packet, out));
    }

    /// A neighbour sent something, or acknowledged it.
    pub fn heard(&mut self, node: Node, neighbour: NodeId) {
        if let Some(router) = node.router.as_mut() {
            router.on_heard(self.clock.now(), neighbour);
        }
    }

    /// The router's instant has come.
    pub fn router_timer(&mut self, node: Node) {
        let id = node.station.id;
        match node.station.router.surface(self.clock.now()) {
            Surfaced::Stale => {}
            Surfaced::Later(at) => self.schedule(at, id, SimEvent::Route { node: id.0 }),
            Surfaced::Fires => {
                self.run_router(node, FactId::NONE, Aodv::on_timer);
            }
        }
    }

    /// The link layer could not hand `packet` to `next`: counts it, and tells the router. Says whether that keeps the packet; `cause`
    /// becomes the broken route, if there was one.
    pub fn link_failed(
        &mut self,
        node: Node,
        packet: &Packet,
        next: NodeId,
        arrived: bool,
        cause: &mut FactId,
    ) -> bool {
        if node.router.is_none() {
            node.station.counters.route_failures += 1;
            return false;
        }
        let (kept, fact) =
            self.run_router(node, *cause, |router, now, out| router.on_tx_fail(now, packet, next, arrived, out));
        *cause = fact;
        kept
    }

    /// What broke the way from `node` to `target`, if it is broken and that is known.
    pub fn broken_way(&self, node: NodeId, target: NodeId) -> FactId {
        let list = &self.causes.broken[node.index()];
        list.binary_search_by_key(&target, |(other, _)| *other).map_or(FactId::NONE, |place| list[place].1)
    }

    fn set_broken_way(&mut self, node: NodeId, target: NodeId, fact: FactId) {
        let list = &mut self.causes.broken[node.index()];
        match list.binary_search_by_key(&target, |(other, _)| *other) {
            Ok(place) => list[place].1 = fact,
            Err(place) => list.insert(place, (target, fact)),
        }
    }

    fn router_output(&mut self, node: Node, output: RouteOutput, fact: &mut FactId) {
        let id = node.station.id;
        match output {
            RouteOutput::Send { packet, next } => {
                let number = if packet.flow.is_none() { self.books.number() } else { packet.id };
                let packet = Packet { id: number, ..packet };
                if packet.flow.is_none() {
                    self.tap.capture(self.clock.now(), id, &packet);
                }
                self.link_layer_down(node, packet, next);
            }
            RouteOutput::Drop { packet, reason } => {
                let cause = if *fact == FactId::NONE { self.broken_way(id, packet.destination) } else { *fact };
                self.lose(Place::Node(id), id, &packet, reason, (0, 0), cause);
            }
            RouteOutput::Purge { next } => self.purge(node, next, *fact),
            RouteOutput::Arm(at) => {
                debug_assert!(at > self.clock.now(), "the router of {id} was armed for the present instant");
                if let Some(entry) = node.station.router.arm(at) {
                    self.schedule(entry, id, SimEvent::Route { node: id.0 });
                }
            }
            RouteOutput::Notify { target, notice } => {
                match notice {
                    RouteNotice::Failed { .. } => self.set_broken_way(id, target, *fact),
                    RouteNotice::Restored { .. } => self.set_broken_way(id, target, FactId::NONE),
                    RouteNotice::Unreachable | RouteNotice::Hops(_) => {}
                }
                self.scratch.news.push(News { node: id, target, notice });
            }
            RouteOutput::Event(event) => self.router_event(node, event, fact),
        }
    }

    /// What waits in the interface queue for a neighbour that is gone is lost.
    fn purge(&mut self, node: Node, next: NodeId, cause: FactId) {
        let id = node.station.id;
        let mut lost: Vec<Queued> = Vec::new();
        node.egress.queue.purge(|queued| queued.next == next, |queued| lost.push(queued));
        for queued in lost {
            self.lose(Place::Node(id), id, &queued.packet, DropReason::NoRoute, (1, 0), cause);
        }
    }

    fn router_event(&mut self, node: Node, event: RouteEvent, fact: &mut FactId) {
        let id = node.station.id;
        let now = self.clock.now();
        let counters = &mut node.station.counters;
        match event {
            RouteEvent::Request { target, ttl } => {
                counters.route_requests += 1;
                self.digest.mix(now.nanos() ^ (u64::from(id.0) << 40), 0x900 | u64::from(ttl) << 16);
                let cause = if *fact == FactId::NONE { self.broken_way(id, target) } else { *fact };
                self.fact(cause, What::RouteRequest { node: id, target, ttl });
            }
            RouteEvent::Found { target, next, hops } => {
                self.digest.mix(now.nanos() ^ (u64::from(id.0) << 40), 0x901 | u64::from(next.0) << 16);
                self.fact(FactId::NONE, What::RouteFound { node: id, target, next, hops });
            }
            RouteEvent::Broken { target, next, repair } => {
                let reachable = self.medium.hearers(id).reach(next).is_some_and(|reach| reach.decodable);
                let real = !reachable || self.causes.off[next.index()] != FactId::NONE;
                counters.route_failures += 1;
                counters.false_link_failures += u64::from(!real);
                self.digest.mix(now.nanos() ^ (u64::from(id.0) << 40), 0x902 | u64::from(next.0) << 16);
                *fact = self.fact(*fact, What::RouteBroken { node: id, next, target, real, repair });
                self.set_broken_way(id, target, *fact);
            }
            RouteEvent::ErrorHeard { target, from } => {
                let cause = self.broken_way(from, target);
                *fact = self.fact(cause, What::RouteError { node: id, from, target });
            }
            RouteEvent::ErrorSent => counters.route_errors += 1,
            RouteEvent::GaveUp { target } => {
                *fact = self.fact(self.broken_way(id, target), What::RouteGivenUp { node: id, target });
            }
        }
    }
}

impl Access<'_, '_> {
    /// Tells the flows that begin at a node what became of their ways in this event.
    pub(super) fn tell_news(&mut self) {
        if self.env.scratch.news.is_empty() {
            return;
        }
        let mut all = std::mem::take(&mut self.env.scratch.news);
        for News { node, target, notice } in all.drain(..) {
            for place in 0..self.env.index.flows_from[node.index()].len() {
                let id = self.env.index.flows_from[node.index()][place];
                let (mut flow, env) = self.flow(id);
                if flow.info.to != target {
                    continue;
                }
                let up = match notice {
                    RouteNotice::Failed { .. } | RouteNotice::Unreachable => Some(false),
                    RouteNotice::Restored { .. } => Some(true),
                    RouteNotice::Hops(_) => None,
                };
                if let Some(up) = up {
                    env.tap.plot(env.clock.now(), Noticed::Route { flow: id, up });
                }
                if let Some(sender) = &mut flow.sender {
                    sender.on_route(notice);
                }
            }
        }
        self.env.scratch.news = all;
    }
}
