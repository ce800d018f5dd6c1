//! Drawn curves, kept as triangles while nothing about them changes: a paused run costs nothing to show, one that plays only what is
//! new. A curve is kept in two pieces: what lies so far in the past that it will not change, and the rest.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::{PathShape, Tessellator};
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke, pos2};

use crate::metrics::{Metric, Owner};
use crate::session::line::History;
use crate::ui::glyph;
use crate::ui::plot::curve::{self, Scratch, Source};
use crate::ui::plot::{TimeScale, ValueScale};
use crate::units::{SimDuration, SimTime};

/// Names a curve: what, whose, in which past.
pub type Key = (Metric, Owner, History);

/// Pieces of the time axis: the settled part of a curve grows by one at a time.
const PIECES: u64 = 16;

/// By how much the pieces overlap, in points: the ends of strokes fade.
const OVERLAP: f32 = 1.0;

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dash {
    /// In one stroke.
    Solid,
    /// Dash and gap, in points.
    Dashed(f32, f32),
    /// Dotted on a halo of this ground with this distance of dots, as a branch's ghost.
    Ghost(Color32, f32),
}

/// Colour, width and dash of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its colour.
    pub color: Color32,
    /// Its width, in points; a ghost has its own.
    pub width: f32,
    /// Its dash.
    pub dash: Dash,
}

/// What a drawn curve depends on besides its points.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stage {
    begin: SimTime,
    truncations: u64,
    time: TimeScale,
    value: ValueScale,
    look: Look,
    pixels_per_point: f32,
}

/// Part of a curve.
#[derive(Clone, Debug, Default)]
struct Piece {
    mesh: Arc<Mesh>,
    /// Where it ends in the pattern of its dashes.
    phase: f32,
}

#[derive(Clone, Debug)]
struct Entry {
    stage: Stage,
    /// What it was drawn of: version and end.
    stamp: (u64, SimTime),
    /// Up to where the first piece goes.
    cut: SimTime,
    pieces: [Piece; 2],
    used: bool,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    entries: BTreeMap<Key, Entry>,
    scratch: Scratch,
}

impl Cache {
    /// Draws a curve between `ends`: from when it is to be seen to how far it is known.
    pub fn draw(
        &mut self,
        painter: &Painter,
        key: Key,
        source: &Source<'_>,
        (begin, end): (SimTime, SimTime),
        (time, value): (&TimeScale, &ValueScale),
        look: Look,
    ) {
        // Beyond the shown span the end changes nothing.
        let end = end.min(time.until);
        let series = source.series();
        let stage = Stage {
            begin,
            truncations: series.truncations(),
            time: *time,
            value: *value,
            look,
            pixels_per_point: painter.pixels_per_point(),
        };
        let stamp = (series.version(), end);
        let known = self.entries.remove(&key).filter(|entry| entry.stage == stage);
        let entry = match known {
            Some(entry) if entry.stamp == stamp => Entry { used: true, ..entry },
            known => {
                let cut = settled(source, end.min(series.end()), time).max(begin.max(time.from));
                let top = painter.clip_rect().top();
                let mut piece = |ends, phase| {
                    let paths = curve::path(source, ends, time, value, &mut self.scratch);
                    triangles(painter, paths, top, look, phase)
                };
                let old = match known {
                    Some(entry) if entry.cut == cut => entry.pieces.into_iter().next().unwrap_or_default(),
                    _ => piece((begin, cut), 0.0),
                };
                // The newer piece reaches a little into the older one.
                let from = if cut > begin.max(time.from) { time.time_at(time.x_of(cut) - OVERLAP) } else { begin };
                let new = piece((from.max(begin), end), old.phase - OVERLAP);
                Entry { stage, stamp, cut, pieces: [old, new], used: true }
            }
        };
        painter.extend(entry.pieces.iter().map(|piece| Shape::Mesh(Arc::clone(&piece.mesh))));
        self.entries.insert(key, entry);
    }

