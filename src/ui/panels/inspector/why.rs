//! The chain of causes: effect first, cause below, a line a link; each leads to its instant.

use egui::{Align2, Color32, Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::fact::{FactId, What};
use crate::ids::FlowId;
use crate::journal::parts::{Parts, Sign};
use crate::journal::why::Line as Cause;
use crate::palette::{EventShape, RadioInk};
use crate::session::view::{Thing, View};
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::icon;
use crate::ui::panels::inspector::head::just_after;
use crate::ui::panels::inspector::{Subject, flip};
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, FIGURE, NAME, SMALL, VALUE};
use crate::units::SimTime;

/// Where the rail is, and where words begin.
const RAIL: f32 = 21.0;
const WORDS: f32 = 43.0;

/// Longest chain that is drawn: what is older can be reached from its last line.
const MOST: usize = 40;

/// A line as it is drawn.
struct Drawn<'a> {
    fact: FactId,
    at: Option<SimTime>,
    parts: &'a Parts,
    sign: Sign,
}

/// Draws it.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, subject: &Subject) {
    let theme = cx.theme;
    if subject.chain.is_empty() {
        widgets::section(ui, theme, "Why?", "");
        ui.add_space(3.0);
        widgets::paragraph(ui, nothing(subject.thing), VALUE, theme.t3());
    } else {
        widgets::section(ui, theme, "Why?", "click a line to go there");
        ui.add_space(4.0);
        let hidden = geometry(&cx.view, &subject.chain);
        let here = at_cursor(cx, subject);
        let shown = subject.chain.iter().take(MOST);
        let lines: Vec<Drawn<'_>> = shown
            .clone()
            .map(drawn)
            .chain(hidden.iter().map(|parts| Drawn { fact: FactId::NONE, at: None, parts, sign: Sign::Remark }))
            .collect();
        let mut glyphs = Vec::new();
        let count = lines.len();
        for (place, line) in lines.iter().enumerate() {
            let lit = here == Some(place);
            glyphs.push((link(ui, cx, line, lit, place, count), line.sign, lit, lit_color(cx, line)));
        }
        rail(ui.painter(), theme, &glyphs);
        if subject.chain.len() > MOST {
            widgets::paragraph(ui, &format!("and {} older ones", subject.chain.len() - MOST), SMALL, theme.t3());
        }
    }
    flip::ui(ui, cx, subject);
}

fn drawn(line: &Cause) -> Drawn<'_> {
    let at = Some(line.at).filter(|at| *at > SimTime::ZERO && line.fact != FactId::NONE);
    Drawn { fact: line.fact, at, parts: &line.parts, sign: line.sign }
}

/// The colour of a flow's own glyphs.
fn lit_color(cx: &Cx<'_>, line: &Drawn<'_>) -> Option<FlowId> {
    match cx.view.fact(line.fact)?.what {
        What::Window { flow, .. } => Some(flow),
        _ => None,
    }
}

const fn nothing(thing: Thing) -> &'static str {
    match thing {
        Thing::Flow(_) | Thing::Link(_) => "Nothing caused this: it was set in the scenario.",
        Thing::Node(_) => "Nothing was lost here yet.",
        Thing::Frame(_) => "This frame was not lost.",
        Thing::Fact(_) => "This is no longer kept. Run again from the start to see it.",
    }
}

/// Who is hidden from whom at the end of a chain, and how far apart they are.
fn geometry(view: &View<'_>, chain: &[Cause]) -> Option<Parts> {
    let hidden = chain.iter().rev().find_map(|line| match view.fact(line.fact)?.what {
        What::FrameLost { from, with, hidden: true, since, .. } => Some((from, with, since)),
        _ => None,
    });
    let (from, with, at) = hidden?;
    let (a, b) = (view.position_at(from, at)?, view.position_at(with, at)?);
    let apart = libm::hypot(a.0 - b.0, a.1 - b.1);
    let (_, sensed) = view.ranges(with);
    let [from, with] = [from, with].map(|node| view.name(Thing::Node(node)));
    let head = format!("{with} is hidden from {from}");
    Some(Parts::new(head, format!("{apart:.0} m apart; carrier sense reaches {:.0} m", sensed.0)))
}

/// The place of the link that holds the cursor: the selected one, or the last that has happened while the effect lies ahead.
fn at_cursor(cx: &Cx<'_>, subject: &Subject) -> Option<usize> {
    if let Some(marked) = subject.marked {
        return subject.chain.iter().position(|line| line.fact == marked);
    }
    let now = cx.view.now();
    let effect = subject.chain.first()?;
    if now > effect.at.saturating_add(crate::units::SimDuration::from_millis(1)) {
        return None;
    }
    let past = |line: &&Cause| line.at < now && line.fact != FactId::NONE && line.at > SimTime::ZERO;
    let latest = subject.chain.iter().filter(past).map(|line| line.at).max()?;
    subject.chain.iter().position(|line| line.at == latest)
}

