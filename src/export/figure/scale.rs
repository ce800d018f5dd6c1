//! Axes: round ticks and units that fit.

use crate::metrics::Metric;

/// An axis from `low` to `high` with ticks at multiples of `step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) step: f64,
    /// Words for the values 0, 1, 2 ... of a code; none for quantities.
    names: &'static [&'static str],
}

/// Values that differ by less than this part of them are one value with the noise of its computation.
const CONSTANT: f64 = 1e-9;

/// Below this, figures are written with a power of ten.
const TINY: f64 = 1e-4;

impl Axis {
    /// An axis for values from `low` to `high` with at most `ticks` steps of 1, 2 or 5 times a power of ten. It starts at zero
    /// unless the values fill less than half of it then, or are all the same.
    pub(super) fn for_values(low: f64, high: f64, ticks: f64) -> Self {
        let constant = high - low <= CONSTANT * high.abs().max(low.abs());
        let high = if constant { high.max(0.0) } else { high };
        let base = if low > 0.5 * high && !constant { low } else { low.min(0.0) };
        let span = if high > base { high - base } else { 1.0 };
        let step = round_up(span / ticks);
        // Ends that are ticks but for rounding are ticks.
        let low = (base / step + 1e-6).floor() * step;
        let high = (high / step - 1e-6).ceil() * step;
        Self { low, high: if high > low { high } else { low + step }, step, names: &[] }
    }

    /// An axis for a code from `low` to `high` whose values have `names`.
    pub(super) fn coded(low: f64, high: f64, names: &'static [&'static str]) -> Self {
        Self { low: low - 0.5, high: high + 0.5, step: 1.0, names }
    }

    /// An axis that ends exactly at `low` and `high`.
    pub(super) fn exact(low: f64, high: f64, ticks: f64) -> Self {
        Self { low, high, step: round_up((high - low).max(1e-9) / ticks), names: &[] }
    }

    /// The ticks, in order.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-6).ceil();
        let count = ((self.high / self.step + 1e-6).floor() - first).max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of ticks")]
        let count = count as u32;
        (0..=count).map(|k| (first + f64::from(k)) * self.step).collect()
    }

    /// A tick's figure, with the decimals that its step needs; where those are all zeros at first, with a power of ten.
    pub(super) fn figure(&self, tick: f64) -> String {
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a code is a small whole number")]
        if let Some(name) = self.names.get(libm::round(tick.max(0.0)) as usize) {
            return (*name).to_owned();
        }
        let decimals = (0..12_u8).find(|d| is_whole(self.step * libm::pow(10.0, f64::from(*d)))).unwrap_or(12);
        let text = if self.low.abs().max(self.high.abs()) < TINY {
            // A tick is a few steps of one digit each: its shortest exact figure has at most three.
            let rounded: f64 = format!("{tick:.2e}").parse().unwrap_or(tick);
            if tick.abs() < 0.5 * self.step { "0".to_owned() } else { format!("{rounded:e}") }
        } else {
            format!("{tick:.*}", usize::from(decimals))
        };
        text.replace('-', "\u{2212}")
    }

    /// Where `value` lies between the ends, 0 to 1.
    pub(super) fn position(&self, value: f64) -> f64 {
        (value - self.low) / (self.high - self.low)
    }
}

fn is_whole(x: f64) -> bool {
    (x - libm::round(x)).abs() < 1e-6 * x.abs().max(1.0) && x > 0.5
}

/// The next 1, 2 or 5 times a power of ten.
fn round_up(x: f64) -> f64 {
    let decade = libm::pow(10.0, libm::floor(libm::log10(x)));
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|f| f * decade)
        .find(|step| *step >= x * (1.0 - 1e-9))
        .unwrap_or(10.0 * decade)
}

/// A factor and a unit in which values up to `high` of `metric` read well.
pub(super) fn unit_for(metric: Metric, high: f64) -> (f64, &'static str) {
    match metric.unit() {
        "kb/s" if high >= 10_000.0 => (1e-3, "Mb/s"),
        "s" if high < 2.0 => (1e3, "ms"),
        "J" if high > 0.0 && high < 0.2 => (1e3, "mJ"),
        "W" if high > 0.0 && high < 0.2 => (1e3, "mW"),
        unit => (1.0, unit),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_hold_the_values() {
        let figures = |axis: Axis| axis.ticks().into_iter().map(|t| axis.figure(t)).collect::<Vec<_>>().join(" ");
        let table = [
            (0.0, 17.0, "0 5 10 15 20"),
            (0.0, 251.0, "0 100 200 300"),
            (0.78, 1.478, "0.6 0.8 1.0 1.2 1.4 1.6"),
            (0.0, 0.0, "0.0 0.5"),
            (3.0, 3.0, "0 1 2 3"),
            (0.78, 0.780_000_000_001, "0.0 0.2 0.4 0.6 0.8"),
            (-3.0, -3.0, "\u{2212}3 \u{2212}2 \u{2212}1 0"),
            (0.78, 0.780_001, "0.7800000 0.7800005 0.7800010"),
            (0.0, 7.8e-10, "0 2e\u{2212}10 4e\u{2212}10 6e\u{2212}10 8e\u{2212}10"),
            (-2.0, 2.0, "\u{2212}2 \u{2212}1 0 1 2"),
        ];
        for (low, high, expected) in table {
            let axis = Axis::for_values(low, high, 4.0);
            assert!(axis.low <= low + 1e-6 * axis.step && axis.high >= high - 1e-6 * axis.step, "{axis:?}");
            assert_eq!(figures(axis), expected, "{low}..{high}");
        }
        assert_eq!(figures(Axis::coded(1.0, 2.0, &["none", "some", "all"])), "some all");
        assert_eq!(figures(Axis::exact(0.0, 50.0, 10.0)), "0 5 10 15 20 25 30 35 40 45 50");
    }
}
