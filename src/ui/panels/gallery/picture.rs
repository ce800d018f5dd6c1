//! A card's picture: what is kept of a run, and how it is drawn.

use egui::{Align2, Color32, Painter, Pos2, Rect, Shape, Stroke, pos2, vec2};

use crate::energy::ledger::RadioState;
use crate::ids::{FlowId, PacketId};
use crate::packet::FrameKind;
use crate::palette::{self, EventShape, FrameInk, RadioInk};
use crate::session::view::RadioView;
use crate::ui::glyph;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, Font};

const LABEL: Font = (theme::SMALL, 400.0, false);

/// A curve in parts of the plot's width and height.
#[derive(Clone, Debug)]
pub(super) struct Curve {
    pub(super) flow: FlowId,
    pub(super) points: Vec<(f32, f32)>,
    pub(super) stepped: bool,
    pub(super) dashed: bool,
}

/// An event on a curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Dot {
    pub(super) x: f32,
    pub(super) y: f32,
    pub(super) shape: EventShape,
}

/// A node on the map, in metres.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spot {
    pub(super) at: (f32, f32),
    pub(super) radio: RadioView,
    pub(super) collided: bool,
    /// How far it is sensed, where that matters.
    pub(super) range: Option<f32>,
}

/// A frame on air.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hop {
    pub(super) from: usize,
    pub(super) to: usize,
    pub(super) sent: f32,
    pub(super) flow: Option<FlowId>,
    pub(super) data: bool,
}

/// A frame in a node's row: above the line where it is sent, below where it is for the node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Block {
    pub(super) row: usize,
    pub(super) from: f32,
    pub(super) until: f32,
    pub(super) kind: FrameKind,
    pub(super) flow: Option<FlowId>,
    pub(super) up: bool,
    pub(super) lost: bool,
    pub(super) ack: bool,
}

/// What is kept of a run. Only what a card shows is filled.
#[derive(Clone, Debug, Default)]
pub(super) struct Picture {
    pub(super) curves: Vec<Curve>,
    pub(super) dots: Vec<Dot>,
    pub(super) areas: Vec<(RadioState, Vec<(f32, f32, f32)>)>,
    pub(super) caption: Option<(f32, f32, String)>,
    pub(super) spots: Vec<Spot>,
    pub(super) routes: Vec<(FlowId, Vec<usize>)>,
    pub(super) hops: Vec<Hop>,
    pub(super) rows: Vec<String>,
    pub(super) blocks: Vec<Block>,
    pub(super) sent: Vec<(f32, u64, bool)>,
    pub(super) lost: Vec<(f32, u64)>,
    pub(super) highest: Option<u64>,
    pub(super) of_packet: Vec<(PacketId, f32, u64)>,
}

impl Picture {
    /// Whether nothing is kept yet.
    #[cfg(test)]
    pub(super) fn is_empty(&self) -> bool {
        self.curves.is_empty()
            && self.areas.is_empty()
            && self.spots.is_empty()
            && self.blocks.is_empty()
            && self.sent.is_empty()
    }

    /// Draws it into `rect`.
    pub(super) fn draw(&self, painter: &Painter, theme: Theme, rect: Rect) {
        let painter = painter.with_clip_rect(rect);
        if !self.spots.is_empty() {
            return self.draw_map(&painter, theme, rect);
        }
        let plot = rect.shrink2(vec2(21.0, 18.0));
        if !self.blocks.is_empty() {
            return self.draw_strip(&painter, theme, plot);
        }
        for part in [0.0, 0.5, 1.0] {
            painter.hline(
                plot.x_range(),
                egui::lerp(plot.y_range(), part).round() + 0.5,
                Stroke::new(1.0, theme.grid()),
            );
        }
        self.draw_areas(&painter, theme, plot);
        for curve in &self.curves {
            let points: Vec<Pos2> = curve.points.iter().map(|point| on(plot, *point)).collect();
            let points = if curve.stepped { glyph::stepped(&points) } else { points };
            if curve.dashed {
                glyph::dashed(&painter, &points, Stroke::new(1.25, theme.flow(curve.flow)), glyph::DASH, 4.0);
            } else {
                glyph::curve(&painter, points, 2.0, theme, curve.flow);
            }
        }
        for dot in &self.dots {
            let lift = if dot.shape == EventShape::HollowTriangleDown { glyph::ABOVE_CURVE } else { 0.0 };
            let at = on(plot, (dot.x, dot.y)) - vec2(0.0, lift);
            glyph::event(&painter, pos2(at.x, at.y.max(plot.top() - 6.0)), dot.shape, theme);
        }
        self.draw_sequence(&painter, theme, plot);
        self.draw_caption(&painter, theme, plot);
    }

