//! Every field that a scenario may have: name, range, default, meaning. docs/scenario.md is checked against this table.

use super::limits::{
    DROPPED_SEGMENTS, DURATION, FLOWS, HOUR, IMPAIRMENTS, LINK_DELAY, LINKS, MILLI, NAME, NODES, PACKET, POSITION,
    PROSE, QUEUE, RADIO_RATE, RATE, SCRIPT, SECOND, SEGMENT, TRANSFER, WINDOW,
};
use super::schema::Body::{Fields, One, Unit};
use super::schema::Leaf::{
    Charge, Energy, Flag, Flow, Frequency, Integer, Length, Node, Number, Power, Rate, Ratio, Size, Text, Time, Voltage,
};
use super::schema::Need::{Default, Optional, Required};
use super::schema::Shape::{self, Choice, Leaf, List, Pair, Profile, Record};
use super::schema::{Body, Field, Need, Variant};

/// A whole file.
pub static SCENARIO: Shape = Record(&[
    field("title", &PROSE_TEXT, Default("the file's name"), "one line that names it"),
    field("question", &PROSE_TEXT, Default("empty"), "what a viewer should ask"),
    field("expect", &PROSE_TEXT, Default("empty"), "the picture that should appear"),
    field("source", &PROSE_TEXT, Default("empty"), "where it comes from"),
    field("seed", &Leaf(Integer(0, u64::MAX)), Default("1"), "seed of all random streams"),
    field(
        "duration",
        &Leaf(Time(1, DURATION)),
        Optional("none: the run ends when all flows are complete"),
        "simulated time",
    ),
    field("radio", &RADIO, Default("Wavelan2Mb"), "radio and channel of all nodes that have a position"),
    field("mac", &MAC, Default("Std"), "rules of MAC, queues (wired ones too) and link layer"),
    field("topology", &TOPOLOGY, Required, "the nodes"),
    field("links", &List { of: &LINK, most: LINKS }, Default("none"), "wired links"),
    field("routing", &ROUTING, Default("Static"), "how ways are found"),
    field("mobility", &MOBILITY, Default("Still"), "how nodes move"),
    field("flows", &List { of: &FLOW, most: FLOWS }, Default("none"), "what is sent"),
    field("energy", &ENERGY, Default("()"), "what energy is measured, with which numbers"),
    field("script", &SCRIPT_LIST, Default("none"), "commands with their instants"),
]);

/// The commands of a scenario, and of a command log.
pub static SCRIPT_LIST: Shape = List { of: &SCRIPT_ENTRY, most: SCRIPT };

static PROSE_TEXT: Shape = Leaf(Text(PROSE));
static NAME_TEXT: Shape = Leaf(Text(NAME));
static FLAG: Shape = Leaf(Flag);
static NODE: Shape = Leaf(Node);
static FLOW_REF: Shape = Leaf(Flow);
static INSTANT: Shape = Leaf(Time(0, DURATION));
static POWER: Shape = Leaf(Power(1e3));
static THRESHOLD: Shape = Leaf(Ratio(-100.0, 100.0));
static SPACING: Shape = Leaf(Length(0.01, POSITION));
static PLACE: Shape = Leaf(Length(-POSITION, POSITION));
static COUNT: Shape = Leaf(Integer(1, NODES));
static PROBABILITY: Shape = Leaf(Number(0.0, 1.0));
static FRAME_TIME: Shape = Leaf(Time(1_000, SECOND));
static PACKETS: Shape = Leaf(Integer(1, QUEUE));

