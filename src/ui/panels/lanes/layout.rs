//! Where everything is: gutters, lanes, axis, lens, strip, foot.

use egui::{Rangef, Rect, pos2};

use crate::ui::cx::Frame;
use crate::ui::panels::lanes::Lane;

/// Places, in points of the window.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Everything below the header.
    pub body: Rect,
    /// From where to where curves are drawn.
    pub x: Rangef,
    /// The lanes that are shown with their full-width rectangles.
    pub lanes: Vec<(Lane, Rect)>,
    /// The time axis.
    pub axis: Rect,
    /// Between axis and strip.
    pub lens: Rect,
    /// The strip's rows.
    pub rows: Rect,
    /// Height of a row.
    pub row: f32,
    /// Below the strip: its time axis.
    pub foot: Rect,
}

impl Layout {
    /// Divides `body` among `lanes`, with `rows` rows of the strip (none: no strip at all).
    pub fn new(body: Rect, frame: Frame, lanes: &[Lane], rows: usize) -> Self {
        let gutter = if body.width() < NARROW { 96.0 } else { 112.0 };
        let right = if body.width() < NARROW { 96.0 } else { frame.between(112.0, 126.0) };
        let x = Rangef::new(body.left() + gutter, (body.right() - right).max(body.left() + 140.0));
        let axis = frame.between(17.0, 20.0);
        let (lens, foot) = around(frame, rows);
        let row = row_height(frame, rows, body.height() - axis - lens - foot - least(lanes));
        let height = (body.height() - axis - lens - row * rows as f32 - foot).max(0.0);
        let total: f32 = lanes.iter().map(|lane| lane.weight()).sum();
        let mut top = body.top();
        let mut places = Vec::new();
        for lane in lanes {
            let bottom = (top + height * lane.weight() / total.max(1.0)).round().max(top);
            places.push((*lane, Rect::from_min_max(pos2(body.left(), top), pos2(body.right(), bottom))));
            top = bottom;
        }
        let top = if lanes.is_empty() { body.top() } else { top };
        let mut y = top;
        let mut band = |height: f32| {
            let rect = Rect::from_min_max(pos2(body.left(), y), pos2(body.right(), y + height));
            y += height;
            rect
        };
        let [axis, lens, rows, foot] = [axis, lens, row * rows as f32, foot].map(&mut band);
        Self { body, x, lanes: places, axis, lens, rows, row, foot }
    }

    /// The part of a full-width rectangle where curves are drawn.
    pub fn plot(&self, rect: Rect) -> Rect {
        Rect::from_x_y_ranges(self.x, rect.y_range())
    }
}

/// A body narrower than this has narrower gutters, in points.
const NARROW: f32 = 420.0;

/// Lower than this a lane can't be read, in points.
pub const LEAST: f32 = 33.0;

/// Fewer rows than these are no strip, unless there are no more nodes.
const FEWEST_ROWS: usize = 3;

/// Which lanes give way where there is little room, the first one first; the others stay.
const GIVE_WAY: [Lane; 4] = [Lane::Power, Lane::Energy, Lane::Rtt, Lane::Throughput];

/// Height of the lens and of the foot of a strip with so many rows.
fn around(frame: Frame, rows: usize) -> (f32, f32) {
    if rows > 0 { (frame.between(11.0, 14.0), 23.0) } else { (0.0, 0.0) }
}

/// The least height of a strip with so many rows.
fn strip_height(frame: Frame, rows: usize) -> f32 {
    let (lens, foot) = around(frame, rows);
    lens + usual_rows(frame).0 * rows as f32 + foot
}

/// Rows of the strip in the pictures: their height, and how many there are.
fn usual_rows(frame: Frame) -> (f32, usize) {
    if frame.is_small() { (12.4, 7) } else { (13.0, 11) }
}

/// Height of a row of so many: that of the pictures; where fewer share the place and `room` allows it, more.
fn row_height(frame: Frame, rows: usize, room: f32) -> f32 {
    let (usual, most) = usual_rows(frame);
    let shared = usual * most as f32 / rows.max(1) as f32;
    shared.clamp(usual, 24.0).min(room / rows.max(1) as f32).max(usual)
}

