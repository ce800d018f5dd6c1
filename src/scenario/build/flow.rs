//! Flows: who sends what to whom, and how.

use std::collections::BTreeMap;

use super::super::document::{Node, shorten};
use super::super::error::Problems;
use super::super::limits::{CBR_GAP, FLOWS};
use super::names::Names;
use super::topology::check_name;
use super::{integer_in, list_in, quantity, quantity_in};
use crate::congestion::{self, Precision};
use crate::recovery::{self, ExitRule, PartialTimer, SsthreshRule};
use crate::sim::blueprint::{FlowSpec, LinkSpec, NodeSpec, TransportSpec};
use crate::traffic;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::units::{BitRate, Bytes, NANOS_PER_SECOND, SimTime};

/// Payload of a datagram if the file does not say (spec/transport.md 8).
const PACKET: Bytes = Bytes(1_000);

/// The names of all flows, so that references can be resolved before flows are read.
pub(super) fn names(root: &Node, problems: &mut Problems) -> Vec<String> {
    let mut seen = BTreeMap::new();
    list_in(root, "flows", FLOWS)
        .iter()
        .enumerate()
        .map(|(index, node)| {
            let written = node.field("name");
            let name = written.and_then(Node::text).map_or_else(|| format!("f{index}"), str::to_owned);
            let span = written.unwrap_or(node).span;
            check_name(&name, "flow", span, problems);
            if let Some(first) = seen.insert(name.clone(), index) {
                problems.add(span, format!("flows {first} and {index} are both called `{}`", shorten(&name)));
            }
            name
        })
        .collect()
}

/// The flows in the order of the file; `None` where one is wrong.
pub(super) fn flows(root: &Node, names: &Names, problems: &mut Problems) -> Vec<Option<FlowSpec>> {
    let flow = |(index, node): (usize, &Node)| flow(index, node, names, problems);
    list_in(root, "flows", FLOWS).iter().enumerate().map(flow).collect()
}

fn flow(index: usize, node: &Node, names: &Names, problems: &mut Problems) -> Option<FlowSpec> {
    let name = node.field("name").and_then(Node::text).map_or_else(|| format!("f{index}"), str::to_owned);
    let (from, to) = (names.node(node, "from", problems), names.node(node, "to", problems));
    if from.is_some() && from == to {
        problems.add(node.field("to")?.span, format!("flow `{}` goes from a node to itself", shorten(&name)));
    }
    let start = quantity_in(node, "start").unwrap_or(SimTime::ZERO);
    let stop = node.field("stop").and_then(Node::some).and_then(quantity);
    if stop.is_some_and(|stop: SimTime| stop <= start) {
        problems.add(node.field("stop")?.span, format!("the flow stops before it has started, at {start}"));
    }
    let traffic = traffic(node.field("traffic"), problems);
    let transport = transport(node.field("transport"), problems);
    if let (Some(TransportSpec::Udp), Some(traffic::Config::Bulk | traffic::Config::Transfer { .. })) =
        (&transport, &traffic)
    {
        let place = node.field("traffic").or(node.field("transport"))?;
        problems.add(place.span, "`Udp` carries `Cbr` traffic only: nothing tells it how fast to send");
    }
    Some(FlowSpec { name, from: from?, to: to?, start, stop, traffic: traffic?, transport: transport? })
}

fn traffic(node: Option<&Node>, problems: &mut Problems) -> Option<traffic::Config> {
    let Some(node) = node else { return Some(traffic::Config::Bulk) };
    match node.name()? {
        "Bulk" => Some(traffic::Config::Bulk),
        "Transfer" => Some(traffic::Config::Transfer { size: quantity_in(node, "size")? }),
        "Cbr" => {
            let rate: BitRate = quantity_in(node, "rate")?;
            let packet = node.field("packet").map_or(Some(PACKET), quantity)?;
            let jitter = node.field("jitter").and_then(Node::flag).unwrap_or(false);
            let bits = u128::from(packet.0) * 8 * u128::from(NANOS_PER_SECOND);
            if bits < u128::from(rate.0) * u128::from(CBR_GAP) {
                problems.add(node.span, "these are more than 1,000,000 packets a second: take larger ones");
            }
            Some(traffic::Config::Cbr { rate, packet, jitter })
        }
        _ => None,
    }
}

fn transport(node: Option<&Node>, problems: &mut Problems) -> Option<TransportSpec> {
    match node.map(Node::name) {
        None => Some(TransportSpec::Tcp(TcpConfig::of(Preset::Rfc))),
        Some(Some("Tcp")) => node.map(|node| TransportSpec::Tcp(tcp(node, problems))),
        Some(Some("Udp")) => Some(TransportSpec::Udp),
        Some(_) => None,
    }
}

