//! The registry of metrics: what can be recorded, plotted, exported and listed.
//!
//! To add one, add a line: name on the command line, label, unit as people read it, CSV column with its unit, owners, reading.

use std::fmt;

use crate::ids::{FlowId, LinkId, NodeId};

/// Whose value it is. Orders flows before nodes before links, each by id.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Owner {
    /// A flow's.
    Flow(FlowId),
    /// A node's.
    Node(NodeId),
    /// One direction of a wired link's.
    Link(LinkId),
}

impl Owner {
    /// Which kind of thing it is.
    pub const fn subject(self) -> Subject {
        match self {
            Self::Flow(_) => Subject::Flow,
            Self::Node(_) => Subject::Node,
            Self::Link(_) => Subject::Link,
        }
    }

    /// Its number among its kind.
    pub const fn index(self) -> usize {
        match self {
            Self::Flow(id) => id.index(),
            Self::Node(id) => id.index(),
            Self::Link(id) => id.index(),
        }
    }
}

impl fmt::Display for Owner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Flow(id) => id.fmt(f),
            Self::Node(id) => id.fmt(f),
            Self::Link(id) => id.fmt(f),
        }
    }
}

/// A kind of owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// Flows.
    Flow,
    /// Nodes.
    Node,
    /// Wired links.
    Link,
}

impl Subject {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Flow => "flow",
            Self::Node => "node",
            Self::Link => "link",
        }
    }
}

/// How the recorded points are read.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reading {
    /// A point at every change; the value holds until the next.
    Change,
    /// A level, sampled; the value holds until the next sample.
    Sample,
    /// A total that only grows, sampled; drawn as it is.
    Counter,
    /// The mean rate of the counter that is recorded under the named metric, over a window; `scale` turns the counter's unit
    /// per second into this metric's unit.
    Rate {
        /// Under which metric the counter is recorded.
        of: Metric,
        /// Metric units per counter unit and second.
        scale: f64,
    },
}

macro_rules! metrics {
    ($($(#[$doc:meta])* $variant:ident: $name:literal, $label:literal, $unit:literal, $column:literal, [$($subject:ident),+], $reading:expr;)*) => {
        /// Something that is recorded over time.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Metric {
            $($(#[$doc])* $variant,)*
        }

        impl Metric {
            /// All of them, in the order in which they are listed and stacked.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Its name on the command line.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)* }
            }

            /// Its title in a figure.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$variant => $label,)* }
            }

            /// Its unit as people read it.
            pub const fn unit(self) -> &'static str {
                match self { $(Self::$variant => $unit,)* }
            }

            /// Its column in CSV files: what it is and its unit.
            pub const fn column(self) -> &'static str {
                match self { $(Self::$variant => $column,)* }
            }

            /// Whose values exist.
            pub const fn subjects(self) -> &'static [Subject] {
                match self { $(Self::$variant => &[$(Subject::$subject),+],)* }
            }

            /// How its points are read.
            pub const fn reading(self) -> Reading {
                match self { $(Self::$variant => $reading,)* }
            }
        }
    };
}

metrics! {
    /// The congestion window.
    Cwnd: "cwnd", "cwnd", "segments", "cwnd_segments", [Flow], Reading::Change;
    /// The slow start threshold.
    Ssthresh: "ssthresh", "ssthresh", "segments", "ssthresh_segments", [Flow], Reading::Change;
    /// What the sender is doing, as a number: 0 not started, 1 connecting, 2 slow start, 3 congestion avoidance, 4 fast
    /// recovery, 5 finished.
    Phase: "phase", "phase", "0 not started, 1 connecting, 2 slow start, 3 avoidance, 4 recovery, 5 finished", "phase_code", [Flow], Reading::Change;
    /// The latest sample of the round-trip time.
    Rtt: "rtt", "round-trip time", "s", "rtt_s", [Flow], Reading::Change;
    /// The retransmission timeout.
    Rto: "rto", "RTO", "s", "rto_s", [Flow], Reading::Change;
    /// Segments sent and not yet acknowledged.
    InFlight: "in_flight", "in flight", "segments", "in_flight_segments", [Flow], Reading::Change;
    /// Rate of IP bytes that arrive at the flow's sink, retransmissions and headers included. Recorded: the bytes so far.
    Throughput: "throughput", "throughput", "kb/s", "throughput_kbps", [Flow],
        Reading::Rate { of: Metric::Throughput, scale: 8e-3 };
    /// Rate of payload that is delivered in order to the receiving application. Recorded: the bytes so far.
    Goodput: "goodput", "goodput", "kb/s", "goodput_kbps", [Flow], Reading::Rate { of: Metric::Goodput, scale: 8e-3 };
    /// Packets that wait.
    Queue: "queue", "queue", "packets", "queue_packets", [Node, Link], Reading::Sample;
    /// Frames that the MAC sent again, so far.
    MacRetries: "mac_retries", "MAC retries", "frames", "mac_retries_frames", [Node], Reading::Counter;
    /// The power drawn: the mean rate of the recorded joules.
    Power: "power", "power", "W", "power_watts", [Node], Reading::Rate { of: Metric::Joules, scale: 1.0 };
    /// The energy used so far.
    Joules: "joules", "energy", "J", "energy_joules", [Node], Reading::Counter;
}

impl Metric {
    /// The metric of this name on the command line.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|m| m.name() == name)
    }

    /// Words for its values 0, 1, 2 ... if it is a code and no quantity.
    pub const fn codes(self) -> &'static [&'static str] {
        match self {
            Self::Phase => &["not started", "connecting", "slow start", "avoidance", "recovery", "finished"],
            _ => &[],
        }
    }

    /// Under which metric its points are recorded: itself, or the counter whose rate it is.
    #[must_use]
    pub const fn recorded_as(self) -> Self {
        match self.reading() {
            Reading::Rate { of, .. } => of,
            Reading::Change | Reading::Sample | Reading::Counter => self,
        }
    }
}

impl fmt::Display for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_columns_are_unique_and_lead_back() {
        for &metric in Metric::ALL {
            assert_eq!(Metric::from_name(metric.name()), Some(metric));
            assert_eq!(Metric::ALL.iter().filter(|m| m.column() == metric.column()).count(), 1, "{metric}");
            assert!(!matches!(metric.recorded_as().reading(), Reading::Rate { of, .. } if of != metric), "{metric}");
        }
        assert_eq!(Metric::from_name("cwdn"), None);
    }

    #[test]
    fn every_phase_has_its_word() {
        use crate::transport::tcp::Phase;
        let table = [
            (Phase::Idle, "not started"),
            (Phase::Connecting, "connecting"),
            (Phase::SlowStart, "slow start"),
            (Phase::CongestionAvoidance, "avoidance"),
            (Phase::FastRecovery, "recovery"),
            (Phase::Finished, "finished"),
        ];
        let codes = Metric::Phase.codes();
        assert_eq!(codes.len(), table.len());
        for (phase, word) in table {
            assert_eq!(codes[phase as usize], word);
            assert!(Metric::Phase.unit().contains(&format!("{} {word}", phase as usize)));
        }
    }
}
