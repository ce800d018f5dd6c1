//! What is wrong with a scenario, in words, with the place: file, line, column, the line itself and a caret.

use std::fmt;

use super::document::Span;
use super::limits;

/// Why a scenario was not loaded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// The file could not be read at all.
    #[error("{file}: {message}")]
    Read {
        /// Its name.
        file: String,
        /// What went wrong.
        message: String,
    },
    /// The text is not a scenario.
    #[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
    Invalid(Vec<Problem>),
}

/// One thing that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The file, or the `--set` that it is in.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The line, or the part of a very long one that matters.
    pub source: String,
    /// Where the caret stands: characters of `source` before it.
    pub caret: usize,
    /// How many characters it underlines, at least 1.
    pub width: usize,
    /// What is wrong and what was expected.
    pub message: String,
    /// What to do about it; empty if there is no guess.
    pub hint: String,
}

/// Everything that is found wrong in one text.
#[derive(Debug)]
pub(super) struct Problems<'a> {
    file: &'a str,
    text: &'a str,
    found: Vec<(Span, Problem)>,
    /// Values that are wrong by themselves; what follows from them is no further problem.
    refused: Vec<Span>,
    more: usize,
}

impl ScenarioError {
    /// The single problems; none if the file could not be read.
    pub fn problems(&self) -> &[Problem] {
        match self {
            Self::Read { .. } => &[],
            Self::Invalid(problems) => problems,
        }
    }
}

impl Problem {
    /// A problem at `span` of `text`.
    pub fn new(file: &str, text: &str, span: Span, message: String, hint: String) -> Self {
        // Characters of a line that are shown on either side of a problem.
        const BEFORE: usize = 80;
        const SHOWN: usize = 160;
        let start = floor_boundary(text, span.start);
        let end = floor_boundary(text, span.end.max(start));
        let line_start = text[..start].rfind('\n').map_or(0, |at| at + 1);
        let line_end = text[start..].find('\n').map_or(text.len(), |at| start + at);
        let before = text[line_start..start].chars().count();
        let skipped = before.saturating_sub(BEFORE);
        let visible = |c: char| if c.is_control() { ' ' } else { c };
        let source: String = text[line_start..line_end].chars().skip(skipped).take(SHOWN).map(visible).collect();
        let caret = before - skipped;
        let room = source.chars().count().saturating_sub(caret).max(1);
        Self {
            file: file.to_owned(),
            line: text[..start].matches('\n').count() + 1,
            column: before + 1,
            caret,
            width: text[start..end.min(line_end)].chars().count().clamp(1, room),
            source: source.trim_end().to_owned(),
            message,
            hint,
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = self.line.to_string();
        let margin = " ".repeat(number.len());
        writeln!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.message)?;
        writeln!(f, " {number} | {}", self.source)?;
        write!(f, " {margin} | {}{}", " ".repeat(self.caret), "^".repeat(self.width))?;
        if self.hint.is_empty() { Ok(()) } else { write!(f, "\n {margin} = {}", self.hint) }
    }
}

impl<'a> Problems<'a> {
    pub(super) fn new(file: &'a str, text: &'a str) -> Self {
        Self { file, text, found: Vec::new(), refused: Vec::new(), more: 0 }
    }

    pub(super) fn add(&mut self, span: Span, message: impl Into<String>) {
        self.add_with_hint(span, message, String::new());
    }

    /// A value that is wrong by itself, whatever the rest of the file says.
    pub(super) fn refuse(&mut self, span: Span, message: impl Into<String>, hint: String) {
        self.add_with_hint(span, message, hint);
        if self.refused.len() < limits::PROBLEMS {
            self.refused.push(span);
        }
    }

    pub(super) fn add_with_hint(&mut self, span: Span, message: impl Into<String>, hint: String) {
        if self.refused.iter().any(|value| span.start <= value.start && value.end <= span.end) {
            return;
        }
        if self.found.len() == limits::PROBLEMS {
            self.more += 1;
        } else {
            self.found.push((span, Problem::new(self.file, self.text, span, message.into(), hint)));
        }
    }

