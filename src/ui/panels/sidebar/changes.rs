//! The command log: what was changed when, undo and redo, saved as a script.

use egui::{Align2, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::session::Command;
use crate::session::view::{Thing, View};
use crate::sim::command::SimCommand;
use crate::sim::intake::{Logged, Origin};
use crate::ui::UiCommand;
use crate::ui::command::{ExportKind, ExportRequest};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::icon::Icon;
use crate::ui::panels::export;
use crate::ui::theme;
use crate::ui::widgets::{self, Button, SMALL, VALUE};
use crate::units::{Dbm, SimDuration};

/// Most rows, the latest: all of them are in the script.
const MOST: usize = 30;

/// Draws it.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>) {
    let head = widgets::section(ui, cx.theme, "Changes", "");
    let (undo, redo) = cx.session.can_undo_redo();
    let place = |n: f32| {
        Rect::from_center_size(pos2(head.right() - theme::INSET - 11.0 - n * 26.0, head.center().y), vec2(24.0, 22.0))
    };
    let button = Button::icon(Icon::Undo, "Undo").enabled(undo).put(ui, cx.theme, place(1.0));
    if button.on_hover_text("Takes back the last change (Ctrl Z)").clicked() {
        cx.push(Command::Undo);
    }
    let button = Button::icon(Icon::Redo, "Redo").enabled(redo).put(ui, cx.theme, place(0.0));
    if button.on_hover_text("Makes the change that was taken back once more (Ctrl Shift Z)").clicked() {
        cx.push(Command::Redo);
    }
    ui.add_space(2.0);
    let entries = cx.view.commands();
    if entries.is_empty() {
        widgets::paragraph(ui, "None yet. Select a flow, node or link and change it.", SMALL, cx.theme.t3());
        return;
    }
    let first = entries.len().saturating_sub(MOST);
    if first > 0 {
        widgets::paragraph(ui, &format!("{first} earlier ones are in the script."), SMALL, cx.theme.t3());
    }
    for (place, entry) in entries.iter().enumerate().skip(first) {
        row(ui, cx, place, entry);
    }
    ui.add_space(6.0);
    let (rect, _) = widgets::row(ui, 26.0, Sense::hover());
    let save = Button::new("Save as script");
    let rect = Rect::from_min_size(rect.min + vec2(theme::INSET, 0.0), vec2(save.width(ui.painter()), 26.0));
    let hint = "Writes the command log into the present directory: a list that a scenario takes as its `script:`";
    if save.put(ui, cx.theme, rect).on_hover_text(hint).clicked() {
        let path = export::free_path(std::path::Path::new(""), &export::proposed(cx, ExportKind::Script, "ron"));
        cx.push(UiCommand::Export(ExportRequest { what: ExportKind::Script, path, replace: false }));
    }
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, place: usize, entry: &Logged) {
    let (rect, response) = widgets::row(ui, 21.0, Sense::hover());
    let theme = cx.theme;
    let y = rect.center().y;
    let time = format!("{:.3}{}s", entry.at.secs_f64(), format::NARROW);
    let right = pos2(rect.right() - theme::INSET, y);
    let link = widgets::link(ui, theme, right, Align2::RIGHT_CENTER, &time, ("change", place));
    let words = words(&cx.view, &entry.command);
    let ahead = entry.at >= cx.view.now();
    let color = if ahead { theme.t3() } else { theme.t1() };
    let left = pos2(rect.left() + theme::INSET, y);
    let room = link.rect.left() - left.x - 8.0;
    widgets::text(ui.painter(), left, Align2::LEFT_CENTER, &words, VALUE, color, room);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    let whose = match entry.origin {
        Origin::Script => "from the scenario's script",
        Origin::Viewer => "given here",
    };
    let when = if ahead { ", still ahead of the cursor" } else { "" };
    response.on_hover_text(format!("{}\n{whose}{when}", cx.session.words(&entry.command)));
    if link.on_hover_text("Goes to just after it").clicked() {
        cx.push(Command::Seek(entry.at.saturating_add(SimDuration::from_nanos(1))));
    }
}

/// A change in a few words.
pub(crate) fn words(view: &View<'_>, command: &SimCommand) -> String {
    let node = |id| view.name(Thing::Node(id));
    let flow = |id| view.name(Thing::Flow(id));
    match command {
        SimCommand::SetController { flow: id, recovery, .. } => format!("{}: {}", flow(*id), recovery.name()),
        SimCommand::SetTransport { flow: id, max_window } => format!("{}: window {max_window}", flow(*id)),
        SimCommand::SetLink { link, bandwidth, delay, loss } => {
            let mut parts = Vec::new();
            if let Some(rate) = bandwidth {
                parts.push(super::links::rate_words(rate.0));
            }
            if let Some(delay) = delay {
                parts.push(format!("{} ms", format::digits3(delay.secs_f64() * 1e3)));
            }
            if let Some(loss) = loss {
                parts.push(format!("{} % loss", format::digits3(loss * 100.0)));
            }
            format!("{}: {}", view.name(Thing::Link(*link)), parts.join(", "))
        }
        SimCommand::SetRadio { node: id, transmit_power } => {
            format!("{}: {} dBm", node(*id), format::number(Dbm::from(*transmit_power).0, 1))
        }
        SimCommand::MoveNode { node: id, x, y } => {
            format!("{} to {}, {} m", node(*id), format::number(x.0, 0), format::number(y.0, 0))
        }
        SimCommand::NodeOff { node: id } => format!("{} off", node(*id)),
        SimCommand::NodeOn { node: id } => format!("{} on", node(*id)),
        SimCommand::FlowStop { flow: id } => format!("{} stopped", flow(*id)),
        SimCommand::FlowStart { flow: id } => format!("{} started", flow(*id)),
        SimCommand::Flip { frame } => format!("other fate for {}", view.name(Thing::Frame(*frame))),
    }
}
