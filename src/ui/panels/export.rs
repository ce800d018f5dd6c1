//! The export dialog, and the writing of what it asks for.

use crate::session::Session;
use crate::ui::command::ExportRequest;
use crate::ui::cx::Cx;
use crate::ui::panels::lanes;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    open: bool,
}

impl State {
    /// Opens or closes the dialog.
    pub fn toggle(&mut self) {
        self.open = !self.open;
    }
}

/// Who has written a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is written.
    File,
    /// The application around has to: it needs the window.
    ByHost,
}

/// Draws the dialog, if it is open.
pub fn ui(_ctx: &egui::Context, _cx: &mut Cx<'_>, _state: &mut State, _lanes: &lanes::State) {}

/// Writes what `request` asks for. Nothing is replaced that the request does not allow to be.
pub fn write(_session: &Session, _lanes: &lanes::State, _request: &ExportRequest) -> Result<Written, String> {
    Err("not yet".to_owned())
}
