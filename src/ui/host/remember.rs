//! Reads what a person has set up when the window opens, and writes it when it has changed.

use std::path::PathBuf;
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::PrimaryWindow;

use crate::session::Notice;
use crate::ui::Dashboard;
use crate::ui::host::Held;
use crate::ui::settings::{self, Settings};

/// How often it is looked whether anything has changed.
const EVERY: Duration = Duration::from_secs(1);

/// See the module's documentation.
#[derive(Resource)]
pub(super) struct Remembered {
    /// Where it is kept; `None`: nowhere.
    place: Option<PathBuf>,
    /// As it was read or written last.
    kept: Settings,
    since: Duration,
}

impl Remembered {
    /// Reads the settings and lets `dashboard` have them. A file that cannot be read is told of and not used.
    pub(super) fn read(dashboard: &mut Dashboard) -> Self {
        let place = settings::place();
        let kept = match place.as_deref().map(settings::read) {
            None => Settings::default(),
            Some(Ok(settings)) => settings,
            Some(Err(problem)) => {
                dashboard.panels.toasts.tell(Notice::Problem(problem));
                Settings::default()
            }
        };
        kept.apply(dashboard);
        Self { place, kept, since: Duration::ZERO }
    }

    /// As they were read.
    pub(super) const fn settings(&self) -> &Settings {
        &self.kept
    }
}

/// Writes the settings if they have changed: now and then, and at the end.
pub(super) fn keep(
    mut remembered: ResMut<Remembered>,
    mut held: ResMut<Held>,
    window: Query<&Window, With<PrimaryWindow>>,
    mut exit: MessageReader<AppExit>,
    time: Res<Time<Real>>,
) {
    remembered.since += time.delta();
    let ends = exit.read().next().is_some();
    if remembered.since < EVERY && !ends {
        return;
    }
    remembered.since = Duration::ZERO;
    let Some(place) = remembered.place.clone() else { return };
    let window = window.iter().next().map(|window| (window.width(), window.height()));
    let now = Settings::of(&held.0, window.or(remembered.kept.window));
    if now == remembered.kept {
        return;
    }
    // Told once: what cannot be written now cannot be written in a second either.
    if let Err(problem) = settings::write(&place, &now) {
        held.0.panels.toasts.tell(Notice::Problem(format!("Settings are not kept: {problem}")));
        remembered.place = None;
    }
    remembered.kept = now;
}
