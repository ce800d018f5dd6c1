//! One curve: points in order of time, append-only.
//!
//! Full chunks lie behind `Arc` and are shared by every branch that has them in its past; only the open tail (at most
//! [`CHUNK`] points) is copied by a clone. Each chunk knows its least and greatest value, so a plot reads a million points at
//! the price of a thousand. A value holds until the next point; a point that repeats the value before it is not stored.
//!
//! Order: pushes come in order of time. What lies before the newest instant is ignored, because a replay after a seek repeats
//! it; at the newest instant the last value stays.
//!
//! Budget: [`BUDGET_BYTES`] a series, or what [`Series::with_budget`] says. Beyond it the oldest detail is thinned first: of four
//! points the least and the greatest remain, so peaks stay visible. Thinned detail comes back by replaying the run.

use std::sync::Arc;

use crate::metrics::columns::{self, COARSE, Column, Gather};
use crate::units::{SimDuration, SimTime};

/// Points in a full chunk.
pub const CHUNK: usize = 1024;

/// Most bytes that the points of a series take if nothing else is said: 262,144 points. Chunks that branches share are counted
/// by each of them.
pub const BUDGET_BYTES: usize = 4 << 20;

/// A value from an instant on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Since when.
    pub at: SimTime,
    /// The value, in the unit of its metric.
    pub value: f64,
}

#[derive(Debug)]
struct Chunk {
    points: Box<[Point]>,
    /// How often it was thinned.
    level: u8,
    bounds: Option<(f64, f64)>,
    fine: Box<[Column]>,
}

impl Chunk {
    fn new(points: Vec<Point>, level: u8) -> Arc<Self> {
        let (bounds, fine) = (bounds(&points), columns::fine(&points));
        Arc::new(Self { points: points.into(), level, bounds, fine })
    }
}

/// One curve. See the module's documentation.
#[derive(Clone, Debug)]
pub struct Series {
    max_chunks: usize,
    chunks: Vec<Arc<Chunk>>,
    /// Of each chunk as many summaries, side by side: a plot of everything reads nothing else.
    groups: Vec<Column>,
    tail: Vec<Point>,
    /// The newest instant that was pushed, also where the value was not new.
    end: SimTime,
    version: u64,
    truncations: u64,
}

impl Default for Series {
    fn default() -> Self {
        Self::with_budget(BUDGET_BYTES)
    }
}

impl Series {
    /// A curve without points.
    pub fn new() -> Self {
        Self::default()
    }

    /// A curve without points that takes at most `bytes` (and at least four chunks).
    pub fn with_budget(bytes: usize) -> Self {
        let max_chunks = (bytes / (CHUNK * size_of::<Point>())).max(4);
        Self {
            max_chunks,
            chunks: Vec::new(),
            groups: Vec::new(),
            tail: Vec::new(),
            end: SimTime::ZERO,
            version: 0,
            truncations: 0,
        }
    }

    /// From `at` on the value is `value`. Ignored if something later is known already. Amortized O(1).
    pub fn push(&mut self, at: SimTime, value: f64) {
        if at < self.end {
            return;
        }
        self.end = at;
        match self.tail.last_mut().map(|p| (p.at == at, p)) {
            Some((_, last)) if last.value.to_bits() == value.to_bits() => return,
            Some((true, last)) => last.value = value,
            _ => self.append(Point { at, value }),
        }
        self.version += 1;
    }

    fn append(&mut self, point: Point) {
        // One point stays in the tail, so that the newest can always be seen and replaced there.
        if self.tail.len() > CHUNK {
            let rest = self.tail.split_off(CHUNK);
            let full = std::mem::replace(&mut self.tail, rest);
            let chunk = Chunk::new(full, 0);
            self.groups.extend(columns::coarse(&chunk.fine));
            self.chunks.push(chunk);
            if self.chunks.len() > self.max_chunks {
                self.thin();
            }
        }
        self.tail.push(point);
    }

    /// Makes one chunk of the two oldest of equal detail.
    fn thin(&mut self) {
        let Some(i) = self.chunks.windows(2).position(|w| w[0].level == w[1].level) else { return };
        let both: Vec<Point> = self.chunks[i].points.iter().chain(&self.chunks[i + 1].points).copied().collect();
        let kept = both.chunks(4).flat_map(extremes).collect();
        self.chunks[i] = Chunk::new(kept, self.chunks[i].level.saturating_add(1));
        self.chunks.remove(i + 1);
        self.groups.splice(COARSE * i..COARSE * (i + 2), columns::coarse(&self.chunks[i].fine));
    }

