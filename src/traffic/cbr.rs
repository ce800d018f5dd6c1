//! Constant bit rate: datagram n of L bytes is due at start + ceil(8 n L / rate), from one exact division, so nothing drifts
//! however long the run is.
//!
//! With jitter each gap is stretched or shrunk by a uniform share of up to 5 % (spec/transport.md 8): the spread of the gaps adds
//! up, their mean stays. Instants strictly ascend, by a nanosecond at least.

use crate::rng::Stream;
use crate::units::{BitRate, Bytes, NANOS_PER_SECOND, SimDuration, SimTime};

/// The widest change of a gap is this part of it.
const JITTER_PART: f64 = 1.0 / 20.0;

/// The instants of one flow.
#[derive(Clone, Debug)]
pub struct Cbr {
    rate: BitRate,
    packet: Bytes,
    jitter: Option<Box<Stream>>,
    start: SimTime,
    /// Datagrams so far.
    count: u64,
    /// Sum of all changes of gaps, in nanoseconds.
    shift: i64,
    last: Option<SimTime>,
}

impl Cbr {
    /// Datagrams of `packet` payload bytes at `rate`, the first at `start`; `jitter` spreads the gaps. A rate of zero stands for
    /// no datagrams but the first.
    pub const fn new(rate: BitRate, packet: Bytes, start: SimTime, jitter: Option<Box<Stream>>) -> Self {
        Self { rate, packet, jitter, start, count: 0, shift: 0, last: None }
    }

    /// Begins again with the first datagram at `start`; the random stream goes on.
    pub const fn restart(&mut self, start: SimTime) {
        self.start = start;
        self.count = 0;
        self.shift = 0;
        self.last = None;
    }

    /// When the next datagram is due: later than the one before.
    pub fn next_due(&mut self) -> Option<SimTime> {
        let nominal = self.nominal(self.count)?;
        if let (Some(stream), 1..) = (&mut self.jitter, self.count) {
            let gap = self.packet.time_at(self.rate);
            self.shift += jitter(stream, gap);
        }
        let shifted = SimTime::from_nanos(nominal.nanos().saturating_add_signed(self.shift));
        let due = match self.last {
            Some(last) => shifted.max(last.saturating_add(SimDuration::from_nanos(1))),
            None => shifted,
        };
        self.count += 1;
        self.last = Some(due);
        Some(due)
    }

    /// The payload of every datagram.
    pub const fn packet(&self) -> Bytes {
        self.packet
    }

    /// When datagram `n` is due without jitter.
    fn nominal(&self, n: u64) -> Option<SimTime> {
        let bit_nanos = u128::from(n) * u128::from(self.packet.bits()) * u128::from(NANOS_PER_SECOND);
        let offset = match (n, self.rate.0) {
            (0, _) => 0,
            (_, 0) => return None,
            (_, rate) => u64::try_from(bit_nanos.div_ceil(u128::from(rate))).ok()?,
        };
        self.start.nanos().checked_add(offset).map(SimTime::from_nanos)
    }
}

/// A uniform change of `gap`, in nanoseconds either way.
#[expect(clippy::cast_possible_truncation, reason = "float to integer casts saturate")]
fn jitter(stream: &mut Stream, gap: SimDuration) -> i64 {
    let part = (2.0 * stream.unit() - 1.0) * JITTER_PART;
    libm::round(part * gap.nanos() as f64) as i64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::{Owner, Purpose};

    const START: SimTime = SimTime::from_nanos(1_000_000_000);

    fn stream() -> Box<Stream> {
        Box::new(Stream::new(1, Owner::Flow(0), Purpose::Traffic))
    }

    fn offsets(cbr: &mut Cbr, count: usize) -> Vec<u64> {
        std::iter::from_fn(|| cbr.next_due()).take(count).map(|at| at.since(START).nanos()).collect()
    }

    #[test]
    fn datagram_n_is_due_after_n_times_its_bits_over_the_rate_rounded_up() {
        for (rate, packet, due) in [
            // 8000 bits at 2 Mb/s: 4 ms.
            (2_000_000, 1000, [0, 4_000_000, 8_000_000, 12_000_000]),
            // 8 bits at 3 Gb/s: 2 2/3 ns.
            (3_000_000_000, 1, [0, 3, 6, 8]),
            // 8000 bits at 7 Mb/s: 1142857 1/7 ns.
            (7_000_000, 1000, [0, 1_142_858, 2_285_715, 3_428_572]),
            // Faster than the clock: never twice in one nanosecond.
            (u64::MAX, 1, [0, 1, 2, 3]),
        ] {
            let mut cbr = Cbr::new(BitRate(rate), Bytes(packet), START, None);
            assert_eq!(offsets(&mut cbr, 4), due, "{rate} b/s, {packet} B");
        }
    }

    #[test]
    fn an_hour_at_an_odd_rate_does_not_drift() {
        let mut cbr = Cbr::new(BitRate(7_000_000), Bytes(1000), START, None);
        // 7 Mb/s are 875 datagrams of 8000 bits a second: number 3,150,000 comes exactly after an hour.
        let last = offsets(&mut cbr, 3_150_001).pop();
        assert_eq!(last, Some(3_600 * NANOS_PER_SECOND));
    }

    #[test]
    fn a_rate_of_zero_sends_once() {
        let mut cbr = Cbr::new(BitRate(0), Bytes(1000), START, None);
        assert_eq!(offsets(&mut cbr, 5), [0]);
    }

    #[test]
    fn jitter_spreads_gaps_evenly_over_five_percent_either_way() {
        let mut cbr = Cbr::new(BitRate(2_000_000), Bytes(1000), START, Some(stream()));
        let due = offsets(&mut cbr, 100_001);
        assert_eq!(due[0], 0, "the first datagram is on time");
        let mut cells = [0u32; 10];
        for pair in due.windows(2) {
            let gap = pair[1] - pair[0];
            assert!((3_800_000..=4_200_000).contains(&gap), "{gap}");
            cells[usize::try_from((gap - 3_800_000) / 40_001).unwrap()] += 1;
        }
        // Each cell is binomial with mean 10,000 and standard deviation 95: five of those either way.
        assert!(cells.iter().all(|n| (9_525..=10_475).contains(n)), "{cells:?}");
        // The sum has mean 400 s and standard deviation 0.2 ms * 2 / sqrt(12) * sqrt(100,000) = 36.5 ms.
        let off = due[100_000].abs_diff(400_000_000_000);
        assert!(off < 4 * 36_500_000, "{off}");
    }

    #[test]
    fn a_restart_begins_with_a_new_first_datagram() {
        for jitter in [None, Some(stream())] {
            let mut cbr = Cbr::new(BitRate(2_000_000), Bytes(1000), START, jitter);
            offsets(&mut cbr, 10);
            let again = START + SimDuration::from_secs(5);
            cbr.restart(again);
            assert_eq!(cbr.next_due(), Some(again));
        }
    }
}
