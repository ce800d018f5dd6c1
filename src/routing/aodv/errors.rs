//! Links that break, and the errors that tell of it (RFC 3561 6.11; spec/wireless.md 9.2).

use super::discovery::is_within_rate;
use super::table::is_newer;
use super::{Aodv, RouteEvent, RouteOutput};
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, Packet, ROUTE_ERROR_ENTRIES, RouteError};
use crate::routing::notice::{NoticeKind, RouteNotice};
use crate::units::{SimDuration, SimTime};

impl Aodv {
    /// The MAC gave up `packet` for `next`. Says whether the router keeps the packet, to send it when it has found another way; if
    /// not, it is lost. `arrived`: the next hop has it, only acknowledgements were lost, so there is nothing to keep.
    pub fn on_tx_fail(
        &mut self,
        now: SimTime,
        packet: &Packet,
        next: NodeId,
        arrived: bool,
        out: &mut Outputs<RouteOutput>,
    ) -> bool {
        if packet.flow.is_none() {
            return false;
        }
        let target = packet.destination;
        let kept = if self.repairs_itself(packet) {
            out.push(RouteOutput::Event(RouteEvent::Broken { target, next, repair: true }));
            self.begin_repair(now, packet, arrived, out);
            !arrived
        } else {
            out.push(RouteOutput::Event(RouteEvent::Broken { target, next, repair: false }));
            out.push(RouteOutput::Purge { next });
            self.link_failed(now, next, Some(packet), out);
            false
        };
        self.rearm(now, out);
        kept
    }

    /// Everything that went through `next` is down, and whoever used it is told.
    pub(super) fn link_failed(
        &mut self,
        now: SimTime,
        next: NodeId,
        packet: Option<&Packet>,
        out: &mut Outputs<RouteOutput>,
    ) {
        let (ns2, node) = (self.config.is_ns2(), self.node);
        let forget_at = now + self.config.delete_period;
        let mut lost = Vec::new();
        for route in self.table.iter_mut() {
            if route.leads_on() && route.next == next {
                route.seq = route.seq.wrapping_add(1);
                route.take_down();
                if !ns2 {
                    route.expire = forget_at;
                }
                route.failed = true;
                let target = route.target;
                if ns2 || !route.precursors.is_empty() {
                    lost.push((target, route.seq));
                }
                if !ns2 {
                    route.precursors.clear();
                }
                let seq = packet.filter(|packet| packet.destination == target).and_then(Packet::tcp).map(|tcp| tcp.seq);
                let notice = RouteNotice::Failed { kind: NoticeKind::Link, node, seq };
                out.push(RouteOutput::Notify { target, notice });
            }
            route.precursors.retain(|other| *other != next);
        }
        self.send_error(now, &lost, SimDuration::ZERO, out);
    }

    /// A neighbour tells what it cannot reach any more.
    pub(super) fn on_error(&mut self, now: SimTime, from: NodeId, error: &RouteError, out: &mut Outputs<RouteOutput>) {
        let forget_at = now + self.config.delete_period;
        let ns2 = self.config.is_ns2();
        let mut lost = Vec::new();
        for (target, seq) in error.lost().iter().copied() {
            let Some(route) = self.table.get_mut(target) else { continue };
            if !route.leads_on() || route.next != from || is_newer(route.seq, seq) {
                continue;
            }
            route.seq = seq;
            route.take_down();
            if !ns2 {
                route.expire = forget_at;
            }
            route.failed = true;
            if !route.precursors.is_empty() {
                lost.push((target, seq));
                route.precursors.clear();
            }
            out.push(RouteOutput::Event(RouteEvent::ErrorHeard { target, from }));
            out.push(RouteOutput::Purge { next: from });
            let notice = RouteNotice::Failed { kind: NoticeKind::Rerr, node: from, seq: None };
            out.push(RouteOutput::Notify { target, notice });
        }
        if !lost.is_empty() {
            let delay = self.draw_jitter();
            self.send_error(now, &lost, delay, out);
        }
    }

    /// Broadcasts what is lost to the neighbours, in as many messages as it takes.
    pub(super) fn send_error(
        &mut self,
        now: SimTime,
        lost: &[(NodeId, u32)],
        delay: SimDuration,
        out: &mut Outputs<RouteOutput>,
    ) {
        for part in lost.chunks(ROUTE_ERROR_ENTRIES) {
            if is_within_rate(&mut self.sent_errors, now, self.config.rate_limit).is_err() {
                return;
            }
            out.push(RouteOutput::Event(RouteEvent::ErrorSent));
            self.broadcast(now, AodvMessage::Error(RouteError::new(part)), 1, delay, out);
        }
    }
}
