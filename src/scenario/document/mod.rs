//! A scenario file as it is written: its text, and a tree of spans over the text.
//!
//! In: RON text. Out: nodes that know where they stand, so that an error of meaning shows file, line, column and caret just as an
//! error of syntax does; and the same text with single values replaced (`--set`), comments and layout kept. Values get types in
//! `check` and `build`. Reading takes time linear in the text, and depth and size are bounded: files come from strangers.
//!
//! Source: the RON grammar, version 0.12, without byte strings.

mod edit;
mod parse;

pub use edit::{PathError, Step, steps};

use std::fmt;

/// A range of bytes in the text.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// First byte.
    pub start: usize,
    /// First byte after it.
    pub end: usize,
}

/// What is wrong with a text, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The place.
    pub span: Span,
    /// What was expected there.
    pub message: String,
}

/// A text with its tree.
#[derive(Clone, Debug, PartialEq)]
pub struct Document {
    text: String,
    root: Node,
}

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub kind: Kind,
}

/// The kinds of value.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// `(a: 1)`, `Name(a: 1)`, `()`.
    Record(Option<Name>, Vec<Entry>),
    /// `(1, 2)`, `Name(1)`.
    Tuple(Option<Name>, Vec<Node>),
    /// `[1, 2]`.
    List(Vec<Node>),
    /// `{1: 2}`.
    Map(Vec<(Node, Node)>),
    /// `"text"`, without its quotes.
    Text(String),
    /// `'c'`.
    Char,
    /// `12`, `-0.5`, as written.
    Number(String),
    /// `Name`, `true`.
    Name(String),
}

/// A name with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Name {
    /// Where it stands.
    pub span: Span,
    /// The name.
    pub text: String,
}

/// `name: value` in a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The name.
    pub name: Name,
    /// The value.
    pub value: Node,
}

impl Document {
    /// Reads `text`, all of it.
    pub fn parse(text: &str) -> Result<Self, SyntaxError> {
        let root = parse::document(text)?;
        Ok(Self { text: text.to_owned(), root })
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The value that the text holds.
    pub fn root(&self) -> &Node {
        &self.root
    }

    /// Where the value at `path` stands (`flows[0].to`), if it is written.
    pub fn locate(&self, path: &str) -> Option<Span> {
        let mut node = &self.root;
        for (_, step) in steps(path).ok()? {
            node = match step {
                Step::Field(name) => node.field(&name)?,
                Step::Index(index) => node.items()?.get(index)?,
            };
        }
        Some(node.span)
    }
}

impl fmt::Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Node {
    /// The value of the field `name`, if this is a record that has it.
    pub fn field(&self, name: &str) -> Option<&Self> {
        self.entries()?.iter().find(|entry| entry.name.text == name).map(|entry| &entry.value)
    }

    /// The fields, if it is a record; none for a mere name, which stands for `Name()`.
    pub fn entries(&self) -> Option<&[Entry]> {
        match &self.kind {
            Kind::Record(_, entries) => Some(entries),
            Kind::Name(_) => Some(&[]),
            _ => None,
        }
    }

    /// The name in front: of `Name`, `Name(..)`.
    pub fn name(&self) -> Option<&str> {
        match &self.kind {
            Kind::Name(name) => Some(name),
            Kind::Record(Some(name), _) | Kind::Tuple(Some(name), _) => Some(&name.text),
            _ => None,
        }
    }

    /// The place of the name in front, or of the first character.
    pub fn head(&self) -> Span {
        match &self.kind {
            Kind::Name(_) => self.span,
            Kind::Record(Some(name), _) | Kind::Tuple(Some(name), _) => name.span,
            _ => Span { start: self.span.start, end: self.span.start + 1 },
        }
    }

    /// The items of a list, or of a list alone in parentheses: `Nodes([..])`.
    pub fn items(&self) -> Option<&[Self]> {
        match &self.kind {
            Kind::List(items) => Some(items),
            Kind::Tuple(_, items) => match items.as_slice() {
                [one] => one.items(),
                _ => None,
            },
            _ => None,
        }
    }

    /// The text, if it is one.
    pub fn text(&self) -> Option<&str> {
        if let Kind::Text(text) = &self.kind { Some(text) } else { None }
    }

    /// A finite number.
    pub fn number(&self) -> Option<f64> {
        let Kind::Number(text) = &self.kind else { return None };
        parse::number(text).filter(|value| value.is_finite())
    }

    /// A whole number, not negative.
    pub fn integer(&self) -> Option<u64> {
        let Kind::Number(text) = &self.kind else { return None };
        parse::integer(text)
    }

    /// `true` or `false`.
    pub fn flag(&self) -> Option<bool> {
        match self.name()? {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// `None` where the file says `None`, what is inside of `Some(..)`, and otherwise the value itself.
    pub fn some(&self) -> Option<&Self> {
        match &self.kind {
            Kind::Name(name) if name == "None" => None,
            Kind::Tuple(Some(name), items) if name.text == "Some" && items.len() == 1 => items.first(),
            _ => Some(self),
        }
    }

    /// What it is, in words.
    pub fn describe(&self) -> String {
        match &self.kind {
            Kind::Record(None, _) => "a struct".to_owned(),
            Kind::Tuple(None, _) => "a tuple".to_owned(),
            Kind::Record(Some(name), _) | Kind::Tuple(Some(name), _) => format!("`{}(..)`", shorten(&name.text)),
            Kind::List(_) => "a list".to_owned(),
            Kind::Map(_) => "a map".to_owned(),
            Kind::Text(text) => format!("the text \"{}\"", shorten(text)),
            Kind::Char => "a character".to_owned(),
            Kind::Number(text) | Kind::Name(text) => format!("`{}`", shorten(text)),
        }
    }
}

/// `text`, cut where it would fill a message, without line breaks.
pub fn shorten(text: &str) -> String {
    const MOST: usize = 40;
    let mut short: String = text.chars().take(MOST).map(|c| if c.is_control() { ' ' } else { c }).collect();
    if text.chars().nth(MOST).is_some() {
        short.push_str("...");
    }
    short
}
