//! Round figures along an axis: steps of 1, 2 or 5 times a power of ten.

use crate::ui::format;
use crate::units::{SimDuration, SimTime};

/// The least of 1, 2, 5 times a power of ten that is not below `value`; 1 for what is not positive.
pub fn round_up(value: f64) -> f64 {
    if !(value.is_finite() && value > 0.0) {
        return 1.0;
    }
    let decade = 10_f64.powi(value.log10().floor() as i32);
    // A hair of tolerance: 0.5 must not become 1 because a float says 0.500 000 01.
    [1.0, 2.0, 5.0]
        .map(|step| step * decade)
        .into_iter()
        .find(|step| *step >= value * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

/// The least of 1, 2, 5 times a power of ten nanoseconds that is not below `span`.
pub fn round_up_time(span: SimDuration) -> SimDuration {
    let mut decade: u64 = 1;
    loop {
        for step in [decade, decade.saturating_mul(2), decade.saturating_mul(5)] {
            if step >= span.nanos() || step > u64::MAX / 20 {
                return SimDuration::from_nanos(step);
            }
        }
        decade = decade.saturating_mul(10);
    }
}

/// Values of an axis from `low` to `high`, at most `most` or so, with as many decimals as their step needs.
pub fn values(low: f64, high: f64, most: f32) -> (Vec<f64>, usize) {
    let step = round_up((high - low) / f64::from(most.max(1.0)));
    let first = (low / step - 1e-9).ceil();
    let list = (0..64).map(|i| (first + f64::from(i)) * step).take_while(|value| *value <= high + step * 1e-9);
    // The clamp turns a negative zero into a plain one.
    (list.map(|value| if value == 0.0 { 0.0 } else { value }).collect(), decimals(step))
}

/// Decimals that a step of 1, 2 or 5 times a power of ten needs.
pub fn decimals(step: f64) -> usize {
    let decimals = -(step.log10() + 1e-9).floor();
    if decimals > 0.0 { decimals as usize } else { 0 }
}

/// Where a value axis that begins at zero ends, so that `peak` has some room above it and `most` ticks are enough.
pub fn top(peak: f64, most: f32) -> f64 {
    let peak = if peak.is_finite() && peak > 0.0 { peak } else { 1.0 };
    let step = round_up(peak / f64::from(most.max(1.0)));
    // Half steps: a peak just above a tick would otherwise waste a third of the lane.
    (peak * 1.04 / (step / 2.0)).ceil() * (step / 2.0)
}

/// A figure on a time axis.
#[derive(Clone, Debug, PartialEq)]
pub struct TimeTick {
    /// The instant.
    pub at: SimTime,
    /// In seconds, without the unit.
    pub text: String,
}

/// Figures of a time axis `width` points wide; they lie as close as `gap` points beside their own width (6.3 a digit).
pub fn times(from: SimTime, until: SimTime, width: f32, gap: f32) -> Vec<TimeTick> {
    let a_point = until.since(from).secs_f64() / f64::from(width.max(1.0));
    let mut step = round_up_time(SimDuration::from_secs_f64(a_point * f64::from(gap)));
    for _ in 0..8 {
        // The figures are as wide as their step demands, and the step as wide as its figures.
        let digits = label(until, step).chars().count() as f32;
        let wanted = round_up_time(SimDuration::from_secs_f64(a_point * f64::from(digits * 6.3 + gap)));
        if wanted <= step {
            break;
        }
        step = round_up_time(SimDuration::from_nanos(step.nanos() + 1));
    }
    let first = from.nanos().div_ceil(step.nanos());
    let last = until.nanos() / step.nanos();
    let ticks = (first..=last).take(256).map(|k| SimTime::from_nanos(k.saturating_mul(step.nanos())));
    ticks.map(|at| TimeTick { at, text: label(at, step) }).collect()
}

/// An instant in seconds with the decimals of `step`; those after the third in groups of three.
fn label(at: SimTime, step: SimDuration) -> String {
    let mut decimals = 9;
    let mut unit = step.nanos();
    while decimals > 0 && unit.is_multiple_of(10) {
        unit /= 10;
        decimals -= 1;
    }
    if at == SimTime::ZERO {
        decimals = 0;
    }
    let (seconds, rest) = (at.nanos() / 1_000_000_000, at.nanos() % 1_000_000_000);
    let mut text = format::thousands(seconds);
    let digits = format!("{rest:09}");
    for (place, digit) in digits.chars().take(decimals).enumerate() {
        match place {
            0 => text.push('.'),
            3 | 6 => text.push(format::NARROW),
            _ => {}
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(from: u64, until: u64, width: f32) -> Vec<String> {
        times(SimTime::from_nanos(from), SimTime::from_nanos(until), width, 60.0).into_iter().map(|t| t.text).collect()
    }

    #[test]
    fn steps_are_round() {
        for (value, round) in [(0.011, 0.02), (0.5, 0.5), (3.0, 5.0), (20.0, 20.0), (21.0, 50.0), (-1.0, 1.0)] {
            assert!((round_up(value) - round).abs() < 1e-9, "{value}");
        }
        let nanos = |n| round_up_time(SimDuration::from_nanos(n)).nanos();
        assert_eq!([nanos(0), nanos(3), nanos(20), nanos(21)], [1, 5, 20, 50]);
    }

    #[test]
    fn values_have_the_decimals_of_their_step() {
        assert_eq!(values(0.0, 18.5, 4.0), (vec![0.0, 5.0, 10.0, 15.0], 0));
        let (list, decimals) = values(-0.05, 0.1, 3.0);
        assert_eq!((list.len(), decimals), (4, 2));
        assert!(list[1].abs() < 1e-12 && list[1].is_sign_positive());
    }

    #[test]
    fn the_top_leaves_a_little_room() {
        for (peak, end) in [(17.4, 20.0), (33.0, 35.0), (0.0, 1.25), (f64::NAN, 1.25)] {
            assert!((top(peak, 4.0) - end).abs() < 1e-9, "{peak}");
        }
    }

    #[test]
    fn times_get_decimals_when_zoomed() {
        assert_eq!(texts(0, 20_000_000_000, 1038.0).join(" "), "0 2 4 6 8 10 12 14 16 18 20");
        assert_eq!(texts(12_334_000_000, 12_346_000_000, 400.0), ["12.335", "12.340", "12.345"]);
        let zoomed = texts(12_345_678_000, 12_345_679_000, 400.0);
        assert_eq!(zoomed[0], "12.345\u{202f}678\u{202f}0");
        assert!(zoomed.len() >= 2);
    }
}
