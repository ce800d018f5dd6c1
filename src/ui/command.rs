//! What a person can ask of the dashboard, and where panels put it.
//!
//! Panels draw what is and push what is wanted; nothing changes while they draw. The outbox is emptied once a picture, not once a
//! pass: egui may draw a picture twice, and gives the events of pointer and keyboard to the first pass alone.

use std::path::PathBuf;

use crate::palette::Ground;
use crate::session::view::Thing;
use crate::session::{Command, Notice};
use crate::units::SimTime;

/// Something that a person wants.
#[derive(Clone, Debug, PartialEq)]
pub enum UiCommand {
    /// Of the session: time, changes, branches.
    Session(Command),
    /// Opens a scenario that comes with the program, by its file name.
    OpenGallery(&'static str),
    /// Opens a file: a scenario.
    Open(PathBuf),
    /// Opens the dialog that asks for a file.
    AskOpen,
    /// Back to the gallery; the run stays.
    ShowGallery,
    /// Back to the run.
    ShowRun,
    /// Loads the scenario again, from its start.
    Reload,
    /// Selects something, or nothing.
    Select(Option<Thing>),
    /// Keeps the inspector at what is selected, or no longer.
    TogglePin,
    /// Dark or light.
    SetTheme(Ground),
    /// Interface scale, 0.75 to 3.
    SetScale(f32),
    /// The map shows everything.
    FitMap,
    /// The lanes show this span.
    ShowSpan(SimTime, SimTime),
    /// The lanes show the whole run so far.
    ResetLanes,
    /// Opens or closes the export dialog.
    ToggleExport,
    /// Writes files.
    Export(ExportRequest),
    /// Shows the keys.
    ToggleHelp,
    /// Puts the panels where they were at first.
    ResetLayout,
    /// Tells the person something.
    Tell(Notice),
    /// Ends the program.
    Quit,
}

impl From<Command> for UiCommand {
    fn from(command: Command) -> Self {
        Self::Session(command)
    }
}

/// What is to be written.
#[derive(Clone, Debug, PartialEq)]
pub struct ExportRequest {
    /// What.
    pub what: ExportKind,
    /// Where; the ending is that of the kind.
    pub path: PathBuf,
    /// Whether another file of that name may be replaced.
    pub replace: bool,
}

/// Kinds of files.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ExportKind {
    /// The window as it is, times this.
    Screenshot(f32),
    /// A figure of the shown lanes and span, as SVG or PNG by the ending.
    Figure,
    /// The recorded series of the shown lanes and span, as CSV.
    Csv,
    /// The command log, as a scenario's script.
    Script,
}

/// What panels have pushed in this picture.
#[derive(Clone, Debug, Default)]
pub struct Outbox {
    list: Vec<UiCommand>,
}

impl Outbox {
    /// Asks for something.
    pub fn push(&mut self, command: impl Into<UiCommand>) {
        self.list.push(command.into());
    }

    /// Takes everything.
    pub fn take(&mut self) -> Vec<UiCommand> {
        std::mem::take(&mut self.list)
    }

    /// What was pushed so far.
    pub fn list(&self) -> &[UiCommand] {
        &self.list
    }
}
