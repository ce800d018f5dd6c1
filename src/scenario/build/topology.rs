//! Where nodes stand: generators, and nodes one by one (spec/wireless.md 10).

use std::collections::BTreeMap;

use super::super::document::{Node, shorten};
use super::super::error::Problems;
use super::super::limits::{CLOSEST, HEARING, NODES};
use super::super::quantity;
use super::{integer_in, random};
use crate::energy::config::BatteryConfig;
use crate::phy::config::PhyConfig;
use crate::phy::propagation::reach;
use crate::sim::blueprint::NodeSpec;
use crate::units::{Joules, Metres};

type Place = (f64, f64);

/// The nodes in the order of their ids. `None` if the topology is wrong, so that references to nodes are not doubted.
pub(super) fn nodes(root: &Node, phy: &PhyConfig, seed: u64, problems: &mut Problems) -> Option<Vec<NodeSpec>> {
    let topology = root.field("topology")?;
    let all = battery(root.field("energy").and_then(|energy| energy.field("battery")), problems).unwrap_or_default();
    if topology.name() == Some("Nodes") {
        return single(topology, all, problems);
    }
    let places = match topology.name() {
        Some("Random") => random::places(topology, phy, seed, problems)?,
        _ => generated(topology, problems)?,
    };
    let node =
        |(index, (x, y))| NodeSpec { name: format!("n{index}"), position: Some((Metres(x), Metres(y))), battery: all };
    Some(places.into_iter().enumerate().map(node).collect())
}

/// Every pair in hearing costs memory, and an event at each frame: refuses crowds.
pub(super) fn check_crowd(root: &Node, nodes: &[NodeSpec], phy: &PhyConfig, problems: &mut Problems) {
    let places: Vec<(Metres, Metres)> = nodes.iter().filter_map(|node| node.position).collect();
    let most = places.len() as u64 * (places.len() as u64).saturating_sub(1);
    if most <= HEARING {
        return;
    }
    let hears = |a: &(Metres, Metres), b: &(Metres, Metres)| {
        reach(phy, Metres(libm::hypot(a.0.0 - b.0.0, a.1.0 - b.1.0))).is_some()
    };
    let ahead = |(at, a)| places[at + 1..].iter().filter(|b| hears(a, b)).count() as u64;
    let pairs: u64 = 2 * places.iter().enumerate().map(ahead).sum::<u64>();
    if pairs > HEARING
        && let Some(topology) = root.field("topology")
    {
        let message =
            format!("{pairs} pairs of nodes in hearing of one another are more than {HEARING}: spread them out");
        problems.add(topology.span, message);
    }
}

fn generated(topology: &Node, problems: &mut Problems) -> Option<Vec<Place>> {
    let Metres(spacing) = match topology.field("spacing") {
        Some(node) => super::quantity(node)?,
        None => Metres(200.0),
    };
    let count = |name| integer_in::<u64>(topology, name).filter(|count| *count <= NODES);
    match topology.name()? {
        "Chain" => {
            let hops = count("hops").filter(|hops| (1..NODES).contains(hops))?;
            Some((0..=hops).map(|i| (i as f64 * spacing, 0.0)).collect())
        }
        "Cross" => cross(count("hops")?, spacing, topology, problems),
        "Grid" => {
            let (columns, rows) = (count("columns")?, count("rows")?);
            if columns * rows > NODES {
                let message = format!("{columns} times {rows} are more than {NODES} nodes");
                problems.add(topology.span, message);
                return None;
            }
            let row = |r: u64| (0..columns).map(move |c| (c as f64 * spacing, r as f64 * spacing));
            Some((0..rows).flat_map(row).collect())
        }
        "Ring" => {
            let nodes = count("nodes").filter(|nodes| *nodes >= 3)?;
            let radius = spacing / (2.0 * libm::sin(std::f64::consts::PI / nodes as f64));
            Some((0..nodes).map(|i| around(i, nodes, radius)).collect())
        }
        "Star" => {
            let stations = count("nodes")?.checked_sub(1)?;
            let centre = std::iter::once((spacing, spacing));
            Some(centre.chain((0..stations).map(|i| around(i, stations, spacing))).collect())
        }
        _ => None,
    }
}

