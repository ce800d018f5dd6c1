//! docs/scenario.md says what the table of fields says.

use std::fmt::Write as _;

use super::super::fields::SCENARIO;
use super::super::schema::{Body, Field, Need, Shape, Variant};

const DOCS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/docs/scenario.md"));

#[test]
fn the_reference_of_fields_is_complete() {
    let mut reference = String::new();
    record(&mut reference, "", SCENARIO.fields(None));
    let start =
        DOCS.find("<!-- fields -->\n").expect("the mark where the reference begins") + "<!-- fields -->\n".len();
    let end = DOCS.find("<!-- end of fields -->").expect("the mark where it ends");
    assert_eq!(DOCS[start..end].trim(), reference.trim(), "write this between the marks:\n{reference}");
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
        // Batteries, commands' controllers and the like are the same everywhere: told once.
        let is_new =
            !text.contains(&format!("### `{path}")) && !(path.ends_with(".battery") && path != "energy.battery");
        if is_new {
            inside(text, &path, field.shape);
        }
    }
}

fn inside(text: &mut String, path: &str, shape: &Shape) {
    match shape {
        Shape::Record(fields) => record(text, path, fields),
        Shape::Profile { fields, .. } => record(text, path, fields),
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
        Shape::List { most, .. } => format!("a list of at most {most}, below").replace(", below", ""),
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
