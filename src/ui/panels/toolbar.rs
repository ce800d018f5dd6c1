//! The toolbar: play, steps, speed, clock, branches, digest, lamp.

use crate::ui::cx::Cx;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {}

/// Draws it.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, _state: &mut State) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.bg1());
    ui.label("toolbar");
}
