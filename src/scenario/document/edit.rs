//! `--set PATH=VALUE`: replaces one value of a text, or writes a field that was left out. Everything else stays as it is written.

use std::fmt::Write as _;

use super::super::check::listed;
use super::super::error::did_you_mean;
use super::super::schema::{Field, Leaf, Shape};
use super::{Document, Kind, Node, Span};

/// One step of a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// `.name`.
    Field(String),
    /// `[3]`.
    Index(usize),
}

/// Why an edit is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PathError {
    /// The step that fails, within the path; `None` if it is the value.
    pub span: Option<Span>,
    /// What is wrong with it.
    pub message: String,
    /// The nearest name, if there is one.
    pub hint: String,
}

/// What has to be done to the text.
struct Splice {
    span: Span,
    text: String,
}

/// The steps of `flows[0].transport.controller`, each with its place in the path.
pub fn steps(path: &str) -> Result<Vec<(Span, Step)>, PathError> {
    let mut steps = Vec::new();
    let mut at = 0;
    while at < path.len() {
        let start = at;
        let rest = &path[at..];
        let step = if let Some(inside) = rest.strip_prefix('[') {
            let length = inside.find(']');
            at += 1 + length.map_or(inside.len(), |length| length + 1);
            length.and_then(|length| inside[..length].parse().ok()).map(Step::Index)
        } else {
            let dot = usize::from(rest.starts_with('.') && start > 0);
            let rest = &rest[dot..];
            let length = rest.find(['.', '[']).unwrap_or(rest.len());
            at += dot + length;
            let is_name = length > 0 && rest[..length].chars().all(|c| c.is_alphanumeric() || c == '_');
            is_name.then(|| Step::Field(rest[..length].to_owned()))
        };
        let at_step = Span { start, end: at.max(start + 1).min(path.len()) };
        match step {
            Some(step) => steps.push((at_step, step)),
            None => return Err(fail(at_step, "a path is written like `flows[0].transport.controller`".to_owned())),
        }
    }
    if steps.is_empty() {
        return Err(fail(Span::default(), "a path is written like `flows[0].transport.controller`".to_owned()));
    }
    Ok(steps)
}

impl Document {
    /// The text with the value at `path` replaced by `value`; a field of `shape` that the text leaves out is written. Quotes
    /// around a quantity may be left out of `value`.
    pub fn set(&self, shape: &'static Shape, path: &str, value: &str) -> Result<String, PathError> {
        let steps = steps(path)?;
        let splice = splice(&self.root, shape, &steps, value)?;
        let mut text = String::with_capacity(self.text.len() + splice.text.len());
        text.push_str(&self.text[..splice.span.start]);
        text.push_str(&splice.text);
        text.push_str(&self.text[splice.span.end..]);
        Ok(text)
    }
}

fn fail(span: Span, message: String) -> PathError {
    PathError { span: Some(span), message, hint: String::new() }
}

/// Walks down `steps` as far as values are written.
fn splice(root: &Node, shape: &'static Shape, steps: &[(Span, Step)], value: &str) -> Result<Splice, PathError> {
    let (mut node, mut shape) = (root, shape);
    for (index, (span, step)) in steps.iter().enumerate() {
        match step {
            Step::Field(name) => {
                let known = shape.fields(node.name());
                let field = find(known, name, *span)?;
                let Some(found) = node.field(name) else {
                    let written = written(field.shape, &steps[index + 1..], value)?;
                    return insert(node, shape, &format!("{name}: {written}"), *span);
                };
                (node, shape) = (found, field.shape);
            }
            Step::Index(number) => {
                let of = shape.entries(node.name()).ok_or_else(|| fail(*span, "there is no list here".to_owned()))?;
                let items = match &node.kind {
                    Kind::Tuple(None, items) => items.as_slice(),
                    _ => node.items().unwrap_or_default(),
                };
                node = items.get(*number).ok_or_else(|| fail(*span, count(items.len())))?;
                shape = of;
            }
        }
    }
    Ok(Splice { span: node.span, text: whole(shape, value)? })
}

