//! The radio strip: frames on air in a short window around the cursor, one row a node. Sent above the line, received below it.
//!
//! - [`window`]: which span and which rows; [`blocks`]: frames as rectangles; [`words`]: what each radio does, in words.

pub mod blocks;
pub mod window;
pub mod words;

use egui::{Align2, Rangef, Rect, Sense, Shape, Stroke, Ui, pos2};

use crate::ids::NodeId;
use crate::palette::RadioInk;
use crate::session::command::Command;
use crate::session::view::Thing;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::lanes::{axis, pointer};
use crate::ui::plot::{TimeScale, ticks};
use crate::ui::theme::{self, AXIS, SECTION, SMALL, STRONG};
use crate::units::SimTime;

pub use window::State;

/// The line above which a row sends and below which it receives, as a part of its height.
const BASELINE: f32 = 0.66;

/// A row: a node and where it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Which node.
    pub node: NodeId,
    /// Its name.
    pub name: String,
    /// The full width of the panel.
    pub rect: Rect,
}

impl Row {
    /// Where its baseline is.
    pub fn baseline(&self) -> f32 {
        (self.rect.top() + self.rect.height() * BASELINE).round()
    }
}

/// Draws it below the lanes, whose time axis is `lanes`.
pub fn ui(ui: &Ui, cx: &mut Cx<'_>, state: &mut State, layout: &Layout, lanes: &TimeScale) {
    let nodes = window::wireless(&cx.view);
    let names = Rect::from_min_max(layout.rows.min, pos2(layout.x.min, layout.rows.bottom()));
    state.scroll(words::scrolled(ui, names));
    let rows = state.rows(cx, layout, &nodes);
    let time = state.scale(&cx.view, layout.x);
    let (now, painter) = (cx.view.now(), ui.painter());
    lens(painter, cx, layout, lanes);
    grounds(painter, cx, layout, &rows);
    // Its second line may reach into the first row.
    title(ui, cx, state, layout, (rows.len(), nodes.len()));
    let plot = Rect::from_x_y_ranges(layout.x, layout.rows.y_range());
    let found = blocks::gather(cx, &rows, &time);
    blocks::draw(&painter.with_clip_rect(plot), cx, &found, &time);
    words::ui(ui, cx, &rows, layout);
    foot(painter, cx, layout, &time);
    let x = time.x_of(now);
    painter.vline(x, Rangef::new(layout.rows.top(), layout.foot.top() + 4.0), (1.5, cx.theme.acc()));
    pointed(ui, cx, state, plot, &time, &found);
}

/// From the cursor to the whole width: the strip is a magnified piece of the lanes.
fn lens(painter: &egui::Painter, cx: &Cx<'_>, layout: &Layout, lanes: &TimeScale) {
    if !lanes.shows(cx.view.now()) {
        return;
    }
    let color = cx.theme.acc();
    let apex = pos2(lanes.x_of(cx.view.now()), layout.lens.top());
    let ends = [pos2(layout.x.min, layout.lens.bottom()), pos2(layout.x.max, layout.lens.bottom())];
    let fill = cx.theme.mix(cx.theme.bg0(), color, 0.14);
    painter.add(Shape::convex_polygon(vec![apex, ends[1], ends[0]], fill, Stroke::NONE));
    for end in ends {
        painter.line_segment([apex, end], (1.0, color));
    }
}

fn title(ui: &Ui, cx: &Cx<'_>, state: &State, layout: &Layout, (shown, all): (usize, usize)) {
    let at = pos2(layout.body.left() + 12.0, layout.lens.top() + 2.0);
    let painter = ui.painter();
    theme::draw_text(painter, at, Align2::LEFT_TOP, "radio", (SECTION, STRONG, false), cx.theme.t1());
    let span = window::words(state.window());
    let words = if shown < all { format!("{span}, {shown} of {all}") } else { span };
    let place = pos2(at.x, at.y + 16.0);
    theme::draw_text(painter, place, Align2::LEFT_TOP, &words, (SMALL, 400.0, false), cx.theme.t3());
    let gutter = Rect::from_min_max(at, pos2(layout.x.min - 36.0, layout.rows.bottom()));
    ui.interact(gutter, ui.id().with("strip gutter"), Sense::hover()).on_hover_text(
        "Frames on air around the cursor, by simulated time. The wheel changes the window, 100 µs to 2 s; over the names it moves the \
         rows. Blocks above the line are sent, those below received: in the flow's colour DATA, hollow TCP ACKs, grey RTS, CTS and \
         MAC ACKs, red what was lost. Thin lines: overheard, or too weak to be decoded.",
    );
}

