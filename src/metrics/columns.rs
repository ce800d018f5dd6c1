//! Curves by pixel columns: what a plot draws of a million points.
//!
//! A chunk of a series carries least and greatest values of every 16 and of every 128 points ([`Pyramid`]), so that the extremes of
//! any stretch of it cost some forty comparisons. Values that are not finite count for no extreme.

use crate::metrics::series::Point;
use crate::units::SimTime;

/// Points in a group of the lower and the upper level.
const GROUPS: [usize; 2] = [16, 128];

/// Least and greatest value: of none at first.
const NOTHING: (f64, f64) = (f64::INFINITY, f64::NEG_INFINITY);

/// One pixel's share of a curve: what lies in it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Column {
    /// The first point in it.
    pub first: Point,
    /// The last point in it, maybe the same.
    pub last: Point,
    /// Least finite value; infinite if there is none.
    pub min: f64,
    /// Greatest finite value; minus infinity if there is none.
    pub max: f64,
}

/// Least and greatest values of groups of points.
#[derive(Debug, Default)]
pub(super) struct Pyramid {
    levels: [Box<[(f64, f64)]>; 2],
}

impl Pyramid {
    /// Of full groups of `points`.
    pub(super) fn over(points: &[Point]) -> Self {
        let level = |size| points.chunks_exact(size).map(|group| extremes(NOTHING, group)).collect();
        Self { levels: GROUPS.map(level) }
    }

    /// Least and greatest of `points[from..until]`, joined with `all`.
    fn extremes(&self, all: (f64, f64), points: &[Point], from: usize, until: usize) -> (f64, f64) {
        let (mut all, mut at) = (all, from);
        let [low, high] = GROUPS;
        while at < until {
            if at.is_multiple_of(high) && at + high <= until {
                all = join(all, self.levels[1][at / high]);
                at += high;
            } else if at.is_multiple_of(low) && at + low <= until {
                all = join(all, self.levels[0][at / low]);
                at += low;
            } else {
                let next = ((at / low + 1) * low).min(until);
                all = extremes(all, &points[at..next]);
                at = next;
            }
        }
        all
    }
}

fn join(a: (f64, f64), b: (f64, f64)) -> (f64, f64) {
    (a.0.min(b.0), a.1.max(b.1))
}

fn extremes(all: (f64, f64), points: &[Point]) -> (f64, f64) {
    points.iter().map(|p| p.value).filter(|v| v.is_finite()).fold(all, |all, v| join(all, (v, v)))
}

/// Puts sections of a series, in order of time, into columns.
pub(super) struct Gather<'a> {
    from: SimTime,
    until: SimTime,
    count: u128,
    out: &'a mut Vec<Column>,
    /// Where the column that is being filled ends; nothing before the first.
    edge: SimTime,
}

impl<'a> Gather<'a> {
    pub(super) fn new(from: SimTime, until: SimTime, count: u32, out: &'a mut Vec<Column>) -> Self {
        out.clear();
        Self { from, until, count: u128::from(count.max(1)), out, edge: from }
    }

    /// Takes up a section. Returns whether it reached the end of the span.
    pub(super) fn section(&mut self, points: &[Point], pyramid: Option<&Pyramid>) -> bool {
        let mut at = points.partition_point(|p| p.at < self.from);
        while let Some(first) = points.get(at) {
            if first.at >= self.until {
                return true;
            }
            if first.at >= self.edge {
                self.edge = self.end_of_column(first.at);
                self.out.push(Column { first: *first, last: *first, min: NOTHING.0, max: NOTHING.1 });
            }
            let end = at + gallop(&points[at..], self.edge);
            if let Some(column) = self.out.last_mut() {
                let all = (column.min, column.max);
                (column.min, column.max) = match pyramid {
                    Some(pyramid) => pyramid.extremes(all, points, at, end),
                    None => extremes(all, &points[at..end]),
                };
                column.last = points[end - 1];
            }
            at = end;
        }
        false
    }

