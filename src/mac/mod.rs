//! Medium access: the distributed coordination function of 802.11 with RTS/CTS, its rules by name, and the link layer above it.
//!
//! In: a packet with its next hop, carrier changes, frames received, timers. Out: frames to send, timers to arm, packets for the
//! layer above, give-ups. The machine draws from its own backoff stream and knows no other node.
//!
//! ```text
//!                 packet                 backoff over        CTS, SIFS           ACK
//!   idle -------------------> contending ------------> RTS ------------> DATA -------> post-backoff, next packet
//!                                  ^                    | no CTS          | no ACK
//!                                  +------ cw doubled --+-----------------+          retry limit: give up
//! ```
//!
//! - [`config`]: the rules by name, and profiles of them.
//! - [`timing`], [`frame`]: spans, sizes, Duration fields.
//! - [`backoff`]: slots left, freeze and resume.
//! - [`dcf`]: the station: [`dcf::Mac`]. Its halves are `sending` (exchanges begun here) and `receiving` (answers).
//! - [`link_layer`]: address resolution.
//!
//! Sources: spec/wireless.md 5 (IEEE 802.11-1999 section 9; ns-2.35 where a rule says so) and 7.

pub mod backoff;
pub mod config;
pub mod dcf;
pub mod frame;
pub mod link_layer;
pub mod receiving;
mod sending;
pub mod timing;
