//! Messages as packets: who sends them, how large they are (spec/wireless.md 9.2), and broadcasts with their jitter.

use super::config::Preset;
use super::{Aodv, RouteOutput};
use crate::ids::{NodeId, PacketId};
use crate::kernel::outputs::Outputs;
use crate::packet::{AodvMessage, BROADCAST, Body, Packet};
use crate::units::{SimDuration, SimTime};

/// Size of a message as an IP packet, in bytes. The RFC's messages travel over UDP (28 bytes); ns-2's carry fields of their own and
/// an IP header of 20.
pub(super) fn size(preset: Preset, message: &AodvMessage) -> u32 {
    let entries = |error: &crate::packet::RouteError| 8 * u32::try_from(error.lost().len()).unwrap_or(0);
    match (preset, message) {
        (Preset::Rfc, AodvMessage::Request(_)) => 28 + 24,
        (Preset::Rfc, AodvMessage::Error(error)) => 28 + 4 + entries(error),
        (Preset::Rfc, AodvMessage::Reply(_)) | (Preset::Ns2, AodvMessage::Request(_)) => 48,
        (Preset::Ns2, AodvMessage::Reply(_)) => 44,
        (Preset::Ns2, AodvMessage::Error(error)) => 24 + entries(error),
    }
}

impl Aodv {
    /// A message of this node. Its number is given when it goes down.
    pub(super) fn message(&self, now: SimTime, message: AodvMessage, destination: NodeId, ttl: u8) -> Packet {
        Packet {
            id: PacketId(u64::MAX),
            flow: None,
            source: self.node,
            destination,
            size: size(self.config.preset, &message),
            ttl,
            hops: 0,
            body: Body::Aodv(message),
            created: now,
        }
    }

    /// Sends a message to all neighbours after `delay`.
    pub(super) fn broadcast(
        &mut self,
        now: SimTime,
        message: AodvMessage,
        ttl: u8,
        delay: SimDuration,
        out: &mut Outputs<RouteOutput>,
    ) {
        self.last_broadcast = now + delay;
        let packet = self.message(now, message, BROADCAST, ttl);
        self.send_after(now, packet, BROADCAST, delay, out);
    }

    /// A delay for a rebroadcast.
    pub(super) fn draw_jitter(&mut self) -> SimDuration {
        SimDuration::from_secs_f64(self.config.broadcast_jitter.secs_f64() * self.jitter.unit())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::packet::{RouteError, RouteReply, RouteRequest};

    #[test]
    fn sizes_by_hand() {
        let request = AodvMessage::Request(RouteRequest {
            origin: NodeId(0),
            origin_seq: 2,
            id: 0,
            target: NodeId(4),
            target_seq: None,
            hops: 1,
            sent: SimTime::ZERO,
        });
        let reply = AodvMessage::Reply(RouteReply {
            origin: NodeId(0),
            target: NodeId(4),
            target_seq: 2,
            hops: 1,
            lifetime: SimDuration::ZERO,
            sent: SimTime::ZERO,
        });
        let error = |n| AodvMessage::Error(RouteError::new(&[(NodeId(4), 3); 8][..n]));
        for (message, rfc, ns2) in
            [(request, 52, 48), (reply, 48, 44), (error(1), 40, 32), (error(2), 48, 40), (error(8), 96, 88)]
        {
            assert_eq!([size(Preset::Rfc, &message), size(Preset::Ns2, &message)], [rfc, ns2], "{message:?}");
        }
    }
}