    fn draw_areas(&self, painter: &Painter, theme: Theme, plot: Rect) {
        for (state, points) in &self.areas {
            let color = area_color(theme, *state);
            // One mesh: polygons side by side would show their seams.
            let mut mesh = egui::Mesh::default();
            for (place, (x, low, high)) in (0..).zip(points) {
                mesh.colored_vertex(on(plot, (*x, *low)), color);
                mesh.colored_vertex(on(plot, (*x, *high)), color);
                if place > 0 {
                    let last: u32 = 2 * place;
                    mesh.add_triangle(last - 2, last - 1, last);
                    mesh.add_triangle(last - 1, last, last + 1);
                }
            }
            painter.add(mesh);
        }
        if let Some((_, points)) = self.areas.last() {
            let top: Vec<Pos2> = points.iter().map(|(x, _, high)| on(plot, (*x, *high))).collect();
            painter.line(top, Stroke::new(1.5, theme.t1()));
        }
        for (place, (state, _)) in self.areas.iter().rev().enumerate() {
            let at = pos2(plot.left() + 2.0, plot.top() + 6.0 + 17.0 * place as f32);
            painter.rect_filled(Rect::from_min_size(at, vec2(9.0, 9.0)), 0.0, area_color(theme, *state));
            let words = pos2(at.x + 15.0, at.y + 4.5);
            widgets::text(painter, words, Align2::LEFT_CENTER, state.name(), LABEL, theme.t2(), 100.0);
        }
    }

    fn draw_sequence(&self, painter: &Painter, theme: Theme, plot: Rect) {
        let Some(highest) = self.highest else { return };
        let place = |x: f32, seq: u64| on(plot, (x, seq as f32 / highest.max(1) as f32 * 0.96));
        for (x, seq, again) in &self.sent {
            let size = if *again { 5.0 } else { 3.5 };
            let rect = Rect::from_center_size(place(*x, *seq), vec2(size, size));
            if *again {
                painter.rect_stroke(rect, 0.0, Stroke::new(1.5, theme.t1()), egui::StrokeKind::Middle);
            } else {
                painter.rect_filled(rect, 0.0, theme.flow(FlowId(0)));
            }
        }
        for (x, seq) in &self.lost {
            glyph::event(painter, place(*x, *seq), EventShape::Cross, theme);
        }
    }

    fn draw_caption(&self, painter: &Painter, theme: Theme, plot: Rect) {
        let Some((x, y, words)) = &self.caption else { return };
        if self.areas.is_empty() {
            let at = on(plot, (*x, 0.0)).x;
            glyph::dashed(
                painter,
                &[pos2(at, plot.top()), pos2(at, plot.bottom())],
                Stroke::new(1.5, theme.bad()),
                3.0,
                3.0,
            );
            let label = pos2(at + 8.0, plot.top() + 12.0);
            widgets::text(painter, label, Align2::LEFT_CENTER, words, LABEL, theme.t2(), plot.right() - label.x);
        } else {
            let at = on(plot, (*x, *y));
            let label = pos2(at.x - 4.0, (at.y - 9.0).max(plot.top() - 6.0));
            widgets::text(painter, label, Align2::RIGHT_CENTER, words, (theme::SMALL, 400.0, true), theme.t1(), 120.0);
        }
    }

