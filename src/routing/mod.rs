//! Routing: which neighbour a packet is handed to on its way.
//!
//! - [`static_routes`]: shortest paths over a known topology, computed when it changes.
//! - [`aodv`]: ways that are looked for when there is something to send, and break when a neighbour does not answer.
//! - [`notice`]: what transports are told about ways.
//!
//! In: who is linked with whom, and who is down; or packets, messages and what the MAC says of them. Out: next hops. Ties always go
//! to the lowest node id. Source: spec/wireless.md 9.

pub mod aodv;
pub mod notice;
pub mod static_routes;
