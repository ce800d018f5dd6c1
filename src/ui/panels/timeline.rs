//! The whole run: density of losses, keyframes, commands, branches; drag to go anywhere, also back.

use crate::ui::cx::Cx;
use crate::ui::panels::lanes;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {}

/// Draws it.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, _state: &mut State, _lanes: &lanes::State) {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.bg1());
    ui.label("timeline");
}
