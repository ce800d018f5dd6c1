//! What the pointer does in lanes: crosshair with the nearest sample, seeking, selecting events, zooming, moving.

use egui::{
    Align2, Color32, Event, Modifiers, Painter, PointerButton, Pos2, Rangef, Rect, Response, StrokeKind, Ui, pos2, vec2,
};

use crate::session::command::Command;
use crate::session::view::Thing;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::lanes::events::{self, Spot};
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::lanes::scene::{Curve, Scene};
use crate::ui::panels::lanes::{Gesture, Lane, State};
use crate::ui::plot::ValueScale;
use crate::ui::theme::{self, SMALL};
use crate::units::{SimDuration, SimTime};

/// The shortest span that can be shown.
const LEAST_SPAN: SimDuration = SimDuration::from_nanos(1_000);

/// How near the pointer has to be to a change to mean it, in points.
const REACH: f32 = 5.0;

/// A lane as it is drawn now.
pub struct Pane<'a> {
    /// Which.
    pub lane: Lane,
    /// With its gutters.
    pub rect: Rect,
    /// Where curves are drawn.
    pub plot: Rect,
    /// What the pointer does there.
    pub response: Response,
    /// Its curves.
    pub curves: Vec<Curve<'a>>,
    /// Its value axis.
    pub value: ValueScale,
    /// Whether a person has zoomed its values.
    pub zoomed: bool,
}

