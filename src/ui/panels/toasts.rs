//! What the person is told in passing.

use std::time::Duration;

use crate::session::Notice;
use crate::ui::theme::Theme;

/// How long a toast stays.
const STAY: Duration = Duration::from_secs(6);

/// The toasts that are shown, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct State {
    list: Vec<(Notice, Duration)>,
}

impl State {
    /// Tells something.
    pub fn tell(&mut self, notice: Notice) {
        self.list.retain(|(known, _)| *known != notice);
        self.list.push((notice, Duration::ZERO));
    }

    /// Time passes.
    pub fn pass(&mut self, wall: Duration) {
        for (_, age) in &mut self.list {
            *age += wall;
        }
        self.list.retain(|(_, age)| *age < STAY);
    }

    /// What is shown.
    pub fn notices(&self) -> impl Iterator<Item = &Notice> {
        self.list.iter().map(|(notice, _)| notice)
    }
}

/// Draws them.
pub fn ui(_ctx: &egui::Context, _theme: Theme, _state: &State) {}