    /// Forgets everything at and after `at`: a branch starts there and records it anew.
    pub fn truncate(&mut self, at: SimTime) {
        if self.end < at {
            return;
        }
        let whole = self.chunks.partition_point(|c| c.points.last().is_some_and(|p| p.at < at));
        if whole < self.chunks.len() {
            let cut = &self.chunks[whole];
            self.tail = cut.points.iter().copied().take_while(|p| p.at < at).collect();
            self.chunks.truncate(whole);
        } else {
            self.tail.truncate(self.tail.partition_point(|p| p.at < at));
        }
        // With the tail empty, the newest point moves back into it, for `push` to compare with.
        if self.tail.is_empty()
            && let Some(last) = self.chunks.pop()
        {
            self.tail = last.points.to_vec();
        }
        self.groups.truncate(COARSE * self.chunks.len());
        self.end = self.tail.last().map_or(SimTime::ZERO, |p| p.at);
        self.version += 1;
        self.truncations += 1;
    }

    /// The value that holds at `at`; `None` before the first point.
    pub fn value_at(&self, at: SimTime) -> Option<f64> {
        if self.tail.first().is_some_and(|p| p.at <= at) {
            return Some(self.tail[self.tail.partition_point(|p| p.at <= at) - 1].value);
        }
        let after = self.chunks.partition_point(|c| c.points.first().is_some_and(|p| p.at <= at));
        let chunk = self.chunks[..after].last()?;
        Some(chunk.points[chunk.points.partition_point(|p| p.at <= at) - 1].value)
    }

    /// The points with `from <= at < until`, in order.
    pub fn range(&self, from: SimTime, until: SimTime) -> impl Iterator<Item = Point> + '_ {
        let first = self.chunks.partition_point(|c| c.points.last().is_some_and(|p| p.at < from));
        let chunks = self.chunks[first..].iter().map(|c| &*c.points);
        chunks
            .chain(std::iter::once(self.tail.as_slice()))
            .flatten()
            .copied()
            .skip_while(move |p| p.at < from)
            .take_while(move |p| p.at < until)
    }

    /// Every point, in order.
    pub fn iter(&self) -> impl Iterator<Item = Point> + '_ {
        self.range(SimTime::ZERO, SimTime::MAX)
    }

    /// Least and greatest finite value among the points with `from <= at < until`; whole chunks by their summary.
    pub fn bounds(&self, from: SimTime, until: SimTime) -> Option<(f64, f64)> {
        let first = self.chunks.partition_point(|c| c.points.last().is_some_and(|p| p.at < from));
        let mut all = None;
        let sections = self.chunks[first..].iter().map(|c| (&*c.points, Some(c.bounds)));
        for (points, summary) in sections.chain(std::iter::once((self.tail.as_slice(), None))) {
            let (Some(head), Some(last)) = (points.first(), points.last()) else { continue };
            if head.at >= until {
                break;
            }
            let here = match summary {
                Some(known) if head.at >= from && last.at < until => known,
                _ => {
                    let start = points.partition_point(|p| p.at < from);
                    bounds(&points[start..points.partition_point(|p| p.at < until)])
                }
            };
            all = join(all, here);
        }
        all
    }

    /// What a plot `count` pixels wide needs of `from..until`: of each pixel's share of time with points in it the first, least,
    /// greatest and last value. Replaces what is in `out`. No peak is lost; the price is that of the pixels, not of the points.
    pub fn columns(&self, from: SimTime, until: SimTime, count: u32, out: &mut Vec<Column>) {
        let mut gather = Gather::new(from, until, count, out);
        let first = self.groups.partition_point(|group| group.last.at < from);
        for (place, group) in self.groups.iter().enumerate().skip(first).take_while(|(_, group)| group.first.at < until)
        {
            let chunk = || (&*self.chunks[place / COARSE].fine, &*self.chunks[place / COARSE].points);
            gather.coarse(group, place % COARSE, chunk);
        }
        gather.points(&self.tail);
    }

    /// The mean over time between `from` and `until`, from the first point on; `None` where there is none.
    pub fn time_mean(&self, from: SimTime, until: SimTime) -> Option<f64> {
        let (mut area, mut span) = (0.0, SimDuration::ZERO);
        let mut held = self.value_at(from).map(|value| Point { at: from, value });
        for point in self.range(from, until).map(Some).chain(std::iter::once(None)) {
            if let Some(before) = held.filter(|p| p.value.is_finite()) {
                let lasted = point.map_or(until, |p| p.at).since(before.at);
                area += before.value * lasted.secs_f64();
                span += lasted;
            }
            held = point;
        }
        (span > SimDuration::ZERO).then(|| area / span.secs_f64())
    }

    /// The newest point.
    pub fn last(&self) -> Option<Point> {
        self.tail.last().copied()
    }

    /// Up to when the curve is known.
    pub const fn end(&self) -> SimTime {
        self.end
    }

    /// How many points are stored.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|c| c.points.len()).sum::<usize>() + self.tail.len()
    }

    /// Whether there is no point.
    pub fn is_empty(&self) -> bool {
        self.tail.is_empty()
    }

    /// Changes whenever a point does: a plot that has drawn this version need not draw again.
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// How often its end was forgotten: while this stays, what lies before [`Series::end`] stays.
    pub const fn truncations(&self) -> u64 {
        self.truncations
    }
}

