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
        let x = Rangef::new(body.left() + 112.0, (body.right() - frame.between(112.0, 126.0)).max(body.left() + 140.0));
        let row = row_height(frame, rows);
        let axis = frame.between(17.0, 20.0);
        let (lens, foot) = if rows > 0 { (frame.between(11.0, 14.0), 23.0) } else { (0.0, 0.0) };
        let strip = lens + row * rows as f32 + foot;
        let height = (body.height() - axis - strip).max(0.0);
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

/// Height of a row: that of the pictures; where fewer nodes share the place, more.
fn row_height(frame: Frame, rows: usize) -> f32 {
    let (usual, most) = if frame.is_small() { (12.4, 7.0) } else { (13.0, 11.0) };
    (usual * most / rows.max(1) as f32).clamp(usual, 24.0)
}

/// How many rows the strip has in a body this high: as the pictures have it, fewer where there is little room.
pub fn rows(body: Rect, frame: Frame, nodes: usize) -> usize {
    let most = if body.height() < 120.0 {
        0
    } else if body.height() < 200.0 {
        3
    } else if body.height() < frame.between(420.0, 440.0) {
        7
    } else {
        11
    };
    nodes.min(most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_measures_of_the_pictures() {
        let large = Frame { size: egui::vec2(1920.0, 1080.0) };
        let body = Rect::from_min_max(pos2(256.0, 431.0), pos2(1532.0, 976.0));
        let lanes = [Lane::Cwnd, Lane::Throughput, Lane::Energy, Lane::Power];
        let layout = Layout::new(body, large, &lanes, rows(body, large, 20));
        assert_eq!((layout.x, layout.row), (Rangef::new(368.0, 1406.0), 13.0));
        assert!((layout.lanes[0].1.height() - 143.0).abs() <= 1.0);
        assert!((layout.foot.bottom() - body.bottom()).abs() < 1.0);
        let small = Frame { size: egui::vec2(1280.0, 720.0) };
        let body = Rect::from_min_max(pos2(188.0, 310.0), pos2(972.0, 634.0));
        assert_eq!(rows(body, small, 11), 7);
        let layout = Layout::new(body, small, &lanes[..3], 7);
        assert_eq!(layout.x, Rangef::new(300.0, 860.0));
        assert!((layout.foot.bottom() - body.bottom()).abs() < 1.0);
    }
}
