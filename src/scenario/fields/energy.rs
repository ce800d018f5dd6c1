//! Energy and batteries (spec/energy.md 7 and 8).

use super::super::schema::Leaf::{Charge, Energy, Voltage};
use super::super::schema::Need::Default;
use super::super::schema::Shape::{self, Choice, Leaf, Record};
use super::super::schema::{field, fields, later, unit};

pub(super) static ENERGY: Shape = Record(&[
    field("radio", &POWER_PROFILE, Default("WavelanSingh"), "whose powers"),
    field("cpu", &CPU, Default("None"), "whose cost of computing"),
    field("scope", &SCOPE, Default("Radio"), "what counts as consumption"),
    field("sleep", &SLEEP, Default("Never"), "when radios sleep"),
    field("battery", &BATTERY, Default("None"), "what feeds each node that does not say otherwise"),
]);
pub(super) static POWER_PROFILE: Shape = Choice {
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
pub(super) static CPU: Shape = Choice {
    what: "a CPU",
    variants: &[unit("None"), later("LaptopFreeBsd42"), later("LaptopFreeBsd5"), later("IpaqLinux")],
    default: Some("None"),
};
pub(super) static SCOPE: Shape =
    Choice { what: "a scope", variants: &[unit("Radio"), later("System")], default: Some("Radio") };
pub(super) static SLEEP: Shape = Choice {
    what: "a sleep policy",
    variants: &[unit("Never"), later("Oracle"), later("Nav"), later("Psm")],
    default: Some("Never"),
};
pub(super) static BATTERY: Shape = Choice {
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
