//! The scenario, its flows and nodes, and how branches compare.

use crate::ui::cx::Cx;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {}

/// Draws it. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, _state: &mut State) -> bool {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.bg1());
    ui.label("sidebar");
    false
}
