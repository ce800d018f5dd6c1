//! What was lost when: drops and timeouts, and below them collisions, in columns of five points.

use egui::{Color32, Painter, Rangef, Rect, pos2};

use crate::metrics::MarkKind;
use crate::session::View;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::plot::TimeScale;
use crate::ui::plot::quads::Quads;
use crate::units::SimTime;

/// Width of a column, and of what is drawn of it.
const COLUMN: (f32, f32) = (5.0, 3.5);

/// What happened in a column.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    /// Packets lost for good.
    drops: u32,
    /// Timers expired.
    timeouts: u32,
    /// Frames lost because signals overlapped.
    collisions: u32,
}

/// What the counts depend on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stamp {
    line: u32,
    marks: (usize, u64),
    totals: u64,
    time: TimeScale,
}

/// The counts, kept while nothing changes.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    stamp: Option<Stamp>,
    counts: Vec<Count>,
    from: f32,
    span: f64,
}

impl Cache {
    /// Draws the columns between `y`.
    pub fn draw(&mut self, painter: &Painter, cx: &Cx<'_>, time: &TimeScale, y: Rangef) {
        let marks = cx.view.recorder().marks();
        let stamp = Stamp {
            line: cx.session.line().id.0,
            marks: (marks.range(SimTime::ZERO, SimTime::MAX).len(), marks.forgotten()),
            totals: cx.view.totals().map_or(0, crate::session::totals::Totals::version),
            time: *time,
        };
        if self.stamp != Some(stamp) {
            self.counts = count(&cx.view, time);
            self.stamp = Some(stamp);
            self.from = time.x.min;
            self.span = time.seconds_a_point() * f64::from(COLUMN.0);
        }
        let bad = cx.theme.bad();
        painter.add(self.columns(y, (bad, cx.theme.mix(cx.theme.bg0(), bad, 0.7))).shape());
        let known = time.x_of(cx.view.frontier()).min(time.x.max);
        painter.hline(Rangef::new(time.x.min, known), y.max - 0.5, (1.0, cx.theme.edge()));
    }

    /// Both kinds have a scale of their own, as collisions are so much more frequent: their greatest number fills 55 % of the height,
    /// that of drops and timeouts all of it.
    fn columns(&self, y: Rangef, (bad, pale): (Color32, Color32)) -> Quads {
        let most = |of: fn(&Count) -> u32| self.counts.iter().map(of).max().unwrap_or(0).max(1) as f32;
        let (collisions, losses) = (most(|c| c.collisions), most(|c| c.drops + c.timeouts));
        let mut quads = Quads::default();
        for (place, count) in self.counts.iter().enumerate() {
            let left = self.from + COLUMN.0 * place as f32 + (COLUMN.0 - COLUMN.1) / 2.0;
            let mut bar = |height: f32, color| {
                let rect = Rect::from_min_max(pos2(left, y.max - height), pos2(left + COLUMN.1, y.max));
                quads.fill(rect, color);
            };
            let full = y.span() - 1.0;
            if count.collisions > 0 {
                bar(2.0 + (0.55 * full - 2.0) * count.collisions as f32 / collisions, pale);
            }
            let lost = count.drops + count.timeouts;
            if lost > 0 {
                bar(0.35 * full + 0.65 * full * lost as f32 / losses, bad);
            }
        }
        quads
    }

    /// What was lost at this place, in words; nothing if nothing was.
    pub fn words(&self, x: f32) -> Option<String> {
        let place = ((x - self.from) / COLUMN.0).floor();
        let count = self.counts.get(if place >= 0.0 { place as usize } else { return None })?;
        let part = |n: u32, one: &str, many: &str| match n {
            0 => None,
            1 => Some(format!("1 {one}")),
            n => Some(format!("{} {many}", format::thousands(u64::from(n)))),
        };
        let parts = [
            part(count.drops, "packet lost", "packets lost"),
            part(count.timeouts, "timeout", "timeouts"),
            part(count.collisions, "collision", "collisions"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        (!parts.is_empty()).then(|| format!("within {} s: {}", format::digits3(self.span), parts.join(", ")))
    }
}

fn count(view: &View<'_>, time: &TimeScale) -> Vec<Count> {
    let columns = (time.x.span() / COLUMN.0).floor().max(1.0) as usize;
    let mut counts = vec![Count::default(); columns];
    for (at, mark) in view.recorder().marks().range(SimTime::ZERO, SimTime::MAX) {
        let place = ((time.x_of(*at) - time.x.min) / COLUMN.0) as usize;
        let count = &mut counts[place.min(columns - 1)];
        match mark.kind {
            MarkKind::Loss => count.drops += 1,
            MarkKind::Timeout => count.timeouts += 1,
            _ => {}
        }
    }
    if let Some(totals) = view.totals() {
        let mut before = 0.0;
        for (place, count) in counts.iter_mut().enumerate() {
            let end = time.time_at(time.x.min + COLUMN.0 * (place + 1) as f32);
            let so_far = totals.collisions().value_at(end).unwrap_or(0.0);
            count.collisions = (so_far - before) as u32;
            before = so_far;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_name_what_was_lost() {
        let counts = vec![Count::default(), Count { drops: 2, timeouts: 1, collisions: 31 }];
        let cache = Cache { stamp: None, counts, from: 100.0, span: 0.2 };
        assert_eq!(cache.words(102.0), None);
        assert_eq!(cache.words(99.0), None);
        assert_eq!(cache.words(107.0).as_deref(), Some("within 0.200 s: 2 packets lost, 1 timeout, 31 collisions"));
    }
}
