//! Independent loss: every packet, data or acknowledgement, is lost with the same probability (spec/wireless.md 8).
//!
//! One draw a packet, whatever the rate is, so changing the rate shifts nobody's later draws.

use crate::link::impairment::Verdict;
use crate::packet::Packet;
use crate::rng::Stream;
use crate::units::SimTime;

/// The stage with its stream.
#[derive(Clone, Debug)]
pub struct Loss {
    rate: f64,
    data_only: bool,
    stream: Stream,
}

impl Loss {
    /// Loses each packet with probability `rate`, 0 to 1; if `data_only`, no packet without payload.
    pub const fn new(rate: f64, data_only: bool, stream: Stream) -> Self {
        Self { rate, data_only, stream }
    }

    /// Sets the probability from the next packet on.
    pub const fn set_rate(&mut self, rate: f64) {
        self.rate = rate;
    }

    /// The probability.
    pub const fn rate(&self) -> f64 {
        self.rate
    }

    /// Draws for one packet.
    pub fn judge(&mut self, _now: SimTime, packet: &Packet) -> Verdict {
        let drawn = self.stream.happens(self.rate);
        if drawn && (!self.data_only || packet.payload() > 0) { Verdict::Lose } else { Verdict::Pass }
    }
}
