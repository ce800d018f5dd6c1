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
    stream: Stream,
}

impl Loss {
    /// Loses each packet with probability `rate`, 0 to 1.
    pub const fn new(rate: f64, stream: Stream) -> Self {
        Self { rate, stream }
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
    pub fn judge(&mut self, _now: SimTime, _packet: &Packet) -> Verdict {
        if self.stream.happens(self.rate) { Verdict::Lose } else { Verdict::Pass }
    }
}
