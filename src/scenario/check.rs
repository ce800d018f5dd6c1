//! The first reading of a file: every value against its shape. Reports unknown and doubled and missing fields, values of the wrong
//! kind or out of range, names that do not exist or not in this version; all of them, in one pass.

use super::document::{Node, shorten};
use super::error::{Problems, did_you_mean};
use super::quantity;
use super::schema::{Body, Field, Leaf, Need, Shape, Variant};
use crate::units::{BitRate, Bytes, Db, Joules, Metres, SimDuration, Watts};

/// Checks `node` and all inside it against `shape`.
pub(super) fn check(node: &Node, shape: &Shape, problems: &mut Problems) {
    Checker { problems, path: String::new() }.value(node, shape);
}

struct Checker<'p, 't> {
    problems: &'p mut Problems<'t>,
    /// Where we are: `flows[2].to`.
    path: String,
}

impl Checker<'_, '_> {
    fn value(&mut self, node: &Node, shape: &Shape) {
        match shape {
            Shape::Leaf(leaf) => self.leaf(node, *leaf),
            Shape::Record(fields) if node.name().is_none() => self.record(node, fields),
            Shape::Record(_) => self.wrong(node, "a struct in parentheses"),
            Shape::Choice { what, variants, .. } => self.choice(node, what, variants),
            Shape::Profile { what, variants, fields } => {
                if node.name().is_some() {
                    self.choice(node, what, variants);
                } else if node.entries().is_some() {
                    self.record(node, fields);
                } else {
                    let names = alternatives(variants.iter().filter(|v| v.is_available()).map(|v| v.name));
                    self.wrong(node, &format!("{what}, {names}, or a struct over one"));
                }
            }
            Shape::List { of, most } => self.list(node, of, *most),
            Shape::Pair(of) => self.pair(node, of),
        }
    }

    /// Does `work` with `step` at the end of the path.
    fn at(&mut self, step: &str, work: impl FnOnce(&mut Self)) {
        let length = self.path.len();
        self.path.push_str(step);
        work(self);
        self.path.truncate(length);
    }

    fn wrong(&mut self, node: &Node, expected: &str) {
        let place = if self.path.is_empty() { "a scenario" } else { &self.path };
        let message = format!("{} has to be {expected}, not {}", tick(place), node.describe());
        self.problems.refuse(node.span, message, String::new());
    }

    fn record(&mut self, node: &Node, fields: &[Field]) {
        let Some(entries) = node.entries() else { return self.wrong(node, "a struct: `(name: value, ..)`") };
        let mut seen = vec![false; fields.len()];
        for entry in entries {
            let name = entry.name.text.as_str();
            let Some(index) = fields.iter().position(|field| field.name == name) else {
                self.unknown_field(entry.name.span, name, fields);
                continue;
            };
            let field = &fields[index];
            if std::mem::replace(&mut seen[index], true) {
                self.problems.add(entry.name.span, format!("the field `{name}` is written twice"));
                continue;
            }
            let step = if self.path.is_empty() { name.to_owned() } else { format!(".{name}") };
            let value = match field.need {
                Need::Optional(_) => entry.value.some(),
                Need::Required | Need::Default(_) => Some(&entry.value),
            };
            if let Some(value) = value {
                self.at(&step, |checker| checker.value(value, field.shape));
            }
        }
        for (field, seen) in fields.iter().zip(seen) {
            if field.need == Need::Required && !seen {
                let message = format!("{} lacks the field `{}`, {}", self.here(), field.name, expected(field.shape));
                self.problems.add(node.head(), message);
            }
        }
    }

    fn unknown_field(&mut self, span: super::document::Span, name: &str, fields: &[Field]) {
        if !self.problems.has_room() {
            return;
        }
        let names = || fields.iter().map(|field| field.name);
        let message = match fields {
            [] => format!("{} has no fields", self.here()),
            _ => format!("{} has no field `{}`; it has {}", self.here(), shorten(name), listed(names())),
        };
        self.problems.add_with_hint(span, message, did_you_mean(name, names()));
    }

    fn choice(&mut self, node: &Node, what: &str, variants: &[Variant]) {
        let names = || variants.iter().filter(|variant| variant.is_available()).map(|variant| variant.name);
        let Some(name) = node.name() else { return self.wrong(node, &format!("{what}: {}", alternatives(names()))) };
        let Some(variant) = variants.iter().find(|variant| variant.name == name) else {
            if !self.problems.has_room() {
                return;
            }
            let message = format!("`{}` is not {what} that is known; known: {}", shorten(name), listed(names()));
            let hint = did_you_mean(name, variants.iter().map(|variant| variant.name));
            return self.problems.refuse(node.head(), message, hint);
        };
        match &variant.body {
            Body::Later => {
                let message = format!("`{name}` is not available in this version; available: {}", listed(names()));
                self.problems.refuse(node.head(), message, String::new());
            }
            Body::Unit if node.entries().is_some_and(<[_]>::is_empty) => {}
            Body::Unit => self.problems.add(node.span, format!("`{name}` takes no fields")),
            Body::Fields(fields) => self.record(node, fields),
            Body::One(shape) => match &node.kind {
                super::document::Kind::Tuple(_, items) if items.len() == 1 => self.value(&items[0], shape),
                _ => self.problems.add(node.span, format!("`{name}` takes {}: `{name}([..])`", expected(shape))),
            },
        }
    }

