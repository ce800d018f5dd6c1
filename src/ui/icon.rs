//! Icons of 14 points with strokes of 1.5, drawn with the painter in the colour of their text.

use egui::epaint::PathShape;
use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, Vec2, pos2, vec2};

/// Side of the square that an icon fits in, in points.
pub const SIZE: f32 = 14.0;

/// An icon. Those of transport are filled, the others are lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Icon {
    /// Goes on.
    Play,
    /// Stops.
    Pause,
    /// To the start.
    Start,
    /// One step back.
    Back,
    /// One step forward.
    Forward,
    /// Forward to something that is drawn beside it.
    Onward,
    /// The gallery.
    Gallery,
    /// Files out of the run.
    Export,
    /// A search field.
    Search,
    /// Stays with what it shows.
    Pin,
    /// Closes.
    Close,
    /// One more.
    Plus,
    /// A branch.
    Branch,
    /// Another fate for a frame.
    Flip,
    /// A menu opens below.
    Chevron,
    /// What is done is taken back.
    Undo,
    /// What was taken back is done again.
    Redo,
    /// All is well.
    Tick,
    /// Something is wrong.
    Cross,
    /// Something to know.
    Info,
    /// Something to copy.
    Copy,
}

/// Draws `icon` around `center`.
pub fn draw(painter: &Painter, icon: Icon, center: Pos2, color: Color32) {
    painter.extend(shapes(icon, center, color));
}

/// The shapes of `icon` around `center`.
pub fn shapes(icon: Icon, center: Pos2, color: Color32) -> Vec<Shape> {
    Pen { center, color, out: Vec::new() }.of(icon)
}

/// Draws a disc with a tick or a cross cut out of it.
pub fn lamp(painter: &Painter, center: Pos2, radius: f32, good: bool, color: Color32, ground: Color32) {
    painter.circle_filled(center, radius, color);
    let stroke = Stroke::new(1.5, ground);
    let at = |x: f32, y: f32| center + vec2(x, y) * (radius / 7.0);
    if good {
        painter.add(Shape::line(vec![at(-3.2, 0.2), at(-0.9, 2.5), at(3.2, -2.2)], stroke));
    } else {
        painter.extend(crate::ui::glyph::cross(center, 2.6 * radius / 7.0, stroke));
    }
}

struct Pen {
    center: Pos2,
    color: Color32,
    out: Vec<Shape>,
}

