//! Frames as blocks: sent, received, lost, overheard.

use egui::{Color32, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, pos2, vec2};

use crate::fact::Role;
use crate::ids::{FlowId, NodeId};
use crate::packet::{BROADCAST, FrameKind};
use crate::palette::{FrameInk, RadioInk};
use crate::session::flight::{Flown, Outcome};
use crate::session::view::{Thing, frames};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::panels::strip::Row;
use crate::ui::plot::TimeScale;
use crate::ui::plot::quads::Quads;
use crate::ui::theme::{self, Theme};
use crate::units::SimTime;

/// Height of a block above the line, as a part of the row.
const UP: f32 = 0.54;

/// Height of a block below the line, as a part of the row.
const DOWN: f32 = 0.30;

/// What a block says about a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Too weak to be decoded there.
    Sensed,
    /// For somebody else.
    Overheard,
    /// It was for this node, and was decoded or is on its way.
    Received,
    /// It was for this node, and was lost.
    Lost,
    /// Sent.
    Sent,
}

/// A block.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Block {
    /// The frame.
    pub flown: Flown,
    /// What it says.
    pub part: Part,
    /// At which node.
    pub node: NodeId,
    /// Where it is drawn.
    pub rect: Rect,
}

impl Block {
    /// Whether it is a thin line that can't be pointed at.
    pub const fn is_thin(&self) -> bool {
        matches!(self.part, Part::Sensed | Part::Overheard)
    }
}

/// The blocks of the shown window, thin lines first, what is sent last.
pub fn gather(cx: &Cx<'_>, rows: &[Row], time: &TimeScale) -> Vec<Block> {
    let Some(flight) = cx.view.flight() else { return Vec::new() };
    let mut hearing: Vec<Option<Vec<(NodeId, bool, bool)>>> = vec![None; cx.view.node_count()];
    let mut blocks = Vec::new();
    for flown in flight.between(time.from, time.until) {
        let Some(known) = hearing.get_mut(flown.from.index()) else { continue };
        let hearers = known.get_or_insert_with(|| cx.view.hearers(flown.from));
        for row in rows {
            let part = if row.node == flown.from {
                Part::Sent
            } else if row.node == flown.to {
                if flown.outcome == Outcome::Lost { Part::Lost } else { Part::Received }
            } else {
                match hearers.iter().find(|(node, _, _)| *node == row.node) {
                    Some((_, true, _)) if flown.to == BROADCAST => Part::Received,
                    Some((_, true, _)) => Part::Overheard,
                    Some((_, _, true)) => Part::Sensed,
                    _ => continue,
                }
            };
            blocks.push(Block { flown: *flown, part, node: row.node, rect: place(row, part, flown, time) });
        }
    }
    blocks.sort_by_key(|block| block.part as u8);
    blocks
}

fn place(row: &Row, part: Part, flown: &Flown, time: &TimeScale) -> Rect {
    let (left, right) = (time.x_of(flown.start), time.x_of(flown.end()));
    let base = row.baseline();
    let height = row.rect.height();
    let (top, bottom) = match part {
        Part::Sent => (base - (height * UP * share(flown)).round(), base),
        Part::Received | Part::Lost => (base + 1.0, base + 1.0 + (height * DOWN).round()),
        Part::Overheard => (base - 1.0, base + 2.0),
        Part::Sensed => (base - 0.75, base + 1.75),
    };
    // Even the shortest is seen.
    Rect::from_min_max(pos2(left, top), pos2(right.max(left + 1.0), bottom))
}

/// Height of a sent block: DATA and TCP ACKs in full, control frames lower.
const fn share(flown: &Flown) -> f32 {
    match (flown.kind, flown.flow) {
        (FrameKind::Data, Some(_)) => 1.0,
        (FrameKind::Data, None) | (FrameKind::Rts, _) => 0.8,
        (FrameKind::Cts | FrameKind::Ack, _) => 0.62,
    }
}

/// The colour of a frame.
pub fn color(flown: &Flown, theme: Theme) -> Color32 {
    match (flown.kind, flown.flow) {
        (FrameKind::Rts, _) => theme.ink(FrameInk::Rts.ink()),
        (FrameKind::Cts, _) => theme.ink(FrameInk::Cts.ink()),
        (FrameKind::Ack, _) => theme.ink(FrameInk::MacAck.ink()),
        (FrameKind::Data, Some(flow)) => theme.flow(flow),
        (FrameKind::Data, None) => theme.ink(FrameInk::Routing.ink()),
    }
}

/// Whose frame it is, while the pointer is over another flow: then it is drawn paler.
fn is_pale(cx: &Cx<'_>, flow: Option<FlowId>) -> bool {
    matches!((cx.hovered, flow), (Some(Thing::Flow(hovered)), Some(flow)) if hovered != flow)
}

