//! Local repair: a node in the middle keeps the packets and looks for another way itself (RFC 3561 6.12; spec/wireless.md 9.2).
//!
//! ns-2 gives its timer the *instant* until which it waits for the reply as the *span* after which it gives up: a repair begun at
//! 9.93 s ends at 21.7 s. Then the route is down without a word; the next packet for the destination makes the error.

use super::table::State;
use super::{Aodv, RouteOutput};
use crate::fact::DropReason;
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::Packet;
use crate::units::{SimDuration, SimTime};

impl Aodv {
    /// Whether a packet that could not be passed on is worth looking for another way.
    pub(super) fn repairs_itself(&self, packet: &Packet) -> bool {
        let Some(route) = self.table.get(packet.destination).filter(|_| self.config.local_repair) else { return false };
        if self.config.is_ns2() {
            // Nearer to its end than to its beginning; a route that is down is far from everything.
            packet.hops > route.hops
        } else {
            packet.source != self.node && route.leads_on() && route.hops <= self.config.max_repair_ttl()
        }
    }

    pub(super) fn begin_repair(
        &mut self,
        now: SimTime,
        packet: &Packet,
        arrived: bool,
        out: &mut Outputs<RouteOutput>,
    ) {
        let target = packet.destination;
        if !arrived {
            self.hold(now, *packet, out);
        }
        let was_up = self.table.entry(target).is_up();
        self.table.entry(target).state = State::Repair;
        if self.config.is_ns2() {
            self.request_route(now, target, out);
            let wait = SimDuration::from_nanos(self.table.entry(target).wait_until.nanos());
            self.repairs.push((now + wait, target));
        } else if was_up {
            // 6.12: asks for something newer than it had, as far as the destination was or half the way to the origin.
            let route = self.table.entry(target);
            route.seq = route.seq.wrapping_add(1);
            route.floods = 0;
            let ttl = route.hops.max(packet.hops / 2).saturating_add(2);
            self.send_request(now, target, ttl, out);
            self.repairs.push((now + self.config.ring_traversal_time(ttl), target));
        }
    }

    /// The time of a repair is over.
    pub(super) fn end_repair(&mut self, now: SimTime, target: NodeId, out: &mut Outputs<RouteOutput>) {
        let Some(route) = self.table.get_mut(target).filter(|route| !route.is_up()) else { return };
        if self.config.is_ns2() {
            route.take_down();
            return;
        }
        let next = route.next;
        while let Some(packet) = self.buffer.take(target) {
            out.push(RouteOutput::Drop { packet, reason: DropReason::NoRoute });
        }
        self.link_failed(now, next, None, out);
    }
}