/// Which of the `wanted` lanes have room in `body`, from top to bottom, and how many rows of the strip for so many nodes. The strip
/// gives way first, row by row; then lanes do, the most important one never.
pub fn fitting(body: Rect, frame: Frame, wanted: &[Lane], nodes: usize) -> (Vec<Lane>, usize) {
    let room = body.height() - frame.between(17.0, 20.0);
    let mut lanes: Vec<Lane> = wanted.iter().copied().filter(|lane| *lane != Lane::Radio).collect();
    for lane in GIVE_WAY {
        if least(&lanes) <= room || lanes.len() < 2 {
            break;
        }
        lanes.retain(|other| *other != lane);
    }
    let most = if wanted.contains(&Lane::Radio) { nodes.min(most_rows(body, frame)) } else { 0 };
    let fewest = FEWEST_ROWS.min(most.max(1));
    let rows = (fewest..=most).rev().find(|rows| least(&lanes) + strip_height(frame, *rows) <= room);
    (lanes, rows.unwrap_or(0))
}

/// The height at which the lowest of `lanes` can still be read.
fn least(lanes: &[Lane]) -> f32 {
    let total: f32 = lanes.iter().map(|lane| lane.weight()).sum();
    lanes.iter().map(|lane| lane.weight()).reduce(f32::min).map_or(0.0, |lowest| LEAST * total / lowest)
}

/// As the pictures have it.
fn most_rows(body: Rect, frame: Frame) -> usize {
    if body.height() < frame.between(420.0, 440.0) { 7 } else { 11 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measures_of_the_pictures() {
        let large = Frame { size: egui::vec2(1920.0, 1080.0) };
        let body = Rect::from_min_max(pos2(256.0, 431.0), pos2(1532.0, 976.0));
        let lanes = [Lane::Cwnd, Lane::Throughput, Lane::Energy, Lane::Power];
        let all = [Lane::Cwnd, Lane::Throughput, Lane::Energy, Lane::Power, Lane::Radio];
        assert_eq!(fitting(body, large, &all, 20), (lanes.to_vec(), 11));
        let layout = Layout::new(body, large, &lanes, 11);
        assert_eq!((layout.x, layout.row), (Rangef::new(368.0, 1406.0), 13.0));
        assert!((layout.lanes[0].1.height() - 143.0).abs() <= 1.0);
        assert!((layout.foot.bottom() - body.bottom()).abs() < 1.0);
        let small = Frame { size: egui::vec2(1280.0, 720.0) };
        let body = Rect::from_min_max(pos2(188.0, 310.0), pos2(972.0, 634.0));
        let usual = [Lane::Cwnd, Lane::Throughput, Lane::Energy, Lane::Radio];
        assert_eq!(fitting(body, small, &usual, 11), (lanes[..3].to_vec(), 7));
        let layout = Layout::new(body, small, &lanes[..3], 7);
        assert_eq!(layout.x, Rangef::new(300.0, 860.0));
        assert!((layout.foot.bottom() - body.bottom()).abs() < 1.0);
    }

    #[test]
    fn where_there_is_little_room_the_strip_gives_way_first_then_energy_then_throughput() {
        let small = Frame { size: egui::vec2(900.0, 600.0) };
        let wanted = [Lane::Cwnd, Lane::Throughput, Lane::Energy, Lane::Radio];
        let fits = |height: f32| {
            let body = Rect::from_min_size(pos2(0.0, 0.0), egui::vec2(700.0, height));
            let (lanes, rows) = fitting(body, small, &wanted, 9);
            let layout = Layout::new(body, small, &lanes, rows);
            assert!(layout.lanes.iter().all(|(_, rect)| rect.height() >= LEAST - 1.0 || lanes.len() == 1), "{height}");
            (lanes.len(), rows)
        };
        assert_eq!(
            [400.0, 260.0, 200.0, 130.0, 100.0, 30.0].map(fits),
            [(3, 7), (3, 6), (3, 0), (2, 0), (1, 0), (1, 0)]
        );
    }
}
