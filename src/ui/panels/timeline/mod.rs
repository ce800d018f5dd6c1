//! The whole run: density of losses, keyframes, commands, branches; drag to go anywhere, also back.
//!
//! - [`density`]: what was lost when; [`lines`]: the run and its branches.

pub mod density;
pub mod lines;

use egui::{Align2, Rangef, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::session::Line;
use crate::session::command::Command;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::lanes;
use crate::ui::plot::{TimeScale, ticks};
use crate::ui::theme::{self, AXIS, SMALL};
use crate::units::{SimDuration, SimTime};

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    density: density::Cache,
}

/// Where everything is, in points of the window.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Places {
    area: Rect,
    time: TimeScale,
    /// The lanes' window.
    bracket: f32,
    density: Rangef,
    /// Ticks of keyframes end here.
    keyframes: f32,
    /// The watched line and below it the others.
    lines: Rangef,
    /// Figures.
    axis: f32,
}

impl Places {
    fn new(area: Rect, cx: &Cx<'_>) -> Self {
        let between = |small, large| area.top() + cx.frame.between(small, large);
        let x = Rangef::new(area.left() + 112.0, (area.right() - 21.0).max(area.left() + 140.0));
        Self {
            area,
            time: TimeScale { from: SimTime::ZERO, until: end(cx), x },
            bracket: between(16.0, 18.0),
            density: Rangef::new(between(20.0, 21.0), between(38.0, 45.0)),
            keyframes: between(45.0, 55.0),
            lines: Rangef::new(between(49.0, 59.0), between(67.0, 86.0)),
            axis: between(77.0, 95.0),
        }
    }
}

/// Where the axis ends: with the run, or at a round figure where nobody knows.
fn end(cx: &Cx<'_>) -> SimTime {
    let frontier = cx.session.lines().iter().map(Line::frontier).max().unwrap_or(SimTime::ZERO);
    cx.view.run().planned_end().unwrap_or_else(|| {
        SimTime::ZERO + ticks::round_up_time(frontier.since(SimTime::ZERO).max(SimDuration::from_secs(1)))
    })
}

/// Draws it.
pub fn ui(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, lanes: &lanes::State) {
    let area = ui.max_rect();
    let places = Places::new(area, cx);
    let painter = ui.painter().clone();
    painter.rect_filled(area, 0.0, cx.theme.bg1());
    let response = scrub(ui, cx, &places);
    known(&painter, cx, &places);
    window(&painter, cx, &places, lanes);
    state.density.draw(&painter, cx, &places.time, places.density);
    axis(&painter, cx, &places);
    lines::draw(ui, cx, &places);
    cursor(&painter, cx, &places);
    tip(cx, state, &places, response);
}

/// A click or a drag goes there; the arrow keys too, while it has the focus.
fn scrub(ui: &Ui, cx: &mut Cx<'_>, places: &Places) -> egui::Response {
    let x = places.time.x.expand(6.0);
    let area = Rect::from_x_y_ranges(x, Rangef::new(places.area.top() + 4.0, places.area.bottom()));
    let response = ui.interact(area, ui.id().with("timeline"), Sense::click_and_drag());
    let now = cx.view.now();
    response.widget_info(|| egui::WidgetInfo::slider(true, now.secs_f64(), "timeline, seconds"));
    if (response.clicked() || response.dragged())
        && let Some(at) = response.interact_pointer_pos()
    {
        let at = places.time.time_at(at.x.clamp(places.time.x.min, places.time.x.max));
        if at != now {
            cx.push(Command::Seek(at));
        }
    }
    response.on_hover_cursor(egui::CursorIcon::ResizeHorizontal)
}

/// The ground of what is computed; what is not has none.
fn known(painter: &egui::Painter, cx: &Cx<'_>, places: &Places) {
    let x = Rangef::new(places.time.x.min, known_up_to(cx, places));
    painter.rect_filled(Rect::from_x_y_ranges(x, places.density), 0.0, cx.theme.bg0());
}

