//! What routing tells the transports of a node about a way (spec/wireless.md 9.4, rules b and c).
//!
//! In: nothing. Out: values that `sim` hands to every flow that begins at the node and leads to the destination in question. They
//! are calls inside one node, not packets, and take no time.

use crate::ids::NodeId;

/// Why a route failed, or how it came back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoticeKind {
    /// The node's own MAC could not reach the next hop.
    Link,
    /// A route error told.
    Rerr,
    /// The node's own routing has a route again.
    Local,
}

/// News of a way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteNotice {
    /// There is no way at present; the routing looks for one when there is something to send.
    Failed {
        /// How that became known.
        kind: NoticeKind,
        /// The node at whose link it broke, as far as that is known: this one, or the neighbour that told.
        node: NodeId,
        /// First byte of the TCP segment that was lost, if it was one.
        seq: Option<u64>,
    },
    /// There is a way again.
    Restored {
        /// How.
        kind: NoticeKind,
    },
    /// Nobody answered: what waited was dropped.
    Unreachable,
    /// The way has so many hops now.
    Hops(u8),
}
