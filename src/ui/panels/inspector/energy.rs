//! Where a node's energy went: by purpose and by radio state.

use egui::{Align2, Color32, Painter, Rect, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::energy::ledger::{Class, RadioState};
use crate::ids::{FlowId, NodeId};
use crate::palette::{self, FrameInk, RadioInk};
use crate::session::view::nodes::NodeDetail;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::inspector::node::energy_words;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, FIGURE, SMALL};

/// A smaller part of the whole is left out: it would be no wider than half a point.
const LEAST: f64 = 0.0005;

/// A part of the whole.
struct Part {
    name: &'static str,
    joules: f64,
    color: Color32,
    hatched: bool,
}

/// Draws it, if the node has spent anything.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, id: NodeId) {
    let (Some(node), Some(detail)) = (cx.view.node(id), cx.view.node_detail(id)) else { return };
    if node.position.is_none() || node.joules <= 0.0 {
        return;
    }
    let (value, unit) = energy_words(node.joules);
    widgets::section(ui, cx.theme, &format!("Where the {value} {unit} of {} went", node.name), "");
    ui.add_space(4.0);
    bar(ui, cx.theme, "By purpose", &purposes(cx, id, &detail));
    ui.add_space(9.0);
    bar(ui, cx.theme, "By radio state", &states(cx.theme, &detail));
}

/// The flow in whose colour its data are drawn: the first whose way leads over the node.
fn flow_at(cx: &Cx<'_>, id: NodeId) -> FlowId {
    let flows = (0..).map(FlowId).take(cx.view.scenario().blueprint.flows.len());
    flows.take(32).find(|flow| cx.view.route(*flow).contains(&id)).unwrap_or_default()
}

fn purposes(cx: &Cx<'_>, id: NodeId, detail: &NodeDetail) -> Vec<Part> {
    let theme = cx.theme;
    let flow = theme.flow(flow_at(cx, id));
    let of =
        |class: Class| detail.by_class.iter().find(|(known, _)| *known == class).map_or(0.0, |(_, joules)| *joules);
    let part = |name, class, color, hatched| Part { name, joules: of(class), color, hatched };
    let mut parts = vec![
        part("data, first try", Class::DataFirst, flow, false),
        part("TCP ACK", Class::TcpAck, theme.faded(flow, 0.55), false),
        part("retransmission", Class::TcpRetransmission, flow, true),
        part("MAC retry", Class::MacRetry, theme.ink(RadioInk::Backoff.ink()), false),
        part("RTS, CTS, ACK", Class::MacControl, theme.ink(FrameInk::MacAck.ink()), false),
        part("routing", Class::Routing, theme.ink(FrameInk::Routing.ink()), false),
        part("overheard", Class::Overheard, theme.ink(RadioInk::Receive.ink()), false),
        part("collided", Class::Collided, theme.bad(), false),
    ];
    let attributed: f64 = detail.by_class.iter().map(|(_, joules)| joules).sum();
    let busy = state(detail, RadioState::Transmit) + state(detail, RadioState::Receive);
    let rest = |name, joules, color| Part { name, joules, color, hatched: false };
    parts.push(rest("other signals", (busy - attributed).max(0.0), theme.ink(RadioInk::Busy.ink())));
    parts.extend(resting(theme, detail));
    parts
}

fn state(detail: &NodeDetail, state: RadioState) -> f64 {
    detail.by_state.iter().find(|(known, _)| *known == state).map_or(0.0, |(_, joules)| *joules)
}

fn resting(theme: Theme, detail: &NodeDetail) -> [Part; 3] {
    let part = |name, of, color| Part { name, joules: state(detail, of), color, hatched: false };
    [
        part("transition", RadioState::Transition, theme.ink(RadioInk::Nav.ink())),
        part("sleep", RadioState::Sleep, theme.ink(RadioInk::Sleep.ink())),
        part("idle", RadioState::Idle, theme.ink(palette::IDLE_AREA)),
    ]
}

fn states(theme: Theme, detail: &NodeDetail) -> Vec<Part> {
    let part = |name, of, color| Part { name, joules: state(detail, of), color, hatched: false };
    let mut parts = vec![
        part("transmit", RadioState::Transmit, theme.ink(RadioInk::Transmit.ink())),
        part("receive", RadioState::Receive, theme.ink(palette::RECEIVE_AREA)),
    ];
    parts.extend(resting(theme, detail));
    parts
}

