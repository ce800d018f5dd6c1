//! Exchanges that begin here: access, RTS, DATA, what happens when no answer comes (spec/wireless.md 5.2, rules 8, 9, 12 to 17).

use crate::kernel::outputs::Outputs;
use crate::mac::backoff::Backoff;
use crate::mac::dcf::{Exchange, GaveUp, Mac, MacEvent, MacOutput, MacTimer};
use crate::mac::frame::{Frame, FrameKind};
use crate::units::SimTime;

impl Mac {
    /// The backoff is over: send what is in hand.
    pub(super) fn access(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        self.backoff = Backoff::None;
        let Some(current) = &mut self.current else { return };
        let tried = std::mem::replace(&mut current.tried, true);
        self.counters.retries += u64::from(tried);
        if current.rts_pending {
            let rts = Frame { retry: tried, ..Frame::rts(&current.data, &self.rules.timing) };
            self.exchange = Exchange::Rts;
            self.transmit(now, rts, out);
            let end = now + rts.air_time;
            out.push(MacOutput::Arm(MacTimer::Response, end + self.rules.timing.cts_timeout()));
        } else {
            self.send_data(now, out);
        }
    }

    /// Puts the data frame on air.
    pub(super) fn send_data(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let Some(current) = self.current else { return };
        self.exchange = Exchange::Data;
        self.transmit(now, current.data, out);
        if !current.data.is_broadcast() {
            let end = now + current.data.air_time;
            out.push(MacOutput::Arm(MacTimer::Response, end + self.rules.timing.ack_timeout()));
        }
    }

    pub(super) fn transmit(&mut self, now: SimTime, frame: Frame, out: &mut Outputs<MacOutput>) {
        match frame.kind {
            FrameKind::Rts => self.counters.rts_sent += 1,
            FrameKind::Cts => self.counters.cts_sent += 1,
            FrameKind::Data => self.counters.data_sent += 1,
            FrameKind::Ack => self.counters.ack_sent += 1,
        }
        self.on_air = true;
        out.push(MacOutput::Transmit(frame));
        out.push(MacOutput::Arm(MacTimer::AirEnd, now + frame.air_time));
    }

    /// The own frame has left the antenna.
    pub(super) fn air_end(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        self.on_air = false;
        match self.exchange {
            Exchange::Ack => self.end_exchange(now),
            // The rules of ns-2 keep waiting for the DATA; the timer ends that.
            Exchange::Cts if !self.rules.mac.data_needs_own_cts => self.end_exchange(now),
            Exchange::Data => {
                if let Some(current) = self.current.filter(|current| current.data.is_broadcast()) {
                    self.end_exchange(now);
                    self.succeed(current.data, out);
                }
            }
            Exchange::None | Exchange::Rts | Exchange::Cts => {}
        }
    }

    /// The packet is through: fresh window, post-backoff even with an empty queue, next packet.
    pub(super) fn succeed(&mut self, data: Frame, out: &mut Outputs<MacOutput>) {
        self.current = None;
        self.cw = self.rules.mac.cw_min;
        self.draw();
        if let Some(packet) = data.packet {
            out.push(MacOutput::Sent { packet, to: data.to });
        }
        out.push(MacOutput::Ready);
    }

    /// The wait for CTS, DATA or ACK is over.
    pub(super) fn no_response(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        if self.rules.mac.timeout_waits_for_reception && self.carrier && self.exchange != Exchange::Cts {
            self.timeout_deferred = true;
            return;
        }
        self.attempt_failed(now, out);
    }

    /// No answer will come to what this station sent last.
    pub(super) fn attempt_failed(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        match self.exchange {
            Exchange::Rts => self.rts_failed(now, out),
            Exchange::Data => self.data_failed(now, out),
            Exchange::Cts => self.end_exchange(now),
            Exchange::None | Exchange::Ack => {}
        }
    }

    fn rts_failed(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        self.end_exchange(now);
        self.short_retries += 1;
        let Some(current) = self.current else { return };
        let attempts = self.short_retries;
        out.push(MacOutput::Event(MacEvent::NoCts { to: current.data.to, attempts }));
        if attempts >= self.rules.mac.short_retry_limit {
            self.short_retries = 0;
            self.give_up(GaveUp::Rts, attempts, out);
        } else {
            self.try_again();
        }
    }

    fn data_failed(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        self.end_exchange(now);
        let Some(current) = self.current else { return };
        let (counter, limit) = if current.uses_rts {
            (&mut self.long_retries, self.rules.mac.long_retry_limit)
        } else {
            (&mut self.short_retries, self.rules.mac.short_retry_limit)
        };
        *counter += 1;
        let attempts = *counter;
        out.push(MacOutput::Event(MacEvent::NoAck { to: current.data.to, attempts }));
        if attempts >= limit {
            *counter = 0;
            self.give_up(GaveUp::Data, attempts, out);
        } else {
            if let Some(current) = &mut self.current {
                current.data.retry = true;
            }
            self.try_again();
        }
    }

    fn try_again(&mut self) {
        if let Some(current) = &mut self.current {
            current.rts_pending = current.uses_rts;
        }
        self.double_window();
        self.draw();
    }

    fn give_up(&mut self, reason: GaveUp, attempts: u8, out: &mut Outputs<MacOutput>) {
        self.counters.retry_drops += 1;
        self.cw = self.rules.mac.cw_min;
        if let Some(Frame { packet: Some(packet), to, .. }) = self.current.take().map(|current| current.data) {
            out.push(MacOutput::Failed { packet, to, reason, attempts });
        }
        if self.rules.mac.back_off_after_give_up {
            self.draw();
        }
        out.push(MacOutput::Ready);
    }
}
