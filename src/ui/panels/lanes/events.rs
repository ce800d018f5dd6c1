//! Events as shapes on the curves of cwnd: which are drawn, where, and which fact of the run each stands for.

use egui::{Align2, Painter, Pos2, Stroke, pos2, vec2};

use crate::fact::{FactId, What};
use crate::ids::FlowId;
use crate::metrics::{Mark, MarkKind, Metric, Owner};
use crate::session::View;
use crate::session::command::Command;
use crate::session::view::Thing;
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::glyph::{self, ABOVE_CURVE};
use crate::ui::panels::lanes::pointer::Pane;
use crate::ui::panels::lanes::scene::Scene;
use crate::ui::panels::lanes::{Lane, State};
use crate::ui::plot::quads;
use crate::ui::theme::{self, SMALL, STRONG, VALUE};
use crate::units::SimTime;

/// Events of one kind and flow that lie closer than this are drawn as one, in points; farther where there are many.
const APART: f32 = 9.0;

/// How near the pointer has to be, in points.
const REACH: f32 = 9.0;

/// An event that is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    /// When it happened.
    pub at: SimTime,
    /// What, and whose.
    pub mark: Mark,
    /// Where it is drawn.
    pub place: Pos2,
    /// The value of the curve just before and just after it.
    pub values: (f64, f64),
}

/// An event that was chosen while the cursor was before it: its fact is known only once the run is past it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Awaited {
    at: SimTime,
    mark: Mark,
}

/// The events to draw, those that matter most last.
pub fn spots(scene: &Scene<'_>, pane: &Pane<'_>) -> Vec<Spot> {
    let time = &scene.time;
    let marks = scene
        .view
        .recorder()
        .marks()
        .range(time.from, time.until.saturating_add(crate::units::SimDuration::from_nanos(1)));
    let apart = APART + (marks.len() as f32 / 10.0).min(20.0);
    let mut last: Vec<(Mark, f32)> = Vec::new();
    let mut spots = Vec::new();
    for (at, mark) in marks {
        let x = time.x_of(*at);
        if let Some(known) = last.iter_mut().find(|(known, _)| known == mark) {
            let least = if mark.kind == MarkKind::Timeout { APART } else { apart };
            if x - known.1 < least {
                continue;
            }
            known.1 = x;
        } else {
            last.push((*mark, x));
        }
        spots.extend(spot(scene, pane, *at, *mark));
    }
    spots.sort_by_key(|spot| match spot.mark.kind {
        MarkKind::Command => 0,
        MarkKind::Loss => 1,
        MarkKind::RouteChange => 2,
        MarkKind::ThirdDuplicateAck => 3,
        MarkKind::Timeout => 4,
    });
    spots
}

/// Where an event is drawn; `None` if its flow has no curve here.
fn spot(scene: &Scene<'_>, pane: &Pane<'_>, at: SimTime, mark: Mark) -> Option<Spot> {
    let x = scene.time.x_of(at);
    let Some(flow) = mark.flow else {
        // What concerns the whole run stands on the ground.
        return Some(Spot { at, mark, place: pos2(x, pane.value.y.max), values: (f64::NAN, f64::NAN) });
    };
    let key = (Metric::Cwnd, Owner::Flow(flow), scene.history);
    let curve = pane.curves.iter().find(|curve| curve.key == key)?;
    let after = curve.source.value_at(at)?;
    let before = at.nanos().checked_sub(1).and_then(|t| curve.source.value_at(SimTime::from_nanos(t))).unwrap_or(after);
    let mut y = pane.value.y_of(before).max(pane.plot.top()).min(pane.plot.bottom());
    if mark.kind == MarkKind::ThirdDuplicateAck {
        y = (y - ABOVE_CURVE).max(pane.plot.top() + 6.0);
    }
    Some(Spot { at, mark, place: pos2(x, y), values: (before, after) })
}

/// The event nearest to the pointer, if one is near.
pub fn nearest(spots: &[Spot], pointer: Pos2) -> Option<&Spot> {
    let near = spots.iter().rev().filter(|spot| spot.place.distance(pointer) <= REACH);
    near.min_by(|a, b| a.place.distance_sq(pointer).total_cmp(&b.place.distance_sq(pointer)))
}

