//! Frames that arrive here: reservations, answers, deliveries (spec/wireless.md 5.2, rules 7, 8, 10, 11, 14, 18).

use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::mac::config::EifsRule;
use crate::mac::dcf::{Exchange, Mac, MacEvent, MacOutput, MacTimer};
use crate::mac::frame::{Frame, FrameKind};
use crate::units::{SimDuration, SimTime};

/// What a station learns from a frame that is not for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overheard {
    /// Its kind.
    pub kind: FrameKind,
    /// Its sender.
    pub from: NodeId,
    /// For how long after its end the medium is reserved.
    pub duration: SimDuration,
}

impl Mac {
    /// A good frame for this station, or for all, has ended; `carrier` says whether other signals go on.
    pub fn on_frame(&mut self, now: SimTime, frame: &Frame, carrier: bool, out: &mut Outputs<MacOutput>) {
        debug_assert!(frame.to == self.node || frame.is_broadcast(), "the frame is for somebody else");
        self.eifs_next = false;
        match frame.kind {
            FrameKind::Rts => self.take_rts(now, frame, out),
            FrameKind::Cts => self.take_cts(now, out),
            FrameKind::Data => self.take_data(now, frame, out),
            FrameKind::Ack => self.take_ack(now, out),
        }
        self.set_carrier(now, carrier, out);
        self.review(now, out);
    }

    /// A good frame for somebody else has ended: it reserves the medium.
    pub fn on_overheard(&mut self, now: SimTime, heard: Overheard, carrier: bool, out: &mut Outputs<MacOutput>) {
        self.eifs_next = false;
        self.reserve(now, heard, out);
        self.set_carrier(now, carrier, out);
        self.review(now, out);
    }

    /// A signal has ended that could not be decoded.
    pub fn on_bad_frame(&mut self, now: SimTime, from: NodeId, carrier: bool, out: &mut Outputs<MacOutput>) {
        match self.rules.mac.eifs {
            EifsRule::Nav => self.extend_nav(now + self.rules.timing.eifs, from),
            EifsRule::Ifs => self.eifs_next = true,
            EifsRule::Off => {}
        }
        self.set_carrier(now, carrier, out);
        self.review(now, out);
    }

    /// The exchange of others reserves the medium.
    fn reserve(&mut self, now: SimTime, frame: Overheard, out: &mut Outputs<MacOutput>) {
        let before = self.nav_until;
        self.extend_nav(now + frame.duration, frame.from);
        let timing = &self.rules.timing;
        if frame.kind == FrameKind::Rts && self.rules.mac.nav_reset && self.nav_until > before {
            self.nav_before = Some(before);
            let deadline = now + timing.sifs * 2 + timing.cts + timing.slot * 2;
            out.push(MacOutput::Arm(MacTimer::NavReset, deadline));
        } else {
            self.nav_before = None;
        }
    }

    fn take_rts(&mut self, now: SimTime, rts: &Frame, out: &mut Outputs<MacOutput>) {
        if !self.is_free() {
            out.push(MacOutput::Event(MacEvent::Occupied { from: rts.from, kind: rts.kind }));
        } else if !self.rules.mac.cts_test_after_sifs && now < self.nav_until {
            self.withhold_cts(rts.from, out);
        } else {
            self.respond(now, Frame::cts(rts, &self.rules.timing), out);
        }
    }

    /// Whether a frame may be answered: no exchange is running, no answer is due, nor the DATA that a CTS allowed.
    fn is_free(&self) -> bool {
        let data_due = self.current.is_some_and(|current| current.uses_rts && !current.rts_pending);
        self.exchange == Exchange::None && self.response.is_none() && !data_due
    }

    fn withhold_cts(&self, from: NodeId, out: &mut Outputs<MacOutput>) {
        let (nav_until, reserved_by) = (self.nav_until, self.nav_by);
        out.push(MacOutput::Event(MacEvent::CtsWithheld { from, nav_until, reserved_by }));
    }

    fn take_cts(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        if self.exchange != Exchange::Rts {
            return;
        }
        out.push(MacOutput::Disarm(MacTimer::Response));
        self.timeout_deferred = false;
        self.short_retries = 0;
        self.end_exchange(now);
        if let Some(current) = &mut self.current {
            current.rts_pending = false;
        }
        out.push(MacOutput::Arm(MacTimer::Sifs, now + self.rules.timing.sifs));
    }

