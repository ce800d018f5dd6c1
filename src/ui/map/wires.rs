//! Wired links: two rails with a lane for each direction, the packets inside as bars where they are, what waits at the beginning,
//! random loss and cuts in words, a cross where a packet was just lost.

use egui::epaint::Shape;
use egui::{Align2, Pos2, Stroke};

use crate::fact::{Place, Role};
use crate::ids::NodeId;
use crate::session::view::{Carried, LinkView, Thing};
use crate::ui::map::along::{self, Along};
use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::legend::Class;
use crate::ui::map::queue;
use crate::ui::map::stage::Stage;
use crate::ui::{format, theme};

/// Middle of a lane, from the middle of the wire.
const LANE: f32 = 5.5;

/// Half the height of a packet in its lane.
const HALF: f32 = 2.75;

/// The shortest bar of a packet, so that it can be seen.
const LEAST: f32 = 3.0;

/// Draws the rails of all wires: they lie below routes.
pub fn rails(stage: &Stage<'_>, canvas: &mut Canvas) {
    for link in &stage.links {
        let Some(along) = stretch(stage, link) else { continue };
        // A lane is to the right of its direction; each direction draws its own rail.
        let rail = along.moved(2.0 * LANE);
        let thing = Thing::Link(link.id);
        let theme = stage.theme();
        if link.up {
            let color = if stage.is_marked(thing) { theme.acc() } else { theme.edge() };
            let width = if stage.is_marked(thing) { 1.5 } else { 1.0 };
            canvas.add(rail.line(0.0, rail.length, Stroke::new(width, color)));
        } else {
            rail.dashed(Stroke::new(1.5, theme.bad()), (4.0, 4.0), &mut canvas.shapes);
        }
        let lane = along.moved(LANE);
        canvas.hits.push((thing, Area::Along(lane, LANE + 1.0)));
        lane.cover(LANE + 1.0, &mut canvas.figures);
    }
}

/// From edge to edge of the two nodes.
fn stretch(stage: &Stage<'_>, link: &LinkView) -> Option<Along> {
    let (a, b) = (stage.at(link.from)?, stage.at(link.to)?);
    Along::between(a, b, stage.radius + 2.0, stage.radius + 2.0)
}

/// Draws what is in all wires and waits before them.
pub fn packets(stage: &Stage<'_>, canvas: &mut Canvas) {
    for link in &stage.links {
        let Some(along) = stretch(stage, link) else { continue };
        let lane = along.moved(LANE);
        for carried in &link.carried {
            packet(stage, &lane, carried, canvas);
        }
        waiting(stage, link, &along, canvas);
        condition(stage, link, &along, canvas);
    }
}

fn packet(stage: &Stage<'_>, lane: &Along, carried: &Carried, canvas: &mut Canvas) {
    let theme = stage.theme();
    let color = carried.flow.map_or(theme.t3(), |flow| theme.flow(flow));
    let from = carried.tail * lane.length;
    let to = (carried.head * lane.length).max(from + LEAST).min(lane.length);
    let from = from.min(to - LEAST).max(0.0);
    match carried.role {
        Role::Ack => canvas.add(lane.outline(from, to.max(from + 4.0), HALF - 0.75, HALF, Stroke::new(1.25, color))),
        Role::Data => canvas.add(lane.bar(from, to, HALF, color)),
        Role::Retransmission => {
            canvas.add(lane.bar(from, to, HALF, color));
            lane.hatch(from, to, HALF, Stroke::new(1.5, theme.bg0()), &mut canvas.shapes);
        }
    }
}

/// Whether a flow's data go this way.
fn is_way(stage: &Stage<'_>, from: NodeId, to: NodeId) -> bool {
    stage.routes.iter().any(|route| route.nodes.windows(2).any(|hop| hop[0] == from && hop[1] == to))
}

