//! Frames along their links with their true duration: the front stands at elapsed over on-air time. Each class has a colour and a
//! shape. Frames that ended a moment ago stay beside the route, fainter and without front.

use egui::epaint::Shape;
use egui::{Align2, Color32, Pos2, Rect, Stroke, Vec2};

use crate::packet::BROADCAST;
use crate::palette::Ground;
use crate::session::flight::Flown;
use crate::session::view::frames::label;
use crate::session::view::{FrameView, Thing};
use crate::ui::format;
use crate::ui::map::along::{Along, dashed_circle};
use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::legend::Class;
use crate::ui::map::stage::Stage;
use crate::ui::map::traffic::Busy;
use crate::ui::theme::{self, Theme};

/// How a frame is to be drawn on its stretch.
#[derive(Clone, Copy, Debug)]
pub struct Ink {
    /// Colours.
    pub theme: Theme,
    /// Its own colour.
    pub color: Color32,
    /// The part that has been sent, 0 to 1.
    pub sent: f32,
    /// Whether it is on air: then it has a front.
    pub front: bool,
    /// Half the height of a bar.
    pub half: f32,
}

/// Draws one frame along a stretch.
pub fn figure(shown: Class, along: &Along, ink: Ink, out: &mut Vec<Shape>) {
    let sent = ink.sent * along.length;
    match shown {
        Class::Data | Class::Retransmission => bar(shown, along, sent, ink, out),
        Class::TcpAck => capsule(along, sent, ink, out),
        Class::Rts | Class::Cts | Class::MacAck => marks(shown, along, sent, ink, out),
        Class::Routing => {
            out.push(along.line(0.0, along.length, Stroke::new(1.0, ink.theme.on_ground(ink.color, 0.35))));
            if let Some(part) = Along::between(along.at(0.0, 0.0), along.at(sent, 0.0), 0.0, 0.0) {
                part.dashed(Stroke::new(3.0, ink.color), (6.0, 2.5), out);
            }
        }
        // No frames.
        _ => return,
    }
    if ink.front {
        out.push(along.across(sent, ink.half + 3.0, Stroke::new(2.0, ink.theme.t1())));
    }
}

fn bar(shown: Class, along: &Along, sent: f32, ink: Ink, out: &mut Vec<Shape>) {
    out.push(along.bar(0.0, along.length, ink.half, ink.theme.bg0()));
    out.push(along.bar(0.0, along.length, ink.half, ink.theme.on_ground(ink.color, 0.16)));
    out.push(along.outline(0.0, along.length, ink.half - 0.5, 2.0, Stroke::new(1.0, ink.color)));
    if sent > 1.0 {
        out.push(along.bar(0.0, sent, ink.half, ink.color));
    }
    if shown == Class::Retransmission {
        along.hatch(0.0, sent, ink.half, Stroke::new(2.0, ink.theme.bg0()), out);
        out.push(along.outline(0.0, along.length, ink.half - 0.5, 2.0, Stroke::new(1.0, ink.color)));
    }
}

fn capsule(along: &Along, sent: f32, ink: Ink, out: &mut Vec<Shape>) {
    let half = 3.0_f32.min(ink.half);
    out.push(along.bar(0.0, along.length, half, ink.theme.bg0()));
    out.push(along.outline(0.0, along.length, half, half, Stroke::new(1.5, ink.theme.on_ground(ink.color, 0.4))));
    if sent >= along.length - 0.5 {
        out.push(along.outline(0.0, along.length, half, half, Stroke::new(1.5, ink.color)));
    } else if sent > 2.0 {
        out.push(along.outline(0.0, sent, half, half, Stroke::new(1.5, ink.color)));
    }
}

