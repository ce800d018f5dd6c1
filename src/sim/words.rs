//! Commands in words, for tabs, lists and chains of causes. The form that a scenario's script has is `scenario::script`'s.

use crate::ids::{FlowId, LinkId, NodeId};
use crate::sim::blueprint::Blueprint;
use crate::sim::command::SimCommand;

impl SimCommand {
    /// In two or three words, for a tab: `Vegas`, `n3 off`.
    pub fn title(&self, blueprint: &Blueprint) -> String {
        let (node, flow) = (|id| node(blueprint, id), |id| flow(blueprint, id));
        match self {
            Self::SetController { recovery, .. } => recovery.name().to_owned(),
            Self::SetTransport { max_window, .. } => format!("window {max_window}"),
            Self::MoveNode { node: id, .. } => format!("{} moved", node(*id)),
            Self::NodeOff { node: id } => format!("{} off", node(*id)),
            Self::NodeOn { node: id } => format!("{} on", node(*id)),
            Self::SetRadio { node: id, .. } => format!("power of {}", node(*id)),
            Self::FlowStop { flow: id } => format!("{} stopped", flow(*id)),
            Self::FlowStart { flow: id } => format!("{} started", flow(*id)),
            Self::SetLink { .. } => "link".to_owned(),
            Self::Flip { .. } => "frame flipped".to_owned(),
        }
    }

    /// In full, with what it sets: `n3 moved to 200 m, 50 m`.
    pub fn words(&self, blueprint: &Blueprint) -> String {
        let (node, flow) = (|id| node(blueprint, id), |id| flow(blueprint, id));
        match self {
            Self::SetController { flow: id, recovery, .. } => {
                format!("{} is controlled by {}", flow(*id), recovery.name())
            }
            Self::SetTransport { flow: id, max_window } => {
                let unit = if *max_window == 1 { "segment" } else { "segments" };
                format!("{} may have {max_window} {unit} in flight", flow(*id))
            }
            Self::SetLink { link, bandwidth, delay, loss } => {
                let parts = [
                    bandwidth.map(|rate| format!("rate {rate}")),
                    delay.map(|delay| format!("delay {delay}")),
                    loss.map(|loss| format!("loss {:.4} %", loss * 100.0).replace(".0000", "")),
                ];
                let parts: Vec<String> = parts.into_iter().flatten().collect();
                format!("{} has {}", ends(blueprint, *link), parts.join(", "))
            }
            Self::SetRadio { node: id, transmit_power } => format!("{} sends with {transmit_power}", node(*id)),
            Self::MoveNode { node: id, x, y } => format!("{} moved to {x}, {y}", node(*id)),
            Self::NodeOff { node: id } => format!("{} switched off", node(*id)),
            Self::NodeOn { node: id } => format!("{} switched on", node(*id)),
            Self::FlowStop { flow: id } => format!("{} stopped", flow(*id)),
            Self::FlowStart { flow: id } => format!("{} started", flow(*id)),
            Self::Flip { frame } => format!("the fate of frame {} turned", frame.0),
        }
    }
}

fn node(blueprint: &Blueprint, id: NodeId) -> &str {
    blueprint.nodes.get(id.index()).map_or("?", |node| &node.name)
}

fn flow(blueprint: &Blueprint, id: FlowId) -> &str {
    blueprint.flows.get(id.index()).map_or("?", |flow| &flow.name)
}

fn ends(blueprint: &Blueprint, link: LinkId) -> String {
    let Some(spec) = blueprint.links.get(link.index() / 2) else { return "?".to_owned() };
    let (from, to) = if link.0.is_multiple_of(2) { (spec.from, spec.to) } else { (spec.to, spec.from) };
    format!("the link {} -> {}", node(blueprint, from), node(blueprint, to))
}
