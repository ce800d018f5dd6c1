//! Which span of time and which nodes the strip shows.

use egui::{Rangef, Rect, pos2};

use crate::ids::NodeId;
use crate::session::View;
use crate::session::view::Thing;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::strip::Row;
use crate::ui::plot::TimeScale;
use crate::units::{SimDuration, SimTime};

/// The window at first.
const USUAL: SimDuration = SimDuration::from_millis(40);

/// The shortest and the longest window.
const LIMITS: (SimDuration, SimDuration) = (SimDuration::from_micros(100), SimDuration::from_secs(2));

/// Of the window, how much lies right of the cursor: where nothing is known there, and where everything is.
const AHEAD: (f64, f64) = (0.25, 0.71);

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    window: Option<SimDuration>,
    /// The first row, where not all nodes fit.
    first: usize,
    /// The selection that `first` was made for.
    followed: Option<Thing>,
    /// For which cursor and window the last picture was made, and how much lay right of the cursor.
    last: Option<(SimTime, SimDuration, SimDuration)>,
}

impl State {
    /// The span shown.
    pub fn window(&self) -> SimDuration {
        self.window.unwrap_or(USUAL)
    }

    /// Makes the window shorter by so many notches, in round steps.
    pub fn zoom(&mut self, notches: f32) {
        let nanos = self.window().nanos() as f64 * 1.25_f64.powf(-f64::from(notches));
        // Two digits, so that the label stays short; back at the start it is the round number again.
        let unit = 10_f64.powf(nanos.log10().floor() - 1.0);
        let nanos = ((nanos / unit).round() * unit) as u64;
        self.window = Some(SimDuration::from_nanos(nanos.clamp(LIMITS.0.nanos(), LIMITS.1.nanos())));
    }

    /// Moves the rows, where not all fit.
    pub fn scroll(&mut self, rows: i64) {
        self.first = usize::try_from(self.first as i64 + rows).unwrap_or(0);
    }

    /// The strip's time axis. The cursor stands left of the middle, but while the run is at its end there is nothing to show right
    /// of it, so it stands farther right; in between it moves with what is known.
    pub fn scale(&mut self, view: &View<'_>, x: Rangef) -> TimeScale {
        let (now, window) = (view.now(), self.window());
        let until = now.saturating_add(self.ahead(now, view.frontier().since(now)));
        let from = SimTime::from_nanos(until.nanos().saturating_sub(window.nanos()));
        TimeScale { from, until: from.saturating_add(window), x }
    }

    /// How much lies right of the cursor. Where a branch makes what was known there unknown, the window stays, and the cursor moves
    /// through it.
    fn ahead(&mut self, now: SimTime, known: SimDuration) -> SimDuration {
        let window = self.window();
        let part = |share: f64| SimDuration::from_secs_f64(window.secs_f64() * share);
        let (least, most) = (part(AHEAD.0), part(AHEAD.1));
        let same = self.last.filter(|(then, other, _)| *then <= now && *other == window);
        let kept = same.map_or(0, |(then, _, ahead)| ahead.nanos().saturating_sub(now.since(then).nanos()));
        let ahead = known.clamp(least, most).max(SimDuration::from_nanos(kept));
        self.last = Some((now, window, ahead));
        ahead
    }

    /// The rows: all nodes, or as many as fit around the selection.
    pub fn rows(&mut self, cx: &Cx<'_>, layout: &Layout, nodes: &[(NodeId, &str)]) -> Vec<Row> {
        let fitting = (layout.rows.height() / layout.row).round() as usize;
        if self.followed != cx.selected {
            self.followed = cx.selected;
            if let Some(place) = place(cx, nodes) {
                self.first = place.saturating_sub(fitting / 2);
            }
        }
        self.first = self.first.min(nodes.len().saturating_sub(fitting));
        let shown = nodes.iter().skip(self.first).take(fitting).enumerate();
        let rect = |place: usize| {
            let top = layout.rows.top() + layout.row * place as f32;
            Rect::from_min_max(pos2(layout.body.left(), top), pos2(layout.body.right(), top + layout.row))
        };
        shown.map(|(place, (node, name))| Row { node: *node, name: (*name).to_owned(), rect: rect(place) }).collect()
    }
}

/// The place of the selection among the nodes.
fn place(cx: &Cx<'_>, nodes: &[(NodeId, &str)]) -> Option<usize> {
    let node = match cx.selected? {
        Thing::Node(node) => node,
        Thing::Flow(flow) => cx.view.flow(flow)?.from,
        Thing::Frame(frame) => cx.view.flight()?.frame(frame)?.from,
        Thing::Link(_) | Thing::Fact(_) => return None,
    };
    nodes.iter().position(|(id, _)| *id == node)
}

/// The nodes with a radio, with their names.
pub fn wireless<'a>(view: &View<'a>) -> Vec<(NodeId, &'a str)> {
    let nodes = (0..).map(NodeId).zip(&view.scenario().blueprint.nodes);
    nodes.filter(|(_, spec)| spec.position.is_some()).map(|(id, spec)| (id, spec.name.as_str())).collect()
}

/// A span in the unit that gives it two or three digits.
pub fn words(span: SimDuration) -> String {
    let seconds = span.secs_f64();
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let text = format::digits3(value);
    let text = if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_window_stays_where_a_branch_begins() {
        let mut state = State::default();
        let at = |millis: u64| SimTime::from_nanos(millis * 1_000_000);
        let ms = SimDuration::from_millis;
        assert_eq!(state.ahead(at(100), SimDuration::from_nanos(0)), ms(10), "at the end of the run");
        let far = state.ahead(at(90), ms(1_000));
        assert_eq!(far, SimDuration::from_secs_f64(0.04 * AHEAD.1));
        assert_eq!(state.ahead(at(90), SimDuration::from_nanos(0)), far, "what lay ahead is forgotten");
        assert_eq!(
            state.ahead(at(95), SimDuration::from_nanos(0)) + ms(5),
            far,
            "the cursor moves, the window does not"
        );
        assert_eq!(state.ahead(at(150), SimDuration::from_nanos(0)), ms(10));
    }

    #[test]
    fn windows_in_words_and_within_limits() {
        let mut state = State::default();
        assert_eq!(words(state.window()), "40 ms");
        state.zoom(1.0);
        assert_eq!(words(state.window()), "32 ms");
        state.zoom(100.0);
        assert_eq!(words(state.window()), "100 µs");
        state.zoom(-200.0);
        assert_eq!(words(state.window()), "2 s");
        state.scroll(-3);
        assert_eq!(state.first, 0);
    }
}
