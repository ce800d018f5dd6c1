//! The value axis of a lane: grows with what was seen, never shrinks while a run goes on, and can be zoomed by hand.

use egui::{Rangef, Rect};

use crate::energy::ledger::RadioState;
use crate::metrics::{Metric, rate};
use crate::ui::panels::lanes::Lane;
use crate::ui::panels::lanes::energy;
use crate::ui::panels::lanes::scene::{Curve, Scene};
use crate::ui::plot::curve::Source;
use crate::ui::plot::{ValueScale, ticks};
use crate::units::SimTime;

/// See the module's documentation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Range {
    /// What a person zoomed to.
    pub zoom: Option<(f64, f64)>,
    /// Least and greatest value so far.
    seen: Option<(f64, f64)>,
    /// What it was seen of: nothing to do while that stays.
    stamp: Option<(u64, SimTime, SimTime)>,
    /// The window of rates: shorter ones have higher peaks.
    window: u64,
}

impl Range {
    /// The scale of `lane` in `plot`, from what it shows.
    pub fn scale(&mut self, lane: Lane, plot: Rect, scene: &Scene<'_>, curves: &[Curve<'_>]) -> ValueScale {
        self.look(lane, scene, curves);
        let (low, high) = self.zoom.unwrap_or_else(|| self.usual(lane, plot, scene));
        let inset = if plot.height() < 60.0 { 7.0 } else { 9.0 };
        let y = Rangef::new(plot.top() + inset, (plot.bottom() - inset).max(plot.top() + inset + 4.0));
        ValueScale { low, high, y }
    }

    fn usual(&self, lane: Lane, plot: Rect, scene: &Scene<'_>) -> (f64, f64) {
        let (low, peak) = self.seen.unwrap_or((0.0, 0.0));
        if lane == Lane::Power {
            let (idle, transmit) = powers(scene);
            return (low.min(idle), peak.max(transmit).max(idle + 1e-6));
        }
        let factor = lane.factor();
        (0.0, ticks::top(peak * factor, most_ticks(plot)) / factor)
    }

    fn look(&mut self, lane: Lane, scene: &Scene<'_>, curves: &[Curve<'_>]) {
        let rates = lane.is_rate();
        if rates && self.window != scene.window.nanos() {
            *self = Self { window: scene.window.nanos(), zoom: self.zoom, ..Self::default() };
        }
        let version =
            curves.iter().map(|curve| curve.source.series().version() ^ u64::from(curve.key.2.0.0)).sum::<u64>();
        let version = version + energy::version(lane, scene);
        let ends = if rates { (scene.time.from, scene.time.until) } else { (SimTime::ZERO, SimTime::MAX) };
        let stamp = Some((version, ends.0, ends.1));
        if self.stamp == stamp {
            return;
        }
        self.stamp = stamp;
        // Thresholds, and bursts of what is delivered in order after a repair, may leave the lane: else they would flatten the rest.
        for curve in curves.iter().filter(|curve| !matches!(curve.key.0, Metric::Ssthresh | Metric::Goodput)) {
            self.join(extremes(&curve.source, ends));
        }
        if lane == Lane::Energy {
            self.join(Some((0.0, energy::total(scene, scene.frontier))));
        }
    }

    fn join(&mut self, other: Option<(f64, f64)>) {
        self.seen = match (self.seen, other) {
            (Some(a), Some(b)) => Some((a.0.min(b.0), a.1.max(b.1))),
            (one, other) => one.or(other),
        };
    }
}

/// Powers of an idle and of a sending radio, in watts.
pub fn powers(scene: &Scene<'_>) -> (f64, f64) {
    let profile = scene.view.scenario().blueprint.radio_power.profile();
    (profile.watts(RadioState::Idle).0, profile.watts(RadioState::Transmit).0)
}

/// How many figures a value axis has room for.
pub fn most_ticks(plot: Rect) -> f32 {
    (plot.height() / 30.0).clamp(1.5, 4.0)
}

fn extremes(source: &Source<'_>, (from, until): (SimTime, SimTime)) -> Option<(f64, f64)> {
    match *source {
        Source::Points(series) => series.bounds(from, until),
        Source::Rate { counter, window, scale } => {
            let whole = SimTime::from_nanos(counter.end().nanos() / window.nanos() * window.nanos());
            let rates = rate::blocks(counter, from, until.min(whole), window, scale);
            let values = rates.iter().map(|point| point.value);
            values.fold(None, |all, v| {
                all.map_or(Some((v, v)), |(low, high): (f64, f64)| Some((low.min(v), high.max(v))))
            })
        }
    }
}
