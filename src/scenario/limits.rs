//! The published limits of a scenario, enforced when it is loaded (docs/scenario.md lists them).
//!
//! They keep every accepted scenario within bounded memory, and integer times and sizes far from overflow; they are wider than any
//! experiment that the models are good for.

/// Most bytes of a scenario file: 1 MiB.
pub const FILE_BYTES: usize = 1 << 20;
/// Deepest nesting of parentheses, brackets and braces.
pub const DEPTH: usize = 64;
/// Most nodes.
pub const NODES: u64 = 4_096;
/// Most ordered pairs of nodes of which one can hear the other: some 2,000 nodes all in range.
pub const HEARING: u64 = 4_000_000;
/// Most wired links.
pub const LINKS: usize = 8_192;
/// Most impairments of one link.
pub const IMPAIRMENTS: usize = 16;
/// Most flows.
pub const FLOWS: usize = 1_024;
/// Most script entries.
pub const SCRIPT: usize = 10_000;
/// Most script entries at one instant.
pub const SCRIPT_AT_ONE_INSTANT: usize = 1_000;
/// Most segments that one `Drop` names.
pub const DROPPED_SEGMENTS: usize = 10_000;
/// Longest run, and latest instant: 24 h of simulated time, in nanoseconds.
pub const DURATION: u64 = 24 * HOUR;
/// Most segments in flight.
pub const WINDOW: u64 = 10_000;
/// Most segments in flight of all flows together.
pub const WINDOWS: u64 = 1_000_000;
/// Largest payload of a TCP segment: an IP packet of 65,535 bytes less 40 of headers.
pub const SEGMENT: u64 = 65_495;
/// Largest payload of a datagram: an IP packet of 65,535 bytes less 28 of headers.
pub const PACKET: u64 = 65_507;
/// Most packets in a queue.
pub const QUEUE: u64 = 100_000;
/// Largest transfer: 1 TB.
pub const TRANSFER: u64 = 1_000_000_000_000;
/// Fastest link: 100 Gb/s.
pub const RATE: u64 = 100_000_000_000;
/// Slowest link, unless it is unlimited, in bits per second: a full queue of the largest packets still drains within the range of
/// times.
pub const LEAST_RATE: u64 = 100;
/// Fastest radio: 10 Gb/s.
pub const RADIO_RATE: u64 = 10_000_000_000;
/// Shortest gap between the packets of a `Cbr` source, in nanoseconds: a million packets a second.
pub const CBR_GAP: u64 = 1_000;
/// Most packets a second of all `Cbr` sources together.
pub const CBR_PACKETS: u64 = 1_000_000;
/// Most packets that all `Cbr` sources send while a packet crosses a wire: what that wire has to hold.
pub const ON_A_WIRE: u64 = 1_000_000;
/// Shortest propagation delay of a link, in nanoseconds.
pub const LINK_DELAY: u64 = 1_000;
/// Shortest propagation delay of a link without a limit of rate, in nanoseconds.
pub const UNLIMITED_LINK_DELAY: u64 = 1_000_000;
/// Farthest from the origin in either direction, and the longest range: 1,000 km, in metres.
pub const POSITION: f64 = 1e6;
/// Closest that two nodes with radios may stand: 1 cm, in metres.
pub const CLOSEST: f64 = 0.01;
/// Longest name of a node or flow, in characters.
pub const NAME: usize = 64;
/// Longest title, question, expectation or source, in characters.
pub const PROSE: usize = 4_000;
/// Problems that are reported of one file; the rest is counted.
pub const PROBLEMS: usize = 50;

/// An hour in nanoseconds.
pub const HOUR: u64 = 3_600_000_000_000;
/// A second in nanoseconds.
pub const SECOND: u64 = 1_000_000_000;
/// A millisecond in nanoseconds.
pub const MILLI: u64 = 1_000_000;
