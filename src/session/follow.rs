//! Following: slowing down by itself for losses, third duplicate acknowledgements, timeouts and route changes, and hurrying over
//! stretches in which nothing happens.

use std::time::Duration;

use crate::metrics::{MarkKind, Marks};
use crate::session::Speed;
use crate::units::{SimDuration, SimTime};

/// Simulated time before an event from which on it is slow.
pub const BEFORE: SimDuration = SimDuration::from_millis(10);

/// Simulated time after an event until which it is slow.
pub const AFTER: SimDuration = SimDuration::from_millis(20);

/// Simulated seconds in a second while it is slow: an event takes a second and a half.
pub const SLOW: f64 = 0.02;

/// The state of following.
#[derive(Clone, Debug, PartialEq)]
pub struct Follow {
    /// Whether it is wished.
    pub enabled: bool,
    /// Until when it is slow now.
    slow_until: Option<SimTime>,
    /// Events before this are not slowed down for: a second at the wished speed lies between two of them.
    quiet_until: SimTime,
}

impl Default for Follow {
    fn default() -> Self {
        Self { enabled: true, slow_until: None, quiet_until: SimTime::ZERO }
    }
}

impl Follow {
    /// Whether it is slow at `now` because of an event.
    pub fn is_slow(&self, now: SimTime) -> bool {
        self.enabled && self.slow_until.is_some_and(|until| now < until)
    }

    /// The speed to go at, where `wish` is wished. While nothing is on its way, `next` is when something happens.
    pub fn speed(&self, now: SimTime, wish: Speed, next: Option<SimTime>) -> Speed {
        /// Silence on screen that is borne, and in which what is left of a longer one shrinks to a third.
        const PATIENCE: Duration = Duration::from_millis(400);
        let silence = next.map_or(SimDuration::ZERO, |next| next.since(now));
        if self.enabled && silence > wish.in_wall(PATIENCE) {
            return Speed::Ratio(silence.secs_f64() / PATIENCE.as_secs_f64());
        }
        match wish {
            Speed::Ratio(ratio) if ratio <= SLOW => wish,
            _ if self.is_slow(now) => Speed::Ratio(SLOW),
            _ => wish,
        }
    }

    /// Whether `wish` leaves something to slow down from.
    pub const fn matters(&self, wish: Speed) -> bool {
        let fast = match wish {
            Speed::Ratio(ratio) => ratio > SLOW,
            Speed::Unlimited => true,
        };
        self.enabled && fast
    }

    /// The run went from `from` to `until`. If an event lies there that is to be slow, gives the instant to go back to.
    pub fn look(&mut self, marks: &Marks, from: SimTime, until: SimTime, wish: Speed) -> Option<SimTime> {
        if self.is_slow(from) {
            return None;
        }
        let (at, _) = marks.range(from.max(self.quiet_until), until).iter().find(|(_, mark)| is_event(mark.kind))?;
        self.slow_until = Some(at.saturating_add(AFTER));
        let second = wish.in_wall(Duration::from_secs(1));
        // As fast as possible has no second: a simulated one then.
        let gap = if second == SimDuration::MAX { SimDuration::from_secs(1) } else { second };
        self.quiet_until = at.saturating_add(AFTER).saturating_add(gap);
        let back = SimTime::from_nanos(at.nanos().saturating_sub(BEFORE.nanos()));
        Some(back.max(from))
    }

    /// Forgets where it was, after a seek.
    pub fn forget(&mut self) {
        self.slow_until = None;
        self.quiet_until = SimTime::ZERO;
    }
}

const fn is_event(kind: MarkKind) -> bool {
    match kind {
        MarkKind::Loss | MarkKind::ThirdDuplicateAck | MarkKind::Timeout | MarkKind::RouteChange => true,
        MarkKind::Command => false,
    }
}
