//! Series as paths on the screen. Every curve holds each value until the next: that is what is recorded.

use egui::{Pos2, pos2};

use crate::metrics::columns::Column;
use crate::metrics::series::Point;
use crate::metrics::{Series, rate};
use crate::ui::plot::{TimeScale, ValueScale};
use crate::units::{SimDuration, SimTime};

/// What a curve is drawn from.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// The points as they are.
    Points(&'a Series),
    /// Mean rates of a counter over windows that follow each other; `scale` times counter units a second.
    Rate {
        /// The counter.
        counter: &'a Series,
        /// The window.
        window: SimDuration,
        /// Units of the rate for one counter unit a second.
        scale: f64,
    },
}

impl Source<'_> {
    /// The series behind it.
    pub const fn series(&self) -> &Series {
        match self {
            Self::Points(series) => series,
            Self::Rate { counter, .. } => counter,
        }
    }

    /// The value at `at`, as drawn; while the window of a rate is not over yet, that of the window before it.
    pub fn value_at(&self, at: SimTime) -> Option<f64> {
        match *self {
            Self::Points(series) => series.value_at(at),
            Self::Rate { counter, window, scale } => {
                let whole = |at: SimTime| SimTime::from_nanos(at.nanos() / window.nanos().max(1) * window.nanos());
                let end = whole(at).saturating_add(window).min(whole(counter.end()));
                rate::blocks(counter, start_of(end, window), end, window, scale).pop().map(|point| point.value)
            }
        }
    }

    /// The change nearest to `at` that lies no farther away than `reach`: when, the value before it if there is one, and after it.
    pub fn change_near(&self, at: SimTime, reach: SimDuration) -> Option<(SimTime, Option<f64>, f64)> {
        let Self::Points(series) = *self else { return None };
        let from = SimTime::from_nanos(at.nanos().saturating_sub(reach.nanos()));
        let distance = |p: &Point| p.at.since(at).nanos().max(at.since(p.at).nanos());
        // Where many lie within reach none of them is meant.
        let near = series.range(from, at.saturating_add(reach)).take(200).min_by_key(distance)?;
        let before = near.at.nanos().checked_sub(1).and_then(|t| series.value_at(SimTime::from_nanos(t)));
        Some((near.at, before, near.value))
    }
}

/// Where the window that ends at `end` begins.
const fn start_of(end: SimTime, window: SimDuration) -> SimTime {
    SimTime::from_nanos(end.nanos().saturating_sub(window.nanos()))
}

/// Memory that drawing uses again and again.
#[derive(Clone, Debug, Default)]
pub struct Scratch {
    columns: Vec<Column>,
}

/// The path of `source` within the scales, up to `end` (how far the run is known), from `begin` on. Breaks where there is no value.
pub fn path(
    source: &Source<'_>,
    (begin, end): (SimTime, SimTime),
    time: &TimeScale,
    value: &ValueScale,
    scratch: &mut Scratch,
) -> Vec<Vec<Pos2>> {
    let (from, until) = (time.from.max(begin), time.until.min(end));
    let mut pen = Pen { time, value, paths: Vec::new(), held: None };
    if from >= until {
        return pen.paths;
    }
    match *source {
        Source::Points(series) => {
            pen.value(from, series.value_at(from));
            let width = f64::from(time.x_of(until) - time.x_of(from)).ceil().clamp(1.0, 16_384.0);
            series.columns(from, until, width as u32, &mut scratch.columns);
            for column in &scratch.columns {
                pen.column(column);
            }
        }
        Source::Rate { counter, window, scale } => {
            // Only whole windows: the last, short one would jump up and down while the run goes on.
            let whole = SimTime::from_nanos(counter.end().nanos() / window.nanos() * window.nanos());
            let last = until.saturating_add(window).min(whole);
            for point in rate::blocks(counter, from, last, window, scale) {
                pen.value(point.at.max(from), Some(point.value));
            }
            pen.end(until.min(whole));
            return pen.paths;
        }
    }
    pen.end(until);
    pen.paths
}

/// Draws steps.
struct Pen<'a> {
    time: &'a TimeScale,
    value: &'a ValueScale,
    paths: Vec<Vec<Pos2>>,
    /// The height at which the pen is, if it is down.
    held: Option<f32>,
}

impl Pen<'_> {
    fn value(&mut self, at: SimTime, value: Option<f64>) {
        self.step(self.time.x_of(at), value);
    }

    /// From `x` on the curve is at `value`.
    fn step(&mut self, x: f32, value: Option<f64>) {
        let next = value.filter(|v| !v.is_nan()).map(|v| self.value.y_of(v));
        match (self.held, next) {
            (Some(held), Some(y)) => {
                self.to(pos2(x, held));
                self.to(pos2(x, y));
            }
            (Some(held), None) => self.to(pos2(x, held)),
            (None, Some(y)) => self.paths.push(vec![pos2(x, y)]),
            (None, None) => {}
        }
        self.held = next;
    }

    fn column(&mut self, column: &Column) {
        let x = self.time.x_of(column.first.at);
        self.step(x, Some(column.first.value));
        if column.min < column.max && self.held.is_some() {
            self.to(pos2(x, self.value.y_of(column.min)));
            self.to(pos2(x, self.value.y_of(column.max)));
            // Back along the same stroke: what follows starts where the column's last value lies.
            let last = self.value.y_of(column.last.value);
            self.to(pos2(x, last));
            self.held = (!column.last.value.is_nan()).then_some(last);
        } else {
            self.step(self.time.x_of(column.last.at), Some(column.last.value));
        }
    }

    fn to(&mut self, to: Pos2) {
        let Some(path) = self.paths.last_mut() else { return };
        if path.last() == Some(&to) {
            return;
        }
        // Along a straight line one corner is enough.
        if let [.., a, b] = path[..]
            && is_straight(a, b, to)
        {
            path.pop();
        }
        path.push(to);
    }

    fn end(&mut self, at: SimTime) {
        if let Some(held) = self.held.take() {
            self.to(pos2(self.time.x_of(at), held));
        }
    }
}

