//! Nodes, links, routing, mobility (spec/wireless.md 8 and 10).

use super::super::limits::{
    DROPPED_SEGMENTS, HOUR, IMPAIRMENTS, LINK_DELAY, MILLI, NODES, POSITION, RATE, SECOND, TRANSFER,
};
use super::super::schema::Leaf::{Integer, Length, Rate, Time};
use super::super::schema::Need::{Default, Optional, Required};
use super::super::schema::Shape::{self, Choice, Leaf, List, Pair, Record};
use super::super::schema::{Field, field, fields, later, one, unit};
use super::common::{COUNT, FLAG, FLOW_REF, INSTANT, NAME_TEXT, NODE, PACKETS, PLACE, PRESET, PROBABILITY, SPACING};
use super::energy::BATTERY;

pub(super) static TOPOLOGY: Shape = Choice {
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
        fields(
            "Random",
            &[
                field("nodes", &COUNT, Required, "at places that the seed draws, again until all are connected"),
                field("width", &EXTENT, Required, "of the area, eastward"),
                field("height", &EXTENT, Required, "of the area, northward"),
            ],
        ),
    ],
    default: None,
};
pub(super) static EXTENT: Shape = Leaf(Length(1.0, POSITION));
pub(super) const SPACED: Field = field("spacing", &SPACING, Default("200 m"), "between neighbours");
pub(super) static NODE_ENTRY: Shape = Record(&[
    field("name", &NAME_TEXT, Default("n and the number"), "its name, unlike all others"),
    field("at", &Pair(&PLACE), Optional("none: it has no radio"), "where it stands, eastward and northward"),
    field("battery", &BATTERY, Default("that of `energy`"), "what feeds it"),
    field("mobility", &MOBILITY, Default("Still"), "how it moves"),
]);

pub(super) static LINK: Shape = Record(&[
    field("from", &NODE, Required, "its first end; impairments act from here"),
    field("to", &NODE, Required, "its second end"),
    field(
        "bandwidth",
        &Leaf(Rate(0, RATE)),
        Required,
        "rate of each direction, at least 100 b/s; \"0 b/s\" is unlimited",
    ),
    field("delay", &LINK_DELAYS, Required, "propagation delay of each direction; at least 1 ms if unlimited"),
    field("queue", &LINK_QUEUE, Default("DropTail(packets: 50)"), "of each direction"),
    field(
        "impairments",
        &List { of: &IMPAIRMENT, most: IMPAIRMENTS },
        Default("none"),
        "before the queue, in this order, from -> to",
    ),
]);
pub(super) static LINK_DELAYS: Shape = Leaf(Time(LINK_DELAY, HOUR));
pub(super) static LINK_QUEUE: Shape = Choice {
    what: "a queue",
    variants: &[fields("DropTail", &[field("packets", &PACKETS, Default("50"), "that wait")]), later("Red")],
    default: Some("DropTail"),
};
pub(super) static IMPAIRMENT: Shape = Choice {
    what: "an impairment",
    variants: &[
        fields(
            "Loss",
            &[
                field("rate", &PROBABILITY, Required, "probability that a packet is lost"),
                field("data_only", &FLAG, Default("false"), "bare acknowledgements are not lost"),
            ],
        ),
        fields(
            "Burst",
            &[
                field("rate", &PROBABILITY, Required, "probability that a packet is lost during a burst"),
                field("on", &BURST, Required, "length of a burst"),
                field("period", &BURST, Required, "from the beginning of a burst to that of the next"),
                field("phase", &INSTANT, Default("drawn"), "when the first burst begins"),
            ],
        ),
        fields(
            "GilbertElliott",
            &[
                field("to_bad", &PROBABILITY, Required, "probability that the path becomes bad, at each packet"),
                field("to_good", &PROBABILITY, Required, "probability that it becomes good again, at each packet"),
                field("good_loss", &PROBABILITY, Default("0"), "probability that a packet is lost while it is good"),
                field("bad_loss", &PROBABILITY, Default("1"), "the same while it is bad"),
            ],
        ),
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
        later("Reorder"),
        later("Duplicate"),
        later("Jitter"),
    ],
    default: None,
};
pub(super) static BURST: Shape = Leaf(Time(1_000, HOUR));
pub(super) static SEGMENT_NUMBER: Shape = Leaf(Integer(0, TRANSFER));

