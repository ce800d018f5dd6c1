//! What is selected, layer by layer; why its last change happened; what can be changed.

use crate::session::view::Thing;
use crate::ui::cx::Cx;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What it stays with, whatever is selected.
    pinned: Option<Thing>,
}

impl State {
    /// Stays with `selected`, or no longer.
    pub fn toggle_pin(&mut self, selected: Option<Thing>) {
        self.pinned = if self.pinned.is_some() { None } else { selected };
    }
}

/// Draws it. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, _state: &mut State) -> bool {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.bg1());
    ui.label("inspector");
    false
}