/// Chevrons, pairs of strokes, or dots; those not yet sent are faint.
fn marks(shown: Class, along: &Along, sent: f32, ink: Ink, out: &mut Vec<Shape>) {
    let faint = ink.theme.on_ground(ink.color, 0.35);
    let color = |place: f32| if place <= sent + 0.5 { ink.color } else { faint };
    let head = Stroke::new(1.5, if ink.sent >= 1.0 { ink.color } else { faint });
    let half = ink.half - 1.0;
    match shown {
        Class::Rts => {
            for place in along.pitched(9.0) {
                out.push(along.chevron(place + 2.5, half, half, Stroke::new(2.0, color(place))));
            }
        }
        Class::Cts => {
            let Some(body) = Along::between(along.at(0.0, 0.0), along.at(along.length, 0.0), 0.0, 7.0) else { return };
            for place in body.pitched(9.0) {
                let stroke = Stroke::new(1.5, color(place));
                out.extend([along.across(place - 1.75, half, stroke), along.across(place + 1.75, half, stroke)]);
            }
            out.push(along.chevron(along.length, half, half, head));
        }
        _ => {
            let Some(body) = Along::between(along.at(0.0, 0.0), along.at(along.length, 0.0), 0.0, 6.0) else { return };
            out.extend(body.pitched(7.0).map(|place| Shape::circle_filled(along.at(place, 0.0), 1.3, color(place))));
            out.push(along.chevron(along.length, half - 0.5, half - 0.5, head));
        }
    }
}

/// Draws all frames: first what has ended, then what is on air, then links that change too fast for either.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    let shown = |frame: &&FrameView| {
        let flown = &frame.flown;
        !stage.look.hidden.has(Class::of(flown)) && !stage.traffic.hides(flown.from, flown.to)
    };
    let mut glowing: Vec<(usize, usize, bool)> = Vec::new();
    // The latest of several that would lie in the same place.
    for frame in stage.frames.iter().rev().filter(|frame| !frame.on_air).filter(shown) {
        let flown = &frame.flown;
        let place = (
            flown.from.index().min(flown.to.index()),
            flown.from.index().max(flown.to.index()),
            Class::of(flown).answers(),
        );
        if flown.to != BROADCAST && !glowing.contains(&place) {
            glowing.push(place);
            afterglow(stage, frame, canvas);
        }
    }
    for busy in &stage.traffic.busy {
        share(stage, busy, canvas);
    }
    for frame in stage.frames.iter().filter(|frame| frame.on_air).filter(shown) {
        if frame.flown.to == BROADCAST { broadcast(stage, frame, canvas) } else { on_air(stage, frame, canvas) }
    }
}

/// Half the height of a bar: lower where hops are short.
fn half(stage: &Stage<'_>) -> f32 {
    let half: f32 = if stage.hop < 100.0 { 4.5 } else { 5.5 };
    half.min(0.6 * stage.radius).max(1.5)
}

fn stretch(stage: &Stage<'_>, flown: &Flown) -> Option<Along> {
    let (a, b) = (stage.at(flown.from)?, stage.at(flown.to)?);
    // A sender has a second ring.
    let way = stage.radius + if stage.radius >= 9.0 { 6.0 } else { 3.0 };
    Along::between(a, b, way, stage.radius + 3.0)
}

fn on_air(stage: &Stage<'_>, frame: &FrameView, canvas: &mut Canvas) {
    let flown = &frame.flown;
    let Some(along) = stretch(stage, flown) else { return };
    let (shown, theme) = (Class::of(flown), stage.theme());
    let color = shown.color(theme, flown.flow);
    let half = half(stage);
    figure(shown, &along, Ink { theme, color, sent: frame.sent, front: true, half }, &mut canvas.shapes);
    let thing = Thing::Frame(flown.id);
    mark(stage, thing, &along, half, canvas);
    canvas.hits.push((thing, Area::Along(along, half + 3.0)));
    along.cover(half + 3.0, &mut canvas.figures);
    name(stage, frame, &along, canvas);
}

fn mark(stage: &Stage<'_>, thing: Thing, along: &Along, half: f32, canvas: &mut Canvas) {
    if stage.is_marked(thing) {
        let width = if stage.look.selected == Some(thing) { 2.0 } else { 1.0 };
        let outer = half + 4.5;
        canvas.add(along.outline(-3.0, along.length + 3.0, outer, 4.0, Stroke::new(width, stage.theme().acc())));
    }
}

