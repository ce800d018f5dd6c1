//! Puts the lanes on paper.
//!
//! ```text
//! title
//! gutter: lane title,   plot: grid, curves, events      gutter: legend
//! unit, tick figures
//! ...                   one time axis under all lanes
//! what run it is
//! ```

use crate::export::figure::lane::{Curve, CurveStyle, Lane};
use crate::export::figure::scale::Axis;
use crate::export::figure::svg::{Anchor, MONO, SANS, Stroke, Svg, TICK_SIZE, Trail, Type, cut, mono_width, width_of};
use crate::export::figure::time::TimeAxis;
use crate::export::figure::{FigureRequest, glyph};
use crate::export::{RunInfo, VERSION};
use crate::metrics::MarkKind;
use crate::palette::{self, Ground, Ink};
use crate::units::SimTime;

const GROUND: Ground = Ground::Light;
const MARGIN: f64 = 14.0;
/// Height of the title's row.
const HEAD: f64 = 34.0;
/// Height of the time axis and the line that says which run it is.
const FOOT: f64 = 58.0;
/// Room above and below the plot of a lane.
const LANE_PAD: f64 = 11.0;
/// Height of a line in a legend.
const LEGEND_LINE: f64 = 15.0;
/// From a legend's left end to its words.
const LEGEND_INDENT: f64 = 36.0;
/// Longest words of a legend, in pixels; what is longer is cut.
const LEGEND_WORDS: f64 = 150.0;
/// More events than this are thinned.
const CROWD: usize = 60;
/// Width of the columns of which each keeps one event of a kind then: that of the small shapes.
const EVENT_COLUMN: f64 = 5.0;

fn colour(ink: Ink) -> palette::Rgb {
    ink.on(GROUND)
}

fn words(size: f64, weight: u16, ink: Ink, anchor: Anchor) -> Type {
    Type { font: SANS, size, weight, colour: colour(ink), anchor }
}

fn figures(anchor: Anchor) -> Type {
    Type { font: MONO, size: TICK_SIZE, weight: 400, colour: colour(palette::TEXT3), anchor }
}

/// A plot's place on the paper and its axes.
struct Plot {
    left: f64,
    right: f64,
    top: f64,
    bottom: f64,
    time: TimeAxis,
    value: Axis,
}

impl Plot {
    fn x(&self, at: SimTime) -> f64 {
        self.left + self.time.position(at) * (self.right - self.left)
    }

    fn y(&self, value: f64) -> f64 {
        self.bottom - self.value.position(value) * (self.bottom - self.top)
    }
}

/// The whole figure.
pub(super) fn draw(info: &RunInfo, request: &FigureRequest, lanes: &[Lane], metadata: &str) -> String {
    let heights: Vec<f64> = lanes.iter().map(height).collect();
    let total = HEAD + heights.iter().sum::<f64>() + FOOT;
    let title = if info.title.is_empty() { &info.scenario } else { &info.title };
    let mut svg = Svg::new(request.width, total, title, metadata, colour(palette::BG0));
    let room = request.width - 2.0 * MARGIN;
    // A twentieth for bold letters.
    let shown = cut(title, 13.0, room / 1.05);
    svg.text((MARGIN, 22.0), &shown, words(13.0, 600, palette::TEXT1, Anchor::Start));

    let left = lanes.iter().map(left_gutter).fold(96.0, f64::max);
    let right = request.width - lanes.iter().map(right_gutter).fold(96.0, f64::max);
    let time = TimeAxis::new(request.from, request.until, right - left);
    let mut top = HEAD;
    for (i, (lane, height)) in lanes.iter().zip(heights).enumerate() {
        let (y0, y1) = (top + LANE_PAD, top + height - LANE_PAD);
        let plot = Plot { left, right, top: y0, bottom: y1, time: time.clone(), value: lane.axis };
        svg.line((MARGIN, top), (request.width - MARGIN, top), Stroke::solid(colour(palette::LINE), 1.0));
        draw_lane(&mut svg, lane, &plot, i);
        top += height;
    }
    svg.line((left, top), (right, top), Stroke::solid(colour(palette::EDGE), 1.0));
    time_axis(&mut svg, &time, (left, right), top);
    let digest = if info.digest.is_empty() { String::new() } else { format!(" \u{b7} digest {}", info.digest) };
    let run = format!("{} \u{b7} seed {}{digest} \u{b7} hopscope {VERSION}", info.scenario, info.seed);
    svg.text((MARGIN, total - 10.0), &cut(&run, 10.0, room), words(10.0, 400, palette::TEXT3, Anchor::Start));
    svg.finish()
}

