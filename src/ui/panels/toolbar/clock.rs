//! The clock: the cursor's instant; click it to type another one.

use egui::{Painter, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::session::Command;
use crate::ui::cx::Cx;
use crate::ui::format::{self, NARROW};
use crate::ui::panels::toolbar::State;
use crate::ui::theme;
use crate::ui::widgets::{self, Font};
use crate::units::SimTime;

fn font(cx: &Cx<'_>) -> Font {
    (cx.frame.between(17.0, 22.0), 400.0, true)
}

const BESIDE: Font = (theme::BODY, 400.0, true);

fn parts(painter: &Painter, cx: &Cx<'_>) -> (String, f32) {
    let time = format::time(cx.view.now());
    // As wide as two digits of seconds at least, so that it does not jump at ten.
    let widest = if time.len() < 12 { format!("00.000{NARROW}000") } else { time.clone() };
    (time, widgets::width_of(painter, &widest, font(cx)))
}

/// Its width.
pub(super) fn width(painter: &Painter, cx: &Cx<'_>) -> f32 {
    let beside = widgets::width_of(painter, "t = ", BESIDE) + widgets::width_of(painter, " s", BESIDE);
    parts(painter, cx).1 + beside + 8.0
}

/// An instant as a person types it: seconds, or a number with its unit.
pub(super) fn parse(words: &str) -> Option<SimTime> {
    let words: String = words.chars().filter(|c| *c != NARROW).collect();
    let words = words.trim().trim_start_matches("t =").trim().replace(' ', "");
    let with_unit =
        if words.ends_with(|c: char| c.is_ascii_digit() || c == '.') { format!("{words} s") } else { words };
    with_unit.parse().ok()
}

/// Draws it into `rect`.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, rect: Rect) {
    if state.typing.is_some() {
        return edit(ui, cx, state, rect);
    }
    let theme = cx.theme;
    let response = ui.interact(rect, ui.id().with("clock"), Sense::click());
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect.shrink2(vec2(0.0, 7.0)), 4.0, theme.bg2());
    }
    let (time, room) = parts(painter, cx);
    // The small letters stand on the line of the large ones.
    let base = rect.center().y + font(cx).0 * 0.36;
    let draw = |x: f32, words: &str, font: Font, color| {
        let galley = theme::galley(painter, words, font.0, font.1, font.2, color);
        let ascent = galley.rows.first().and_then(|row| row.glyphs.first()).map_or(0.0, |glyph| glyph.pos.y);
        painter.galley(pos2(x, base - ascent), galley.clone(), color);
        galley.size().x
    };
    let mut x = rect.left() + 4.0;
    x += draw(x, "t = ", BESIDE, theme.t3());
    let used = widgets::width_of(painter, &time, font(cx));
    draw(x + (room - used).max(0.0), &time, font(cx), theme.t1());
    draw(x + room, " s", BESIDE, theme.t3());
    widgets::focus_ring(ui, theme, &response, rect.shrink2(vec2(0.0, 7.0)));
    let name = format!("Time {time} s");
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, &name));
    if response.clicked() {
        state.typing = Some(time.replace(NARROW, ""));
    }
    let end = format::time_s(cx.view.frontier());
    response.on_hover_text(format!(
        "Simulated time of the cursor; known up to {end}.\nClick to type an instant: 12.5, 800 ms"
    ));
}

fn edit(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, rect: Rect) {
    let Some(words) = &mut state.typing else { return };
    let id = ui.id().with("clock field");
    let (size, ..) = font(cx);
    let fresh = ui.memory(|memory| !memory.has_focus(id) && !memory.had_focus_last_frame(id));
    let edit = egui::TextEdit::singleline(words)
        .id(id)
        .font(egui::FontId::new(size, egui::FontFamily::Monospace))
        .horizontal_align(egui::Align::Center)
        .vertical_align(egui::Align::Center)
        .margin(egui::Margin::symmetric(6, 2))
        .desired_width(rect.width() - 12.0);
    let field = Rect::from_center_size(rect.center(), vec2(rect.width(), size + 10.0));
    let response =
        ui.place(field, edit).on_hover_text("Seconds, or a number with its unit; Enter goes there, Esc does not");
    if fresh {
        response.request_focus();
        select_all(ui, id, words);
        return;
    }
    if response.lost_focus() {
        let entered = ui.input(|input| input.key_pressed(egui::Key::Enter));
        let at = parse(words);
        if entered {
            match at {
                Some(at) => cx.push(Command::Seek(at)),
                None => cx.push(crate::ui::UiCommand::Tell(crate::session::Notice::Problem(format!(
                    "`{words}` is no instant. Type seconds, like 12.5, or a number with its unit, like 800 ms."
                )))),
            }
        }
        state.typing = None;
    }
}

fn select_all(ui: &Ui, id: egui::Id, words: &str) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), id).unwrap_or_default();
    let all =
        egui::text::CCursorRange::two(egui::text::CCursor::new(0), egui::text::CCursor::new(words.chars().count()));
    state.cursor.set_char_range(Some(all));
    state.store(ui.ctx(), id);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instants_as_people_type_them() {
        let at = |words: &str| parse(words).map(SimTime::nanos);
        assert_eq!(at("12.5"), Some(12_500_000_000));
        assert_eq!(at("12.345\u{202f}678 s"), Some(12_345_678_000));
        assert_eq!(at(" 800 ms"), Some(800_000_000));
        assert_eq!([at("soon"), at(""), at("-1")], [None, None, None]);
    }
}
