//! The run and its branches, each as a line as far as it has come; keyframes and commands on the watched one.

use egui::epaint::CubicBezierShape;
use egui::{Align2, Color32, Painter, Pos2, Rangef, Rect, Sense, Shape, Stroke, Ui, pos2, vec2};

use crate::ids::FlowId;
use crate::palette::EventShape;
use crate::session::Line;
use crate::session::command::Command;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::panels::timeline::Places;
use crate::ui::theme::{self, AXIS, SMALL, STRONG};
use crate::units::SimTime;

/// Height of a line of text, below which names would overlap.
const READABLE: f32 = 11.5;

/// Width of a column of letters.
const LETTER: f32 = 15.0;

/// Draws them.
pub(super) fn draw(ui: &Ui, cx: &mut Cx<'_>, places: &Places) {
    let painter = ui.painter();
    let lines = cx.session.lines();
    let count = lines.len();
    let pitch = pitch(count, places.lines.span());
    let y_of = |place: usize| places.lines.min + pitch * place as f32;
    let color = cx.theme.flow(FlowId(0));
    keyframes(painter, cx, places);
    for (place, line) in lines.iter().enumerate() {
        name(ui, cx, places, (line, place), (y_of(place), pitch));
        match fork(cx, line) {
            None => whole(painter, cx, places, line, y_of(place), color),
            Some((parent, at)) => {
                let end = branch(painter, cx, places, (line, place, at), (y_of(parent), y_of(place)), color);
                if pitch >= READABLE || line.id == cx.session.line().id {
                    run_to(painter, cx, places, line, end);
                }
            }
        }
    }
    let watched = lines.iter().position(|line| line.id == cx.session.line().id).unwrap_or(0);
    for command in cx.view.commands() {
        // What was given before a branch began stands on the line that it left.
        let mut place = watched;
        while let Some((parent, _)) = fork(cx, &lines[place]).filter(|(_, began)| command.at < *began) {
            place = parent;
        }
        let at = pos2(places.time.x_of(command.at), y_of(place));
        glyph::event(painter, at, EventShape::TriangleRight, cx.theme);
    }
}

/// The place of the line that `line` left, and when.
fn fork(cx: &Cx<'_>, line: &Line) -> Option<(usize, SimTime)> {
    let fork = line.fork?;
    let parent = cx.session.lines().iter().position(|other| other.id == fork.from)?;
    Some((parent, fork.at))
}

/// From line to line, where `count` of them have so much room.
fn pitch(count: usize, room: f32) -> f32 {
    if count > 1 { ((room - 4.0) / (count - 1) as f32).min(14.0) } else { 14.0 }
}

/// The name of a line: in full where lines are far enough apart, else its letter, beside those of its neighbours.
fn name(ui: &Ui, cx: &mut Cx<'_>, places: &Places, (line, place): (&Line, usize), (y, pitch): (f32, f32)) {
    let watched = line.id == cx.session.line().id;
    let words = format!("{} {}", cx.session.letter(line.id), line.title);
    let (left, right) = (places.area.left() + 6.0, places.time.x.min - 6.0);
    let (short, area) = if pitch >= READABLE {
        // When it began can be seen here.
        let half = (pitch / 2.0).min(7.0);
        let short = words.split(" from ").next().unwrap_or(&words).to_owned();
        (short, Rect::from_min_max(pos2(left, y - half), pos2(right, y + half)))
    } else {
        let columns = (READABLE / pitch).ceil().max(1.0) as usize;
        let right = right - LETTER * (place % columns) as f32;
        let letter = cx.session.letter(line.id).to_string();
        (letter, Rect::from_min_max(pos2((right - LETTER).max(left), y - 6.0), pos2(right, y + 6.0)))
    };
    let response = ui.interact(area, ui.id().with(("line", line.id)), Sense::click());
    let (weight, color) = match (watched, response.hovered()) {
        (true, _) => (STRONG, cx.theme.t1()),
        (_, true) => (400.0, cx.theme.t1()),
        _ => (400.0, cx.theme.t2()),
    };
    let mut job = egui::text::LayoutJob::single_section(short, theme::format(SMALL, weight, false, color));
    job.wrap = egui::text::TextWrapping::truncate_at_width(area.width() - 4.0);
    let galley = ui.painter().layout_job(job);
    let corner = Align2::RIGHT_CENTER.anchor_size(pos2(area.right() - 4.0, y), galley.size()).min;
    ui.painter().galley(corner, galley, color);
    response.widget_info(|| egui::WidgetInfo::selected(egui::WidgetType::RadioButton, true, watched, &words));
    if response.clicked() && !watched {
        cx.push(Command::Watch(line.id));
    }
    let hint = if watched { "the line that is shown" } else { "click to show this line" };
    response.on_hover_text(format!("{words}, known up to {}: {hint}", format::time_s(line.frontier())));
}

