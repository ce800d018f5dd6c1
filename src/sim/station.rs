//! A node as the dispatcher sees it: timers and counters, and what a station's wishes turn into.

use std::collections::VecDeque;

use bevy_ecs::component::Component;

use crate::energy::ledger::{Class, RadioState, Traits};
use crate::fact::{DropReason, FactId, LostBecause, Micros, Place, What};
use crate::ids::{FlowId, NodeId};
use crate::kernel::outputs::Outputs;
use crate::kernel::timers::{Deadline, Surfaced};
use crate::mac::dcf::{GaveUp, Mac, MacEvent, MacOutput, MacTimer};
use crate::mac::frame::{Frame, FrameKind};
use crate::mac::link_layer::{AddressTable, Resolution};
use crate::packet::{ArpHeader, BROADCAST, Body, Packet};
use crate::queue::drop_tail::{DropTail, Offer};
use crate::rng::Stream;
use crate::sim::access::{Env, Node};
use crate::sim::event::SimEvent;
use crate::units::SimTime;

/// Size of an address resolution message in bytes (spec/wireless.md 7).
const ARP_SIZE: u32 = 28;

/// A packet and where it goes next.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Queued {
    /// The packet.
    pub packet: Packet,
    /// The next hop.
    pub next: NodeId,
}

/// Everything between routing and MAC: one column, because it is touched once a packet and not once a frame.
#[derive(Component, Clone, Debug)]
pub struct Egress {
    /// The interface queue.
    pub queue: DropTail<Queued>,
    /// Address resolution.
    pub addresses: AddressTable,
    /// Packets inside the link layer from routing to the queue, with the instants at which they are through.
    pub down: VecDeque<(SimTime, Queued)>,
    /// Packets inside the link layer from the MAC to routing, likewise.
    pub up: VecDeque<(SimTime, Packet)>,
}

impl Egress {
    /// An empty one.
    pub const fn new(queue: DropTail<Queued>, addresses: AddressTable) -> Self {
        Self { queue, addresses, down: VecDeque::new(), up: VecDeque::new() }
    }
}

/// The frame that a node is sending.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sending {
    /// Its place in the medium.
    pub air: u32,
    /// What for.
    pub class: Class,
    /// For which flow.
    pub flow: Option<FlowId>,
}

/// Running totals of a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct NodeCounters {
    /// Packets that found the queue full.
    pub queue_drops: u64,
    /// Links that routing took for broken; where routes are static, packets given up by the MAC.
    pub route_failures: u64,
    /// Those of them whose neighbour was in range and on.
    pub false_link_failures: u64,
    /// Requests for a way that it began.
    pub route_requests: u64,
    /// Route errors that it sent.
    pub route_errors: u64,
    /// Frames with messages of a routing protocol that it put on air.
    pub routing_frames: u64,
    /// Frames for this node that were lost because signals overlapped.
    pub collisions: u64,
    /// Packets passed on for others.
    pub forwarded: u64,
}

/// What a node has besides its layers.
#[derive(Component, Clone, Debug)]
pub struct Station {
    /// Which node.
    pub id: NodeId,
    /// Whether it has a radio.
    pub wireless: bool,
    /// Whether it is on.
    pub on: bool,
    /// Totals so far.
    pub counters: NodeCounters,
    /// The frame it is sending.
    pub sending: Option<Sending>,
    /// When its battery is empty.
    pub empty: Deadline,
    /// When its router has something to do.
    pub router: Deadline,
    /// Decides about bit errors of received frames.
    pub errors: Stream,
    timers: [Deadline; MacTimer::ALL.len()],
    /// The last failure of the packet in hand.
    pub(super) failure: FactId,
}

impl Station {
    /// A node that is on and does nothing.
    pub fn new(id: NodeId, wireless: bool, errors: Stream) -> Self {
        Self {
            id,
            wireless,
            on: true,
            counters: NodeCounters::default(),
            sending: None,
            empty: Deadline::default(),
            router: Deadline::default(),
            errors,
            timers: [Deadline::default(); MacTimer::ALL.len()],
            failure: FactId::NONE,
        }
    }

    /// Clears all timers.
    pub fn disarm_all(&mut self) {
        for timer in &mut self.timers {
            timer.disarm();
        }
        self.router.disarm();
    }
}

