//! Shapes that stand beside colours: glyphs of flows, events on curves, dashed, dotted and stepped lines. For any painter.
//!
//! Each comes twice: as shapes, for whoever collects them, and drawn at once with a painter. Strokes have butt ends.

use egui::epaint::PathShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

use crate::ids::FlowId;
use crate::palette::{self, EventShape, FrameInk, Glyph};
use crate::ui::theme::Theme;

/// Size of a flow's glyph beside its name, in points.
pub const FLOW_SIZE: f32 = 8.0;

/// How far above its curve the hollow triangle of a third duplicate ACK stands, in points.
pub const ABOVE_CURVE: f32 = 8.0;

/// Dash and gap of ssthresh and goodput.
pub const DASH: f32 = 6.0;

/// Dash of the curves of flows 9 to 16, which share the colours of 1 to 8.
pub const SECOND_ROUND_DASH: f32 = 10.0;

/// Draws the glyph of a flow, `size` points across.
pub fn flow(painter: &Painter, center: Pos2, size: f32, theme: Theme, flow: FlowId) {
    painter.extend(flow_shapes(center, size, theme, flow));
}

/// The glyph of a flow: filled for the first eight, hollow for the next.
pub fn flow_shapes(center: Pos2, size: f32, theme: Theme, flow: FlowId) -> Vec<Shape> {
    let style = palette::flow(flow.index());
    let color = theme.ink(style.ink);
    if style.second_round { hollow(style.glyph, center, size, color) } else { solid(style.glyph, center, size, color) }
}

fn solid(glyph: Glyph, center: Pos2, size: f32, color: Color32) -> Vec<Shape> {
    let r = size / 2.0;
    match glyph {
        Glyph::Disc => vec![Shape::circle_filled(center, r, color)],
        Glyph::Ring => vec![Shape::circle_stroke(center, r - 1.0, Stroke::new(2.0, color))],
        Glyph::Plus => plus(center, r, Stroke::new(size * 0.3, color)),
        Glyph::Bar => vec![Shape::rect_filled(Rect::from_center_size(center, vec2(size * 0.4, size)), 0.0, color)],
        _ => vec![Shape::convex_polygon(outline(glyph, center, r), color, Stroke::NONE)],
    }
}

fn hollow(glyph: Glyph, center: Pos2, size: f32, color: Color32) -> Vec<Shape> {
    let stroke = Stroke::new(1.5, color);
    // The stroke lies inside, so that hollow and filled glyphs look equally large.
    let r = size / 2.0 - 0.75;
    match glyph {
        Glyph::Disc => vec![Shape::circle_stroke(center, r, stroke)],
        // A ring is hollow already: a dot in it tells them apart.
        Glyph::Ring => vec![Shape::circle_stroke(center, r, stroke), Shape::circle_filled(center, r * 0.35, color)],
        Glyph::Plus => plus(center, r, Stroke::new(1.0, color)),
        Glyph::Bar => {
            let bar = Rect::from_center_size(center, vec2(r, 2.0 * r));
            vec![Shape::rect_stroke(bar, 0.0, Stroke::new(1.0, color), egui::StrokeKind::Middle)]
        }
        _ => vec![closed(outline(glyph, center, r), stroke)],
    }
}

fn plus(center: Pos2, r: f32, stroke: Stroke) -> Vec<Shape> {
    let arm = |d: Vec2| Shape::line_segment([center - d, center + d], stroke);
    vec![arm(vec2(r, 0.0)), arm(vec2(0.0, r))]
}

/// Corners of a glyph that has some.
fn outline(glyph: Glyph, center: Pos2, r: f32) -> Vec<Pos2> {
    match glyph {
        Glyph::TriangleUp => triangle(center, r, -1.0),
        Glyph::TriangleDown => triangle(center, r, 1.0),
        Glyph::Square => square(center, r * 0.88),
        _ => diamond(center, r * 1.15),
    }
}

/// A triangle with its tip above (`down` -1) or below (+1).
fn triangle(center: Pos2, r: f32, down: f32) -> Vec<Pos2> {
    let base = center.y - 0.8 * r * down;
    vec![pos2(center.x - r, base), pos2(center.x + r, base), pos2(center.x, center.y + 0.9 * r * down)]
}

fn diamond(center: Pos2, r: f32) -> Vec<Pos2> {
    vec![center - vec2(0.0, r), center + vec2(r, 0.0), center + vec2(0.0, r), center - vec2(r, 0.0)]
}

fn square(center: Pos2, r: f32) -> Vec<Pos2> {
    let rect = Rect::from_center_size(center, Vec2::splat(2.0 * r));
    vec![rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom()]
}

fn closed(points: Vec<Pos2>, stroke: Stroke) -> Shape {
    Shape::Path(PathShape::closed_line(points, stroke))
}

/// Draws an event with its middle at `center`.
pub fn event(painter: &Painter, center: Pos2, shape: EventShape, theme: Theme) {
    painter.extend(event_shapes(center, shape, theme));
}

