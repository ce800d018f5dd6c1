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

use egui::{Painter, Rect, Response, Stroke, pos2, vec2};

use crate::session::Goal;
use crate::ui::cx::Cx;
use crate::ui::icon::Icon;
use crate::ui::widgets::{Button, Look};

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
    /// Words beside the icons of gallery and export.
    labels: bool,
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
    const LEVELS: [Self; 7] = {
        let all =
            Self { labels: true, until: true, follow: true, words: true, speed: true, slider: true, export: true };
        let icons = Self { labels: false, ..all };
        let short = Self { until: false, words: false, ..icons };
        let small = Self { follow: false, ..short };
        let smaller = Self { export: false, ..small };
        let silent = Self { speed: false, ..smaller };
        [all, icons, short, small, smaller, silent, Self { slider: false, ..silent }]
    };

    /// The most that fits, with the clock in the middle and all tabs in full.
    fn for_width(painter: &Painter, cx: &Cx<'_>, width: f32) -> Self {
        let clock = clock::width(painter, cx);
        let tabs = tabs::width(painter, cx);
        let fits = |room: &Self| {
            let left = transport::width(painter, cx, *room) + speed::width(painter, cx, *room);
            left + 28.0 + clock + tabs + status::width(painter, cx, *room) <= width
        };
        let levels = if cx.frame.is_small() { &Self::LEVELS[3..] } else { &Self::LEVELS[..] };
        levels.iter().copied().find(fits).unwrap_or(Self::LEVELS[6])
    }
}

/// Draws it.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) {
    let rect = ui.max_rect();
    let painter = ui.painter().clone();
    painter.rect_filled(rect, 0.0, cx.theme.bg1());
    painter.hline(rect.x_range(), rect.bottom() - 0.5, Stroke::new(1.0, cx.theme.line()));
    let room = Room::for_width(&painter, cx, rect.width());
    let left = transport::ui(ui, cx, rect, room);
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

/// Gallery and export: an icon, and its word where there is room.
fn labelled(icon: Icon, name: &str, room: Room) -> Button<'_> {
    if room.labels { Button::new(name).with(icon).look(Look::Bare) } else { Button::icon(icon, name) }
}

/// The width of such a button.
fn labelled_width(painter: &Painter, icon: Icon, name: &str, room: Room) -> f32 {
    labelled(icon, name, room).width(painter).max(28.0)
}

/// Puts such a button into the toolbar's middle line.
fn put_labelled(ui: &mut egui::Ui, cx: &Cx<'_>, (bar, x): (Rect, f32), icon: Icon, name: &str, room: Room) -> Response {
    let width = labelled_width(ui.painter(), icon, name, room);
    let rect = Rect::from_min_size(pos2(x, bar.center().y - 13.0), vec2(width, 26.0));
    labelled(icon, name, room).put(ui, cx.theme, rect)
}
