//! Radio and MAC (spec/wireless.md 1, 2, 4, 5).

use super::super::limits::{MILLI, POSITION, RADIO_RATE, SECOND};
use super::super::schema::Leaf::{Frequency, Integer, Length, Number, Rate, Ratio, Size, Time};
use super::super::schema::Need::Default;
use super::super::schema::Shape::{self, Choice, Leaf, Profile};
use super::super::schema::{field, fields, unit};
use super::common::{FLAG, FRAME_TIME, PACKETS, POWER, PROBABILITY, PROFILE, THRESHOLD};

pub(super) static RADIO: Shape = Profile {
    what: "a radio",
    variants: &[unit("Wavelan2Mb"), unit("Dsss1Mb"), unit("Wifi11bMb5"), unit("Wifi11bMb11"), unit("Wifi11gMb54")],
    fields: &[
        field("profile", &RADIO_NAME, Default("Wavelan2Mb"), "what the other fields override"),
        field("data_rate", &RADIO_RATES, PROFILE, "rate of unicast data"),
        field("basic_rate", &RADIO_RATES, PROFILE, "rate of broadcasts, and with DSSS of control frames"),
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
        field("preamble", &PREAMBLE, Default("Long"), "of DSSS: a short one is half as long above 1 Mb/s"),
        field("plcp", &FRAME_TIME, PROFILE, "long preamble and PLCP header"),
        field("slot", &FRAME_TIME, PROFILE, "a slot of the backoff"),
        field("sifs", &FRAME_TIME, PROFILE, "short interframe space"),
    ],
};
pub(super) static RADIO_NAME: Shape = Choice {
    what: "a radio",
    variants: &[unit("Wavelan2Mb"), unit("Dsss1Mb"), unit("Wifi11bMb5"), unit("Wifi11bMb11"), unit("Wifi11gMb54")],
    default: Some("Wavelan2Mb"),
};
pub(super) static RADIO_RATES: Shape = Leaf(Rate(1_000, RADIO_RATE));
pub(super) static PREAMBLE: Shape =
    Choice { what: "a preamble", variants: &[unit("Long"), unit("Short")], default: Some("Long") };
pub(super) static RANGE: Shape = Leaf(Length(0.01, POSITION));
pub(super) static EXPONENT: Shape = Leaf(Number(1.0, 10.0));
pub(super) static SHADOWING: Shape = Leaf(Ratio(0.0, 30.0));
pub(super) static PROPAGATION: Shape = Choice {
    what: "a propagation",
    variants: &[
        unit("TwoRayGround"),
        unit("FreeSpace"),
        fields(
            "LogDistance",
            &[
                field("exponent", &EXPONENT, Default("2.386"), "power falls with this power of the distance"),
                field("reference", &RANGE, Default("1 m"), "free space up to here"),
                field(
                    "shadowing",
                    &SHADOWING,
                    Default("4 dB"),
                    "standard deviation of what obstacles add, drawn for each pair of nodes",
                ),
            ],
        ),
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
pub(super) static RECEPTION: Shape =
    Choice { what: "a reception", variants: &[unit("Pairwise"), unit("Sinr"), unit("AnyOverlap")], default: None };

pub(super) static MAC_NAME: Shape =
    Choice { what: "a MAC profile", variants: &[unit("Ns2"), unit("Std"), unit("Disk")], default: Some("Std") };
pub(super) static MAC: Shape = Profile {
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
pub(super) static RETRIES: Shape = Leaf(Integer(1, 255));
pub(super) static CONTENTION: Shape = Leaf(Integer(1, 32_767));
pub(super) static BACKOFF_DRAW: Shape =
    Choice { what: "a range of backoff", variants: &[unit("BelowCw"), unit("UpToCw")], default: None };
pub(super) static EIFS: Shape =
    Choice { what: "an EIFS rule", variants: &[unit("Nav"), unit("Ifs"), unit("Off")], default: None };
pub(super) static RTS_RULE: Shape =
    Choice { what: "an RTS rule", variants: &[unit("LongerThan"), unit("WithPlcpAtLeast")], default: None };