/// Draws them.
pub fn draw(painter: &Painter, cx: &Cx<'_>, blocks: &[Block], time: &TimeScale) {
    let theme = cx.theme;
    let mut quads = Quads::default();
    let mut above: Vec<Shape> = Vec::new();
    let known = time.x_of(cx.view.frontier());
    for block in blocks {
        let flown = &block.flown;
        let full = color(flown, theme);
        let full = if is_pale(cx, flown.flow) { theme.mix(theme.bg0(), full, 0.4) } else { full };
        let hollow = flown.kind == FrameKind::Data && flown.role == Some(Role::Ack);
        match block.part {
            Part::Sensed => quads.fill(block.rect, theme.ink(RadioInk::Busy.ink())),
            Part::Overheard => quads.fill(block.rect, theme.ink(RadioInk::Receive.ink())),
            Part::Lost => {
                quads.fill(block.rect, theme.bad());
                let at = pos2(block.rect.center().x, block.rect.top() - 4.5);
                above.extend(glyph::cross(at, 3.0, Stroke::new(1.5, theme.bad())));
            }
            Part::Received if flown.kind != FrameKind::Data => quads.fill(block.rect, full),
            Part::Received => {
                if !hollow {
                    quads.fill(block.rect, theme.mix(theme.bg0(), full, 0.5));
                }
                quads.outline(block.rect, 1.0, full);
            }
            Part::Sent if hollow => quads.outline(block.rect, 1.0, full),
            Part::Sent => sent(&mut quads, &mut above, block, known, full, theme),
        }
    }
    painter.add(quads.shape());
    painter.extend(above);
    for block in blocks.iter().filter(|block| block.part == Part::Sent && block.rect.height() >= 11.0) {
        name(painter, cx, block);
    }
    rings(painter, cx, blocks);
}

/// The name of a frame in its block, where it fits.
fn name(painter: &Painter, cx: &Cx<'_>, block: &Block) {
    let rect = block.rect.intersect(painter.clip_rect());
    let hollow = block.flown.role == Some(Role::Ack) || block.rect.right() > painter.clip_rect().right();
    // Numbers take some 50 points: what is narrower need not be looked up.
    if rect.width() < 50.0 || hollow || block.flown.kind != FrameKind::Data {
        return;
    }
    let words = frames::label(&block.flown, &cx.view);
    let galley = theme::galley(painter, &words, theme::AXIS, theme::STRONG, false, cx.theme.bg0());
    if galley.size().x + 8.0 <= rect.width() {
        let at = pos2(rect.left() + 5.0, rect.center().y - galley.size().y / 2.0);
        painter.galley(at, galley, cx.theme.bg0());
    }
}

/// A sent block: the part that has not left yet is only outlined; a retransmission is hatched.
fn sent(quads: &mut Quads, above: &mut Vec<Shape>, block: &Block, known: f32, color: Color32, theme: Theme) {
    let rect = block.rect;
    if rect.right() > known + 0.5 {
        quads.fill(rect, theme.mix(theme.bg0(), color, 0.16));
        quads.outline(rect, 1.0, color);
        let done = rect.with_max_x(known.max(rect.left()));
        quads.fill(done, color);
    } else {
        quads.fill(rect, color);
    }
    if block.flown.role == Some(Role::Retransmission) && block.flown.kind == FrameKind::Data {
        hatch(above, rect, Stroke::new(1.5, theme.bg0()));
    }
}

/// Lines at 45 degrees, 6 points apart, within a rectangle.
fn hatch(shapes: &mut Vec<Shape>, rect: Rect, stroke: Stroke) {
    let height = rect.height();
    let mut x = rect.left() - height + 6.0 - (rect.left() - height).rem_euclid(6.0);
    while x < rect.right() {
        let clip = |x: f32, y: f32| -> Pos2 {
            // Along the line from (x, bottom) to the right and up.
            let over = (rect.left() - x).max(0.0);
            pos2(x + over, y - over)
        };
        let start = clip(x, rect.bottom());
        let length = (start.y - rect.top()).min(rect.right() - start.x);
        if length > 0.5 {
            shapes.push(Shape::line_segment([start, start + vec2(length, -length)], stroke));
        }
        x += 6.0;
    }
}

/// Around the selected frame and the one under the pointer.
fn rings(painter: &Painter, cx: &Cx<'_>, blocks: &[Block]) {
    for block in blocks.iter().filter(|block| !block.is_thin()) {
        let thing = Thing::Frame(block.flown.id);
        if cx.is_selected(thing) {
            painter.rect_stroke(block.rect.expand(2.5), 2.0, (2.0, cx.theme.acc()), StrokeKind::Middle);
        } else if cx.hovered == Some(thing) {
            painter.rect_stroke(block.rect.expand(1.5), 2.0, (1.0, cx.theme.t1()), StrokeKind::Middle);
        }
    }
}

/// A frame in words.
pub fn tell(cx: &Cx<'_>, block: &Block) -> String {
    let flown = &block.flown;
    let outcome = match block.part {
        Part::Lost => ", lost",
        Part::Received if flown.outcome == Outcome::Good => ", received",
        _ => "",
    };
    let air = format::number(flown.air_time.secs_f64() * 1e3, 3);
    let start = format::time_s(flown.start.max(SimTime::ZERO));
    format!("{}{outcome}\n{air} ms on air from {start}, {} B. Click to select.", cx.view.describe(flown), flown.size)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hatch_stays_inside() {
        let mut shapes = Vec::new();
        let rect = Rect::from_min_max(pos2(10.0, 10.0), pos2(40.0, 17.0));
        hatch(&mut shapes, rect, Stroke::new(1.0, Color32::WHITE));
        assert!(shapes.len() >= 5);
        for shape in shapes {
            let Shape::LineSegment { points, .. } = shape else { panic!("a line") };
            assert!(points.iter().all(|p| rect.expand(0.01).contains(*p)), "{points:?}");
        }
    }
}