/// The queue at the beginning of a direction; where only acknowledgements go, only while something waits.
fn waiting(stage: &Stage<'_>, link: &LinkView, along: &Along, canvas: &mut Canvas) {
    if along.length < 60.0 || (link.queue.is_empty() && !is_way(stage, link.from, link.to)) {
        return;
    }
    // On the side where no other wire is.
    let beside = [1.0, -1.0].map(|side| {
        let lane = along.moved(side * (2.0 * LANE + 8.0));
        Along::between(lane.at(6.0, 0.0), lane.at(6.0 + queue::WIDTH, 0.0), 0.0, 0.0)
    });
    let clear = |cells: &Along| !stage.links.iter().any(|other| crosses(stage, link, other, cells));
    let Some(cells) = beside.iter().flatten().find(|cells| clear(cells)).or(beside[0].as_ref()).copied() else {
        return;
    };
    queue::cells(stage.theme(), &cells, &link.queue, canvas);
    cells.cover(queue::HEIGHT / 2.0 + 1.0, &mut canvas.figures);
    canvas.hits.push((Thing::Link(link.id), Area::Along(cells, 6.0)));
    let end = cells.at(cells.length + 4.0, 0.0);
    if let Some(line) = queue::rest(stage.theme(), link.queue.len()) {
        canvas.wishes.push(Wish::new(Rank::Afterglow, vec![line], vec![(end, Align2::LEFT_CENTER)]));
    }
}

/// Whether another wire runs through a stretch.
fn crosses(stage: &Stage<'_>, link: &LinkView, other: &LinkView, cells: &Along) -> bool {
    let same = (other.from, other.to) == (link.from, link.to) || (other.to, other.from) == (link.from, link.to);
    let parts = [0.0, 0.5, 1.0].map(|part| cells.at(cells.length * part, 0.0));
    let near = |wire: Along| parts.iter().any(|point| wire.distance(*point) < 2.0 * LANE + 5.0);
    !same && stretch(stage, other).is_some_and(near)
}

/// What there is to say about a direction: a cut, random loss.
fn condition(stage: &Stage<'_>, link: &LinkView, along: &Along, canvas: &mut Canvas) {
    let theme = stage.theme();
    let line = if !link.up {
        Line::new("down", theme::SMALL, theme::STRONG, theme.bad())
    } else if link.loss > 0.0 {
        let decimals = usize::from(link.loss < 0.1);
        Line::new(format!("loss {} %", format::number(link.loss * 100.0, decimals)), theme::SMALL, 400.0, theme.t3())
    } else {
        return;
    };
    let place = |aside: f32| {
        let at = along.at(along.length / 2.0, aside);
        (at, if at.y > along.at(along.length / 2.0, 0.0).y { Align2::CENTER_TOP } else { Align2::CENTER_BOTTOM })
    };
    canvas.wishes.push(Wish::new(Rank::Link, vec![line], vec![place(2.0 * LANE + 5.0), place(-2.0 * LANE - 5.0)]));
}

/// A cross where packets were just lost for good.
pub fn losses(stage: &Stage<'_>, canvas: &mut Canvas) {
    if stage.look.hidden.has(Class::Drop) {
        return;
    }
    let mut marked: Vec<Pos2> = Vec::new();
    for drop in &stage.drops {
        let at = match drop.place {
            Place::Link(link) => {
                let link = stage.links.get(link.index());
                link.and_then(|link| stretch(stage, link)).map(|along| along.at(12.0_f32.min(along.length / 2.0), LANE))
            }
            Place::Node(node) => stage.at(node).map(|at| at + egui::vec2(stage.radius + 4.0, -stage.radius - 4.0)),
        };
        let Some(at) = at else { continue };
        canvas.hits.push((Thing::Fact(drop.fact), Area::Disc(at, 8.0)));
        if !marked.contains(&at) {
            marked.push(at);
            let theme = stage.theme();
            along::cross(at, 4.5, Stroke::new(2.25, theme.bad()), theme.bg0(), &mut canvas.shapes);
            canvas.figures.push(egui::Rect::from_center_size(at, egui::Vec2::splat(12.0)));
            if stage.look.selected == Some(Thing::Fact(drop.fact)) {
                canvas.add(Shape::circle_stroke(at, 10.0, Stroke::new(2.0, theme.acc())));
            }
        }
    }
}
