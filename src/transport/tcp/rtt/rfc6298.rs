//! The time-out of RFC 6298, in integer nanoseconds.

use super::Bounds;
use crate::units::{SimDuration, SimTime};

/// The factor cannot grow beyond 2^31: that is 2 s on a time-out of 1 ns.
const MAX_EXPONENT: u32 = 31;

/// Smoothed mean and deviation of the round-trip time.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Rfc6298 {
    bounds: Bounds,
    srtt: Option<SimDuration>,
    rttvar: SimDuration,
    /// The time-out without backoff.
    base: SimDuration,
    exponent: u32,
}

impl Rfc6298 {
    pub(super) const fn new(bounds: Bounds) -> Self {
        Self { bounds, srtt: None, rttvar: SimDuration::ZERO, base: bounds.initial, exponent: 0 }
    }

    pub(super) fn sample(&mut self, rtt: SimDuration, _sent: SimTime) {
        let rtt = rtt.nanos();
        let (srtt, rttvar) = match self.srtt {
            // RFC 6298 (2.2)
            None => (rtt, rtt / 2),
            // RFC 6298 (2.3): the deviation first, from the old mean.
            Some(srtt) => {
                let srtt = srtt.nanos();
                ((7 * srtt + rtt) / 8, (3 * self.rttvar.nanos() + srtt.abs_diff(rtt)) / 4)
            }
        };
        self.srtt = Some(SimDuration::from_nanos(srtt));
        self.rttvar = SimDuration::from_nanos(rttvar);
        self.exponent = 0;
        let granularity = self.bounds.granularity.nanos();
        let wanted =
            SimDuration::from_nanos(srtt + granularity.max(4 * rttvar)).clamp(self.bounds.min, self.bounds.max);
        // Rounded up, as a timer that is driven by ticks would expire.
        self.base = match granularity {
            0 => wanted,
            tick => SimDuration::from_nanos(wanted.nanos().next_multiple_of(tick)),
        };
    }

    /// RFC 6298 (5.5)
    pub(super) fn back_off(&mut self) {
        if self.rto() < self.bounds.max && self.exponent < MAX_EXPONENT {
            self.exponent += 1;
        }
    }

    pub(super) const fn clear_backoff(&mut self) {
        self.exponent = 0;
    }

    pub(super) fn rto(&self) -> SimDuration {
        self.base.saturating_mul(1 << self.exponent).min(self.bounds.max)
    }

    pub(super) const fn backoff(&self) -> u32 {
        1 << self.exponent
    }

    pub(super) const fn srtt(&self) -> Option<SimDuration> {
        self.srtt
    }

    pub(super) const fn rttvar(&self) -> SimDuration {
        self.rttvar
    }
}
