//! Losses in bursts of random length: a path that is good or bad, changes between the two at random, and loses packets with another
//! probability in each (Gilbert 1960, Elliott 1963; spec/wireless.md 8).
//!
//! A packet first finds the path changed or not, then is lost or not: two draws a packet.

use crate::link::impairment::Verdict;
use crate::packet::Packet;
use crate::rng::Stream;
use crate::units::SimTime;

/// The stage with its stream.
#[derive(Clone, Debug)]
pub struct GilbertElliott {
    to_bad: f64,
    to_good: f64,
    loss: [f64; 2],
    is_bad: bool,
    stream: Stream,
}

impl GilbertElliott {
    /// A path that is good at first. With each packet it becomes bad with probability `to_bad`, or good again with `to_good`; it loses
    /// packets with the probabilities `loss`, while good and while bad.
    pub const fn new(to_bad: f64, to_good: f64, loss: [f64; 2], stream: Stream) -> Self {
        Self { to_bad, to_good, loss, is_bad: false, stream }
    }

    /// Draws for one packet.
    pub fn judge(&mut self, _now: SimTime, _packet: &Packet) -> Verdict {
        let change = if self.is_bad { self.to_good } else { self.to_bad };
        if self.stream.happens(change) {
            self.is_bad = !self.is_bad;
        }
        if self.stream.happens(self.loss[usize::from(self.is_bad)]) { Verdict::Lose } else { Verdict::Pass }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::link::impairment::tests::{lost_of, stream};
    use crate::units::SimDuration;

    /// The share of bad packets is `to_bad / (to_bad + to_good)`, the mean length of a bad stretch `1 / to_good` packets.
    #[test]
    fn shares_and_lengths_by_hand() {
        for (to_bad, to_good, good, bad) in [(0.01, 0.1, 0.0, 1.0), (0.05, 0.25, 0.02, 0.6), (0.2, 0.2, 0.1, 0.1)] {
            let mut stage = GilbertElliott::new(to_bad, to_good, [good, bad], stream());
            let (mut stretches, mut bads, mut before) = (0_u32, 0_u32, false);
            let share = lost_of(1_000_000, SimDuration::from_micros(1), |now, packet| {
                let verdict = stage.judge(now, packet);
                stretches += u32::from(stage.is_bad && !before);
                bads += u32::from(stage.is_bad);
                before = stage.is_bad;
                verdict
            });
            let part = to_bad / (to_bad + to_good);
            let expected = part * bad + (1.0 - part) * good;
            assert!((share - expected).abs() < 0.003, "{to_bad} {to_good}: {share}, expected {expected}");
            let length = f64::from(bads) / f64::from(stretches);
            assert!((length * to_good - 1.0).abs() < 0.03, "{to_bad} {to_good}: {length} packets");
        }
    }
}
