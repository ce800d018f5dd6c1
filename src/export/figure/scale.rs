//! Axes: round ticks and units that fit.

use crate::metrics::Metric;

/// An axis from `low` to `high` with ticks at multiples of `step`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Axis {
    pub(super) low: f64,
    pub(super) high: f64,
    pub(super) step: f64,
}

impl Axis {
    /// An axis for values from `low` to `high` with at most `ticks` steps of 1, 2 or 5 times a power of ten. It starts at zero
    /// unless the values fill less than half of it then.
    pub(super) fn for_values(low: f64, high: f64, ticks: f64) -> Self {
        let base = if low > 0.5 * high { low } else { low.min(0.0) };
        let span = if high > base { high - base } else { high.abs().max(1.0) };
        let step = round_up(span / ticks);
        let low = (base / step).floor() * step;
        let high = (high / step).ceil() * step;
        Self { low, high: if high > low { high } else { low + step }, step }
    }

    /// An axis that ends exactly at `low` and `high`.
    pub(super) fn exact(low: f64, high: f64, ticks: f64) -> Self {
        Self { low, high, step: round_up((high - low).max(1e-9) / ticks) }
    }

    /// The ticks, in order.
    pub(super) fn ticks(&self) -> Vec<f64> {
        let first = (self.low / self.step - 1e-6).ceil();
        let count = ((self.high / self.step + 1e-6).floor() - first).max(0.0);
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a handful of ticks")]
        let count = count as u32;
        (0..=count).map(|k| (first + f64::from(k)) * self.step).collect()
    }

    /// A tick's figure, with the decimals that its step needs.
    pub(super) fn figure(&self, tick: f64) -> String {
        let decimals = (0..9_u8).find(|d| is_whole(self.step * libm::pow(10.0, f64::from(*d)))).unwrap_or(9);
        let text = format!("{tick:.*}", usize::from(decimals));
        if let Some(rest) = text.strip_prefix('-') { format!("\u{2212}{rest}") } else { text }
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
            (3.0, 3.0, "3 4"),
            (-2.0, 2.0, "\u{2212}2 \u{2212}1 0 1 2"),
        ];
        for (low, high, expected) in table {
            let axis = Axis::for_values(low, high, 4.0);
            assert!(axis.low <= low && axis.high >= high, "{axis:?}");
            assert_eq!(figures(axis), expected, "{low}..{high}");
        }
        assert_eq!(figures(Axis::exact(0.0, 50.0, 10.0)), "0 5 10 15 20 25 30 35 40 45 50");
    }
}