pub(super) static ROUTING: Shape = Choice {
    what: "a routing",
    variants: &[unit("Static"), fields("Aodv", AODV), later("Dsr")],
    default: Some("Static"),
};
pub(super) static AODV_PRESET: Shape =
    Choice { what: "a set of parameters", variants: &[unit("Rfc"), unit("Ns2")], default: None };
pub(super) static AODV_TIME: Shape = Leaf(Time(MILLI, HOUR));
pub(super) static AODV_SPAN: Shape = Leaf(Time(0, HOUR));
pub(super) static AODV_HOPS: Shape = Leaf(Integer(1, 254));
const AODV: &[Field] = &[
    field(
        "preset",
        &AODV_PRESET,
        Default("by MAC profile: Ns2 with Ns2, else Rfc"),
        "what the other fields override, and whose habits",
    ),
    field("active_route_timeout", &AODV_TIME, PRESET, "how long a route lasts that nothing uses"),
    field("my_route_timeout", &AODV_TIME, PRESET, "lifetime that a destination gives in its reply"),
    field("reverse_route_life", &AODV_TIME, PRESET, "how long a route back to the origin of a request lasts"),
    field("node_traversal_time", &AODV_TIME, PRESET, "what a hop is thought to take"),
    field("net_diameter", &AODV_HOPS, PRESET, "hops that a flood of the whole network may take; in Ns2 data, too"),
    field("request_id_life", &AODV_TIME, PRESET, "how long a request is known again"),
    field("request_retries", &Leaf(Integer(0, 254)), PRESET, "further floods of the whole network after the first"),
    field("request_pause", &AODV_SPAN, PRESET, "pause after the last flood; in Ns2 also the longest wait for a reply"),
    field("ttl_start", &AODV_HOPS, PRESET, "hops of the first ring, at most `net_diameter`"),
    field("ttl_increment", &AODV_HOPS, PRESET, "by how many hops rings grow"),
    field("ttl_threshold", &AODV_HOPS, PRESET, "the largest ring, in hops"),
    field("local_repair", &FLAG, PRESET, "a node in the middle looks for another way itself"),
    field("send_buffer", &Leaf(Integer(1, 10_000)), PRESET, "packets that wait for a route at one node"),
    field("send_buffer_time", &AODV_TIME, PRESET, "how long they wait"),
    field("broadcast_jitter", &Leaf(Time(0, SECOND)), PRESET, "longest delay of a rebroadcast, uniform"),
    field("release_spacing", &Leaf(Time(0, SECOND)), PRESET, "gap between the packets that a reply sets free"),
    field(
        "rate_limit",
        &Leaf(Integer(0, 65_535)),
        PRESET,
        "requests, and errors, of a node in a second; 0 is no limit",
    ),
    field("delete_period", &AODV_SPAN, PRESET, "how long a route that is down is remembered; \"0 s\" is for ever"),
    field("hello_interval", &AODV_SPAN, PRESET, "of Hellos on active routes, in steps of 0.5 s; \"0 s\" is never"),
    field("allowed_hello_loss", &AODV_HOPS, PRESET, "silent intervals after which a neighbour is gone"),
    field("gratuitous_reply", &FLAG, PRESET, "who answers for a destination tells it where the origin is"),
];
pub(super) static MOBILITY: Shape = Choice {
    what: "a mobility",
    variants: &[unit("Still"), later("Linear"), later("Waypoints"), later("RandomWaypoint"), later("Trace")],
    default: Some("Still"),
};
