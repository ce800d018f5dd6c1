//! From times and values to points of the window, and back.

use egui::Rangef;

use crate::units::{SimDuration, SimTime};

/// Farther than this from the plot nothing is drawn: keeps what is off the scale within what a float can hold.
const FAR: f64 = 4_000.0;

/// A time axis from left to right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TimeScale {
    /// The instant at the left end.
    pub from: SimTime,
    /// The instant at the right end, later.
    pub until: SimTime,
    /// The ends, in points of the window.
    pub x: Rangef,
}

impl TimeScale {
    /// The span shown.
    pub fn span(&self) -> SimDuration {
        self.until.since(self.from)
    }

    /// Seconds that a point of the window stands for.
    pub fn seconds_a_point(&self) -> f64 {
        self.span().secs_f64() / f64::from(self.x.span().max(1.0))
    }

    /// Where an instant lies.
    pub fn x_of(&self, at: SimTime) -> f32 {
        // Differences of whole nanoseconds first: far from zero, seconds as floats would lose them.
        let ahead = at.since(self.from).nanos() as f64 - self.from.since(at).nanos() as f64;
        let part = ahead / (self.span().nanos().max(1) as f64);
        (f64::from(self.x.min) + (part * f64::from(self.x.span())).clamp(-FAR, FAR)) as f32
    }

    /// The instant at `x`, not before the start of the run.
    pub fn time_at(&self, x: f32) -> SimTime {
        let part = f64::from(x - self.x.min) / f64::from(self.x.span().max(1.0));
        let ahead = part * self.span().nanos() as f64;
        if ahead < 0.0 {
            let back = SimDuration::from_secs_f64(-ahead / 1e9);
            SimTime::from_nanos(self.from.nanos().saturating_sub(back.nanos()))
        } else {
            self.from.saturating_add(SimDuration::from_secs_f64(ahead / 1e9))
        }
    }

    /// Whether an instant lies within the span.
    pub fn shows(&self, at: SimTime) -> bool {
        self.from <= at && at <= self.until
    }
}

/// A value axis from the bottom to the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueScale {
    /// The value at the bottom.
    pub low: f64,
    /// The value at the top, greater.
    pub high: f64,
    /// The y of the top (`min`) and of the bottom (`max`), in points of the window.
    pub y: Rangef,
}

impl ValueScale {
    /// Where a value lies.
    pub fn y_of(&self, value: f64) -> f32 {
        let part = (value - self.low) / (self.high - self.low).max(f64::MIN_POSITIVE);
        (f64::from(self.y.max) - (part * f64::from(self.y.span())).clamp(-FAR, FAR)) as f32
    }

    /// The value at `y`.
    pub fn value_at(&self, y: f32) -> f64 {
        self.low + f64::from(self.y.max - y) / f64::from(self.y.span().max(1.0)) * (self.high - self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        let at = SimTime::from_nanos;
        let far = 40_000_000_000_000;
        let time = TimeScale { from: at(far), until: at(far + 1_000), x: Rangef::new(100.0, 1100.0) };
        assert_eq!((time.x_of(at(far + 250)), time.time_at(350.0)), (350.0, at(far + 250)));
        assert_eq!((time.x_of(at(far - 10)), time.time_at(90.0)), (90.0, at(far - 10)));
        assert_eq!(time.time_at(-1e20), SimTime::ZERO);
        let value = ValueScale { low: 0.0, high: 20.0, y: Rangef::new(10.0, 110.0) };
        assert_eq!((value.y_of(5.0), value.value_at(85.0)), (85.0, 5.0));
        assert!(value.y_of(f64::INFINITY) < -1000.0 && value.y_of(f64::INFINITY).is_finite());
    }
}
