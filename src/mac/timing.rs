//! Every span of time that the MAC needs, computed once from radio and rules (spec/wireless.md 4.1, 5.2, 5.4).

use crate::mac::config::{MacConfig, Profile};
use crate::mac::frame::{ACK_SIZE, CTS_SIZE, RTS_SIZE};
use crate::packet::Packet;
use crate::phy::config::PhyConfig;
use crate::units::{Bytes, SimDuration};

/// Spans of one station.
#[derive(Clone, Debug, PartialEq)]
pub struct Timing {
    /// A backoff slot.
    pub slot: SimDuration,
    /// Short interframe space.
    pub sifs: SimDuration,
    /// Distributed interframe space.
    pub difs: SimDuration,
    /// Extended interframe space.
    pub eifs: SimDuration,
    /// An RTS on air.
    pub rts: SimDuration,
    /// A CTS on air.
    pub cts: SimDuration,
    /// An ACK on air.
    pub ack: SimDuration,
    phy: PhyConfig,
    overhead: Bytes,
    nearest: bool,
}

impl Timing {
    /// Twice the propagation allowance of 2 us, once each way.
    pub const ROUND_TRIP_ALLOWANCE: SimDuration = SimDuration::from_micros(4);

    /// The spans of a station with this radio and these rules.
    pub fn new(phy: &PhyConfig, mac: &MacConfig) -> Self {
        let control = |size| phy.air_time(size, phy.control_rate());
        Self {
            slot: phy.slot,
            sifs: phy.sifs,
            difs: phy.difs(),
            eifs: phy.eifs(),
            rts: control(RTS_SIZE),
            cts: control(CTS_SIZE),
            ack: control(ACK_SIZE),
            phy: phy.clone(),
            overhead: mac.overhead,
            nearest: mac.profile == Profile::Ns2,
        }
    }

    /// Size of the MPDU around `packet`.
    pub fn mpdu(&self, packet: &Packet) -> Bytes {
        Bytes(u64::from(packet.size) + self.overhead.0)
    }

    /// Air time of a unicast data frame.
    pub fn data(&self, size: Bytes) -> SimDuration {
        self.phy.air_time(size, self.phy.data_rate)
    }

    /// Air time of a broadcast.
    pub fn broadcast(&self, size: Bytes) -> SimDuration {
        self.phy.air_time(size, self.phy.basic_rate)
    }

    /// A span as the Duration field writes it: whole microseconds, rounded up (profile Ns2: to the nearest).
    pub fn duration(&self, span: SimDuration) -> SimDuration {
        let nanos = if self.nearest { span.nanos() + 500 } else { span.nanos() + 999 };
        SimDuration::from_micros(nanos / 1_000)
    }

    /// From the end of an RTS to its timeout.
    pub fn cts_timeout(&self) -> SimDuration {
        self.sifs + self.cts + Self::ROUND_TRIP_ALLOWANCE
    }

    /// From the end of a data frame to its timeout.
    pub fn ack_timeout(&self) -> SimDuration {
        self.sifs + self.ack + Self::ROUND_TRIP_ALLOWANCE
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{NodeId, PacketId};
    use crate::mac::frame::{Frame, FrameKind};
    use crate::packet::{Body, UdpHeader};
    use crate::units::SimTime;

    fn packet(size: u32) -> Packet {
        Packet {
            id: PacketId(0),
            flow: None,
            source: NodeId(0),
            destination: NodeId(1),
            size,
            ttl: 64,
            hops: 0,
            body: Body::Udp(UdpHeader::default()),
            created: SimTime::ZERO,
        }
    }

    /// spec/wireless.md 6: a 1500-byte MPDU at 2 Mb/s with RTS/CTS takes 7182 us; Duration fields 6830, 6516, 314, 0.
    #[test]
    fn exchange_of_a_1500_byte_mpdu() {
        let mac = MacConfig::of(Profile::Std);
        let timing = Timing::new(&PhyConfig::wavelan_2mb(), &mac);
        let data = Frame::data(NodeId(0), NodeId(1), packet(1500 - 36), 0, &timing);
        let rts = Frame::rts(&data, &timing);
        let cts = Frame::cts(&rts, &timing);
        let ack = Frame::ack(&data, &timing);
        let table: Vec<_> = [rts, cts, data, ack]
            .map(|f| (f.kind, f.size.0, f.air_time.nanos() / 1000, f.duration.nanos() / 1000))
            .into();
        assert_eq!(
            table,
            [
                (FrameKind::Rts, 20, 352, 6830),
                (FrameKind::Cts, 14, 304, 6516),
                (FrameKind::Data, 1500, 6192, 314),
                (FrameKind::Ack, 14, 304, 0),
            ]
        );
        let exchange = [rts, cts, data, ack].iter().map(|f| f.air_time).sum::<SimDuration>() + timing.sifs * 3;
        assert_eq!(exchange, SimDuration::from_micros(7182));
        assert_eq!(timing.eifs, SimDuration::from_micros(364));
        assert_eq!(timing.cts_timeout(), SimDuration::from_micros(318));
    }

    /// spec/wireless.md 5.5: Duration fields 4966, 4652, 314, 0 for a 1000-byte packet under the rules of ns-2.
    #[test]
    fn durations_of_the_measured_timeline() {
        let timing = Timing::new(&PhyConfig::wavelan_2mb(), &MacConfig::of(Profile::Ns2));
        let data = Frame::data(NodeId(0), NodeId(1), packet(1000), 0, &timing);
        let rts = Frame::rts(&data, &timing);
        let micros = |f: &Frame| f.duration.nanos() / 1000;
        assert_eq!(data.air_time, SimDuration::from_micros(4328));
        assert_eq!([micros(&rts), micros(&Frame::cts(&rts, &timing)), micros(&data)], [4966, 4652, 314]);
    }
}
