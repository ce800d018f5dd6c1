//! A flow, layer by layer.

use egui::Ui;

use crate::ids::FlowId;
use crate::metrics::Metric;
use crate::metrics::summary::Summary;
use crate::session::view::{FlowView, Thing, TransportView};
use crate::ui::cx::Cx;
use crate::ui::format::{self, plural};
use crate::ui::panels::inspector::COLUMN;
use crate::ui::widgets::{self, Values};

/// In larger networks the joules of a flow are left to the command line: they take a look at every node.
const FEW_NODES: usize = 300;

/// Draws it, as it is now.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, id: FlowId) {
    let Some(flow) = cx.view.flow(id) else { return };
    if let Some(tcp) = &flow.tcp {
        transport(ui, cx, &flow, tcp);
    } else {
        let values = Values::new().word("UDP");
        widgets::values(ui, cx.theme, "transport", COLUMN, &values, "No window and no retransmissions");
    }
    route(ui, cx, &flow);
}

/// What was counted so far.
pub(super) fn so_far(ui: &mut Ui, cx: &Cx<'_>, id: FlowId) {
    let Some(flow) = cx.view.flow(id) else { return };
    widgets::section(ui, cx.theme, "So far", "");
    ui.add_space(3.0);
    let show = |ui: &mut Ui, key: &str, values: Values, hint: &str| {
        widgets::values(ui, cx.theme, key, COLUMN, &values, hint);
    };
    let rate = flow.throughput.map_or_else(|| "–".to_owned(), format::digits3);
    show(
        ui,
        "throughput",
        Values::new().figure(rate).unit("kb/s"),
        "IP bytes that arrived at its sink in the last second",
    );
    let delivered = Values::new().figure(format::thousands(flow.delivered / 1000)).unit("kB");
    show(ui, "delivered", delivered, "Payload delivered in order to the receiving application");
    if let Some(tcp) = &flow.tcp {
        counted(ui, cx, tcp);
    }
    energy(ui, cx, id);
}

fn counted(ui: &mut Ui, cx: &Cx<'_>, tcp: &TransportView) {
    let counters = &tcp.counters;
    let sent = Values::new()
        .figure(format::thousands(counters.segments))
        .unit(plural(counters.segments, "segment,", "segments,"))
        .figure(format::thousands(counters.retransmissions))
        .unit("again");
    widgets::values(ui, cx.theme, "sent", COLUMN, &sent, "Segments sent, and of these those sent before");
    let losses = Values::new()
        .figure(counters.timeouts.to_string())
        .unit(plural(counters.timeouts, "timeout,", "timeouts,"))
        .figure(counters.fast_retransmits.to_string())
        .unit(plural(counters.fast_retransmits, "fast retransmit", "fast retransmits"));
    widgets::values(ui, cx.theme, "losses", COLUMN, &losses, "How losses were noticed");
}

fn transport(ui: &mut Ui, cx: &Cx<'_>, flow: &FlowView, tcp: &TransportView) {
    let show = |ui: &mut Ui, key: &str, values: Values, hint: &str| {
        widgets::values(ui, cx.theme, key, COLUMN, &values, hint);
    };
    let state = &tcp.state;
    let phase = Metric::Phase.codes().get(state.phase as usize).copied().unwrap_or("");
    let law = Values::new().word(&flow.law).unit(phase);
    show(ui, "transport", law, "Window law and loss recovery, and what the sender is doing");
    let mut window = Values::new().figure(format::number(state.cwnd, 1)).unit("segments");
    if state.window + 0.05 < state.cwnd {
        window = window.unit(",").figure(format::number(state.window, 1)).unit("usable");
    }
    show(ui, "cwnd", window, "Congestion window; the receiver and the largest window may allow less");
    let flight = state.in_flight / u64::from(tcp.segment.max(1));
    // Before the first loss there is none: the number stands for any window.
    let ssthresh = if state.ssthresh > 1e6 { "–".to_owned() } else { format::number(state.ssthresh, 1) };
    let threshold = Values::new().figure(ssthresh).unit("segments,").figure(flight.to_string()).unit("in flight");
    show(ui, "ssthresh", threshold, "Slow start threshold; segments sent and not yet acknowledged");
    let rto = Values::new()
        .figure(format!("{:.2}", state.rto.secs_f64()))
        .unit("s, backoff ×")
        .figure(state.backoff.to_string());
    show(ui, "RTO", rto, "Retransmission timeout in force, and what timeouts have made of it");
    if let Some(srtt) = state.srtt {
        let rtt = Values::new()
            .figure(format!("{:.3}", srtt.secs_f64()))
            .unit("s ±")
            .figure(format!("{:.3}", state.rttvar.secs_f64()));
        show(ui, "RTT", rtt, "Smoothed round-trip time and its mean deviation");
    }
}

fn route(ui: &mut Ui, cx: &Cx<'_>, flow: &FlowView) {
    let route = cx.view.route(flow.id);
    let values = if route.last() == Some(&flow.to) && flow.from != flow.to {
        let hops = route.len() - 1;
        let way: Vec<String> = match route.as_slice() {
            [first, _, .., last] if hops > 4 => {
                vec![cx.view.name(Thing::Node(*first)), "…".to_owned(), cx.view.name(Thing::Node(*last))]
            }
            all => all.iter().map(|node| cx.view.name(Thing::Node(*node))).collect(),
        };
        let plural = if hops == 1 { "hop," } else { "hops," };
        Values::new().figure(hops.to_string()).unit(plural).word(way.join(" → "))
    } else {
        Values::new().word("no way now")
    };
    widgets::values(ui, cx.theme, "routing", COLUMN, &values, "The way of its packets as it is now");
}

fn energy(ui: &mut Ui, cx: &Cx<'_>, id: FlowId) {
    if cx.view.node_count() > FEW_NODES {
        return;
    }
    let summary = Summary::from(cx.view.run().report());
    let Some(flow) = summary.flows.get(id.index()) else { return };
    let Some(total) = flow.energy.total_joules_per_bit else { return };
    let values = Values::new().figure(format::digits3(total * 1e6)).unit("µJ a bit, at the").unit(flow.energy.measured);
    let hint = "Energy of the measured node since the flow began, by bits of goodput; without idling it would be ";
    let ideal =
        flow.energy.idealized_joules_per_bit.map_or_else(|| "–".to_owned(), |value| format::digits3(value * 1e6));
    widgets::values(ui, cx.theme, "energy", COLUMN, &values, &format!("{hint}{ideal} µJ"));
}
