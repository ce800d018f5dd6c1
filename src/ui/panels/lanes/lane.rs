//! Which lanes there are: titles, units, shares of the height, figures.

use crate::metrics::Metric;
use crate::ui::format;

/// A lane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Lane {
    /// Congestion window and slow start threshold.
    Cwnd,
    /// Round-trip time.
    Rtt,
    /// Throughput and goodput.
    Throughput,
    /// Energy of all nodes by radio state.
    Energy,
    /// Power of one node.
    Power,
    /// The radio strip: not a plot over the shown span, but a window around the cursor.
    Radio,
}

impl Lane {
    /// All of them, from top to bottom.
    pub const ALL: [Self; 6] = [Self::Cwnd, Self::Rtt, Self::Throughput, Self::Energy, Self::Power, Self::Radio];

    /// Its place among all.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its title.
    pub const fn title(self) -> &'static str {
        match self {
            Self::Cwnd => "cwnd",
            Self::Rtt => "RTT",
            Self::Throughput => "throughput",
            Self::Energy => "energy",
            Self::Power => "power",
            Self::Radio => "radio",
        }
    }

    /// The unit below its title.
    pub const fn unit(self) -> &'static str {
        match self {
            Self::Cwnd => "segments",
            Self::Rtt => "ms",
            Self::Throughput => "kb/s",
            Self::Energy => "J, all nodes",
            Self::Power => "W",
            Self::Radio => "",
        }
    }

    /// What it shows and where that comes from, for a tooltip.
    pub const fn source(self) -> &'static str {
        match self {
            Self::Cwnd => {
                "Congestion window of each TCP sender in segments, at every change; dashed: its slow start threshold."
            }
            Self::Rtt => "Latest sample of the round-trip time of each TCP sender, in milliseconds.",
            Self::Throughput => {
                "Mean rate of IP bytes that arrive at each flow's sink, headers and retransmissions included, in kb/s; dashed: of \
                 payload delivered in order."
            }
            Self::Energy => "Joules that all radios together have spent so far, by what they were doing.",
            Self::Power => {
                "Mean power that one node draws, in watts: the selected node, else the one that sends the first flow."
            }
            Self::Radio => "Frames on air around the cursor, one row a node: sent above the line, received below it.",
        }
    }

    /// Why it can have no data in a scenario.
    pub const fn missing(self) -> &'static str {
        match self {
            Self::Cwnd | Self::Rtt => "There is no TCP flow in this scenario.",
            _ => "There is no radio in this scenario.",
        }
    }

    /// Its share of the height that the lanes have.
    pub const fn weight(self) -> f32 {
        match self {
            Self::Cwnd => 41.5,
            Self::Rtt | Self::Energy => 22.0,
            Self::Throughput => 21.5,
            Self::Power => 15.0,
            Self::Radio => 0.0,
        }
    }

    /// The metric of its main curves.
    pub const fn metric(self) -> Metric {
        match self {
            Self::Cwnd | Self::Radio => Metric::Cwnd,
            Self::Rtt => Metric::Rtt,
            Self::Throughput => Metric::Throughput,
            Self::Energy => Metric::Joules,
            Self::Power => Metric::Power,
        }
    }

    /// The lane's unit for one unit of its metric: seconds of RTT are shown as milliseconds.
    pub const fn factor(self) -> f64 {
        match self {
            Self::Rtt => 1e3,
            _ => 1.0,
        }
    }

    /// Whether it shows means over a window.
    pub const fn is_rate(self) -> bool {
        matches!(self, Self::Throughput | Self::Power)
    }

    /// A value as it is read, without the unit.
    pub fn figure(self, value: f64) -> String {
        match self {
            Self::Cwnd | Self::Radio => format::number(value, 1),
            Self::Rtt | Self::Throughput => format::digits3(value * self.factor()),
            Self::Energy => format::joules(value),
            Self::Power => format::number(value, 3),
        }
    }

    /// The unit of a single value.
    pub const fn value_unit(self) -> &'static str {
        match self {
            Self::Energy => "J",
            _ => self.unit(),
        }
    }
}
