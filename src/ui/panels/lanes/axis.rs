//! What all lanes share: the time axis, the cursor, the forks of branches.

use egui::{Align2, Painter, Rangef, Shape, Stroke, pos2, vec2};

use crate::ui::glyph;
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::lanes::scene::Scene;
use crate::ui::plot::ticks::{self, TimeTick};
use crate::ui::theme::{self, AXIS, SMALL};
use crate::ui::{format, plot};

/// The figures of the time axis.
pub fn ticks(scene: &Scene<'_>) -> Vec<TimeTick> {
    ticks::times(scene.time.from, scene.time.until, scene.time.x.span(), 76.0)
}

/// Draws the axis below the lanes; without a strip, the cursor's time too.
pub fn draw(painter: &Painter, layout: &Layout, scene: &Scene<'_>, times: &[TimeTick], strip: bool) {
    let theme = scene.theme;
    let axis = layout.axis;
    for (place, tick) in times.iter().enumerate() {
        let x = scene.time.x_of(tick.at);
        painter.vline(x.round() + 0.5, Rangef::new(axis.top(), axis.top() + 3.0), (1.0, theme.edge()));
        let at = pos2(x, axis.top() + 4.0 + (axis.height() - 4.0) / 2.0);
        let rect = theme::draw_text(painter, at, Align2::CENTER_CENTER, &tick.text, (AXIS, 400.0, true), theme.t3());
        if place + 1 == times.len() {
            let at = pos2(rect.right() + 3.0, at.y);
            theme::draw_text(painter, at, Align2::LEFT_CENTER, "s", (AXIS, 400.0, false), theme.t3());
        }
    }
    if !strip && scene.time.shows(scene.view.now()) {
        let x = scene.time.x_of(scene.view.now());
        flag(painter, pos2(x, axis.center().y + 1.0), layout.x, &format::time_s(scene.view.now()), scene.theme);
    }
}

/// The cursor's time on a plate in the accent colour, kept between the ends of `x`.
pub fn flag(painter: &Painter, at: egui::Pos2, x: Rangef, words: &str, theme: theme::Theme) {
    let galley = theme::galley(painter, words, SMALL, 400.0, true, theme.onacc());
    let size = galley.size() + vec2(12.0, 4.0);
    let half = size.x / 2.0;
    let middle = at.x.min(x.max - half).max(x.min + half);
    let rect = egui::Rect::from_center_size(pos2(middle, at.y), size);
    painter.rect_filled(rect, 3.0, theme.acc());
    painter.galley(rect.min + vec2(6.0, 2.0), galley, theme.onacc());
}

/// Draws the cursor through all lanes, with a small triangle on top.
pub fn cursor(painter: &Painter, layout: &Layout, scene: &Scene<'_>) {
    let now = scene.view.now();
    if !scene.time.shows(now) {
        return;
    }
    let color = scene.theme.acc();
    let x = scene.time.x_of(now);
    let top = layout.body.top();
    let bottom = if layout.rows.height() > 0.0 { layout.axis.bottom() } else { layout.axis.top() };
    painter.vline(x, Rangef::new(top, bottom), (1.5, color));
    let triangle = [vec2(-5.0, 0.0), vec2(5.0, 0.0), vec2(0.0, 6.0)].map(|d| pos2(x, top) + d).to_vec();
    painter.add(Shape::convex_polygon(triangle, color, Stroke::NONE));
}

/// Draws where other lines part from the watched one.
pub fn forks(painter: &Painter, layout: &Layout, scene: &Scene<'_>) {
    let (Some((_, first)), Some((_, last))) = (layout.lanes.first(), layout.lanes.last()) else { return };
    let theme = scene.theme;
    let small = layout.x.span() < 700.0;
    let mut right = f32::MIN;
    for other in scene.others.iter().filter(|other| scene.time.shows(other.parts) && other.parts.nanos() > 0) {
        let x = scene.time.x_of(other.parts).round() + 0.5;
        let ends = [pos2(x, first.top()), pos2(x, last.bottom())];
        glyph::dashed(painter, &ends, (1.0, theme.edge()), 3.0, 3.0);
        let words = if small { other.newer.to_string() } else { format!("{} from here", other.newer) };
        // Several branches from one instant: their flags stand beside each other.
        let at = pos2(x.max(right), first.top() + 10.0);
        let pennant = [vec2(1.0, -4.5), vec2(9.0, -4.5), vec2(6.5, -1.0), vec2(9.0, 2.5), vec2(1.0, 2.5)];
        painter.vline(at.x + 0.5, Rangef::new(at.y - 4.5, at.y + 5.0), (1.0, theme.edge()));
        let corners = pennant.map(|offset| at + offset);
        for polygon in [[0, 1, 2, 4].as_slice(), &[4, 2, 3]] {
            let points = polygon.iter().map(|corner| corners[*corner]).collect();
            painter.add(Shape::convex_polygon(points, theme.edge(), Stroke::NONE));
        }
        let colors = (theme.t3(), theme.bg0());
        let place = pos2(at.x + 13.0, at.y);
        right = plot::quads::haloed(painter, place, Align2::LEFT_CENTER, &words, (SMALL, 400.0, false), colors).right()
            + 8.0;
    }
}