/// What it is, and how much of it has been sent.
fn name(stage: &Stage<'_>, frame: &FrameView, along: &Along, canvas: &mut Canvas) {
    let flown = &frame.flown;
    let (shown, theme) = (Class::of(flown), stage.theme());
    let mut title = label(flown, &stage.view);
    if shown == Class::Rts
        && let Some((attempt, most)) = stage.view.attempt(flown.from).filter(|(attempt, _)| *attempt > 1)
    {
        title = format!("RTS {attempt} of {most}");
    }
    let whole = flown.air_time.secs_f64() * 1e3;
    let done = f64::from(frame.sent) * whole;
    if stage.look.small && whole >= 1.0 {
        // One line: what it is, and how far.
        let kind = title.split(' ').next().unwrap_or_default();
        title = format!("{kind} {} / {} ms", format::number(done, 1), format::number(whole, 1));
    }
    let color = match (shown, flown.flow) {
        (Class::Data | Class::TcpAck | Class::Retransmission, Some(flow)) => theme.flow_text(flow),
        // Greys are for shapes; words of them are read.
        (Class::Cts | Class::MacAck, _) => theme.t2(),
        _ if theme.ground == Ground::Light => theme.t1(),
        _ => shown.color(theme, flown.flow),
    };
    let mut lines = vec![Line::new(title, theme::VALUE, theme::STRONG, color)];
    if !stage.look.small {
        let text = format!("{} of {} ms", format::number(done, 2), format::number(whole, 2));
        lines.push(Line::mono(text, theme::SMALL, theme.t2()));
    }
    let mut wish = Wish::new(Rank::Frame, lines, Vec::new());
    // Above the lane of the afterglow; else below queues.
    let above = stage.radius.max(16.0) + if stage.look.small { 6.0 } else { 10.0 };
    let below = stage.radius + 34.0;
    let upright = along.direction().x.abs() < 0.35;
    if upright {
        for part in [0.5, 0.3, 0.7] {
            let at = along.at(along.length * part, 0.0);
            for reach in [14.0, 26.0, 68.0] {
                wish.places.push((at - Vec2::new(reach, 0.0), Align2::RIGHT_CENTER));
                wish.places.push((at + Vec2::new(reach, 0.0), Align2::LEFT_CENTER));
            }
        }
    } else {
        for part in [0.5, 0.15, 0.85, -0.2, 1.2] {
            let at = along.at(along.length * part, 0.0);
            wish.places.push((at - Vec2::new(0.0, above), Align2::CENTER_BOTTOM));
        }
        for part in [0.5, 0.15, 0.85] {
            let at = along.at(along.length * part, 0.0);
            wish.places.push((at + Vec2::new(0.0, below), Align2::CENTER_TOP));
            wish.places.push((at - Vec2::new(0.0, above + 30.0), Align2::CENTER_BOTTOM));
        }
    }
    wish.thing = Some(Thing::Frame(flown.id));
    canvas.wishes.push(wish);
}

/// A frame that has ended, beside the route.
fn afterglow(stage: &Stage<'_>, frame: &FrameView, canvas: &mut Canvas) {
    let flown = &frame.flown;
    let Some(along) = stretch(stage, flown) else { return };
    let (shown, theme) = (Class::of(flown), stage.theme());
    let side = along.lower_side() * if shown.answers() { 1.0 } else { -1.0 };
    let beside: f32 = if stage.look.small { 13.5 } else { 16.0 };
    let along = along.moved(side * beside.min(stage.radius + 2.0));
    let color = theme.on_ground(shown.color(theme, flown.flow), 0.62);
    let half = half(stage).min(4.5);
    figure(shown, &along, Ink { theme, color, sent: 1.0, front: false, half }, &mut canvas.shapes);
    let thing = Thing::Frame(flown.id);
    mark(stage, thing, &along, half, canvas);
    canvas.hits.push((thing, Area::Along(along, half + 1.0)));
    along.cover(half + 1.0, &mut canvas.figures);
    // Words only below, where the exchange goes on, and where there is room for many.
    if stage.look.small || !shown.answers() || !stage.flies_between(flown.from, flown.to) {
        return;
    }
    let ago = stage.view.now().since(flown.end()).secs_f64() * 1e3;
    let text = format!("{} {} ms ago", label(flown, &stage.view), format::number(ago, 2));
    let line = Line::new(text, theme::SMALL, 400.0, theme.t3());
    let middle = along.at(along.length / 2.0, 0.0);
    let below = |reach: f32| (middle + Vec2::new(0.0, reach), Align2::CENTER_TOP);
    let leader = Some(middle + Vec2::new(0.0, half + 3.0));
    let places = vec![below(stage.radius + 26.0), below(stage.radius + 42.0)];
    canvas.wishes.push(Wish { leader, thing: Some(thing), ..Wish::new(Rank::Afterglow, vec![line], places) });
}

