//! The toolbar: play, steps, speed, clock, branches, seed, digest, lamp.
//!
//! ```text
//! gallery  play  steps  run until  speed  follow |   clock   | tabs  +  |  export  seed  digest  lamp
//! ```
//!
//! Where the window is narrow, words give way first; time, tabs, seed, digest and lamp never do. Tabs that have no room scroll.

mod clock;
mod speed;
mod status;
mod tabs;
mod transport;

use egui::{Painter, Rect, Stroke, pos2, vec2};

use crate::session::Goal;
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::icon::Icon;
use crate::ui::widgets::Button;

/// What concerns only its looks.
#[derive(Clone, Debug)]
pub struct State {
    /// What is being typed into the clock.
    typing: Option<String>,
    /// Where a run goes to when that is asked for.
    goal: Goal,
    /// An instant to run until, as typed.
    until: String,
}

impl Default for State {
    fn default() -> Self {
        Self { typing: None, goal: Goal::Loss, until: String::new() }
    }
}

/// What the toolbar has room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Room {
    /// The combo box with goals.
    until: bool,
    /// The check box that follows events.
    follow: bool,
    /// `simulated`, eight digits, the lamp's words.
    words: bool,
    /// The speed in words.
    speed: bool,
    /// The slider.
    slider: bool,
    /// The button that exports.
    export: bool,
}

impl Room {
    /// From everything to the least.
    const LEVELS: [Self; 6] = {
        let all = Self { until: true, follow: true, words: true, speed: true, slider: true, export: true };
        let short = Self { until: false, words: false, ..all };
        let small = Self { follow: false, ..short };
        let smaller = Self { export: false, ..small };
        let silent = Self { speed: false, ..smaller };
        [all, short, small, smaller, silent, Self { slider: false, ..silent }]
    };

    /// The most that fits, with the clock in the middle and all tabs in full.
    fn for_width(painter: &Painter, cx: &Cx<'_>, width: f32) -> Self {
        let clock = clock::width(painter, cx);
        let tabs = tabs::width(painter, cx);
        let fits = |room: &Self| {
            let left = transport::width(painter, cx) + speed::width(painter, cx, *room);
            left + 28.0 + clock + tabs + status::width(painter, cx, *room) <= width
        };
        let levels = if cx.frame.is_small() { &Self::LEVELS[2..] } else { &Self::LEVELS[..] };
        levels.iter().copied().find(fits).unwrap_or(Self::LEVELS[5])
    }
}

/// Draws it.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) {
    let rect = ui.max_rect();
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, cx.theme.bg1());
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, cx.theme.line()));
    let room = Room::for_width(&painter, cx, rect.width());
    let left = transport::ui(ui, cx, rect);
    let left = speed::ui(ui, cx, state, rect, left, room);
    let right = status::ui(ui, cx, rect, room);
    let clock_width = clock::width(&painter, cx);
    let wanted = tabs::width(&painter, cx);
    // In the middle, unless the tabs or what is left of it need that.
    let before_tabs = right - 12.0 - wanted - 14.0 - clock_width;
    let middle = (rect.center().x - clock_width / 2.0).min(before_tabs).max(left + 10.0);
    let clock = Rect::from_min_size(pos2(middle, rect.top()), vec2(clock_width, rect.height()));
    clock::ui(ui, cx, state, clock);
    let favourite = rect.left() + rect.width() * cx.frame.between(584.0, 620.0) / 1000.0;
    let from = favourite.min(right - 12.0 - wanted).max(clock.right() + 14.0);
    let until = (right - 12.0).max(from);
    tabs::ui(ui, cx, Rect::from_min_max(pos2(from, rect.top()), pos2(until, rect.bottom())));
}

/// A button of icons alone in the toolbar's middle line.
fn icon_button(ui: &mut egui::Ui, cx: &Cx<'_>, bar: Rect, x: f32, icon: Icon, name: &str) -> egui::Response {
    let rect = Rect::from_center_size(pos2(x + 14.0, bar.center().y), vec2(28.0, 26.0));
    Button::icon(icon, name).put(ui, cx.theme, rect)
}

/// Back to the gallery.
fn gallery_button(ui: &mut egui::Ui, cx: &mut Cx<'_>, bar: Rect, x: f32) {
    let response = icon_button(ui, cx, bar, x, Icon::Gallery, "Gallery");
    if response.on_hover_text("All scenarios; the run stays (Ctrl G)").clicked() {
        cx.push(UiCommand::ShowGallery);
    }
}