/// Draws the words of a link. Gives where its glyph belongs.
fn link(ui: &mut Ui, cx: &mut Cx<'_>, line: &Drawn<'_>, lit: bool, place: usize, count: usize) -> Pos2 {
    let theme = cx.theme;
    let width = ui.available_width();
    let time = line.at.map(format::time_s);
    let painter = ui.painter().clone();
    let time_width = match &time {
        Some(time) => widgets::width_of(&painter, time, FIGURE) + 10.0,
        None if line.fact == FactId::NONE && line.sign == Sign::Remark => {
            widgets::width_of(&painter, "geometry", FIGURE) + 10.0
        }
        None => 0.0,
    };
    let room = width - WORDS - theme::INSET;
    let head = widgets::wrapped(&painter, &line.parts.head, NAME, theme.t1(), room - time_width);
    let how_color = if lit { theme.t2() } else { theme.t3() };
    let how = widgets::wrapped(&painter, &line.parts.how, VALUE, how_color, room);
    let how_height = if line.parts.how.is_empty() { 0.0 } else { how.size().y };
    let height = 4.0 + head.size().y + how_height + 5.0;
    let sense = if line.at.is_some() { Sense::click() } else { Sense::hover() };
    let (rect, response) = widgets::row(ui, height, sense);
    if lit {
        painter.rect_filled(rect, 0.0, theme.accbg());
        painter.rect_filled(Rect::from_min_size(rect.min, vec2(3.0, height)), 0.0, theme.acc());
    } else if response.hovered() && line.at.is_some() {
        painter.rect_filled(rect, 0.0, theme.bg2());
    }
    let top = pos2(rect.left() + WORDS, rect.top() + 4.0);
    let first = head.rows.first().map_or(16.0, |row| row.height());
    painter.galley(top, head.clone(), theme.t1());
    painter.galley(pos2(top.x, top.y + head.size().y), how, how_color);
    let right = pos2(rect.right() - theme::INSET, top.y + first / 2.0);
    match &time {
        Some(time) => drop(widgets::text(&painter, right, Align2::RIGHT_CENTER, time, FIGURE, theme.acc(), 200.0)),
        None if time_width > 0.0 && place + 1 == count => {
            widgets::text(&painter, right, Align2::RIGHT_CENTER, "geometry", FIGURE, theme.t3(), 200.0);
        }
        None => {}
    }
    widgets::focus_ring(ui, theme, &response, rect.shrink(2.0));
    let words = format!("{}: {}, {}", place + 1, line.parts.head, line.parts.how);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, line.at.is_some(), &words));
    if let Some(at) = line.at {
        if response.clicked() {
            cx.push(just_after(at));
            cx.push(UiCommand::Select(Some(Thing::Fact(line.fact))));
        }
        if response.hovered() {
            *cx.hovering = Some(Thing::Fact(line.fact));
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text("Goes to just after it and selects it");
    }
    pos2(rect.left() + RAIL, top.y + first / 2.0)
}

/// The rail with its arrows, which point to the effect, and the glyphs on it.
fn rail(painter: &Painter, theme: Theme, glyphs: &[(Pos2, Sign, bool, Option<FlowId>)]) {
    let stroke = Stroke::new(1.5, theme.edge());
    for pair in glyphs.windows(2) {
        let (above, below) = (pair[0].0, pair[1].0);
        let (from, until) = (above.y + 9.0, below.y - 9.0);
        painter.vline(above.x, from..=until, stroke);
        let tip = pos2(above.x, f32::midpoint(from, until) - 2.0);
        painter.line(vec![tip + vec2(-3.5, 3.5), tip, tip + vec2(3.5, 3.5)], stroke);
    }
    for (at, of, _, flow) in glyphs {
        sign(painter, theme, *at, *of, *flow);
    }
}

/// The glyph of a link.
pub(super) fn sign(painter: &Painter, theme: Theme, at: Pos2, sign: Sign, flow: Option<FlowId>) {
    let ring = |radius: f32, width: f32, color: Color32| painter.circle_stroke(at, radius, Stroke::new(width, color));
    let event = |shape: EventShape| glyph::event(painter, at, shape, theme);
    let (bad, quiet) = (theme.bad(), theme.edge());
    match sign {
        Sign::Window => match flow {
            Some(flow) => glyph::flow(painter, at, 9.0, theme, flow),
            None => drop(ring(3.5, 1.5, quiet)),
        },
        Sign::Timeout => event(EventShape::Diamond),
        Sign::ThirdDupAck => event(EventShape::HollowTriangleDown),
        Sign::Route => event(EventShape::HollowSquare),
        Sign::Drop => event(EventShape::Cross),
        Sign::Command => event(EventShape::TriangleRight),
        Sign::Collision => {
            ring(6.5, 2.0, bad);
            painter.extend(glyph::cross(at, 3.0, Stroke::new(1.5, bad)));
        }
        Sign::Lost => painter.extend(glyph::cross(at, 3.5, Stroke::new(1.5, bad))),
        Sign::NoAnswer => {
            let color = theme.ink(RadioInk::Backoff.ink());
            for x in [-4.0, 0.0, 4.0] {
                painter.circle_filled(pos2(at.x + x, at.y), 1.5, color);
            }
        }
        Sign::Waiting => {
            for x in [-4.5, -0.5, 3.5] {
                painter.rect_filled(Rect::from_center_size(pos2(at.x + x, at.y), vec2(2.5, 8.0)), 0.0, theme.t2());
            }
        }
        Sign::Battery => icon::lamp(painter, at, 6.5, false, bad, theme.bg1()),
        Sign::Sender => drop(ring(3.5, 2.0, theme.t2())),
        Sign::Remark => drop(ring(3.5, 1.5, quiet)),
    }
}