    fn take_data(&mut self, now: SimTime, data: &Frame, out: &mut Outputs<MacOutput>) {
        if !data.is_broadcast() {
            self.stop_waiting(now, out);
            let awaited = self.exchange == Exchange::Cts;
            let needs_wait = self.rules.mac.data_needs_own_cts && self.rules.needs_rts(data.size);
            if !(awaited || (self.is_free() && !needs_wait)) {
                out.push(MacOutput::Event(MacEvent::Occupied { from: data.from, kind: data.kind }));
                return;
            }
            if awaited {
                out.push(MacOutput::Disarm(MacTimer::Response));
                self.end_exchange(now);
            }
            self.respond(now, Frame::ack(data, &self.rules.timing), out);
        }
        if self.is_repeated(data) {
            return;
        }
        if let Some(packet) = data.packet {
            out.push(MacOutput::Deliver { packet, from: data.from });
        }
    }

    /// Data in place of the awaited CTS or ACK: the own attempt has failed, and the data are acknowledged (rule 7; IEEE 802.11-2007
    /// 9.2.5.7 and 9.2.8). The rules of ns-2 go on waiting. If both of two stations waited on, either would ignore the other's data
    /// until one gives up.
    fn stop_waiting(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let waits = matches!(self.exchange, Exchange::Rts | Exchange::Data) && !self.on_air;
        if waits && self.rules.mac.timeout_waits_for_reception {
            out.push(MacOutput::Disarm(MacTimer::Response));
            self.timeout_deferred = false;
            self.attempt_failed(now, out);
        }
    }

    /// Remembers the frame; says whether the same came before (rule 18).
    fn is_repeated(&mut self, data: &Frame) -> bool {
        match self.seen.binary_search_by_key(&data.from, |(from, _)| *from) {
            Ok(place) => {
                let last = std::mem::replace(&mut self.seen[place].1, data.sequence);
                last == data.sequence && data.retry
            }
            Err(place) => {
                self.seen.insert(place, (data.from, data.sequence));
                false
            }
        }
    }

    fn take_ack(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let Some(current) = self.current.filter(|_| self.exchange == Exchange::Data) else { return };
        out.push(MacOutput::Disarm(MacTimer::Response));
        self.timeout_deferred = false;
        if current.uses_rts {
            self.long_retries = 0;
        } else {
            self.short_retries = 0;
        }
        self.end_exchange(now);
        self.succeed(current.data, out);
    }

    fn respond(&mut self, now: SimTime, frame: Frame, out: &mut Outputs<MacOutput>) {
        self.response = Some(frame);
        out.push(MacOutput::Arm(MacTimer::Sifs, now + self.rules.timing.sifs));
    }

    /// SIFS is over: send the response, or the DATA that a CTS allowed.
    pub(super) fn after_sifs(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let idle = self.is_idle(now);
        let Some(response) = self.response.take() else {
            if idle || !self.rules.mac.data_senses_medium {
                self.send_data(now, out);
            } else {
                out.push(MacOutput::Event(MacEvent::DataHeld));
                if let Some(current) = &mut self.current {
                    current.rts_pending = true;
                }
                self.double_window();
                self.draw();
            }
            return;
        };
        if response.kind == FrameKind::Ack {
            self.exchange = Exchange::Ack;
            self.transmit(now, response, out);
        } else if self.rules.mac.cts_test_after_sifs && !idle {
            self.withhold_cts(response.to, out);
        } else {
            self.exchange = Exchange::Cts;
            self.transmit(now, response, out);
            if self.rules.mac.data_needs_own_cts {
                // Until the DATA should have arrived: CTS + SIFS + DATA + 4 us from the start of the CTS.
                let timing = &self.rules.timing;
                let data = response.duration.saturating_sub(timing.sifs + timing.ack);
                let wait = response.air_time + data + crate::mac::timing::Timing::ROUND_TRIP_ALLOWANCE;
                out.push(MacOutput::Arm(MacTimer::Response, now + wait));
            }
        }
    }
}
