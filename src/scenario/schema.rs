//! How a scenario may look: shapes of values with their ranges. One table (`fields`) of such shapes drives the check of a file, the
//! paths of `--set`, and the reference in docs/scenario.md.

use crate::units::{BitRate, Bytes, Metres, SimDuration};

/// What a value may be.
#[derive(Debug)]
pub enum Shape {
    /// A single value.
    Leaf(Leaf),
    /// `(field: value, ..)`.
    Record(&'static [Field]),
    /// One of several names, some of them with fields.
    Choice {
        /// What is chosen, in words: "a topology".
        what: &'static str,
        /// The names.
        variants: &'static [Variant],
        /// What stands here if nothing is written, if that can be.
        default: Option<&'static str>,
    },
    /// The name of a profile, or a struct over one that overrides single values.
    Profile {
        /// What it is, in words.
        what: &'static str,
        /// The names.
        variants: &'static [Variant],
        /// What can be overridden; the first is `profile` itself.
        fields: &'static [Field],
    },
    /// `[value, ..]`.
    List {
        /// What the entries are.
        of: &'static Shape,
        /// Most entries.
        most: usize,
    },
    /// `(value, value)`.
    Pair(&'static Shape),
}

/// A single value with its range, both ends included.
#[derive(Clone, Copy, Debug)]
pub enum Leaf {
    /// A text of at most so many characters.
    Text(usize),
    /// `true` or `false`.
    Flag,
    /// A whole number.
    Integer(u64, u64),
    /// A number.
    Number(f64, f64),
    /// A time, in nanoseconds.
    Time(u64, u64),
    /// A size in bytes.
    Size(u64, u64),
    /// A rate in bits per second.
    Rate(u64, u64),
    /// A length in metres.
    Length(f64, f64),
    /// A power in watts, more than nothing, written in watts or dBm.
    Power(f64),
    /// A ratio in decibels.
    Ratio(f64, f64),
    /// A frequency in hertz.
    Frequency(f64, f64),
    /// An energy in joules, more than nothing.
    Energy(f64),
    /// An electric charge in coulombs, more than nothing.
    Charge(f64),
    /// A voltage in volts, more than nothing.
    Voltage(f64),
    /// A node, by its number or its name.
    Node,
    /// A flow, by its number or its name.
    Flow,
}

/// A field of a record.
#[derive(Debug)]
pub struct Field {
    /// Its name.
    pub name: &'static str,
    /// What it may be.
    pub shape: &'static Shape,
    /// What holds if it is left out.
    pub need: Need,
    /// What it means.
    pub about: &'static str,
}

/// What holds if a field is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Need {
    /// It cannot be.
    Required,
    /// This does, in words.
    Default(&'static str),
    /// This does, in words; and the file may say `None` or `Some(value)`.
    Optional(&'static str),
}

/// A name to choose.
#[derive(Debug)]
pub struct Variant {
    /// The name.
    pub name: &'static str,
    /// What follows it.
    pub body: Body,
}

/// What follows a chosen name.
#[derive(Debug)]
pub enum Body {
    /// Nothing.
    Unit,
    /// Fields; if all of them have defaults, the parentheses may be left out.
    Fields(&'static [Field]),
    /// One value without a name.
    One(&'static Shape),
    /// It is known, but not in this version.
    Later,
}

impl Leaf {
    /// What is expected, in words.
    pub fn expected(self) -> String {
        match self {
            Self::Text(most) => format!("a text in quotes of at most {most} characters"),
            Self::Flag => "`true` or `false`".to_owned(),
            Self::Integer(least, u64::MAX) => format!("a whole number from {least}"),
            Self::Integer(least, most) => format!("a whole number from {least} to {most}"),
            Self::Number(least, most) => format!("a number from {least} to {most}"),
            Self::Time(least, most) => quoted("a time", time(least), time(most)),
            Self::Size(least, most) => quoted("a size", Bytes(least), Bytes(most)),
            Self::Rate(least, most) => quoted("a data rate", BitRate(least), BitRate(most)),
            Self::Length(least, most) => quoted("a length", Metres(least), Metres(most)),
            Self::Power(most) => format!("a power over \"0 W\" up to \"{most} W\", in watts or dBm"),
            Self::Ratio(least, most) => format!("a ratio from \"{least} dB\" to \"{most} dB\""),
            Self::Frequency(least, most) => {
                format!("a frequency from \"{} MHz\" to \"{} GHz\"", least / 1e6, most / 1e9)
            }
            Self::Energy(most) => format!("an energy over \"0 J\" up to \"{most} J\""),
            Self::Charge(most) => format!("a charge over \"0 Ah\" up to \"{} Ah\"", most / 3600.0),
            Self::Voltage(most) => format!("a voltage over \"0 V\" up to \"{most} V\""),
            Self::Node => "a node: its number, or its name in quotes".to_owned(),
            Self::Flow => "a flow: its number, or its name in quotes".to_owned(),
        }
    }

    /// Whether it is written in quotes, so that `--set` may leave them out.
    pub fn is_quoted(self) -> bool {
        !matches!(self, Self::Flag | Self::Integer(..) | Self::Number(..) | Self::Node | Self::Flow)
    }
}

impl Shape {
    /// The fields that a value of this shape with the name `name` in front has.
    pub fn fields(&self, name: Option<&str>) -> &'static [Field] {
        match self {
            Self::Record(fields) | Self::Profile { fields, .. } => fields,
            Self::Choice { default, .. } => match name.or(*default).and_then(|name| self.variant(name)) {
                Some(Variant { body: Body::Fields(fields), .. }) => fields,
                _ => &[],
            },
            Self::Leaf(_) | Self::List { .. } | Self::Pair(_) => &[],
        }
    }

    /// The variant called `name`.
    pub fn variant(&self, name: &str) -> Option<&'static Variant> {
        let (Self::Choice { variants, .. } | Self::Profile { variants, .. }) = self else { return None };
        variants.iter().find(|variant| variant.name == name)
    }

    /// What the entries of a value of this shape are, in a list or after the name `name`.
    pub fn entries(&self, name: Option<&str>) -> Option<&'static Self> {
        match self {
            Self::List { of, .. } | Self::Pair(of) => Some(of),
            Self::Choice { .. } => match self.variant(name?)?.body {
                Body::One(shape) => shape.entries(None),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Variant {
    /// Whether this version has it.
    pub fn is_available(&self) -> bool {
        !matches!(self.body, Body::Later)
    }
}

/// A field.
pub(super) const fn field(name: &'static str, shape: &'static Shape, need: Need, about: &'static str) -> Field {
    Field { name, shape, need, about }
}

/// A variant with fields.
pub(super) const fn fields(name: &'static str, fields: &'static [Field]) -> Variant {
    Variant { name, body: Body::Fields(fields) }
}

/// A variant with one value.
pub(super) const fn one(name: &'static str, shape: &'static Shape) -> Variant {
    Variant { name, body: Body::One(shape) }
}

/// A variant without anything.
pub(super) const fn unit(name: &'static str) -> Variant {
    Variant { name, body: Body::Unit }
}

/// A variant that this version has not got.
pub(super) const fn later(name: &'static str) -> Variant {
    Variant { name, body: Body::Later }
}

fn time(nanos: u64) -> SimDuration {
    SimDuration::from_nanos(nanos)
}

fn quoted(what: &str, least: impl std::fmt::Display, most: impl std::fmt::Display) -> String {
    format!("{what} from \"{least}\" to \"{most}\"")
}
