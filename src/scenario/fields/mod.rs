//! Every field that a scenario may have: name, range, default, meaning. docs/scenario.md is checked against these tables.

mod common;
mod energy;
mod flow;
mod network;
mod radio;
mod script;

use super::limits::{DURATION, FLOWS, LINKS, SCRIPT};
use super::schema::Leaf::{Integer, Time};
use super::schema::Need::{Default, Optional, Required};
use super::schema::Shape::{self, Choice, Leaf, List, Pair, Profile, Record};
use super::schema::{Variant, field};
use common::PROSE_TEXT;
use energy::ENERGY;
use flow::FLOW;
use network::{LINK, MOBILITY, ROUTING, TOPOLOGY};
use radio::{MAC, RADIO};
use script::SCRIPT_ENTRY;

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

/// The names to choose from at `path`, one field after the other (`["flows", "transport", "controller"]`), also those of later
/// versions; none where nothing is chosen. Of values that are chosen themselves, the default is meant.
pub fn choices(path: &[&str]) -> &'static [Variant] {
    let mut shape: &'static Shape = &SCENARIO;
    for name in path {
        let of = if let List { of, .. } = shape { of } else { shape };
        match of.fields(None).iter().find(|field| field.name == *name) {
            Some(field) => shape = field.shape,
            None => return &[],
        }
    }
    match shape {
        Choice { variants, .. } | Profile { variants, .. } => variants,
        Leaf(_) | Record(_) | List { .. } | Pair(_) => &[],
    }
}

/// The commands of a scenario, and of a command log.
pub static SCRIPT_LIST: Shape = List { of: &SCRIPT_ENTRY, most: SCRIPT };