/// A line from the start: solid as far as it is known, thin where it is not.
fn whole(painter: &Painter, cx: &Cx<'_>, places: &Places, line: &Line, y: f32, color: Color32) {
    let x = places.time.x;
    let known = places.time.x_of(line.frontier()).min(x.max);
    let faint = cx.theme.mix(cx.theme.bg1(), cx.theme.edge(), 0.5);
    painter.hline(Rangef::new(known, x.max), y, (1.0, faint));
    painter.hline(Rangef::new(x.min, known), y, (2.5, color));
}

/// A branch: a ring where it left, a curve to its own height, dots as far as it is known. Gives where they end.
fn branch(
    painter: &Painter,
    cx: &Cx<'_>,
    places: &Places,
    (line, place, at): (&Line, usize, SimTime),
    (from, to): (f32, f32),
    color: Color32,
) -> Pos2 {
    let start = pos2(places.time.x_of(at), from);
    let turn = start.x + 12.0;
    let mut path = curve(start, pos2(turn, to));
    let end = places.time.x_of(line.frontier()).min(places.time.x.max);
    let end = pos2(end.max(turn), to);
    path.push(end);
    glyph::dotted(painter, &path, glyph::pitch(place), 2.0, color);
    painter.circle(start, 3.5, cx.theme.bg1(), Stroke::new(2.0, color));
    end
}

/// How far a branch is known, in words behind its end; where lines are close, only for the one that is shown.
fn run_to(painter: &Painter, cx: &Cx<'_>, places: &Places, line: &Line, end: Pos2) {
    let decimals = usize::from(!line.frontier().nanos().is_multiple_of(1_000_000_000));
    let words = format!("run to {} s", format::number(line.frontier().secs_f64(), decimals));
    let galley = theme::galley(painter, &words, AXIS, 400.0, false, cx.theme.t3());
    let place = end + vec2(8.0, -galley.size().y / 2.0);
    if place.x + galley.size().x < places.time.x.max {
        painter.galley(place, galley, cx.theme.t3());
    }
}

/// Leaves downward and comes in level.
fn curve(from: Pos2, to: Pos2) -> Vec<Pos2> {
    let points = [from, from + vec2(1.0, (to.y - from.y) * 0.7), pos2(to.x - 8.0, to.y), to];
    let shape = CubicBezierShape::from_points_stroke(points, false, Color32::TRANSPARENT, Stroke::NONE);
    shape.flatten(Some(0.2))
}

/// Where a seek can start from: short ticks above the watched line.
fn keyframes(painter: &Painter, cx: &Cx<'_>, places: &Places) {
    let y = Rangef::new(places.keyframes - 3.5, places.keyframes);
    let mut last = f32::MIN;
    let mut shapes = Vec::new();
    for at in cx.view.keyframes() {
        let x = places.time.x_of(at).round() + 0.5;
        if x - last >= 4.0 && x <= places.time.x.max {
            shapes.push(Shape::vline(x, y, Stroke::new(1.5, cx.theme.t3())));
            last = x;
        }
    }
    painter.extend(shapes);
}

/// The commands near the pointer, as a script has them, with their times.
pub(super) fn commands_near(cx: &Cx<'_>, places: &Places, pointer: Pos2) -> Vec<String> {
    let near = cx.view.commands().iter().filter(|command| (places.time.x_of(command.at) - pointer.x).abs() <= 6.0);
    near.take(4).map(|c| format!("{}: {}", format::time_s(c.at), cx.session.words(&c.command))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_lines_have_their_names_even_in_a_low_window() {
        assert!(pitch(2, 18.0) >= READABLE && pitch(3, 27.0) >= READABLE);
        assert!(pitch(9, 27.0) > 2.0);
    }
}
