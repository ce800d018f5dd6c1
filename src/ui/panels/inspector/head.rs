//! The inspector's title: what it is about, pin, close.

use egui::{Align2, Color32, Pos2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::fact::What;
use crate::journal::parts::Sign;
use crate::session::Command;
use crate::session::view::{RadioView, Thing};
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::icon::{self, Icon};
use crate::ui::panels::inspector::{State, Subject, why};
use crate::ui::panels::sidebar::ring;
use crate::ui::theme;
use crate::ui::widgets::{self, Button, Font, SMALL, VALUE};
use crate::units::{SimDuration, SimTime};

const TITLE: Font = (theme::TITLE, theme::STRONG, false);

/// What there is to see when nothing is selected. Returns whether it is dragged.
pub(super) fn empty(ui: &mut Ui, cx: &Cx<'_>) -> bool {
    let (rect, response) = widgets::row(ui, 44.0, Sense::drag());
    let at = rect.left_center() + vec2(theme::INSET, 0.0);
    widgets::text(ui.painter(), at, Align2::LEFT_CENTER, "Inspector", TITLE, cx.theme.t1(), rect.width());
    widgets::rule(ui, cx.theme, 0.0);
    ui.add_space(14.0);
    widgets::paragraph(ui, "Click a node, a frame, a curve, or a drop.", VALUE, cx.theme.t2());
    ui.add_space(6.0);
    let words = "Here is then shown what it does in each layer, why its last change happened, and what can be changed.";
    widgets::paragraph(ui, words, VALUE, cx.theme.t3());
    widgets::pulled(&response)
}

/// Draws it. Returns whether it is dragged.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, state: &State, subject: &Subject) -> bool {
    let theme = cx.theme;
    let (rect, response) = widgets::row(ui, 58.0, Sense::drag());
    let y = rect.top() + 20.0;
    let place = |n: f32| Rect::from_center_size(pos2(rect.right() - 24.0 - n * 32.0, y), vec2(26.0, 24.0));
    let pinned = state.pinned.is_some();
    let pin = Button::icon(Icon::Pin, if pinned { "Unpin" } else { "Pin" }).put(ui, theme, place(1.0));
    if pinned {
        icon::draw(ui.painter(), Icon::Pin, place(1.0).center(), theme.acc());
    }
    let hint = if pinned { "Follows the selection again (P)" } else { "Stays with this, whatever is selected (P)" };
    if pin.on_hover_text(hint).clicked() {
        cx.push(UiCommand::TogglePin);
    }
    if Button::icon(Icon::Close, "Close").put(ui, theme, place(0.0)).on_hover_text("Selects nothing (Esc)").clicked() {
        if pinned {
            cx.push(UiCommand::TogglePin);
        }
        cx.push(UiCommand::Select(None));
    }
    glyph_of(ui, cx, subject, pos2(rect.left() + 20.0, y));
    let title = title(cx, subject);
    let left = rect.left() + 34.0;
    let room = place(1.0).left() - left - 6.0;
    widgets::text(ui.painter(), pos2(left, y), Align2::LEFT_CENTER, &title, TITLE, theme.t1(), room);
    subtitle(ui, cx, subject, pos2(rect.left() + theme::INSET, rect.top() + 42.0), rect.width() - 2.0 * theme::INSET);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &title));
    let dragged = widgets::pulled(&response);
    response.on_hover_text(format!("{title}\nDrag to dock this panel elsewhere."));
    dragged
}

fn glyph_of(ui: &Ui, cx: &Cx<'_>, subject: &Subject, at: Pos2) {
    let painter = ui.painter();
    match subject.thing {
        Thing::Flow(id) => glyph::flow(painter, at, 10.0, cx.theme, id),
        Thing::Node(id) => {
            let radio = cx.view.node(id).map_or(RadioView::None, |node| node.radio);
            ring(painter, cx.theme, at, radio, cx.theme.bg1());
        }
        Thing::Link(_) => {
            painter.hline(at.x - 6.0..=at.x + 6.0, at.y, egui::Stroke::new(2.0, cx.theme.edge()));
        }
        Thing::Frame(id) => {
            let flow = cx.view.flight().and_then(|flight| flight.frame(id)).and_then(|flown| flown.flow);
            let color: Color32 = flow.map_or_else(|| cx.theme.t2(), |flow| cx.theme.flow(flow));
            painter.rect_filled(Rect::from_center_size(at, vec2(12.0, 8.0)), 2.0, color);
        }
        Thing::Fact(_) => match (subject.flow, subject.chain.first()) {
            (Some(flow), _) => glyph::flow(painter, at, 10.0, cx.theme, flow),
            (None, Some(line)) => why::sign(painter, cx.theme, at, line.sign, None),
            (None, None) => {}
        },
    }
}

