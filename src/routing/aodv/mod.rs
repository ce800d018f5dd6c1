//! Ad hoc on-demand distance vector routing (RFC 3561) in two sets of habits: those of the RFC and those of ns-2.35.
//!
//! In: packets that need a next hop, messages of neighbours, what the MAC says of a transmission, and the instant. Out:
//! [`RouteOutput`]s: packets with their next hops, drops with reasons, an instant to be woken at, news for transports and the
//! journal. Order: outputs are carried out as they come; tables are gone through by destination.
//!
//! - [`config`]: the parameters. [`table`]: the routes. [`buffer`]: packets without a route.
//! - `message`: the messages and their sizes. `discovery`: sending requests, one ring after the other.
//! - `requests`, `replies`, `errors`: what messages do. `repair`: looking for another way in the middle.
//! - `upkeep`: what time does: expiry, retries, delayed packets, Hellos.
//!
//! Sources: RFC 3561; spec/wireless.md 9.2 and the measurements of ns-2.35 it names. Deviations: docs/models.md.

pub mod buffer;
pub mod config;
mod discovery;
mod errors;
mod message;
mod repair;
mod replies;
mod requests;
pub mod table;
#[cfg(test)]
mod tests;
mod upkeep;

use std::collections::VecDeque;
use std::sync::Arc;

use bevy_ecs::component::Component;

use self::buffer::{Left, SendBuffer};
use self::config::AodvConfig;
use self::table::{Route, State, Table, is_newer};
use crate::fact::DropReason;
use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, BROADCAST, Body, Packet};
use crate::rng::Stream;
use crate::routing::notice::{NoticeKind, RouteNotice};
use crate::units::{SimDuration, SimTime};

/// What a router wants done, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RouteOutput {
    /// Hand this down to the link layer, for this neighbour or for all ([`BROADCAST`]). A message has no number yet.
    Send {
        /// The packet.
        packet: Packet,
        /// The next hop.
        next: NodeId,
    },
    /// This packet is lost.
    Drop {
        /// The packet.
        packet: Packet,
        /// Why.
        reason: DropReason,
    },
    /// Everything in the interface queue for this neighbour is lost.
    Purge {
        /// The neighbour.
        next: NodeId,
    },
    /// Wake the router at this instant, and at no other.
    Arm(SimTime),
    /// Tell the transports of this node that send to `target`.
    Notify {
        /// Where the way leads.
        target: NodeId,
        /// The news.
        notice: RouteNotice,
    },
    /// For the journal and the counters.
    Event(RouteEvent),
}

/// What a router noticed or did, that explains what happens to packets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteEvent {
    /// It floods a request.
    Request {
        /// Where to.
        target: NodeId,
        /// Hops that the request may take.
        ttl: u8,
    },
    /// It has a route that it had asked for.
    Found {
        /// Where to.
        target: NodeId,
        /// The neighbour.
        next: NodeId,
        /// Hops to the destination.
        hops: u8,
    },
    /// The MAC gave up a packet: the link counts as broken.
    Broken {
        /// The destination of the packet.
        target: NodeId,
        /// The neighbour that did not answer.
        next: NodeId,
        /// Whether the node looks for another way itself instead of telling everybody.
        repair: bool,
    },
    /// A neighbour told that a destination cannot be reached through it.
    ErrorHeard {
        /// The destination.
        target: NodeId,
        /// The neighbour.
        from: NodeId,
    },
    /// It sends a route error.
    ErrorSent,
    /// Nobody answered its requests: what waited is dropped.
    GaveUp {
        /// Where to.
        target: NodeId,
    },
}

/// A packet that goes down later.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Later {
    at: SimTime,
    packet: Packet,
    next: NodeId,
}

/// The router of one node.
#[derive(Component, Clone, Debug)]
pub struct Aodv {
    node: NodeId,
    config: Arc<AodvConfig>,
    /// Its own sequence number.
    seq: u32,
    /// Number of its next request.
    next_id: u32,
    table: Table,
    /// Requests seen, by origin and number, and until when.
    seen: Vec<(NodeId, u32, SimTime)>,
    buffer: SendBuffer,
    /// In order of time.
    later: Vec<Later>,
    /// When repairs are given up.
    repairs: Vec<(SimTime, NodeId)>,
    jitter: Stream,
    /// When it sent its last requests and errors, for the limits of rate.
    sent_requests: VecDeque<SimTime>,
    sent_errors: VecDeque<SimTime>,
    /// Neighbours that say Hello, and when they were heard last.
    neighbours: Vec<(NodeId, SimTime)>,
    /// When it broadcast last.
    last_broadcast: SimTime,
    /// When it is next to be woken.
    armed: Option<SimTime>,
}

