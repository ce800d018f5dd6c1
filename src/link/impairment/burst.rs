//! Losses in bursts that come and go by the clock: in each period one stretch in which packets are lost with some probability
//! (spec/wireless.md 8: 0.85 for one second in twelve, as in the energy measurements of TCP over multi-hop wireless).
//!
//! One draw a packet, inside and outside of a burst, so changing the stretch shifts nobody's later draws.

use crate::link::impairment::Verdict;
use crate::packet::Packet;
use crate::rng::Stream;
use crate::units::{SimDuration, SimTime};

/// The stage with its stream.
#[derive(Clone, Debug)]
pub struct Burst {
    rate: f64,
    on: SimDuration,
    period: SimDuration,
    phase: SimDuration,
    stream: Stream,
}

impl Burst {
    /// Loses packets with probability `rate` during `[k period + phase, k period + phase + on)`. Without a phase it is drawn,
    /// uniform over the period.
    pub fn new(
        rate: f64,
        on: SimDuration,
        period: SimDuration,
        phase: Option<SimDuration>,
        mut stream: Stream,
    ) -> Self {
        let drawn = SimDuration::from_secs_f64(stream.unit() * period.secs_f64());
        Self { rate, on, period, phase: phase.unwrap_or(drawn), stream }
    }

    /// Whether packets are at risk at `now`.
    pub fn is_on(&self, now: SimTime) -> bool {
        let period = self.period.nanos().max(1);
        // How far the period of this burst has come.
        let into = (now.nanos() % period + period - self.phase.nanos() % period) % period;
        into < self.on.nanos()
    }

    /// Draws for one packet.
    pub fn judge(&mut self, now: SimTime, _packet: &Packet) -> Verdict {
        let drawn = self.stream.happens(self.rate);
        if drawn && self.is_on(now) { Verdict::Lose } else { Verdict::Pass }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::impairment::tests::{lost_of, stream};

    fn burst(phase: Option<SimDuration>) -> Burst {
        Burst::new(0.85, SimDuration::from_secs(1), SimDuration::from_secs(12), phase, stream())
    }

    #[test]
    fn the_bursts_lie_where_they_should() {
        let burst = burst(Some(SimDuration::from_secs(5)));
        let on = |ms: u64| burst.is_on(SimTime::from_nanos(ms * 1_000_000));
        assert_eq!([4_999, 5_000, 5_999, 6_000].map(on), [false, true, true, false]);
        assert_eq!([0, 16_999, 17_000, 17_999, 18_000].map(on), [false, false, true, true, false]);
        // One that begins before the end of a period goes on in the next.
        let late = self::burst(Some(SimDuration::from_millis(11_500)));
        assert!(late.is_on(SimTime::from_nanos(12_400_000_000)) && !late.is_on(SimTime::from_nanos(12_500_000_000)));
        assert!(!late.is_on(SimTime::from_nanos(11_499_000_000)));
    }

    /// Check 25 of spec/wireless.md 12: a million packets at a constant rate over 12,000 s: mean 0.85 / 12 within 0.001, none outside.
    #[test]
    fn check_25_burst_loss() {
        let mut burst = burst(None);
        let mut outside = 0;
        let share = lost_of(1_000_000, SimDuration::from_millis(12), |now, packet| {
            let verdict = burst.judge(now, packet);
            outside += u32::from(verdict == Verdict::Lose && !burst.is_on(now));
            verdict
        });
        assert!((share - 0.85 / 12.0).abs() < 0.001, "{share}");
        assert_eq!(outside, 0);
    }
}