/// Draws them, and a ring around the selected one.
pub fn draw(painter: &Painter, scene: &Scene<'_>, pane: &Pane<'_>, spots: &[Spot], selected: Option<Thing>) {
    let clipped = painter.with_clip_rect(pane.plot.expand(4.0));
    let timeouts = || spots.iter().filter(|spot| spot.mark.kind == MarkKind::Timeout);
    for spot in spots {
        // A loss under a timeout would make one red blot of both.
        let hidden = spot.mark.kind == MarkKind::Loss && timeouts().any(|other| other.place.distance(spot.place) < 7.0);
        if !hidden {
            glyph::event(&clipped, spot.place, spot.mark.kind.shape(), scene.theme);
        }
    }
    let chosen = selected.and_then(|thing| if let Thing::Fact(id) = thing { Some(id) } else { None });
    let chosen = chosen.and_then(|id| of_fact(scene, pane, id));
    if chosen.is_none() {
        name_first(&clipped, scene, pane, spots);
    }
    if let Some((spot, title)) = chosen.filter(|(spot, _)| scene.time.shows(spot.at)) {
        glyph::event(&clipped, spot.place, spot.mark.kind.shape(), scene.theme);
        clipped.circle_stroke(spot.place, 10.0, Stroke::new(2.0, scene.theme.acc()));
        label(&clipped, scene, pane, &spot, title);
    }
}

/// Names the first third duplicate ACK, where nothing is in the way: a hollow triangle is not known to everybody.
fn name_first(painter: &Painter, scene: &Scene<'_>, pane: &Pane<'_>, spots: &[Spot]) {
    let first = spots.iter().filter(|spot| spot.mark.kind == MarkKind::ThirdDuplicateAck).min_by_key(|spot| spot.at);
    let Some(first) = first else { return };
    let at = first.place + vec2(11.0, 1.0);
    let words = "third duplicate ACK";
    let galley = theme::galley(painter, words, SMALL, 400.0, false, scene.theme.t3());
    let rect = Align2::LEFT_CENTER.anchor_size(at, galley.size());
    // The flag of a branch needs some room to the right of where it stands.
    let flagged = |x: f32| x > rect.left() - 90.0 && x < rect.right() + 4.0;
    let free = spots.iter().all(|spot| !rect.expand2(vec2(5.0, 4.0)).contains(spot.place))
        && !scene.others.iter().any(|other| flagged(scene.time.x_of(other.parts)));
    if free && !crossed(scene, pane, rect) && rect.right() < pane.plot.right() - 4.0 {
        painter.galley(rect.min, galley, scene.theme.t3());
    }
}

/// Whether a curve of cwnd runs through a rectangle.
fn crossed(scene: &Scene<'_>, pane: &Pane<'_>, rect: egui::Rect) -> bool {
    let (low, high) = (pane.value.value_at(rect.bottom() + 4.0), pane.value.value_at(rect.top() - 4.0));
    let [from, until] = [rect.left(), rect.right()].map(|x| scene.time.time_at(x));
    pane.curves.iter().any(|curve| {
        let series = curve.source.series();
        let held = series.value_at(from).map(|v| (v, v));
        let bounds = [held, series.bounds(from, until)];
        bounds.into_iter().flatten().any(|(least, most)| least <= high && most >= low)
    })
}

/// The label of the selected event: what it is, and what it did; beside its ring, on the side that has room.
fn label(painter: &Painter, scene: &Scene<'_>, pane: &Pane<'_>, spot: &Spot, title: &str) {
    let theme = scene.theme;
    let (before, after) = spot.values;
    let detail = match (before.is_nan(), before.to_bits() == after.to_bits()) {
        (true, _) => String::new(),
        (_, true) => format!("cwnd {}", Lane::Cwnd.figure(before)),
        _ => format!("cwnd {} → {}", Lane::Cwnd.figure(before), Lane::Cwnd.figure(after)),
    };
    let left = spot.place.x + 130.0 > pane.plot.right();
    let (x, anchor) =
        if left { (spot.place.x - 16.0, Align2::RIGHT_CENTER) } else { (spot.place.x + 16.0, Align2::LEFT_CENTER) };
    let y = (spot.place.y + 3.0).min(pane.plot.bottom() - 16.0).max(pane.plot.top() + 16.0);
    let ground = if spot.at > scene.view.now() { theme.future() } else { theme.bg0() };
    quads::haloed(painter, pos2(x, y - 7.5), anchor, title, (VALUE, STRONG, false), (theme.t1(), ground));
    if !detail.is_empty() {
        quads::haloed(painter, pos2(x, y + 7.5), anchor, &detail, (SMALL, 400.0, false), (theme.t2(), ground));
    }
}