/// Two chains that share their middle node: 0 to h from west to east, then the other from south to north.
fn cross(hops: u64, spacing: f64, topology: &Node, problems: &mut Problems) -> Option<Vec<Place>> {
    if !hops.is_multiple_of(2) {
        let span = topology.field("hops").map_or(topology.span, |hops| hops.span);
        problems.add(
            span,
            format!("`topology.hops` of a Cross has to be even, so that the chains share a node, not {hops}"),
        );
        return None;
    }
    let middle = hops / 2;
    let along = (0..=hops).map(|i| (i as f64 * spacing, middle as f64 * spacing));
    let across = (0..=hops).filter(|i| *i != middle).map(|i| (middle as f64 * spacing, i as f64 * spacing));
    Some(along.chain(across).collect())
}

/// Point `i` of `n` on a circle that touches both axes, counted counter-clockwise from the east.
fn around(i: u64, n: u64, radius: f64) -> Place {
    let angle = std::f64::consts::TAU * i as f64 / n as f64;
    (radius * (1.0 + libm::cos(angle)), radius * (1.0 + libm::sin(angle)))
}

fn single(topology: &Node, all: BatteryConfig, problems: &mut Problems) -> Option<Vec<NodeSpec>> {
    let items = topology.items().filter(|items| items.len() as u64 <= NODES)?;
    if items.is_empty() {
        problems.add(topology.span, "there has to be at least one node");
        return None;
    }
    let mut seen = BTreeMap::new();
    let mut nodes = Vec::with_capacity(items.len());
    for (index, item) in items.iter().enumerate() {
        let name = item.field("name").and_then(Node::text).map_or_else(|| format!("n{index}"), str::to_owned);
        let span = item.field("name").unwrap_or(item).span;
        check_name(&name, "node", span, problems);
        if let Some(first) = seen.insert(name.clone(), index) {
            problems.add(span, format!("nodes {first} and {index} are both called `{}`", shorten(&name)));
        }
        let battery = item.field("battery").map_or(Some(all), |_| battery(item.field("battery"), problems));
        nodes.push(NodeSpec { name, position: position(item), battery: battery.unwrap_or(all) });
    }
    check_distances(items, &nodes, problems);
    Some(nodes)
}

/// Whether a name can be written everywhere.
pub(super) fn check_name(name: &str, what: &str, span: super::super::document::Span, problems: &mut Problems) {
    if name.trim().is_empty() || name.chars().any(char::is_control) {
        problems.add(span, format!("the name of a {what} has to have letters, and no control characters"));
    }
}

fn position(item: &Node) -> Option<(Metres, Metres)> {
    match &item.field("at")?.some()?.kind {
        super::super::document::Kind::Tuple(None, pair) => match pair.as_slice() {
            [x, y] => Some((super::quantity(x)?, super::quantity(y)?)),
            _ => None,
        },
        _ => None,
    }
}

/// Radios that stand in one place would hear each other infinitely loud.
fn check_distances(items: &[Node], nodes: &[NodeSpec], problems: &mut Problems) {
    let mut placed: Vec<(f64, f64, usize)> = nodes
        .iter()
        .enumerate()
        .filter_map(|(index, node)| node.position.map(|(Metres(x), Metres(y))| (x, y, index)))
        .collect();
    placed.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1)).then(a.2.cmp(&b.2)));
    for (first, &(x, y, a)) in placed.iter().enumerate() {
        let near = |&&(other, ..): &&(f64, f64, usize)| other - x < CLOSEST;
        let close = placed[first + 1..].iter().take_while(near).find(|(_, v, _)| (v - y).abs() < CLOSEST);
        if let Some(&(_, _, b)) = close {
            let (a, b) = (a.min(b), a.max(b));
            let span = items[b].field("at").unwrap_or(&items[b]).span;
            let names = (shorten(&nodes[a].name), shorten(&nodes[b].name));
            problems
                .add(span, format!("`{}` and `{}` stand in one place; 1 cm has to be between them", names.0, names.1));
        }
    }
}

/// A battery; `None` if it is not written, or wrong.
pub(super) fn battery(node: Option<&Node>, problems: &mut Problems) -> Option<BatteryConfig> {
    let node = node?;
    if node.name()? == "None" {
        return Some(BatteryConfig::Mains);
    }
    let fields = ["energy", "capacity", "voltage"].map(|name| node.field(name));
    match fields {
        [Some(energy), None, None] => Some(BatteryConfig::Linear { energy: super::quantity(energy)? }),
        [None, Some(capacity), Some(voltage)] => {
            let charge = quantity::charge(capacity.text()?)?;
            Some(BatteryConfig::Linear { energy: Joules(charge * quantity::voltage(voltage.text()?)?) })
        }
        _ => {
            problems.add(node.span, "a battery has either an `energy`, or a `capacity` and a `voltage`");
            None
        }
    }
}
