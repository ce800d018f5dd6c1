//! Sending requests: how far the next one may go, and how long to wait for an answer (spec/wireless.md 9.2).

use super::{Aodv, RouteEvent, RouteOutput};
use crate::fact::DropReason;
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, RouteRequest};
use crate::routing::notice::RouteNotice;
use crate::units::{SimDuration, SimTime};

impl Aodv {
    /// Looks for a way to `target` unless it has one, or is waiting for an answer.
    pub(super) fn request_route(&mut self, now: SimTime, target: NodeId, out: &mut Outputs<RouteOutput>) {
        let route = self.table.entry(target);
        if route.is_up() || route.wait_until > now || route.searching {
            return;
        }
        if self.config.is_ns2() {
            self.request_as_ns2(now, target, out);
        } else {
            let route = self.table.entry(target);
            let ttl = match route.last_hops {
                super::table::FAR => self.config.ttl_start,
                hops => hops.saturating_add(self.config.ttl_increment),
            };
            self.request_ring(now, target, ttl, out);
        }
    }

    /// ns-2: the ring begins at the hops that the last route had (a flood at once if there never was one), and nothing but a new
    /// packet or the purge makes it larger.
    fn request_as_ns2(&mut self, now: SimTime, target: NodeId, out: &mut Outputs<RouteOutput>) {
        let config = self.config.clone();
        let route = self.table.entry(target);
        if route.floods > config.request_retries {
            route.wait_until = now + config.request_pause;
            route.floods = 0;
            self.give_up(target, out);
            return;
        }
        let last = route.last_ttl.max(route.last_hops);
        let ttl = if last == 0 {
            config.ttl_start
        } else if last < config.ttl_threshold {
            last.saturating_add(config.ttl_increment)
        } else {
            route.floods = route.floods.saturating_add(1);
            config.net_diameter
        };
        route.last_ttl = ttl;
        let times = u64::from(ttl) * u64::from(route.floods.max(1));
        let wait = route.per_hop_time(config.node_traversal_time) * (2 * times);
        route.wait_until = now + wait.min(config.request_pause);
        route.expire = SimTime::ZERO;
        self.send_request(now, target, ttl, out);
    }

    /// RFC 3561 6.4: rings until the threshold, then the whole network, each with a timer of its own.
    pub(super) fn request_ring(&mut self, now: SimTime, target: NodeId, ttl: u8, out: &mut Outputs<RouteOutput>) {
        let ttl = if ttl > self.config.ttl_threshold { self.config.net_diameter } else { ttl };
        let allowed = is_within_rate(&mut self.sent_requests, now, self.config.rate_limit);
        let config = self.config.clone();
        let route = self.table.entry(target);
        route.searching = true;
        if let Err(later) = allowed {
            route.wait_until = later;
            return;
        }
        route.last_ttl = ttl;
        // 6.3: binary exponential backoff over the floods of the whole network.
        let wait = if ttl < config.net_diameter {
            config.ring_traversal_time(ttl)
        } else {
            config.net_traversal_time().saturating_mul(1 << route.floods.min(16))
        };
        route.wait_until = now.saturating_add(wait);
        self.send_request(now, target, ttl, out);
    }

    /// The RFC set's timer: nobody answered the last request.
    pub(super) fn next_ring(&mut self, now: SimTime, target: NodeId, out: &mut Outputs<RouteOutput>) {
        let config = self.config.clone();
        let route = self.table.entry(target);
        let mut ttl = route.last_ttl;
        if ttl >= config.net_diameter {
            route.floods = route.floods.saturating_add(1);
            if route.floods > config.request_retries {
                route.reset_search(0);
                route.wait_until = now + config.request_pause;
                self.give_up(target, out);
                return;
            }
        } else {
            ttl = if ttl == 0 { config.ttl_start } else { ttl.saturating_add(config.ttl_increment) };
        }
        self.request_ring(now, target, ttl, out);
    }

    fn give_up(&mut self, target: NodeId, out: &mut Outputs<RouteOutput>) {
        out.push(RouteOutput::Event(RouteEvent::GaveUp { target }));
        while let Some(packet) = self.buffer.take(target) {
            out.push(RouteOutput::Drop { packet, reason: DropReason::NoRoute });
        }
        out.push(RouteOutput::Notify { target, notice: RouteNotice::Unreachable });
    }

    pub(super) fn send_request(&mut self, now: SimTime, target: NodeId, ttl: u8, out: &mut Outputs<RouteOutput>) {
        self.seq = self.seq.wrapping_add(if self.config.is_ns2() { 2 } else { 1 });
        let id = self.next_id;
        self.next_id = self.next_id.wrapping_add(1);
        let route = self.table.entry(target);
        let request = RouteRequest {
            origin: self.node,
            origin_seq: self.seq,
            id,
            target,
            target_seq: (route.seq_known || self.config.is_ns2()).then_some(route.seq),
            hops: 1,
            sent: now,
        };
        out.push(RouteOutput::Event(RouteEvent::Request { target, ttl }));
        self.broadcast(now, AodvMessage::Request(request), ttl, SimDuration::ZERO, out);
    }
}

/// Whether one more may be sent now if at most `limit` go in a second (0: any number); if not, when.
pub(super) fn is_within_rate(
    sent: &mut std::collections::VecDeque<SimTime>,
    now: SimTime,
    limit: u16,
) -> Result<(), SimTime> {
    if limit == 0 {
        return Ok(());
    }
    let second = SimDuration::from_secs(1);
    while sent.front().is_some_and(|at| *at + second <= now) {
        sent.pop_front();
    }
    if let Some(first) = sent.front().filter(|_| sent.len() >= usize::from(limit)) {
        return Err(*first + second);
    }
    sent.push_back(now);
    Ok(())
}
