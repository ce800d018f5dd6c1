//! Frames between nodes: where a transmission meets its hearers, with energy and journal on the way.

use crate::energy::ledger::{Class, RadioState};
use crate::fact::{FactId, LostBecause, Micros, Role, What};
use crate::ids::{FrameId, NodeId};
use crate::mac::frame::{Frame, FrameKind};
use crate::mac::receiving::Overheard;
use crate::packet::BROADCAST;
use crate::phy::errors::frame_error_rate;
use crate::phy::radio::{Ended, Lock, Signal, Spoilt};
use crate::sim::access::{Env, Node};
use crate::sim::event::SimEvent;
use crate::sim::medium::Hearer;
use crate::sim::station::{Sending, radio_state, traits};
use crate::sim::tap::Noticed;
use crate::units::{Bytes, SimTime};

/// What a signal's end came to at one receiver, apart from the receiver's own state.
#[derive(Clone, Copy)]
struct Verdict {
    good: bool,
    lock: Option<Lock>,
    why: Option<Spoilt>,
}

impl Env<'_> {
    /// A node puts a frame on air.
    pub fn begin_transmission(&mut self, node: Node, frame: &Frame) {
        let now = self.clock.now();
        let id = node.station.id;
        if node.ledger.state() == RadioState::Receive {
            let flow = node.radio.lock().and_then(|lock| self.medium.find(lock.signal.frame)?.flow);
            let span = now.since(node.ledger.since());
            node.ledger.attribute(RadioState::Receive, Class::Collided, flow, span);
        }
        node.radio.on_transmit_start();
        self.settle_radio(node);
        let hearers = self.medium.hearers(id).clone();
        let groups = u16::try_from(hearers.delays().count()).unwrap_or(u16::MAX);
        let class = Class::of(traits(frame));
        let (air, number) = self.medium.begin(now, frame, class, 2 * u32::from(groups) + 1);
        for (group, delay) in (0..groups).zip(hearers.delays()) {
            self.schedule(now + delay, id, SimEvent::SignalStart { air, group });
            self.schedule(now + frame.air_time + delay, id, SimEvent::SignalEnd { air, group });
        }
        let flow = self.medium.at(air).flow;
        node.station.sending = Some(Sending { air, class, flow });
        if frame.kind == FrameKind::Data && frame.packet.is_some_and(|packet| packet.is_routing()) {
            node.station.counters.routing_frames += 1;
        }
        self.digest.mix(now.nanos() ^ (u64::from(id.0) << 40), frame.size.0 << 8 | frame.kind as u64);
        self.tap.trace(now, || Noticed::FrameStart {
            frame: number,
            kind: frame.kind,
            from: id,
            to: frame.to,
            size: u32::try_from(frame.size.0).unwrap_or(u32::MAX),
            air_time: frame.air_time,
            packet: frame.packet.map(|packet| packet.id),
            flow,
            role: frame.packet.filter(|p| frame.kind == FrameKind::Data && p.flow.is_some()).map(|p| Role::of(&p)),
            seq: frame.packet.and_then(|packet| packet.tcp().map(|header| header.seq)),
        });
        if frame.is_broadcast() {
            return;
        }
        if self.causes.off[frame.to.index()] != FactId::NONE {
            self.frame_lost(frame.to, number, frame, Spoilt::NotLocked);
        } else if !hearers.reach(frame.to).is_some_and(|reach| reach.decodable) {
            self.frame_lost(frame.to, number, frame, Spoilt::TooWeak);
        }
    }

    /// A node's own frame has left the antenna.
    pub fn end_transmission(&mut self, node: Node) {
        let Some(sending) = node.station.sending.take() else { return };
        let span = self.clock.now().since(self.medium.at(sending.air).start);
        node.ledger.attribute(RadioState::Transmit, sending.class, sending.flow, span);
        self.medium.release(sending.air);
        node.radio.on_transmit_end();
        self.settle_radio(node);
    }

    /// A node falls silent in the middle of its frame: the rest is never sent.
    pub fn cut_transmission(&mut self, node: Node) {
        let Some(sending) = node.station.sending else { return };
        let now = self.clock.now();
        let transmission = self.medium.at_mut(sending.air);
        transmission.cut_short = true;
        transmission.end = now;
        let hearers = transmission.hearers.clone();
        for (group, delay) in (0..).zip(hearers.delays()) {
            self.medium.add_pending(sending.air, 1);
            self.schedule(now + delay, node.station.id, SimEvent::SignalEnd { air: sending.air, group });
        }
        self.end_transmission(node);
    }

    /// The first bit of a transmission reaches a node.
    pub fn signal_start(&mut self, node: Node, air: u32, hearer: &Hearer) {
        let now = self.clock.now();
        let transmission = self.medium.at(air);
        let (id, from) = (transmission.id, transmission.frame.from);
        let end = transmission.end + hearer.reach.delay;
        let was_busy = node.radio.carrier_busy(&self.channel.phy);
        let signal = Signal { frame: id, reach: hearer.reach, end };
        let started = node.radio.on_signal_start(now, signal, &self.channel.phy);
        if let Some((lost, why)) = started.lost
            && let Some(frame) = self.medium.find(lost).map(|lost| lost.frame).filter(|frame| frame.to == hearer.node)
        {
            count_collision(node, why);
            self.frame_lost(hearer.node, lost, &frame, why);
        }
        if let Some(span) = started.keep_silent {
            node.mac.keep_silent(now, span, from);
        }
        self.settle_radio(node);
        if !was_busy && node.radio.carrier_busy(&self.channel.phy) {
            self.run_mac(node, |mac, now, out| mac.on_carrier(now, true, out));
        }
    }

    /// The last bit of a transmission has reached a node.
    pub fn signal_end(&mut self, node: Node, air: u32) {
        let transmission = self.medium.at(air);
        let (id, cut, class, flow) = (transmission.id, transmission.cut_short, transmission.class, transmission.flow);
        let Frame { kind, from, to, duration, size, .. } = transmission.frame;
        let addressed = to == node.station.id;
        let for_us = addressed || to == BROADCAST;
        let was_busy = node.radio.carrier_busy(&self.channel.phy);
        let ended = node.radio.on_signal_end(id, cut, &self.channel.phy);
        let verdict = self.verdict(node, (id, size, addressed && !cut), ended);
        if let Some(lock) = verdict.lock {
            attribute_reception(
                node,
                self.clock.now(),
                &verdict,
                &lock,
                if for_us { class } else { Class::Overheard },
                flow,
            );
            if for_us {
                self.note_end(node, air, &verdict);
            }
        }
        self.settle_radio(node);
        let busy = node.radio.carrier_busy(&self.channel.phy);
        if verdict.good && for_us {
            let frame = self.medium.at(air).frame;
            self.run_mac(node, |mac, now, out| mac.on_frame(now, &frame, busy, out));
        } else if verdict.good {
            self.run_mac(node, |mac, now, out| mac.on_overheard(now, Overheard { kind, from, duration }, busy, out));
        } else if verdict.lock.is_some() && !node.radio.is_transmitting() {
            self.run_mac(node, |mac, now, out| mac.on_bad_frame(now, from, busy, out));
        } else if was_busy && !busy {
            self.run_mac(node, |mac, now, out| mac.on_carrier(now, false, out));
        }
    }

    /// A frame that a node was locked on, and that was for it, has ended there: digest, trace, and a fact if it is lost.
    fn note_end(&mut self, node: Node, air: u32, verdict: &Verdict) {
        let transmission = self.medium.at(air);
        let (id, frame) = (transmission.id, transmission.frame);
        if let Some(why) = verdict.why.filter(|_| !frame.is_broadcast()) {
            count_collision(node, why);
            self.frame_lost(frame.to, id, &frame, why);
        }
        let (now, good) = (self.clock.now(), verdict.good);
        let (kind, from, at) = (frame.kind, frame.from, node.station.id);
        self.digest.mix(now.nanos() ^ (u64::from(at.0) << 40), 0x100 | u64::from(good));
        self.tap.trace(now, || Noticed::FrameEnd { frame: id, kind, from, at, good });
    }

    /// Bit errors and turned fates on top of what the receiver says. No fate gives a frame the bits that were never sent, nor lets
    /// a radio receive while it sends.
    fn verdict(&self, node: Node, (id, size, turnable): (FrameId, Bytes, bool), ended: Option<Ended>) -> Verdict {
        let (lock, mut why) = match ended {
            None => (None, None),
            Some(Ended::Good(lock)) => {
                let rate = frame_error_rate(self.channel.phy.bit_error_rate, size);
                let wrong = rate > 0.0 && node.station.errors.happens(rate);
                (Some(lock), wrong.then_some(Spoilt::BitError))
            }
            Some(Ended::Bad(lock, why)) => (Some(lock), Some(why)),
            Some(Ended::Missed(lock)) => (Some(lock), Some(Spoilt::OwnTransmission)),
        };
        let mut good = lock.is_some() && why.is_none();
        if turnable && !node.radio.is_transmitting() && self.flips.is_turned(id) {
            good = !good;
            why = (!good).then_some(Spoilt::BitError);
        }
        Verdict { good, lock, why }
    }

    /// A frame did not reach the node it was for: a fact, and the explanation of the silence that follows.
    fn frame_lost(&mut self, at: NodeId, id: FrameId, frame: &Frame, why: Spoilt) {
        let (because, other) = match why {
            Spoilt::Collision { with } => (LostBecause::Collision, Some(with)),
            Spoilt::Ignored { with } => (LostBecause::Ignored, Some(with)),
            Spoilt::OwnTransmission => (LostBecause::OwnTransmission, None),
            Spoilt::TooWeak => (LostBecause::TooWeak, None),
            Spoilt::BitError => (LostBecause::BitError, None),
            Spoilt::CutShort => (LostBecause::CutShort, None),
            Spoilt::NotLocked => (LostBecause::Off, None),
        };
        debug_assert!(other != Some(id), "a frame does not collide with itself");
        let other = other.and_then(|with| self.medium.recent(with)).map(|with| (with.from, with.start, with.end));
        let now = self.clock.now();
        let (with, since, until) = other.unwrap_or((at, now, now));
        let hidden = with != at && with != frame.from && !self.senses(frame.from, with);
        let span = Micros::from(until.since(since));
        let what = What::FrameLost { at, from: frame.from, kind: frame.kind, why: because, with, hidden, since, span };
        // Off because of whatever switched the receiver off, too weak because of whatever moved one of the two.
        let cause = match because {
            LostBecause::Off => self.causes.off[at.index()],
            LostBecause::TooWeak => self.causes.moved[at.index()].max(self.causes.moved[frame.from.index()]),
            _ => FactId::NONE,
        };
        let fact = self.fact(cause, what);
        // Who waits in vain: the sender of RTS and DATA, the receiver of CTS and ACK.
        let waiting = match frame.kind {
            FrameKind::Rts | FrameKind::Data => frame.from,
            FrameKind::Cts | FrameKind::Ack => frame.to,
        };
        self.blame.0[waiting.index()] = fact;
    }

    /// Brings ledger, battery and digest in line with what the radio does now.
    pub fn settle_radio(&mut self, node: Node) {
        let now = self.clock.now();
        let state = radio_state(node);
        let (before, since) = (node.ledger.state(), node.ledger.since());
        if before == state {
            return;
        }
        node.battery.drain(now.since(since), self.channel.draw[before.index()]);
        node.ledger.set_state(now, state);
        let id = node.station.id;
        self.digest.mix(now.nanos() ^ (u64::from(id.0) << 40), 0x200 | state as u64);
        self.watch_battery(node);
    }

    /// Sets the instant at which the battery will be empty if the radio goes on like this.
    pub fn watch_battery(&mut self, node: Node) {
        let draw = self.channel.draw[node.ledger.state().index()];
        let id = node.station.id;
        // A node that is off draws nothing; one that has just died of its empty battery would die again in the same instant.
        match node.battery.empty_at(node.ledger.since(), draw).filter(|_| node.station.on) {
            Some(at) => {
                if let Some(entry) = node.station.empty.arm(at) {
                    self.schedule(entry, id, SimEvent::Battery { node: id.0 });
                }
            }
            None => node.station.empty.disarm(),
        }
    }
}

/// Counts a frame for this node that was lost because another signal, or its own transmission, overlapped.
fn count_collision(node: Node, why: Spoilt) {
    if matches!(why, Spoilt::Collision { .. } | Spoilt::Ignored { .. } | Spoilt::OwnTransmission) {
        node.station.counters.collisions += 1;
    }
}

/// Books the time of a reception that has ended.
fn attribute_reception(
    node: Node,
    now: SimTime,
    verdict: &Verdict,
    lock: &Lock,
    class: Class,
    flow: Option<crate::ids::FlowId>,
) {
    if node.ledger.state() != RadioState::Receive {
        return;
    }
    let collided = matches!(
        verdict.why,
        Some(Spoilt::Collision { .. } | Spoilt::Ignored { .. } | Spoilt::OwnTransmission | Spoilt::CutShort)
    );
    let span = now.since(lock.since.max(node.ledger.since()));
    node.ledger.attribute(RadioState::Receive, if collided { Class::Collided } else { class }, flow, span);
}
