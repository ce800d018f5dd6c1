//! Everything that the dashboard holds, and what its commands do. Knows egui, but neither Bevy nor a window: tests drive it whole.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::palette::Ground;
use crate::scenario::{self, Scenario};
use crate::session::pacer::Budget;
use crate::session::view::Thing;
use crate::session::{Notice, Session};
use crate::ui::command::{ExportRequest, Outbox, UiCommand};
use crate::ui::dock::Dock;
use crate::ui::map;
use crate::ui::panels::{export, gallery, inspector, lanes, sidebar, timeline, toasts, toolbar};
use crate::ui::theme::Theme;

/// What fills the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Screen {
    /// The cards of scenarios.
    Gallery,
    /// A run.
    Run,
}

/// The states of all panels.
#[derive(Default)]
pub struct Panels {
    /// Of the gallery.
    pub gallery: gallery::State,
    /// Of the toolbar.
    pub toolbar: toolbar::State,
    /// Of the list of flows and nodes.
    pub sidebar: sidebar::State,
    /// Of the map.
    pub map: map::State,
    /// Of the lanes.
    pub lanes: lanes::State,
    /// Of the inspector.
    pub inspector: inspector::State,
    /// Of the timeline.
    pub timeline: timeline::State,
    /// Of the export dialog.
    pub export: export::State,
    /// What the person is told.
    pub toasts: toasts::State,
}

/// Where the run that is shown comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum Source {
    /// With the program, by file name.
    Gallery(&'static str),
    /// A file.
    File(PathBuf),
}

/// See the module's documentation.
pub struct Dashboard {
    /// What fills the window.
    pub screen: Screen,
    /// The run with its branches, once one was opened.
    pub session: Option<Session>,
    /// Where it comes from.
    pub source: Option<Source>,
    /// Dark or light.
    pub theme: Theme,
    /// Points to a point at scale 1, 0.75 to 3.
    pub scale: f32,
    /// What is selected.
    pub selected: Option<Thing>,
    /// What the pointer is over.
    pub hovered: Option<Thing>,
    /// What was under the pointer while the present picture was drawn.
    pub hovering: Option<Thing>,
    /// Which panel is where.
    pub dock: Dock,
    /// The states of panels.
    pub panels: Panels,
    /// What panels want.
    pub outbox: Outbox,
    /// A scenario that could not be opened: its problems, in words.
    pub problems: Option<String>,
    /// Whether the keys are shown.
    pub help: bool,
    /// Files that were opened, the latest first.
    pub recent: Vec<PathBuf>,
    /// What only the host can do: screenshots, the end.
    pub host: Vec<HostCommand>,
}

/// What only the application around the dashboard can do.
#[derive(Clone, Debug, PartialEq)]
pub enum HostCommand {
    /// A picture of the window into a file.
    Screenshot(ExportRequest),
    /// The end.
    Quit,
}

impl Default for Dashboard {
    fn default() -> Self {
        Self {
            screen: Screen::Gallery,
            session: None,
            source: None,
            theme: Theme { ground: Ground::Dark },
            scale: 1.0,
            selected: None,
            hovered: None,
            hovering: None,
            dock: Dock::default(),
            panels: Panels::default(),
            outbox: Outbox::default(),
            problems: None,
            help: false,
            recent: Vec::new(),
            host: Vec::new(),
        }
    }
}

impl Dashboard {
    /// One picture's worth of time: does what was wanted, then lets the run go on within `budget`.
    pub fn update(&mut self, wall: Duration, budget: &mut Budget<'_>) {
        self.hovered = self.hovering.take();
        for command in self.outbox.take() {
            self.apply(command);
        }
        if self.screen == Screen::Run
            && let Some(session) = &mut self.session
        {
            session.advance(wall, budget);
        }
        if self.screen == Screen::Gallery {
            self.panels.gallery.advance(budget);
        }
        self.panels.gallery.recent.clone_from(&self.recent);
        self.panels.gallery.has_run = self.session.is_some();
        if let Some(session) = &mut self.session {
            for notice in session.take_notices() {
                self.panels.toasts.tell(notice);
            }
        }
        self.panels.toasts.pass(wall);
    }

