//! Commands with their instants, from names to ids.

use std::collections::BTreeMap;

use super::super::document::{Kind, Node};
use super::super::error::Problems;
use super::super::limits::{SCRIPT, SCRIPT_AT_ONE_INSTANT};
use super::super::quantity;
use super::link::check_speed;
use super::names::Names;
use super::{flow, integer_in, quantity_in};
use crate::ids::FrameId;
use crate::sim::command::SimCommand;
use crate::units::SimTime;

/// The commands of a `script:` list, sorted by time; those of one instant in the order of the file.
pub(in crate::scenario) fn commands(
    list: Option<&Node>,
    names: &Names,
    problems: &mut Problems,
) -> Vec<(SimTime, SimCommand)> {
    let items = list.and_then(Node::items).filter(|items| items.len() <= SCRIPT).unwrap_or_default();
    let mut commands = Vec::with_capacity(items.len());
    let mut crowd: BTreeMap<SimTime, usize> = BTreeMap::new();
    for item in items {
        let at: Option<SimTime> = quantity_in(item, "at");
        let command = item.field("do").and_then(|node| command(node, names, problems));
        let (Some(at), Some(command)) = (at, command) else { continue };
        let count = crowd.entry(at).or_default();
        *count += 1;
        if *count == SCRIPT_AT_ONE_INSTANT + 1 {
            let message = format!("more than {SCRIPT_AT_ONE_INSTANT} commands at one instant, {at}");
            problems.add(item.head(), message);
        }
        commands.push((at, command));
    }
    commands.sort_by_key(|(at, _)| *at);
    commands
}

fn command(node: &Node, names: &Names, problems: &mut Problems) -> Option<SimCommand> {
    Some(match node.name()? {
        "SetController" => {
            let flow = names.tcp_flow(node, "flow", problems);
            let (controller, recovery) = flow::controller(node)?;
            SimCommand::SetController { flow: flow?, controller, recovery }
        }
        "SetTransport" => {
            let flow = names.tcp_flow(node, "flow", problems);
            SimCommand::SetTransport { flow: flow?, max_window: integer_in(node, "max_window")? }
        }
        "SetLink" => set_link(node, names, problems)?,
        "SetRadio" => {
            let id = names.radio(node, "node", problems);
            let transmit_power = quantity::power(node.field("transmit_power")?.text()?)?;
            SimCommand::SetRadio { node: id?, transmit_power }
        }
        "MoveNode" => {
            let id = names.radio(node, "node", problems);
            let Kind::Tuple(None, place) = &node.field("to")?.kind else { return None };
            let [x, y] = place.as_slice() else { return None };
            SimCommand::MoveNode { node: id?, x: super::quantity(x)?, y: super::quantity(y)? }
        }
        "NodeOff" => SimCommand::NodeOff { node: names.node(node, "node", problems)? },
        "NodeOn" => SimCommand::NodeOn { node: names.node(node, "node", problems)? },
        "FlowStop" => SimCommand::FlowStop { flow: names.flow(node, "flow", problems)? },
        "FlowStart" => SimCommand::FlowStart { flow: names.flow(node, "flow", problems)? },
        "Flip" => SimCommand::Flip { frame: FrameId(integer_in(node, "frame")?) },
        _ => return None,
    })
}

fn set_link(node: &Node, names: &Names, problems: &mut Problems) -> Option<SimCommand> {
    let link = names.link(node, problems);
    let (bandwidth, delay) = (quantity_in(node, "bandwidth"), quantity_in(node, "delay"));
    let loss = node.field("loss").and_then(Node::number);
    if ["bandwidth", "delay", "loss"].iter().all(|name| node.field(name).is_none()) {
        problems.add(node.head(), "`SetLink` changes nothing: give a `bandwidth`, a `delay` or a `loss`");
    }
    check_speed(node, bandwidth, delay, problems);
    names.offered().check_delay(node, problems);
    Some(SimCommand::SetLink { link: link?, bandwidth, delay, loss })
}