fn height(lane: &Lane) -> f64 {
    let wanted: f64 = if lane.tall { 168.0 } else { 92.0 };
    wanted.max(lane.legend_lines() as f64 * LEGEND_LINE + 2.0 * LANE_PAD + 4.0)
}

fn left_gutter(lane: &Lane) -> f64 {
    let ticks = lane.axis.ticks().iter().map(|t| lane.axis.figure(*t).chars().count()).max();
    let ticks = mono_width(ticks.unwrap_or(0)) + 12.0;
    let (title, unit) = lane_words(lane);
    let widest = unit.iter().map(|u| width_of(u, 11.0)).fold(width_of(title, 12.5), f64::max);
    MARGIN + widest + 10.0 + ticks
}

fn right_gutter(lane: &Lane) -> f64 {
    legend(lane).iter().map(|(_, text)| LEGEND_INDENT + width_of(text, 11.0)).fold(0.0, f64::max) + 16.0 + MARGIN
}

/// Title and unit of a lane; a unit with its window takes two lines.
fn lane_words(lane: &Lane) -> (&str, Vec<&str>) {
    (lane.title, lane.unit.split(", ").filter(|line| !line.is_empty()).collect())
}

/// A sample in a legend.
enum Sample {
    Line(CurveStyle),
    Event(MarkKind),
}

fn legend(lane: &Lane) -> Vec<(Sample, String)> {
    let named = lane
        .curves
        .iter()
        .filter_map(|c| c.label.clone().map(|label| (Sample::Line(c.style), cut(&label, 11.0, LEGEND_WORDS))));
    let companion = lane.companion.iter().map(|label| {
        let dashed: Vec<&Curve> = lane.curves.iter().filter(|c| c.label.is_none()).collect();
        let ink = if let [one] = dashed.as_slice() { one.style.ink } else { palette::EDGE };
        let style = CurveStyle { ink, width: 1.0, dash: (5.0, 3.0), glyph: None };
        (Sample::Line(style), (*label).to_owned())
    });
    let events = lane.counts.iter().map(|(kind, n)| (Sample::Event(*kind), format!("{} ({n})", kind.label())));
    named.chain(companion).chain(events).collect()
}

fn draw_lane(svg: &mut Svg, lane: &Lane, plot: &Plot, number: usize) {
    let (title, unit) = lane_words(lane);
    svg.text((MARGIN, plot.top + 9.0), title, words(12.5, 600, palette::TEXT1, Anchor::Start));
    for (i, line) in unit.iter().enumerate() {
        let y = plot.top + 24.0 + 14.0 * i as f64;
        svg.text((MARGIN, y), line, words(11.0, 400, palette::TEXT3, Anchor::Start));
    }
    let grid = Stroke::solid(colour(palette::GRID), 1.0);
    for (position, _) in plot.time.ticks() {
        let x = plot.left + position * (plot.right - plot.left);
        svg.line((x, plot.top), (x, plot.bottom), grid);
    }
    for tick in plot.value.ticks() {
        let y = plot.y(tick);
        svg.line((plot.left, y), (plot.right, y), grid);
        svg.text((plot.left - 8.0, y + 3.8), &plot.value.figure(tick), figures(Anchor::End));
    }
    svg.clip(number, (plot.left, plot.top - 2.0), (plot.right - plot.left, plot.bottom - plot.top + 4.0));
    for curve in &lane.curves {
        draw_curve(svg, curve, plot);
    }
    svg.unclip();
    for curve in &lane.curves {
        draw_end(svg, curve, plot);
    }
    draw_events(svg, lane, plot);
    for (i, (sample, text)) in legend(lane).iter().enumerate() {
        let y = plot.top + 5.0 + LEGEND_LINE * i as f64;
        draw_sample(svg, sample, (plot.right + 14.0, y));
        let at = (plot.right + 14.0 + LEGEND_INDENT, y + 4.0);
        svg.text(at, text, words(11.0, 400, palette::TEXT2, Anchor::Start));
    }
}