    fn draw_strip(&self, painter: &Painter, theme: Theme, plot: Rect) {
        let names = self.rows.iter().map(|name| widgets::width_of(painter, name, LABEL)).fold(0.0, f32::max) + 10.0;
        let plot = plot.with_min_x(plot.left() + names);
        let pitch = plot.height() / self.rows.len() as f32;
        let height = (pitch * 0.42).min(22.0);
        for (row, name) in self.rows.iter().enumerate() {
            let y = plot.top() + pitch * (row as f32 + 0.55);
            painter.hline(plot.x_range(), y, Stroke::new(1.0, theme.edge()));
            widgets::text(painter, pos2(plot.left() - 10.0, y), Align2::RIGHT_CENTER, name, LABEL, theme.t3(), 90.0);
        }
        for block in &self.blocks {
            let y = plot.top() + pitch * (block.row as f32 + 0.55);
            let (x0, x1) = (egui::lerp(plot.x_range(), block.from), egui::lerp(plot.x_range(), block.until));
            let part = match block.kind {
                FrameKind::Data => 1.0,
                FrameKind::Rts => 0.8,
                FrameKind::Cts | FrameKind::Ack => 0.62,
            };
            let tall = height * part * if block.up { 1.0 } else { 0.55 };
            let (top, bottom) = if block.up { (y - tall, y) } else { (y, y + tall) };
            let rect = Rect::from_min_max(pos2(x0, top), pos2(x1.max(x0 + 2.0), bottom));
            let color = if block.lost && !block.up { theme.bad() } else { frame_color(theme, block.kind, block.flow) };
            if block.ack && block.up {
                painter.rect_stroke(rect, 1.0, Stroke::new(1.5, color), egui::StrokeKind::Inside);
            } else {
                let fill = if block.up || block.kind != FrameKind::Data { color } else { theme.faded(color, 0.5) };
                painter.rect_filled(rect, 1.0, fill);
            }
        }
    }

    fn draw_map(&self, painter: &Painter, theme: Theme, rect: Rect) {
        let map = Map::new(self, rect);
        let at = |place: usize| self.spots.get(place).map(|spot| map.at(spot.at));
        // Where two senders are both heard.
        let ranges: Vec<(Pos2, f32)> =
            self.spots.iter().filter_map(|spot| Some((map.at(spot.at), map.length(spot.range?)))).collect();
        if let [(a, r), (b, s), ..] = ranges.as_slice()
            && self.spots.iter().any(|spot| spot.collided)
        {
            lens(painter, (*a, *r), (*b, *s), theme.faded(theme.bad(), 0.12));
        }
        for (center, radius) in &ranges {
            glyph::dashed(painter, &circle(*center, *radius), Stroke::new(1.0, theme.edge()), 5.0, 5.0);
        }
        for (flow, way) in &self.routes {
            let points: Vec<Pos2> = way.iter().filter_map(|place| at(*place)).collect();
            painter.line(points, Stroke::new(2.0, theme.faded(theme.flow(*flow), 0.55)));
        }
        for hop in &self.hops {
            let (Some(from), Some(to)) = (at(hop.from), at(hop.to)) else { continue };
            draw_hop(painter, theme, from, to, hop);
        }
        for spot in &self.spots {
            draw_spot(painter, theme, map.at(spot.at), spot);
        }
    }
}

fn on(plot: Rect, (x, y): (f32, f32)) -> Pos2 {
    pos2(egui::lerp(plot.x_range(), x), plot.bottom() - y * plot.height())
}

fn area_color(theme: Theme, state: RadioState) -> Color32 {
    match state {
        RadioState::Transmit => theme.ink(RadioInk::Transmit.ink()),
        RadioState::Receive => theme.ink(palette::RECEIVE_AREA),
        _ => theme.ink(palette::IDLE_AREA),
    }
}

fn frame_color(theme: Theme, kind: FrameKind, flow: Option<FlowId>) -> Color32 {
    match kind {
        FrameKind::Rts => theme.ink(FrameInk::Rts.ink()),
        FrameKind::Cts => theme.ink(FrameInk::Cts.ink()),
        FrameKind::Ack => theme.ink(FrameInk::MacAck.ink()),
        FrameKind::Data => flow.map_or_else(|| theme.ink(FrameInk::Routing.ink()), |flow| theme.flow(flow)),
    }
}

/// From metres to points.
struct Map {
    scale: f32,
    from: Pos2,
    to: Pos2,
}