static RADIO: Shape = Profile {
    what: "a radio",
    variants: &[unit("Wavelan2Mb"), unit("Dsss1Mb"), later("Wifi11bMb5"), later("Wifi11bMb11"), later("Wifi11gMb54")],
    fields: &[
        field("profile", &RADIO_NAME, Default("Wavelan2Mb"), "what the other fields override"),
        field("data_rate", &RADIO_RATES, PROFILE, "rate of unicast data"),
        field("basic_rate", &RADIO_RATES, PROFILE, "rate of control frames and broadcasts"),
        field("transmit_power", &POWER, PROFILE, "power at the antenna"),
        field("receive_threshold", &POWER, PROFILE, "a signal at least this strong can be decoded"),
        field("carrier_sense_threshold", &POWER, PROFILE, "a signal at least this strong makes the medium busy"),
        field(
            "capture",
            &THRESHOLD,
            PROFILE,
            "how much stronger the frame in reception has to be to survive a newcomer",
        ),
        field("sinr_threshold", &THRESHOLD, PROFILE, "least signal to interference and noise of a good frame"),
        field("preamble_threshold", &THRESHOLD, PROFILE, "the same, for locking on to a preamble"),
        field("noise", &POWER, PROFILE, "thermal noise with the receiver's noise figure"),
        field("bit_error_rate", &PROBABILITY, PROFILE, "probability that a bit is wrong, each on its own"),
        field("frequency", &Leaf(Frequency(1e6, 1e12)), PROFILE, "carrier"),
        field("antenna_height", &Leaf(Length(0.01, 1e3)), PROFILE, "over ground, both ends"),
        field(
            "propagation",
            &PROPAGATION,
            Default("TwoRayGround; UnitDisk in MAC profile Disk"),
            "how power falls with distance",
        ),
        field(
            "reception",
            &RECEPTION,
            Default("by MAC profile: Pairwise (Ns2), Sinr (Std), AnyOverlap (Disk)"),
            "what happens when signals overlap",
        ),
        field("plcp", &FRAME_TIME, PROFILE, "preamble and PLCP header"),
        field("slot", &FRAME_TIME, PROFILE, "a slot of the backoff"),
        field("sifs", &FRAME_TIME, PROFILE, "short interframe space"),
    ],
};
static RADIO_NAME: Shape = Choice {
    what: "a radio",
    variants: &[unit("Wavelan2Mb"), unit("Dsss1Mb"), later("Wifi11bMb5"), later("Wifi11bMb11"), later("Wifi11gMb54")],
    default: Some("Wavelan2Mb"),
};
static RADIO_RATES: Shape = Leaf(Rate(1_000, RADIO_RATE));
static RANGE: Shape = Leaf(Length(0.01, POSITION));
static PROPAGATION: Shape = Choice {
    what: "a propagation",
    variants: &[
        unit("TwoRayGround"),
        fields(
            "UnitDisk",
            &[
                field("transmit", &RANGE, Default("250 m"), "a frame can be decoded up to here"),
                field("carrier_sense", &RANGE, Default("550 m"), "the medium is busy up to here"),
                field("interference", &RANGE, Default("550 m"), "a signal spoils a reception up to here"),
            ],
        ),
    ],
    default: None,
};
static RECEPTION: Shape =
    Choice { what: "a reception", variants: &[unit("Pairwise"), unit("Sinr"), unit("AnyOverlap")], default: None };

static MAC_NAME: Shape =
    Choice { what: "a MAC profile", variants: &[unit("Ns2"), unit("Std"), unit("Disk")], default: Some("Std") };