fn grounds(painter: &egui::Painter, cx: &Cx<'_>, layout: &Layout, rows: &[Row]) {
    for row in rows {
        if cx.is_selected(Thing::Node(row.node)) {
            painter.rect_filled(row.rect, 0.0, cx.theme.accbg());
        } else if cx.hovered == Some(Thing::Node(row.node)) {
            painter.rect_filled(row.rect, 0.0, cx.theme.bg2());
        }
        let color = cx.theme.ink(RadioInk::Idle.ink());
        painter.hline(layout.x, row.baseline() + 0.5, (1.0, color));
    }
}

/// The time axis below, the cursor's time, and what is up and down.
fn foot(painter: &egui::Painter, cx: &Cx<'_>, layout: &Layout, time: &TimeScale) {
    let theme = cx.theme;
    let y = layout.foot.top() + 13.0;
    let now = cx.view.now();
    let x = time.x_of(now);
    let words = format::time_s(now);
    let half = words.chars().count() as f32 * 3.4 + 8.0;
    let mut named = false;
    for tick in ticks::times(time.from, time.until, time.x.span(), 70.0) {
        let at = time.x_of(tick.at);
        painter.vline(at.round() + 0.5, Rangef::new(layout.foot.top(), layout.foot.top() + 3.0), (1.0, theme.edge()));
        let reach = tick.text.chars().count() as f32 * 3.2 + 8.0;
        if (at - x).abs() < half + reach || at - reach < layout.x.min - 30.0 || at + reach > layout.x.max + 8.0 {
            continue;
        }
        let text = if named { tick.text } else { format!("{}{}s", tick.text, format::NARROW) };
        named = true;
        theme::draw_text(painter, pos2(at, y), Align2::CENTER_CENTER, &text, (AXIS, 400.0, true), theme.t3());
    }
    axis::flag(painter, pos2(x, y), layout.x, &words, theme);
    let at = pos2(layout.x.max + 12.0, y);
    let galley = theme::galley(painter, "↑ transmit  ↓ receive", AXIS, 400.0, false, theme.t3());
    if at.x + galley.size().x <= layout.body.right() - 2.0 {
        painter.galley(at - egui::vec2(0.0, galley.size().y / 2.0), galley, theme.t3());
    }
}

/// The wheel changes the window; a click selects a frame, or goes there.
fn pointed(ui: &Ui, cx: &mut Cx<'_>, state: &mut State, plot: Rect, time: &TimeScale, found: &[blocks::Block]) {
    let response = ui.interact(plot, ui.id().with("strip"), Sense::click());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, "radio strip"));
    let Some(at) = response.hover_pos().or(response.interact_pointer_pos()) else { return };
    let (turned, _) = pointer::notches(ui);
    if response.hovered() && turned != 0.0 {
        state.zoom(turned);
    }
    // The last one drawn lies on top.
    let under = found.iter().rev().find(|block| !block.is_thin() && block.rect.expand(1.5).contains(at));
    if let Some(block) = under {
        *cx.hovering = Some(Thing::Frame(block.flown.id));
    }
    if response.clicked() {
        match under {
            Some(block) => cx.selectable(&response, Thing::Frame(block.flown.id)),
            None => cx.push(Command::Seek(time.time_at(at.x).min(cx.view.horizon()))),
        }
    }
    let words = match under {
        Some(block) => blocks::tell(cx, block),
        None => format!("{}: click to go there", format::time_s(time.time_at(at.x).max(SimTime::ZERO))),
    };
    response.on_hover_text_at_pointer(words);
}
