//! Play and steps.

use egui::{CornerRadius, Painter, Popup, Rect, Response, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::session::Command;
use crate::session::command::{Direction, Stride};
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::glyph;
use crate::ui::icon::{self, Icon};
use crate::ui::panels::toolbar::{Room, labelled_width, put_labelled};
use crate::ui::theme;
use crate::ui::widgets::{self, Button, Look};

/// From the left edge to the first button.
const LEFT: f32 = 8.0;

/// Width of one step button.
const STEP: f32 = 28.0;

/// How many there are.
const STEPS: f32 = 4.0;

fn play_width(painter: &Painter, cx: &Cx<'_>) -> f32 {
    // As wide as the longer word, so that nothing moves when it changes.
    let word = widgets::width_of(painter, "Pause", (theme::BODY, theme::STRONG, false));
    word + 21.0 + cx.frame.between(14.0, 24.0)
}

/// The width of everything here.
pub(super) fn width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let gallery = labelled_width(painter, Icon::Gallery, "Gallery", room);
    LEFT + gallery + 6.0 + play_width(painter, cx) + 7.0 + STEPS * STEP + STEPS - 1.0
}

/// Draws it. Gives where it ends.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, bar: Rect, room: Room) -> f32 {
    let mut x = bar.left() + LEFT;
    let gallery = put_labelled(ui, cx, (bar, x), Icon::Gallery, "Gallery", room);
    x = gallery.rect.right() + 6.0;
    if gallery.on_hover_text("All scenarios; the run stays (Ctrl G)").clicked() {
        cx.push(UiCommand::ShowGallery);
    }
    let width = play_width(ui.painter(), cx);
    let rect = Rect::from_min_size(pos2(x, bar.center().y - 13.0), vec2(width, 26.0));
    let (word, icon, hint) = if cx.session.is_playing() {
        ("Pause", Icon::Pause, "Stops here (Space)")
    } else {
        ("Play", Icon::Play, "Goes on from the cursor at the wished speed (Space)")
    };
    let play = Button::new(word).with(icon).look(Look::Primary).put(ui, cx.theme, rect);
    if play.on_hover_text(hint).clicked() {
        cx.push(Command::TogglePlay);
    }
    x += width + 7.0;
    steps(ui, cx, bar, x);
    x + STEPS * STEP + STEPS - 1.0
}

fn steps(ui: &mut Ui, cx: &mut Cx<'_>, bar: Rect, left: f32) {
    let place = |n: f32| Rect::from_min_size(pos2(left + n * (STEP + 1.0), bar.center().y - 13.0), vec2(STEP, 26.0));
    let radius = |west: u8, east: u8| CornerRadius { nw: west, sw: west, ne: east, se: east };
    let start = segment(ui, cx, place(0.0), radius(4, 0), Icon::Start, "To the start");
    if start.on_hover_text("To the start of the run (Home)").clicked() {
        cx.push(Command::SeekStart);
    }
    for (n, icon, direction, name) in
        [(1.0, Icon::Back, Direction::Back, "Step back"), (2.0, Icon::Forward, Direction::Forward, "Step forward")]
    {
        let response = segment(ui, cx, place(n), radius(0, 0), icon, name);
        if response.clicked() {
            let modifiers = ui.input(|input| input.modifiers);
            let stride = match (modifiers.shift, modifiers.alt) {
                (true, _) => Stride::Frame,
                (_, true) => Stride::Loss,
                _ => Stride::Event,
            };
            cx.push(Command::Step(stride, direction));
        }
        menu(cx, &response, direction);
        let key = if direction == Direction::Back { "," } else { "." };
        response.on_hover_text(format!(
            "{name}: one event ({key})\nwith Shift to the frame (Shift {key}), with Alt to the loss (Alt {key})\nright click: all three"
        ));
    }
    let loss = segment(ui, cx, place(3.0), radius(0, 4), Icon::Onward, "Next loss or timeout");
    let at = place(3.0).center() + vec2(4.0, 0.0);
    ui.painter().extend(glyph::cross(at, 3.0, Stroke::new(2.0, cx.theme.bad())));
    if loss.on_hover_text("Goes to the next loss or timeout (Alt .)").clicked() {
        cx.push(Command::Step(Stride::Loss, Direction::Forward));
    }
}

/// One of the buttons that stand together.
fn segment(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, radius: CornerRadius, icon: Icon, name: &str) -> Response {
    let response = ui.interact(rect, ui.id().with(("step", name)), Sense::click());
    let theme = cx.theme;
    let fill = match (response.is_pointer_button_down_on(), response.hovered()) {
        (true, _) => theme.bg4(),
        (_, true) => theme.bg3(),
        _ => theme.bg2(),
    };
    ui.painter().rect_filled(rect, radius, fill);
    icon::draw(ui.painter(), icon, rect.center(), if response.hovered() { theme.t1() } else { theme.t2() });
    widgets::focus_ring(ui, theme, &response, rect);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    response
}

fn menu(cx: &mut Cx<'_>, response: &Response, direction: Direction) {
    let (key, to) = if direction == Direction::Back { (",", "previous") } else { (".", "next") };
    Popup::context_menu(response).show(|ui| {
        for (stride, what, modifier) in [
            (Stride::Event, "event", ""),
            (Stride::Frame, "frame on air", "Shift "),
            (Stride::Loss, "loss or timeout", "Alt "),
        ] {
            let keys = theme::mono(format!("{modifier}{key}"), theme::AXIS, cx.theme.t3());
            if ui.add(egui::Button::new(format!("{to} {what}")).shortcut_text(keys)).clicked() {
                cx.push(Command::Step(stride, direction));
            }
        }
    });
}