/// A curve in steps: the value holds until the next point. What is not finite leaves a gap.
fn draw_curve(svg: &mut Svg, curve: &Curve, plot: &Plot) {
    let mut trail = Trail::default();
    let mut pen = false;
    for point in &curve.points {
        let x = plot.x(point.at);
        if pen {
            trail.across(x);
        }
        if point.value.is_finite() {
            let y = plot.y(point.value);
            if pen { trail.upright(y) } else { trail.start((x, y)) }
        }
        pen = point.value.is_finite();
    }
    if pen {
        trail.across(plot.right);
    }
    let style = curve.style;
    if !trail.is_empty() {
        svg.path(trail.as_str(), Stroke { colour: colour(style.ink), width: style.width, dash: style.dash });
    }
}

/// A curve's glyph where it ends, on the edge of the plot.
fn draw_end(svg: &mut Svg, curve: &Curve, plot: &Plot) {
    if let (Some(mark), Some(last)) = (curve.style.glyph, curve.points.last().filter(|p| p.value.is_finite())) {
        let at = (plot.right, plot.y(last.value));
        glyph::flow(svg, at, mark, 3.2, colour(curve.style.ink), colour(palette::BG0));
    }
}

/// Events that would lie on another of their kind are drawn once; many are drawn small, and one a column of the paper. The legend
/// counts them all.
fn draw_events(svg: &mut Svg, lane: &Lane, plot: &Plot) {
    let crowded = lane.events.len() > CROWD;
    let scale = match lane.events.len() {
        0..=40 => 1.0,
        41..=100 => 0.8,
        _ => 0.6,
    };
    for kind in MarkKind::ALL {
        let mut last: Option<(f64, f64)> = None;
        for event in lane.events.iter().filter(|e| e.kind == kind) {
            let at = (plot.x(event.at), plot.y(event.value));
            let covered = |(x, y): (f64, f64)| {
                let apart = (at.0 - x).abs();
                if crowded { apart < EVENT_COLUMN } else { apart < 2.0 && (at.1 - y).abs() < 2.0 }
            };
            if last.is_some_and(covered) {
                continue;
            }
            glyph::event(svg, at, kind, scale, GROUND);
            last = Some(at);
        }
    }
}

fn draw_sample(svg: &mut Svg, sample: &Sample, at: (f64, f64)) {
    match sample {
        Sample::Line(style) => {
            let stroke = Stroke { colour: colour(style.ink), width: style.width, dash: style.dash };
            svg.line(at, (at.0 + 28.0, at.1), stroke);
            if let Some(mark) = style.glyph {
                glyph::flow(svg, (at.0 + 14.0, at.1), mark, 3.2, colour(style.ink), colour(palette::BG0));
            }
        }
        Sample::Event(kind) => {
            // The triangle of the third duplicate acknowledgement stands above its point.
            let dy = if *kind == MarkKind::ThirdDuplicateAck { 9.0 } else { 0.0 };
            glyph::event(svg, (at.0 + 14.0, at.1 + dy), *kind, 1.0, GROUND);
        }
    }
}

fn time_axis(svg: &mut Svg, time: &TimeAxis, (left, right): (f64, f64), y: f64) {
    for (position, figure) in time.ticks() {
        let x = left + position * (right - left);
        svg.line((x, y), (x, y + 4.0), Stroke::solid(colour(palette::EDGE), 1.0));
        svg.text((x, y + 16.0), &figure, figures(Anchor::Middle));
    }
    let middle = f64::midpoint(left, right);
    svg.text((middle, y + 31.0), &time.caption, words(11.0, 400, palette::TEXT3, Anchor::Middle));
}