impl Map {
    fn new(picture: &Picture, rect: Rect) -> Self {
        let bounds =
            Rect::from_points(&picture.spots.iter().map(|spot| pos2(spot.at.0, -spot.at.1)).collect::<Vec<_>>());
        // Ranges reach beyond the nodes: some room to see where they end.
        let ranges = picture.spots.iter().any(|spot| spot.range.is_some());
        let inner = rect.shrink2(vec2(if ranges { rect.width() * 0.16 } else { 30.0 }, 30.0));
        let (wide, tall) = (inner.width() / bounds.width().max(1.0), inner.height() / bounds.height().max(1.0));
        Self { scale: wide.min(tall).min(0.6), from: bounds.center(), to: rect.center() }
    }

    fn at(&self, (x, y): (f32, f32)) -> Pos2 {
        self.to + (pos2(x, -y) - self.from) * self.scale
    }

    fn length(&self, metres: f32) -> f32 {
        metres * self.scale
    }
}

fn circle(center: Pos2, radius: f32) -> Vec<Pos2> {
    (0..=96_u8)
        .map(|k| {
            let (sin, cos) = (f32::from(k) / 96.0 * std::f32::consts::TAU).sin_cos();
            center + vec2(cos, sin) * radius
        })
        .collect()
}

/// Fills what lies in both of two circles.
fn lens(painter: &Painter, (a, r): (Pos2, f32), (b, s): (Pos2, f32), color: Color32) {
    let inside: Vec<Pos2> = circle(a, r).into_iter().filter(|point| point.distance(b) <= s).collect();
    let other: Vec<Pos2> = circle(b, s).into_iter().filter(|point| point.distance(a) <= r).collect();
    let mut outline: Vec<Pos2> = inside.into_iter().chain(other).collect();
    if outline.len() < 3 {
        return;
    }
    // Both arcs around their common middle: convex.
    let middle = outline.iter().fold(vec2(0.0, 0.0), |sum, point| sum + point.to_vec2()) / outline.len() as f32;
    outline.sort_by(|p, q| (p.to_vec2() - middle).angle().total_cmp(&(q.to_vec2() - middle).angle()));
    painter.add(Shape::convex_polygon(outline, color, Stroke::NONE));
}

fn draw_hop(painter: &Painter, theme: Theme, from: Pos2, to: Pos2, hop: &Hop) {
    const NODE: f32 = 9.0;
    let span = to - from;
    let along = span.normalized();
    let (start, end) = (from + along * NODE, to - along * NODE);
    let front = start + (end - start) * hop.sent;
    let color = if hop.data {
        hop.flow.map_or_else(|| theme.t2(), |flow| theme.flow(flow))
    } else {
        theme.ink(FrameInk::Rts.ink())
    };
    let width = if hop.data { 8.0 } else { 3.0 };
    painter.line_segment([start, end], Stroke::new(width, theme.faded(color, 0.16)));
    painter.line_segment([start, front], Stroke::new(width, color));
    let side = along.rot90() * (width / 2.0 + 2.5);
    painter.line_segment([front - side, front + side], Stroke::new(2.0, theme.t1()));
}

fn draw_spot(painter: &Painter, theme: Theme, at: Pos2, spot: &Spot) {
    let ink = |ink: RadioInk| theme.ink(ink.ink());
    painter.circle_filled(at, 7.0, theme.bg2());
    let ring = |width: f32, color: Color32| painter.circle_stroke(at, 7.0, Stroke::new(width, color));
    match spot.radio {
        _ if spot.collided => {
            ring(3.0, theme.bad());
            glyph::event(painter, at - vec2(0.0, 15.0), EventShape::Cross, theme);
        }
        RadioView::Transmit => {
            ring(3.0, ink(RadioInk::Transmit));
            painter.circle_stroke(at, 10.5, Stroke::new(1.0, ink(RadioInk::Transmit)));
        }
        RadioView::Receive => drop(ring(3.0, ink(RadioInk::Receive))),
        RadioView::Busy => drop(ring(2.5, ink(RadioInk::Busy))),
        RadioView::Backoff(_) => drop(ring(2.5, ink(RadioInk::Backoff))),
        RadioView::Nav => drop(ring(2.5, ink(RadioInk::Nav))),
        RadioView::Idle | RadioView::Off | RadioView::None => drop(ring(1.0, theme.edge())),
    }
}
