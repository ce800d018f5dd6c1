//! The ways of flows as they are routed now: a line in the flow's colour, one open chevron a hop, the name at the source.

use egui::{Align2, Stroke, Vec2};

use crate::ids::NodeId;
use crate::palette::Ground;
use crate::session::view::Thing;
use crate::ui::map::along::Along;
use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::stage::{Route, Stage};
use crate::ui::theme;

/// How far the lines of two flows on one link are apart.
const APART: f32 = 3.0;

/// Draws all routes and asks for the names of flows.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    for (place, route) in stage.routes.iter().enumerate() {
        for hop in route.nodes.windows(2) {
            draw_hop(stage, place, (hop[0], hop[1]), canvas);
        }
    }
    names(stage, canvas);
}

fn uses(route: &Route, a: NodeId, b: NodeId) -> bool {
    route.nodes.windows(2).any(|hop| (hop[0] == a && hop[1] == b) || (hop[0] == b && hop[1] == a))
}

/// The place of a flow among those on a link, counted from their middle in steps of 1.
fn among(stage: &Stage<'_>, place: usize, a: NodeId, b: NodeId) -> f32 {
    let mut before = 0;
    let mut all = 0;
    for (other, route) in stage.routes.iter().enumerate() {
        if uses(route, a, b) {
            all += 1;
            before += usize::from(other < place);
        }
    }
    before as f32 - (all as f32 - 1.0) / 2.0
}

fn draw_hop(stage: &Stage<'_>, place: usize, (from, to): (NodeId, NodeId), canvas: &mut Canvas) {
    let (Some(a), Some(b)) = (stage.at(from), stage.at(to)) else { return };
    let Some(along) = Along::between(a, b, stage.radius + 1.0, stage.radius + 1.0) else { return };
    let route = &stage.routes[place];
    let turn = if from < to { 1.0 } else { -1.0 };
    // To the right of the middle, as seen from the lower number.
    let among = turn * among(stage, place, from, to);
    let along = along.moved(among * APART);
    let thing = Thing::Flow(route.flow);
    let theme = stage.theme();
    let color = theme.flow(route.flow);
    let (width, part) = match theme.ground {
        _ if stage.is_marked(thing) => (3.0, 1.0),
        Ground::Dark => (2.0, 0.55),
        Ground::Light => (1.5, 1.0),
    };
    canvas.add(along.line(0.0, along.length, Stroke::new(width, theme.on_ground(color, part))));
    along.cover(2.0, &mut canvas.lines);
    canvas.hits.push((thing, Area::Along(along, 4.0)));
    // A frame on the link shows the direction itself.
    let shown = stage.flies_between(from, to) || stage.traffic.hides(from, to);
    if along.length > 24.0 && !shown {
        let half = if stage.look.small { 4.0 } else { 5.0 };
        canvas.add(along.chevron(along.length / 2.0 + half / 2.0 + 20.0 * among, half, half, Stroke::new(1.75, color)));
    }
}

/// The names of flows at their sources, on the side where no hop leaves.
fn names(stage: &Stage<'_>, canvas: &mut Canvas) {
    let mut named: Vec<NodeId> = Vec::new();
    for route in &stage.routes {
        let Some(source) = route.nodes.first().copied() else { continue };
        if named.contains(&source) {
            continue;
        }
        named.push(source);
        let here = stage.routes.iter().filter(|other| other.nodes.first() == Some(&source));
        let line = |route: &Route| {
            Line::new(route.name.clone(), theme::VALUE, theme::STRONG, stage.theme().flow_text(route.flow))
        };
        let Some(at) = stage.at(source) else { continue };
        let reach = stage.radius + 9.0;
        let low = stage.radius + 27.0;
        let places = [
            (Vec2::new(-reach, 0.0), Align2::RIGHT_CENTER),
            (Vec2::new(reach, 0.0), Align2::LEFT_CENTER),
            (Vec2::new(0.0, -reach), Align2::CENTER_BOTTOM),
            (Vec2::new(0.0, low), Align2::CENTER_TOP),
            (Vec2::new(-reach, -reach), Align2::RIGHT_BOTTOM),
            (Vec2::new(reach, -reach), Align2::LEFT_BOTTOM),
        ];
        let places = places.map(|(offset, align)| (at + offset, align)).to_vec();
        let thing = Some(Thing::Flow(route.flow));
        let mut lines: Vec<Line> = here.map(line).collect();
        if route.nodes.len() < 2 {
            lines.push(Line::new("no route", theme::SMALL, 400.0, stage.theme().bad()));
        }
        canvas.wishes.push(Wish { thing, ..Wish::new(Rank::Flow, lines, places) });
    }
}
