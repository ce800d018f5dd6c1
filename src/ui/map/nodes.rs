//! Nodes: a disc with the name, a ring for what the radio does, queue and battery below or beside.

use std::f32::consts::TAU;

use egui::epaint::Shape;
use egui::{Align2, Pos2, Rect, Stroke, Vec2};

use crate::palette::RadioInk;
use crate::session::view::{RadioView, Thing};
use crate::ui::map::along::{arc, dashed_circle};
use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::legend::Class;
use crate::ui::map::queue;
use crate::ui::map::stage::{Spot, Stage};
use crate::ui::theme::{self, Theme};

/// Nodes smaller than this have neither queue nor battery.
const LEAST_WITH_QUEUE: f32 = 9.0;

/// Queues narrower than this say less than the names that they would push aside.
const LEAST_WIDTH: f32 = 26.0;

/// Draws all nodes, and asks for their names.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    for (number, spot) in stage.spots.iter().enumerate() {
        let reach = stage.radius + 6.0;
        if !stage.look.tile.expand(reach + 44.0).contains(spot.at) {
            continue;
        }
        let plate = meters(stage, number, canvas);
        let radio =
            if stage.look.hidden.has(Class::of_radio(spot.node.radio)) { RadioView::Idle } else { spot.node.radio };
        let on = spot.node.on && spot.node.radio != RadioView::Off;
        disc(stage.theme(), spot.at, stage.radius, on, canvas);
        ring(stage.theme(), spot.at, (stage.radius, thin(stage.radius)), radio, &mut canvas.shapes);
        let around = Rect::from_center_size(spot.at, Vec2::splat(2.0 * stage.radius + 4.0));
        canvas.figures.push(if radio == RadioView::Transmit { around.expand(4.0) } else { around });
        canvas.hits.push((Thing::Node(spot.node.id), Area::Disc(spot.at, stage.radius + 3.0)));
        name(stage, spot, on, plate, canvas);
    }
    for spot in &stage.spots {
        mark(stage, spot, canvas);
    }
}

fn disc(theme: Theme, at: Pos2, radius: f32, on: bool, canvas: &mut Canvas) {
    // What lies below must not shine through a node that is off.
    canvas.add(Shape::circle_filled(at, radius + 1.0, theme.bg0()));
    let fill = if on { theme.bg2() } else { theme.on_ground(theme.bg2(), 0.5) };
    canvas.add(Shape::circle_filled(at, radius, fill));
}

/// The ring of a radio's state. `thin`: its strokes are this part of their usual width.
pub fn ring(theme: Theme, at: Pos2, (radius, thin): (f32, f32), radio: RadioView, out: &mut Vec<Shape>) {
    let stroke = |ink: RadioInk, width: f32| Stroke::new((width * thin).max(1.0), theme.ink(ink.ink()));
    let circle = |stroke: Stroke| Shape::circle_stroke(at, radius, stroke);
    match radio {
        RadioView::Transmit => {
            out.push(circle(stroke(RadioInk::Transmit, 3.5)));
            out.push(Shape::circle_stroke(at, radius + 5.0 * thin, stroke(RadioInk::Transmit, 1.0)));
        }
        RadioView::Receive => out.push(circle(stroke(RadioInk::Receive, 3.5))),
        RadioView::Busy => out.push(circle(stroke(RadioInk::Busy, 2.5))),
        RadioView::Backoff(left) => {
            out.push(circle(stroke(RadioInk::Idle, 3.5)));
            // Clockwise from the top, as a clock that runs down.
            out.push(arc(at, radius, -TAU / 4.0, TAU * left.clamp(0.0, 1.0), stroke(RadioInk::Backoff, 3.5)));
        }
        RadioView::Nav => dashed_circle(at, radius, (2.5, 3.0), stroke(RadioInk::Nav, 3.0), Rect::EVERYTHING, out),
        RadioView::Idle => out.push(circle(Stroke::new(1.0, theme.edge()))),
        RadioView::Off => {
            let stroke = stroke(RadioInk::Off, 1.5);
            out.push(circle(stroke));
            let slash = Vec2::new(radius, -radius) * std::f32::consts::FRAC_1_SQRT_2;
            out.push(Shape::line_segment([at - slash, at + slash], stroke));
        }
        RadioView::None => out.push(circle(Stroke::new(1.5, theme.edge()))),
    }
}

