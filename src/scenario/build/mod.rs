//! The second reading of a file: from values that are each right to a [`Scenario`] that is right as a whole. Names become ids,
//! omitted fields their defaults, and what contradicts itself is reported with its place.
//!
//! A value that the first reading refused is left out silently here (it has been reported), so that every *other* problem of the
//! file comes up in the same report. Nothing here may therefore rely on a range.

mod flow;
mod link;
mod names;
mod offered;
mod radio;
mod random;
mod route;
mod routing;
mod script;
mod topology;

use std::str::FromStr;
use std::sync::Arc;

use super::document::{Document, Node};
use super::error::Problems;
use super::model::Scenario;
use crate::energy::config::Scope;
use crate::energy::power;
use crate::sim::blueprint::Blueprint;

pub(super) use names::Names;
pub(super) use script::commands;

/// Builds the scenario that `document` describes; `None` only together with problems.
pub(super) fn build(document: &Document, file: &str, problems: &mut Problems) -> Option<Scenario> {
    let root = document.root();
    root.entries().filter(|_| root.name().is_none())?;
    let mut mac = radio::mac(root.field("mac"), root.field("radio"), problems);
    let routing = routing::routing(root, &mut mac, problems);
    let phy = radio::phy(root.field("radio"), mac.profile, problems);
    let seed = root.field("seed").and_then(Node::integer).unwrap_or(1);
    let nodes = topology::nodes(root, &phy, seed, problems);
    let flow_names = flow::names(root, problems);
    let names = Names::new(nodes.as_deref(), flow_names);
    let flows = flow::flows(root, &names, problems);
    let mut links = link::links(root, &names, mac.queue_wastes_one, problems);
    offered::check_flows(root, &flows, problems);
    link::size_drop_lists(&mut links, &flows);
    let names = names.with(&flows, &links);
    if let Some(nodes) = &nodes {
        topology::check_crowd(root, nodes, &phy, problems);
        flow::check_ways(root, nodes, &links, &flows, problems);
    }
    names.offered().check_links(root, problems);
    let script = commands(root.field("script"), &names, problems);
    let duration = root.field("duration").and_then(Node::some).and_then(quantity);
    if root.field("duration").and_then(Node::some).is_none() {
        flow::check_end(root, &flows, problems);
    }
    let blueprint = Blueprint {
        seed,
        duration,
        phy,
        mac,
        routing,
        nodes: nodes?,
        links: links.into_iter().collect::<Option<_>>()?,
        flows: flows.into_iter().collect::<Option<_>>()?,
        radio_power: radio_power(root.field("energy")),
        scope: Scope::Radio,
        script,
    };
    // Takes time, which a file that is wrong anyway does not get.
    if problems.is_empty() {
        route::check_lengths(root, &blueprint, problems);
    }
    let prose = |name: &str| root.field(name).and_then(Node::text).unwrap_or_default().to_owned();
    let title = if root.field("title").is_some() { prose("title") } else { file.to_owned() };
    Some(Scenario {
        title,
        question: prose("question"),
        expect: prose("expect"),
        source: prose("source"),
        blueprint: Arc::new(blueprint),
        text: document.text().to_owned(),
        sha256: super::load::sha256(document.text()),
    })
}

fn radio_power(node: Option<&Node>) -> power::Kind {
    let name = node.and_then(|node| node.field("radio")).and_then(Node::name);
    power::Kind::ALL.iter().copied().find(|kind| Some(kind.profile().name) == name).unwrap_or_default()
}

/// A quantity in quotes.
fn quantity<T: FromStr>(node: &Node) -> Option<T> {
    node.text()?.parse().ok()
}

/// The quantity in the field `name`.
fn quantity_in<T: FromStr>(node: &Node, name: &str) -> Option<T> {
    node.field(name).and_then(quantity)
}

/// The whole number in the field `name`, if it fits.
fn integer_in<T: TryFrom<u64>>(node: &Node, name: &str) -> Option<T> {
    node.field(name)?.integer()?.try_into().ok()
}

/// The entries of the list in the field `name`, no more than there may be.
fn list_in<'n>(node: &'n Node, name: &str, most: usize) -> &'n [Node] {
    node.field(name).and_then(Node::items).filter(|items| items.len() <= most).unwrap_or_default()
}
