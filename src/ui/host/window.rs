//! The dashboard in a window.

use std::panic::{self, AssertUnwindSafe};

use bevy::app::PanicHandlerPlugin;
use bevy::camera::RenderTarget;
use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::ui::Dashboard;
use crate::ui::dashboard::{Screen, Source};
use crate::ui::host::adapter::{self, NoAdapter};
use crate::ui::host::remember::{self, Remembered};
use crate::ui::host::{DashboardPlugin, Held, capture, log, map, redraw};
use crate::ui::settings::Settings;

/// Why no window could be opened.
#[derive(Debug, thiserror::Error)]
pub enum WindowError {
    /// There is nothing to open it on.
    #[error("there is no display to open a window on ({0})")]
    NoDisplay(String),
    /// Nothing can draw.
    #[error(transparent)]
    NoAdapter(#[from] NoAdapter),
}

/// How large the window is at first, in points.
const SIZE: (f32, f32) = (1280.0, 720.0);

/// How the window came to be closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Closed {
    /// By the person.
    Usual,
    /// By a signal.
    Interrupted,
    /// By a failure, which has been reported.
    Failed,
}

/// Opens the window with what the person has set up earlier, and returns when it is closed.
pub fn open(mut dashboard: Dashboard) -> Result<Closed, WindowError> {
    display()?;
    adapter::find()?;
    let remembered = Remembered::read(&mut dashboard);
    let mut app = application(remembered.settings())?;
    app.insert_resource(Held(dashboard))
        .insert_resource(remembered)
        .add_plugins((DashboardPlugin, redraw::RedrawPlugin, capture::CapturePlugin))
        .add_systems(Startup, |mut commands: Commands, mut stores: map::Stores| {
            map::spawn(&mut commands, &mut stores, &RenderTarget::default());
        })
        .add_systems(Update, title)
        .add_systems(Last, remember::keep);
    log::tell_errors(&mut app);
    Ok(match app.run() {
        AppExit::Success => Closed::Usual,
        AppExit::Error(code) if code.get() == INTERRUPTED => Closed::Interrupted,
        AppExit::Error(_) => Closed::Failed,
    })
}

/// Whether there is a display, as far as can be told without asking it.
fn display() -> Result<(), WindowError> {
    let is_set = |name| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    if !cfg!(target_os = "linux") || is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") {
        return Ok(());
    }
    Err(WindowError::NoDisplay("neither DISPLAY nor WAYLAND_DISPLAY is set".to_owned()))
}

/// An application with a window. The display may be named and not be there: then building the event loop panics.
fn application(settings: &Settings) -> Result<App, WindowError> {
    let (width, height) = settings.window.unwrap_or(SIZE);
    let mut window = Window {
        title: TITLE.to_owned(),
        name: Some("hopscope".to_owned()),
        resize_constraints: WindowResizeConstraints { min_width: 640.0, min_height: 400.0, ..default() },
        ..default()
    };
    window.resolution.set(width, height);
    let report = panic::take_hook();
    panic::set_hook(Box::new(|_| {}));
    let built = panic::catch_unwind(AssertUnwindSafe(|| {
        let plugins = DefaultPlugins
            .build()
            .disable::<PanicHandlerPlugin>()
            .set(WindowPlugin { primary_window: Some(window), ..default() });
        let mut app = App::new();
        app.add_plugins(log::quiet(plugins));
        app
    }));
    panic::set_hook(report);
    built.map_err(|_| {
        let set =
            |name| std::env::var(name).ok().filter(|value| !value.is_empty()).map(|value| format!("{name}={value}"));
        let variables: Vec<String> = ["WAYLAND_DISPLAY", "DISPLAY"].into_iter().filter_map(set).collect();
        let which = if variables.is_empty() { "the window system".to_owned() } else { variables.join(", ") };
        WindowError::NoDisplay(format!("{which} does not answer"))
    })
}

/// What the application's handler of Ctrl-C ends it with.
const INTERRUPTED: u8 = 130;

const TITLE: &str = "Hopscope";

/// The title names what is shown.
fn title(held: Res<Held>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let dashboard = &held.0;
    let title = match (dashboard.screen, &dashboard.source) {
        (Screen::Run, Some(Source::Gallery(file))) => format!("{file} – {TITLE}"),
        (Screen::Run, Some(Source::File(path))) => {
            let name = path.file_name().unwrap_or(path.as_os_str());
            format!("{} – {TITLE}", name.to_string_lossy())
        }
        _ => TITLE.to_owned(),
    };
    if window.title != title {
        window.title = title;
    }
}
