//! Routing: a set of parameters, and what the file overrides of it.

use super::super::document::Node;
use super::super::error::Problems;
use super::radio::assign;
use super::{integer_in, quantity_in};
use crate::mac::config::{MacConfig, Profile};
use crate::routing::aodv::config::{AodvConfig, Preset};
use crate::sim::blueprint::RoutingSpec;
use crate::units::SimDuration;

/// How ways are found. ns-2's AODV also decides how many hops data may take, unless the file says that itself.
pub(super) fn routing(root: &Node, mac: &mut MacConfig, problems: &mut Problems) -> RoutingSpec {
    let Some(node) = root.field("routing").filter(|node| node.name() == Some("Aodv")) else {
        return RoutingSpec::Static;
    };
    let preset = match node.field("preset").and_then(Node::name) {
        Some("Ns2") => Preset::Ns2,
        Some("Rfc") => Preset::Rfc,
        _ => match mac.profile {
            Profile::Ns2 => Preset::Ns2,
            Profile::Std | Profile::Disk => Preset::Rfc,
        },
    };
    let mut aodv = AodvConfig::of(preset);
    spans(node, &mut aodv);
    numbers(node, &mut aodv);
    assign(&mut aodv.local_repair, node.field("local_repair").and_then(Node::flag));
    assign(&mut aodv.gratuitous_reply, node.field("gratuitous_reply").and_then(Node::flag));
    if preset == Preset::Ns2 && root.field("mac").and_then(|mac| mac.field("ttl")).is_none() {
        mac.ttl = aodv.net_diameter;
    }
    check(root, node, &aodv, problems);
    RoutingSpec::Aodv(aodv)
}

fn spans(node: &Node, aodv: &mut AodvConfig) {
    let spans: [(&str, &mut SimDuration); 11] = [
        ("active_route_timeout", &mut aodv.active_route_timeout),
        ("my_route_timeout", &mut aodv.my_route_timeout),
        ("reverse_route_life", &mut aodv.reverse_route_life),
        ("node_traversal_time", &mut aodv.node_traversal_time),
        ("request_id_life", &mut aodv.request_id_life),
        ("request_pause", &mut aodv.request_pause),
        ("send_buffer_time", &mut aodv.send_buffer_time),
        ("broadcast_jitter", &mut aodv.broadcast_jitter),
        ("release_spacing", &mut aodv.release_spacing),
        ("delete_period", &mut aodv.delete_period),
        ("hello_interval", &mut aodv.hello_interval),
    ];
    for (name, place) in spans {
        assign(place, quantity_in(node, name));
    }
}

fn numbers(node: &Node, aodv: &mut AodvConfig) {
    let numbers: [(&str, &mut u8); 6] = [
        ("net_diameter", &mut aodv.net_diameter),
        ("request_retries", &mut aodv.request_retries),
        ("ttl_start", &mut aodv.ttl_start),
        ("ttl_increment", &mut aodv.ttl_increment),
        ("ttl_threshold", &mut aodv.ttl_threshold),
        ("allowed_hello_loss", &mut aodv.allowed_hello_loss),
    ];
    for (name, place) in numbers {
        assign(place, integer_in(node, name));
    }
    assign(&mut aodv.send_buffer, integer_in(node, "send_buffer"));
    assign(&mut aodv.rate_limit, integer_in(node, "rate_limit"));
}

fn check(root: &Node, node: &Node, aodv: &AodvConfig, problems: &mut Problems) {
    let place = |name: &str| node.field(name).unwrap_or(node).span;
    if aodv.ttl_start > aodv.net_diameter {
        let message =
            format!("`routing.ttl_start`, {}, is beyond `routing.net_diameter`, {}", aodv.ttl_start, aodv.net_diameter);
        problems.add(place("ttl_start"), message);
    }
    if root.field("links").and_then(Node::items).is_some_and(|links| !links.is_empty()) {
        let message =
            "`Aodv` looks for ways over the air only, and this scenario has wired links: `routing` has to be `Static`";
        problems.add(node.span, message);
    }
}
