//! Curves by pixel columns: what a plot draws of a million points.
//!
//! A series keeps a summary of every eighth of a chunk, side by side in memory, and each chunk one of every 32 points. Where many such
//! groups fall into a pixel, a group counts for the pixel in which it begins, though it may reach up to a quarter of a pixel beyond;
//! where it would reach farther, its parts are looked at, down to the points. So no peak is lost, and the price is that of pixels,
//! not of points. Values that are not finite count for no extreme.

use crate::metrics::series::Point;
use crate::units::SimTime;

/// Groups of a chunk that a series keeps.
pub(super) const COARSE: usize = 8;

/// Points in a group that a chunk keeps.
const FINE: usize = 32;

/// A stretch of a curve: a pixel's share of it, or a group of points.
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

impl Column {
    const fn of(point: Point) -> Self {
        let (min, max) =
            if point.value.is_finite() { (point.value, point.value) } else { (f64::INFINITY, f64::NEG_INFINITY) };
        Self { first: point, last: point, min, max }
    }

    fn join(&mut self, later: &Self) {
        self.last = later.last;
        self.min = self.min.min(later.min);
        self.max = self.max.max(later.max);
    }

    /// Of a few that follow each other; `None` of none.
    fn over(all: impl Iterator<Item = Self>) -> Option<Self> {
        all.reduce(|mut sum, next| {
            sum.join(&next);
            sum
        })
    }
}

/// Summaries of the points of a chunk, 32 by 32.
pub(super) fn fine(points: &[Point]) -> Box<[Column]> {
    points.chunks(FINE).filter_map(|group| Column::over(group.iter().copied().map(Column::of))).collect()
}

/// The eight summaries of a chunk that its series keeps; of a very short chunk some are the same.
pub(super) fn coarse(fine: &[Column]) -> impl Iterator<Item = Column> + '_ {
    (0..COARSE).filter_map(|part| Column::over(fine[share(fine.len(), part)].iter().copied()))
}

/// Which fine groups make up a coarse one.
fn share(fine: usize, part: usize) -> std::ops::Range<usize> {
    let start = fine * part / COARSE;
    start..(fine * (part + 1) / COARSE).max(start + 1).min(fine)
}

/// Puts what comes, in order of time, into columns.
pub(super) struct Gather<'a> {
    from: SimTime,
    until: SimTime,
    count: u64,
    /// A quarter of a column, in nanoseconds: groups that span no more are not looked into.
    grain: u64,
    out: &'a mut Vec<Column>,
    /// Where the column that is being filled ends.
    edge: SimTime,
}

impl<'a> Gather<'a> {
    pub(super) fn new(from: SimTime, until: SimTime, count: u32, out: &'a mut Vec<Column>) -> Self {
        out.clear();
        let count = u64::from(count.max(1));
        let grain = until.since(from).nanos() / count / 4;
        Self { from, until, count, grain, out, edge: from }
    }

    /// Takes up a coarse group, the `part`th of a chunk with these fine groups and points.
    pub(super) fn coarse<'b>(
        &mut self,
        group: &Column,
        part: usize,
        chunk: impl FnOnce() -> (&'b [Column], &'b [Point]),
    ) {
        if self.is_grain(group) {
            return self.take(group);
        }
        if group.last.at < self.from || group.first.at >= self.until {
            return;
        }
        let (fine, points) = chunk();
        for place in share(fine.len(), part) {
            if self.is_grain(&fine[place]) {
                self.take(&fine[place]);
            } else {
                self.points(&points[place * FINE..((place + 1) * FINE).min(points.len())]);
            }
        }
    }

    /// Takes up points one by one.
    pub(super) fn points(&mut self, points: &[Point]) {
        for point in points {
            if self.from <= point.at && point.at < self.until {
                self.take(&Column::of(*point));
            }
        }
    }

    /// Whether a group lies wholly in the span and is so short that it need not be looked into.
    const fn is_grain(&self, group: &Column) -> bool {
        self.from.nanos() <= group.first.at.nanos()
            && group.last.at.nanos() < self.until.nanos()
            && group.last.at.nanos() - group.first.at.nanos() <= self.grain
    }

    fn take(&mut self, group: &Column) {
        match self.out.last_mut() {
            Some(column) if group.first.at < self.edge => column.join(group),
            _ => {
                self.edge = self.end_of_column(group.first.at);
                self.out.push(*group);
            }
        }
    }

    /// The end of the column that holds `at`.
    fn end_of_column(&self, at: SimTime) -> SimTime {
        let span = self.until.since(self.from).nanos().max(1);
        let ahead = at.since(self.from).nanos();
        // Rounded up, so that what rounds down into this column lies before its end.
        let scaled = ahead.checked_mul(self.count).filter(|_| span.checked_mul(self.count).is_some());
        let end = if let Some(scaled) = scaled {
            ((scaled / span + 1) * span).div_ceil(self.count)
        } else {
            let place = u128::from(ahead) * u128::from(self.count) / u128::from(span);
            let end = ((place + 1) * u128::from(span)).div_ceil(u128::from(self.count));
            u64::try_from(end).unwrap_or(u64::MAX)
        };
        SimTime::from_nanos(self.from.nanos().saturating_add(end)).min(self.until)
    }
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

    /// Whether `columns` show what `plain` does, up to a quarter of a pixel: each point of the one lies within the other nearby.
    fn agree(columns: &[Column], plain: &[Column], pixel: u64) -> bool {
        let covered = |a: &[Column], b: &[Column]| {
            a.iter().all(|c| {
                let reach = |at: SimTime| (at.nanos().saturating_sub(pixel), at.nanos() + pixel);
                let near = b
                    .iter()
                    .filter(|d| d.last.at.nanos() >= reach(c.first.at).0 && d.first.at.nanos() <= reach(c.last.at).1);
                let all = near.fold((f64::INFINITY, f64::NEG_INFINITY), |all, d| (all.0.min(d.min), all.1.max(d.max)));
                all.0 <= c.min && c.max <= all.1
            })
        };
        covered(columns, plain) && covered(plain, columns)
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
            let expected = plain(&series, from, until, count);
            let pixel = until.since(from).nanos() / u64::from(count);
            assert!(agree(&out, &expected, pixel), "{from}..{until} on {count}");
            assert_eq!(out.first().map(|c| c.first), expected.first().map(|c| c.first));
            assert_eq!(out.last().map(|c| c.last), expected.last().map(|c| c.last));
            // Where a pixel holds few points, nothing is rounded.
            if pixel < 16_000 {
                assert_eq!(out, expected, "{from}..{until} on {count}");
            }
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
}