fn title(cx: &Cx<'_>, subject: &Subject) -> String {
    match subject.thing {
        Thing::Frame(id) => match cx.view.flight().and_then(|flight| flight.frame(id)) {
            Some(flown) => cx.view.describe(flown),
            None => cx.view.name(subject.thing),
        },
        Thing::Fact(_) => fact_title(cx, subject),
        thing => cx.view.name(thing),
    }
}

/// `ftp: timeout`, where a fact is about a flow; else what happened.
fn fact_title(cx: &Cx<'_>, subject: &Subject) -> String {
    let Some(first) = subject.chain.first() else { return "No longer kept".to_owned() };
    let flow = cx.view.fact(first.fact).and_then(|fact| crate::journal::parts::flow_of(&fact.what));
    let Some(flow) = flow else { return first.parts.head.clone() };
    // A window changes because of what comes next in the chain.
    let reason = subject.chain.iter().find(|line| line.sign != Sign::Window).map_or(first.sign, |line| line.sign);
    let word = match reason {
        Sign::Timeout => "timeout",
        Sign::ThirdDupAck => "third duplicate ACK",
        Sign::Command => "command",
        Sign::Sender => return format!("{}: {}", cx.view.name(Thing::Flow(flow)), second_head(subject).to_lowercase()),
        _ => "window",
    };
    format!("{}: {word}", cx.view.name(Thing::Flow(flow)))
}

fn second_head(subject: &Subject) -> &str {
    subject.chain.iter().find(|line| line.sign == Sign::Sender).map_or("", |line| line.parts.head.as_str())
}

fn subtitle(ui: &mut Ui, cx: &mut Cx<'_>, subject: &Subject, at: Pos2, width: f32) {
    let theme = cx.theme;
    let (words, time) = match subject.thing {
        Thing::Flow(id) => (flow_words(cx, id), None),
        Thing::Node(id) => (node_words(cx, id), None),
        Thing::Link(_) => ("one direction of a wired link".to_owned(), None),
        Thing::Frame(id) => {
            let flown = cx.view.flight().and_then(|flight| flight.frame(id));
            (
                flown.map_or_else(|| "no longer kept".to_owned(), |flown| format!("{} B at", flown.size)),
                flown.map(|flown| flown.start),
            )
        }
        Thing::Fact(id) => {
            let fact = cx.view.fact(id);
            let head = subject.chain.first().map_or_else(String::new, |line| line.parts.head.clone());
            let words = match fact.map(|fact| fact.what) {
                Some(What::Window { .. } | What::Timeout { .. } | What::ThirdDupAck { .. }) => format!("{head} at"),
                Some(_) => "at".to_owned(),
                None => String::new(),
            };
            (words, fact.map(|fact| fact.at))
        }
    };
    let reserved = time.map_or(0.0, |at| widgets::width_of(ui.painter(), &format::time_s(at), widgets::FIGURE) + 6.0);
    let rect = widgets::text(ui.painter(), at, Align2::LEFT_CENTER, &words, SMALL, theme.t3(), width - reserved);
    if let Some(time) = time {
        let words = format::time_s(time);
        let link = widgets::link(ui, theme, pos2(rect.right() + 5.0, at.y), Align2::LEFT_CENTER, &words, "subject");
        if link.on_hover_text("Goes to just after it").clicked() {
            cx.push(just_after(time));
        }
    }
}

fn flow_words(cx: &Cx<'_>, id: crate::ids::FlowId) -> String {
    let Some(flow) = cx.view.flow(id) else { return String::new() };
    let [from, to] = [flow.from, flow.to].map(|node| cx.view.name(Thing::Node(node)));
    let state = match (flow.started, flow.finished, flow.active) {
        (_, Some(at), _) => format!("complete at {:.3} s", at.secs_f64()),
        (None, ..) => "not started yet".to_owned(),
        (Some(at), None, true) => format!("since {:.3} s", at.secs_f64()),
        (Some(_), None, false) => "stopped".to_owned(),
    };
    format!("{}, {from} → {to}, {state}", flow.law)
}

fn node_words(cx: &Cx<'_>, id: crate::ids::NodeId) -> String {
    let Some(node) = cx.view.node(id) else { return String::new() };
    match node.position {
        Some((x, y)) => format!("{}, at {}, {} m", node.radio.name(), format::number(x, 0), format::number(y, 0)),
        None if node.on => "wires only".to_owned(),
        None => "wires only, off".to_owned(),
    }
}

/// The command that shows what happened at `at`.
pub(super) fn just_after(at: SimTime) -> Command {
    Command::Seek(at.saturating_add(SimDuration::from_nanos(1)))
}
