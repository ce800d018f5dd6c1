//! A text trace: one line an event, for grep and for comparison with other simulators.
//!
//! `#` lines first (which run it is), and a last one with the digest, which is known only then. Between them lines of exactly ten columns, separated by one space, in order of time:
//!
//! | column | content |
//! |---|---|
//! | `time_s` | seconds with nine decimals, exact |
//! | `event` | `send`; `receive`; `drop`: a packet is lost for good; `lost`: a frame could not be decoded where it was for |
//! | `layer` | `transport`, `mac`; for drops `node` or `link` |
//! | `node` | number of the node where it happened |
//! | `packet` | number of the packet, the same on all hops |
//! | `kind` | `packet`, or the frame: `rts`, `cts`, `data`, `ack` |
//! | `bytes` | size at that layer, headers included |
//! | `flow` | number of the flow |
//! | `seq` | first byte of the payload, or number of the datagram |
//! | `detail` | drop reason or the like, without spaces |
//!
//! What does not apply is `-`. Columns are never reordered; new ones would come at the end.

use std::fmt;
use std::io::{self, Write};

use crate::export::RunInfo;
use crate::export::csv::seconds;
use crate::ids::{FlowId, NodeId, PacketId};
use crate::units::SimTime;

/// The heading of the columns.
pub const COLUMNS: &str = "# time_s event layer node packet kind bytes flow seq detail";

/// One event. `Display` gives its line, without the newline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TraceLine {
    /// When.
    pub at: SimTime,
    /// What: `send`, `receive`, `drop`, `lost`.
    pub event: &'static str,
    /// In which layer: `transport`, `mac`, `node`, `link`.
    pub layer: &'static str,
    /// Where.
    pub node: Option<NodeId>,
    /// Which packet.
    pub packet: Option<PacketId>,
    /// What kind of packet or frame.
    pub kind: &'static str,
    /// Its size at that layer.
    pub bytes: Option<u32>,
    /// Whose it is.
    pub flow: Option<FlowId>,
    /// First byte of its payload, or its number.
    pub seq: Option<u64>,
    /// Drop reason or the like, without spaces.
    pub detail: Option<&'static str>,
}

impl fmt::Display for TraceLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let or_dash = |value: Option<u64>| value.map_or_else(|| "-".to_owned(), |v| v.to_string());
        write!(
            f,
            "{} {} {} {} {} {} {} {} {} {}",
            seconds(self.at),
            self.event,
            self.layer,
            or_dash(self.node.map(|n| n.0.into())),
            or_dash(self.packet.map(|p| p.0)),
            self.kind,
            or_dash(self.bytes.map(Into::into)),
            or_dash(self.flow.map(|n| n.0.into())),
            or_dash(self.seq),
            self.detail.unwrap_or("-"),
        )
    }
}

/// Writes a trace line by line.
#[derive(Debug)]
pub struct TraceWriter<W> {
    out: W,
}

impl<W: Write> TraceWriter<W> {
    /// Begins a trace.
    pub fn new(mut out: W, info: &RunInfo) -> io::Result<Self> {
        writeln!(out, "{}{COLUMNS}", info.header())?;
        Ok(Self { out })
    }

    /// Adds an event, not earlier than the one before.
    pub fn line(&mut self, line: &TraceLine) -> io::Result<()> {
        writeln!(self.out, "{line}")
    }

    /// Ends the trace with the digest, which `info` has by now. Returns what it was written to.
    pub fn finish(mut self, info: &RunInfo) -> io::Result<W> {
        self.out.write_all(info.digest_line().as_bytes())?;
        Ok(self.out)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_the_columns_of_its_heading() {
        let line = TraceLine {
            at: SimTime::from_nanos(1_000_000_020),
            event: "drop",
            layer: "node",
            node: Some(NodeId(3)),
            packet: Some(PacketId(41)),
            kind: "packet",
            bytes: Some(1500),
            flow: Some(FlowId(0)),
            seq: Some(17),
            detail: Some("queue_full"),
        };
        assert_eq!(line.to_string(), "1.000000020 drop node 3 41 packet 1500 0 17 queue_full");
        let bare = TraceLine { node: None, packet: None, bytes: None, flow: None, seq: None, detail: None, ..line };
        assert_eq!(bare.to_string().split(' ').count(), COLUMNS.split(' ').skip(1).count());
        let info = RunInfo { digest: "9f3c".into(), ..RunInfo::default() };
        let trace = TraceWriter::new(Vec::new(), &info).and_then(|trace| trace.finish(&info)).unwrap();
        assert!(String::from_utf8(trace).unwrap().ends_with(&format!("{COLUMNS}\n# digest 9f3c\n")));
    }
}