    /// The end of the column that holds `at`.
    fn end_of_column(&self, at: SimTime) -> SimTime {
        let span = u128::from(self.until.since(self.from).nanos().max(1));
        let place = u128::from(at.since(self.from).nanos()) * self.count / span;
        // Rounded up, so that what rounds down into this column lies before its end.
        let end = ((place + 1) * span).div_ceil(self.count);
        let end = u64::try_from(end).unwrap_or(u64::MAX);
        SimTime::from_nanos(self.from.nanos().saturating_add(end)).min(self.until)
    }
}

/// How many of `points` lie before `edge`; at least one. Looks near the beginning first.
fn gallop(points: &[Point], edge: SimTime) -> usize {
    let mut reach = 1;
    while reach < points.len() && points[reach].at < edge {
        reach *= 2;
    }
    let (low, high) = (reach / 2, reach.min(points.len()));
    (low + points[low..high].partition_point(|p| p.at < edge)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Series;

    fn noise(n: u64) -> Series {
        let mut series = Series::with_budget(usize::MAX);
        for i in 0..n {
            series.push(SimTime::from_nanos(i * 1_000), ((i * 7919) % 10_007) as f64);
        }
        series
    }

    /// The same by a look at every point.
    fn plain(series: &Series, from: SimTime, until: SimTime, count: u32) -> Vec<Column> {
        let mut columns: Vec<(u128, Column)> = Vec::new();
        let span = u128::from(until.since(from).nanos());
        for p in series.range(from, until) {
            let place = u128::from(p.at.since(from).nanos()) * u128::from(count) / span;
            match columns.last_mut() {
                Some((known, c)) if *known == place => {
                    *c = Column { last: p, min: c.min.min(p.value), max: c.max.max(p.value), ..*c };
                }
                _ => columns.push((place, Column { first: p, last: p, min: p.value, max: p.value })),
            }
        }
        columns.into_iter().map(|(_, column)| column).collect()
    }

    #[test]
    fn no_peak_is_lost_at_any_zoom() {
        let series = noise(20_000);
        let mut out = Vec::new();
        for (from, until, count) in [
            (0, 20_000_000, 800),
            (0, 20_000_000, 7),
            (1_234_567, 1_239_000, 800),
            (5, 19_999_999, 333),
            (0, 90_000_000, 64),
        ] {
            let (from, until) = (SimTime::from_nanos(from), SimTime::from_nanos(until));
            series.columns(from, until, count, &mut out);
            assert_eq!(out, plain(&series, from, until, count), "{from}..{until} on {count}");
        }
        series.columns(SimTime::from_nanos(99_000_000), SimTime::MAX, 10, &mut out);
        assert!(out.is_empty());
    }

    #[test]
    fn what_is_not_finite_is_no_extreme() {
        let mut series = Series::new();
        for (t, v) in [(1, f64::INFINITY), (2, 3.0), (3, 5.0)] {
            series.push(SimTime::from_nanos(t), v);
        }
        let mut out = Vec::new();
        series.columns(SimTime::ZERO, SimTime::from_nanos(10), 1, &mut out);
        assert_eq!((out.len(), out[0].min, out[0].max, out[0].last.value), (1, 3.0, 5.0, 5.0));
    }

    /// Run by hand, optimized: `cargo test --release ... -- --ignored --nocapture twenty`.
    #[test]
    #[ignore = "a measurement"]
    #[expect(clippy::disallowed_methods, clippy::print_stdout, reason = "it measures the machine")]
    fn twenty_million_points_on_a_thousand_pixels() {
        let all: Vec<Series> = (0..20).map(|_| noise(1_000_000)).collect();
        let mut out = Vec::new();
        for _ in 0..5 {
            let start = std::time::Instant::now();
            for series in &all {
                series.columns(SimTime::ZERO, SimTime::from_nanos(1_000_000_000), 1_000, &mut out);
            }
            println!("{:?} for 20 series of 10^6 points, {} columns each", start.elapsed(), out.len());
        }
    }
}
