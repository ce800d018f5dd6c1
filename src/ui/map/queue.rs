//! A queue as ten cells, each a packet in the colour of its flow, the head first; a battery. The same wherever they are drawn.

use egui::epaint::{Mesh, Shape};
use egui::{Color32, Pos2, Rect, Stroke, Vec2};

use crate::ids::FlowId;
use crate::palette::RadioInk;
use crate::ui::map::along::Along;
use crate::ui::map::canvas::Canvas;
use crate::ui::map::labels::Line;
use crate::ui::theme::{self, Theme};

/// Length of ten cells of 3 points with gaps of 1.
pub const WIDTH: f32 = 39.0;

/// Height of a cell.
pub const HEIGHT: f32 = 6.0;

/// Height of a battery.
pub const BATTERY: f32 = 5.0;

/// Between cells, in points.
const GAP: f32 = 1.0;

/// How many packets have a cell.
const CELLS: usize = 10;

/// Below this part a battery is nearly empty.
const NEARLY_EMPTY: f64 = 0.1;

fn cell_colors(theme: Theme, queue: &[Option<FlowId>]) -> impl Iterator<Item = Color32> {
    let color = move |packet: Option<&Option<FlowId>>| match packet {
        None => theme.ink(RadioInk::Idle.ink()),
        Some(None) => theme.ink(crate::palette::FrameInk::Routing.ink()),
        Some(Some(flow)) => theme.flow(*flow),
    };
    (0..CELLS).map(move |cell| color(queue.get(cell)))
}

/// Ten cells along a stretch, at any angle.
pub fn cells(theme: Theme, along: &Along, queue: &[Option<FlowId>], canvas: &mut Canvas) {
    let pitch = (along.length + GAP) / CELLS as f32;
    for (place, color) in cell_colors(theme, queue).enumerate() {
        let from = place as f32 * pitch;
        let half = HEIGHT / 2.0;
        let until = from + pitch - GAP;
        let corners = [(from, -half), (until, -half), (until, half), (from, half)];
        let points = corners.iter().map(|(x, y)| along.at(*x, *y)).collect();
        canvas.add(Shape::convex_polygon(points, color, Stroke::NONE));
    }
}

/// Ten cells in a rectangle: one mesh, because there are many.
pub fn upright_cells(theme: Theme, rect: Rect, queue: &[Option<FlowId>], canvas: &mut Canvas) {
    let pitch = (rect.width() + GAP) / CELLS as f32;
    let mut mesh = Mesh::default();
    for (place, color) in cell_colors(theme, queue).enumerate() {
        let left = rect.left() + place as f32 * pitch;
        mesh.add_colored_rect(
            Rect::from_min_size(Pos2::new(left, rect.top()), Vec2::new(pitch - GAP, rect.height())),
            color,
        );
    }
    canvas.add(Shape::mesh(mesh));
}

/// What has no cell: `+13`.
pub fn rest(theme: Theme, length: usize) -> Option<Line> {
    (length > CELLS).then(|| Line::mono(format!("+{}", length - CELLS), theme::AXIS, theme.t3()))
}

/// A battery with its cap, this part full.
pub fn battery(theme: Theme, rect: Rect, part: f64, canvas: &mut Canvas) {
    let color = if part < NEARLY_EMPTY { theme.bad() } else { theme.t3() };
    let body = Rect::from_min_max(rect.min, Pos2::new(rect.right() - 2.0, rect.bottom()));
    canvas.add(Shape::rect_stroke(body, 1.5, Stroke::new(1.0, color), egui::StrokeKind::Inside));
    let full = Rect::from_min_size(body.min, Vec2::new(body.width() * part as f32, body.height()));
    canvas.add(Shape::rect_filled(full, 1.5, color));
    let cap = Rect::from_center_size(Pos2::new(rect.right() - 1.0, rect.center().y), Vec2::new(2.0, 2.5));
    canvas.add(Shape::rect_filled(cap, 0.0, color));
}