impl Aodv {
    /// A router that knows nothing; `jitter` delays its rebroadcasts.
    pub fn new(node: NodeId, config: Arc<AodvConfig>, jitter: Stream) -> Self {
        Self {
            node,
            seq: 0,
            next_id: 0,
            table: Table::default(),
            seen: Vec::new(),
            buffer: SendBuffer::new(config.send_buffer, config.send_buffer_time),
            later: Vec::new(),
            repairs: Vec::new(),
            jitter,
            sent_requests: VecDeque::new(),
            sent_errors: VecDeque::new(),
            neighbours: Vec::new(),
            last_broadcast: SimTime::ZERO,
            armed: None,
            config,
        }
    }

    /// A packet of a flow needs a next hop: one of this node's own, or one to be passed on.
    pub fn on_packet(&mut self, now: SimTime, packet: Packet, out: &mut Outputs<RouteOutput>) {
        let target = packet.destination;
        self.expire_if_due(now, target);
        let route = self.table.entry(target);
        match route.state {
            State::Up => {
                self.forward(now, packet, SimDuration::ZERO, out);
                // The most frequent case: with a route up the purge is arranged, and a packet that goes at once adds nothing.
                if self.armed.is_some() {
                    return;
                }
            }
            _ if packet.source == self.node => {
                self.hold(now, packet, out);
                self.request_route(now, target, out);
            }
            State::Repair => self.hold(now, packet, out),
            State::Down => {
                let seq = route.seq;
                self.send_error(now, &[(target, seq)], SimDuration::ZERO, out);
                out.push(RouteOutput::Drop { packet, reason: DropReason::NoRoute });
            }
        }
        self.rearm(now, out);
    }

    /// A message of a neighbour has arrived.
    pub fn on_message(&mut self, now: SimTime, packet: &Packet, out: &mut Outputs<RouteOutput>) {
        let Body::Aodv(message) = packet.body else { return };
        self.on_heard(now, packet.source);
        match message {
            AodvMessage::Request(request) => self.on_request(now, packet, request, out),
            AodvMessage::Reply(reply) if packet.destination == BROADCAST => self.on_hello(now, reply),
            AodvMessage::Reply(reply) => self.on_reply(now, packet, reply, out),
            AodvMessage::Error(error) => self.on_error(now, packet.source, &error, out),
        }
        self.rearm(now, out);
    }

    /// The neighbour is there: it sent something, or acknowledged it.
    pub fn on_heard(&mut self, now: SimTime, neighbour: NodeId) {
        if let Ok(place) = self.neighbours.binary_search_by_key(&neighbour, |(node, _)| *node) {
            self.neighbours[place].1 = now;
        }
    }

    /// The instant that [`RouteOutput::Arm`] asked for has come.
    pub fn on_timer(&mut self, now: SimTime, out: &mut Outputs<RouteOutput>) {
        self.armed = None;
        self.keep_up(now, out);
        self.rearm(now, out);
    }

    /// The routes by destination.
    pub const fn table(&self) -> &Table {
        &self.table
    }

    /// The parameters.
    pub fn config(&self) -> &AodvConfig {
        &self.config
    }

    /// Who takes a packet for `target` as of `now`: `None` if no route is up.
    pub fn next_hop(&self, target: NodeId, now: SimTime) -> Option<NodeId> {
        let route = self.table.get(target).filter(|route| route.is_up())?;
        // The RFC looks at the lifetime with every packet, ns-2 at its purge only.
        (self.config.is_ns2() || route.expire > now).then_some(route.next)
    }

    /// Packets of flows that are here, waiting for a route or to go down, in order.
    pub fn held(&self) -> impl Iterator<Item = &Packet> {
        let later = self.later.iter().map(|later| &later.packet).filter(|packet| packet.flow.is_some());
        self.buffer.iter().chain(later)
    }

    /// Forgets everything but its own sequence number and the number of its next request, as when the power fails; gives back the
    /// packets of flows that were here.
    pub fn switch_off(&mut self) -> Vec<Packet> {
        let lost = self.held().copied().collect();
        let fresh = Self::new(self.node, self.config.clone(), self.jitter.clone());
        *self = Self { seq: self.seq, next_id: self.next_id, ..fresh };
        lost
    }