/// A frame for everybody: a ring that reaches the edge of its range when the frame ends.
fn broadcast(stage: &Stage<'_>, frame: &FrameView, canvas: &mut Canvas) {
    let flown = &frame.flown;
    let Some(at) = stage.at(flown.from) else { return };
    let theme = stage.theme();
    let color = Class::of(flown).color(theme, flown.flow);
    let reach = stage.view.ranges(flown.from).0.0 as f32 * stage.camera.scale;
    let radius = (frame.sent * reach).max(stage.radius + 4.0);
    dashed_circle(at, radius, (6.0, 4.0), Stroke::new(2.0, color), stage.look.tile.expand(20.0), &mut canvas.shapes);
    let dot = at + Vec2::new(0.0, -stage.radius - 6.0);
    canvas.add(Shape::circle_filled(dot, 3.0, color));
    canvas.figures.push(Rect::from_center_size(dot, Vec2::splat(8.0)));
    canvas.hits.push((Thing::Frame(flown.id), Area::Disc(dot, 7.0)));
    let line = Line::new(label(flown, &stage.view), theme::VALUE, theme::STRONG, color);
    let place = |x: f32, y: f32, align| (at + Vec2::new(x, y), align);
    let places = vec![
        place(0.0, -stage.radius - 13.0, Align2::CENTER_BOTTOM),
        place(stage.radius + 8.0, -stage.radius, Align2::LEFT_BOTTOM),
        place(-stage.radius - 8.0, -stage.radius, Align2::RIGHT_BOTTOM),
    ];
    canvas.wishes.push(Wish::new(Rank::Frame, vec![line], places));
}

/// A link that changes too fast to be seen: a bar whose length is the busy share.
fn share(stage: &Stage<'_>, busy: &Busy, canvas: &mut Canvas) {
    let to = if busy.from == busy.a { busy.b } else { busy.a };
    let (Some(a), Some(b)) = (stage.at(busy.from), stage.at(to)) else { return };
    let Some(along) = Along::between(a, b, stage.radius + 6.0, stage.radius + 6.0) else { return };
    let theme = stage.theme();
    let color = Class::Data.color(theme, busy.flow);
    let half = half(stage) - 1.0;
    canvas.add(along.bar(0.0, along.length, half, theme.bg0()));
    canvas.add(along.bar(0.0, along.length, half, theme.on_ground(color, 0.16)));
    canvas.add(along.bar(0.0, (busy.share * along.length).max(1.0), half, color));
    canvas.add(along.outline(0.0, along.length, half - 0.5, 2.0, Stroke::new(1.0, color)));
    along.cover(half + 1.0, &mut canvas.figures);
    if !stage.look.small {
        let text = format!("{} %", format::number(f64::from(busy.share) * 100.0, 0));
        let line = Line::mono(text, theme::SMALL, theme.t3());
        let at: Pos2 = along.at(along.length / 2.0, 0.0);
        let above = (at - Vec2::new(0.0, half + 5.0), Align2::CENTER_BOTTOM);
        let beside = (at + Vec2::new(half + 6.0, 0.0), Align2::LEFT_CENTER);
        canvas.wishes.push(Wish::new(Rank::Frame, vec![line], vec![above, beside]));
    }
}