fn count(entries: usize) -> String {
    match entries {
        0 => "the list is empty".to_owned(),
        1 => "the list has one entry, [0]".to_owned(),
        n => format!("the list has the entries [0] to [{}]", n - 1),
    }
}

fn find(known: &'static [Field], name: &str, span: Span) -> Result<&'static Field, PathError> {
    let names = || known.iter().map(|field| field.name);
    known.iter().find(|field| field.name == name).ok_or_else(|| PathError {
        span: Some(span),
        message: match known {
            [] => format!("there is no field `{name}` here, nor any other"),
            _ => format!("there is no field `{name}` here; there are {}", listed(names())),
        },
        hint: did_you_mean(name, names()),
    })
}

/// How a value that is not written at all has to be written so that `steps` lead to `value` in it.
fn written(shape: &'static Shape, steps: &[(Span, Step)], value: &str) -> Result<String, PathError> {
    let Some(((span, step), rest)) = steps.split_first() else { return whole(shape, value) };
    let Step::Field(name) = step else { return Err(fail(*span, count(0))) };
    let field = find(shape.fields(None), name, *span)?;
    let front = match shape {
        Shape::Choice { default: Some(default), .. } => default,
        _ => "",
    };
    Ok(format!("{front}({name}: {})", written(field.shape, rest, value)?))
}

/// Writes `entry` as a further field of `node`.
fn insert(node: &Node, shape: &Shape, entry: &str, step: Span) -> Result<Splice, PathError> {
    match &node.kind {
        Kind::Record(_, entries) => {
            let last = entries.last().map(|last| last.value.span.end);
            // Without any other field it goes before the parenthesis that closes.
            let at = last.unwrap_or(node.span.end - 1);
            let comma = if last.is_some() { ", " } else { "" };
            Ok(Splice { span: Span { start: at, end: at }, text: format!("{comma}{entry}") })
        }
        Kind::Name(name) => {
            let text = match shape {
                Shape::Profile { .. } => format!("(profile: {name}, {entry})"),
                _ => format!("{name}({entry})"),
            };
            Ok(Splice { span: node.span, text })
        }
        _ => Err(fail(step, format!("what is written here has no fields: {}", node.describe()))),
    }
}

/// `value` as RON, if it is one value and nothing else: it may not close the parenthesis that it comes into, nor hide what
/// follows it in a comment.
fn whole(shape: &Shape, value: &str) -> Result<String, PathError> {
    let text = quoted(shape, value);
    let is_whole =
        Document::parse(&text).is_ok_and(|document| document.root.span == Span { start: 0, end: text.len() });
    let message = "this is not a value as a scenario writes it".to_owned();
    if is_whole { Ok(text) } else { Err(PathError { span: None, message, hint: String::new() }) }
}

/// `value` as RON: a quantity or text gets the quotes that a command line leaves out.
fn quoted(shape: &Shape, value: &str) -> String {
    let value = value.trim();
    let needs_quotes = match shape {
        Shape::Leaf(leaf) if leaf.is_quoted() => !is_value(value, &["None", "Some"]),
        Shape::Leaf(Leaf::Node | Leaf::Flow) => {
            value.starts_with(|c: char| c.is_alphabetic() || c == '_') && !is_value(value, &["Some"])
        }
        _ => false,
    };
    if !needs_quotes {
        return value.to_owned();
    }
    let mut text = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => {
                let _ = write!(text, "\\{c}");
            }
            _ => text.push(c),
        }
    }
    text.push('"');
    text
}

/// Whether `text` is a text in quotes already, or begins with one of `names`.
fn is_value(text: &str, names: &[&str]) -> bool {
    match Document::parse(text) {
        Ok(document) => {
            document.root.text().is_some() || document.root.name().is_some_and(|name| names.contains(&name))
        }
        Err(_) => text.starts_with('"'),
    }
}
