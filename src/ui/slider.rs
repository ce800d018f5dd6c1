//! A slider without a number: rail, filled part, handle. The number stands where the layout wants it.

use egui::{EventFilter, Key, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

use crate::ui::theme::Theme;
use crate::ui::widgets::focus_ring;

/// Radius of the handle in points.
const HANDLE: f32 = 6.0;

/// What a slider does in this picture.
pub struct Slid {
    /// The widget's response.
    pub response: Response,
    /// Its new place, 0 to 1, if the pointer or a key has moved it.
    pub place: Option<f64>,
    /// Whether the move is over: the pointer let go, or a key was pressed.
    pub done: bool,
}

/// Draws a slider with its handle at `place`, 0 to 1. While it has the keyboard, up and down move it by `step`.
pub fn slider(ui: &mut Ui, theme: Theme, rect: Rect, place: f64, step: f64, name: &str) -> Slid {
    let response = ui.interact(rect, ui.id().with(("slider", name)), Sense::click_and_drag());
    let (left, right) = (rect.left() + HANDLE, rect.right() - HANDLE);
    let pointed =
        response.interact_pointer_pos().filter(|_| response.dragged() || response.clicked() || response.drag_stopped());
    let mut moved = pointed.map(|at| f64::from(((at.x - left) / (right - left).max(1.0)).clamp(0.0, 1.0)));
    let mut done = response.clicked() || response.drag_stopped();
    if response.has_focus() {
        let filter = EventFilter { vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(response.id, filter));
        let keys = |key| ui.input(|input| input.num_presses(key)) as f64;
        let steps = keys(Key::ArrowUp) - keys(Key::ArrowDown);
        if steps.abs() > 0.5 {
            moved = Some((place + steps * step).clamp(0.0, 1.0));
            done = true;
        }
    }
    let shown = moved.unwrap_or(place).clamp(0.0, 1.0) as f32;
    paint(ui, theme, &response, (left, right), rect.center().y, shown);
    response.widget_info(|| WidgetInfo::slider(true, moved.unwrap_or(place), name));
    Slid { response, place: moved, done }
}

fn paint(ui: &Ui, theme: Theme, response: &Response, (left, right): (f32, f32), y: f32, place: f32) {
    let x = egui::lerp(left..=right, place);
    let rail = |from: f32, until: f32| Rect::from_min_max(pos2(from, y - 2.0), pos2(until, y + 2.0));
    let painter = ui.painter();
    painter.rect_filled(rail(left - HANDLE, right + HANDLE), 2.0, theme.bg3());
    painter.rect_filled(rail(left - HANDLE, x), 2.0, theme.edge());
    let over = response.hovered() || response.dragged();
    painter.circle_filled(pos2(x, y), HANDLE, if over { theme.t1() } else { theme.t2() });
    focus_ring(ui, theme, response, Rect::from_center_size(pos2(x, y), vec2(2.0, 2.0) * (HANDLE + 2.0)));
}
