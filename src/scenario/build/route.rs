//! Ways have to be short enough for the time to live of packets, and for the floods that look for them, or nothing ever arrives.

use std::collections::VecDeque;

use super::super::document::{Node, shorten};
use super::super::error::Problems;
use super::super::limits::FLOWS;
use super::list_in;
use crate::phy::propagation::reach;
use crate::sim::blueprint::{Blueprint, RoutingSpec};
use crate::sim::command::SimCommand;
use crate::units::Metres;

/// Checks the way of every flow as it is when the run begins, unless the script changes who is in range. Flows without a way are
/// somebody else's.
pub(super) fn check_lengths(root: &Node, blueprint: &Blueprint, problems: &mut Problems) {
    let (most, live, field) = match &blueprint.routing {
        RoutingSpec::Aodv(aodv) if aodv.net_diameter < blueprint.mac.ttl => {
            (aodv.net_diameter, "requests", "routing.net_diameter")
        }
        RoutingSpec::Aodv(_) | RoutingSpec::Static => (blueprint.mac.ttl, "packets", "mac.ttl"),
    };
    let most = usize::from(most);
    let moves = |command: &SimCommand| matches!(command, SimCommand::MoveNode { .. } | SimCommand::SetRadio { .. });
    // No way is longer than through all nodes.
    if blueprint.nodes.len() <= most + 1 || blueprint.script.iter().any(|(_, command)| moves(command)) {
        return;
    }
    let neighbours = neighbours(blueprint);
    for (flow, node) in blueprint.flows.iter().zip(list_in(root, "flows", FLOWS)) {
        let hops = hops(&neighbours, flow.from.index(), flow.to.index());
        if let Some(hops) = hops.filter(|hops| *hops > most) {
            let message = format!(
                "flow `{}` takes {hops} hops, and {live} live for {most} (`{field}`): nothing would arrive",
                shorten(&flow.name)
            );
            problems.add(node.field("to").unwrap_or(node).span, message);
        }
    }
}

/// Who is joined with whom: radios in range of one another (all send with the same power at first), and the ends of links.
fn neighbours(blueprint: &Blueprint) -> Vec<Vec<usize>> {
    let mut neighbours = vec![Vec::new(); blueprint.nodes.len()];
    let mut join = |a: usize, b: usize| {
        neighbours[a].push(b);
        neighbours[b].push(a);
    };
    for link in &blueprint.links {
        join(link.from.index(), link.to.index());
    }
    let radios = blueprint.nodes.iter().enumerate().filter_map(|(id, node)| node.position.map(|place| (id, place)));
    let radios: Vec<(usize, (Metres, Metres))> = radios.collect();
    for (at, (a, (x, y))) in radios.iter().enumerate() {
        for (b, (u, v)) in &radios[at + 1..] {
            let distance = Metres(libm::hypot(x.0 - u.0, y.0 - v.0));
            if reach(&blueprint.phy, distance).is_some_and(|reach| reach.decodable) {
                join(*a, *b);
            }
        }
    }
    neighbours
}

/// How many links the shortest way has, if there is one.
fn hops(neighbours: &[Vec<usize>], from: usize, to: usize) -> Option<usize> {
    let mut seen = vec![false; neighbours.len()];
    seen[from] = true;
    let mut queue = VecDeque::from([(from, 0)]);
    while let Some((at, hops)) = queue.pop_front() {
        if at == to {
            return Some(hops);
        }
        for &next in &neighbours[at] {
            if !std::mem::replace(&mut seen[next], true) {
                queue.push_back((next, hops + 1));
            }
        }
    }
    None
}