    /// Does what a person wants.
    pub fn apply(&mut self, command: UiCommand) {
        match command {
            UiCommand::Session(command) => {
                if let Some(session) = &mut self.session {
                    session.apply(command);
                }
            }
            UiCommand::OpenGallery(file) => self.open(&Source::Gallery(file)),
            UiCommand::Open(path) => self.open(&Source::File(path)),
            UiCommand::AskOpen => self.panels.gallery.ask_path(),
            UiCommand::ShowGallery => self.screen = Screen::Gallery,
            UiCommand::ShowRun => {
                if self.session.is_some() {
                    self.screen = Screen::Run;
                }
            }
            UiCommand::Reload => {
                if let Some(source) = self.source.clone() {
                    self.open(&source);
                }
            }
            UiCommand::Select(thing) => self.selected = thing,
            UiCommand::TogglePin => self.panels.inspector.toggle_pin(self.selected),
            UiCommand::SetTheme(ground) => self.theme = Theme { ground },
            UiCommand::SetScale(scale) => self.scale = scale.clamp(0.75, 3.0),
            UiCommand::FitMap => self.panels.map.fit(),
            UiCommand::ShowSpan(from, until) => self.panels.lanes.show(from, until),
            UiCommand::ResetLanes => self.panels.lanes.reset(),
            UiCommand::ToggleExport => self.panels.export.toggle(),
            UiCommand::Export(request) => self.export(&request),
            UiCommand::ToggleHelp => self.help = !self.help,
            UiCommand::ResetLayout => {
                self.dock = Dock::default();
                self.dock.make_room(self.session.as_ref().is_some_and(|session| map::is_tall(&session.view())));
            }
            UiCommand::Tell(notice) => self.panels.toasts.tell(notice),
            UiCommand::Quit => self.host.push(HostCommand::Quit),
        }
    }

    /// Opens a scenario. If it cannot be read, the run that is shown stays, and the problems are told.
    pub fn open(&mut self, source: &Source) {
        match load(source) {
            Ok((scenario, name)) => {
                if let Source::File(path) = source {
                    self.remember(path);
                }
                self.show(scenario, &name, source.clone());
            }
            Err(problems) => self.problems = Some(problems),
        }
    }

    /// Shows a run of `scenario` from its start.
    pub fn show(&mut self, scenario: Scenario, name: &str, source: Source) {
        let session = Session::new(scenario, name);
        self.dock.make_room(map::is_tall(&session.view()));
        self.session = Some(session);
        self.source = Some(source);
        self.screen = Screen::Run;
        self.problems = None;
        self.selected = None;
        self.panels.map = map::State::default();
        self.panels.lanes.reset();
        self.panels.inspector = inspector::State::default();
        self.panels.timeline = timeline::State::default();
    }

    /// Puts a file in front of those that were opened recently.
    fn remember(&mut self, path: &Path) {
        /// As many as fit on the gallery's first screen.
        const MOST: usize = 8;
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(MOST);
    }

    fn export(&mut self, request: &ExportRequest) {
        let Some(session) = &self.session else {
            return self.panels.toasts.tell(Notice::Info("Open a scenario first.".to_owned()));
        };
        match export::write(session, &self.panels.lanes, request) {
            Ok(export::Written::File) => {
                let path = request.path.display();
                self.panels.toasts.tell(Notice::Info(format!("Wrote {path}")));
            }
            Ok(export::Written::ByHost) => self.host.push(HostCommand::Screenshot(request.clone())),
            Err(problem) => self.panels.toasts.tell(Notice::Problem(problem)),
        }
    }
}

/// Reads a scenario and gives it with the name it goes by.
fn load(source: &Source) -> Result<(Scenario, String), String> {
    const NOTHING: &[&str] = &[];
    match source {
        Source::Gallery(file) => {
            let (name, text) = scenario::find(file).ok_or_else(|| format!("there is no scenario called {file}"))?;
            let scenario = scenario::parse(name, text, NOTHING).map_err(|error| error.to_string())?;
            Ok((scenario, name.to_owned()))
        }
        Source::File(path) => {
            let scenario = scenario::load(path, NOTHING).map_err(|error| error.to_string())?;
            Ok((scenario, file_name(path)))
        }
    }
}

fn file_name(path: &Path) -> String {
    path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned())
}