/// Takes up what the pointer does, and draws the crosshair.
pub fn ui(
    ui: &Ui,
    cx: &mut Cx<'_>,
    state: &mut State,
    layout: &Layout,
    scene: &Scene<'_>,
    panes: &[Pane<'_>],
    spots: &[Spot],
) {
    for pane in panes {
        wheel(ui, state, scene, pane);
        clicks(cx, state, scene, pane, spots);
        drags(ui, state, scene, pane);
    }
    let hovered = panes.iter().find_map(|pane| pane.response.hover_pos().map(|at| (pane, at)));
    if let (Some((pane, at)), None) = (hovered, state.gesture) {
        if let Some(flow) =
            events::nearest(spots, at).filter(|_| pane.lane == Lane::Cwnd).and_then(|spot| spot.mark.flow)
        {
            *cx.hovering = Some(Thing::Flow(flow));
        }
        crosshair(ui.painter(), layout, scene, panes, pane, at, spots);
    }
}

/// Zooms around the pointer. The raw events, because a zoom must not be smoothed over pictures, and nothing else may get them.
fn wheel(ui: &Ui, state: &mut State, scene: &Scene<'_>, pane: &Pane<'_>) {
    let Some(at) = pane.response.hover_pos() else { return };
    let (notches, modifiers) = notches(ui);
    if notches == 0.0 {
        return;
    }
    let factor = 1.2_f64.powf(-f64::from(notches));
    if !modifiers.alt {
        zoom_time(state, scene, factor, at.x);
    }
    if !modifiers.command && !modifiers.ctrl {
        let middle = pane.value.value_at(at.y);
        let range = |value: f64| middle + (value - middle) * factor;
        state.ranges[pane.lane.index()].zoom = Some((range(pane.value.low), range(pane.value.high)));
    }
}

/// Turns of the wheel in this picture, away from the person positive, with the keys held.
pub fn notches(ui: &Ui) -> (f32, Modifiers) {
    ui.input(|input| {
        let (mut turns, mut held) = (0.0, input.modifiers);
        for event in &input.events {
            if let Event::MouseWheel { unit, delta, modifiers, .. } = event {
                turns += match unit {
                    egui::MouseWheelUnit::Point => (delta.x + delta.y) / 50.0,
                    egui::MouseWheelUnit::Line | egui::MouseWheelUnit::Page => delta.x + delta.y,
                };
                // A key may have been let go since, within the same picture.
                held |= *modifiers;
            }
        }
        (turns.clamp(-8.0, 8.0), held)
    })
}

fn zoom_time(state: &mut State, scene: &Scene<'_>, factor: f64, x: f32) {
    let time = &scene.time;
    let share = f64::from((x - time.x.min) / time.x.span().max(1.0)).clamp(0.0, 1.0);
    let span = SimDuration::from_secs_f64((time.span().secs_f64() * factor).max(LEAST_SPAN.secs_f64()));
    let before = SimDuration::from_secs_f64(span.secs_f64() * share);
    let from = SimTime::from_nanos(time.time_at(x).nanos().saturating_sub(before.nanos()));
    let full = (SimTime::ZERO, super::grown(&scene.view, scene.frontier).max(state.grown));
    let until = from.saturating_add(span);
    if from == full.0 && until >= full.1 || span >= full.1.since(full.0) {
        state.span = None;
    } else {
        state.show(from, until);
    }
}

fn clicks(cx: &mut Cx<'_>, state: &mut State, scene: &Scene<'_>, pane: &Pane<'_>, spots: &[Spot]) {
    let time = pane.response.ctx.input(|input| input.time);
    // egui calls a double-click shortly after a click elsewhere a triple one.
    if pane.response.double_clicked() || pane.response.triple_clicked() {
        // The first half of it was a click, which went somewhere; unless both came within one picture.
        let first = state.before_click.take().filter(|(_, clicked)| time - clicked < 2.0);
        if let Some((before, _)) = first {
            cx.push(Command::Seek(before));
        }
        return state.reset();
    }
    let Some(at) = pane.response.interact_pointer_pos().filter(|_| pane.response.clicked()) else { return };
    state.before_click = Some((scene.view.now(), time));
    match events::nearest(spots, at).filter(|_| pane.lane == Lane::Cwnd) {
        Some(spot) => events::choose(cx, state, spot),
        None => cx.push(Command::Seek(scene.time.time_at(at.x).min(scene.view.horizon()))),
    }
}

fn drags(ui: &Ui, state: &mut State, scene: &Scene<'_>, pane: &Pane<'_>) {
    let response = &pane.response;
    if response.drag_started() {
        let start = ui.input(|input| input.pointer.press_origin()).unwrap_or(pane.plot.center());
        let moves = response.drag_started_by(PointerButton::Middle) || ui.input(|input| input.modifiers.shift);
        let values = (pane.value.low, pane.value.high);
        let (lane, span) = (pane.lane, (scene.time.from, scene.time.until));
        state.gesture = if moves {
            Some(Gesture::Pan { lane, start, span, values })
        } else if response.drag_started_by(PointerButton::Primary) {
            Some(Gesture::Box { lane, start })
        } else {
            None
        };
    }
    let Some(at) = response.interact_pointer_pos() else { return };
    match state.gesture {
        Some(Gesture::Pan { lane, start, span, values }) if lane == pane.lane && response.dragged() => {
            pan(state, pane, at - start, span, values, scene);
        }
        Some(Gesture::Box { lane, start }) if lane == pane.lane && response.drag_stopped() => {
            zoom_box(state, scene, pane, start, at);
        }
        _ => {}
    }
    if response.drag_stopped() {
        state.gesture = None;
    }
}

fn pan(
    state: &mut State,
    pane: &Pane<'_>,
    by: egui::Vec2,
    span: (SimTime, SimTime),
    (low, high): (f64, f64),
    scene: &Scene<'_>,
) {
    let seconds = f64::from(by.x) * span.1.since(span.0).secs_f64() / f64::from(scene.time.x.span().max(1.0));
    let wide = span.1.since(span.0);
    let from = (span.0.secs_f64() - seconds).max(0.0);
    let from = SimTime::from_secs_f64(from);
    state.show(from, from.saturating_add(wide));
    if by.y.abs() > 6.0 || state.ranges[pane.lane.index()].zoom.is_some() {
        let shift = f64::from(by.y) / f64::from(pane.value.y.span().max(1.0)) * (high - low);
        state.ranges[pane.lane.index()].zoom = Some((low + shift, high + shift));
    }
}

/// A box that is hardly high zooms the time alone.
fn zoom_box(state: &mut State, scene: &Scene<'_>, pane: &Pane<'_>, start: Pos2, end: Pos2) {
    let area = Rect::from_two_pos(start, end).intersect(pane.plot);
    if area.width() < 4.0 {
        return;
    }
    if area.height() >= 12.0 {
        state.ranges[pane.lane.index()].zoom =
            Some((pane.value.value_at(area.bottom()), pane.value.value_at(area.top())));
    }
    let (from, until) = (scene.time.time_at(area.left()), scene.time.time_at(area.right()));
    if until.since(from) >= LEAST_SPAN {
        state.show(from, until);
    }
}

/// Draws the box that is being dragged: below the curves.
pub(super) fn boxed(ui: &Ui, state: &State, scene: &Scene<'_>, panes: &[Pane<'_>]) {
    let Some(Gesture::Box { lane, start }) = state.gesture else { return };
    let Some(pane) = panes.iter().find(|pane| pane.lane == lane) else { return };
    let Some(at) = ui.input(|input| input.pointer.interact_pos()) else { return };
    let mut area = Rect::from_two_pos(start, at).intersect(pane.plot);
    if area.height() < 12.0 {
        area = Rect::from_x_y_ranges(area.x_range(), pane.plot.y_range());
    }
    let color = scene.theme.acc();
    let fill = scene.theme.mix(scene.theme.bg0(), color, 0.14);
    ui.painter().rect(area, 0.0, fill, (1.0, color), StrokeKind::Inside);
}

