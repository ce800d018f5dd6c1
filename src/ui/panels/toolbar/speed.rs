//! Run until something, the wished speed, following.

use egui::text::LayoutJob;
use egui::{Align2, Painter, Popup, PopupCloseBehavior, Rect, Response, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::metrics::MarkKind;
use crate::session::follow::{AFTER, BEFORE};
use crate::session::speed::span_words;
use crate::session::{Command, Goal, Speed};
use crate::ui::cx::Cx;
use crate::ui::icon::{self, Icon};
use crate::ui::panels::toolbar::{Room, State, clock};
use crate::ui::slider::slider;
use crate::ui::theme;
use crate::ui::widgets::{self, BODY, SMALL, VALUE};
use crate::units::SimTime;

/// Width of the combo box with goals.
const UNTIL: f32 = 158.0;

fn slider_width(cx: &Cx<'_>) -> f32 {
    cx.frame.between(72.0, 120.0)
}

fn words_width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let widest = if room.words { "1 s on screen = 500 ms simulated" } else { "1 s on screen = 500 ms" };
    widgets::width_of(painter, widest, SMALL) + cx.frame.between(8.0, 12.0)
}

/// The width of everything here.
pub(super) fn width(painter: &Painter, cx: &Cx<'_>, room: Room) -> f32 {
    let until = if room.until { UNTIL + 8.0 } else { 0.0 };
    let slider = if room.slider { slider_width(cx) + 12.0 } else { 0.0 };
    let words = if room.speed { words_width(painter, cx, room) + 8.0 } else { 0.0 };
    until + slider + words + if room.follow { follow_width(painter) + 10.0 } else { 0.0 }
}

/// Draws it from `left` on. Gives where it ends.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, bar: Rect, left: f32, room: Room) -> f32 {
    let mut x = left;
    let place = |x: f32, width: f32| Rect::from_min_size(pos2(x, bar.center().y - 13.0), vec2(width, 26.0));
    if room.until {
        run_until(ui, cx, state, place(x + 8.0, UNTIL));
        x += 8.0 + UNTIL;
    }
    if room.slider {
        let width = slider_width(cx);
        wish(ui, cx, place(x + 12.0, width));
        x += 12.0 + width;
    }
    if room.speed {
        let width = words_width(ui.painter(), cx, room);
        words(ui, cx, state, place(x + 8.0, width), room);
        x += 8.0 + width;
    }
    if room.follow {
        let width = follow_width(ui.painter());
        follow(ui, cx, place(x + 10.0, width));
        x += 10.0 + width;
    }
    x
}

fn wish(ui: &mut Ui, cx: &mut Cx<'_>, rect: Rect) {
    let slid = slider(ui, cx.theme, rect, cx.session.speed().slider(), 0.04, "Speed");
    if let Some(place) = slid.place {
        cx.push(Command::SetSpeed(Speed::at_slider(place)));
    }
    slid.response.on_hover_text(format!(
        "{} simulated in a second on screen; its right end is as fast as the machine can\nslower [   faster ]",
        cx.session.speed().words()
    ));
}

/// What differs from the wish: silence over which it hurries, or what is reached where that is less.
fn exception(cx: &Cx<'_>) -> Option<String> {
    // Where the words beside Follow have no room.
    if cx.frame.is_small() && cx.session.hurries() {
        return Some("quick: silence".to_owned());
    }
    let achieved = cx.session.achieved()?;
    let short = match cx.session.speed() {
        Speed::Unlimited => true,
        Speed::Ratio(wish) => achieved < wish * 0.9 && !cx.session.follow.is_slow(cx.view.now()),
    };
    short.then(|| format!("reaches {}", span_words(achieved)))
}

/// The speed in words, as parts before, in and behind the figure, from the longest form to the shortest: no word is ever cut.
fn forms(speed: Speed, exception: Option<&str>) -> Vec<[String; 3]> {
    let words = speed.words();
    let form = |before: &str, words: &str, behind: String| [before.to_owned(), words.to_owned(), behind];
    let long = "1 s on screen = ";
    match exception {
        Some(exception) => vec![
            form(long, &words, format!(", {exception}")),
            form("1 s = ", &words, format!(", {exception}")),
            form("", "", exception.to_owned()),
        ],
        None if speed == Speed::Unlimited => vec![form(long, &words, String::new()), form("", &words, String::new())],
        None => vec![
            form(long, &words, " simulated".to_owned()),
            form(long, &words, String::new()),
            form("1 s = ", &words, String::new()),
            form("", &words, String::new()),
        ],
    }
}

