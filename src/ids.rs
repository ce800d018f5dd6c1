//! Names of things inside one run: small integers in scenario order.
//!
//! Every loop that writes shared state goes in the order of these ids, never in the order of a query.

use std::fmt;

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident($inner:ty) shows $prefix:literal;)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $inner);

        impl $name {
            /// The id as an index into a table that is ordered by it.
            #[allow(clippy::cast_possible_truncation, reason = "a table is in memory; an `expect` would fail for u32")]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($prefix, "{}"), self.0)
            }
        }
    )*};
}

ids! {
    /// A node, numbered in scenario order.
    NodeId(u32) shows "n";
    /// A flow, numbered in scenario order.
    FlowId(u32) shows "flow ";
    /// One direction of a wired link. The scenario's link `i` is `2i` from its first to its second end and `2i + 1` back.
    LinkId(u32) shows "link ";
    /// An IP packet, numbered by creation within a run; it keeps its number over all hops.
    PacketId(u64) shows "packet ";
    /// A frame on air, numbered by start of transmission within a run.
    FrameId(u64) shows "frame ";
}
