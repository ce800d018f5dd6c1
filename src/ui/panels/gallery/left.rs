//! The gallery's left column: what this is, how to open something, what was opened lately, the first keys.

use std::path::Path;

use egui::{Align2, Painter, Pos2, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::ui::command::{Outbox, UiCommand};
use crate::ui::glyph;
use crate::ui::icon::Icon;
use crate::ui::panels::gallery::State;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, BODY, Button, FIGURE, Look, SECTION, SMALL, VALUE};

const NAME: (f32, f32, bool) = (27.0, theme::STRONG, false);

/// Draws it.
pub(super) fn ui(ui: &mut Ui, theme: Theme, out: &mut Outbox, state: &mut State) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.add_space(32.0);
    let (row, response) = widgets::row(ui, 48.0, Sense::hover());
    logo(ui.painter(), theme, pos2(row.left() + 17.0, row.center().y));
    let at = pos2(row.left() + 48.0, row.center().y);
    widgets::text(ui.painter(), at, Align2::LEFT_CENTER, "Hopscope", NAME, theme.t1(), row.width());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, "Hopscope"));
    ui.add_space(8.0);
    words(ui, theme, "An oscilloscope for TCP over multi-hop wireless. Pick a question, press Play, change anything.");
    ui.add_space(20.0);
    if state.has_run {
        let (row, _) = widgets::row(ui, 34.0, Sense::hover());
        let back = Button::new("Back to the run").with(Icon::Play).keys("Ctrl G").put(ui, theme, row);
        if back.on_hover_text("The run that was open; it has waited").clicked() {
            out.push(UiCommand::ShowRun);
        }
        ui.add_space(8.0);
    }
    let (row, _) = widgets::row(ui, 34.0, Sense::hover());
    let first = Button::new("Open the first question").with(Icon::Play).look(Look::Primary).put(ui, theme, row);
    if let Some(card) = state.cards.first()
        && first.on_hover_text(&card.question).clicked()
    {
        out.push(UiCommand::OpenGallery(card.file));
    }
    ui.add_space(8.0);
    let (row, _) = widgets::row(ui, 32.0, Sense::hover());
    let open = Button::new("Open file").keys("Ctrl O").spread().put(ui, theme, row);
    if open.on_hover_text("A scenario file of your own (.ron)").clicked() {
        out.push(UiCommand::AskOpen);
    }
    ui.add_space(16.0);
    drop_zone(ui, theme);
    recent(ui, theme, out, state);
    keys(ui, theme);
}

fn words(ui: &mut Ui, theme: Theme, words: &str) {
    let galley = widgets::wrapped(ui.painter(), words, BODY, theme.t2(), ui.available_width());
    let (row, response) = widgets::row(ui, galley.size().y, Sense::hover());
    ui.painter().galley(row.min, galley, theme.t2());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
}

/// A pulse on the screen of an oscilloscope, and its cursor.
fn logo(painter: &Painter, theme: Theme, center: Pos2) {
    let at = |(x, y): (f32, f32)| center + vec2(x, y);
    let pulse = [
        (-17.0, 5.0),
        (-11.0, 5.0),
        (-11.0, -10.0),
        (-1.0, -10.0),
        (-1.0, 10.0),
        (9.0, 10.0),
        (9.0, -2.0),
        (17.0, -2.0),
    ];
    painter.line(pulse.map(at).to_vec(), Stroke::new(2.5, theme.flow(crate::ids::FlowId(0))));
    painter.vline(center.x + 4.0, center.y - 16.0..=center.y + 16.0, Stroke::new(2.0, theme.acc()));
}

fn drop_zone(ui: &mut Ui, theme: Theme) {
    let (row, response) = widgets::row(ui, 84.0, Sense::hover());
    let over = ui.input(|input| !input.raw.hovered_files.is_empty());
    let (color, width) = if over { (theme.acc(), 2.0) } else { (theme.edge(), 1.0) };
    let rect = row.shrink(0.5);
    let corners = [rect.left_top(), rect.right_top(), rect.right_bottom(), rect.left_bottom(), rect.left_top()];
    glyph::dashed(ui.painter(), &corners, Stroke::new(width, color), 3.0, 3.0);
    for (line, words) in ["Drop a scenario here, or anywhere:", "it opens at its start"].into_iter().enumerate() {
        let at = row.center() + vec2(0.0, -9.0 + 18.0 * line as f32);
        widgets::text(ui.painter(), at, Align2::CENTER_CENTER, words, SMALL, theme.t3(), row.width() - 12.0);
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, "Drop a scenario here"));
}

fn heading(ui: &mut Ui, theme: Theme, words: &str) {
    ui.add_space(26.0);
    let (row, response) = widgets::row(ui, 26.0, Sense::hover());
    widgets::text(ui.painter(), row.left_center(), Align2::LEFT_CENTER, words, SECTION, theme.t1(), row.width());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    ui.add_space(4.0);
}

fn recent(ui: &mut Ui, theme: Theme, out: &mut Outbox, state: &State) {
    if state.recent.is_empty() {
        return;
    }
    heading(ui, theme, "Recent");
    for path in state.recent.iter().take(5) {
        let (row, response) = widgets::row(ui, 27.0, Sense::click());
        let name =
            path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
        let folder = path
            .parent()
            .and_then(Path::file_name)
            .map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let color = if response.hovered() { theme.acc() } else { theme.t1() };
        let painter = ui.painter();
        let title =
            widgets::text(painter, row.left_center(), Align2::LEFT_CENTER, &name, FIGURE, color, row.width() * 0.7);
        let rest = row.right() - title.right() - 12.0;
        widgets::text(painter, row.right_center(), Align2::RIGHT_CENTER, &folder, SMALL, theme.t3(), rest);
        widgets::focus_ring(ui, theme, &response, row);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, &name));
        if response.clicked() {
            out.push(UiCommand::Open(path.clone()));
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(path.display().to_string());
    }
}

fn keys(ui: &mut Ui, theme: Theme) {
    const KEYS: [(&str, &str); 6] = [
        ("Space", "play or pause"),
        (".", "one event forward"),
        (",", "one event back"),
        ("Alt .", "to the next loss"),
        ("B", "branch at the cursor"),
        ("F1", "all keys"),
    ];
    heading(ui, theme, "Keys to begin with");
    for (key, words) in KEYS {
        let (row, response) = widgets::row(ui, 26.0, Sense::hover());
        widgets::text(ui.painter(), row.left_center(), Align2::LEFT_CENTER, key, FIGURE, theme.t1(), 70.0);
        let at = Rect::from_min_max(pos2(row.left() + 74.0, row.top()), row.max).left_center();
        widgets::text(ui.painter(), at, Align2::LEFT_CENTER, words, VALUE, theme.t2(), row.width() - 74.0);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{key}: {words}")));
    }
}