    /// Whether one more problem would be reported; if not, it is counted. Asked before a costly search for the nearest name.
    pub(super) fn has_room(&mut self) -> bool {
        let has_room = self.found.len() < limits::PROBLEMS;
        self.more += usize::from(!has_room);
        has_room
    }

    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// The problems in the order of the text.
    pub(super) fn into_error(mut self) -> ScenarioError {
        self.found.sort_by_key(|(span, _)| span.start);
        let mut problems: Vec<Problem> = self.found.into_iter().map(|(_, problem)| problem).collect();
        if let (Some(last), 1..) = (problems.last_mut(), self.more) {
            let and = if last.hint.is_empty() { "" } else { "; " };
            last.hint = format!("{}{and}{} more problems in this file are not shown", last.hint, self.more);
        }
        ScenarioError::Invalid(problems)
    }
}

/// The start of the character that byte `at` belongs to.
fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// "did you mean ..." with the known name nearest to `name`, or nothing if none is near.
pub(super) fn did_you_mean<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> String {
    nearest(name, known).map_or_else(String::new, |near| format!("did you mean `{near}`?"))
}

/// The known name nearest to `name`, if no more than three letters, and a third of it, have to be changed.
pub(super) fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    // Longer words than this are no slips of the pen.
    const LONGEST: usize = 64;
    let letters: Vec<char> = name.chars().take(LONGEST + 1).flat_map(char::to_lowercase).collect();
    if letters.len() > LONGEST {
        return None;
    }
    let most = (letters.len() / 3).clamp(1, 3);
    known
        .into_iter()
        .map(|candidate| (distance(&letters, candidate, most), candidate))
        .filter(|(changes, candidate)| *changes <= most && *candidate != name)
        .min_by_key(|(changes, _)| *changes)
        .map(|(_, candidate)| candidate)
}

/// Letters to insert, delete, replace or swap with their neighbour to get from `a` to `b`, case aside; any number above `most` if
/// they are more. Only the diagonals that can stay within `most` are looked at: a file may ask this very often.
fn distance(a: &[char], b: &str, most: usize) -> usize {
    let b: Vec<char> = b.chars().flat_map(char::to_lowercase).collect();
    if a.len().abs_diff(b.len()) > most {
        return most + 1;
    }
    let mut before = vec![most + 1; b.len() + 1];
    let mut above: Vec<usize> = (0..=b.len()).collect();
    let mut row = before.clone();
    for (i, &letter) in a.iter().enumerate() {
        row.fill(most + 1);
        row[0] = i + 1;
        for j in i.saturating_sub(most)..b.len().min(i + most + 1) {
            let mut least = (above[j + 1] + 1).min(row[j] + 1).min(above[j] + usize::from(letter != b[j]));
            if i > 0 && j > 0 && letter == b[j - 1] && a[i - 1] == b[j] {
                least = least.min(before[j - 1] + 1);
            }
            row[j + 1] = least;
        }
        // The oldest row is written anew next.
        std::mem::swap(&mut before, &mut above);
        std::mem::swap(&mut above, &mut row);
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_name_is_a_slip_of_the_pen_away() {
        let known = ["NewReno", "Reno", "Tahoe", "Vegas"];
        for (written, near) in [
            ("Newreno", Some("NewReno")),
            ("NewRneo", Some("NewReno")),
            ("Rno", Some("Reno")),
            ("Taho", Some("Tahoe")),
            ("Cubic", None),
            ("", None),
            ("x", None),
            ("rneo", Some("Reno")),
            ("NewRenoooo", Some("NewReno")),
            ("NewRenooooo", None),
            ("vgs", None),
        ] {
            assert_eq!(nearest(written, known), near, "{written}");
        }
    }

    #[test]
    fn the_caret_stands_under_the_place() {
        let text = "(\n  seed: \u{e9}\u{e9} x,\n)";
        let at = text.find('x').unwrap();
        let problem = Problem::new("f.ron", text, Span { start: at, end: at + 1 }, "no".to_owned(), String::new());
        assert_eq!(problem.to_string(), "f.ron:2:12: no\n 2 |   seed: \u{e9}\u{e9} x,\n   |            ^");
    }

    #[test]
    fn a_place_past_the_end_or_inside_a_character_is_no_panic() {
        let text = "\u{e9}\n";
        for (start, end) in [(0, 0), (1, 2), (2, 3), (3, 9), (9, 1)] {
            let problem = Problem::new("f", text, Span { start, end }, String::new(), String::new());
            assert!(problem.width >= 1 && problem.column >= 1);
        }
        let long = "x".repeat(100_000);
        let problem = Problem::new("f", &long, Span { start: 50_000, end: 90_000 }, String::new(), String::new());
        assert_eq!((problem.column, problem.source.len(), problem.caret, problem.width), (50_001, 160, 80, 80));
    }
}
