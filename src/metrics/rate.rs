//! Rates from cumulative counters.
//!
//! A counter is sampled every [`SAMPLE_PERIOD`]; a rate is what it grew by over a window, divided by the window. The window
//! stands in the label of every curve and in the heading of every table, because a rate without it means nothing. Before its
//! first sample a counter is zero.

use crate::metrics::series::{Point, Series};
use crate::units::{SimDuration, SimTime};

/// How often counters are sampled.
pub const SAMPLE_PERIOD: SimDuration = SimDuration::from_millis(10);

/// The shortest window that is offered: shorter ones show single packets.
pub const LEAST_WINDOW: SimDuration = SimDuration::from_millis(100);

/// The mean rate over the `window` that ends at `at` (less at the start of the run), in `scale` times counter units a second.
pub fn trailing(counter: &Series, at: SimTime, window: SimDuration, scale: f64) -> Option<f64> {
    let from = SimTime::ZERO.saturating_add(at.since(SimTime::ZERO).saturating_sub(window));
    mean(counter, from, at, scale)
}

/// The mean rates over the windows `[k w, (k + 1) w)` that meet `from..until`, each as a point at its beginning; the last one
/// may be shorter. Windows before the counter's first sample are left out.
pub fn blocks(counter: &Series, from: SimTime, until: SimTime, window: SimDuration, scale: f64) -> Vec<Point> {
    let Some(first) = counter.iter().next() else { return Vec::new() };
    let start = from.max(first.at).nanos() / window.nanos() * window.nanos();
    let stop = until.min(counter.end());
    let mut points = Vec::new();
    let mut at = SimTime::from_nanos(start);
    while at < stop {
        let next = at.saturating_add(window);
        if let Some(value) = mean(counter, at, next.min(stop), scale) {
            points.push(Point { at, value });
        }
        at = next;
    }
    points
}

fn mean(counter: &Series, from: SimTime, until: SimTime, scale: f64) -> Option<f64> {
    let span = until.since(from);
    if span == SimDuration::ZERO {
        return None;
    }
    let grown = counter.value_at(until)? - counter.value_at(from).unwrap_or(0.0);
    Some(grown / span.secs_f64() * scale)
}

/// A window that cuts `span` into about a hundred pieces: 1, 2 or 5 times a power of ten, at least [`LEAST_WINDOW`].
pub fn window_for(span: SimDuration) -> SimDuration {
    let wanted = span.nanos() / 125;
    let mut decade = LEAST_WINDOW.nanos();
    loop {
        for step in [decade, decade * 2, decade * 5] {
            if step >= wanted || step > u64::MAX / 20 {
                return SimDuration::from_nanos(step);
            }
        }
        decade *= 10;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ms(t: u64) -> SimTime {
        SimTime::from_nanos(t * 1_000_000)
    }

    /// 1000 bytes every 100 ms from 1 s to 2 s are 80 kb/s; silence after that.
    fn counter() -> Series {
        let mut s = Series::new();
        for t in (1000..=3000).step_by(10) {
            s.push(ms(t), (10 * (t.min(2000) - 1000)) as f64);
        }
        s
    }

    #[test]
    fn a_steady_flow_has_a_steady_rate() {
        let window = SimDuration::from_millis(200);
        let rates = blocks(&counter(), SimTime::ZERO, ms(3000), window, 8e-3);
        let expected: Vec<_> =
            (5..15).map(|k| Point { at: ms(200 * k), value: if k < 10 { 80.0 } else { 0.0 } }).collect();
        assert_eq!(rates, expected);
        assert_eq!(trailing(&counter(), ms(2100), window, 8e-3), Some(40.0));
        assert_eq!(trailing(&counter(), ms(500), window, 8e-3), None);
    }

    #[test]
    fn the_window_follows_the_span() {
        let windows =
            [1, 12, 20, 50, 100, 300, 3600].map(|s| window_for(SimDuration::from_secs(s)).nanos() / 1_000_000);
        assert_eq!(windows, [100, 100, 200, 500, 1000, 5000, 50_000]);
    }
}
