//! How much the flows of a scenario offer together: what has to be simulated, and held on wires, is bounded.

use super::super::document::Node;
use super::super::error::Problems;
use super::super::limits::{CBR_PACKETS, FLOWS, LINKS, ON_A_WIRE, WINDOWS};
use super::{list_in, quantity_in};
use crate::sim::blueprint::{FlowSpec, TransportSpec};
use crate::traffic;
use crate::units::{NANOS_PER_SECOND, SimDuration};

/// Parts of a packet that are counted.
const PARTS: u128 = 1_000_000;

/// What all `Cbr` flows offer together.
#[derive(Clone, Copy, Debug, Default)]
pub(in crate::scenario) struct Offered {
    /// Millionths of a packet a second.
    parts: u128,
}

impl Offered {
    /// What `flows` offer.
    pub(super) fn of<'f>(flows: impl IntoIterator<Item = &'f FlowSpec>) -> Self {
        Self { parts: flows.into_iter().map(parts).sum() }
    }

    /// A wire holds what is offered while its delay lasts: checks the field `delay` of a link or of `SetLink`.
    pub(super) fn check_delay(self, node: &Node, problems: &mut Problems) {
        let (Some(delay), Some(place)) = (quantity_in::<SimDuration>(node, "delay"), node.field("delay")) else {
            return;
        };
        let held = self.parts.saturating_mul(delay.nanos().into()) / (PARTS * u128::from(NANOS_PER_SECOND));
        if held > u128::from(ON_A_WIRE) {
            let offered = self.parts / PARTS;
            let message = format!(
                "the {offered} packets a second of all `Cbr` flows are {held} on a wire of {delay}; at most {ON_A_WIRE} are \
                 allowed"
            );
            problems.add(place.span, message);
        }
    }

    /// Checks the delays of all links.
    pub(super) fn check_links(self, root: &Node, problems: &mut Problems) {
        for node in list_in(root, "links", LINKS) {
            self.check_delay(node, problems);
        }
    }
}

/// Checks packets and windows of all flows together; the flow that is one too many is the place.
pub(super) fn check_flows(root: &Node, flows: &[Option<FlowSpec>], problems: &mut Problems) {
    let most = u128::from(CBR_PACKETS) * PARTS;
    let (mut offered, mut windows) = (0, 0);
    for (flow, node) in flows.iter().zip(list_in(root, "flows", FLOWS)) {
        let Some(flow) = flow else { continue };
        let own = parts(flow);
        if own <= most && offered <= most && offered + own > most {
            let place = node.field("traffic").unwrap_or(node);
            let message =
                format!("with this flow all `Cbr` flows together send more than {CBR_PACKETS} packets a second");
            problems.add(place.span, message);
        }
        offered += own;
        let window = if let TransportSpec::Tcp(tcp) = &flow.transport { u64::from(tcp.max_window) } else { 0 };
        if windows <= WINDOWS && windows + window > WINDOWS {
            let place = node.field("transport").unwrap_or(node);
            let message = format!("with this flow the windows of all flows together are more than {WINDOWS} segments");
            problems.add(place.span, message);
        }
        windows += window;
    }
}

fn parts(flow: &FlowSpec) -> u128 {
    match flow.traffic {
        traffic::Config::Cbr { rate, packet, .. } => u128::from(rate.0) * PARTS / (8 * u128::from(packet.0.max(1))),
        _ => 0,
    }
}