impl Pen {
    fn stroke(&self) -> Stroke {
        Stroke::new(1.5, self.color)
    }

    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        pos2(self.center.x + x, self.center.y + y)
    }

    fn line(&mut self, points: &[(f32, f32)]) {
        let points = points.iter().map(|point| self.at(*point)).collect();
        self.out.push(Shape::line(points, self.stroke()));
    }

    fn closed(&mut self, points: &[(f32, f32)]) {
        let points = points.iter().map(|point| self.at(*point)).collect();
        self.out.push(Shape::Path(PathShape::closed_line(points, self.stroke())));
    }

    fn fill(&mut self, points: &[(f32, f32)]) {
        let points = points.iter().map(|point| self.at(*point)).collect();
        self.out.push(Shape::convex_polygon(points, self.color, Stroke::NONE));
    }

    fn bar(&mut self, x: f32) {
        let rect = Rect::from_center_size(self.at((x, 0.0)), vec2(2.0, 10.0));
        self.out.push(Shape::rect_filled(rect, 0.0, self.color));
    }

    fn ring(&mut self, at: (f32, f32), radius: f32) {
        self.out.push(Shape::circle_stroke(self.at(at), radius, self.stroke()));
    }

    /// Part of a circle, in turns clockwise from the right.
    fn arc(&mut self, at: (f32, f32), radius: f32, from: f32, until: f32) {
        let point = |turn: f32| {
            let (sin, cos) = (turn * std::f32::consts::TAU).sin_cos();
            self.at((at.0 + radius * cos, at.1 + radius * sin))
        };
        let points: Vec<Pos2> = (0..=16_u8).map(|k| point(egui::lerp(from..=until, f32::from(k) / 16.0))).collect();
        self.out.push(Shape::line(points, self.stroke()));
    }

    fn of(mut self, icon: Icon) -> Vec<Shape> {
        match icon {
            Icon::Play => self.fill(&[(-4.0, -5.0), (5.0, 0.0), (-4.0, 5.0)]),
            Icon::Pause => [-3.0, 3.0].into_iter().for_each(|x| {
                let rect = Rect::from_center_size(self.at((x, 0.0)), vec2(3.0, 10.0));
                self.out.push(Shape::rect_filled(rect, 0.0, self.color));
            }),
            Icon::Start => {
                self.fill(&[(-0.5, -4.5), (-5.5, 0.0), (-0.5, 4.5)]);
                self.fill(&[(5.5, -4.5), (0.5, 0.0), (5.5, 4.5)]);
            }
            Icon::Back => {
                self.bar(-4.5);
                self.fill(&[(5.0, -5.0), (-2.0, 0.0), (5.0, 5.0)]);
            }
            Icon::Forward => {
                self.bar(4.5);
                self.fill(&[(-5.0, -5.0), (2.0, 0.0), (-5.0, 5.0)]);
            }
            Icon::Onward => self.fill(&[(-6.5, -4.5), (-0.5, 0.0), (-6.5, 4.5)]),
            Icon::Gallery => self.gallery(),
            Icon::Export => {
                self.line(&[(-5.0, 1.5), (-5.0, 5.5), (5.0, 5.5), (5.0, 1.5)]);
                self.line(&[(0.0, 2.5), (0.0, -5.5)]);
                self.line(&[(-3.0, -2.5), (0.0, -5.5), (3.0, -2.5)]);
            }
            Icon::Search => {
                self.ring((-1.0, -1.0), 4.2);
                self.line(&[(2.0, 2.0), (5.5, 5.5)]);
            }
            Icon::Pin => self.pin(),
            Icon::Close => {
                self.line(&[(-3.5, -3.5), (3.5, 3.5)]);
                self.line(&[(-3.5, 3.5), (3.5, -3.5)]);
            }
            Icon::Plus => {
                self.line(&[(-4.5, 0.0), (4.5, 0.0)]);
                self.line(&[(0.0, -4.5), (0.0, 4.5)]);
            }
            Icon::Branch => self.branch(),
            Icon::Flip => self.flip(),
            Icon::Chevron => self.line(&[(-3.5, -1.5), (0.0, 2.0), (3.5, -1.5)]),
            Icon::Undo => self.turn(1.0),
            Icon::Redo => self.turn(-1.0),
            Icon::Tick => self.line(&[(-4.5, 0.3), (-1.3, 3.5), (4.5, -3.2)]),
            Icon::Cross => self.out = crate::ui::glyph::cross(self.center, 4.0, Stroke::new(2.0, self.color)),
            Icon::Info => {
                self.ring((0.0, 0.0), 5.5);
                self.line(&[(0.0, -0.8), (0.0, 3.0)]);
                self.line(&[(0.0, -3.2), (0.0, -1.8)]);
            }
            Icon::Copy => {
                self.closed(&[(-2.0, -2.0), (5.0, -2.0), (5.0, 5.0), (-2.0, 5.0)]);
                self.line(&[(-2.0, 2.0), (-5.0, 2.0), (-5.0, -5.0), (2.0, -5.0), (2.0, -2.0)]);
            }
        }
        self.out
    }

    fn gallery(&mut self) {
        for (x, y) in [(-3.0, -3.0), (3.0, -3.0), (-3.0, 3.0), (3.0, 3.0)] {
            let rect = Rect::from_center_size(self.at((x, y)), Vec2::splat(4.5));
            self.out.push(Shape::rect_stroke(rect, 0.5, self.stroke(), egui::StrokeKind::Inside));
        }
    }

    fn pin(&mut self) {
        self.line(&[(-3.5, -5.0), (3.5, -5.0)]);
        self.line(&[(-2.0, -5.0), (-2.0, -0.5)]);
        self.line(&[(2.0, -5.0), (2.0, -0.5)]);
        self.line(&[(-4.0, 0.5), (4.0, 0.5)]);
        self.line(&[(0.0, 0.5), (0.0, 5.5)]);
    }

    fn branch(&mut self) {
        self.ring((-3.0, -4.0), 1.6);
        self.ring((-3.0, 4.5), 1.6);
        self.ring((3.5, -4.0), 1.6);
        self.line(&[(-3.0, -2.4), (-3.0, 2.9)]);
        self.line(&[(3.5, -2.4), (3.5, -0.5), (2.5, 0.5), (-1.0, 1.2), (-2.6, 2.6)]);
    }

    fn flip(&mut self) {
        self.line(&[(-5.0, -2.5), (5.0, -2.5)]);
        self.line(&[(2.5, -5.0), (5.0, -2.5)]);
        self.line(&[(5.0, 2.5), (-5.0, 2.5)]);
        self.line(&[(-2.5, 5.0), (-5.0, 2.5)]);
    }

    /// An arrow that turns back to the left (`side` 1) or to the right (-1).
    fn turn(&mut self, side: f32) {
        let mirrored = |points: &[(f32, f32)]| points.iter().map(|(x, y)| (x * side, *y)).collect::<Vec<_>>();
        self.line(&mirrored(&[(-2.0, -5.0), (-5.0, -2.0), (-2.0, 1.0)]));
        self.line(&mirrored(&[(-5.0, -2.0), (1.0, -2.0)]));
        let (from, until) = if side > 0.0 { (-0.25, 0.25) } else { (0.75, 0.25) };
        self.arc((side, 1.25), 3.25, from, until);
        self.line(&mirrored(&[(1.0, 4.5), (-2.5, 4.5)]));
    }
}
