//! Packets as captures that Wireshark and tshark read: one file a node, raw IP, nanoseconds, real headers and checksums.
//!
//! In: packets as they leave their source or reach the IP layer of a node, in the order of time. Out: the bytes of a pcap file (link type RAW).
//! Node `i` is 10.0.(i+1)/256.(i+1)%256; flow `f` goes from port 10000+f to 20000+f. Payloads are zeros, which is what a simulation
//! sends; lengths are those of the real headers, so a preset that counts headers otherwise (ns-2's datagrams and SACK options) differs
//! by that. Messages of AODV go over UDP as the RFC lays them out, with either preset. Address resolution is no IP and left out.
//! Sources: RFC 791, 768, 9293, 2018, 3561; the libpcap file format.

use std::io::{self, Write};

use crate::ids::NodeId;
use crate::packet::{AodvMessage, BROADCAST, Body, Packet, TcpHeader};
use crate::units::{NANOS_PER_SECOND, SimTime};

/// Magic number of a little-endian file with nanoseconds.
const MAGIC: u32 = 0xa1b2_3c4d;
/// Link type RAW: each record begins with an IP header.
const RAW: u32 = 101;
const IP_HEADER: usize = 20;
/// Port of AODV (RFC 3561 section 3).
const AODV_PORT: u16 = 654;

/// A capture under way.
#[derive(Debug)]
pub struct PcapWriter<W: Write> {
    out: W,
    last: SimTime,
}

impl<W: Write> PcapWriter<W> {
    /// Begins a file.
    pub fn new(mut out: W) -> io::Result<Self> {
        out.write_all(&MAGIC.to_le_bytes())?;
        // Version 2.4 of the format.
        for half in [2u16, 4] {
            out.write_all(&half.to_le_bytes())?;
        }
        for word in [0u32, 0, 65_535, RAW] {
            out.write_all(&word.to_le_bytes())?;
        }
        Ok(Self { out, last: SimTime::ZERO })
    }

    /// Adds a packet; what is no IP is left out.
    pub fn packet(&mut self, at: SimTime, packet: &Packet) -> io::Result<()> {
        let Some(bytes) = ip(packet) else { return Ok(()) };
        debug_assert!(at >= self.last, "a capture goes forward in time");
        self.last = at;
        let (seconds, nanos) = (at.nanos() / NANOS_PER_SECOND, at.nanos() % NANOS_PER_SECOND);
        let length = bytes.len() as u64;
        for word in [seconds, nanos, length, length] {
            self.out.write_all(&u32::try_from(word).unwrap_or(u32::MAX).to_le_bytes())?;
        }
        self.out.write_all(&bytes)
    }

    /// Gives back what was written to.
    pub fn into_inner(self) -> W {
        self.out
    }
}

/// The packet with IP and transport header and a payload of zeros.
fn ip(packet: &Packet) -> Option<Vec<u8>> {
    let ends = (address(packet.source), address(packet.destination));
    let (protocol, segment) = match &packet.body {
        Body::Tcp(header) => (6, tcp(packet, header, ends)),
        Body::Udp(header) => (17, udp(ports(packet), &vec![0; header.len as usize], ends)),
        Body::Aodv(message) => (17, udp((AODV_PORT, AODV_PORT), &aodv(message), ends)),
        Body::Arp(_) => return None,
    };
    let total = u16::try_from(IP_HEADER + segment.len()).ok()?;
    let identification = u16::try_from(packet.id.0 & 0xffff).unwrap_or(0);
    let mut bytes = vec![0x45, 0];
    bytes.extend(total.to_be_bytes());
    bytes.extend(identification.to_be_bytes());
    bytes.extend([0x40, 0, packet.ttl, protocol, 0, 0]);
    bytes.extend(ends.0);
    bytes.extend(ends.1);
    let sum = checksum(&bytes, 0);
    bytes[10..12].copy_from_slice(&sum.to_be_bytes());
    bytes.extend(segment);
    Some(bytes)
}

fn tcp(packet: &Packet, header: &TcpHeader, ends: ([u8; 4], [u8; 4])) -> Vec<u8> {
    let low = |number: u64| u32::try_from(number & 0xffff_ffff).unwrap_or(0);
    let mut options = Vec::new();
    if let blocks @ [_, ..] = header.sack_blocks() {
        options.extend([1, 1, 5, u8::try_from(2 + 8 * blocks.len()).unwrap_or(u8::MAX)]);
        for block in blocks {
            options.extend(low(block.left).to_be_bytes());
            options.extend(low(block.right).to_be_bytes());
        }
    }
    let (from, to) = ports(packet);
    let words = u8::try_from(5 + options.len() / 4).unwrap_or(5);
    let flags = &header.flags;
    let mut bytes = Vec::with_capacity(20 + options.len() + header.len as usize);
    bytes.extend(from.to_be_bytes());
    bytes.extend(to.to_be_bytes());
    bytes.extend(low(header.seq).to_be_bytes());
    bytes.extend(low(header.ack).to_be_bytes());
    bytes.extend([words << 4, u8::from(flags.fin) | u8::from(flags.syn) << 1 | u8::from(flags.ack) << 4]);
    bytes.extend(u16::try_from(header.window).unwrap_or(u16::MAX).to_be_bytes());
    bytes.extend([0; 4]);
    bytes.extend(options);
    bytes.resize(bytes.len() + header.len as usize, 0);
    let sum = checksum(&bytes, pseudo(ends, 6, bytes.len()));
    bytes[16..18].copy_from_slice(&sum.to_be_bytes());
    bytes
}

