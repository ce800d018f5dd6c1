//! Facts about ways in words: as one line, and in two parts.

use crate::fact::{Role, What};
use crate::journal::parts::Parts;
use crate::journal::why::Names;

impl Names {
    /// A fact about a way as one line.
    pub(super) fn tell_route(&self, what: &What) -> String {
        match *what {
            What::RouteBroken { node, next, target, real, repair } => {
                let (node, next, target) = (self.node(node), self.node(next), self.node(target));
                let kind = if real { "out of reach" } else { "in range, the link was not broken" };
                let then = if repair { ": it looks for another way itself" } else { "" };
                format!("the route to {target} broke at {node}: no answer from {next} ({kind}){then}")
            }
            What::RouteError { node, from, target } => {
                let (node, from, target) = (self.node(node), self.node(from), self.node(target));
                format!("{node} was told by {from} that {target} cannot be reached that way")
            }
            What::RouteRequest { node, target, ttl } => {
                format!("{} floods a request for {}, up to {ttl} hops", self.node(node), self.node(target))
            }
            What::RouteFound { node, target, next, hops } => {
                let (node, target, next) = (self.node(node), self.node(target), self.node(next));
                format!("{node} has a route to {target}: {hops} hops, first {next}")
            }
            What::RouteGivenUp { node, target } => {
                format!("nobody told {} a way to {}: what waited was dropped", self.node(node), self.node(target))
            }
            What::Unrouted { node, target, role } => {
                let what = if role == Role::Ack { "an acknowledgement of it" } else { "it" };
                let (node, target) = (self.node(node), self.node(target));
                format!("it was not lost: {what} waited at {node} for a route to {target}")
            }
            _ => String::new(),
        }
    }

    /// A fact about a way in two parts.
    pub(super) fn route_parts(&self, what: &What) -> Parts {
        match *what {
            What::RouteBroken { node, next, target, real, repair } => {
                let next = self.node(next);
                let kind =
                    if real { format!("{next} is out of reach") } else { format!("{next} is in range: false alarm") };
                let then = if repair { "; local repair" } else { "" };
                Parts::new(
                    format!("Route to {} broken at {}", self.node(target), self.node(node)),
                    format!("{kind}{then}"),
                )
            }
            What::RouteError { node, from, target } => Parts::new(
                format!("{} heard a route error", self.node(node)),
                format!("no way to {} over {}", self.node(target), self.node(from)),
            ),
            What::RouteRequest { node, target, ttl } => Parts::new(
                format!("{} asks for a way to {}", self.node(node), self.node(target)),
                format!("a flood of up to {ttl} hops"),
            ),
            What::RouteFound { node, target, next, hops } => Parts::new(
                format!("{} has a route to {}", self.node(node), self.node(target)),
                format!("{hops} hops, first {}", self.node(next)),
            ),
            What::RouteGivenUp { node, target } => Parts::new(
                format!("{} found no way to {}", self.node(node), self.node(target)),
                "nobody answered its requests",
            ),
            What::Unrouted { node, target, role } => {
                let what = match role {
                    Role::Data => "DATA",
                    Role::Retransmission => "Retransmission",
                    Role::Ack => "TCP ACK",
                };
                Parts::new(
                    format!("{what} still at {}", self.node(node)),
                    format!("not lost: it waits for a way to {}", self.node(target)),
                )
            }
            _ => Parts::default(),
        }
    }
}
