//! A reply arrives: the way to the destination, packets that waited for it, and the reply's own way on (RFC 3561 6.7).

use super::table::State;
use super::{Aodv, News, RouteEvent, RouteOutput, is_better};
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, Packet, RouteReply};
use crate::units::{SimDuration, SimTime};

impl Aodv {
    /// Sends a reply of this node's own towards its origin.
    pub(super) fn send_reply(&mut self, now: SimTime, reply: RouteReply, out: &mut Outputs<RouteOutput>) {
        let Some(next) = self.table.get(reply.origin).filter(|route| route.leads_on()).map(|route| route.next) else {
            return;
        };
        let packet = self.message(now, AodvMessage::Reply(reply), reply.origin, self.config.net_diameter);
        out.push(RouteOutput::Send { packet, next });
    }

    pub(super) fn on_reply(
        &mut self,
        now: SimTime,
        packet: &Packet,
        reply: RouteReply,
        out: &mut Outputs<RouteOutput>,
    ) {
        let (from, target) = (packet.source, reply.target);
        if target == self.node {
            return;
        }
        self.note_link(now, from);
        let ns2 = self.config.is_ns2();
        let route = self.table.entry(target);
        if !is_better(route, reply.target_seq, reply.hops, ns2) {
            return;
        }
        route.reset_search(reply.hops);
        let mine = reply.origin == self.node;
        if mine {
            let took = now.since(reply.sent).nanos() / u64::from(reply.hops.max(1));
            route.note_latency(SimDuration::from_nanos(took));
        }
        let expire = now + reply.lifetime;
        self.install(&News { target, seq: reply.target_seq, hops: reply.hops, next: from, expire }, out);
        if mine {
            out.push(RouteOutput::Event(RouteEvent::Found { target, next: from, hops: reply.hops }));
        }
        self.release(now, target, SimDuration::ZERO, self.config.release_spacing, out);
        if !mine && packet.ttl > 1 {
            self.pass_reply_on(now, packet, reply, out);
        }
    }

    fn pass_reply_on(&mut self, now: SimTime, packet: &Packet, reply: RouteReply, out: &mut Outputs<RouteOutput>) {
        let until = now + self.config.active_route_timeout;
        let ns2 = self.config.is_ns2();
        let Some(back) = self.table.get_mut(reply.origin).filter(|route| route.leads_on()) else { return };
        back.expire = if ns2 { until } else { back.expire.max(until) };
        let next = back.next;
        let passed = RouteReply { hops: reply.hops.saturating_add(1), ..reply };
        let message = self.message(now, AodvMessage::Reply(passed), reply.origin, packet.ttl - 1);
        out.push(RouteOutput::Send { packet: message, next });
        self.table.entry(reply.target).add_precursor(next);
        if !ns2 && let Some(neighbour) = self.table.get_mut(packet.source) {
            neighbour.add_precursor(next);
        }
    }

    /// The RFC set keeps a route to whoever it hears a message from (6.5, 6.7), without a sequence number if it knows none.
    pub(super) fn note_link(&mut self, now: SimTime, neighbour: NodeId) {
        if self.config.is_ns2() {
            return;
        }
        let until = now + self.config.active_route_timeout;
        self.expire_if_due(now, neighbour);
        let route = self.table.entry(neighbour);
        if !(route.is_up() && route.next == neighbour) {
            // A way that the node is looking for is found by the answer, not by chance: what waits goes with that.
            if route.searching {
                return;
            }
            (route.state, route.next, route.hops) = (State::Up, neighbour, 1);
        }
        route.expire = route.expire.max(until);
    }
}
