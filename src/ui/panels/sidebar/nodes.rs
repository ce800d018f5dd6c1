//! The table of nodes: what the radio does, the queue, the joules.

use egui::{Align2, Color32, Painter, Pos2, Rect, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::ids::{FlowId, NodeId};
use crate::palette::RadioInk;
use crate::session::view::{NodeView, RadioView, Thing};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::map;
use crate::ui::panels::sidebar::{Wanted, ground};
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, BODY, FIGURE, NAME, SMALL};

const ROW: f32 = 23.0;

/// How many cells a queue has.
const CELLS: usize = 10;

/// From one cell to the next: usually, and where long names need the room.
const CELL: (f32, f32) = (4.5, 3.5);

/// Room for four digits of joules.
const JOULES: f32 = 41.0;

/// More rows than this scroll on their own.
const MANY: usize = 24;

/// Draws it. `bottom` is where the panel ends.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, wanted: &Wanted, bottom: f32) {
    let blueprint = cx.view.scenario().blueprint.clone();
    let shown: Vec<NodeId> = (0..)
        .map(NodeId)
        .zip(&blueprint.nodes)
        .filter(|(_, node)| wanted.matches(&[&node.name]))
        .map(|(id, _)| id)
        .collect();
    let wireless = blueprint.nodes.iter().any(|node| node.position.is_some());
    let head = widgets::section(ui, cx.theme, "Nodes", if wireless { "J" } else { "" });
    let columns =
        Columns::new(ui.painter(), head, &blueprint.nodes.iter().map(|n| n.name.as_str()).collect::<Vec<_>>());
    let at = pos2(columns.queue, head.center().y);
    widgets::text(ui.painter(), at, Align2::LEFT_CENTER, "queue", SMALL, cx.theme.t3(), 60.0);
    ui.add_space(2.0);
    if shown.is_empty() {
        widgets::paragraph(ui, "No node is called that.", SMALL, cx.theme.t3());
    }
    if shown.len() <= MANY {
        for id in shown {
            row(ui, cx, id, &columns, wireless);
        }
    } else {
        let room = (bottom - ui.cursor().min.y - 170.0).max(8.0 * ROW);
        ScrollArea::vertical().id_salt("nodes").max_height(room).auto_shrink([false, true]).show_rows(
            ui,
            ROW,
            shown.len(),
            |ui, range| {
                for id in shown.get(range).unwrap_or_default() {
                    row(ui, cx, *id, &columns, wireless);
                }
            },
        );
    }
    widgets::rule(ui, cx.theme, 9.0);
}

/// Where columns begin.
struct Columns {
    name: f32,
    queue: f32,
    /// From one cell of a queue to the next.
    cell: f32,
    joules: f32,
}