/// How wide the strokes of a ring are: narrower where the node is small.
pub fn thin(radius: f32) -> f32 {
    (radius / 12.0).min(1.0)
}

/// The violet ring of what is selected, a thin one of what the pointer is over.
fn mark(stage: &Stage<'_>, spot: &Spot, canvas: &mut Canvas) {
    let thing = Some(Thing::Node(spot.node.id));
    let width = match () {
        () if stage.look.selected == thing => 2.0,
        () if stage.look.hovered == thing => 1.0,
        () => return,
    };
    canvas.add(Shape::circle_stroke(spot.at, stage.radius + 8.5, Stroke::new(width, stage.theme().acc())));
    canvas.figures.push(Rect::from_center_size(spot.at, Vec2::splat(2.0 * stage.radius + 20.0)));
}

/// The name: inside where it fits, else beside the plate, which keeps its place.
fn name(stage: &Stage<'_>, spot: &Spot, on: bool, plate: Option<Rect>, canvas: &mut Canvas) {
    let theme = stage.theme();
    let color = if on { theme.t1() } else { theme.on_ground(theme.t1(), 0.5) };
    let size = match stage.radius {
        radius if radius >= 14.0 => theme::VALUE,
        radius if radius >= 11.0 => theme::SMALL,
        _ => theme::AXIS,
    };
    let line = Line::new(spot.node.name.clone(), size, theme::STRONG, color);
    let reach = stage.radius + 5.0;
    let mut places = Vec::new();
    if let Some(plate) = plate.map(|plate| plate.expand(3.0)) {
        let below = plate.center().y > spot.at.y + stage.radius;
        // Below what says how many more packets wait.
        let under = plate.center_bottom() + Vec2::new(0.0, 3.0);
        places.extend(below.then_some((under, Align2::CENTER_TOP)));
        let left = plate.center().x < spot.at.x;
        let (edge, align) =
            if left { (plate.right(), Align2::RIGHT_BOTTOM) } else { (plate.left(), Align2::LEFT_BOTTOM) };
        places.push((Pos2::new(edge, plate.top()), align));
    }
    let around = [
        (Vec2::new(0.0, -reach), Align2::CENTER_BOTTOM),
        (Vec2::new(0.0, reach), Align2::CENTER_TOP),
        (Vec2::new(reach, -reach + 4.0), Align2::LEFT_BOTTOM),
        (Vec2::new(-reach, -reach + 4.0), Align2::RIGHT_BOTTOM),
    ];
    places.extend(around.map(|(offset, align)| (spot.at + offset, align)));
    let inside = Some((spot.at, 2.0 * stage.radius - 3.0));
    canvas.wishes.push(Wish { inside, ..Wish::new(Rank::Node, vec![line], places) });
}

