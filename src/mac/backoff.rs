//! A backoff: slots left, frozen while the medium is busy, resumed an interframe space after it falls idle
//! (spec/wireless.md 5.2, rules 2 to 4).

use std::collections::VecDeque;

use crate::rng::Stream;
use crate::units::{SimDuration, SimTime};

/// The backoff of one station.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Backoff {
    /// None pending.
    #[default]
    None,
    /// The medium is busy; this many slots are left.
    Frozen {
        /// Whole slots left.
        slots: u32,
    },
    /// The medium is idle: first the interframe space, then the slots pass.
    Counting {
        /// When the medium fell idle, or the backoff was drawn on an idle medium.
        since: SimTime,
        /// DIFS or EIFS.
        space: SimDuration,
        /// Whole slots left when the space is over.
        slots: u32,
        /// Not a backoff at all, only the interframe space of a first access; if the medium becomes busy, slots are drawn.
        bare: bool,
    },
}

impl Backoff {
    /// When a counting backoff is over.
    pub fn expiry(&self, slot: SimDuration) -> Option<SimTime> {
        match *self {
            Self::Counting { since, space, slots, .. } => Some(since + space + slot * u64::from(slots)),
            Self::None | Self::Frozen { .. } => None,
        }
    }

    /// Whole slots left when the medium becomes busy at `now`.
    ///
    /// With `counts_last` a slot that ends in this very instant has passed; ns-2 mostly does not count it.
    pub fn slots_left(&self, now: SimTime, slot: SimDuration, counts_last: bool) -> u32 {
        match *self {
            Self::None => 0,
            Self::Frozen { slots } => slots,
            Self::Counting { since, space, slots, .. } => {
                let passed = now.since(since + space);
                let mut whole = passed.div_floor(slot);
                if !counts_last && whole > 0 && passed == slot * whole {
                    whole -= 1;
                }
                slots.saturating_sub(u32::try_from(whole).unwrap_or(u32::MAX))
            }
        }
    }
}

/// Where backoff slots come from: the station's random stream, preceded by a script for exchanges computed by hand.
#[derive(Clone, Debug)]
pub struct SlotSource {
    script: VecDeque<u32>,
    stream: Stream,
}

impl SlotSource {
    /// Draws from `stream`.
    pub const fn new(stream: Stream) -> Self {
        Self { script: VecDeque::new(), stream }
    }

    /// Gives these slots first, whatever the contention window.
    pub fn script(&mut self, slots: impl IntoIterator<Item = u32>) {
        self.script.extend(slots);
    }

    /// The next draw: uniform in `0..n` unless scripted.
    pub fn below(&mut self, n: u32) -> u32 {
        self.script.pop_front().unwrap_or_else(|| self.stream.below(n))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SLOT: SimDuration = SimDuration::from_micros(20);

    #[test]
    fn only_whole_slots_pass() {
        let counting =
            Backoff::Counting { since: SimTime::ZERO, space: SimDuration::from_micros(50), slots: 8, bare: false };
        assert_eq!(counting.expiry(SLOT), Some(SimTime::from_nanos(210_000)));
        for (busy_at_us, counted, not_counted) in [
            (0, 8, 8),
            (49, 8, 8),
            (50, 8, 8),
            (69, 8, 8),
            (70, 7, 8),
            (71, 7, 7),
            (110, 5, 6),
            (209, 1, 1),
            (210, 0, 1),
        ] {
            let now = SimTime::from_nanos(busy_at_us * 1000);
            assert_eq!(counting.slots_left(now, SLOT, true), counted, "{busy_at_us} us");
            assert_eq!(counting.slots_left(now, SLOT, false), not_counted, "{busy_at_us} us, last slot not counted");
        }
    }
}
