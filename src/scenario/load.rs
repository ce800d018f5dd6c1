//! From a file, or a text, to a scenario.

use std::fmt::Write as _;
use std::io::Read as _;
use std::path::Path;

use sha2::{Digest as _, Sha256};

use super::build;
use super::check::check;
use super::document::{Document, PathError, Span};
use super::error::{Problem, Problems, ScenarioError};
use super::fields::SCENARIO;
use super::gallery::{self, gallery};
use super::limits::FILE_BYTES;
use super::model::Scenario;

/// Reads the scenario at `path`, changed by `overrides` (`PATH=VALUE`, in their order). Where there is no such file, a name of the
/// gallery does, with or without `.ron`.
pub fn load(path: &Path, overrides: &[impl AsRef<str>]) -> Result<Scenario, ScenarioError> {
    let file = path.display().to_string();
    match (path.exists() && !path.is_dir(), gallery::find(&file)) {
        (false, Some((name, text))) => parse(name, text, overrides),
        (false, None) if path.is_dir() => {
            let message = "this is a directory, and a scenario is a file".to_owned();
            Err(ScenarioError::Read { file, message })
        }
        (false, None) => Err(ScenarioError::Read { message: missing(&file), file }),
        (true, _) => {
            let text = read(path).map_err(|message| ScenarioError::Read { file: file.clone(), message })?;
            parse_bytes(&file, &text, overrides)
        }
    }
}

/// Reads a scenario from the bytes of the file called `file`.
pub fn parse_bytes(file: &str, bytes: &[u8], overrides: &[impl AsRef<str>]) -> Result<Scenario, ScenarioError> {
    match std::str::from_utf8(bytes) {
        Ok(text) => parse(file, text, overrides),
        Err(error) => {
            let text = String::from_utf8_lossy(bytes);
            // The valid part is the same in `text`, so the place is too.
            let start = error.valid_up_to();
            let span = Span { start, end: start + 1 };
            let message = "this is not UTF-8 text".to_owned();
            Err(ScenarioError::Invalid(vec![Problem::new(file, &text, span, message, String::new())]))
        }
    }
}

/// Reads a scenario from `text`; `file` is its name in messages, and the title of one that has none.
pub fn parse(file: &str, text: &str, overrides: &[impl AsRef<str>]) -> Result<Scenario, ScenarioError> {
    check_size(file, text.len())?;
    let mut document = read_document(file, text)?;
    for item in overrides {
        document = apply(&document, item.as_ref())?;
        check_size(file, document.text().len())?;
    }
    let text = document.text().to_owned();
    let mut problems = Problems::new(file, &text);
    check(document.root(), &SCENARIO, &mut problems);
    match build::build(&document, file, &mut problems) {
        Some(scenario) if problems.is_empty() => Ok(scenario),
        _ => Err(problems.into_error()),
    }
}

/// SHA-256 in lower-case hexadecimal.
pub(super) fn sha256(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::new(), |mut hex, byte| {
        // Writing to a String does not fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn read_document(file: &str, text: &str) -> Result<Document, ScenarioError> {
    Document::parse(text).map_err(|error| {
        ScenarioError::Invalid(vec![Problem::new(file, text, error.span, error.message, String::new())])
    })
}

/// One `PATH=VALUE`.
fn apply(document: &Document, item: &str) -> Result<Document, ScenarioError> {
    let fail = |span, message: String, hint: String| {
        ScenarioError::Invalid(vec![Problem::new("--set", item, span, message, hint)])
    };
    let Some((path, value)) = item.split_once('=') else {
        let span = Span { start: 0, end: item.len() };
        return Err(fail(span, "expected PATH=VALUE, like `seed=3`".to_owned(), String::new()));
    };
    let skipped = path.len() - path.trim_start().len();
    let text = document.set(&SCENARIO, path.trim(), value).map_err(|PathError { span, message, hint }| {
        let span = match span {
            Some(span) => Span { start: span.start + skipped, end: span.end + skipped },
            None => Span { start: path.len() + 1, end: item.len() },
        };
        fail(span, message, hint)
    })?;
    read_document("--set", &text)
}

fn check_size(file: &str, bytes: usize) -> Result<(), ScenarioError> {
    if bytes <= FILE_BYTES {
        return Ok(());
    }
    let message = format!("larger than {FILE_BYTES} bytes, the most that a scenario may have");
    Err(ScenarioError::Read { file: file.to_owned(), message })
}

/// The bytes of a file, up to one more than allowed.
fn read(path: &Path) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(|error| error.to_string())?;
    file.take(FILE_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| error.to_string())?;
    Ok(bytes)
}

fn missing(file: &str) -> String {
    let names = gallery().iter().map(|(name, _)| name.trim_end_matches(".ron"));
    let near = super::error::did_you_mean(file.trim_end_matches(".ron"), names);
    let note = if near.is_empty() { near } else { format!("; {near}") };
    format!("there is no such file, nor a scenario of the gallery with this name{note}")
}