fn udp((from, to): (u16, u16), payload: &[u8], ends: ([u8; 4], [u8; 4])) -> Vec<u8> {
    let length = 8 + payload.len();
    let mut bytes = Vec::with_capacity(length);
    bytes.extend(from.to_be_bytes());
    bytes.extend(to.to_be_bytes());
    bytes.extend(u16::try_from(length).unwrap_or(u16::MAX).to_be_bytes());
    bytes.extend([0; 2]);
    bytes.extend(payload);
    // RFC 768: a sum of zero is sent as ones.
    let sum = match checksum(&bytes, pseudo(ends, 17, length)) {
        0 => u16::MAX,
        sum => sum,
    };
    bytes[6..8].copy_from_slice(&sum.to_be_bytes());
    bytes
}

/// Source and destination port. A pure acknowledgement or SYN-ACK goes the other way.
fn ports(packet: &Packet) -> (u16, u16) {
    let flow = packet.flow.map_or(0, |flow| u16::try_from(flow.0 % 10_000).unwrap_or(0));
    let backwards = packet.is_pure_ack() || packet.tcp().is_some_and(|header| header.flags.syn && header.flags.ack);
    if backwards { (20_000 + flow, 10_000 + flow) } else { (10_000 + flow, 20_000 + flow) }
}

/// A message as RFC 3561 section 5 lays it out. Hops are counted there to the node that sends, here to the one that receives.
fn aodv(message: &AodvMessage) -> Vec<u8> {
    const SEQUENCE_UNKNOWN: u8 = 0x08;
    let mut bytes = Vec::with_capacity(24);
    match message {
        AodvMessage::Request(request) => {
            let flags = if request.target_seq.is_none() { SEQUENCE_UNKNOWN } else { 0 };
            bytes.extend([1, flags, 0, request.hops.saturating_sub(1)]);
            bytes.extend(request.id.to_be_bytes());
            bytes.extend(address(request.target));
            bytes.extend(request.target_seq.unwrap_or(0).to_be_bytes());
            bytes.extend(address(request.origin));
            bytes.extend(request.origin_seq.to_be_bytes());
        }
        AodvMessage::Reply(reply) => {
            let millis = reply.lifetime.nanos() / 1_000_000;
            bytes.extend([2, 0, 0, reply.hops.saturating_sub(1)]);
            bytes.extend(address(reply.target));
            bytes.extend(reply.target_seq.to_be_bytes());
            bytes.extend(address(reply.origin));
            bytes.extend(u32::try_from(millis).unwrap_or(u32::MAX).to_be_bytes());
        }
        AodvMessage::Error(error) => {
            let count = u8::try_from(error.lost().len()).unwrap_or(u8::MAX);
            bytes.extend([3, 0, 0, count]);
            for (target, seq) in error.lost() {
                bytes.extend(address(*target));
                bytes.extend(seq.to_be_bytes());
            }
        }
    }
    bytes
}

fn address(node: NodeId) -> [u8; 4] {
    if node == BROADCAST {
        return [255; 4];
    }
    let number = node.0 + 1;
    [10, 0, u8::try_from(number >> 8 & 0xff).unwrap_or(0), u8::try_from(number & 0xff).unwrap_or(0)]
}

/// The sum of the pseudo header (RFC 9293 3.1).
fn pseudo((from, to): ([u8; 4], [u8; 4]), protocol: u8, length: usize) -> u32 {
    let words = |a: [u8; 4]| u32::from(u16::from_be_bytes([a[0], a[1]])) + u32::from(u16::from_be_bytes([a[2], a[3]]));
    words(from) + words(to) + u32::from(protocol) + u32::try_from(length).unwrap_or(0)
}

