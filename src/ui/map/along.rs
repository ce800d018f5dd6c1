//! Drawing along a straight line at any angle: bars, capsules, chevrons, strokes, dots, dashes.

use egui::epaint::{PathStroke, Shape};
use egui::{Color32, Pos2, Rect, Stroke, Vec2};

/// A stretch of a straight line, with its own axes: along it, and to its right.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Along {
    start: Pos2,
    direction: Vec2,
    /// Its length in points.
    pub length: f32,
}

impl Along {
    /// From `from` to `to`, shortened by `before` and `after` at its ends; `None` if nothing is left.
    pub fn between(from: Pos2, to: Pos2, before: f32, after: f32) -> Option<Self> {
        let way = to - from;
        let length = way.length() - before - after;
        if length < 1.0 {
            return None;
        }
        let direction = way.normalized();
        Some(Self { start: from + direction * before, direction, length })
    }

    /// The point `along` from the start and `aside` to the right of the direction.
    pub fn at(&self, along: f32, aside: f32) -> Pos2 {
        self.start + self.direction * along + self.right() * aside
    }

    /// The unit vector to the right of the direction, as seen on screen.
    pub fn right(&self) -> Vec2 {
        Vec2::new(-self.direction.y, self.direction.x)
    }

    /// The unit vector of the direction.
    pub const fn direction(&self) -> Vec2 {
        self.direction
    }

    /// The same, moved to the right.
    #[must_use]
    pub fn moved(&self, aside: f32) -> Self {
        Self { start: self.at(0.0, aside), ..*self }
    }

    /// The side (1 right, -1 left) that lies below on screen, or right if it is upright.
    pub fn lower_side(&self) -> f32 {
        let right = self.right();
        let below = if right.y.abs() > 0.05 { right.y } else { right.x };
        if below < 0.0 { -1.0 } else { 1.0 }
    }

    /// A line over a part of it.
    pub fn line(&self, from: f32, to: f32, stroke: Stroke) -> Shape {
        Shape::line_segment([self.at(from, 0.0), self.at(to, 0.0)], stroke)
    }

    /// Dashes over all of it.
    pub fn dashed(&self, stroke: Stroke, (dash, gap): (f32, f32), out: &mut Vec<Shape>) {
        out.extend(Shape::dashed_line(&[self.at(0.0, 0.0), self.at(self.length, 0.0)], stroke, dash, gap));
    }

    /// A line across it.
    pub fn across(&self, at: f32, half: f32, stroke: Stroke) -> Shape {
        Shape::line_segment([self.at(at, -half), self.at(at, half)], stroke)
    }

    /// A filled bar with corners of radius 2.
    pub fn bar(&self, from: f32, to: f32, half: f32, fill: Color32) -> Shape {
        Shape::convex_polygon(self.rounded(from, to, half, 2.0), fill, PathStroke::NONE)
    }

    /// The outline of such a bar, with corners of this radius.
    pub fn outline(&self, from: f32, to: f32, half: f32, radius: f32, stroke: Stroke) -> Shape {
        Shape::closed_line(self.rounded(from, to, half, radius), stroke)
    }

    fn rounded(&self, from: f32, to: f32, half: f32, radius: f32) -> Vec<Pos2> {
        let radius = radius.min(half).min((to - from) / 2.0).max(0.0);
        let corners =
            [(from, -half, 1.0, 1.0), (to, -half, -1.0, 1.0), (to, half, -1.0, -1.0), (from, half, 1.0, -1.0)];
        let steps: u8 = if radius > 2.5 { 6 } else { 3 };
        let mut points = Vec::with_capacity(4 * usize::from(steps) + 4);
        for (corner, (x, y, inward_x, inward_y)) in corners.into_iter().enumerate() {
            let centre = (x + inward_x * radius, y + inward_y * radius);
            for step in 0..=steps {
                let turn = std::f32::consts::FRAC_PI_2 * (corner as f32 + 2.0 + f32::from(step) / f32::from(steps));
                points.push(self.at(centre.0 + radius * turn.cos(), centre.1 + radius * turn.sin()));
            }
        }
        points
    }

    /// An open chevron whose tip lies at `tip`.
    pub fn chevron(&self, tip: f32, depth: f32, half: f32, stroke: Stroke) -> Shape {
        Shape::line(vec![self.at(tip - depth, -half), self.at(tip, 0.0), self.at(tip - depth, half)], stroke)
    }

    /// Strokes of a hatch at 45 degrees, 6 points apart, over a part of a bar.
    pub fn hatch(&self, from: f32, to: f32, half: f32, stroke: Stroke, out: &mut Vec<Shape>) {
        let mut foot = from - 2.0 * half;
        while foot < to {
            // From the lower edge at `foot` to the upper edge, cut off at both ends of the part.
            let (start, end) = (foot.max(from), (foot + 2.0 * half).min(to));
            if end - start > 0.5 {
                out.push(Shape::line_segment(
                    [self.at(start, half - (start - foot)), self.at(end, half - (end - foot))],
                    stroke,
                ));
            }
            foot += 6.0;
        }
    }

