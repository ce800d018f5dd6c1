//! The window test, what goes out, and the retransmission timer.

use super::super::output::{HEADERS, TcpEvent, TcpOutput, TcpTimer};
use super::{FIRST_PAYLOAD, TcpSender};
use crate::congestion::Algorithm;
use crate::kernel::outputs::Outputs;
use crate::packet::{TcpFlags, TcpHeader};
use crate::recovery::Sending;
use crate::units::SimTime;

/// What the sender itself could take: data flows the other way, so it only has to look plausible.
const OWN_WINDOW: u32 = 65_535;

impl TcpSender {
    /// Sends new data, or old data after a rewind, within the bounds of `sending`.
    pub(super) fn send(&mut self, now: SimTime, sending: Sending, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        match sending {
            Sending::Window => self.send_window(now, u32::MAX, law, out),
            Sending::AtMost(most) => self.send_window(now, most, law, out),
            Sending::Limited { window } => {
                if self.config.limited_transmit {
                    self.send_beyond_window(now, law, out);
                }
                if window {
                    self.send_window(now, u32::MAX, law, out);
                }
            }
            Sending::Nothing => {}
        }
    }

    /// Sends the first unacknowledged segment again, wherever `nxt` is.
    pub(super) fn retransmit_first(&mut self, now: SimTime, out: &mut Outputs<TcpOutput>) {
        let len = (self.max - self.una).min(u64::from(self.config.segment));
        self.transmit(now, self.una, len, out);
    }

    pub(super) fn send_syn(&mut self, now: SimTime, out: &mut Outputs<TcpOutput>) {
        let header = TcpHeader {
            window: OWN_WINDOW,
            flags: TcpFlags { syn: true, ack: false, fin: false },
            retransmission: self.max > 0,
            ..TcpHeader::default()
        };
        self.account(now, 0, FIRST_PAYLOAD, out);
        self.nxt = FIRST_PAYLOAD;
        out.push(TcpOutput::Send { header, size: HEADERS });
    }

    /// Sets the retransmission timer to the time-out in force.
    pub(super) fn arm(&mut self, now: SimTime, out: &mut Outputs<TcpOutput>) {
        let due = now.saturating_add(self.rtt.rto());
        assert!(due > now, "a timer for the present instant would never let time go on");
        self.timer_armed = true;
        self.counters.timer_arms += 1;
        out.push(TcpOutput::Arm(TcpTimer::Rto, due));
    }

    /// Clears the timer after an acknowledgement that left nothing outstanding.
    pub(super) fn disarm_if_idle(&self, out: &mut Outputs<TcpOutput>) {
        if !self.timer_armed {
            out.push(TcpOutput::Disarm(TcpTimer::Rto));
        }
    }

    /// The usable window in segments, with `extra` on top of the congestion window.
    pub(super) fn window(&self, law: &Algorithm, extra: f64) -> f64 {
        (law.window() + self.engine.inflation() + extra)
            .min(f64::from(self.config.max_window))
            .min(self.segments(self.receiver_window))
    }

    fn send_window(&mut self, now: SimTime, most: u32, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.restart_after_idle(now, law, out);
        let window = self.window(law, 0.0);
        for _ in 0..most {
            let len = self.next_len();
            if len == 0 || !self.fits(len, window) {
                self.held_by_window = len > 0 && !self.fits(len, law.window() + self.engine.inflation());
                return;
            }
            self.transmit_next(now, len, out);
        }
    }

    /// RFC 3042 section 2: one segment for each of the first duplicate acknowledgements.
    fn send_beyond_window(&mut self, now: SimTime, law: &Algorithm, out: &mut Outputs<TcpOutput>) {
        let is_new = self.nxt == self.max;
        let len = self.next_len();
        if len == 0 || (self.engine.rules().limited_sends_new_only && !is_new) {
            return;
        }
        if self.fits(len, self.window(law, f64::from(self.engine.dupacks()))) {
            if is_new && !self.fits(len, self.window(law, 0.0)) {
                self.beyond_window += len;
            }
            self.transmit_next(now, len, out);
        }
    }

    /// Payload of the next segment; 0 if there is none. Old data is not mixed with new.
    fn next_len(&self) -> u64 {
        let available = if self.nxt < self.max {
            self.max - self.nxt
        } else if self.stopped {
            0
        } else {
            self.supplied - self.nxt
        };
        available.min(u64::from(self.config.segment))
    }

    /// Whether `len` bytes from `nxt` on lie within `window` segments: whole segments for a full one, bytes for a short one.
    fn fits(&self, len: u64, window: f64) -> bool {
        let segment = u64::from(self.config.segment);
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a window is positive and below 2^32"
        )]
        let bytes = if len == segment { window as u64 * segment } else { (window * segment as f64) as u64 };
        self.nxt + len <= self.una + bytes
    }

    fn transmit_next(&mut self, now: SimTime, len: u64, out: &mut Outputs<TcpOutput>) {
        let seq = self.nxt;
        self.nxt += len;
        self.transmit(now, seq, len, out);
    }

    fn transmit(&mut self, now: SimTime, seq: u64, len: u64, out: &mut Outputs<TcpOutput>) {
        let retransmission = seq < self.max;
        self.counters.bytes += len;
        self.counters.bytes_retransmitted += if retransmission { len } else { 0 };
        self.account(now, seq, seq + len, out);
        #[expect(clippy::cast_possible_truncation, reason = "at most one segment, which is a u32")]
        let len = len as u32;
        let header = TcpHeader {
            seq,
            ack: FIRST_PAYLOAD,
            len,
            window: OWN_WINDOW,
            flags: TcpFlags { syn: false, ack: true, fin: false },
            retransmission,
            ..TcpHeader::default()
        };
        out.push(TcpOutput::Send { header, size: len + HEADERS });
    }

    /// The bytes `seq..end` go out now: counters, clocks and timer.
    fn account(&mut self, now: SimTime, seq: u64, end: u64, out: &mut Outputs<TcpOutput>) {
        self.counters.segments += 1;
        if seq < self.max {
            self.counters.retransmissions += 1;
            self.rtt.on_retransmission(seq, end);
        } else {
            self.rtt.on_first_transmission(seq, end, now);
        }
        self.max = self.max.max(end);
        self.last_sent = now;
        if !self.timer_armed {
            // RFC 6298 (5.1)
            self.arm(now, out);
        }
    }

    /// RFC 5681 4.1: what the window was before an idle time longer than the time-out says nothing about the path now.
    fn restart_after_idle(&self, now: SimTime, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        let idle = self.una == self.max && now.since(self.last_sent) > self.rtt.rto();
        let initial = f64::from(self.config.initial_window);
        if self.config.idle_restart && idle && self.next_len() > 0 && law.window() > initial {
            law.on_idle_restart(initial);
            out.push(TcpOutput::Event(TcpEvent::IdleRestart));
        }
    }
}
