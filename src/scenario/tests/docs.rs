//! docs/scenario.md says what the table of fields says.

use std::fmt::Write as _;

use super::super::fields::{SCENARIO, choices};
use super::super::limits;
use super::super::schema::{Body, Field, Need, Shape, Variant};
use crate::energy::power;
use crate::recovery;
use crate::traffic;
use crate::units::{BitRate, Bytes, Metres, SimDuration};

const DOCS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scenario.md"));

#[test]
fn the_reference_of_fields_is_complete() {
    let mut reference = String::new();
    record(&mut reference, "", SCENARIO.fields(None));
    assert_between("fields", &reference);
}

#[test]
fn the_published_limits_are_those_that_hold() {
    let seconds = |nanos: u64| SimDuration::from_nanos(nanos).to_string();
    let delays = format!("{} ({})", seconds(limits::LINK_DELAY), seconds(limits::UNLIMITED_LINK_DELAY));
    let limits: [(&str, String); 27] = [
        ("bytes of a file", limits::FILE_BYTES.to_string()),
        ("levels of nesting", limits::DEPTH.to_string()),
        ("nodes", limits::NODES.to_string()),
        ("pairs of nodes in hearing, each way", limits::HEARING.to_string()),
        ("wired links", limits::LINKS.to_string()),
        ("impairments of a link", limits::IMPAIRMENTS.to_string()),
        ("segments that one `Drop` names", limits::DROPPED_SEGMENTS.to_string()),
        ("flows", limits::FLOWS.to_string()),
        ("script entries", limits::SCRIPT.to_string()),
        ("script entries at one instant", limits::SCRIPT_AT_ONE_INSTANT.to_string()),
        ("simulated time, and every instant", seconds(limits::DURATION)),
        ("segments in flight", limits::WINDOW.to_string()),
        ("segments in flight of all flows", limits::WINDOWS.to_string()),
        ("payload of a segment", format!("{} B", limits::SEGMENT)),
        ("payload of a datagram", format!("{} B", limits::PACKET)),
        ("packets a second of a `Cbr` source", (limits::SECOND / limits::CBR_GAP).to_string()),
        ("packets a second of all `Cbr` sources", limits::CBR_PACKETS.to_string()),
        ("packets of all `Cbr` sources during the delay of a link", limits::ON_A_WIRE.to_string()),
        ("packets in a queue", limits::QUEUE.to_string()),
        ("size of a transfer", Bytes(limits::TRANSFER).to_string()),
        ("rate of a link", BitRate(limits::RATE).to_string()),
        ("least rate of a link that is not unlimited", BitRate(limits::LEAST_RATE).to_string()),
        ("rate of a radio", BitRate(limits::RADIO_RATE).to_string()),
        ("shortest delay of a link (of unlimited rate)", delays),
        ("distance from the origin, either way", Metres(limits::POSITION).to_string()),
        ("least distance between two radios", Metres(limits::CLOSEST).to_string()),
        ("problems reported of one file", limits::PROBLEMS.to_string()),
    ];
    let mut table = String::from("| limit | |\n|---|---|\n");
    for (what, limit) in limits {
        let _ = writeln!(table, "| {what} | {limit} |");
    }
    assert_between("limits", &table);
}

/// The documentation has `expected` between the marks called `name`.
fn assert_between(name: &str, expected: &str) {
    let (open, close) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->"));
    let start = DOCS.find(&open).expect("the mark where it begins") + open.len();
    let end = DOCS.find(&close).expect("the mark where it ends");
    assert!(DOCS[start..end].trim() == expected.trim(), "write this between the marks:\n{open}{expected}{close}");
}

