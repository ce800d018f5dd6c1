//! One lane: ground, grid, title, figures, curves.

use egui::{Align2, Painter, Rect, Sense, Ui, pos2};

use crate::ui::glyph;
use crate::ui::panels::lanes::pointer::Pane;
use crate::ui::panels::lanes::range;
use crate::ui::panels::lanes::scene::Scene;
use crate::ui::panels::lanes::{Lane, energy};
use crate::ui::plot::cache::Dash;
use crate::ui::plot::ticks::TimeTick;
use crate::ui::plot::{Cache, ticks};
use crate::ui::theme::{self, AXIS, SECTION, SMALL, STRONG};
use crate::ui::{format, plot};

/// Ground and grid: what is already recorded lies on a ground of its own, right of the cursor.
pub fn ground(painter: &Painter, pane: &Pane<'_>, scene: &Scene<'_>, times: &[TimeTick]) {
    let theme = scene.theme;
    let plot = pane.plot;
    let clipped = painter.with_clip_rect(plot);
    let future = [scene.view.now(), scene.frontier].map(|at| scene.time.x_of(at).min(plot.right()).max(plot.left()));
    if future[0] < future[1] {
        clipped.rect_filled(Rect::from_x_y_ranges(future[0]..=future[1], plot.y_range()), 0.0, theme.future());
    }
    for tick in times {
        clipped.vline(scene.time.x_of(tick.at).round() + 0.5, plot.y_range(), (1.0, theme.grid()));
    }
    for (y, _) in figures(pane, scene) {
        clipped.hline(plot.x_range(), y.round() + 0.5, (1.0, theme.grid()));
    }
}

/// Heights and words of the value axis.
fn figures(pane: &Pane<'_>, scene: &Scene<'_>) -> Vec<(f32, String)> {
    let value = pane.value;
    if pane.lane == Lane::Power && !pane.zoomed {
        // The two powers between which a radio spends its life say more than round figures.
        let (idle, transmit) = range::powers(scene);
        let text = |v: f64| format::trimmed(&format::number(v, 3));
        return vec![(value.y_of(idle), text(idle)), (value.y_of(transmit), text(transmit))];
    }
    let factor = pane.lane.factor();
    let (list, decimals) = ticks::values(value.low * factor, value.high * factor, range::most_ticks(pane.plot));
    let text = |v: f64| if v == 0.0 { "0".to_owned() } else { format::number(v, decimals) };
    list.into_iter().map(|v| (value.y_of(v / factor), text(v))).collect()
}

/// Title, figures, curves.
pub fn lane(ui: &Ui, pane: &Pane<'_>, scene: &Scene<'_>, cache: &mut Cache) {
    let painter = ui.painter();
    let theme = scene.theme;
    painter.hline(pane.rect.x_range(), pane.rect.bottom() - 0.5, (1.0, theme.line()));
    let taken = title(ui, pane, scene);
    for (y, words) in figures(pane, scene) {
        let galley = theme::galley(painter, &words, AXIS, 400.0, true, theme.t3());
        let rect = Align2::RIGHT_CENTER.anchor_size(pos2(pane.plot.left() - 7.0, y), galley.size());
        let crosses = taken.iter().any(|words| words.intersects(rect.shrink2(egui::vec2(0.0, 3.0))));
        if pane.plot.y_range().expand(-4.0).contains(y) && !crosses {
            painter.galley(rect.min, galley, theme.t3());
        }
    }
    let clipped = painter.with_clip_rect(pane.plot);
    match pane.lane {
        Lane::Energy => energy::draw(&clipped, pane, scene),
        Lane::Power => references(&clipped, pane, scene),
        _ => {}
    }
    curves(&clipped, pane, scene, cache);
}

/// Gives the rectangles of the words.
fn title(ui: &Ui, pane: &Pane<'_>, scene: &Scene<'_>) -> [Rect; 2] {
    let painter = ui.painter().with_clip_rect(pane.rect);
    let (theme, lane) = (scene.theme, pane.lane);
    let at = pane.rect.left_top() + egui::vec2(12.0, if pane.rect.height() < 60.0 { 5.0 } else { 8.0 });
    let title = theme::draw_text(&painter, at, Align2::LEFT_TOP, lane.title(), (SECTION, STRONG, false), theme.t1());
    let window = scene.window_words();
    let unit = if lane.is_rate() { format!("{}, {window}", lane.unit()) } else { lane.unit().to_owned() };
    let below = at + egui::vec2(0.0, 16.0);
    let unit = theme::draw_text(&painter, below, Align2::LEFT_TOP, &unit, (SMALL, 400.0, false), theme.t3());
    let gutter = Rect::from_min_max(pane.rect.min, pos2(pane.plot.left(), pane.rect.bottom()));
    let response = ui.interact(gutter, ui.id().with(("gutter", lane.title())), Sense::hover());
    let rates = if lane.is_rate() { format!(" Means over {window}.") } else { String::new() };
    let above = if matches!(lane, Lane::Cwnd | Lane::Throughput) {
        " An arrow at the upper edge: the curve goes on above."
    } else {
        ""
    };
    let hidden = if scene.more > 0 {
        format!(" {} more flows are not drawn: select one to see it.", scene.more)
    } else {
        String::new()
    };
    response.on_hover_text(format!("{}{rates}{above}{hidden}", lane.source()));
    [title, unit]
}

/// Thin dashed curves below, then the main ones, then ghosts, which bring their own ground; on top the flow in focus, which its own
/// ghost must not hide where both are the same.
fn curves(painter: &Painter, pane: &Pane<'_>, scene: &Scene<'_>, cache: &mut Cache) {
    let rank = |curve: &&super::scene::Curve<'_>| match (curve.look.dash, curve.glyph) {
        (_, Some(flow)) if flow == scene.focus => 3,
        (Dash::Ghost(..), _) => 2,
        (_, Some(_)) => 1,
        _ => 0,
    };
    let mut order: Vec<_> = pane.curves.iter().rev().collect();
    order.sort_by_key(rank);
    for curve in order {
        cache.draw(painter, curve.key, &curve.source, curve.ends, (&scene.time, &pane.value), curve.look);
    }
}

/// The powers of a sending and an idle radio.
fn references(painter: &Painter, pane: &Pane<'_>, scene: &Scene<'_>) {
    let (idle, transmit) = range::powers(scene);
    for watts in [idle, transmit] {
        let y = pane.value.y_of(watts).round() + 0.5;
        let ends = [pos2(pane.plot.left(), y), pos2(pane.plot.right(), y)];
        glyph::dashed(painter, &ends, (1.0, scene.theme.edge()), 1.0, 4.0);
    }
    let at = pos2(pane.plot.left() + 6.0, pane.value.y_of(transmit) + 2.0);
    plot::quads::haloed(
        painter,
        at,
        Align2::LEFT_TOP,
        "transmit",
        (AXIS, 400.0, false),
        (scene.theme.t3(), scene.theme.bg0()),
    );
}
