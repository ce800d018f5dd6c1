//! Routing: which neighbour a packet is handed to on its way.
//!
//! - [`static_routes`]: shortest paths over a known topology, computed when it changes.
//!
//! In: who is linked with whom, and who is down. Out: next hops. Ties always go to the lowest node id.
//! Source: spec/wireless.md 9.

pub mod static_routes;