#[test]
fn what_can_be_chosen_can_be_listed() {
    let available = |path: &[&str]| -> Vec<&str> {
        choices(path).iter().filter(|variant| variant.is_available()).map(|variant| variant.name).collect()
    };
    // What the models register, no more and no less.
    assert_eq!(available(&["flows", "transport", "controller"]), recovery::CONTROLLERS);
    assert_eq!(available(&["flows", "transport", "recovery"]), recovery::Kind::ALL.map(recovery::Kind::name));
    assert!(available(&["flows", "traffic"]).iter().eq(traffic::Config::ALL.iter().map(|(name, _)| name)));
    let mut powers: Vec<&str> = power::Kind::ALL.iter().map(|kind| kind.profile().name).collect();
    let mut named = available(&["energy", "radio"]);
    powers.sort_unstable();
    named.sort_unstable();
    assert_eq!(named, powers);
    assert_eq!(available(&["mac"]), ["Ns2", "Std", "Disk"]);
    assert_eq!(available(&["links", "queue"]), ["DropTail"]);
    for nothing in [&["seed"][..], &["nonsense"], &["flows"], &[]] {
        assert!(choices(nothing).is_empty());
    }
}

#[test]
fn every_example_is_a_scenario() {
    let examples: Vec<&str> = DOCS.split("```ron\n").skip(1).filter_map(|part| part.split("```").next()).collect();
    assert!(examples.len() >= 2);
    for example in examples {
        super::good(example);
    }
}

/// A table of `fields`, then one for each field or variant that has fields of its own.
fn record(text: &mut String, path: &str, fields: &[Field]) {
    let title = if path.is_empty() { "A scenario".to_owned() } else { format!("`{path}`") };
    let _ = writeln!(text, "### {title}\n\n| field | value | default | meaning |\n|---|---|---|---|");
    for field in fields {
        let default = match field.need {
            Need::Required => "**required**",
            Need::Default(default) | Need::Optional(default) => default,
        };
        let none = if matches!(field.need, Need::Optional(_)) { ", or `None`" } else { "" };
        let (name, about) = (field.name, field.about);
        let _ = writeln!(text, "| `{name}` | {}{none} | {default} | {about} |", value(field.shape));
    }
    text.push('\n');
    for field in fields {
        let path = if path.is_empty() { field.name.to_owned() } else { format!("{path}.{}", field.name) };
        // Batteries are the same everywhere: told once.
        if path == "energy.battery" || !path.ends_with(".battery") {
            inside(text, &path, field.shape);
        }
    }
}

fn inside(text: &mut String, path: &str, shape: &Shape) {
    match shape {
        Shape::Record(fields) | Shape::Profile { fields, .. } => record(text, path, fields),
        Shape::List { of, .. } => inside(text, &format!("{path}[]"), of),
        Shape::Choice { variants, .. } => {
            for variant in *variants {
                match &variant.body {
                    Body::Fields(fields) => record(text, &format!("{path}: {}", variant.name), fields),
                    Body::One(shape) => inside(text, &format!("{path}: {}", variant.name), shape),
                    Body::Unit | Body::Later => {}
                }
            }
        }
        Shape::Leaf(_) | Shape::Pair(_) => {}
    }
}

fn value(shape: &Shape) -> String {
    match shape {
        Shape::Leaf(leaf) => leaf.expected(),
        Shape::Record(_) => "a struct, below".to_owned(),
        Shape::Choice { variants, .. } => names(variants),
        Shape::Profile { variants, .. } => format!("{}, or a struct over one, below", names(variants)),
        Shape::List { most, .. } => format!("a list of at most {most}"),
        Shape::Pair(of) => format!("two in parentheses, each {}", value(of)),
    }
}

fn names(variants: &[Variant]) -> String {
    let name = |variant: &Variant| match variant.body {
        Body::Unit => format!("`{}`", variant.name),
        Body::Fields(_) => format!("`{}(..)`", variant.name),
        Body::One(_) => format!("`{}([..])`", variant.name),
        Body::Later => format!("`{}` (later)", variant.name),
    };
    variants.iter().map(name).collect::<Vec<_>>().join(", ")
}