/// Where what is computed ends.
fn known_up_to(cx: &Cx<'_>, places: &Places) -> f32 {
    let frontier = cx.session.lines().iter().map(Line::frontier).max().unwrap_or(SimTime::ZERO);
    places.time.x_of(frontier).min(places.time.x.max)
}

/// What the lanes show, as a bracket.
fn window(painter: &egui::Painter, cx: &Cx<'_>, places: &Places, lanes: &lanes::State) {
    let (from, until) = lanes.shown(&cx.view);
    let x = Rangef::new(places.time.x_of(from), places.time.x_of(until).min(places.time.x.max));
    let color = cx.theme.acc();
    let theme = cx.theme;
    let tint = |y: Rangef, x: Rangef, ground| {
        painter.rect_filled(Rect::from_x_y_ranges(x, y), 0.0, theme.mix(ground, color, 0.1));
    };
    tint(Rangef::new(places.bracket, places.density.max), x, theme.bg1());
    tint(places.density, Rangef::new(x.min, x.max.min(known_up_to(cx, places))), theme.bg0());
    painter.hline(x, places.bracket, (2.0, color));
    for end in [x.min + 1.0, x.max - 1.0] {
        painter.vline(end, Rangef::new(places.bracket - 1.0, places.bracket + 7.0), (2.0, color));
    }
}

fn axis(painter: &egui::Painter, cx: &Cx<'_>, places: &Places) {
    let theme = cx.theme;
    let label = |y, words: &str, color| {
        let at = pos2(places.time.x.min - 10.0, y);
        theme::draw_text(painter, at, Align2::RIGHT_CENTER, words, (SMALL, 400.0, false), color);
    };
    label(places.density.center(), "losses", theme.t3());
    label(places.axis, "whole run", theme.t3());
    let time = &places.time;
    let ticks = ticks::times(time.from, time.until, time.x.span(), 150.0);
    for (place, tick) in ticks.iter().enumerate() {
        let at = pos2(time.x_of(tick.at), places.axis);
        let last = place + 1 == ticks.len();
        let text = if last { format!("{}{}s", tick.text, format::NARROW) } else { tick.text.clone() };
        // The last one with its unit ends at the end of the axis.
        let anchor = if last && at.x > time.x.max - 12.0 { Align2::RIGHT_CENTER } else { Align2::CENTER_CENTER };
        theme::draw_text(painter, at, anchor, &text, (AXIS, 400.0, true), theme.t3());
    }
}

fn cursor(painter: &egui::Painter, cx: &Cx<'_>, places: &Places) {
    let x = places.time.x_of(cx.view.now());
    let color = cx.theme.acc();
    let bottom = places.lines.max;
    painter.vline(x, Rangef::new(places.bracket - 5.0, bottom), (1.5, color));
    let triangle = [vec2(-5.0, 0.0), vec2(0.0, -7.0), vec2(5.0, 0.0)].map(|d| pos2(x, bottom + 1.0) + d).to_vec();
    painter.add(Shape::convex_polygon(triangle, color, Stroke::NONE));
}

/// What is where the pointer is: time, losses, a command.
fn tip(cx: &Cx<'_>, state: &State, places: &Places, response: egui::Response) {
    let Some(at) = response.hover_pos() else { return };
    if response.dragged() {
        return;
    }
    let time = places.time.time_at(at.x.clamp(places.time.x.min, places.time.x.max));
    let mut words = format!("{}: click or drag to go there", format::time_s(time));
    if let Some(lost) = state.density.words(at.x) {
        words = format!("{words}\n{lost}");
    }
    for command in lines::commands_near(cx, places, at) {
        words = format!("{words}\n{command}");
    }
    // Above the timeline: what it speaks of stays to be seen.
    let anchor = pos2(at.x, places.area.top() + 2.0);
    let mut tooltip = egui::Tooltip::for_enabled(&response);
    tooltip.popup = tooltip.popup.anchor(Rect::from_center_size(anchor, vec2(1.0, 1.0))).align(egui::RectAlign::TOP);
    tooltip.gap(4.0).show(|ui| ui.label(words));
}
