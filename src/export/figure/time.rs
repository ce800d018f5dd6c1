//! The time axis: seconds of simulated time, or, where those would need too many digits, the time since its left end.

use crate::export::csv;
use crate::export::figure::scale::Axis;
use crate::export::figure::svg::mono_width;
use crate::units::SimTime;

/// Steps of the axis, the finest first.
const STEPS: [f64; 4] = [10.0, 5.0, 3.0, 2.0];
/// Least gap between two figures, in pixels.
const GAP: f64 = 10.0;
/// Most characters of a figure in seconds.
const DIGITS: usize = 8;
/// Times up to less than this are not counted in seconds.
const PLAIN: SimTime = SimTime::from_nanos(1_000_000);
/// Units of a time since the left end, in nanoseconds.
const UNITS: [(f64, &str); 4] = [(1e9, "s"), (1e6, "ms"), (1e3, "\u{b5}s"), (1.0, "ns")];

/// A time axis.
#[derive(Clone, Debug)]
pub(super) struct TimeAxis {
    /// In `unit`, from `origin`.
    axis: Axis,
    origin: SimTime,
    /// In nanoseconds.
    unit: f64,
    /// What stands below it.
    pub(super) caption: String,
}

impl TimeAxis {
    /// From `from` to `until` on `width` pixels.
    pub(super) fn new(from: SimTime, until: SimTime, width: f64) -> Self {
        let seconds = |steps| Axis::exact(from.secs_f64(), until.secs_f64(), steps);
        let plain = |axis: &Axis| until >= PLAIN && fits(axis, width) && longest(axis) <= DIGITS;
        if let Some(axis) = STEPS[..2].iter().map(|steps| seconds(*steps)).find(plain) {
            return Self { axis, origin: SimTime::ZERO, unit: 1e9, caption: "time, s".to_owned() };
        }
        let span = until.since(from).nanos() as f64;
        let (unit, name) = UNITS.into_iter().find(|(unit, _)| span >= *unit).unwrap_or((1.0, "ns"));
        let since = |steps| Axis::exact(0.0, span / unit, steps);
        let axis = STEPS.into_iter().map(since).find(|axis| fits(axis, width)).unwrap_or_else(|| since(1.0));
        let start = csv::seconds(from);
        let start = start.trim_end_matches('0').trim_end_matches('.');
        let caption =
            if from == SimTime::ZERO { format!("time, {name}") } else { format!("time after {start} s, {name}") };
        Self { axis, origin: from, unit, caption }
    }

    /// Where `at` lies between the ends, 0 to 1.
    pub(super) fn position(&self, at: SimTime) -> f64 {
        let nanos = at.nanos() as f64 - self.origin.nanos() as f64;
        self.axis.position(nanos / self.unit)
    }

    /// Positions and figures of the ticks.
    pub(super) fn ticks(&self) -> Vec<(f64, String)> {
        self.axis.ticks().into_iter().map(|tick| (self.axis.position(tick), self.axis.figure(tick))).collect()
    }
}

/// Whether the figures stand apart.
fn fits(axis: &Axis, width: f64) -> bool {
    axis.step / (axis.high - axis.low) * width >= mono_width(longest(axis)) + GAP
}

/// Characters of the longest figure.
fn longest(axis: &Axis) -> usize {
    axis.ticks().iter().map(|tick| axis.figure(*tick).chars().count()).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_never_overlap_and_differ() {
        let table: [(u64, u64, &str, &str); 7] = [
            (0, 50_000_000_000, "time, s", "0 5 10 15 20 25 30 35 40 45 50"),
            (0, 86_400_000_000_000, "time, s", "0 10000 20000 30000 40000 50000 60000 70000 80000"),
            (0, 1, "time, ns", "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0"),
            (0, 100_000_000, "time, s", "0.00 0.01 0.02 0.03 0.04 0.05 0.06 0.07 0.08 0.09 0.10"),
            (
                29_990_000_000,
                30_000_000_000,
                "time, s",
                "29.990 29.991 29.992 29.993 29.994 29.995 29.996 29.997 29.998 29.999 30.000",
            ),
            (
                29_999_999_000,
                30_000_000_000,
                "time after 29.999999 s, \u{b5}s",
                "0.0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0",
            ),
            (
                86_399_999_999_995,
                86_400_000_000_000,
                "time after 86399.999999995 s, ns",
                "0.0 0.5 1.0 1.5 2.0 2.5 3.0 3.5 4.0 4.5 5.0",
            ),
        ];
        for (from, until, caption, figures) in table {
            for width in [400.0, 560.0, 3_000.0] {
                let axis = TimeAxis::new(SimTime::from_nanos(from), SimTime::from_nanos(until), width);
                let ticks = axis.ticks();
                for pair in ticks.windows(2) {
                    let room = (pair[1].0 - pair[0].0) * width;
                    assert!(
                        room > mono_width(pair[0].1.chars().count().max(pair[1].1.chars().count())),
                        "{from} {until}: {pair:?}"
                    );
                    assert_ne!(pair[0].1, pair[1].1);
                }
                assert!(ticks.len() >= 2, "{from} {until}");
            }
            let axis = TimeAxis::new(SimTime::from_nanos(from), SimTime::from_nanos(until), 560.0);
            let written: Vec<String> = axis.ticks().into_iter().map(|(_, figure)| figure).collect();
            assert_eq!((axis.caption.as_str(), written.join(" ").as_str()), (caption, figures));
            assert!(axis.position(SimTime::from_nanos(from)).abs() < 1e-9);
            assert!((axis.position(SimTime::from_nanos(until)) - 1.0).abs() < 1e-9);
        }
    }
}
