//! Flows, traffic, transports (spec/transport.md 2.2 and 8).

use super::super::limits::{HOUR, MILLI, PACKET, RATE, SECOND, SEGMENT, TRANSFER, WINDOW};
use super::super::schema::Leaf::{Integer, Rate, Size, Time};
use super::super::schema::Need::{Default, Optional, Required};
use super::super::schema::Shape::{self, Choice, Leaf, Record};
use super::super::schema::{Field, field, fields, later, unit};
use super::common::{FLAG, INSTANT, NAME_TEXT, NODE};

pub(super) static FLOW: Shape = Record(&[
    field("name", &NAME_TEXT, Default("f and the number"), "its name, unlike all others"),
    field("from", &NODE, Required, "the source"),
    field("to", &NODE, Required, "the sink"),
    field("start", &INSTANT, Default("0 s"), "when it starts"),
    field(
        "stop",
        &INSTANT,
        Optional("none: when all is sent, or with the run"),
        "when its source stops, after `start`",
    ),
    field("traffic", &TRAFFIC, Default("Bulk"), "what is sent"),
    field("transport", &TRANSPORT, Default("Tcp"), "how it is carried"),
]);
pub(super) static TRAFFIC: Shape = Choice {
    what: "a traffic",
    variants: &[
        unit("Bulk"),
        fields("Transfer", &[field("size", &Leaf(Size(1, TRANSFER)), Required, "payload")]),
        fields(
            "Cbr",
            &[
                field("rate", &Leaf(Rate(1, RATE)), Required, "payload rate; at most a million packets a second"),
                field("packet", &Leaf(Size(1, PACKET)), Default("1000 B"), "payload of a datagram"),
                field("jitter", &FLAG, Default("false"), "spreads each gap uniformly by 5 % either way"),
            ],
        ),
        later("OnOff"),
        later("Web"),
    ],
    default: Some("Bulk"),
};
pub(super) static TRANSPORT: Shape = Choice {
    what: "a transport",
    variants: &[fields("Tcp", TCP_FIELDS), unit("Udp"), later("Tfrc"), later("ReTfrc")],
    default: Some("Tcp"),
};
pub(super) static TCP_FIELDS: &[Field] = &[
    field(
        "controller",
        &CONTROLLER,
        Default("NewReno"),
        "the window law; the first three are the Reno law with that recovery",
    ),
    field("recovery", &RECOVERY, Default("by controller"), "the loss recovery"),
    field("preset", &PRESET, Default("Rfc"), "where the other defaults come from"),
    field("max_window", &Leaf(Integer(1, WINDOW)), Default("20; FreeBsd43: 11"), "most segments in flight"),
    field("segment", &Leaf(Size(1, SEGMENT)), Default("1460 B; Ns2: 1000 B"), "payload of a full segment"),
    field(
        "initial_window",
        &Leaf(Integer(1, WINDOW)),
        Default("2"),
        "segments before the first acknowledgement of data",
    ),
    field("rto_initial", &RTO, Default("1 s; Ns2, FreeBsd43: 3 s"), "RTO before the first sample"),
    field("rto_min", &RTO, Default("200 ms; FreeBsd43: 1 s"), "least RTO, at most `rto_max`"),
    field("rto_max", &RTO, Default("60 s; FreeBsd43: 64 s"), "greatest RTO"),
    field(
        "clock_granularity",
        &Leaf(Time(0, 60 * SECOND)),
        Default("10 ms"),
        "of the retransmission clock; \"0 s\" is exact",
    ),
    field(
        "delayed_ack",
        &Leaf(Time(1_000, 10 * SECOND)),
        Optional("none; FreeBsd43: 100 ms"),
        "longest delay of an acknowledgement",
    ),
    field(
        "limited_transmit",
        &FLAG,
        Default("true; FreeBsd43: false"),
        "new segments on the first two duplicate acknowledgements",
    ),
    field("idle_restart", &FLAG, Default("true; Ns2: false"), "the window shrinks after an idle time"),
    field("handshake", &FLAG, Default("true"), "a SYN opens the connection"),
    field("sack", &FLAG, Default("false"), "the receiver reports what arrived out of order"),
    field("exit_rule", &EXIT, Default("by preset and recovery"), "the window after a fast recovery"),
    field("ssthresh_rule", &SSTHRESH, Default("Flight; Ns2: MinCwndRwnd"), "what is halved at a loss"),
    field(
        "precision",
        &PRECISION,
        Default("Exact; Ns2: WholeThreshold"),
        "how window and threshold are rounded at a loss",
    ),
    field("partial_timer", &PARTIAL_TIMER, Default("Impatient"), "which partial acknowledgements restart the timer"),
];
static EXIT: Shape = Choice {
    what: "a rule for the window after a recovery",
    variants: &[unit("FlightLimited"), unit("Ssthresh"), unit("Keep")],
    default: None,
};
static SSTHRESH: Shape =
    Choice { what: "a rule for the threshold", variants: &[unit("Flight"), unit("MinCwndRwnd")], default: None };
static PRECISION: Shape =
    Choice { what: "a precision", variants: &[unit("Exact"), unit("Whole"), unit("WholeThreshold")], default: None };
static PARTIAL_TIMER: Shape =
    Choice { what: "a rule for the timer", variants: &[unit("Impatient"), unit("SlowButSteady")], default: None };
pub(super) static RTO: Shape = Leaf(Time(MILLI, HOUR));
pub(super) static CONTROLLER: Shape = Choice {
    what: "a controller",
    variants: &[
        unit("Tahoe"),
        unit("Reno"),
        unit("NewReno"),
        later("Sack"),
        later("Vegas"),
        later("Veno"),
        later("Westwood"),
        later("WestwoodPlus"),
        later("Cubic"),
        later("Bbr"),
        later("Xcp"),
        later("Muzha"),
    ],
    default: Some("NewReno"),
};
pub(super) static RECOVERY: Shape = Choice {
    what: "a recovery",
    variants: &[unit("Tahoe"), unit("Reno"), unit("NewReno"), later("Sack"), later("Sack1")],
    default: None,
};
pub(super) static PRESET: Shape =
    Choice { what: "a TCP preset", variants: &[unit("Rfc"), unit("Ns2"), unit("FreeBsd43")], default: Some("Rfc") };
