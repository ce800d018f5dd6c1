//! The row above the lanes: which are shown, which span, and the handle by which the panel is docked elsewhere.

use egui::{Align2, Rect, Response, Sense, Ui, pos2, vec2};

use crate::ui::cx::Cx;
use crate::ui::panels::lanes::{Lane, State};
use crate::ui::plot::{TimeScale, ticks};
use crate::ui::theme::{self, SECTION, SMALL, STRONG};
use crate::ui::{UiCommand, format};

/// Draws it. Returns whether it is dragged.
pub fn ui(ui: &mut Ui, rect: Rect, cx: &mut Cx<'_>, state: &mut State, time: &TimeScale) -> bool {
    let theme = cx.theme;
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, theme.bg1());
    painter.hline(rect.x_range(), rect.bottom() - 0.5, (1.0, theme.line()));
    let handle = ui.interact(rect, ui.id().with("lanes header"), Sense::drag());
    let handle = handle.on_hover_cursor(egui::CursorIcon::Grab);
    handle.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "Lanes: drag to dock elsewhere"));
    let style = (SECTION, STRONG, false);
    let title = theme::draw_text(
        &painter,
        pos2(rect.left() + 12.0, rect.center().y),
        Align2::LEFT_CENTER,
        "Lanes",
        style,
        theme.t1(),
    );
    let mut x = title.right() + 14.0;
    for lane in Lane::ALL {
        x = word(ui, pos2(x, rect.center().y), lane, cx, state) + 12.0;
    }
    span(ui, rect, x, cx, time);
    // A press, however long, must not undock the panel: only a movement does.
    handle.dragged() && handle.total_drag_delta().is_some_and(|moved| moved.length() > 8.0)
}

/// A lane's name: bold while it is shown. Returns its right end.
fn word(ui: &Ui, at: egui::Pos2, lane: Lane, cx: &Cx<'_>, state: &mut State) -> f32 {
    let painter = ui.painter();
    let on = state.is_shown(lane);
    // Measured bold, so that nothing moves when it is switched.
    let width = theme::galley(painter, lane.title(), VALUE_SIZE, STRONG, false, cx.theme.t1()).size().x;
    let area = Rect::from_min_size(at - vec2(4.0, 10.0), vec2(width + 8.0, 20.0));
    let response = ui.interact(area, ui.id().with(("lane", lane.title())), Sense::click());
    let seen = on && !state.is_crowded(lane);
    let color = if seen || response.hovered() { cx.theme.t1() } else { cx.theme.t3() };
    let weight = if on { STRONG } else { 400.0 };
    theme::draw_text(painter, at, Align2::LEFT_CENTER, lane.title(), (VALUE_SIZE, weight, false), color);
    if response.has_focus() {
        painter.rect_stroke(area, 4.0, (2.0, cx.theme.acc()), egui::StrokeKind::Inside);
    }
    let words = match (on, state.is_crowded(lane)) {
        (true, true) => "There is no room for it: make the panel higher, or hide another. Click to hide.",
        (true, false) => "Click to hide.",
        (false, _) => "Click to show.",
    };
    let available = state.has_data(lane);
    let hint = if available { words } else { lane.missing() };
    let response = response.on_hover_text(format!("{} {hint}", lane.source()));
    response.widget_info(|| {
        let name = format!("show {} lane", lane.title());
        egui::WidgetInfo::selected(egui::WidgetType::Checkbox, available, on, name)
    });
    if response.clicked() {
        state.toggle(lane);
    }
    at.x + width
}

/// Size of the lanes' names.
const VALUE_SIZE: f32 = theme::VALUE;

/// The span in words, and how to come back to all of it.
fn span(ui: &Ui, rect: Rect, left: f32, cx: &mut Cx<'_>, time: &TimeScale) {
    let painter = ui.painter();
    let theme = cx.theme;
    let at = pos2(rect.right() - 10.0, rect.center().y);
    let words = span_words(time);
    let double = theme::galley(painter, "double-click", SMALL, 400.0, true, theme.t3());
    let reset = theme::galley(painter, "reset", SMALL, 400.0, false, theme.t3());
    let span = theme::galley(painter, &words, SMALL, 400.0, false, theme.t3());
    let width = double.size().x + reset.size().x + 4.0;
    let full = width + 14.0 + span.size().x;
    let room = at.x - left;
    if room < span.size().x + 8.0 {
        return;
    }
    let mut x = at.x;
    if full <= room {
        let area = Rect::from_min_max(pos2(x - width - 4.0, rect.top() + 4.0), pos2(x + 4.0, rect.bottom() - 4.0));
        let response = reset_response(ui, area);
        let color = if response.hovered() { theme.t1() } else { theme.t3() };
        theme::draw_text(painter, at, Align2::RIGHT_CENTER, "double-click", (SMALL, 400.0, true), color);
        let place = pos2(x - double.size().x - 4.0, at.y);
        theme::draw_text(painter, place, Align2::RIGHT_CENTER, "reset", (SMALL, 400.0, false), color);
        if response.clicked() {
            cx.push(UiCommand::ResetLanes);
        }
        x -= width + 14.0;
    }
    theme::draw_text(painter, pos2(x, at.y), Align2::RIGHT_CENTER, &words, (SMALL, 400.0, false), theme.t3());
}

fn reset_response(ui: &Ui, area: Rect) -> Response {
    let response = ui.interact(area, ui.id().with("lanes reset"), Sense::click());
    let response = response.on_hover_text(
        "Shows everything simulated so far, in seconds. In a lane: drag a box or turn the wheel to zoom (Ctrl: time only, Alt: \
         values only), Shift and drag to move, double-click for everything.",
    );
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, "reset lanes"));
    response
}

/// `0 to 20 s`, with the decimals that the span needs.
fn span_words(time: &TimeScale) -> String {
    let decimals = ticks::decimals(ticks::round_up(time.span().secs_f64() / 100.0)).min(9);
    let text = |at: crate::units::SimTime| {
        let text = format::number(at.secs_f64(), decimals);
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
    };
    format!("{} to {} s", text(time.from), text(time.until))
}
