//! The lanes on one time cursor, and the radio strip below them.

use crate::session::View;
use crate::ui::cx::Cx;
use crate::units::SimTime;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    span: Option<(SimTime, SimTime)>,
}

impl State {
    /// Shows this span of time.
    pub fn show(&mut self, from: SimTime, until: SimTime) {
        self.span = (from < until).then_some((from, until));
    }

    /// Shows what there is, growing with the run.
    pub fn reset(&mut self) {
        self.span = None;
    }

    /// The span of time that is shown.
    pub fn shown(&self, view: &View<'_>) -> (SimTime, SimTime) {
        self.span.unwrap_or((SimTime::ZERO, view.horizon()))
    }
}

/// Draws them. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, _state: &mut State) -> bool {
    ui.painter().rect_filled(ui.max_rect(), 0.0, cx.theme.bg0());
    ui.label("lanes");
    false
}
