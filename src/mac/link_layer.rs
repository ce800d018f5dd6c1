//! Address resolution between routing and interface queue (spec/wireless.md 7).
//!
//! One packet per destination is held while its address is unknown; a newer one displaces it. No timer: only a further packet
//! repeats the request, and after three unanswered requests the packet is given back.

use bevy_ecs::component::Component;

use crate::ids::NodeId;
use crate::packet::Packet;

/// Requests before the link layer gives up.
const MAX_REQUESTS: u8 = 3;

/// What is known about one neighbour's address.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Entry {
    neighbour: NodeId,
    known: bool,
    requests: u8,
    held: Option<Packet>,
}

/// What becomes of a packet on its way down.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Resolution {
    /// The address is known: pass it on.
    Known,
    /// It is held and a request has to be broadcast; `displaced` is the packet that was held before and is lost.
    Requested {
        /// The older packet.
        displaced: Option<Packet>,
    },
    /// Nobody answered three requests: this packet and the one that was held are lost.
    GaveUp {
        /// The packet that was held.
        held: Option<Packet>,
    },
}

/// The address table of one node.
#[derive(Component, Clone, Debug, Default)]
pub struct AddressTable {
    entries: Vec<Entry>,
    enabled: bool,
}

impl AddressTable {
    /// An empty table; without `enabled` every address is known.
    pub const fn new(enabled: bool) -> Self {
        Self { entries: Vec::new(), enabled }
    }

    /// A packet for the neighbour `to` comes down.
    pub fn resolve(&mut self, packet: Packet, to: NodeId) -> Resolution {
        if !self.enabled {
            return Resolution::Known;
        }
        let entry = self.entry(to);
        if entry.known {
            return Resolution::Known;
        }
        if entry.requests >= MAX_REQUESTS {
            entry.requests = 0;
            return Resolution::GaveUp { held: entry.held.take() };
        }
        entry.requests += 1;
        Resolution::Requested { displaced: entry.held.replace(packet) }
    }

    /// A message from `neighbour` tells its address; gives back the packet that waited for it.
    pub fn learn(&mut self, neighbour: NodeId) -> Option<Packet> {
        let entry = self.entry(neighbour);
        entry.known = true;
        entry.requests = 0;
        entry.held.take()
    }

    /// Packets of flows that wait for an address.
    pub fn held(&self) -> usize {
        self.entries.iter().filter(|entry| entry.held.is_some_and(|packet| packet.flow.is_some())).count()
    }

    /// Forgets everything, giving back what was held.
    pub fn clear(&mut self) -> Vec<Packet> {
        self.entries.drain(..).filter_map(|entry| entry.held).collect()
    }

    fn entry(&mut self, neighbour: NodeId) -> &mut Entry {
        let place = match self.entries.binary_search_by_key(&neighbour, |entry| entry.neighbour) {
            Ok(place) => place,
            Err(place) => {
                self.entries.insert(place, Entry { neighbour, known: false, requests: 0, held: None });
                place
            }
        };
        &mut self.entries[place]
    }
}