/// Queue and battery on a plate.
fn meters(stage: &Stage<'_>, number: usize, canvas: &mut Canvas) -> Option<Rect> {
    let spot = &stage.spots[number];
    let has_queue = spot.node.radio != RadioView::None;
    let width = queue::WIDTH.min(0.8 * stage.hop);
    if stage.radius < LEAST_WITH_QUEUE || width < LEAST_WIDTH || (!has_queue && spot.node.battery.is_none()) {
        return None;
    }
    let theme = stage.theme();
    let lines = [(has_queue, queue::HEIGHT), (spot.node.battery.is_some(), queue::BATTERY)];
    let height = lines.iter().filter(|(there, _)| *there).map(|(_, height)| height + 3.0).sum::<f32>() - 3.0;
    let center = beside(stage, number, Vec2::new(width, height));
    // Cells of three points are even only on whole points.
    let plate = Rect::from_min_size((center - Vec2::new(width, height) / 2.0).round(), Vec2::new(width, height));
    canvas.add(Shape::rect_filled(plate.expand(2.5), 2.0, theme.bg0()));
    canvas.figures.push(plate.expand(2.0));
    canvas.hits.push((Thing::Node(spot.node.id), Area::Rect(plate.expand(2.0))));
    let mut top = plate.top();
    if has_queue {
        let rect = Rect::from_min_size(Pos2::new(plate.left(), top), Vec2::new(width, queue::HEIGHT));
        queue::upright_cells(theme, rect, &spot.node.queue, canvas);
        top = rect.bottom() + 3.0;
        if let Some(line) = queue::rest(theme, spot.node.queue.len()) {
            let place = (rect.right_center() + Vec2::new(4.0, 0.0), Align2::LEFT_CENTER);
            canvas.wishes.push(Wish::new(Rank::Afterglow, vec![line], vec![place]));
        }
    }
    if let Some(part) = spot.node.battery {
        let rect = Rect::from_min_size(Pos2::new(plate.left(), top), Vec2::new(width + 2.0, queue::BATTERY));
        queue::battery(theme, rect, part, canvas);
    }
    Some(plate)
}

/// Where the plate goes: below, or beside where a hop or another node is in the way. Depends on places and routes alone, so it rests
/// while a run goes on.
fn beside(stage: &Stage<'_>, number: usize, size: Vec2) -> Pos2 {
    let at = stage.spots[number].at;
    let below = stage.radius + if stage.look.small { 9.0 } else { 11.0 } + size.y / 2.0;
    let aside = stage.radius + 7.0 + size.x / 2.0;
    let low = stage.radius + 2.0 + size.y / 2.0;
    let mut offsets = vec![(0.0, below)];
    for y in [0.0, low, low + 8.0, -low, -low - 8.0] {
        offsets.extend([(aside, y), (-aside, y)]);
    }
    let ways = ways_of(stage, number);
    let near: Vec<Pos2> = stage
        .spots
        .iter()
        .enumerate()
        .filter(|(other, spot)| *other != number && spot.at.distance(at) < 140.0)
        .map(|(_, spot)| spot.at)
        .collect();
    let free = |offset: &(f32, f32)| {
        let rect = Rect::from_center_size(at + Vec2::new(offset.0, offset.1), size).expand(2.5);
        let in_tile = !stage.look.tile.contains(at) || stage.look.tile.contains_rect(rect);
        let meets = |end: &Pos2| (0u8..=12).any(|part| rect.contains(at.lerp(*end, f32::from(part) / 12.0)));
        let covers = |other: &Pos2| rect.distance_to_pos(*other) < stage.radius + 2.0;
        in_tile && !ways.iter().any(meets) && !near.iter().any(covers)
    };
    let (x, y) = offsets.iter().find(|offset| free(offset)).copied().unwrap_or(offsets[0]);
    at + Vec2::new(x, y)
}

/// Where the hops and wires of a node lead, at most 120 points away.
fn ways_of(stage: &Stage<'_>, number: usize) -> Vec<Pos2> {
    let id = stage.spots[number].node.id;
    let mut ends = Vec::new();
    let mut add = |a, b| {
        let other = if a == id {
            b
        } else if b == id {
            a
        } else {
            return;
        };
        if let Some(end) = stage.at(other) {
            let way = end - stage.spots[number].at;
            ends.push(stage.spots[number].at + way.normalized() * way.length().min(120.0));
        }
    };
    for route in &stage.routes {
        route.nodes.windows(2).for_each(|hop| add(hop[0], hop[1]));
    }
    stage.links.iter().for_each(|link| add(link.from, link.to));
    ends
}