fn words(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, rect: Rect, room: Room) {
    let response = ui.interact(rect, ui.id().with("speed in words"), Sense::click());
    let theme = cx.theme;
    let lit = if response.hovered() { theme.t1() } else { theme.t2() };
    let exception = exception(cx);
    let behind_color = if exception.is_some() { theme.warn() } else { lit };
    let colors = [(false, lit), (true, theme.t1()), (false, behind_color)];
    let lay = |form: &[String; 3]| {
        let mut job = LayoutJob::default();
        for (part, (mono, color)) in form.iter().zip(colors) {
            job.append(part, 0.0, theme::format(theme::SMALL, 400.0, mono, color));
        }
        ui.painter().layout_job(job)
    };
    let forms = forms(cx.session.speed(), exception.as_deref());
    let wanted = forms.iter().filter(|[.., behind]| room.words || behind != " simulated");
    if let Some(galley) = wanted.map(lay).find(|galley| galley.size().x <= rect.width()) {
        ui.painter().galley(pos2(rect.left(), rect.center().y - galley.size().y / 2.0), galley, lit);
    }
    widgets::focus_ring(ui, theme, &response, rect);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, "Speed and goals"));
    Popup::menu(&response).close_behavior(PopupCloseBehavior::CloseOnClickOutside).show(|ui| menu(ui, cx, state));
    let now = exception.map_or_else(String::new, |words| format!("; now: {words}"));
    let speed = cx.session.speed().words();
    response.on_hover_text(format!("The wished speed: {speed} a second{now}.\nClick for speeds, goals and following."));
}

/// What has no room of its own in a small window: speeds, following, goals.
fn menu(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State) {
    ui.set_min_width(250.0);
    ui.visuals_mut().widgets.inactive.bg_fill = cx.theme.bg0();
    let theme = cx.theme;
    for ratio in [1e-4, 1e-3, 0.02, 0.1, 1.0, 10.0].map(Speed::Ratio).into_iter().chain([Speed::Unlimited]) {
        let now = cx.session.speed().words() == ratio.words();
        let words = match ratio {
            Speed::Unlimited => "as fast as possible".to_owned(),
            Speed::Ratio(_) => format!("{} a second", ratio.words()),
        };
        if ui.add(egui::Button::selectable(now, words)).clicked() {
            cx.push(Command::SetSpeed(ratio));
            ui.close();
        }
    }
    ui.separator();
    let mut on = cx.session.follow.enabled;
    if ui.checkbox(&mut on, "Follow: slow for losses and timeouts").changed() {
        cx.push(Command::SetFollow(on));
    }
    ui.separator();
    ui.label(theme::text("Run until", theme::SMALL, 400.0, theme.t3()));
    goals(ui, cx, state);
}

fn goals(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State) {
    for (goal, name) in Goal::MENU {
        if ui.button(name).clicked() {
            state.goal = goal;
            cx.push(Command::RunUntil(goal));
            ui.close();
        }
    }
    let hint = theme::text("t = 12.5 s", theme::BODY, 400.0, cx.theme.t3());
    let edit = egui::TextEdit::singleline(&mut state.until).desired_width(120.0).hint_text(hint);
    let response = ui.add(edit).on_hover_text("An instant to run until, like 12.5 s or 800 ms; Enter goes there");
    if response.lost_focus()
        && ui.input(|input| input.key_pressed(egui::Key::Enter))
        && let Some(at) = clock::parse(&state.until)
    {
        state.goal = Goal::Time(at);
        cx.push(Command::RunUntil(state.goal));
        ui.close();
    }
}

fn goal_words(goal: Goal) -> String {
    match goal {
        Goal::Time(at) => format!("Run until {:.3} s", at.secs_f64()),
        other => {
            let name = Goal::MENU.iter().find(|(goal, _)| *goal == other).map_or("next loss", |(_, name)| *name);
            format!("Run until {name}")
        }
    }
}