    fn list(&mut self, node: &Node, of: &Shape, most: usize) {
        let super::document::Kind::List(items) = &node.kind else { return self.wrong(node, "a list: `[..]`") };
        if items.len() > most {
            let message = format!("{} has {} entries; at most {most} are allowed", tick(&self.path), items.len());
            return self.problems.refuse(node.span, message, String::new());
        }
        for (index, item) in items.iter().enumerate() {
            self.at(&format!("[{index}]"), |checker| checker.value(item, of));
        }
    }

    fn pair(&mut self, node: &Node, of: &Shape) {
        match &node.kind {
            super::document::Kind::Tuple(None, items) if items.len() == 2 => {
                for (index, item) in items.iter().enumerate() {
                    self.at(&format!("[{index}]"), |checker| checker.value(item, of));
                }
            }
            _ => self.wrong(node, "two values in parentheses, like (\"0 m\", \"200 m\")"),
        }
    }

    fn leaf(&mut self, node: &Node, leaf: Leaf) {
        if !fits(node, leaf) {
            self.wrong(node, &leaf.expected());
        }
    }

    /// The record that we are in, in words.
    fn here(&self) -> String {
        if self.path.is_empty() { "a scenario".to_owned() } else { tick(&self.path) }
    }
}

fn tick(path: &str) -> String {
    if path.starts_with("a ") { path.to_owned() } else { format!("`{path}`") }
}

fn expected(shape: &Shape) -> String {
    match shape {
        Shape::Leaf(leaf) => leaf.expected(),
        Shape::Choice { what, .. } | Shape::Profile { what, .. } => (*what).to_owned(),
        Shape::List { .. } => "a list".to_owned(),
        Shape::Record(_) => "a struct".to_owned(),
        Shape::Pair(_) => "two values".to_owned(),
    }
}

/// Whether a value is of the kind of `leaf` and in its range.
fn fits(node: &Node, leaf: Leaf) -> bool {
    let within = |value: Option<f64>, least: f64, most: f64| value.is_some_and(|value| (least..=most).contains(&value));
    let over = |value: Option<f64>, least: f64, most: f64| value.is_some_and(|value| value > least && value <= most);
    let counted = |value: Option<u64>, least: u64, most: u64| value.is_some_and(|v| (least..=most).contains(&v));
    match leaf {
        Leaf::Flag => node.flag().is_some(),
        Leaf::Integer(least, most) => counted(node.integer(), least, most),
        Leaf::Number(least, most) => within(node.number(), least, most),
        Leaf::Node | Leaf::Flow => node.integer().is_some() || node.text().is_some(),
        _ => node.text().is_some_and(|text| match leaf {
            Leaf::Text(most) => text.chars().count() <= most,
            Leaf::Time(least, most) => counted(text.parse().ok().map(SimDuration::nanos), least, most),
            Leaf::Size(least, most) => counted(text.parse().ok().map(|Bytes(n)| n), least, most),
            Leaf::Rate(least, most) => counted(text.parse().ok().map(|BitRate(n)| n), least, most),
            Leaf::Length(least, most) => within(text.parse().ok().map(|Metres(x)| x), least, most),
            Leaf::Power(most) => over(quantity::power(text).map(|Watts(x)| x), 0.0, most),
            Leaf::Ratio(least, most) => within(text.parse().ok().map(|Db(x)| x), least, most),
            Leaf::Frequency(least, most) => within(quantity::frequency(text), least, most),
            Leaf::Energy(most) => over(text.parse().ok().map(|Joules(x)| x), 0.0, most),
            Leaf::Charge(most) => over(quantity::charge(text), 0.0, most),
            Leaf::Voltage(most) => over(quantity::voltage(text), 0.0, most),
            Leaf::Flag | Leaf::Integer(..) | Leaf::Number(..) | Leaf::Node | Leaf::Flow => false,
        }),
    }
}

/// `a, b and c`.
pub(super) fn listed<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "and")
}

/// `a, b or c`.
fn alternatives<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    joined(names, "or")
}

fn joined<'n>(names: impl IntoIterator<Item = &'n str>, word: &str) -> String {
    let names: Vec<&str> = names.into_iter().collect();
    match names.as_slice() {
        [] => "none".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} {word} {last}", most.join(", ")),
    }
}