static MAC: Shape = Profile {
    what: "a MAC profile",
    variants: &[unit("Ns2"), unit("Std"), unit("Disk")],
    fields: &[
        field("profile", &MAC_NAME, Default("Std"), "what the other fields override"),
        field("backoff_draw", &BACKOFF_DRAW, PROFILE, "range of a backoff: 0..CW-1 or 0..CW"),
        field("always_back_off", &FLAG, PROFILE, "a packet that finds the medium idle backs off all the same"),
        field("eifs", &EIFS, PROFILE, "what a bad frame does to the next access"),
        field("overhead", &Leaf(Size(0, 1_000)), PROFILE, "MAC header, LLC and FCS around an IP packet"),
        field("cca_latency", &Leaf(Time(0, MILLI)), PROFILE, "a signal younger than this holds no transmission back"),
        field("rts_rule", &RTS_RULE, PROFILE, "how the threshold is compared"),
        field(
            "rts_threshold",
            &Leaf(Size(0, 1_000_000)),
            PROFILE,
            "frame size from which an RTS goes ahead; \"0 B\" is always",
        ),
        field("short_retry_limit", &RETRIES, PROFILE, "attempts of an RTS, and of a frame without RTS"),
        field("long_retry_limit", &RETRIES, PROFILE, "attempts of a data frame after RTS"),
        field("cw_min", &CONTENTION, PROFILE, "smallest contention window, at most `cw_max`"),
        field("cw_max", &CONTENTION, PROFILE, "largest contention window"),
        field("data_senses_medium", &FLAG, PROFILE, "DATA after a CTS is held back by a busy medium"),
        field(
            "data_needs_own_cts",
            &FLAG,
            PROFILE,
            "DATA after an RTS is taken only while the wait after the own CTS runs",
        ),
        field("cts_test_after_sifs", &FLAG, PROFILE, "the CTS test is made when the SIFS is over"),
        field("nav_reset", &FLAG, PROFILE, "a NAV that an RTS set is cleared when no exchange follows"),
        field("timeout_waits_for_reception", &FLAG, PROFILE, "a response timeout waits for the end of a reception"),
        field("back_off_after_give_up", &FLAG, PROFILE, "a fresh backoff follows a give-up"),
        field("counts_last_slot", &FLAG, PROFILE, "a slot that ends in the instant the medium becomes busy counts"),
        field("arp", &FLAG, PROFILE, "addresses have to be resolved"),
        field("link_layer_delay", &Leaf(Time(0, SECOND)), PROFILE, "of each packet, downwards and upwards"),
        field("queue_limit", &PACKETS, PROFILE, "packets in the interface queue"),
        field("queue_wastes_one", &FLAG, PROFILE, "a queue (wired ones too) drops when it would reach its limit"),
        field("ttl", &RETRIES, PROFILE, "hops that a packet may take"),
        field("udp_header", &Leaf(Integer(0, 1_000)), PROFILE, "bytes of IP and UDP header around a datagram"),
    ],
};
static RETRIES: Shape = Leaf(Integer(1, 255));
static CONTENTION: Shape = Leaf(Integer(1, 32_767));
static BACKOFF_DRAW: Shape =
    Choice { what: "a range of backoff", variants: &[unit("BelowCw"), unit("UpToCw")], default: None };
static EIFS: Shape = Choice { what: "an EIFS rule", variants: &[unit("Nav"), unit("Ifs"), unit("Off")], default: None };
static RTS_RULE: Shape =
    Choice { what: "an RTS rule", variants: &[unit("LongerThan"), unit("WithPlcpAtLeast")], default: None };

static TOPOLOGY: Shape = Choice {
    what: "a topology",
    variants: &[
        fields("Chain", &[field("hops", &Leaf(Integer(1, NODES - 1)), Required, "nodes less one"), SPACED]),
        fields(
            "Cross",
            &[field("hops", &Leaf(Integer(2, NODES / 2 - 1)), Required, "of each of the two chains; even"), SPACED],
        ),
        fields(
            "Grid",
            &[
                field("columns", &COUNT, Required, "nodes from west to east"),
                field("rows", &COUNT, Required, "nodes from south to north"),
                SPACED,
            ],
        ),
        fields("Ring", &[field("nodes", &Leaf(Integer(3, NODES)), Required, "on the ring"), SPACED]),
        fields("Star", &[field("nodes", &Leaf(Integer(2, NODES)), Required, "the centre, n0, included"), SPACED]),
        one("Nodes", &List { of: &NODE_ENTRY, most: 4_096 }),
        later("Random"),
    ],
    default: None,
};
const SPACED: Field = field("spacing", &SPACING, Default("200 m"), "between neighbours");
static NODE_ENTRY: Shape = Record(&[
    field("name", &NAME_TEXT, Default("n and the number"), "its name, unlike all others"),
    field("at", &Pair(&PLACE), Optional("none: it has no radio"), "where it stands, eastward and northward"),
    field("battery", &BATTERY, Default("that of `energy`"), "what feeds it"),
    field("mobility", &MOBILITY, Default("Still"), "how it moves"),
]);