fn join(a: Option<(f64, f64)>, b: Option<(f64, f64)>) -> Option<(f64, f64)> {
    match (a, b) {
        (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
        (one, other) => one.or(other),
    }
}

fn bounds(points: &[Point]) -> Option<(f64, f64)> {
    points.iter().map(|p| p.value).filter(|v| v.is_finite()).fold(None, |all, v| join(all, Some((v, v))))
}

/// The least and the greatest of a few points, in order of time; one if they are the same.
fn extremes(group: &[Point]) -> impl Iterator<Item = Point> {
    let by_value = |a: &usize, b: &usize| group[*a].value.total_cmp(&group[*b].value);
    let low = (0..group.len()).min_by(by_value);
    let high = (0..group.len()).max_by(by_value);
    let first = low.min(high).map(|i| group[i]);
    let second = low.max(high).filter(|_| low != high).map(|i| group[i]);
    first.into_iter().chain(second)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(t: u64) -> SimTime {
        SimTime::from_nanos(t * 1_000_000)
    }

    fn of(points: &[(u64, f64)]) -> Series {
        let mut series = Series::new();
        for &(t, v) in points {
            series.push(ms(t), v);
        }
        series
    }

    fn points(series: &Series) -> Vec<(u64, f64)> {
        series.iter().map(|p| (p.at.nanos() / 1_000_000, p.value)).collect()
    }

    #[test]
    fn a_value_holds_until_the_next_point() {
        let s = of(&[(10, 1.0), (20, 2.0), (40, 5.0)]);
        let read = |t| s.value_at(ms(t));
        assert_eq!(
            [read(9), read(10), read(19), read(20), read(1000)],
            [None, Some(1.0), Some(1.0), Some(2.0), Some(5.0)]
        );
        // 10 ms of 1, 20 ms of 2, 10 ms of 5 in [10, 50).
        assert_eq!(s.time_mean(ms(10), ms(50)), Some((10.0 + 40.0 + 50.0) / 40.0));
        assert_eq!(s.time_mean(ms(0), ms(5)), None);
    }

    #[test]
    fn a_replay_changes_nothing() {
        let pushes = [(10, 1.0), (20, 2.0), (20, 3.0), (30, 3.0), (40, 5.0)];
        let straight = of(&pushes);
        assert_eq!(points(&straight), [(10, 1.0), (20, 3.0), (40, 5.0)]);
        let twice: Vec<_> = pushes.iter().chain(&pushes).copied().collect();
        assert_eq!(points(&of(&twice)), points(&straight));
    }

    #[test]
    fn a_branch_shares_the_past_and_records_its_own_future() {
        let mut old = Series::new();
        for i in 0..5000_u32 {
            old.push(ms(u64::from(i)), f64::from(i));
        }
        for cut in [0, 1, 1023, 1024, 1025, 3000, 4999, 9000] {
            let mut branch = old.clone();
            branch.truncate(ms(cut));
            branch.push(ms(cut), -1.0);
            let kept = usize::try_from(cut.min(5000)).unwrap();
            assert_eq!((branch.len(), branch.value_at(ms(cut))), (kept + 1, Some(-1.0)), "cut at {cut}");
            assert!(branch.iter().zip(old.iter()).take(kept).all(|(a, b)| a == b), "cut at {cut}");
        }
        assert_eq!(old.len(), 5000);
        let mut branch = old.clone();
        branch.truncate(ms(3000));
        assert!(Arc::ptr_eq(&branch.chunks[0], &old.chunks[0]));
    }

    #[test]
    fn bounds_agree_with_a_look_at_every_point() {
        let mut s = Series::new();
        for i in 0..5000_u64 {
            s.push(ms(i), ((i * 7919) % 4001) as f64);
        }
        for (from, until) in [(0, 5000), (1, 2), (1000, 3100), (2048, 4096), (4990, 6000), (7000, 8000)] {
            let expected = s.range(ms(from), ms(until)).fold(None, |all, p| join(all, Some((p.value, p.value))));
            assert_eq!(s.bounds(ms(from), ms(until)), expected, "{from}..{until}");
        }
    }

    #[test]
    fn the_budget_holds_and_peaks_outlive_thinning() {
        const BUDGET: usize = 1 << 20;
        let n = 3 * BUDGET / size_of::<Point>();
        let mut s = Series::with_budget(BUDGET);
        for i in 0..n {
            s.push(ms(i as u64), if i == 777 { 1e9 } else { (i % 2) as f64 });
        }
        assert!(s.len() * size_of::<Point>() <= BUDGET + 2 * CHUNK * size_of::<Point>(), "{}", s.len());
        assert_eq!(s.bounds(SimTime::ZERO, SimTime::MAX), Some((0.0, 1e9)));
        assert!(s.iter().zip(s.iter().skip(1)).all(|(a, b)| a.at < b.at));
        let newest = s.range(ms(n as u64 - 2000), SimTime::MAX).count();
        assert_eq!(newest, 2000, "recent detail is whole");
    }
}
