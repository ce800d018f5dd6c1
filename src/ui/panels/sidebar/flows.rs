//! The table of flows.

use egui::{Align2, Sense, Ui, WidgetInfo, WidgetType, pos2};

use crate::session::view::{FlowView, Thing};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::panels::sidebar::{Wanted, ground};
use crate::ui::theme;
use crate::ui::widgets::{self, FIGURE, NAME, SMALL, VALUE};

/// Draws it.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, wanted: &Wanted) {
    let flows = cx.view.flows();
    if flows.is_empty() {
        return;
    }
    let ends = |flow: &FlowView| [flow.from, flow.to].map(|node| cx.view.name(Thing::Node(node)));
    let rows: Vec<(FlowView, [String; 2])> = flows
        .into_iter()
        .map(|flow| (ends(&flow), flow))
        .filter(|([from, to], flow)| wanted.matches(&[&flow.name, &flow.law, from, to]))
        .map(|(ends, flow)| (flow, ends))
        .collect();
    widgets::section(ui, cx.theme, "Flows", "kb/s, 1 s");
    ui.add_space(2.0);
    let names = rows.iter().map(|(flow, _)| widgets::width_of(ui.painter(), &flow.name, NAME)).fold(0.0, f32::max);
    for (flow, ends) in &rows {
        row(ui, cx, flow, ends, names);
    }
    if rows.is_empty() {
        widgets::paragraph(ui, "No flow is called that.", SMALL, cx.theme.t3());
    }
    widgets::rule(ui, cx.theme, 9.0);
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, flow: &FlowView, [from, to]: &[String; 2], names: f32) {
    let thing = Thing::Flow(flow.id);
    let (rect, response) = widgets::row(ui, 24.0, Sense::click());
    let theme = cx.theme;
    let selected = ground(ui, cx, thing, rect, &response);
    let painter = ui.painter();
    let y = rect.center().y;
    glyph::flow(painter, pos2(rect.left() + 20.0, y), glyph::FLOW_SIZE, theme, flow.id);
    let name_at = rect.left() + 34.0;
    let right = rect.right() - theme::INSET;
    let value = flow.throughput.map_or_else(|| "–".to_owned(), format::digits3);
    let number = widgets::text(painter, pos2(right, y), Align2::RIGHT_CENTER, &value, FIGURE, theme.t1(), 60.0);
    // The figures keep room for four digits, so that nothing beside them moves.
    let end = number.left().min(right - 30.0) - 8.0;
    let law_width = widgets::width_of(painter, &flow.law, VALUE);
    // A law is read whole or not at all: the name comes first.
    let both = names + 10.0 + law_width <= end - name_at;
    let column = if both { names } else { end - name_at };
    let name_color = if flow.active { theme.t1() } else { theme.t3() };
    widgets::text(painter, pos2(name_at, y), Align2::LEFT_CENTER, &flow.name, NAME, name_color, column + 1.0);
    let law_at = name_at + column + 10.0;
    if both {
        widgets::text(painter, pos2(law_at, y), Align2::LEFT_CENTER, &flow.law, VALUE, theme.t2(), end - law_at);
    }
    let way = format!("{from} → {to}");
    if both && widgets::width_of(painter, &way, SMALL) <= end - law_at - law_width - 10.0 {
        widgets::text(painter, pos2(end, y), Align2::RIGHT_CENTER, &way, SMALL, theme.t3(), end);
    }
    widgets::focus_ring(ui, theme, &response, rect.shrink(2.0));
    let name = format!("Flow {}: {}, {way}, {value} kb/s", flow.name, flow.law);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &name));
    cx.selectable(&response, thing);
    let state = match (flow.started, flow.active, flow.finished) {
        (_, _, Some(at)) => format!("complete at {}", format::time_s(at)),
        (None, ..) => "not started yet".to_owned(),
        (Some(_), true, _) => "on".to_owned(),
        (Some(_), false, _) => "stopped".to_owned(),
    };
    response.on_hover_text(format!(
        "{}: {}, {way}, {state}\n{value} kb/s of IP bytes arrived at its sink, mean of the last second; the lane shows shorter means",
        flow.name, flow.law
    ));
}
