//! Beside each row: the node's name on the left, what its radio does at the cursor on the right.

use egui::{Align2, Color32, Rect, Sense, Ui, pos2};

use crate::fact::Role;
use crate::packet::FrameKind;
use crate::session::flight::{Flown, Outcome};
use crate::session::view::{RadioView, Thing};
use crate::ui::cx::Cx;
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::lanes::pointer;
use crate::ui::panels::strip::Row;
use crate::ui::theme::{self, AXIS, SMALL};

/// Draws both.
pub fn ui(ui: &Ui, cx: &mut Cx<'_>, rows: &[Row], layout: &Layout) {
    let now = cx.view.now();
    let next = now.saturating_add(crate::units::SimDuration::from_nanos(1));
    let on_air: Vec<Flown> = cx.view.flight().map_or_else(Vec::new, |f| f.between(now, next).copied().collect());
    let collisions = cx.view.collisions(crate::units::SimDuration::ZERO);
    for row in rows {
        let area = Rect::from_min_max(pos2(layout.x.min - 36.0, row.rect.top()), pos2(layout.x.min, row.rect.bottom()));
        let response = ui.interact(area, ui.id().with(("strip row", row.node)), Sense::click());
        cx.selectable(&response, Thing::Node(row.node));
        let (state, color) = if collisions.iter().any(|collision| collision.at == row.node) {
            ("collision".to_owned(), cx.theme.bad())
        } else {
            state(cx, row, &on_air)
        };
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("{}: {state}", row.name))
        });
        let active = color == cx.theme.t1() || cx.is_selected(Thing::Node(row.node));
        let ink = if active { cx.theme.t1() } else { cx.theme.t3() };
        let (y, painter) =
            (row.rect.center().y, ui.painter().with_clip_rect(row.rect.with_min_x(row.rect.left() + 50.0)));
        let left = pos2(layout.x.min - 7.0, y);
        theme::draw_text(&painter, left, Align2::RIGHT_CENTER, &row.name, (AXIS, 400.0, true), ink);
        let right = pos2(layout.x.max + 12.0, y);
        theme::draw_text(&painter, right, Align2::LEFT_CENTER, &state, (SMALL, 400.0, false), color);
        response.on_hover_text(format!("{}: {state} at the cursor. Click to select the node.", row.name));
    }
}

/// How many rows the wheel over the names asks to move.
pub fn scrolled(ui: &Ui, area: Rect) -> i64 {
    let over = ui.input(|input| input.pointer.hover_pos().is_some_and(|at| area.contains(at)));
    if over && ui.rect_contains_pointer(area) { -pointer::notches(ui).0.round() as i64 } else { 0 }
}

/// What a radio does, in words, and their colour.
fn state(cx: &Cx<'_>, row: &Row, on_air: &[Flown]) -> (String, Color32) {
    let radio = cx.view.node(row.node).map_or(RadioView::None, |node| node.radio);
    let theme = cx.theme;
    let (own, mine) = (|f: &&Flown| f.from == row.node, |f: &&Flown| f.to == row.node);
    match radio {
        RadioView::Transmit => {
            let what = on_air.iter().find(own).map_or("", kind);
            (format!("transmit {what}").trim_end().to_owned(), theme.t1())
        }
        RadioView::Receive => match on_air.iter().find(mine) {
            Some(frame) if frame.outcome == Outcome::Lost => ("collision".to_owned(), theme.bad()),
            Some(frame) => (format!("receive {}", kind(frame)), theme.t2()),
            None => {
                let heard = cx.view.node_detail(row.node).and_then(|detail| detail.locked).and_then(|(_, from)| from);
                let what = on_air.iter().find(|f| Some(f.from) == heard).map_or("", kind);
                (format!("overhear {what}").trim_end().to_owned(), theme.t2())
            }
        },
        RadioView::Off | RadioView::Idle | RadioView::None => (radio.name().to_owned(), theme.t3()),
        RadioView::Busy | RadioView::Backoff(_) | RadioView::Nav => (radio.name().to_owned(), theme.t2()),
    }
}

/// The kind of a frame in a word or two.
fn kind(flown: &Flown) -> &'static str {
    match (flown.kind, flown.role) {
        (FrameKind::Ack, _) => "MAC ACK",
        (FrameKind::Data, Some(Role::Ack)) => "TCP ACK",
        (FrameKind::Data, None) => "ARP",
        (kind, _) => kind.name(),
    }
}
