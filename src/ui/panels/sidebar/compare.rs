//! How a branch compares with the line that it left: signed differences, and the first thing that differs.

use egui::{Align2, Sense, Ui, WidgetInfo, WidgetType, pos2};

use crate::energy::ledger::RadioState;
use crate::ids::FlowId;
use crate::metrics::{MarkKind, Metric, Owner};
use crate::session::difference::{self, Difference};
use crate::session::{Command, Line, LineId, View};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::theme;
use crate::ui::widgets::{self, FIGURE, SMALL, VALUE};
use crate::units::{SimDuration, SimTime};

/// So much simulated time is compared without being asked: it takes some ten milliseconds.
const QUICK: SimDuration = SimDuration::from_secs(3);

/// The first difference that was found, and for which lines.
#[derive(Clone, Debug, Default)]
pub(super) struct Found {
    key: Option<Key>,
    difference: Option<Difference>,
}

/// Which lines were compared, how far, and with which commands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Key {
    lines: (LineId, LineId),
    from: SimTime,
    until: SimTime,
    commands: (usize, usize),
}

impl Key {
    /// Whether what was found for `self` still holds for `now`: the same runs, known at least as far.
    fn covers(&self, now: &Self, found: bool) -> bool {
        let same = (self.lines, self.from, self.commands) == (now.lines, now.from, now.commands);
        same && if found { now.until >= self.until } else { now.until == self.until }
    }
}

/// The branch to compare, and the line that it left.
fn pair<'a>(cx: &Cx<'a>) -> Option<(&'a Line, &'a Line, SimTime)> {
    let session = cx.session;
    let of = |branch: &'a Line| {
        let fork = branch.fork?;
        Some((session.line_named(fork.from)?, branch, fork.at))
    };
    let here = session.line();
    of(here).or_else(|| {
        session.lines().iter().rev().filter(|line| line.fork.is_some_and(|fork| fork.from == here.id)).find_map(of)
    })
}

/// Draws it, if there is a branch.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, found: &mut Found) {
    let Some((old, new, from)) = pair(cx) else { return };
    let until = old.frontier().min(new.frontier());
    let [a, b] = [old, new].map(|line| cx.session.letter(line.id));
    let title = format!("{b} against {a}, {:.1} to {:.1} s", from.secs_f64(), until.secs_f64());
    widgets::section(ui, cx.theme, &title, "");
    ui.add_space(2.0);
    let theme = cx.theme;
    if until <= from.saturating_add(SimDuration::from_millis(20)) {
        let shorter = if new.frontier() <= old.frontier() { b } else { a };
        widgets::paragraph(ui, &format!("{shorter} has not gone on yet: watch it and press Space."), SMALL, theme.t3());
    } else {
        for row in rows(old, new, from, until) {
            delta(ui, cx, &row);
        }
        first(ui, cx, found, (old, new), (from, until));
    }
    widgets::rule(ui, theme, 9.0);
}

/// One difference.
struct Row {
    name: String,
    value: String,
    unit: &'static str,
    hint: String,
}

fn rows(old: &Line, new: &Line, from: SimTime, until: SimTime) -> Vec<Row> {
    let views = [old, new].map(|line| View::new(line.run()));
    let seconds = until.since(from).secs_f64();
    let bytes = |view: &View<'_>, flow: FlowId| {
        let series = view.recorder().series(Metric::Goodput, Owner::Flow(flow));
        let at = |at| series.and_then(|series| series.value_at(at)).unwrap_or(0.0);
        at(until) - at(from)
    };
    let mut rows = Vec::new();
    let blueprint = views[0].scenario().blueprint.clone();
    let mut total = [0.0, 0.0];
    for (flow, spec) in (0..).map(FlowId).zip(&blueprint.flows) {
        let [a, b] = [0, 1].map(|n: usize| bytes(&views[n], flow));
        total = [total[0] + a, total[1] + b];
        rows.push(Row {
            name: format!("goodput of {}", spec.name),
            value: format::signed((b - a) * 8e-3 / seconds, 0),
            unit: "kb/s",
            hint: format!(
                "{} in the branch, {} before: payload delivered in order since the fork",
                kbps(b, seconds),
                kbps(a, seconds)
            ),
        });
    }
    let timeouts = |view: &View<'_>| {
        view.recorder().marks().range(from, until).iter().filter(|(_, mark)| mark.kind == MarkKind::Timeout).count()
    };
    let [a, b] = [timeouts(&views[0]), timeouts(&views[1])];
    if a + b > 0 {
        rows.push(Row {
            name: "timeouts".to_owned(),
            value: format::signed(b as f64 - a as f64, 0),
            unit: "",
            hint: format!("{b} in the branch, {a} before, since the fork"),
        });
    }
    let [a, b] = [0, 1].map(|n: usize| joules(&views[n], from, until) / (8.0 * total[n]));
    if a > 0.0 && a.is_finite() && b.is_finite() {
        rows.push(Row {
            name: "joules per bit".to_owned(),
            value: format::signed((b / a - 1.0) * 100.0, 0),
            unit: "%",
            hint: format!(
                "{:.3} µJ a bit in the branch, {:.3} before: all radios, by all bits of goodput since the fork",
                b * 1e6,
                a * 1e6
            ),
        });
    }
    rows
}