/// The Internet checksum (RFC 1071) of `bytes`, begun with `sum`.
fn checksum(bytes: &[u8], sum: u32) -> u16 {
    let mut sum = sum;
    for pair in bytes.chunks(2) {
        sum += u32::from(u16::from_be_bytes([pair[0], pair.get(1).copied().unwrap_or(0)]));
        sum = (sum & 0xffff) + (sum >> 16);
    }
    !u16::try_from((sum & 0xffff) + (sum >> 16)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::{FlowId, PacketId};
    use crate::packet::{RouteError, RouteReply, RouteRequest, SackBlock, TcpFlags, UdpHeader};
    use crate::units::SimDuration;

    fn packet(body: Body) -> Packet {
        Packet {
            id: PacketId(7),
            flow: Some(FlowId(3)),
            source: NodeId(0),
            destination: NodeId(299),
            size: 0,
            ttl: 30,
            hops: 0,
            body,
            created: SimTime::ZERO,
        }
    }

    /// RFC 1071: the sum over a header with its checksum in place is zero.
    #[test]
    fn every_checksum_verifies() {
        let blocks =
            [SackBlock { left: 2921, right: 4381 }, SackBlock { left: 5841, right: 7301 }, SackBlock::default()];
        let ack = TcpHeader {
            ack: 1461,
            window: 29_200,
            flags: TcpFlags { ack: true, ..TcpFlags::default() },
            sack_len: 2,
            sack: blocks,
            ..TcpHeader::default()
        };
        let data = TcpHeader { seq: (1 << 32) + 1, len: 1461, ..TcpHeader::default() };
        for (body, header, length) in [
            (Body::Tcp(ack), 20 + 20, 20 + 40),
            (Body::Tcp(data), 20, 20 + 20 + 1461),
            (Body::Udp(UdpHeader { seq: 0, len: 999 }), 8, 20 + 8 + 999),
        ] {
            let packet = packet(body);
            let bytes = ip(&packet).unwrap();
            assert_eq!(bytes.len(), length, "{header}");
            assert_eq!(checksum(&bytes[..IP_HEADER], 0), 0);
            assert_eq!(&bytes[12..20], [10, 0, 0, 1, 10, 0, 1, 44]);
            let segment = &bytes[IP_HEADER..];
            let ends = (address(packet.source), address(packet.destination));
            assert_eq!(checksum(segment, pseudo(ends, bytes[9], segment.len())), 0);
        }
    }

    /// RFC 3561 section 5: a request of 24 bytes, a reply of 20, an error of 4 and 8 for each destination, over UDP port 654.
    #[test]
    fn messages_of_aodv_are_laid_out_as_the_rfc_says() {
        let request = RouteRequest {
            origin: NodeId(0),
            origin_seq: 2,
            id: 5,
            target: NodeId(8),
            target_seq: None,
            hops: 3,
            sent: SimTime::ZERO,
        };
        let reply = RouteReply {
            origin: NodeId(0),
            target: NodeId(8),
            target_seq: 6,
            hops: 1,
            lifetime: SimDuration::from_millis(10_000),
            sent: SimTime::ZERO,
        };
        let error = RouteError::new(&[(NodeId(8), 7), (NodeId(9), 1)]);
        let expected: [(AodvMessage, &[u8]); 3] = [
            (
                AodvMessage::Request(request),
                &[1, 8, 0, 2, 0, 0, 0, 5, 10, 0, 0, 9, 0, 0, 0, 0, 10, 0, 0, 1, 0, 0, 0, 2],
            ),
            (AodvMessage::Reply(reply), &[2, 0, 0, 0, 10, 0, 0, 9, 0, 0, 0, 6, 10, 0, 0, 1, 0, 0, 0x27, 0x10]),
            (AodvMessage::Error(error), &[3, 0, 0, 2, 10, 0, 0, 9, 0, 0, 0, 7, 10, 0, 0, 10, 0, 0, 0, 1]),
        ];
        for (message, payload) in expected {
            let packet = Packet { destination: BROADCAST, flow: None, ..packet(Body::Aodv(message)) };
            let bytes = ip(&packet).unwrap();
            assert_eq!(bytes[16..20], [255; 4]);
            assert_eq!(bytes[IP_HEADER..IP_HEADER + 4], [2, 0x8e, 2, 0x8e]);
            assert_eq!(&bytes[IP_HEADER + 8..], payload, "{message:?}");
            let sum = pseudo((address(packet.source), address(BROADCAST)), 17, bytes.len() - IP_HEADER);
            assert_eq!(checksum(&bytes[IP_HEADER..], sum), 0);
        }
    }

    #[test]
    fn a_file_begins_with_its_header_and_goes_by_nanoseconds() {
        let mut writer = PcapWriter::new(Vec::new()).unwrap();
        writer.packet(SimTime::from_nanos(1_100_235_001), &packet(Body::Udp(UdpHeader { seq: 0, len: 2 }))).unwrap();
        let bytes = writer.into_inner();
        assert_eq!(bytes.len(), 24 + 16 + 30);
        assert_eq!(bytes[..8], [0x4d, 0x3c, 0xb2, 0xa1, 2, 0, 4, 0]);
        let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
        assert_eq!([word(20), word(24), word(28), word(32), word(36)], [101, 1, 100_235_001, 30, 30]);
    }
}
