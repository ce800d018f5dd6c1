//! What every panel is given: the session to read, the theme, what is selected, and where to put what is wanted.

use crate::session::view::Thing;
use crate::session::{Session, View};
use crate::ui::command::{Outbox, UiCommand};
use crate::ui::theme::Theme;

/// How large the window is, as far as layouts care.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// Its size in points.
    pub size: egui::Vec2,
}

impl Frame {
    /// A measure that is `small` in a window of 1280 x 720 and `large` in one of 1920 x 1080, and between them in between.
    pub fn between(self, small: f32, large: f32) -> f32 {
        let part = ((self.size.y - 720.0) / 360.0).min((self.size.x - 1280.0) / 640.0).clamp(0.0, 1.0);
        egui::lerp(small..=large, part).round()
    }

    /// Whether words give way to icons.
    pub fn is_small(self) -> bool {
        self.size.x < 1600.0
    }
}

/// See the module's documentation.
pub struct Cx<'a> {
    /// Lines, cursor, speed.
    pub session: &'a Session,
    /// The watched line as it is at the cursor.
    pub view: View<'a>,
    /// Colours.
    pub theme: Theme,
    /// Size of the window.
    pub frame: Frame,
    /// What is selected.
    pub selected: Option<Thing>,
    /// What the pointer is over, in any panel; the same thing is shown as such in all.
    pub hovered: Option<Thing>,
    /// What is under the pointer in this picture, for the next one.
    pub hovering: &'a mut Option<Thing>,
    /// Where to put what is wanted.
    pub out: &'a mut Outbox,
}

impl Cx<'_> {
    /// Asks for something.
    pub fn push(&mut self, command: impl Into<UiCommand>) {
        self.out.push(command);
    }

    /// Whether `thing` is selected.
    pub fn is_selected(&self, thing: Thing) -> bool {
        self.selected == Some(thing)
    }

    /// Makes `response` select `thing` when clicked and show it as hovered while the pointer is over it.
    pub fn selectable(&mut self, response: &egui::Response, thing: Thing) {
        if response.hovered() {
            *self.hovering = Some(thing);
        }
        if response.clicked() {
            self.push(UiCommand::Select(Some(thing)));
        }
    }
}