/// What is under the pointer: a point on a curve, and words.
struct Reading {
    point: Pos2,
    color: Color32,
    lines: Vec<String>,
}

fn crosshair(
    painter: &Painter,
    layout: &Layout,
    scene: &Scene<'_>,
    panes: &[Pane<'_>],
    hovered: &Pane<'_>,
    at: Pos2,
    spots: &[Spot],
) {
    let event = events::nearest(spots, at).filter(|_| hovered.lane == Lane::Cwnd);
    let mut x = at.x;
    let mut readings = Vec::new();
    let main = match event {
        Some(spot) => Some(event_reading(scene, spot)),
        None => reading(scene, hovered, at),
    };
    if let Some(main) = &main {
        x = main.point.x;
    }
    for pane in panes.iter().filter(|pane| pane.lane != hovered.lane) {
        readings.extend(reading(scene, pane, pos2(x, f32::NAN)).map(|mut reading| {
            reading.lines.truncate(1);
            (pane, reading)
        }));
    }
    if let Some(main) = main {
        readings.push((hovered, main));
    }
    let edge = scene.theme.edge();
    for pane in panes {
        painter.vline(x.round() + 0.5, pane.plot.y_range(), (1.0, edge));
    }
    painter.hline(layout.x, at.y.round() + 0.5, (1.0, scene.theme.mix(scene.theme.bg0(), edge, 0.5)));
    for (pane, reading) in &readings {
        let clipped = painter.with_clip_rect(pane.plot);
        clipped.circle(reading.point, 3.0, scene.theme.bg0(), (1.5, reading.color));
    }
    for (pane, reading) in &readings {
        tag(painter, scene, pane.plot, reading);
    }
}

fn event_reading(scene: &Scene<'_>, spot: &Spot) -> Reading {
    let whose = spot.mark.flow.map_or_else(String::new, |flow| format!("{} ", scene.name(flow)));
    let (before, after) = spot.values;
    let change = match (before.is_nan(), before.to_bits() == after.to_bits()) {
        (true, _) => String::new(),
        (_, true) => format!("  cwnd {}", Lane::Cwnd.figure(before)),
        _ => format!("  cwnd {} → {}", Lane::Cwnd.figure(before), Lane::Cwnd.figure(after)),
    };
    let lines = vec![
        format!("{whose}{}{change}", spot.mark.kind.label()),
        format!("at {}", format::time_s(spot.at)),
        "click: why?".to_owned(),
    ];
    Reading { point: spot.place, color: scene.theme.acc(), lines }
}

/// The sample nearest to the pointer: of the curve nearest in height, or of the first where that is not a number.
fn reading(scene: &Scene<'_>, pane: &Pane<'_>, at: Pos2) -> Option<Reading> {
    if pane.lane == Lane::Energy {
        return energy_reading(scene, pane, at);
    }
    let time = scene.time.time_at(at.x);
    let seen = |curve: &&Curve<'_>| curve.ends.0 <= time && time <= curve.ends.1;
    // A curve that goes on above the lane is met where its mark is.
    let place = |value: f64| pane.value.y_of(value).max(pane.plot.top());
    let height = |curve: &Curve<'_>| curve.source.value_at(time).map(place);
    let known = pane.curves.iter().filter(seen).filter_map(|curve| height(curve).map(|y| (curve, y)));
    let (curve, y) = if at.y.is_nan() {
        known.min_by_key(|(curve, _)| curve.glyph.is_none())?
    } else {
        known.min_by(|a, b| (a.1 - at.y).abs().total_cmp(&(b.1 - at.y).abs()))?
    };
    let unit = pane.lane.value_unit();
    let reach = SimDuration::from_secs_f64(f64::from(REACH) * scene.time.seconds_a_point());
    let figure = |value| pane.lane.figure(value);
    let near = curve.source.change_near(time, reach).filter(|_| !at.y.is_nan());
    let (when, point, value) = match near {
        Some((when, before, after)) => {
            let before = before.map(figure).filter(|before| *before != figure(after));
            let arrow = before.map_or_else(String::new, |before| format!("{before} → "));
            (when, pos2(scene.time.x_of(when), pane.value.y_of(after)), format!("{arrow}{}", figure(after)))
        }
        None => (time, pos2(at.x, y), figure(curve.source.value_at(time)?)),
    };
    let lines = vec![format!("{}  {value} {unit}", curve.full_name), format!("at {}", format::time_s(when))];
    Some(Reading { point, color: curve.look.color, lines })
}

fn energy_reading(scene: &Scene<'_>, pane: &Pane<'_>, at: Pos2) -> Option<Reading> {
    let time = scene.time.time_at(at.x);
    if time > scene.frontier {
        return None;
    }
    let total = super::energy::total(scene, time);
    let lines = vec![format!("total  {} J", Lane::Energy.figure(total)), format!("at {}", format::time_s(time))];
    Some(Reading { point: pos2(at.x, pane.value.y_of(total)), color: scene.theme.t1(), lines })
}

/// Words on a plate beside a point, on the side that has room.
fn tag(painter: &Painter, scene: &Scene<'_>, plot: Rect, reading: &Reading) {
    let theme = scene.theme;
    let ink = |line: usize| if line == 0 { theme.t1() } else { theme.t2() };
    let galleys: Vec<_> = reading
        .lines
        .iter()
        .enumerate()
        .map(|(place, line)| theme::galley(painter, line, SMALL, 400.0, line.starts_with("at "), ink(place)))
        .collect();
    let size =
        vec2(galleys.iter().map(|g| g.size().x).fold(0.0, f32::max), 15.0 * galleys.len() as f32) + vec2(14.0, 6.0);
    let left = reading.point.x + 12.0 + size.x > plot.right();
    let x = if left { reading.point.x - 12.0 - size.x } else { reading.point.x + 12.0 };
    let room = Rangef::new(plot.top() + 2.0, (plot.bottom() - size.y - 2.0).max(plot.top() + 2.0));
    let y = (reading.point.y - size.y - 8.0).min(room.max).max(room.min);
    let rect = Rect::from_min_size(pos2(x, y), size);
    painter.rect(rect, 4.0, theme.bg2(), (1.0, theme.edge()), StrokeKind::Inside);
    for (place, galley) in galleys.into_iter().enumerate() {
        let at = pos2(rect.left() + 7.0, rect.top() + 3.0 + 15.0 * place as f32 + 7.5);
        let corner = Align2::LEFT_CENTER.anchor_size(at, galley.size()).min;
        painter.galley(corner, galley, ink(place));
    }
}
