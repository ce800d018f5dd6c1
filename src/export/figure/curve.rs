//! Curves small enough to draw: whatever the length of a run, at most a few points for each half pixel.

use crate::metrics::series::{Point, Series};
use crate::units::{SimDuration, SimTime};

/// Most points that a column keeps as they are.
const DENSE: usize = 3;

/// The points of `series` in `from..=until`, beginning with the value that holds at `from`. The time is cut into `columns`; a
/// column with more than a few points is replaced by its least, greatest and last value at its middle, so that no peak is lost.
pub(super) fn reduce(series: &Series, from: SimTime, until: SimTime, columns: u64) -> Vec<Point> {
    let span = until.since(from).nanos();
    let edge = |k: u64| {
        let offset = u128::from(span) * u128::from(k) / u128::from(columns);
        SimTime::from_nanos(from.nanos() + u64::try_from(offset).unwrap_or(span))
    };
    let mut kept: Vec<Point> = series.value_at(from).map(|value| Point { at: from, value }).into_iter().collect();
    for k in 0..columns {
        // The last column holds the end too.
        let end = edge(k + 1).saturating_add(SimDuration::from_nanos(u64::from(k + 1 == columns)));
        let here: Vec<Point> = series.range(edge(k), end).filter(|p| p.at > from).take(DENSE + 1).collect();
        if here.len() <= DENSE {
            kept.extend(here);
            continue;
        }
        let middle = SimTime::from_nanos(edge(k).nanos().midpoint(end.nanos()));
        let (low, high) = series.bounds(edge(k), end).unwrap_or((f64::NAN, f64::NAN));
        let last = series.value_at(end - SimDuration::from_nanos(1)).unwrap_or(f64::NAN);
        kept.extend([low, high, last].map(|value| Point { at: middle, value }));
    }
    kept
}

/// The sum of several series on a grid of `columns`, each read as a value that holds.
pub(super) fn sum(all: &[&Series], from: SimTime, until: SimTime, columns: u64) -> Vec<Point> {
    let span = until.since(from).nanos();
    let at = |k: u64| SimTime::from_nanos(from.nanos() + span / columns * k);
    let total = |t: SimTime| all.iter().filter_map(|s| s.value_at(t)).sum::<f64>();
    (0..=columns).map(|k| Point { at: at(k), value: total(at(k)) }).collect()
}

/// The value that holds just before `at`, else the first.
pub(super) fn value_before(points: &[Point], at: SimTime) -> Option<f64> {
    let after = points.partition_point(|p| p.at < at);
    points[..after].iter().rev().chain(points.get(after)).map(|p| p.value).find(|v| v.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn us(t: u64) -> SimTime {
        SimTime::from_nanos(t * 1_000)
    }

    #[test]
    fn a_million_points_become_a_few_thousand_and_the_peak_stays() {
        let mut s = Series::new();
        for i in 0..300_000_u64 {
            s.push(us(i), if i == 123_456 { 99.0 } else { (i % 10) as f64 });
        }
        let points = reduce(&s, SimTime::ZERO, us(300_000), 1000);
        assert_eq!(points.len(), 1 + 3 * 1000);
        assert!(points.iter().any(|p| (p.value - 99.0).abs() < 1e-9));
        assert!(points.windows(2).all(|w| w[0].at <= w[1].at));
    }

    #[test]
    fn a_sparse_curve_stays_as_it_is() {
        let mut s = Series::new();
        for (t, v) in [(0, 1.0), (10, 2.0), (700, 9.0), (1000, 3.0), (1001, 4.0)] {
            s.push(us(t), v);
        }
        let values: Vec<_> = reduce(&s, us(5), us(1000), 500).iter().map(|p| (p.at.nanos() / 1000, p.value)).collect();
        assert_eq!(values, [(5, 1.0), (10, 2.0), (700, 9.0), (1000, 3.0)]);
        let points = reduce(&s, us(0), us(1000), 500);
        assert_eq!((value_before(&points, us(700)), value_before(&points, us(0))), (Some(2.0), Some(1.0)));
    }
}
