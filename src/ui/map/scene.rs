//! One picture of the map: all its parts from back to front, then the labels in what room is left.

use egui::epaint::Shape;
use egui::{Align2, Stroke, Vec2};

use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::labels::{self, Line, Rank, Wish};
use crate::ui::map::stage::Stage;
use crate::ui::map::{Label, Picture, collisions, frames, ground, nodes, ranges, routes, wires};
use crate::ui::{format, theme};

/// Draws everything. `measure` gives the size of a line of text in points. Returns the picture and what the pointer meets in it.
pub fn compose(stage: &Stage<'_>, measure: &mut dyn FnMut(&Line) -> Vec2) -> (Picture, Canvas) {
    let mut canvas = Canvas::default();
    ranges::tint(stage, &mut canvas);
    ground::draw(stage, &mut canvas);
    ranges::draw(stage, &mut canvas);
    wires::rails(stage, &mut canvas);
    routes::draw(stage, &mut canvas);
    wires::packets(stage, &mut canvas);
    frames::draw(stage, &mut canvas);
    nodes::draw(stage, &mut canvas);
    wires::losses(stage, &mut canvas);
    collisions::draw(stage, &mut canvas);
    moving(stage, &mut canvas);
    lost_sight(stage, &mut canvas);
    let labels = text(stage, &mut canvas, measure);
    let picture = Picture {
        tile: Some(stage.look.tile),
        ground: stage.theme().bg0(),
        shapes: std::mem::take(&mut canvas.shapes),
        labels,
    };
    (picture, canvas)
}

/// Where a dragged node would be put.
fn moving(stage: &Stage<'_>, canvas: &mut Canvas) {
    let Some((node, ground)) = stage.look.moving else { return };
    let Some(at) = stage.at(node) else { return };
    let reach = stage.radius + 12.0;
    let text = format!("to {}, {} m", format::number(ground.0, 0), format::number(ground.1, 0));
    let line = Line::mono(text, theme::SMALL, stage.theme().acc());
    let places =
        vec![(at - Vec2::new(0.0, reach), Align2::CENTER_BOTTOM), (at + Vec2::new(reach, 0.0), Align2::LEFT_CENTER)];
    canvas.wishes.push(Wish { around: Some(at), ..Wish::new(Rank::Node, vec![line], places) });
    canvas.add(Shape::circle_stroke(at, stage.radius + 8.5, Stroke::new(2.0, stage.theme().acc())));
}

/// If everything has been moved out of the picture: how to get it back.
fn lost_sight(stage: &Stage<'_>, canvas: &mut Canvas) {
    let tile = stage.look.tile;
    if stage.spots.iter().any(|spot| tile.contains(spot.at)) {
        return;
    }
    let words = "All nodes are outside the picture. F shows them.";
    let line = Line::new(words, theme::BODY, 400.0, stage.theme().t3());
    canvas.wishes.push(Wish::new(Rank::Node, vec![line], vec![(tile.center(), Align2::CENTER_CENTER)]));
}

/// Places the labels, with plates and leaders below them.
fn text(stage: &Stage<'_>, canvas: &mut Canvas, measure: &mut dyn FnMut(&Line) -> Vec2) -> Vec<Label> {
    let wishes = std::mem::take(&mut canvas.wishes);
    let outcome = labels::place(wishes, (&canvas.figures, &canvas.lines), stage.look.tile, measure);
    let theme = stage.theme();
    for ends in &outcome.leaders {
        canvas.shapes.push(Shape::line_segment(*ends, Stroke::new(1.0, theme.edge())));
    }
    for (rect, thing) in &outcome.plates {
        canvas.hits.extend(thing.map(|thing| (thing, Area::Rect(*rect))));
    }
    let label = |placed: labels::Placed| Label {
        at: placed.rect.min,
        anchor: Align2::LEFT_TOP,
        text: placed.line.text,
        size: placed.line.size,
        weight: placed.line.weight,
        monospace: placed.line.monospace,
        color: placed.line.color,
        halo: (!placed.inside).then(|| theme.bg0()),
    };
    outcome.lines.into_iter().map(label).collect()
}
