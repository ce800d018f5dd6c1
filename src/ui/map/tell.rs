//! Things on the map in words: for the hint at the pointer, and for who cannot see it.

use std::fmt::Write as _;

use crate::fact::FactId;
use crate::ids::{FlowId, FrameId, LinkId, NodeId};
use crate::session::View;
use crate::session::flight::Outcome;
use crate::session::view::{NodeView, RadioView, Thing};
use crate::ui::format;

/// A thing in one or two lines.
pub fn tell(view: &View<'_>, thing: Thing) -> Option<String> {
    match thing {
        Thing::Node(id) => view.node(id).map(|node| about_node(&node)),
        Thing::Flow(id) => flow(view, id),
        Thing::Link(id) => link(view, id),
        Thing::Frame(id) => frame(view, id),
        Thing::Fact(id) => fact(view, id),
    }
}

/// A node for a screen reader: `node n3, transmit, queue 4 of 50`.
pub fn node(node: &NodeView) -> String {
    let mut text = format!("node {}, {}", node.name, node.radio.name());
    if node.radio != RadioView::None {
        let _ = write!(text, ", queue {} of {}", node.queue.len(), node.queue_limit);
    }
    if let Some(part) = node.battery {
        let _ = write!(text, ", battery {} %", format::number(part * 100.0, 0));
    }
    text
}

fn about_node(about: &NodeView) -> String {
    let first = node(about);
    match about.position {
        Some((x, y)) => {
            let [x, y] = [x, y].map(|metres| format::number(metres, 0));
            let spent = format::joules(about.joules);
            format!(
                "{first}\nat {x}, {y} m; {spent} J spent. Drag to move it, double-click to pin it in the inspector."
            )
        }
        None => format!("{first}\nWires only. Double-click to pin it in the inspector."),
    }
}

fn flow(view: &View<'_>, id: FlowId) -> Option<String> {
    let flow = view.flow(id)?;
    let [from, to] = [flow.from, flow.to].map(|node: NodeId| view.name(Thing::Node(node)));
    let rate = match flow.throughput {
        Some(rate) => format!("{} kb/s over the last second", format::digits3(rate)),
        None => "not started".to_owned(),
    };
    let hops = view.route(id).len().saturating_sub(1);
    let way = if hops == 0 { "there is no route".to_owned() } else { format!("{hops} hops") };
    Some(format!("flow {}: {}, {from} → {to}\n{rate}, {way}", flow.name, flow.law))
}

fn link(view: &View<'_>, id: LinkId) -> Option<String> {
    let link = view.link(id)?;
    let rate = match link.bandwidth.0 {
        0 => "unlimited rate".to_owned(),
        bits => format!("{} Mb/s", format::digits3(bits as f64 / 1e6)),
    };
    let delay = format::digits3(link.delay.secs_f64() * 1e3);
    let loss =
        if link.loss > 0.0 { format!(", loses {} %", format::number(link.loss * 100.0, 1)) } else { String::new() };
    let state = if link.up { "" } else { ", down" };
    let (waiting, limit, inside) = (link.queue.len(), link.queue_limit, link.inside.len());
    let name = view.name(Thing::Link(id));
    Some(format!("{name}: {rate}, {delay} ms{loss}{state}\n{inside} packets inside, queue {waiting} of {limit}"))
}

fn frame(view: &View<'_>, id: FrameId) -> Option<String> {
    let flown = *view.flight()?.frame(id)?;
    let whole = flown.air_time.secs_f64() * 1e3;
    let now = view.now();
    let progress = if flown.is_on_air(now) {
        let done = now.since(flown.start).secs_f64() * 1e3;
        format!("{} of {} ms", format::number(done, 2), format::number(whole, 2))
    } else {
        let ago = now.since(flown.end()).secs_f64() * 1e3;
        let end = match flown.outcome {
            Outcome::Good => "arrived",
            Outcome::Lost => "was lost",
            Outcome::Open => "ended",
        };
        format!("{end} {} ms ago, after {} ms on air", format::number(ago, 2), format::number(whole, 2))
    };
    Some(format!("{}\n{} B, {progress}", view.describe(&flown), flown.size))
}

fn fact(view: &View<'_>, id: FactId) -> Option<String> {
    Some(format!("{}\nat {}", view.tell(id)?, format::time_s(view.fact(id)?.at)))
}
