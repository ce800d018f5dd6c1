//! Export, seed, digest and the lamp of the books, at the right end.

use egui::{Align2, Painter, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::session::Notice;
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::icon::{self, Icon};
use crate::ui::panels::toolbar::{Room, labelled_width, put_labelled};
use crate::ui::theme;
use crate::ui::widgets::{self, BODY, FIGURE, VALUE};

const RIGHT: f32 = 12.0;

/// Longest words about books that do not balance, in points; all of them are in the tooltip.
const BROKEN: f32 = 220.0;

fn digest(cx: &Cx<'_>, room: Room) -> String {
    let digest = cx.view.digest();
    let digits: Vec<char> = digest.chars().take(if room.words { 8 } else { 4 }).collect();
    digits.chunks(4).map(|four| four.iter().collect::<String>()).collect::<Vec<_>>().join(" ")
}

fn lamp_words(cx: &Cx<'_>, room: Room) -> String {
    match cx.view.imbalance() {
        Some(words) => words,
        None if room.words => "books balance".to_owned(),
        None => String::new(),
    }
}

fn lamp_width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let words = lamp_words(cx, room);
    if words.is_empty() { 14.0 } else { 14.0 + 6.0 + widgets::width_of(painter, &words, BODY).min(BROKEN) }
}

fn seed_width(painter: &Painter, cx: &Cx<'_>) -> f32 {
    let seed = cx.view.scenario().blueprint.seed.to_string();
    widgets::width_of(painter, "seed ", VALUE) + widgets::width_of(painter, &seed, FIGURE)
}

fn digest_width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let word = if room.words { widgets::width_of(painter, "digest ", VALUE) } else { 0.0 };
    word + widgets::width_of(painter, &digest(cx, room), FIGURE)
}

/// The width of everything here.
pub(super) fn width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let export = if room.export { labelled_width(painter, Icon::Export, "Export", room) + 8.0 } else { 0.0 };
    let gap = if room.words { 14.0 } else { 9.0 };
    export
        + seed_width(painter, cx)
        + digest_width(painter, cx, room)
        + lamp_width(painter, cx, room)
        + 2.0 * gap
        + RIGHT
}

/// Draws it. Gives where it begins.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, bar: Rect, room: Room) -> f32 {
    let gap = if room.words { 14.0 } else { 9.0 };
    let mut x = bar.right() - width(ui.painter(), cx, room);
    let left = x;
    if room.export {
        let response = put_labelled(ui, cx, (bar, x), Icon::Export, "Export", room);
        let response_width = response.rect.width();
        if response.on_hover_text("Screenshot, figure, CSV, command log (Ctrl E)").clicked() {
            cx.push(UiCommand::ToggleExport);
        }
        x += response_width + 8.0;
    }
    let place = |x: f32, width: f32| Rect::from_min_size(pos2(x, bar.center().y - 11.0), vec2(width, 22.0));
    let width = seed_width(ui.painter(), cx);
    seed(ui, cx, place(x, width));
    x += width + gap;
    let width = digest_width(ui.painter(), cx, room);
    show_digest(ui, cx, place(x, width), room);
    x += width + gap;
    lamp(ui, cx, place(x, lamp_width(ui.painter(), cx, room)), room);
    left
}

fn pair(painter: &Painter, cx: &Cx<'_>, rect: Rect, word: &str, figure: &str, lit: bool) {
    let theme = cx.theme;
    let word_rect = widgets::text(painter, rect.left_center(), Align2::LEFT_CENTER, word, VALUE, theme.t3(), 200.0);
    let x = if word.is_empty() { rect.left() } else { word_rect.right() };
    let color = if lit { theme.t1() } else { theme.t2() };
    widgets::text(painter, pos2(x, rect.center().y), Align2::LEFT_CENTER, figure, FIGURE, color, 200.0);
}

fn seed(ui: &mut Ui, cx: &Cx<'_>, rect: Rect) {
    let seed = cx.view.scenario().blueprint.seed;
    let response = ui.interact(rect, ui.id().with("seed"), Sense::hover());
    pair(ui.painter(), cx, rect, "seed ", &seed.to_string(), false);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("seed {seed}")));
    response.on_hover_text(format!("Seed {seed}, from the scenario: all random numbers of the run follow from it"));
}

fn show_digest(ui: &mut Ui, cx: &mut Cx<'_>, rect: Rect, room: Room) {
    let full = cx.view.digest();
    let response = ui.interact(rect, ui.id().with("digest"), Sense::click());
    let word = if room.words { "digest " } else { "" };
    pair(ui.painter(), cx, rect, word, &digest(cx, room), response.hovered());
    widgets::focus_ring(ui, cx.theme, &response, rect);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("digest {full}")));
    if response.clicked() {
        ui.ctx().copy_text(full.clone());
        cx.push(UiCommand::Tell(Notice::Info(format!("Copied the digest: {full}"))));
    }
    let at = crate::ui::format::time_s(cx.view.now());
    response.on_hover_text(format!(
        "{full}\nDigest of everything that has happened up to {at}: two runs with the same digest are the same run.\nClick to copy."
    ));
}

fn lamp(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, room: Room) {
    let theme = cx.theme;
    let broken = cx.view.imbalance();
    let response = ui.interact(rect, ui.id().with("lamp"), Sense::hover());
    let color = if broken.is_some() { theme.bad() } else { theme.ok() };
    icon::lamp(ui.painter(), pos2(rect.left() + 7.0, rect.center().y), 7.0, broken.is_none(), color, theme.bg1());
    let words = lamp_words(cx, room);
    let at = pos2(rect.left() + 20.0, rect.center().y);
    widgets::text(
        ui.painter(),
        at,
        Align2::LEFT_CENTER,
        &words,
        (theme::BODY, 400.0, false),
        color,
        rect.width() - 18.0,
    );
    let full = broken.unwrap_or_else(|| "The books balance: packets, time and joules add up at every step".to_owned());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &full));
    response.on_hover_text(full);
}
