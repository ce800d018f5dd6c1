//! What time does: packets that go down later, repairs that end, retries, routes that nobody used, Hellos.

use super::{Aodv, RouteOutput, dropped};
use crate::fact::DropReason;
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, RouteReply};
use crate::units::{SimDuration, SimTime};

/// How often routes and waiting packets are gone through, at whole multiples.
const PURGE: SimDuration = SimDuration::from_millis(500);

impl Aodv {
    /// When something is to be done next.
    pub(super) fn due(&self, now: SimTime) -> Option<SimTime> {
        let later = self.later.first().map(|later| later.at);
        let repair = self.repairs.iter().map(|(at, _)| *at).min();
        let search = self.table.iter().filter(|route| route.searching).map(|route| route.wait_until).min();
        let anything = !self.buffer.is_empty()
            || !self.neighbours.is_empty()
            || self.table.iter().any(|route| route.is_up() || (!self.config.is_ns2() && route.expire > SimTime::ZERO));
        let purge = anything.then(|| (now + SimDuration::from_nanos(1)).next_multiple_of(PURGE));
        [later, repair, search, purge].into_iter().flatten().min()
    }

    /// Does what is due.
    pub(super) fn keep_up(&mut self, now: SimTime, out: &mut Outputs<RouteOutput>) {
        let ready = self.later.partition_point(|later| later.at <= now);
        for later in self.later.drain(..ready) {
            out.push(RouteOutput::Send { packet: later.packet, next: later.next });
        }
        while let Some(place) = self.repairs.iter().position(|(at, _)| *at <= now) {
            let (_, target) = self.repairs.remove(place);
            self.end_repair(now, target, out);
        }
        for target in self.targets(|route| route.searching && route.wait_until <= now) {
            self.next_ring(now, target, out);
        }
        if now.nanos().is_multiple_of(PURGE.nanos()) {
            self.purge(now, out);
            self.say_hello(now, out);
        }
    }

    fn targets(&self, which: impl Fn(&super::Route) -> bool) -> Vec<NodeId> {
        self.table.iter().filter(|route| which(route)).map(|route| route.target).collect()
    }

    fn purge(&mut self, now: SimTime, out: &mut Outputs<RouteOutput>) {
        self.buffer.expire(now, |left| out.push(dropped(left)));
        let ns2 = self.config.is_ns2();
        let mut delay = SimDuration::ZERO;
        for target in self.targets(|_| true) {
            let route = self.table.entry(target);
            if route.is_up() && route.expire < now {
                route.take_down();
                if ns2 {
                    route.seq = route.seq.wrapping_add(1);
                    while let Some(packet) = self.buffer.take(target) {
                        out.push(RouteOutput::Drop { packet, reason: DropReason::NoRoute });
                    }
                } else {
                    route.expire = now + self.config.delete_period;
                }
            } else if route.is_up() {
                delay = self.release(now, target, delay, self.config.release_spacing, out);
            } else if ns2 && self.buffer.has(target) {
                self.request_route(now, target, out);
            }
        }
        if !ns2 && self.config.delete_period > SimDuration::ZERO {
            self.table.retain(|route| route.leads_on() || route.searching || route.failed || route.expire > now);
        }
    }

    /// RFC 3561 6.9: a node on an active route that has not broadcast for an interval says that it is there; a neighbour that used to
    /// and has been silent for too long is gone. Looked at with the purge, so intervals are whole multiples of its period.
    fn say_hello(&mut self, now: SimTime, out: &mut Outputs<RouteOutput>) {
        let interval = self.config.hello_interval;
        if interval == SimDuration::ZERO {
            return;
        }
        let patience = interval * u64::from(self.config.allowed_hello_loss);
        while let Some(place) = self.neighbours.iter().position(|(_, heard)| *heard + patience < now) {
            let (gone, _) = self.neighbours.remove(place);
            if self.table.iter().any(|route| route.leads_on() && route.next == gone) {
                self.link_failed(now, gone, None, out);
            }
        }
        let on_active_route = self.table.iter().any(|route| route.is_up() && !route.precursors.is_empty());
        if on_active_route && self.last_broadcast + interval <= now {
            let hello = RouteReply {
                origin: self.node,
                target: self.node,
                target_seq: self.seq,
                hops: 1,
                lifetime: patience,
                sent: now,
            };
            let delay = self.draw_jitter();
            self.broadcast(now, AodvMessage::Reply(hello), 1, delay, out);
        }
    }

    /// A neighbour says that it is there.
    pub(super) fn on_hello(&mut self, now: SimTime, hello: RouteReply) {
        let neighbour = hello.target;
        if self.config.hello_interval == SimDuration::ZERO {
            return;
        }
        match self.neighbours.binary_search_by_key(&neighbour, |(node, _)| *node) {
            Ok(place) => self.neighbours[place].1 = now,
            Err(place) => self.neighbours.insert(place, (neighbour, now)),
        }
        self.note_link(now, neighbour);
        let route = self.table.entry(neighbour);
        if route.is_up() && route.next == neighbour {
            (route.seq, route.seq_known) = (hello.target_seq, true);
            route.expire = route.expire.max(now + hello.lifetime);
        }
    }
}
