//! The ground: a grid that follows the zoom, and the scale bar.

use egui::epaint::Shape;
use egui::{Align2, Pos2, Rect, Stroke};

use crate::ui::format;
use crate::ui::map::camera::round_up_125;
use crate::ui::map::canvas::Canvas;
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::stage::Stage;
use crate::ui::theme;

/// Lines of the grid are at least this far apart, in points.
const LEAST: f64 = 70.0;

/// Draws both. Without a node that has a position, distances mean nothing and there is neither.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    let tile = stage.look.tile;
    if !stage.real {
        let place = (tile.left_bottom() + egui::vec2(16.0, -8.0), Align2::LEFT_BOTTOM);
        let line = Line::new("wires only: not to scale", theme::SMALL, 400.0, stage.theme().t3());
        return canvas.wishes.push(Wish::new(Rank::Range, vec![line], vec![place]));
    }
    let step = round_up_125(LEAST / f64::from(stage.camera.scale));
    grid(stage, step, canvas);
    scale_bar(stage, step, canvas);
}

fn grid(stage: &Stage<'_>, step: f64, canvas: &mut Canvas) {
    let (tile, camera) = (stage.look.tile, stage.camera);
    let stroke = Stroke::new(1.0, stage.theme().grid());
    let (west, north) = camera.to_ground(tile, tile.min);
    let (east, south) = camera.to_ground(tile, tile.max);
    let lines = |from: f64, until: f64| {
        let first = (from / step).ceil();
        let count = ((until / step).floor() - first).clamp(-1.0, 200.0) as i32 + 1;
        (0..count).map(move |place| (first + f64::from(place)) * step)
    };
    // A line of one point is sharp only in the middle of a pixel.
    let sharp = |at: f32| at.floor() + 0.5;
    for x in lines(west, east) {
        let at = camera.to_screen(tile, (x, 0.0)).x;
        canvas.add(Shape::vline(sharp(at), tile.y_range(), stroke));
    }
    for y in lines(south, north) {
        let at = camera.to_screen(tile, (0.0, y)).y;
        canvas.add(Shape::hline(tile.x_range(), sharp(at), stroke));
    }
}

fn scale_bar(stage: &Stage<'_>, step: f64, canvas: &mut Canvas) {
    let tile = stage.look.tile;
    let length = (step * f64::from(stage.camera.scale)) as f32;
    let left = Pos2::new(tile.left().floor() + 16.5, tile.bottom().floor() - 13.5);
    let right = left + egui::vec2(length, 0.0);
    let up = egui::vec2(0.0, -6.0);
    canvas.add(Shape::line(vec![left + up, left, right, right + up], Stroke::new(1.0, stage.theme().edge())));
    canvas.figures.push(Rect::from_two_pos(left + up, right));
    let line = Line::new(metres(step), theme::SMALL, 400.0, stage.theme().t3());
    let place = (right + egui::vec2(6.0, -2.0), Align2::LEFT_CENTER);
    canvas.wishes.push(Wish::new(Rank::Flow, vec![line], vec![place]));
}

/// A distance with its unit.
pub fn metres(distance: f64) -> String {
    match distance {
        d if d >= 10_000.0 => format!("{} km", format::digits3(d / 1000.0)),
        d if d >= 1.0 => format!("{} m", format::number(d, 0)),
        d => format!("{} cm", format::number(d * 100.0, 0)),
    }
}
