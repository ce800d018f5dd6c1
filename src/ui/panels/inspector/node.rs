//! A node, layer by layer.

use egui::Ui;

use crate::ids::NodeId;
use crate::session::view::nodes::NodeDetail;
use crate::session::view::{NodeView, Thing};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::inspector::COLUMN;
use crate::ui::widgets::{self, Values};
use crate::units::Dbm;

/// Draws it, as it is now; not `whole`: as far as it matters for a link of a chain.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, id: NodeId, whole: bool) {
    let Some(node) = cx.view.node(id) else { return };
    let show = |ui: &mut Ui, key: &str, values: Values, hint: &str| {
        widgets::values(ui, cx.theme, key, COLUMN, &values, hint);
    };
    if !whole {
        show(
            ui,
            "node",
            Values::new().word(&node.name).unit(node.radio.name()),
            "The node of the selected link of the chain",
        );
    }
    let detail = cx.view.node_detail(id).filter(|_| node.position.is_some());
    if node.position.is_some() || !node.queue.is_empty() {
        let queue = Values::new().figure(format!("{} / {}", node.queue.len(), node.queue_limit)).unit("packets");
        show(ui, "queue", queue, "Packets that wait at its interface, and how many may");
    }
    let Some(detail) = detail else { return };
    mac(ui, cx, &detail);
    radio(ui, cx, &node, &detail, whole);
    energy(ui, cx, &node);
}

/// What was counted so far.
pub(super) fn so_far(ui: &mut Ui, cx: &Cx<'_>, id: NodeId) {
    let wireless = cx.view.node(id).is_some_and(|node| node.position.is_some());
    let Some(detail) = cx.view.node_detail(id) else { return };
    widgets::section(ui, cx.theme, "So far", "");
    ui.add_space(3.0);
    if wireless {
        air(ui, cx, &detail);
    }
    let [.., dropped, _, overflowed] = detail.counts.map(|(_, n)| format::thousands(n));
    let mut drops = Values::new();
    if wireless {
        drops = drops.figure(dropped).unit("at the retry limit,");
    }
    let drops = drops.figure(overflowed).unit("queue full");
    widgets::values(ui, cx.theme, "dropped", COLUMN, &drops, "Packets that were lost for good here");
    widgets::rule(ui, cx.theme, 10.0);
}

fn mac(ui: &mut Ui, cx: &Cx<'_>, detail: &NodeDetail) {
    let [(short, short_limit), (long, long_limit)] =
        [(detail.retries.0, detail.retry_limits.0), (detail.retries.1, detail.retry_limits.1)];
    let mut values = Values::new().unit("CW").figure(detail.contention_window.to_string());
    if short > 0 {
        values = values.unit(", RTS").figure(short.to_string()).unit("of").figure(short_limit.to_string());
    }
    if long > 0 {
        values = values.unit(", DATA").figure(long.to_string()).unit("of").figure(long_limit.to_string());
    }
    if short == 0 && long == 0 {
        values = values.unit("slots, no retries");
    }
    widgets::values(
        ui,
        cx.theme,
        "MAC",
        COLUMN,
        &values,
        "Contention window in slots; retries of the present packet and their limits",
    );
    if let Some((flow, next)) = detail.in_hand {
        let whose = flow.map_or_else(|| "its own packet".to_owned(), |flow| cx.view.name(Thing::Flow(flow)));
        let values = Values::new().word(whose).unit("for").word(cx.view.name(Thing::Node(next)));
        widgets::values(
            ui,
            cx.theme,
            "in hand",
            COLUMN,
            &values,
            "Whose packet the MAC is sending, and to which next hop",
        );
    }
    if let Some(until) = detail.nav_until {
        let left = until.since(cx.view.now()).secs_f64() * 1e3;
        let values = Values::new().unit("silent for").figure(format::digits3(left)).unit("ms");
        widgets::values(
            ui,
            cx.theme,
            "NAV",
            COLUMN,
            &values,
            &format!("Reserved by others until {}", format::time_s(until)),
        );
    }
}

fn radio(ui: &mut Ui, cx: &Cx<'_>, node: &NodeView, detail: &NodeDetail, whole: bool) {
    if whole || detail.locked.is_some() {
        let mut values = Values::new();
        match detail.locked {
            Some((power, from)) => {
                values = values.figure(format::number(Dbm::from(power).0, 1)).unit("dBm");
                let from = from.map(|from| cx.view.name(Thing::Node(from)));
                values = from.map_or(values.clone(), |from| values.unit("locked on").word(from));
            }
            None => values = values.word(node.radio.name()),
        }
        widgets::values(
            ui,
            cx.theme,
            "radio",
            COLUMN,
            &values,
            "What it does; the power of the signal that it is locked on",
        );
    }
    if whole {
        let power = format::number(Dbm::from(detail.transmit_power).0, 1);
        let values = Values::new().figure(power).unit("dBm");
        widgets::values(ui, cx.theme, "power", COLUMN, &values, "Transmit power at the antenna");
        let (decoded, sensed) = cx.view.ranges(node.id);
        let values = Values::new()
            .figure(format!("{:.0}", decoded.0))
            .unit("m decoded,")
            .figure(format!("{:.0}", sensed.0))
            .unit("m sensed");
        widgets::values(
            ui,
            cx.theme,
            "range",
            COLUMN,
            &values,
            "How far its frames are decoded, and how far they make the medium busy",
        );
    }
}

fn air(ui: &mut Ui, cx: &Cx<'_>, detail: &NodeDetail) {
    let [rts, cts, data, ack, retries, _, collisions, _] = detail.counts.map(|(_, n)| format::thousands(n));
    let [.., repeated, _, spoilt, _] = detail.counts.map(|(_, n)| n);
    let sent =
        Values::new().figure(rts).unit("RTS").figure(cts).unit("CTS").figure(data).unit("DATA").figure(ack).unit("ACK");
    widgets::values(ui, cx.theme, "sent", COLUMN, &sent, "Frames sent so far");
    let lost = Values::new()
        .figure(collisions)
        .unit(format::plural(spoilt, "collision,", "collisions,"))
        .figure(retries)
        .unit(format::plural(repeated, "retry", "retries"));
    widgets::values(
        ui,
        cx.theme,
        "air",
        COLUMN,
        &lost,
        "Frames for this node that another signal spoilt; frames that it sent again",
    );
}

fn energy(ui: &mut Ui, cx: &Cx<'_>, node: &NodeView) {
    let (value, unit) = energy_words(node.joules);
    let mut values = Values::new().figure(value).unit(unit);
    if let Some(left) = node.battery {
        let percent = left * 100.0;
        values = values.unit(", battery").figure(format::number(percent, usize::from(percent < 10.0))).unit("%");
    }
    widgets::values(
        ui,
        cx.theme,
        "energy",
        COLUMN,
        &values,
        "Spent by its radio so far, and what its battery has left",
    );
}

/// Joules with a unit that leaves few digits.
pub(super) fn energy_words(joules: f64) -> (String, &'static str) {
    if joules > 0.0 && joules < 1.0 { (format::digits3(joules * 1e3), "mJ") } else { (format::joules(joules), "J") }
}