/// A bar with a part for each, and a legend with percentages below it.
fn bar(ui: &mut Ui, theme: Theme, title: &str, parts: &[Part]) {
    let total: f64 = parts.iter().map(|part| part.joules).sum();
    let parts: Vec<&Part> = parts.iter().filter(|part| part.joules > total * LEAST).collect();
    if total <= 0.0 {
        return;
    }
    let (row, response) = widgets::row(ui, 13.0, Sense::hover());
    let rail = Rect::from_min_max(
        pos2(row.left() + theme::INSET, row.top()),
        pos2(row.right() - theme::INSET, row.top() + 11.0),
    );
    let painter = ui.painter();
    let mut x = rail.left();
    for part in &parts {
        let width = rail.width() * (part.joules / total) as f32;
        // A gap of one point between parts, none that would swallow a small one.
        let rect = Rect::from_min_size(pos2(x, rail.top()), vec2((width - 1.0).max(0.5), rail.height()));
        swatch(painter, theme, rect, part);
        x += width;
    }
    let words: Vec<String> =
        parts.iter().map(|part| format!("{} {}", part.name, percent(part.joules / total))).collect();
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, format!("{title}: {}", words.join(", "))));
    let joules = |part: &&Part| {
        let (value, unit) = energy_words(part.joules);
        format!("{}: {value} {unit}", part.name)
    };
    response.on_hover_text(format!("{title}\n{}", parts.iter().map(joules).collect::<Vec<_>>().join("\n")));
    ui.add_space(4.0);
    legend(ui, theme, &parts, total);
}

fn percent(part: f64) -> String {
    let percent = part * 100.0;
    let decimals = usize::from(percent < 9.95);
    format!("{}{}%", format::number(percent, decimals), format::NARROW)
}

fn swatch(painter: &Painter, theme: Theme, rect: Rect, part: &Part) {
    painter.rect_filled(rect, 0.0, part.color);
    if part.name == "idle" {
        // Too faint to be seen alone: an edge carries it.
        painter.rect_stroke(rect, 0.0, Stroke::new(1.0, theme.edge()), egui::StrokeKind::Inside);
    }
    if part.hatched {
        let painter = painter.with_clip_rect(rect);
        let mut x = rect.left() - rect.height();
        while x < rect.right() {
            painter.line_segment(
                [pos2(x, rect.bottom()), pos2(x + rect.height(), rect.top())],
                Stroke::new(2.0, theme.bg0()),
            );
            x += 6.0;
        }
    }
}

/// Names and percentages, as many a line as fit.
fn legend(ui: &mut Ui, theme: Theme, parts: &[&Part], total: f64) {
    let width = ui.available_width() - 2.0 * theme::INSET;
    let measure = |ui: &Ui, part: &Part| {
        let name = widgets::width_of(ui.painter(), part.name, SMALL);
        15.0 + name + 5.0 + widgets::width_of(ui.painter(), &percent(part.joules / total), FIGURE) + 14.0
    };
    let mut line: Vec<(&Part, f32)> = Vec::new();
    let mut used = 0.0;
    for part in parts {
        let needed = measure(ui, part);
        if used + needed > width + 14.0 && !line.is_empty() {
            legend_line(ui, theme, &line, total);
            line.clear();
            used = 0.0;
        }
        line.push((part, needed));
        used += needed;
    }
    legend_line(ui, theme, &line, total);
}

fn legend_line(ui: &mut Ui, theme: Theme, line: &[(&Part, f32)], total: f64) {
    let (row, _) = widgets::row(ui, 18.0, Sense::hover());
    let painter = ui.painter();
    let (mut x, y) = (row.left() + theme::INSET, row.center().y);
    for (part, width) in line {
        swatch(painter, theme, Rect::from_center_size(pos2(x + 4.0, y), vec2(8.0, 8.0)), part);
        let name = widgets::text(painter, pos2(x + 15.0, y), Align2::LEFT_CENTER, part.name, SMALL, theme.t2(), 200.0);
        let figure = percent(part.joules / total);
        widgets::text(painter, pos2(name.right() + 5.0, y), Align2::LEFT_CENTER, &figure, FIGURE, theme.t1(), 80.0);
        x += width;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_have_few_digits() {
        let plain = |part| percent(part).replace(format::NARROW, " ");
        assert_eq!([0.4412, 0.0512, 0.0999, 1.0].map(plain), ["44 %", "5.1 %", "10 %", "100 %"]);
    }
}
