//! Packets for the tests of links.

use crate::ids::{FlowId, NodeId, PacketId};
use crate::packet::{Body, Packet, UdpHeader};
use crate::units::SimTime;

/// The datagram number `id` of 1500 bytes.
pub(super) fn datagram(id: u64) -> Packet {
    Packet {
        id: PacketId(id),
        flow: Some(FlowId(0)),
        source: NodeId(0),
        destination: NodeId(1),
        size: 1500,
        ttl: 64,
        hops: 0,
        body: Body::Udp(UdpHeader { seq: id, len: 1472 }),
        created: SimTime::ZERO,
    }
}