/// Whether `b` lies on the level or upright line from `a` on to `to`.
#[expect(clippy::float_cmp, reason = "corners of steps share coordinates to the bit")]
fn is_straight(a: Pos2, b: Pos2, to: Pos2) -> bool {
    (a.y == b.y && b.y == to.y && a.x <= b.x && b.x <= to.x)
        || (a.x == b.x && b.x == to.x && (a.y <= b.y) == (b.y <= to.y))
}

#[cfg(test)]
mod tests {
    use egui::Rangef;

    use super::*;

    const TIME: TimeScale =
        TimeScale { from: SimTime::ZERO, until: SimTime::from_nanos(1_000), x: Rangef { min: 0.0, max: 100.0 } };
    const VALUE: ValueScale = ValueScale { low: 0.0, high: 10.0, y: Rangef { min: 0.0, max: 100.0 } };

    fn of(points: &[(u64, f64)]) -> Series {
        let mut series = Series::new();
        for (t, v) in points {
            series.push(SimTime::from_nanos(*t), *v);
        }
        series
    }

    fn drawn(series: &Series, begin: u64, end: u64) -> Vec<Vec<Pos2>> {
        let ends = (SimTime::from_nanos(begin), SimTime::from_nanos(end));
        path(&Source::Points(series), ends, &TIME, &VALUE, &mut Scratch::default())
    }

    #[test]
    fn steps_and_their_ends() {
        let series = of(&[(100, 1.0), (500, 5.0)]);
        let expected = vec![vec![pos2(10.0, 90.0), pos2(50.0, 90.0), pos2(50.0, 50.0), pos2(80.0, 50.0)]];
        assert_eq!(drawn(&series, 0, 800), expected);
        assert_eq!(drawn(&series, 300, 400), vec![vec![pos2(30.0, 90.0), pos2(40.0, 90.0)]]);
        assert!(drawn(&series, 900, 800).is_empty());
    }

    #[test]
    fn the_extremes_of_a_pixel_are_drawn() {
        let series = of(&[(100, 5.0), (302, 9.0), (304, 1.0), (306, 5.0)]);
        let points = drawn(&series, 0, 1_000).concat();
        let high = points.iter().map(|p| p.y).fold(f32::MAX, f32::min);
        let low = points.iter().map(|p| p.y).fold(f32::MIN, f32::max);
        assert_eq!((high, low), (10.0, 90.0));
    }

    #[test]
    fn rates_are_steps_of_whole_windows() {
        // 1000 units a second from 0 to 550 ns, windows of 100 ns: five whole ones.
        let counter = of(&(0..=55).map(|k| (k * 10, (k * 10) as f64 * 1e-6)).collect::<Vec<_>>());
        let source = Source::Rate { counter: &counter, window: SimDuration::from_nanos(100), scale: 5e-3 };
        let ends = (SimTime::ZERO, SimTime::from_nanos(550));
        let paths = path(&source, ends, &TIME, &VALUE, &mut Scratch::default());
        assert_eq!(paths.len(), 1);
        assert_eq!((paths[0][0].x, paths[0].last().map(|p| p.x)), (0.0, Some(50.0)));
        // The last window is not over: the one before it counts.
        for at in [420, 520] {
            assert!(source.value_at(SimTime::from_nanos(at)).is_some_and(|v| (v - 5.0).abs() < 1e-6), "{at}");
        }
        assert_eq!(
            Source::Rate { counter: &of(&[(0, 1.0), (50, 2.0)]), window: SimDuration::from_nanos(100), scale: 1.0 }
                .value_at(SimTime::from_nanos(50)),
            None,
            "no window is over yet"
        );
    }

    #[test]
    fn a_rate_reads_as_its_curve_is_drawn() {
        // Nothing in the first window, 3 units in the second, 5 in the third, which is not over.
        let counter = of(&[(0, 0.0), (100, 0.0), (200, 3e-7), (280, 8e-7)]);
        let source = Source::Rate { counter: &counter, window: SimDuration::from_nanos(100), scale: 1.0 };
        let value = |at| source.value_at(SimTime::from_nanos(at)).map(|v| (v * 10.0).round() / 10.0);
        assert_eq!([value(0), value(99), value(100), value(199)], [0.0, 0.0, 3.0, 3.0].map(Some));
        assert_eq!([value(200), value(280)], [Some(3.0); 2], "the last whole window, as the curve ends");
    }

    #[test]
    fn the_nearest_change_with_what_was_before() {
        let series = of(&[(100, 10.5), (500, 1.0)]);
        let near =
            |t, reach| Source::Points(&series).change_near(SimTime::from_nanos(t), SimDuration::from_nanos(reach));
        assert_eq!(near(480, 30), Some((SimTime::from_nanos(500), Some(10.5), 1.0)));
        assert_eq!(near(120, 30), Some((SimTime::from_nanos(100), None, 10.5)));
        assert_eq!(near(300, 30), None);
    }
}