/// An event on a curve. Its middle is at `center`; a third duplicate ACK stands [`ABOVE_CURVE`], which the caller adds.
pub fn event_shapes(center: Pos2, shape: EventShape, theme: Theme) -> Vec<Shape> {
    let color = event_color(shape, theme);
    match shape {
        EventShape::Cross => cross(center, 4.0, Stroke::new(2.0, color)),
        EventShape::HollowTriangleDown => vec![closed(triangle(center, 4.5, 1.0), Stroke::new(1.5, color))],
        EventShape::Diamond => vec![Shape::convex_polygon(diamond(center, 6.0), color, Stroke::NONE)],
        EventShape::HollowSquare => vec![closed(square(center, 4.0), Stroke::new(1.5, color))],
        EventShape::TriangleRight => {
            let points = [vec2(-3.5, -4.5), vec2(4.5, 0.0), vec2(-3.5, 4.5)].map(|d| center + d).to_vec();
            vec![Shape::convex_polygon(points, color, Stroke::NONE)]
        }
    }
}

/// The colour of an event.
pub fn event_color(shape: EventShape, theme: Theme) -> Color32 {
    match shape {
        EventShape::Cross | EventShape::Diamond => theme.bad(),
        EventShape::HollowTriangleDown => theme.warn(),
        EventShape::HollowSquare => theme.ink(FrameInk::Routing.ink()),
        EventShape::TriangleRight => theme.t2(),
    }
}

/// A diagonal cross of this half width.
pub fn cross(center: Pos2, half: f32, stroke: Stroke) -> Vec<Shape> {
    let arm = |d: Vec2| Shape::line_segment([center - d, center + d], stroke);
    vec![arm(vec2(half, half)), arm(vec2(half, -half))]
}

/// Draws a dashed line along `points`: `dash` points drawn, `gap` points not.
pub fn dashed(painter: &Painter, points: &[Pos2], stroke: impl Into<Stroke>, dash: f32, gap: f32) {
    let mut shapes = Vec::new();
    dashed_shapes(points, stroke.into(), (dash, gap), 0.0, &mut shapes);
    painter.extend(shapes);
}

/// Adds the dashes of a line along `points` to `shapes`; the pattern goes on around corners. It begins `phase` points into the
/// pattern; where in it the line ends is given back.
pub fn dashed_shapes(
    points: &[Pos2],
    stroke: Stroke,
    (dash, gap): (f32, f32),
    phase: f32,
    shapes: &mut Vec<Shape>,
) -> f32 {
    let period = dash + gap;
    if period <= 0.0 {
        return 0.0;
    }
    let mut phase = phase % period;
    for pair in points.windows(2) {
        let (from, to) = (pair[0], pair[1]);
        let length = (to - from).length();
        if length <= 0.0 || !length.is_finite() {
            continue;
        }
        let unit = (to - from) / length;
        let mut at = -phase;
        while at < length {
            let (start, end) = (at.max(0.0), (at + dash).min(length));
            if start < end {
                shapes.push(Shape::line_segment([from + unit * start, from + unit * end], stroke));
            }
            at += period;
        }
        phase = (phase + length) % period;
    }
    phase
}

/// Draws a dotted line along `points`: a square dot of `width` every `pitch` points.
pub fn dotted(painter: &Painter, points: &[Pos2], pitch: f32, width: f32, color: Color32) {
    dashed(painter, points, Stroke::new(width, color), width, pitch - width);
}

/// From dot to dot of what belongs to the branch with this number, 1 being the first: branches differ in it.
pub fn pitch(branch: usize) -> f32 {
    [4.0, 7.0, 10.0][branch.saturating_sub(1) % 3]
}

/// Draws a measured curve of a flow: solid, or dashed from the ninth flow on.
pub fn curve(painter: &Painter, points: Vec<Pos2>, width: f32, theme: Theme, flow: FlowId) {
    let stroke = Stroke::new(width, theme.flow(flow));
    if palette::flow(flow.index()).second_round {
        dashed(painter, &points, stroke, SECOND_ROUND_DASH, SECOND_ROUND_DASH * 0.4);
    } else {
        painter.add(Shape::line(points, stroke));
    }
}

/// The corners of a line that keeps each value until the next point.
pub fn stepped(points: &[Pos2]) -> Vec<Pos2> {
    let mut corners: Vec<Pos2> = Vec::with_capacity(2 * points.len());
    for point in points {
        if let Some(last) = corners.last().copied()
            && pos2(point.x, last.y) != *point
            && point.x > last.x
        {
            corners.push(pos2(point.x, last.y));
        }
        corners.push(*point);
    }
    corners
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_keep_a_value_until_the_next() {
        let corners = stepped(&[pos2(0.0, 1.0), pos2(4.0, 3.0), pos2(6.0, 3.0)]);
        assert_eq!(corners, [pos2(0.0, 1.0), pos2(4.0, 1.0), pos2(4.0, 3.0), pos2(6.0, 3.0)]);
    }

    #[test]
    fn dashes_go_on_around_corners() {
        let mut shapes = Vec::new();
        let path = [pos2(0.0, 0.0), pos2(5.0, 0.0), pos2(5.0, 5.0)];
        dashed_shapes(&path, Stroke::new(1.0, Color32::WHITE), (4.0, 4.0), 0.0, &mut shapes);
        let ends: Vec<[Pos2; 2]> = shapes
            .iter()
            .map(|s| if let Shape::LineSegment { points, .. } = s { *points } else { [Pos2::ZERO; 2] })
            .collect();
        assert_eq!(ends, [[pos2(0.0, 0.0), pos2(4.0, 0.0)], [pos2(5.0, 3.0), pos2(5.0, 5.0)]]);
    }
}
