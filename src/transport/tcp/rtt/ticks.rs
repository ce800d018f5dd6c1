//! The time-out of ns-2: whole ticks of a clock with a phase of its own (spec/transport.md 2.12, "Timing").

use super::Bounds;
use crate::units::{SimDuration, SimTime};

/// The factor stops doubling here once the time-out has reached its bound.
const BACKOFF_KNEE: u32 = 64;
/// Beyond this factor the mean is forgotten, so that the next sample starts afresh.
const BACKOFF_FORGETS: u32 = 8;

/// Mean (times 8) and deviation (times 4) of the round-trip time in ticks.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Ticks {
    bounds: Bounds,
    phase: SimDuration,
    mean8: i64,
    deviation4: i64,
    sampled: bool,
    backoff: u32,
}

impl Ticks {
    pub(super) const fn new(bounds: Bounds, phase: SimDuration) -> Self {
        Self { bounds, phase, mean8: 0, deviation4: 0, sampled: false, backoff: 1 }
    }

    /// A segment sent at `sent` took `rtt`: what counts is how many ticks of the clock fell into that time.
    pub(super) fn sample(&mut self, rtt: SimDuration, sent: SimTime) {
        let tick = self.tick();
        let into_tick = (sent.nanos() + self.phase.nanos()) % tick;
        let ticks = i64::try_from((rtt.nanos() + into_tick) / tick).unwrap_or(i64::MAX >> 4).max(1);
        if self.mean8 == 0 {
            self.mean8 = 8 * ticks;
            self.deviation4 = 2 * ticks;
        } else {
            let error = ticks - (self.mean8 >> 3);
            self.mean8 = (self.mean8 + error).max(1);
            self.deviation4 = (self.deviation4 + error.abs() - (self.deviation4 >> 2)).max(1);
        }
        self.sampled = true;
        self.backoff = 1;
    }

    pub(super) fn back_off(&mut self) {
        if self.backoff < BACKOFF_KNEE || self.rto() < self.bounds.max {
            self.backoff = self.backoff.saturating_mul(2);
        }
        if self.backoff > BACKOFF_FORGETS {
            self.deviation4 += self.mean8 >> 3;
            self.mean8 = 0;
        }
    }

    pub(super) const fn clear_backoff(&mut self) {
        self.backoff = 1;
    }

    pub(super) fn rto(&self) -> SimDuration {
        let base = if self.sampled { self.ticks(self.deviation4 + (self.mean8 >> 3)) } else { self.bounds.initial };
        base.max(self.bounds.min).saturating_mul(u64::from(self.backoff)).min(self.bounds.max)
    }

    pub(super) const fn backoff(&self) -> u32 {
        self.backoff
    }

    pub(super) fn srtt(&self) -> Option<SimDuration> {
        (self.mean8 > 0).then(|| SimDuration::from_nanos(self.ticks(self.mean8).nanos() / 8))
    }

    pub(super) fn rttvar(&self) -> SimDuration {
        SimDuration::from_nanos(self.ticks(self.deviation4).nanos() / 4)
    }

    const fn ticks(&self, count: i64) -> SimDuration {
        SimDuration::from_nanos(self.tick()).saturating_mul(count.unsigned_abs())
    }

    /// The length of a tick; without granularity the clock counts nanoseconds.
    const fn tick(&self) -> u64 {
        match self.bounds.granularity.nanos() {
            0 => 1,
            tick => tick,
        }
    }
}
