//! The gallery: a card for each scenario, with a picture from its own run and the question it answers.

mod card;
mod grid;
mod left;
mod path;
mod picture;
mod runner;

use std::path::PathBuf;

use egui::{Rect, Stroke, Ui, pos2, vec2};

use crate::session::pacer::Budget;
use crate::ui::command::Outbox;
use crate::ui::cx::Frame;
use crate::ui::theme::Theme;

pub use path::dialog as path_dialog;

/// What concerns only its looks, and the runs whose pictures are not finished.
#[derive(Default)]
pub struct State {
    /// Files that were opened lately, the latest first.
    pub recent: Vec<PathBuf>,
    /// Whether there is a run to go back to.
    pub has_run: bool,
    asking: Option<path::Asking>,
    find: String,
    /// The card that the keyboard is at.
    focus: usize,
    /// Whether the focus was moved and is to be scrolled to.
    moved: bool,
    cards: Vec<card::Card>,
}

impl State {
    /// Asks for the path of a file.
    pub fn ask_path(&mut self) {
        self.asking = Some(path::Asking::new());
    }

    /// Whether the dialog that asks for a path is open.
    pub const fn is_asking(&self) -> bool {
        self.asking.is_some()
    }

    /// Lets the runs of cards go on for `budget`, one after the other; each leaves a picture.
    pub fn advance(&mut self, budget: &mut Budget<'_>) {
        self.prepare();
        let start = (budget.clock)();
        for card in &mut self.cards {
            while !card.is_done() {
                if (budget.clock)().saturating_sub(start) >= budget.span {
                    return;
                }
                card.advance();
            }
        }
    }

    /// Whether every card has its picture.
    pub fn is_done(&self) -> bool {
        !self.cards.is_empty() && self.cards.iter().all(card::Card::is_done)
    }

    fn prepare(&mut self) {
        if self.cards.is_empty() {
            self.cards = card::all();
        }
    }
}

/// Draws it.
pub fn ui(ui: &mut Ui, theme: Theme, out: &mut Outbox, state: &mut State) {
    state.prepare();
    let rect = ui.max_rect();
    let frame = Frame { size: rect.size() };
    let width = frame.between(250.0, 343.0);
    let (side, rest) = rect.split_left_right_at_x(rect.left() + width);
    ui.painter().rect_filled(rect, 0.0, theme.bg1());
    ui.painter().vline(side.right(), rect.y_range(), Stroke::new(1.0, theme.line()));
    let inset = frame.between(18.0, 28.0);
    let margin = vec2(inset, 0.0);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(side.shrink2(margin)).id_salt("gallery side"));
    child.set_clip_rect(side.intersect(ui.clip_rect()));
    left::ui(&mut child, theme, out, state);
    let right = Rect::from_min_max(pos2(rest.left() + frame.between(24.0, 37.0), rest.top()), rest.max);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(right).id_salt("gallery cards"));
    grid::ui(&mut child, theme, out, state, frame);
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_scenario_has_a_card_whose_run_leaves_a_picture() {
        let mut state = State::default();
        state.prepare();
        let mut files: Vec<_> = state.cards.iter().map(|card| card.file).collect();
        let mut known: Vec<_> = crate::scenario::gallery().iter().map(|(file, _)| *file).collect();
        files.sort_unstable();
        known.sort_unstable();
        assert_eq!(files, known);
        let mut clock = || Duration::ZERO;
        state.advance(&mut Budget { span: Duration::from_secs(1), clock: &mut clock });
        assert!(state.is_done());
        let empty: Vec<_> = state.cards.iter().filter(|card| card.picture.is_empty()).map(|card| card.file).collect();
        assert_eq!(empty, [""; 0]);
    }
}