/// A button that goes to the last goal again, and a menu of all goals.
fn run_until(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, rect: Rect) {
    let (go, more) = rect.split_left_right_at_x(rect.right() - 26.0);
    let words = goal_words(state.goal);
    let (go, more) = (half(ui, cx, go, "Run until"), half(ui, cx, more, "Goals"));
    let theme = cx.theme;
    let over = go.hovered() || more.hovered();
    ui.painter().rect_filled(rect, 4.0, if over { theme.bg3() } else { theme.bg2() });
    let at = rect.left_center() + vec2(10.0, 0.0);
    let color = if over { theme.t1() } else { theme.t2() };
    widgets::text(ui.painter(), at, Align2::LEFT_CENTER, &words, BODY, color, go.rect.width() - 12.0);
    icon::draw(ui.painter(), Icon::Chevron, more.rect.center(), theme.t3());
    if go.clicked() {
        cx.push(Command::RunUntil(state.goal));
    }
    let popup = Popup::menu(&more).close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    popup.show(|ui| goals(ui, cx, state));
    go.on_hover_text("Goes on as fast as possible and stops there by itself");
    more.on_hover_text("Other goals: timeout, flow complete, the end, an instant");
}

fn half(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, name: &str) -> Response {
    let response = ui.interact(rect, ui.id().with(("until", name)), Sense::click());
    widgets::focus_ring(ui, cx.theme, &response, rect);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, name));
    response
}

fn follow_width(painter: &Painter) -> f32 {
    let slow =
        ["slow: dup ACK", "slow: timeout", "quick: silence"].map(|words| widgets::width_of(painter, words, VALUE));
    23.0 + slow.into_iter().fold(widgets::width_of(painter, "Follow", BODY), f32::max)
}

/// For which event it is slow now, or over what it hurries.
fn slow_for(cx: &Cx<'_>) -> Option<&'static str> {
    let now = cx.view.now();
    if cx.session.hurries() {
        return Some("quick: silence");
    }
    if !cx.session.is_playing() || !cx.session.follow.is_slow(now) {
        return None;
    }
    let from = SimTime::from_nanos(now.nanos().saturating_sub(AFTER.nanos()));
    let marks = cx.view.recorder().marks().range(from, now.saturating_add(BEFORE));
    Some(match marks.first().map(|(_, mark)| mark.kind) {
        Some(MarkKind::ThirdDuplicateAck) => "slow: dup ACK",
        Some(MarkKind::Timeout) => "slow: timeout",
        Some(MarkKind::RouteChange) => "slow: route",
        _ => "slow: loss",
    })
}

fn follow(ui: &mut Ui, cx: &mut Cx<'_>, rect: Rect) {
    let theme = cx.theme;
    let on = cx.session.follow.enabled;
    let slow = slow_for(cx);
    let response = ui.interact(rect, ui.id().with("follow"), Sense::click());
    let square = Rect::from_center_size(pos2(rect.left() + 7.0, rect.center().y), vec2(14.0, 14.0));
    let painter = ui.painter();
    let fill = if response.hovered() { theme.bg3() } else { theme.bg2() };
    painter.rect_filled(square, 2.0, fill);
    painter.rect_stroke(square, 2.0, egui::Stroke::new(1.0, theme.edge()), egui::StrokeKind::Inside);
    if on {
        icon::draw(painter, Icon::Tick, square.center(), theme.t1());
    }
    let color = if response.hovered() { theme.t1() } else { theme.t2() };
    let at = pos2(square.right() + 8.0, rect.center().y);
    let (words, font, color) = slow.map_or(("Follow", BODY, color), |words| (words, VALUE, theme.warn()));
    widgets::text(painter, at, Align2::LEFT_CENTER, words, font, color, rect.right() - at.x);
    widgets::focus_ring(ui, theme, &response, rect);
    response.widget_info(|| WidgetInfo::selected(WidgetType::Checkbox, true, on, "Follow"));
    if response.clicked() {
        cx.push(Command::SetFollow(!on));
    }
    response
        .on_hover_text("Slows down by itself, to 20 ms a second, around losses, third duplicate ACKs and timeouts (L)");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_the_speed_gets_shorter() {
        for (speed, exception) in [
            (Speed::Ratio(0.02), None),
            (Speed::Ratio(0.02), Some("quick: silence")),
            (Speed::Unlimited, None),
            (Speed::Unlimited, Some("reaches 12 s")),
        ] {
            let lengths: Vec<usize> = forms(speed, exception).iter().map(|form| form.concat().len()).collect();
            assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
        }
    }
}
