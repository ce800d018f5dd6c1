//! Wired links.

use std::collections::BTreeMap;

use super::super::document::Node;
use super::super::error::Problems;
use super::super::limits::{DROPPED_SEGMENTS, IMPAIRMENTS, LEAST_RATE, LINKS, UNLIMITED_LINK_DELAY};
use super::names::Names;
use super::{integer_in, list_in, quantity_in};
use crate::link::config::{Impairment, PipeConfig};
use crate::sim::blueprint::{FlowSpec, LinkSpec, TransportSpec};
use crate::units::{BitRate, SimDuration};

/// Packets that wait at a link if the file does not say (spec/transport.md 2.2).
const QUEUE: usize = 50;

/// The links in the order of the file; `None` where one is wrong.
pub(super) fn links(root: &Node, names: &Names, wastes_one: bool, problems: &mut Problems) -> Vec<Option<LinkSpec>> {
    let mut joined = BTreeMap::new();
    list_in(root, "links", LINKS)
        .iter()
        .enumerate()
        .map(|(index, node)| {
            let link = link(node, names, wastes_one, problems)?;
            let ends = (link.from.min(link.to), link.from.max(link.to));
            if let Some(first) = joined.insert(ends, index) {
                problems.add(node.head(), format!("`links[{first}]` joins these two nodes already"));
            }
            Some(link)
        })
        .collect()
}

fn link(node: &Node, names: &Names, wastes_one: bool, problems: &mut Problems) -> Option<LinkSpec> {
    let (from, to) = (names.node(node, "from", problems), names.node(node, "to", problems));
    if from.is_some() && from == to {
        problems.add(node.field("to")?.span, "a link has to join two nodes, not a node with itself");
    }
    let impairments = impairments(node, names, problems);
    let queue_limit = node.field("queue").and_then(|queue| integer_in(queue, "packets")).unwrap_or(QUEUE);
    if wastes_one && queue_limit == 1 {
        let message =
            "a queue of one packet holds nothing in MAC profile Ns2 (`queue_wastes_one`): one place stays empty";
        problems.add(node.field("queue")?.span, message);
    }
    let (bandwidth, delay) = (quantity_in(node, "bandwidth")?, quantity_in(node, "delay")?);
    check_speed(node, Some(bandwidth), Some(delay), problems);
    let backward = PipeConfig { bandwidth, delay, queue_limit, queue_wastes_one: wastes_one, impairments: Vec::new() };
    let forward = PipeConfig { impairments, ..backward.clone() };
    Some(LinkSpec { from: from?, to: to?, forward, backward })
}

/// Drop lists name segments by number: tells them how large the segments of their flow are.
pub(super) fn size_drop_lists(links: &mut [Option<LinkSpec>], flows: &[Option<FlowSpec>]) {
    for impairment in links.iter_mut().flatten().flat_map(|link| &mut link.forward.impairments) {
        if let Impairment::Drop { flow, segment, .. } = impairment
            && let Some(Some(FlowSpec { transport: TransportSpec::Tcp(tcp), .. })) = flows.get(flow.index())
        {
            *segment = tcp.segment;
        }
    }
}

/// A link that takes no time at all would let a transfer run for ever within an instant, and one that takes for ever overflows.
pub(super) fn check_speed(
    node: &Node,
    bandwidth: Option<BitRate>,
    delay: Option<SimDuration>,
    problems: &mut Problems,
) {
    if let (Some(BitRate(1..LEAST_RATE)), Some(place)) = (bandwidth, node.field("bandwidth")) {
        problems.add(place.span, format!("a link has at least \"{LEAST_RATE} b/s\", or is unlimited with \"0 b/s\""));
    }
    if let (Some(BitRate(0)), Some(delay)) = (bandwidth, delay)
        && delay.nanos() < UNLIMITED_LINK_DELAY
        && let Some(place) = node.field("delay")
    {
        problems.add(place.span, "a link of unlimited bandwidth has to have a delay of at least \"1 ms\"");
    }
}

fn impairments(node: &Node, names: &Names, problems: &mut Problems) -> Vec<Impairment> {
    list_in(node, "impairments", IMPAIRMENTS)
        .iter()
        .filter_map(|item| match item.name()? {
            "Loss" => Some(Impairment::Loss {
                rate: item.field("rate")?.number()?,
                data_only: item.field("data_only").and_then(Node::flag).unwrap_or(false),
            }),
            "Burst" => burst(item, problems),
            "GilbertElliott" => {
                let number = |name: &str| item.field(name).and_then(Node::number);
                Some(Impairment::GilbertElliott {
                    to_bad: number("to_bad")?,
                    to_good: number("to_good")?,
                    good_loss: number("good_loss").unwrap_or(0.0),
                    bad_loss: number("bad_loss").unwrap_or(1.0),
                })
            }
            "Drop" => {
                let flow = names.tcp_flow(item, "flow", problems)?;
                let segments = list_in(item, "segments", DROPPED_SEGMENTS).iter().filter_map(Node::integer).collect();
                Some(Impairment::Drop { segments, flow, segment: 0 })
            }
            _ => None,
        })
        .collect()
}

fn burst(item: &Node, problems: &mut Problems) -> Option<Impairment> {
    let (on, period): (SimDuration, SimDuration) = (quantity_in(item, "on")?, quantity_in(item, "period")?);
    if on > period {
        problems.add(item.field("on")?.span, format!("a burst of {on} does not fit into a period of {period}"));
    }
    let phase: Option<SimDuration> = quantity_in(item, "phase");
    if phase.is_some_and(|phase| phase >= period) {
        problems.add(item.field("phase")?.span, format!("the first burst has to begin within the period of {period}"));
    }
    Some(Impairment::Burst { rate: item.field("rate")?.number()?, on, period, phase })
}