impl Env<'_> {
    /// Puts an event of `node` into the calendar.
    pub fn schedule(&mut self, at: SimTime, node: NodeId, event: SimEvent) {
        self.calendar.schedule(at, event.class(), node.0, event);
    }

    /// Lets the MAC of `node` handle something, and carries out what it wishes.
    pub fn run_mac(&mut self, node: Node, input: impl FnOnce(&mut Mac, SimTime, &mut Outputs<MacOutput>)) {
        let mut out = std::mem::take(&mut self.scratch.mac);
        input(&mut node.mac, self.clock.now(), &mut out);
        let mut place = 0;
        // The list grows while it is carried out: a station that is ready takes the next packet at once.
        while let Some(output) = out.nth(place) {
            place += 1;
            self.mac_output(node, output, &mut out);
        }
        out.clear();
        self.scratch.mac = out;
    }

    /// A station's timer surfaces.
    pub fn mac_timer(&mut self, node: Node, timer: MacTimer) {
        let now = self.clock.now();
        match node.station.timers[timer as usize].surface(now) {
            Surfaced::Stale => {}
            Surfaced::Later(at) => self.schedule(at, node.station.id, SimEvent::Mac { node: node.station.id.0, timer }),
            Surfaced::Fires => {
                if timer == MacTimer::AirEnd {
                    self.end_transmission(node);
                }
                self.run_mac(node, |mac, now, out| mac.on_timer(now, timer, out));
            }
        }
    }

    fn mac_output(&mut self, node: Node, output: MacOutput, out: &mut Outputs<MacOutput>) {
        let now = self.clock.now();
        let id = node.station.id;
        match output {
            MacOutput::Transmit(frame) => self.begin_transmission(node, &frame),
            MacOutput::Arm(timer, at) => {
                debug_assert!(at > now, "{timer:?} of {id} was armed for the present instant");
                if let Some(entry) = node.station.timers[timer as usize].arm(at) {
                    self.schedule(entry, id, SimEvent::Mac { node: id.0, timer });
                }
            }
            MacOutput::Disarm(timer) => node.station.timers[timer as usize].disarm(),
            MacOutput::Deliver { packet, from } => {
                self.handover.0[from.index()] = Some(packet.id);
                self.heard(node, from);
                self.link_layer_up(node, packet);
            }
            MacOutput::Sent { packet, to } => {
                self.heard(node, to);
                node.station.failure = FactId::NONE;
                self.digest.mix(now.nanos() ^ packet.id.0.rotate_left(40), u64::from(id.0) << 8 | 1);
            }
            MacOutput::Failed { packet, to, reason, attempts } => {
                self.failed(node, (packet, to), reason, attempts);
            }
            MacOutput::Ready => {
                self.handover.0[id.index()] = None;
                if let Some(Queued { packet, next }) = node.egress.queue.take() {
                    node.mac.on_packet(now, packet, next, out);
                }
            }
            MacOutput::Event(event) => self.mac_event(node, event),
        }
    }

    /// The MAC has given up a packet. If the next hop has it all the same (only the acknowledgements were lost), it is not lost;
    /// nor is it if the router keeps it.
    fn failed(&mut self, node: Node, (packet, to): (Packet, NodeId), reason: GaveUp, attempts: u8) {
        let mut cause = std::mem::take(&mut node.station.failure);
        let arrived = self.handover.0[node.station.id.index()] == Some(packet.id);
        let kept = self.link_failed(node, &packet, to, arrived, &mut cause);
        if arrived || kept {
            return;
        }
        let rules = node.mac.rules();
        let limit = match reason {
            GaveUp::Data if rules.needs_rts(rules.timing.mpdu(&packet)) => rules.mac.long_retry_limit,
            GaveUp::Rts | GaveUp::Data => rules.mac.short_retry_limit,
        };
        let place = Place::Node(node.station.id);
        self.lose(place, node.station.id, &packet, DropReason::RetryLimit, (attempts.into(), limit.into()), cause);
    }

    fn mac_event(&mut self, node: Node, event: MacEvent) {
        let id = node.station.id;
        let now = self.clock.now();
        let previous = node.station.failure;
        match event {
            MacEvent::NoCts { to, attempts } => {
                let cause = std::mem::take(&mut self.blame.0[id.index()]);
                node.station.failure = self.fact(cause, What::NoCts { node: id, to, attempts, previous });
            }
            MacEvent::NoAck { to, attempts } => {
                let cause = std::mem::take(&mut self.blame.0[id.index()]);
                node.station.failure = self.fact(cause, What::NoAck { node: id, to, attempts, previous });
            }
            MacEvent::CtsWithheld { from, nav_until, reserved_by } => {
                let with = if reserved_by == BROADCAST { id } else { reserved_by };
                let span = Micros::from(nav_until.since(now));
                self.unanswered(id, from, FrameKind::Rts, LostBecause::Reserved, with, span);
            }
            MacEvent::Occupied { from, kind } => {
                self.unanswered(id, from, kind, LostBecause::Occupied, id, Micros::default());
            }
            MacEvent::DataHeld => {}
        }
    }

    fn unanswered(&mut self, at: NodeId, from: NodeId, kind: FrameKind, why: LostBecause, with: NodeId, span: Micros) {
        let hidden = with != at && with != from && !self.senses(from, with);
        let since = self.clock.now();
        let fact = self.fact(FactId::NONE, What::FrameLost { at, from, kind, why, with, hidden, since, span });
        self.blame.0[from.index()] = fact;
    }

    /// Whether `node` can sense what `other` sends.
    pub fn senses(&self, node: NodeId, other: NodeId) -> bool {
        self.medium.hearers(other).reach(node).is_some_and(|reach| reach.sensed)
    }

    /// A packet comes down from routing, to be sent over the air to `next`.
    pub fn link_layer_down(&mut self, node: Node, packet: Packet, next: NodeId) {
        let id = node.station.id;
        let place = Place::Node(id);
        if next == BROADCAST {
            return self.delay_down(node, Queued { packet, next });
        }
        match node.egress.addresses.resolve(packet, next) {
            Resolution::Known => self.delay_down(node, Queued { packet, next }),
            Resolution::Requested { displaced } => {
                if let Some(older) = displaced {
                    self.lose(place, id, &older, DropReason::Arp, (1, 1), FactId::NONE);
                }
                let request = self.arp(id, BROADCAST, ArpHeader { request: true, target: next });
                self.delay_down(node, Queued { packet: request, next: BROADCAST });
            }
            Resolution::GaveUp { held } => {
                for lost in held.into_iter().chain([packet]) {
                    let mut cause = FactId::NONE;
                    if !self.link_failed(node, &lost, next, false, &mut cause) {
                        self.lose(place, id, &lost, DropReason::Arp, (3, 3), cause);
                    }
                }
            }
        }
    }

    fn arp(&mut self, source: NodeId, destination: NodeId, header: ArpHeader) -> Packet {
        Packet {
            id: self.books.number(),
            flow: None,
            source,
            destination,
            size: ARP_SIZE,
            ttl: 1,
            hops: 0,
            body: Body::Arp(header),
            created: self.clock.now(),
        }
    }

    fn delay_down(&mut self, node: Node, queued: Queued) {
        let at = self.clock.now() + node.mac.rules().mac.link_layer_delay;
        node.egress.down.push_back((at, queued));
        self.schedule(at, node.station.id, SimEvent::LinkLayerDown { node: node.station.id.0 });
    }

    /// A packet has passed the link layer on its way down: to the MAC if that is free, else into the queue.
    pub fn enqueue(&mut self, node: Node) {
        let now = self.clock.now();
        let Some((_, queued)) = node.egress.down.pop_front_if(|(at, _)| *at == now) else { return };
        if node.mac.packet().is_none() {
            self.handover.0[node.station.id.index()] = None;
            self.run_mac(node, |mac, now, out| mac.on_packet(now, queued.packet, queued.next, out));
            return;
        }
        let length = node.egress.queue.len();
        let offer = if queued.packet.is_routing() {
            node.egress.queue.offer_priority(queued)
        } else {
            node.egress.queue.offer(queued)
        };
        let (lost, reason) = match offer {
            Offer::Queued => return,
            Offer::Refused(lost) => (lost, DropReason::QueueFull),
            Offer::Displaced(lost) => (lost, DropReason::QueueFullRouting),
        };
        node.station.counters.queue_drops += 1;
        let limit = node.mac.rules().mac.queue_limit;
        let id = node.station.id;
        self.lose(Place::Node(id), id, &lost.packet, reason, counts(length, limit), FactId::NONE);
    }

    /// A packet comes up from the MAC. Address resolution is served at once, everything else after the link layer's delay.
    fn link_layer_up(&mut self, node: Node, packet: Packet) {
        let id = node.station.id;
        if let Body::Arp(header) = packet.body {
            if let Some(waiting) = node.egress.addresses.learn(packet.source) {
                self.delay_down(node, Queued { packet: waiting, next: packet.source });
            }
            if header.request && header.target == id {
                let reply = self.arp(id, packet.source, ArpHeader { request: false, target: id });
                self.delay_down(node, Queued { packet: reply, next: packet.source });
            }
            return;
        }
        let at = self.clock.now() + node.mac.rules().mac.link_layer_delay;
        node.egress.up.push_back((at, packet));
        self.schedule(at, id, SimEvent::LinkLayerUp { node: id.0 });
    }
}

/// A length and its limit, as facts keep them.
pub fn counts(length: usize, limit: usize) -> (u16, u16) {
    let short = |n: usize| u16::try_from(n).unwrap_or(u16::MAX);
    (short(length), short(limit))
}

/// What a frame is, for the energy books.
pub fn traits(frame: &Frame) -> Traits {
    let tcp = frame.packet.as_ref().and_then(Packet::tcp);
    Traits {
        mac_control: frame.kind != FrameKind::Data,
        routing: frame.packet.is_some_and(|packet| packet.flow.is_none()),
        mac_retry: frame.retry,
        tcp_retransmission: tcp.is_some_and(|header| header.retransmission),
        tcp_ack: frame.packet.is_some_and(|packet| packet.is_pure_ack()),
        ..Traits::default()
    }
}

/// The state that a node's radio is in.
pub fn radio_state(node: Node) -> RadioState {
    if !node.station.on || !node.station.wireless {
        RadioState::Off
    } else if node.radio.is_transmitting() {
        RadioState::Transmit
    } else if node.radio.lock().is_some() {
        RadioState::Receive
    } else {
        RadioState::Idle
    }
}