    /// Forgets what was not drawn since the last call.
    pub fn sweep(&mut self) {
        self.entries.retain(|_, entry| std::mem::take(&mut entry.used));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

/// The last of the ends of [`PIECES`] equal pieces of the axis before `end`; between two windows, where the source has some.
fn settled(source: &Source<'_>, end: SimTime, time: &TimeScale) -> SimTime {
    let piece = (time.span().nanos() / PIECES).max(1);
    // What is recorded at the newest instant may still change.
    let before = end.since(time.from).saturating_sub(SimDuration::from_nanos(1));
    let cut = time.from.saturating_add(SimDuration::from_nanos(before.nanos() / piece * piece));
    match source {
        Source::Points(_) => cut,
        Source::Rate { window, .. } => SimTime::from_nanos(cut.nanos() / window.nanos().max(1) * window.nanos()),
    }
}

/// The curve as triangles, with arrows where it leaves the plot at `top`; dashes begin `phase` points into their pattern.
fn triangles(painter: &Painter, paths: Vec<Vec<Pos2>>, top: f32, look: Look, phase: f32) -> Piece {
    let options = painter.ctx().tessellation_options(|options| *options);
    let mut tessellator = Tessellator::new(painter.pixels_per_point(), options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    let stroke = Stroke::new(look.width, look.color);
    let mut phase = phase.max(0.0);
    for path in paths {
        let mut shapes: Vec<Shape> = excursions(&path, top).into_iter().map(|x| arrow(pos2(x, top), look)).collect();
        match look.dash {
            Dash::Solid => shapes.push(Shape::Path(PathShape::line(path, stroke))),
            Dash::Dashed(dash, gap) => phase = glyph::dashed_shapes(&path, stroke, (dash, gap), phase, &mut shapes),
            Dash::Ghost(ground, pitch) => {
                shapes.push(Shape::Path(PathShape::line(path.clone(), Stroke::new(4.0, ground))));
                phase =
                    glyph::dashed_shapes(&path, Stroke::new(2.0, look.color), (2.0, pitch - 2.0), phase, &mut shapes);
            }
        }
        for shape in shapes {
            tessellator.tessellate_shape(shape, &mut mesh);
        }
    }
    Piece { mesh: Arc::new(mesh), phase }
}

/// Nearer than this two arrows would be one, in points.
const ARROWS_APART: f32 = 12.0;

/// Where a path is above `top`: the middle of each such stretch.
fn excursions(path: &[Pos2], top: f32) -> Vec<f32> {
    let mut middles: Vec<f32> = Vec::new();
    let mut begin: Option<f32> = None;
    let ends = path.iter().map(|point| (point.x, point.y < top));
    let last = path.last().map(|point| (point.x, false));
    for (x, above) in ends.chain(last) {
        match (begin, above) {
            (None, true) => begin = Some(x),
            (Some(from), false) => {
                let middle = f32::midpoint(from, x);
                if middles.last().is_none_or(|before| middle - before >= ARROWS_APART) {
                    middles.push(middle);
                }
                begin = None;
            }
            _ => {}
        }
    }
    middles
}

/// A small arrow upwards just below `at`.
fn arrow(at: Pos2, look: Look) -> Shape {
    let wing = |x: f32| pos2(at.x + x, at.y + 6.5);
    Shape::line(vec![wing(-3.5), pos2(at.x, at.y + 3.0), wing(3.5)], Stroke::new(1.5, look.color))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::Series;

    #[test]
    fn an_arrow_in_the_middle_of_each_stretch_above_the_top() {
        let path = |points: &[(f32, f32)]| points.iter().map(|(x, y)| pos2(*x, *y)).collect::<Vec<_>>();
        let inside = path(&[(0.0, 50.0), (10.0, 50.0), (10.0, 20.0), (30.0, 20.0)]);
        assert!(excursions(&inside, 10.0).is_empty());
        // Up, along, and down again.
        let burst = path(&[(0.0, 50.0), (10.0, 50.0), (10.0, -90.0), (20.0, -90.0), (20.0, 40.0), (30.0, 40.0)]);
        assert_eq!(excursions(&burst, 10.0), [15.0]);
        // Two that would touch are one; a stretch that does not come back counts.
        let twice = path(&[(0.0, 0.0), (4.0, 0.0), (4.0, 50.0), (6.0, 50.0), (6.0, 0.0), (8.0, 0.0), (8.0, 50.0)]);
        assert_eq!(excursions(&twice, 10.0), [2.0]);
        assert_eq!(excursions(&path(&[(0.0, 50.0), (40.0, 50.0), (40.0, 0.0), (60.0, 0.0)]), 10.0), [50.0]);
    }

    const TIME: TimeScale =
        TimeScale { from: SimTime::ZERO, until: SimTime::from_nanos(16_000), x: egui::Rangef { min: 0.0, max: 160.0 } };

    #[test]
    fn the_settled_part_ends_at_a_piece_before_the_end_and_between_windows() {
        let series = Series::new();
        let cut = |source: &Source<'_>, end| settled(source, SimTime::from_nanos(end), &TIME).nanos();
        let points = Source::Points(&series);
        // Pieces of 1,000 ns; the newest instant may still change.
        assert_eq!([0, 999, 1_000, 1_001, 9_500, 16_000].map(|end| cut(&points, end)), [0, 0, 0, 1_000, 9_000, 15_000]);
        let rate = Source::Rate { counter: &series, window: SimDuration::from_nanos(400), scale: 1.0 };
        assert_eq!([1_001, 2_001, 3_001].map(|end| cut(&rate, end)), [800, 2_000, 2_800]);
    }

    /// Draws a curve in one picture and gives the triangles of both pieces.
    fn drawn(cache: &mut Cache, series: &Series, history: History) -> Vec<Mesh> {
        let key = (Metric::Cwnd, Owner::Flow(crate::ids::FlowId(0)), history);
        let value = ValueScale { low: 0.0, high: 10.0, y: egui::Rangef { min: 0.0, max: 100.0 } };
        let look = Look { color: Color32::WHITE, width: 1.0, dash: Dash::Dashed(6.0, 6.0) };
        let _ = egui::Context::default().run_ui(egui::RawInput::default(), |ui| {
            let ends = (SimTime::ZERO, series.end());
            cache.draw(ui.painter(), key, &Source::Points(series), ends, (&TIME, &value), look);
        });
        cache.entries[&key].pieces.iter().map(|piece| (*piece.mesh).clone()).collect()
    }

    /// However a curve has grown, been cut back or been replaced: it is drawn as if it had been there from the start.
    #[test]
    fn what_is_kept_is_what_would_be_drawn_anew() {
        let history = |replaced| History(crate::session::LineId(0), replaced);
        let mut cache = Cache::default();
        let mut series = Series::new();
        let mut check = |series: &Series, replaced| {
            let kept = drawn(&mut cache, series, history(replaced));
            assert_eq!(kept, drawn(&mut Cache::default(), series, history(replaced)), "up to {}", series.end());
        };
        for step in 0..120_u32 {
            series.push(SimTime::from_nanos(u64::from(step) * 100), f64::from(step % 7));
            check(&series, 0);
        }
        // A branch forgets the end, and goes another way to the same instant.
        series.truncate(SimTime::from_nanos(5_000));
        for step in 50..120_u32 {
            series.push(SimTime::from_nanos(u64::from(step) * 100), f64::from(step % 5));
        }
        check(&series, 0);
        // Another run in the place of this one, with as many points.
        let mut other = Series::new();
        (0..120_u32).for_each(|step| other.push(SimTime::from_nanos(u64::from(step) * 100), f64::from(step % 3)));
        check(&other, 1);
    }
}