fn tcp(node: &Node, problems: &mut Problems) -> TcpConfig {
    let mut tcp = TcpConfig::of(match node.field("preset").and_then(Node::name) {
        Some("Ns2") => Preset::Ns2,
        Some("FreeBsd43") => Preset::FreeBsd43,
        _ => Preset::Rfc,
    });
    if let Some((law, engine)) = controller(node) {
        (tcp.controller, tcp.recovery) = (law, engine);
    }
    assign(&mut tcp.segment, quantity_in(node, "segment").and_then(|Bytes(bytes)| bytes.try_into().ok()));
    assign(&mut tcp.max_window, integer_in(node, "max_window"));
    assign(&mut tcp.initial_window, integer_in(node, "initial_window"));
    assign(&mut tcp.rto_initial, quantity_in(node, "rto_initial"));
    assign(&mut tcp.rto_min, quantity_in(node, "rto_min"));
    assign(&mut tcp.rto_max, quantity_in(node, "rto_max"));
    assign(&mut tcp.clock_granularity, quantity_in(node, "clock_granularity"));
    assign(&mut tcp.delayed_ack, node.field("delayed_ack").map(|node| node.some().and_then(quantity)));
    assign(&mut tcp.limited_transmit, node.field("limited_transmit").and_then(Node::flag));
    assign(&mut tcp.idle_restart, node.field("idle_restart").and_then(Node::flag));
    assign(&mut tcp.handshake, node.field("handshake").and_then(Node::flag));
    assign(&mut tcp.sack, node.field("sack").and_then(Node::flag));
    tcp.recovery_options = recovery_options(node);
    let place = |name: &str| node.field(name).unwrap_or(node).span;
    if tcp.rto_min > tcp.rto_max {
        problems
            .add(place("rto_min"), format!("`rto_min`, {}, is longer than `rto_max`, {}", tcp.rto_min, tcp.rto_max));
    }
    if tcp.rto_initial > tcp.rto_max {
        let message = format!("`rto_initial`, {}, is longer than `rto_max`, {}", tcp.rto_initial, tcp.rto_max);
        problems.add(place("rto_initial"), message);
    }
    tcp
}

/// The window law and recovery that the fields `controller` and `recovery` name, if either is written: the first names are the
/// Reno law with that recovery (spec/transport.md 1.4).
pub(super) fn controller(node: &Node) -> Option<(congestion::Config, recovery::Kind)> {
    let name = |field: &str| node.field(field).and_then(Node::name);
    let engine = recovery::Kind::ALL.into_iter().find(|kind| Some(kind.name()) == name("recovery"));
    let chosen = name("controller").and_then(recovery::controller);
    match (chosen, engine) {
        (Some((law, _)), Some(engine)) => Some((law, engine)),
        (None, Some(engine)) => Some((TcpConfig::of(Preset::Rfc).controller, engine)),
        (chosen, None) => chosen,
    }
}

/// The rules of the recovery that differ from the preset's.
fn recovery_options(node: &Node) -> recovery::Options {
    let name = |field: &str| node.field(field).and_then(Node::name);
    recovery::Options {
        exit: name("exit_rule").and_then(|name| match name {
            "FlightLimited" => Some(ExitRule::FlightLimited),
            "Ssthresh" => Some(ExitRule::Ssthresh),
            "Keep" => Some(ExitRule::Keep),
            _ => None,
        }),
        ssthresh: name("ssthresh_rule").and_then(|name| match name {
            "Flight" => Some(SsthreshRule::Flight),
            "MinCwndRwnd" => Some(SsthreshRule::MinCwndRwnd),
            _ => None,
        }),
        precision: name("precision").and_then(|name| match name {
            "Exact" => Some(Precision::Exact),
            "Whole" => Some(Precision::Whole),
            "WholeThreshold" => Some(Precision::WholeThreshold),
            _ => None,
        }),
        partial_timer: name("partial_timer").and_then(|name| match name {
            "Impatient" => Some(PartialTimer::Impatient),
            "SlowButSteady" => Some(PartialTimer::SlowButSteady),
            _ => None,
        }),
    }
}

/// Every flow needs a way that could exist: wired links, and the air between all nodes with radios.
pub(super) fn check_ways(
    root: &Node,
    nodes: &[NodeSpec],
    links: &[Option<LinkSpec>],
    flows: &[Option<FlowSpec>],
    problems: &mut Problems,
) {
    if links.iter().any(Option::is_none) {
        return;
    }
    // The air is one more place, next to all radios.
    let air = nodes.len();
    let mut parts = Parts((0..=air).collect());
    for (index, _) in nodes.iter().enumerate().filter(|(_, node)| node.position.is_some()) {
        parts.join(index, air);
    }
    for link in links.iter().flatten() {
        parts.join(link.from.index(), link.to.index());
    }
    for (flow, node) in flows.iter().zip(list_in(root, "flows", FLOWS)) {
        let Some(flow) = flow else { continue };
        if parts.of(flow.from.index()) != parts.of(flow.to.index()) {
            let name = |index: usize| shorten(&nodes[index].name);
            let message = format!(
                "there is no way from `{}` to `{}`: no links lead there, and not both have radios",
                name(flow.from.index()),
                name(flow.to.index())
            );
            problems.add(node.field("to").unwrap_or(node).span, message);
        }
    }
}

/// Disjoint sets of places: each points towards the first of its set.
struct Parts(Vec<usize>);

impl Parts {
    fn of(&mut self, mut place: usize) -> usize {
        while self.0[place] != place {
            self.0[place] = self.0[self.0[place]];
            place = self.0[place];
        }
        place
    }

    fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.of(a), self.of(b));
        self.0[a.max(b)] = a.min(b);
    }
}

/// Without a duration a run has to end by itself.
pub(super) fn check_end(root: &Node, flows: &[Option<FlowSpec>], problems: &mut Problems) {
    if flows.is_empty() {
        problems.add(root.head(), "without flows a scenario has to have a `duration`");
    }
    for (flow, node) in flows.iter().zip(list_in(root, "flows", FLOWS)) {
        let Some(flow) = flow else { continue };
        if flow.stop.is_none() && !matches!(flow.traffic, traffic::Config::Transfer { .. }) {
            let message =
                format!("flow `{}` never ends: give it a `stop`, or the scenario a `duration`", shorten(&flow.name));
            problems.add(node.field("traffic").map_or(node.head(), |traffic| traffic.span), message);
        }
    }
}

fn assign<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