    /// Marks that cover it from end to end at this pitch: for each the place of its middle.
    pub fn pitched(&self, pitch: f32) -> impl Iterator<Item = f32> + use<> {
        let count = (self.length / pitch).floor().max(1.0);
        let first = (self.length - (count - 1.0) * pitch) / 2.0;
        (0..count as usize).map(move |place| first + place as f32 * pitch)
    }

    /// Rectangles that cover it up to `half` aside, for the placing of labels.
    pub fn cover(&self, half: f32, out: &mut Vec<Rect>) {
        if self.direction.x.abs() < 0.05 || self.direction.y.abs() < 0.05 {
            let ends = Rect::from_two_pos(self.at(0.0, -half), self.at(self.length, half));
            out.push(ends);
            return;
        }
        for place in self.pitched(10.0) {
            out.push(Rect::from_center_size(self.at(place, 0.0), Vec2::splat(2.0 * half + 6.0)));
        }
    }

    /// How far `point` is from it.
    pub fn distance(&self, point: Pos2) -> f32 {
        let along = (point - self.start).dot(self.direction).clamp(0.0, self.length);
        self.at(along, 0.0).distance(point)
    }
}

/// Part of a circle, from `from` clockwise over `span` (radians; 0 is to the right, a quarter turn is down).
pub fn arc(centre: Pos2, radius: f32, from: f32, span: f32, stroke: Stroke) -> Shape {
    Shape::line(arc_points(centre, radius, from, span), stroke)
}

/// Points along a part of a circle.
pub fn arc_points(centre: Pos2, radius: f32, from: f32, span: f32) -> Vec<Pos2> {
    let steps = ((radius * span.abs() / 3.0).ceil().clamp(2.0, 240.0)) as usize;
    let point = |step: usize| centre + radius * Vec2::angled(from + span * step as f32 / steps as f32);
    (0..=steps).map(point).collect()
}

/// A dashed circle: dashes and gaps of about these lengths, as many as fit evenly. Only dashes that reach into `clip` are drawn.
pub fn dashed_circle(
    centre: Pos2,
    radius: f32,
    (dash, gap): (f32, f32),
    stroke: Stroke,
    clip: Rect,
    out: &mut Vec<Shape>,
) {
    let turn = std::f32::consts::TAU;
    let count = (turn * radius / (dash + gap)).round().max(3.0);
    let pitch = turn / count;
    let span = pitch * dash / (dash + gap);
    for place in 0..count as usize {
        let from = pitch * place as f32 - turn / 4.0;
        let (a, b) = (centre + radius * Vec2::angled(from), centre + radius * Vec2::angled(from + span));
        if !clip.contains(a) && !clip.contains(b) {
            continue;
        }
        // Long dashes of small circles are arcs.
        out.push(if span > 0.1 {
            arc(centre, radius, from, span, stroke)
        } else {
            Shape::line_segment([a, b], stroke)
        });
    }
}

/// A diagonal cross with a halo.
pub fn cross(centre: Pos2, half: f32, stroke: Stroke, halo: Color32, out: &mut Vec<Shape>) {
    let arms = |half: f32| {
        [[Vec2::new(-half, -half), Vec2::new(half, half)], [Vec2::new(-half, half), Vec2::new(half, -half)]]
            .map(|[a, b]| [centre + a, centre + b])
    };
    out.extend(arms(half + 1.0).map(|ends| Shape::line_segment(ends, Stroke::new(stroke.width + 3.0, halo))));
    out.extend(arms(half).map(|ends| Shape::line_segment(ends, stroke)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stretch_has_its_own_axes() {
        let along = Along::between(Pos2::new(0.0, 0.0), Pos2::new(0.0, 100.0), 10.0, 20.0).unwrap();
        assert!((along.length - 70.0).abs() < 1e-4);
        assert!(
            along.at(0.0, 5.0).distance(Pos2::new(-5.0, 10.0)) < 1e-4,
            "downwards, right is to the left of the screen"
        );
        assert!((along.lower_side() + 1.0).abs() < 1e-6, "upright: the side to the right of the screen");
        assert!(Along::between(Pos2::ZERO, Pos2::new(20.0, 0.0), 10.0, 10.0).is_none());
    }

    #[test]
    fn hatch_stays_in_its_bar() {
        let along = Along::between(Pos2::ZERO, Pos2::new(50.0, 0.0), 0.0, 0.0).unwrap();
        let mut shapes = Vec::new();
        along.hatch(0.0, 50.0, 5.5, Stroke::new(2.0, Color32::BLACK), &mut shapes);
        let bar = Rect::from_min_max(Pos2::new(0.0, -5.5), Pos2::new(50.0, 5.5)).expand(1e-3);
        for shape in &shapes {
            let Shape::LineSegment { points, .. } = shape else { panic!("a line") };
            assert!(points.iter().all(|point| bar.contains(*point)), "{points:?}");
        }
        assert_eq!(shapes.len(), 10);
    }
}
