//! From RON text to a tree of spans, by recursive descent with bounded depth.

use super::super::limits::DEPTH;
use super::{Entry, Kind, Name, Node, Span, SyntaxError};

/// Reads a whole text.
pub(super) fn document(text: &str) -> Result<Node, SyntaxError> {
    let mut parser = Parser { text, at: 0, depth: 0 };
    if text.starts_with('\u{feff}') {
        parser.at = '\u{feff}'.len_utf8();
    }
    parser.attributes()?;
    let root = parser.value()?;
    parser.blank()?;
    match parser.peek() {
        None => Ok(root),
        Some(_) => parser.fail("expected the end of the text"),
    }
}

/// A number as RON writes it: decimal with exponent, `0x`, `0o`, `0b`, `_` between digits, `inf`, `NaN`.
pub(super) fn number(text: &str) -> Option<f64> {
    if let Some(value) = integer(text) {
        return Some(value as f64);
    }
    let plain = text.replace('_', "");
    let starts = plain.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    match plain.trim_start_matches(['-', '+']) {
        "inf" | "NaN" => plain.parse().ok(),
        _ if starts => plain.parse().ok(),
        _ => None,
    }
}

/// A whole number that is not negative.
pub(super) fn integer(text: &str) -> Option<u64> {
    let plain = text.replace('_', "");
    let plain = plain.strip_prefix('+').unwrap_or(&plain);
    let (digits, radix) = match plain.get(..2) {
        Some("0x") => (&plain[2..], 16),
        Some("0o") => (&plain[2..], 8),
        Some("0b") => (&plain[2..], 2),
        _ => (plain, 10),
    };
    if digits.starts_with('+') { None } else { u64::from_str_radix(digits, radix).ok() }
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    depth: usize,
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn follows(&self, what: &str) -> bool {
        self.text[self.at..].starts_with(what)
    }

    /// Takes `c` if it comes next.
    fn take(&mut self, c: char) -> bool {
        let taken = self.peek() == Some(c);
        if taken {
            self.at += c.len_utf8();
        }
        taken
    }

    fn take_while(&mut self, wanted: impl Fn(char) -> bool) -> &str {
        let rest = &self.text[self.at..];
        let length = rest.find(|c| !wanted(c)).unwrap_or(rest.len());
        self.at += length;
        &rest[..length]
    }

    fn fail<T>(&self, expected: &str) -> Result<T, SyntaxError> {
        let (message, length) = match self.peek() {
            None => (format!("{expected}, but the text ends here"), 0),
            Some(c) => (format!("{expected}, not `{}`", c.escape_debug()), c.len_utf8()),
        };
        Err(SyntaxError { span: Span { start: self.at, end: self.at + length }, message })
    }

    fn fail_from<T>(&self, start: usize, message: String) -> Result<T, SyntaxError> {
        Err(SyntaxError { span: Span { start, end: self.at }, message })
    }

    /// Skips white space and comments.
    fn blank(&mut self) -> Result<(), SyntaxError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.follows("//") {
                self.take_while(|c| c != '\n');
            } else if self.follows("/*") {
                self.block_comment()?;
            } else {
                return Ok(());
            }
        }
    }

    /// Block comments nest.
    fn block_comment(&mut self) -> Result<(), SyntaxError> {
        let start = self.at;
        let mut open = 0_usize;
        loop {
            if self.follows("/*") {
                open += 1;
                self.at += 2;
            } else if self.follows("*/") {
                open -= 1;
                self.at += 2;
                if open == 0 {
                    return Ok(());
                }
            } else if let Some(c) = self.peek() {
                self.at += c.len_utf8();
            } else {
                let span = Span { start, end: start + 2 };
                return Err(SyntaxError { span, message: "this comment is never closed".to_owned() });
            }
        }
    }

    /// `#![enable(..)]`: what RON's extensions allow is allowed anyway.
    fn attributes(&mut self) -> Result<(), SyntaxError> {
        self.blank()?;
        while self.follows("#!") {
            self.take_while(|c| c != ']' && c != '\n');
            if !self.take(']') {
                return self.fail("expected `]`");
            }
            self.blank()?;
        }
        Ok(())
    }

    fn value(&mut self) -> Result<Node, SyntaxError> {
        self.blank()?;
        let start = self.at;
        let kind = match self.peek() {
            Some('(') => self.nested(|parser| parser.group(None))?,
            Some('[') => self.nested(Self::list)?,
            Some('{') => self.nested(Self::map)?,
            Some('"') => Kind::Text(self.string()?),
            Some('\'') => self.character()?,
            Some('r') if self.follows("r\"") || self.follows("r#\"") || self.follows("r##") => {
                Kind::Text(self.raw_string()?)
            }
            Some(c) if c.is_ascii_digit() || matches!(c, '-' | '+' | '.') => self.numeral()?,
            Some(c) if c.is_alphabetic() || c == '_' => self.named()?,
            _ => return self.fail("expected a value"),
        };
        Ok(Node { span: Span { start, end: self.at }, kind })
    }

    fn nested(&mut self, read: impl FnOnce(&mut Self) -> Result<Kind, SyntaxError>) -> Result<Kind, SyntaxError> {
        if self.depth == DEPTH {
            let span = Span { start: self.at, end: self.at + 1 };
            return Err(SyntaxError { span, message: format!("nested deeper than {DEPTH} levels") });
        }
        self.depth += 1;
        let kind = read(self)?;
        self.depth -= 1;
        Ok(kind)
    }

    fn identifier(&mut self) -> Result<Name, SyntaxError> {
        let start = self.at;
        if self.follows("r#") {
            self.at += 2;
        }
        let text = self.take_while(|c| c.is_alphanumeric() || c == '_').to_owned();
        if text.is_empty() || text.starts_with(|c: char| c.is_numeric()) {
            self.at = start;
            return self.fail("expected a name");
        }
        Ok(Name { span: Span { start, end: self.at }, text })
    }

    /// `Name` or `Name(..)`; `inf` and `NaN` are numbers.
    fn named(&mut self) -> Result<Kind, SyntaxError> {
        let name = self.identifier()?;
        if matches!(name.text.as_str(), "inf" | "NaN") {
            return Ok(Kind::Number(name.text));
        }
        let end = self.at;
        self.blank()?;
        if self.peek() == Some('(') {
            return self.nested(|parser| parser.group(Some(name)));
        }
        self.at = end;
        Ok(Kind::Name(name.text))
    }

    /// What stands in parentheses: all of it named, or none.
    fn group(&mut self, name: Option<Name>) -> Result<Kind, SyntaxError> {
        self.take('(');
        self.blank()?;
        if self.take(')') {
            return Ok(Kind::Record(name, Vec::new()));
        }
        if self.entry_follows()? {
            Ok(Kind::Record(name, self.separated(')', Self::entry)?))
        } else {
            Ok(Kind::Tuple(name, self.separated(')', Self::value)?))
        }
    }

    fn entry_follows(&mut self) -> Result<bool, SyntaxError> {
        let start = self.at;
        let is_entry = self.identifier().is_ok() && {
            self.blank()?;
            self.peek() == Some(':')
        };
        self.at = start;
        Ok(is_entry)
    }

    fn entry(&mut self) -> Result<Entry, SyntaxError> {
        self.blank()?;
        let name = self.identifier()?;
        self.blank()?;
        if !self.take(':') {
            return self.fail(&format!("expected `:` after `{}`", super::shorten(&name.text)));
        }
        Ok(Entry { name, value: self.value()? })
    }

    fn list(&mut self) -> Result<Kind, SyntaxError> {
        self.take('[');
        Ok(Kind::List(self.separated(']', Self::value)?))
    }

    fn map(&mut self) -> Result<Kind, SyntaxError> {
        self.take('{');
        let pair = |parser: &mut Self| {
            let key = parser.value()?;
            parser.blank()?;
            if !parser.take(':') {
                return parser.fail("expected `:`");
            }
            Ok((key, parser.value()?))
        };
        Ok(Kind::Map(self.separated('}', pair)?))
    }

    /// Items with commas between them, and one after the last if one likes.
    fn separated<T>(
        &mut self,
        close: char,
        item: impl Fn(&mut Self) -> Result<T, SyntaxError>,
    ) -> Result<Vec<T>, SyntaxError> {
        let mut items = Vec::new();
        loop {
            self.blank()?;
            if self.take(close) {
                return Ok(items);
            }
            items.push(item(self)?);
            self.blank()?;
            if !self.take(',') && self.peek() != Some(close) {
                return self.fail(&format!("expected `,` or `{close}`"));
            }
        }
    }

    fn numeral(&mut self) -> Result<Kind, SyntaxError> {
        let start = self.at;
        let rest = &self.text[start..];
        let mut before = ' ';
        let is_hexadecimal = rest.starts_with("0x");
        let length = rest.find(|c: char| {
            let is_sign = matches!(c, '-' | '+') && (before == ' ' || (matches!(before, 'e' | 'E') && !is_hexadecimal));
            before = c;
            !(is_sign || c.is_alphanumeric() || matches!(c, '_' | '.'))
        });
        self.at += length.unwrap_or(rest.len());
        let text = &self.text[start..self.at];
        match number(text) {
            Some(_) => Ok(Kind::Number(text.to_owned())),
            None => self.fail_from(
                start,
                format!("`{}` is not a number; a quantity with its unit stands in quotes", super::shorten(text)),
            ),
        }
    }

    fn character(&mut self) -> Result<Kind, SyntaxError> {
        let start = self.at;
        self.take('\'');
        if self.peek() == Some('\\') {
            self.escape()?;
        } else if let Some(c) = self.peek() {
            self.at += c.len_utf8();
        }
        if self.take('\'') {
            Ok(Kind::Char)
        } else {
            self.fail_from(start, "a text stands in double quotes".to_owned())
        }
    }

    fn string(&mut self) -> Result<String, SyntaxError> {
        let start = self.at;
        self.take('"');
        let mut text = String::new();
        loop {
            text.push_str(self.take_while(|c| c != '"' && c != '\\'));
            match self.peek() {
                Some('"') => {
                    self.at += 1;
                    return Ok(text);
                }
                Some(_) => text.push(self.escape()?),
                None => {
                    let span = Span { start, end: start + 1 };
                    return Err(SyntaxError { span, message: "this text is never closed with `\"`".to_owned() });
                }
            }
        }
    }

    /// `r"..."`, `r#"..."#` and so on: nothing is special inside.
    fn raw_string(&mut self) -> Result<String, SyntaxError> {
        let start = self.at;
        self.take('r');
        let hashes = self.take_while(|c| c == '#').to_owned();
        if !self.take('"') {
            return self.fail("expected `\"`");
        }
        let close = format!("\"{hashes}");
        let rest = &self.text[self.at..];
        let Some(length) = rest.find(&close) else {
            let span = Span { start, end: start + 1 };
            return Err(SyntaxError { span, message: format!("this text is never closed with `{close}`") });
        };
        self.at += length + close.len();
        Ok(rest[..length].to_owned())
    }

    fn escape(&mut self) -> Result<char, SyntaxError> {
        let start = self.at;
        self.take('\\');
        let Some(c) = self.peek() else { return self.fail("expected an escape") };
        self.at += c.len_utf8();
        let code = match c {
            '"' | '\\' | '\'' => return Ok(c),
            'n' => return Ok('\n'),
            'r' => return Ok('\r'),
            't' => return Ok('\t'),
            '0' => return Ok('\0'),
            'x' => {
                let length = self.text[self.at..].chars().take(2).map(char::len_utf8).sum::<usize>();
                self.at += length;
                u32::from_str_radix(&self.text[self.at - length..self.at], 16).ok()
            }
            'u' => {
                self.take('{');
                let digits = self.take_while(|c| c.is_ascii_hexdigit()).to_owned();
                if self.take('}') { u32::from_str_radix(&digits, 16).ok() } else { None }
            }
            _ => None,
        };
        match code.and_then(char::from_u32) {
            Some(c) => Ok(c),
            None => self.fail_from(start, "unknown escape in a text; write `\\\\` for a backslash".to_owned()),
        }
    }
}
