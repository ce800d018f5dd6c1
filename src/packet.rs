//! What travels: IP packets with the headers of all transports in one small `Copy` struct.
//!
//! Sequence numbers count payload bytes and never wrap (spec/transport.md 1.1); the SYN takes number 0, so the first payload byte
//! of a connection with handshake is number 1. There is no payload: sizes are all that a simulation needs.

use crate::ids::{FlowId, NodeId, PacketId};
use crate::units::{SimDuration, SimTime};

/// The kinds of frame of the distributed coordination function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameKind {
    /// Request to send.
    Rts,
    /// Clear to send.
    Cts,
    /// A packet.
    Data,
    /// Acknowledgement of a data frame.
    Ack,
}

impl FrameKind {
    /// The name shown to people and written to traces.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Rts => "RTS",
            Self::Cts => "CTS",
            Self::Data => "DATA",
            Self::Ack => "ACK",
        }
    }
}

/// Where a frame goes that is for everybody in range.
pub const BROADCAST: NodeId = NodeId(u32::MAX);

/// Most SACK blocks that one acknowledgement carries (RFC 2018 with 40 bytes of options).
pub const SACK_BLOCKS: usize = 3;

/// A contiguous run of received bytes, `left..right`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct SackBlock {
    /// First byte of the block.
    pub left: u64,
    /// First byte after the block.
    pub right: u64,
}

/// An IP packet on its way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Packet {
    /// Its number in the run, kept over all hops.
    pub id: PacketId,
    /// The flow it belongs to; `None` for what the network itself sends (ARP, routing).
    pub flow: Option<FlowId>,
    /// The node that made it.
    pub source: NodeId,
    /// The node it is for.
    pub destination: NodeId,
    /// Size of the IP packet in bytes: payload and all headers above the link.
    pub size: u32,
    /// Hops it may still take.
    pub ttl: u8,
    /// Hops it has taken.
    pub hops: u8,
    /// What is in it.
    pub body: Body,
    /// When its source made it.
    pub created: SimTime,
}

/// The transport's (or network's) part of a packet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Body {
    /// A TCP segment or acknowledgement.
    Tcp(TcpHeader),
    /// A datagram.
    Udp(UdpHeader),
    /// Address resolution.
    Arp(ArpHeader),
    /// Routing by AODV.
    Aodv(AodvMessage),
}

/// A TCP header.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TcpHeader {
    /// First byte of the payload (the SYN: 0).
    pub seq: u64,
    /// Next byte expected by who sends this.
    pub ack: u64,
    /// Payload bytes.
    pub len: u32,
    /// Bytes that the sender of this can take beyond `ack`.
    pub window: u32,
    /// SYN, ACK, FIN.
    pub flags: TcpFlags,
    /// Whether this segment was sent before: for counting only, no receiver may read it.
    pub retransmission: bool,
    /// The hops that the data packet being acknowledged had taken.
    pub hops_echo: u8,
    /// How many of `sack` are set.
    pub sack_len: u8,
    /// Blocks received beyond `ack`, the latest first (RFC 2018 section 4).
    pub sack: [SackBlock; SACK_BLOCKS],
}

impl TcpHeader {
    /// The SACK blocks that are set.
    pub fn sack_blocks(&self) -> &[SackBlock] {
        &self.sack[..usize::from(self.sack_len).min(SACK_BLOCKS)]
    }

    /// Whether it carries neither payload nor SYN or FIN: only such an acknowledgement can be a duplicate (RFC 5681 section 2).
    pub const fn is_bare_ack(&self) -> bool {
        self.flags.ack && self.len == 0 && !self.flags.syn && !self.flags.fin
    }

    /// Sequence numbers it takes up: the payload, one for a SYN, one for a FIN.
    pub fn span(&self) -> u64 {
        u64::from(self.len) + u64::from(self.flags.syn) + u64::from(self.flags.fin)
    }
}

/// The flags of a TCP header that the models use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TcpFlags {
    /// Opens a connection.
    pub syn: bool,
    /// `ack` is meaningful.
    pub ack: bool,
    /// No more data follows.
    pub fin: bool,
}

/// A datagram's header.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct UdpHeader {
    /// Number of the datagram in its flow, from 0.
    pub seq: u64,
    /// Payload bytes.
    pub len: u32,
}

/// An address resolution message.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ArpHeader {
    /// A request is broadcast, a reply goes to who asked.
    pub request: bool,
    /// Whose address is asked for (request) or told (reply).
    pub target: NodeId,
}

/// A message of AODV (RFC 3561 section 5). Such a packet's `source` is the node that sent it last, not the one that began.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AodvMessage {
    /// A route request, flooded.
    Request(RouteRequest),
    /// A route reply, back along the way that the request took; broadcast with one hop to live it is a Hello.
    Reply(RouteReply),
    /// A route error: what cannot be reached any more.
    Error(RouteError),
}

/// A route request.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteRequest {
    /// Who looks for a way.
    pub origin: NodeId,
    /// Its sequence number.
    pub origin_seq: u32,
    /// Number of the request among those of its origin.
    pub id: u32,
    /// Where to.
    pub target: NodeId,
    /// The last sequence number of the target that is known, if one is.
    pub target_seq: Option<u32>,
    /// Hops from the origin to whoever receives this.
    pub hops: u8,
    /// When it began.
    pub sent: SimTime,
}

/// A route reply.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RouteReply {
    /// Who asked.
    pub origin: NodeId,
    /// Where the way leads.
    pub target: NodeId,
    /// The target's sequence number.
    pub target_seq: u32,
    /// Hops from whoever receives this to the target.
    pub hops: u8,
    /// How long the route is good if it is not used.
    pub lifetime: SimDuration,
    /// When the request began that this answers.
    pub sent: SimTime,
}

/// Most destinations of one route error; more of them take a further message.
pub const ROUTE_ERROR_ENTRIES: usize = 8;

/// A route error.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct RouteError {
    len: u8,
    lost: [(NodeId, u32); ROUTE_ERROR_ENTRIES],
}

impl RouteError {
    /// One that names these destinations with their sequence numbers, at most [`ROUTE_ERROR_ENTRIES`]; the rest is left out.
    pub fn new(lost: &[(NodeId, u32)]) -> Self {
        let mut error = Self::default();
        for (place, entry) in error.lost.iter_mut().zip(lost) {
            *place = *entry;
            error.len += 1;
        }
        error
    }

    /// The destinations with their sequence numbers.
    pub fn lost(&self) -> &[(NodeId, u32)] {
        &self.lost[..usize::from(self.len)]
    }
}

impl Packet {
    /// Whether it is a message of a routing protocol.
    pub const fn is_routing(&self) -> bool {
        matches!(self.body, Body::Aodv(_))
    }

    /// The TCP header, if it has one.
    pub const fn tcp(&self) -> Option<&TcpHeader> {
        match &self.body {
            Body::Tcp(header) => Some(header),
            _ => None,
        }
    }

    /// Payload bytes of the transport.
    pub const fn payload(&self) -> u32 {
        match &self.body {
            Body::Tcp(header) => header.len,
            Body::Udp(header) => header.len,
            Body::Arp(_) | Body::Aodv(_) => 0,
        }
    }

    /// Whether it is a TCP packet without payload, SYN or FIN.
    pub const fn is_pure_ack(&self) -> bool {
        matches!(&self.body, Body::Tcp(header) if header.len == 0 && !header.flags.syn && !header.flags.fin)
    }
}

// A packet is copied at every hop; a field that doubles it should be noticed.
const _: () = assert!(size_of::<Packet>() <= 144);
