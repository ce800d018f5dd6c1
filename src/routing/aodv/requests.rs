//! A request arrives: the way back to its origin, and an answer or the next rebroadcast (RFC 3561 6.5 and 6.6).

use super::table::is_newer;
use super::{Aodv, News, RouteOutput, is_better};
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, Packet, RouteReply, RouteRequest};
use crate::units::{SimDuration, SimTime};

impl Aodv {
    pub(super) fn on_request(
        &mut self,
        now: SimTime,
        packet: &Packet,
        request: RouteRequest,
        out: &mut Outputs<RouteOutput>,
    ) {
        let from = packet.source;
        if request.origin == self.node || self.is_seen(now, request.origin, request.id) {
            return;
        }
        self.note_link(now, from);
        self.learn_way_back(now, from, &request, out);
        self.expire_if_due(now, request.target);
        if request.target == self.node {
            self.answer_for_myself(now, &request, out);
        } else if let Some(reply) = self.answer_for_other(now, &request) {
            self.send_reply(now, reply, out);
            if self.config.gratuitous_reply {
                self.tell_target(now, &request, out);
            }
        } else if packet.ttl > 1 {
            let known = self.table.get(request.target).filter(|route| route.seq_known).map(|route| route.seq);
            let target_seq = match (request.target_seq, known) {
                (Some(a), Some(b)) => Some(if is_newer(b, a) { b } else { a }),
                (a, b) => a.or(b),
            };
            let request = RouteRequest { hops: request.hops.saturating_add(1), target_seq, ..request };
            let delay = self.draw_jitter();
            self.broadcast(now, AodvMessage::Request(request), packet.ttl - 1, delay, out);
        }
    }

    /// Whether this request came before; if not, it is remembered.
    fn is_seen(&mut self, now: SimTime, origin: NodeId, id: u32) -> bool {
        self.seen.retain(|(.., until)| *until > now);
        if self.seen.iter().any(|(other, number, _)| (*other, *number) == (origin, id)) {
            return true;
        }
        let life = self.config.request_id_life;
        let mut until = now + life;
        if self.config.is_ns2() {
            // Taken out by a timer that fires at whole multiples of the time.
            until = until.next_multiple_of(life);
        }
        self.seen.push((origin, id, until));
        false
    }

    fn learn_way_back(&mut self, now: SimTime, from: NodeId, request: &RouteRequest, out: &mut Outputs<RouteOutput>) {
        let target = request.origin;
        let until = now + self.config.reverse_route_life;
        let active_until = now + self.config.active_route_timeout;
        let ns2 = self.config.is_ns2();
        let route = self.table.entry(target);
        route.expire = route.expire.max(until);
        if !is_better(route, request.origin_seq, request.hops, ns2) {
            return;
        }
        let mut expire = route.expire;
        if route.wait_until > SimTime::ZERO {
            route.reset_search(request.hops);
            expire = active_until;
        }
        let news = News { target, seq: request.origin_seq, hops: request.hops, next: from, expire };
        self.install(&news, out);
        self.release(now, target, SimDuration::ZERO, SimDuration::ZERO, out);
    }

    fn answer_for_myself(&mut self, now: SimTime, request: &RouteRequest, out: &mut Outputs<RouteOutput>) {
        if let Some(asked) = request.target_seq.filter(|asked| is_newer(*asked, self.seq)) {
            self.seq = asked;
        }
        if self.config.is_ns2() {
            // Always newer than before, and even.
            self.seq = self.seq.wrapping_add(2) & !1;
        }
        let reply = RouteReply {
            origin: request.origin,
            target: self.node,
            target_seq: self.seq,
            hops: 1,
            lifetime: self.config.my_route_timeout,
            sent: request.sent,
        };
        self.send_reply(now, reply, out);
    }

    /// An answer from this node's own route, if that is new enough. ns-2 also answers with one that it is repairing.
    fn answer_for_other(&mut self, now: SimTime, request: &RouteRequest) -> Option<RouteReply> {
        let ns2 = self.config.is_ns2();
        let back = self.table.get(request.origin)?.next;
        let route = self.table.get_mut(request.target)?;
        let usable = if ns2 { route.leads_on() } else { route.is_up() && route.seq_known };
        if !usable || request.target_seq.is_some_and(|asked| is_newer(asked, route.seq)) {
            return None;
        }
        let reply = RouteReply {
            origin: request.origin,
            target: request.target,
            target_seq: route.seq,
            hops: route.hops.saturating_add(1),
            lifetime: route.expire.since(now),
            sent: request.sent,
        };
        route.add_precursor(back);
        let onward = route.next;
        self.table.entry(request.origin).add_precursor(onward);
        Some(reply)
    }

    /// The destination learns the way to the origin, too (RFC 3561 6.6.3).
    fn tell_target(&mut self, now: SimTime, request: &RouteRequest, out: &mut Outputs<RouteOutput>) {
        let expire = self.table.entry(request.origin).expire;
        let reply = RouteReply {
            origin: request.target,
            target: request.origin,
            target_seq: request.origin_seq,
            hops: request.hops.saturating_add(1),
            lifetime: expire.since(now),
            sent: request.sent,
        };
        self.send_reply(now, reply, out);
    }
}
