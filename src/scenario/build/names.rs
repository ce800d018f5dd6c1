//! Names and numbers of nodes and flows to ids, with the nearest name where there is none.

use super::super::document::{Node, shorten};
use super::super::error::{Problems, nearest};
use super::super::model::Scenario;
use super::offered::Offered;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::sim::blueprint::{FlowSpec, LinkSpec, NodeSpec, TransportSpec};

/// What a scenario's names stand for. Parts of a file that are wrong are missing here and then not asked for.
pub(in crate::scenario) struct Names {
    /// Name, and whether it has a radio; `None` if the topology is wrong.
    nodes: Option<Vec<(String, bool)>>,
    flows: Vec<String>,
    /// Whether it is a TCP flow; `None` if the flow is wrong.
    tcp: Vec<Option<bool>>,
    /// The ends; `None` if the link is wrong.
    links: Vec<Option<(NodeId, NodeId)>>,
    offered: Offered,
}

impl Names {
    /// Nodes and flows, before flows and links are read.
    pub(super) fn new(nodes: Option<&[NodeSpec]>, flows: Vec<String>) -> Self {
        let nodes = nodes.map(|nodes| nodes.iter().map(|n| (n.name.clone(), n.position.is_some())).collect());
        Self { nodes, flows, tcp: Vec::new(), links: Vec::new(), offered: Offered::default() }
    }

    /// With what flows and links are.
    pub(super) fn with(self, flows: &[Option<FlowSpec>], links: &[Option<LinkSpec>]) -> Self {
        Self {
            tcp: flows.iter().map(|flow| flow.as_ref().map(is_tcp)).collect(),
            links: links.iter().map(|link| link.as_ref().map(|link| (link.from, link.to))).collect(),
            offered: Offered::of(flows.iter().flatten()),
            ..self
        }
    }

    /// Those of a whole scenario.
    pub(in crate::scenario) fn of(scenario: &Scenario) -> Self {
        let nodes = scenario.blueprint.nodes.iter().map(|node| (node.name.clone(), node.position.is_some())).collect();
        Self {
            nodes: Some(nodes),
            flows: scenario.blueprint.flows.iter().map(|flow| flow.name.clone()).collect(),
            tcp: scenario.blueprint.flows.iter().map(|flow| Some(is_tcp(flow))).collect(),
            links: scenario.blueprint.links.iter().map(|link| Some((link.from, link.to))).collect(),
            offered: Offered::of(&scenario.blueprint.flows),
        }
    }

    /// What all flows offer together.
    pub(super) const fn offered(&self) -> Offered {
        self.offered
    }

    /// The node that the field `name` of `node` means.
    pub(super) fn node(&self, node: &Node, name: &str, problems: &mut Problems) -> Option<NodeId> {
        let nodes = self.nodes.as_ref()?;
        let known = || nodes.iter().map(|(name, _)| name.as_str());
        reference(node.field(name)?, "node", nodes.len(), known, problems).map(NodeId)
    }

    /// The same, for a node that has to have a radio.
    pub(super) fn radio(&self, node: &Node, name: &str, problems: &mut Problems) -> Option<NodeId> {
        let id = self.node(node, name, problems)?;
        let (label, has_radio) = self.nodes.as_ref()?.get(id.index())?;
        if !has_radio {
            let message = format!("node `{}` has no radio: it is given no place with `at`", shorten(label));
            problems.add(node.field(name)?.span, message);
        }
        has_radio.then_some(id)
    }

    /// The flow that the field `name` of `node` means.
    pub(super) fn flow(&self, node: &Node, name: &str, problems: &mut Problems) -> Option<FlowId> {
        let known = || self.flows.iter().map(String::as_str);
        reference(node.field(name)?, "flow", self.flows.len(), known, problems).map(FlowId)
    }

    /// The same, for a flow that has to be TCP.
    pub(super) fn tcp_flow(&self, node: &Node, name: &str, problems: &mut Problems) -> Option<FlowId> {
        let id = self.flow(node, name, problems)?;
        if self.tcp.get(id.index()) == Some(&Some(false)) {
            let message = format!("flow `{}` is not a TCP flow", shorten(&self.flows[id.index()]));
            problems.add(node.field(name)?.span, message);
            return None;
        }
        Some(id)
    }

    /// The direction of a wired link from one node to another.
    pub(super) fn link(&self, node: &Node, problems: &mut Problems) -> Option<LinkId> {
        let (from, to) = (self.node(node, "from", problems), self.node(node, "to", problems));
        let (from, to) = (from?, to?);
        for (link, first) in self.links.iter().zip((0_u32..).step_by(2)) {
            match *link {
                Some(ends) if ends == (from, to) => return Some(LinkId(first)),
                Some(ends) if ends == (to, from) => return Some(LinkId(first + 1)),
                _ => {}
            }
        }
        if self.links.iter().all(Option::is_some) {
            let names = self.nodes.as_ref()?;
            let (from, to) = (shorten(&names[from.index()].0), shorten(&names[to.index()].0));
            problems.add(node.head(), format!("no link joins `{from}` and `{to}`"));
        }
        None
    }
}

pub(super) fn is_tcp(flow: &FlowSpec) -> bool {
    matches!(flow.transport, TransportSpec::Tcp(_))
}

/// A number below `count`, or the position of a name.
fn reference<'n, I: Iterator<Item = &'n str>>(
    value: &Node,
    what: &str,
    count: usize,
    known: impl Fn() -> I,
    problems: &mut Problems,
) -> Option<u32> {
    let written = match (value.integer(), value.text()) {
        (Some(number), _) if number < count as u64 => return u32::try_from(number).ok(),
        (Some(number), _) => number.to_string(),
        (None, Some(name)) => match known().zip(0..).find(|(other, _)| *other == name) {
            Some((_, id)) => return Some(id),
            None => shorten(name),
        },
        // The first reading has said that this is no reference.
        (None, None) => return None,
    };
    if !problems.has_room() {
        return None;
    }
    let near = value.text().and_then(|name| nearest(name, known()));
    let hint = near.map_or_else(String::new, |near| format!("did you mean `{near}`?"));
    problems.add_with_hint(value.span, format!("unknown {what} `{written}`; {}", these(what, count, known)), hint);
    None
}

/// "the nodes are n0, n1 and n2", without the middle of a long list.
fn these<'n, I: Iterator<Item = &'n str>>(what: &str, count: usize, known: impl Fn() -> I) -> String {
    const LISTED: usize = 6;
    let short = |name: &str| format!("`{}`", shorten(name));
    let ends = (known().next().map(short), known().last().map(short));
    match ends {
        (Some(first), _) if count == 1 => format!("the only {what} is {first}"),
        (Some(first), Some(last)) if count > LISTED => format!("the {count} {what}s are {first} to {last}"),
        (Some(_), Some(last)) => {
            let most: Vec<String> = known().take(count - 1).map(short).collect();
            format!("the {what}s are {} and {last}", most.join(", "))
        }
        _ => format!("there is no {what}"),
    }
}