/// The event that a fact stands for, with its name.
fn of_fact(scene: &Scene<'_>, pane: &Pane<'_>, id: FactId) -> Option<(Spot, &'static str)> {
    let fact = scene.view.fact(id)?;
    let (flow, kind, title) = match fact.what {
        What::Timeout { flow, .. } => (Some(flow), MarkKind::Timeout, "timeout"),
        What::ThirdDupAck { flow, .. } => (Some(flow), MarkKind::ThirdDuplicateAck, "third duplicate ACK"),
        What::Window { flow, .. } => (Some(flow), window_cause(scene, flow, fact.at)?, "window change"),
        What::Command { .. } => (None, MarkKind::Command, "command"),
        What::Dropped { .. } => (loser(&scene.view, fact.at), MarkKind::Loss, "loss"),
        _ => return None,
    };
    spot(scene, pane, fact.at, Mark { flow, kind }).map(|spot| (spot, title))
}

/// What changed a window at this instant.
fn window_cause(scene: &Scene<'_>, flow: FlowId, at: SimTime) -> Option<MarkKind> {
    let next = at.saturating_add(crate::units::SimDuration::from_nanos(1));
    let marks = scene.view.recorder().marks().range(at, next);
    marks.iter().find(|(_, mark)| mark.flow == Some(flow) && mark.kind != MarkKind::Loss).map(|(_, mark)| mark.kind)
}

/// Whose packet was lost at this instant.
fn loser(view: &View<'_>, at: SimTime) -> Option<FlowId> {
    let next = at.saturating_add(crate::units::SimDuration::from_nanos(1));
    view.recorder()
        .marks()
        .range(at, next)
        .iter()
        .find(|(_, mark)| mark.kind == MarkKind::Loss)
        .and_then(|(_, m)| m.flow)
}

/// Selects the fact behind an event; one that is still ahead after going there.
pub fn choose(cx: &mut Cx<'_>, state: &mut State, spot: &Spot) {
    if let Some(id) = fact_of(&cx.view, spot.at, spot.mark) {
        return cx.push(UiCommand::Select(Some(Thing::Fact(id))));
    }
    // Facts are known up to the cursor: go just past it.
    state.awaited = Some(Awaited { at: spot.at, mark: spot.mark });
    cx.push(Command::Seek(spot.at.saturating_add(crate::units::SimDuration::from_nanos(1))));
}

/// Selects what was awaited, once it is known.
pub fn resolve(cx: &mut Cx<'_>, state: &mut State) {
    let Some(awaited) = state.awaited.filter(|awaited| cx.view.now() > awaited.at) else { return };
    state.awaited = None;
    if let Some(id) = fact_of(&cx.view, awaited.at, awaited.mark) {
        cx.push(UiCommand::Select(Some(Thing::Fact(id))));
    }
}

/// The fact that a mark stands for.
fn fact_of(view: &View<'_>, at: SimTime, mark: Mark) -> Option<FactId> {
    let next = at.saturating_add(crate::units::SimDuration::from_nanos(1));
    let same = |what: &What| match (mark.kind, what) {
        (MarkKind::Timeout, What::Timeout { flow, .. })
        | (MarkKind::ThirdDuplicateAck, What::ThirdDupAck { flow, .. }) => Some(*flow) == mark.flow,
        (MarkKind::RouteChange, What::RouteBroken { .. } | What::RouteError { .. } | What::RouteFound { .. })
        | (MarkKind::Loss, What::Dropped { .. })
        | (MarkKind::Command, What::Command { .. }) => true,
        _ => false,
    };
    view.facts_between(at, next).find(|(_, fact)| same(&fact.what)).map(|(id, _)| id)
}