static LINK: Shape = Record(&[
    field("from", &NODE, Required, "its first end; impairments act from here"),
    field("to", &NODE, Required, "its second end"),
    field("bandwidth", &Leaf(Rate(0, RATE)), Required, "rate of each direction; \"0 b/s\" is unlimited"),
    field("delay", &LINK_DELAYS, Required, "propagation delay of each direction; at least 1 ms if unlimited"),
    field("queue", &LINK_QUEUE, Default("DropTail(packets: 50)"), "of each direction"),
    field(
        "impairments",
        &List { of: &IMPAIRMENT, most: IMPAIRMENTS },
        Default("none"),
        "before the queue, in this order, from -> to",
    ),
]);
static LINK_DELAYS: Shape = Leaf(Time(LINK_DELAY, HOUR));
static LINK_QUEUE: Shape = Choice {
    what: "a queue",
    variants: &[fields("DropTail", &[field("packets", &PACKETS, Default("50"), "that wait")]), later("Red")],
    default: Some("DropTail"),
};
static IMPAIRMENT: Shape = Choice {
    what: "an impairment",
    variants: &[
        fields("Loss", &[field("rate", &PROBABILITY, Required, "probability that a packet is lost")]),
        fields(
            "Drop",
            &[
                field(
                    "segments",
                    &List { of: &SEGMENT_NUMBER, most: DROPPED_SEGMENTS },
                    Required,
                    "whose first transmission is lost; 0 is the SYN",
                ),
                field("flow", &FLOW_REF, Required, "of which flow"),
            ],
        ),
        later("Burst"),
        later("GilbertElliott"),
        later("Reorder"),
        later("Duplicate"),
        later("Jitter"),
    ],
    default: None,
};
static SEGMENT_NUMBER: Shape = Leaf(Integer(0, TRANSFER));

static ROUTING: Shape =
    Choice { what: "a routing", variants: &[unit("Static"), later("Aodv"), later("Dsr")], default: Some("Static") };
static MOBILITY: Shape = Choice {
    what: "a mobility",
    variants: &[unit("Still"), later("Linear"), later("Waypoints"), later("RandomWaypoint"), later("Trace")],
    default: Some("Still"),
};