fn kbps(bytes: f64, seconds: f64) -> String {
    format!("{} kb/s", format::digits3(bytes * 8e-3 / seconds))
}

fn joules(view: &View<'_>, from: SimTime, until: SimTime) -> f64 {
    let Some(totals) = view.totals() else { return 0.0 };
    let at = |at| -> f64 { RadioState::ALL.iter().filter_map(|state| totals.joules(*state).value_at(at)).sum() };
    at(until) - at(from)
}

fn delta(ui: &mut Ui, cx: &Cx<'_>, row: &Row) {
    let (rect, response) = widgets::row(ui, 21.0, Sense::hover());
    let theme = cx.theme;
    let (painter, y) = (ui.painter(), rect.center().y);
    let right = rect.right() - theme::INSET;
    let unit = widgets::width_of(painter, "kb/s", SMALL);
    widgets::text(painter, pos2(right - unit, y), Align2::LEFT_CENTER, row.unit, SMALL, theme.t3(), unit + 1.0);
    let number = pos2(right - unit - 6.0, y);
    let number = widgets::text(painter, number, Align2::RIGHT_CENTER, &row.value, FIGURE, theme.t1(), 90.0);
    let left = pos2(rect.left() + theme::INSET, y);
    let room = number.left() - left.x - 6.0;
    widgets::text(painter, left, Align2::LEFT_CENTER, &row.name, VALUE, theme.t2(), room);
    let words = format!("{}: {} {}", row.name, row.value, row.unit);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &words));
    response.on_hover_text(format!("{words}\n{}", row.hint));
}

/// The first thing that differs, found when it is quick or when asked.
fn first(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    found: &mut Found,
    (old, new): (&Line, &Line),
    (from, until): (SimTime, SimTime),
) {
    let commands = [old, new].map(|line| line.run().log().entries().len());
    let key = Key { lines: (old.id, new.id), from, until, commands: (commands[0], commands[1]) };
    let known = found.key.is_some_and(|known| known.covers(&key, found.difference.is_some()));
    ui.add_space(4.0);
    if !known {
        let look = || Found { key: Some(key), difference: difference::first(old, new, from) };
        if !cx.session.is_playing() && until.since(from) <= QUICK {
            *found = look();
        } else {
            let (rect, _) = widgets::row(ui, 26.0, Sense::hover());
            let rect = rect.with_min_x(rect.left() + theme::INSET).with_max_x(rect.right() - theme::INSET);
            let button = widgets::Button::new("Find the first difference").put(ui, cx.theme, rect);
            if button.on_hover_text("Runs both lines once more from the fork and compares all that happens").clicked() {
                *found = look();
            }
            return;
        }
    }
    tell(ui, cx, found.difference.as_ref(), until);
}

fn tell(ui: &mut Ui, cx: &mut Cx<'_>, difference: Option<&Difference>, until: SimTime) {
    let theme = cx.theme;
    let Some(Difference { at, text }) = difference else {
        let words = format!("No difference up to {}.", format::time_s(until));
        widgets::paragraph(ui, &words, SMALL, theme.t3());
        return;
    };
    let (rect, _) = widgets::row(ui, 18.0, Sense::hover());
    let left = pos2(rect.left() + theme::INSET, rect.center().y);
    let words =
        widgets::text(ui.painter(), left, Align2::LEFT_CENTER, "First difference at", SMALL, theme.t3(), rect.width());
    let time = format::time_s(*at);
    let width = widgets::width_of(ui.painter(), &time, FIGURE);
    let fits = words.right() + 6.0 + width <= rect.right() - theme::INSET;
    let place = if fits {
        pos2(words.right() + 6.0, rect.center().y)
    } else {
        let (below, _) = widgets::row(ui, 18.0, Sense::hover());
        pos2(below.left() + theme::INSET, below.center().y)
    };
    let link = widgets::link(ui, theme, place, Align2::LEFT_CENTER, &time, "first difference");
    if link.on_hover_text("Goes there").clicked() {
        cx.push(Command::Seek(at.saturating_add(SimDuration::from_nanos(1))));
    }
    widgets::paragraph(ui, &format!("{text}."), SMALL, theme.t3());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_found_holds_while_the_runs_are_the_same() {
        let at = SimTime::from_nanos;
        let key = Key { lines: (LineId(0), LineId(1)), from: at(5), until: at(9), commands: (0, 1) };
        let later = Key { until: at(12), ..key };
        assert!(key.covers(&later, true) && !key.covers(&later, false));
        assert!(key.covers(&key, false) && !key.covers(&Key { commands: (0, 2), ..key }, true));
    }
}