    /// Sends a packet the way that is up, after `delay`.
    fn forward(&mut self, now: SimTime, packet: Packet, delay: SimDuration, out: &mut Outputs<RouteOutput>) {
        let until = now + self.config.active_route_timeout;
        let ns2 = self.config.is_ns2();
        let Some(route) = self.table.get_mut(packet.destination) else { return };
        // What a destination promised may be longer; ns-2 forgets that.
        route.expire = if ns2 { until } else { route.expire.max(until) };
        let next = route.next;
        if !ns2 {
            // RFC 3561 6.2: the way back and the neighbours on both sides are in use as well.
            let back = self.table.get(packet.source).filter(|route| route.is_up()).map(|route| route.next);
            for used in [Some(next), Some(packet.source), back].into_iter().flatten() {
                if let Some(route) = self.table.get_mut(used).filter(|route| route.is_up()) {
                    route.expire = route.expire.max(until);
                }
            }
        }
        self.send_after(now, packet, next, delay, out);
    }

    fn send_after(
        &mut self,
        now: SimTime,
        packet: Packet,
        next: NodeId,
        delay: SimDuration,
        out: &mut Outputs<RouteOutput>,
    ) {
        if delay == SimDuration::ZERO {
            out.push(RouteOutput::Send { packet, next });
            return;
        }
        let at = now + delay;
        let place = self.later.partition_point(|other| other.at <= at);
        self.later.insert(place, Later { at, packet, next });
    }

    /// Lets a packet wait for a route.
    fn hold(&mut self, now: SimTime, packet: Packet, out: &mut Outputs<RouteOutput>) {
        self.buffer.push(now, packet, |left| out.push(dropped(left)));
    }

    /// Sends what waits for `target`, with gaps of `spacing`; gives the delay at which a further one would go.
    fn release(
        &mut self,
        now: SimTime,
        target: NodeId,
        mut delay: SimDuration,
        spacing: SimDuration,
        out: &mut Outputs<RouteOutput>,
    ) -> SimDuration {
        self.buffer.expire(now, |left| out.push(dropped(left)));
        while let Some(packet) = self.buffer.take(target) {
            self.forward(now, packet, delay, out);
            delay += spacing;
        }
        delay
    }

    /// A route is up from now on.
    fn install(&mut self, news: &News, out: &mut Outputs<RouteOutput>) {
        let News { target, seq, hops, next, expire } = *news;
        let route = self.table.entry(target);
        let before = route.hops;
        (route.seq, route.seq_known, route.hops, route.next) = (seq, true, hops, next);
        (route.state, route.expire) = (State::Up, expire);
        if std::mem::take(&mut route.failed) {
            out.push(RouteOutput::Notify { target, notice: RouteNotice::Restored { kind: NoticeKind::Local } });
        }
        if before != hops {
            out.push(RouteOutput::Notify { target, notice: RouteNotice::Hops(hops) });
        }
    }

    /// The RFC set looks at the clock whenever it looks at a route; ns-2 at its purge only.
    fn expire_if_due(&mut self, now: SimTime, target: NodeId) {
        if self.config.is_ns2() {
            return;
        }
        let forget_at = now + self.config.delete_period;
        if let Some(route) = self.table.get_mut(target).filter(|route| route.is_up() && route.expire <= now) {
            route.take_down();
            route.expire = forget_at;
        }
    }

    /// Asks to be woken when there is something to do, unless that is arranged already.
    fn rearm(&mut self, now: SimTime, out: &mut Outputs<RouteOutput>) {
        let due = self.due(now);
        if let Some(at) = due.filter(|_| due != self.armed) {
            self.armed = due;
            out.push(RouteOutput::Arm(at));
        }
    }
}

/// A route as a message tells it.
#[derive(Clone, Copy, Debug)]
struct News {
    target: NodeId,
    seq: u32,
    hops: u8,
    next: NodeId,
    expire: SimTime,
}

/// Whether a route that is `hops` long and has this sequence number should replace `route` (RFC 3561 6.2 and 6.7). ns-2 compares
/// its length with that of a route under repair, too, so only something newer ends a repair there, or something shorter.
const fn is_better(route: &Route, seq: u32, hops: u8, ns2: bool) -> bool {
    let as_good = hops < route.hops || (!ns2 && !route.is_up());
    !route.seq_known || is_newer(seq, route.seq) || (seq == route.seq && as_good)
}

const fn dropped(left: Left) -> RouteOutput {
    match left {
        Left::Expired(packet) => RouteOutput::Drop { packet, reason: DropReason::SendBufferTimeout },
        Left::Displaced(packet) => RouteOutput::Drop { packet, reason: DropReason::SendBufferFull },
    }
}