static FLOW: Shape = Record(&[
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
static TRAFFIC: Shape = Choice {
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
static TRANSPORT: Shape = Choice {
    what: "a transport",
    variants: &[fields("Tcp", TCP_FIELDS), unit("Udp"), later("Tfrc"), later("ReTfrc")],
    default: Some("Tcp"),
};
static TCP_FIELDS: &[Field] = &[
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
];
static RTO: Shape = Leaf(Time(MILLI, HOUR));
static CONTROLLER: Shape = Choice {
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
static RECOVERY: Shape = Choice {
    what: "a recovery",
    variants: &[unit("Tahoe"), unit("Reno"), unit("NewReno"), later("Sack"), later("Sack1")],
    default: None,
};
static PRESET: Shape =
    Choice { what: "a TCP preset", variants: &[unit("Rfc"), unit("Ns2"), unit("FreeBsd43")], default: Some("Rfc") };

static ENERGY: Shape = Record(&[
    field("radio", &POWER_PROFILE, Default("WavelanSingh"), "whose powers"),
    field("cpu", &CPU, Default("None"), "whose cost of computing"),
    field("scope", &SCOPE, Default("Radio"), "what counts as consumption"),
    field("sleep", &SLEEP, Default("Never"), "when radios sleep"),
    field("battery", &BATTERY, Default("None"), "what feeds each node that does not say otherwise"),
]);
static POWER_PROFILE: Shape = Choice {
    what: "a power profile",
    variants: &[
        unit("WavelanSingh"),
        unit("WavelanWang"),
        unit("Esp32"),
        unit("Esp32S2"),
        unit("Intel5300Siso"),
        unit("Cc2538"),
        unit("Cc2420"),
        unit("Ns2Default"),
    ],
    default: Some("WavelanSingh"),
};
static CPU: Shape = Choice {
    what: "a CPU",
    variants: &[unit("None"), later("LaptopFreeBsd42"), later("LaptopFreeBsd5"), later("IpaqLinux")],
    default: Some("None"),
};
static SCOPE: Shape = Choice { what: "a scope", variants: &[unit("Radio"), later("System")], default: Some("Radio") };
static SLEEP: Shape = Choice {
    what: "a sleep policy",
    variants: &[unit("Never"), later("Oracle"), later("Nav"), later("Psm")],
    default: Some("Never"),
};
static BATTERY: Shape = Choice {
    what: "a battery",
    variants: &[
        unit("None"),
        fields(
            "Linear",
            &[
                field("energy", &Leaf(Energy(1e9)), Default("capacity times voltage"), "what it holds when full"),
                field("capacity", &Leaf(Charge(3.6e9)), Default("not given"), "instead of `energy`, with `voltage`"),
                field("voltage", &Leaf(Voltage(1e6)), Default("not given"), "instead of `energy`, with `capacity`"),
            ],
        ),
    ],
    default: None,
};

static SCRIPT_ENTRY: Shape =
    Record(&[field("at", &INSTANT, Required, "when"), field("do", &COMMAND, Required, "what is done")]);
static COMMAND: Shape = Choice {
    what: "a command",
    variants: &[
        fields(
            "SetController",
            &[
                field("flow", &FLOW_REF, Required, "a TCP flow"),
                field("controller", &CONTROLLER, Required, "its new window law"),
                field("recovery", &RECOVERY, Default("by controller"), "its new loss recovery"),
            ],
        ),
        fields(
            "SetTransport",
            &[
                field("flow", &FLOW_REF, Required, "a TCP flow"),
                field("max_window", &Leaf(Integer(1, WINDOW)), Required, "most segments in flight"),
            ],
        ),
        fields(
            "SetLink",
            &[
                field("from", &NODE, Required, "where the direction begins"),
                field("to", &NODE, Required, "where it ends; a link joins the two"),
                field("bandwidth", &Leaf(Rate(0, RATE)), Default("as it is"), "new rate; \"0 b/s\" is unlimited"),
                field("delay", &LINK_DELAYS, Default("as it is"), "new propagation delay"),
                field("loss", &PROBABILITY, Default("as it is"), "in place of all `Loss` of this direction"),
            ],
        ),
        fields(
            "SetRadio",
            &[
                field("node", &NODE, Required, "a node with a radio"),
                field("transmit_power", &POWER, Required, "new power at the antenna"),
            ],
        ),
        fields(
            "MoveNode",
            &[
                field("node", &NODE, Required, "a node with a radio"),
                field("to", &Pair(&PLACE), Required, "its new place, eastward and northward"),
            ],
        ),
        fields("NodeOff", ONE_NODE),
        fields("NodeOn", ONE_NODE),
        fields("FlowStop", ONE_FLOW),
        fields("FlowStart", ONE_FLOW),
        fields("Flip", &[field("frame", &Leaf(Integer(0, u64::MAX)), Required, "the frame, by its number in the run")]),
        later("SetMac"),
        later("SetEnergy"),
    ],
    default: None,
};
static ONE_NODE: &[Field] = &[field("node", &NODE, Required, "which")];
static ONE_FLOW: &[Field] = &[field("flow", &FLOW_REF, Required, "which")];

/// What a field has that overrides a profile.
const PROFILE: Need = Default("by profile");

const fn field(name: &'static str, shape: &'static Shape, need: Need, about: &'static str) -> Field {
    Field { name, shape, need, about }
}

const fn fields(name: &'static str, fields: &'static [Field]) -> Variant {
    Variant { name, body: Fields(fields) }
}

const fn one(name: &'static str, shape: &'static Shape) -> Variant {
    Variant { name, body: One(shape) }
}

const fn unit(name: &'static str) -> Variant {
    Variant { name, body: Unit }
}

const fn later(name: &'static str) -> Variant {
    Variant { name, body: Body::Later }
}