impl Columns {
    fn new(painter: &Painter, rect: Rect, names: &[&str]) -> Self {
        let name = rect.left() + 35.0;
        let joules = rect.right() - theme::INSET;
        // The longest of the first few: measuring thousands would take its time.
        let widest = names.iter().take(64).map(|name| widgets::width_of(painter, name, NAME)).fold(0.0, f32::max);
        let least = name + widest + 6.0;
        let usual = (rect.left() + rect.width() * 0.5).max(least);
        let last = |cell: f32| joules - JOULES - CELLS as f32 * cell;
        // A name comes before cells of the usual width.
        let cell = if least <= last(CELL.0) { CELL.0 } else { CELL.1 };
        Self { name, queue: usual.min(last(cell)), cell, joules }
    }
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, id: NodeId, columns: &Columns, wireless: bool) {
    let thing = Thing::Node(id);
    let (rect, response) = widgets::row(ui, ROW, Sense::click());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let Some(node) = cx.view.node(id) else { return };
    let theme = cx.theme;
    let selected = ground(ui, cx, thing, rect, &response);
    let painter = ui.painter();
    let y = rect.center().y;
    ring(painter, theme, pos2(rect.left() + 21.0, y), node.radio, theme.bg1());
    let strong = selected || node.radio == RadioView::Transmit;
    let (font, color) = if strong { (NAME, theme.t1()) } else { (BODY, if node.on { theme.t2() } else { theme.t3() }) };
    let at = pos2(columns.name, y);
    widgets::text(painter, at, Align2::LEFT_CENTER, &node.name, font, color, columns.queue - columns.name - 3.0);
    cells(painter, theme, (pos2(columns.queue, y), columns.cell), &node);
    let joules = if wireless && node.position.is_some() { format::joules(node.joules) } else { String::new() };
    widgets::text(painter, pos2(columns.joules, y), Align2::RIGHT_CENTER, &joules, FIGURE, theme.t2(), 80.0);
    widgets::focus_ring(ui, theme, &response, rect.shrink(2.0));
    let waiting = node.queue.len();
    let name = format!("Node {}: {}, {waiting} waiting, {joules} J", node.name, node.radio.name());
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &name));
    cx.selectable(&response, thing);
    let energy = if joules.is_empty() { String::new() } else { format!("\n{joules} J spent by its radio so far") };
    response.on_hover_text(format!(
        "{}: {}\n{waiting} packets of {} in its queue, the head at the left{energy}",
        node.name,
        node.radio.name(),
        node.queue_limit
    ));
}

/// The state of a radio as a small ring; a square where there is none.
pub(crate) fn ring(painter: &Painter, theme: Theme, center: Pos2, radio: RadioView, ground: Color32) {
    /// Its radius, and how wide its strokes are.
    const RING: (f32, f32) = (4.75, 0.72);
    if radio == RadioView::None {
        let square = Rect::from_center_size(center, vec2(9.0, 9.0));
        painter.rect(square, 1.0, ground, Stroke::new(1.5, theme.edge()), egui::StrokeKind::Inside);
        return;
    }
    let mut shapes = Vec::new();
    map::nodes::ring(theme, center, RING, radio, &mut shapes);
    painter.extend(shapes);
}

/// A queue as ten cells in the colours of the flows whose packets wait; a longer queue is drawn to scale.
fn cells(painter: &Painter, theme: Theme, (left, pitch): (Pos2, f32), node: &NodeView) {
    let (empty, own) = (theme.ink(RadioInk::Idle.ink()), theme.ink(RadioInk::Busy.ink()));
    let color = |flow: Option<FlowId>| flow.map_or(own, |flow| theme.flow(flow));
    for cell in 0..CELLS {
        let rect = Rect::from_min_size(pos2(left.x + pitch * cell as f32, left.y - 4.0), vec2(pitch - 1.0, 8.0));
        painter.rect_filled(rect, 0.0, cell_of(&node.queue, node.queue_limit, cell, CELLS).map_or(empty, color));
    }
}

/// What is in one of `cells` cells: packet by packet while they fit, else in proportion to the limit.
#[expect(clippy::option_option, reason = "no packet, or a packet of no flow")]
fn cell_of(queue: &[Option<FlowId>], limit: usize, cell: usize, cells: usize) -> Option<Option<FlowId>> {
    if queue.len() <= cells / 2 || limit <= cells {
        return queue.get(cell).copied();
    }
    // From half of the cells on, the rest of the limit shares the other half.
    let half = cells / 2;
    if cell < half {
        return queue.get(cell).copied();
    }
    let place = half + (cell - half) * (limit - half) / (cells - half);
    queue.get(place).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_queue_is_counted_and_a_full_one_fills_all_cells() {
        let filled = |n: usize| {
            let queue = vec![Some(FlowId(0)); n];
            (0..10).filter(|cell| cell_of(&queue, 50, *cell, 10).is_some()).count()
        };
        assert_eq!([0, 1, 3, 5].map(filled), [0, 1, 3, 5]);
        assert!(filled(20) > 5 && filled(20) < 10);
        assert_eq!(filled(50), 10);
    }
}
