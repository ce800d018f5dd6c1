//! Writes SVG: just the elements that figures are made of, with coordinates in hundredths of a pixel.
//!
//! Text stays text, so that a figure can be edited and searched.

use std::fmt::Write as _;

use crate::palette::Rgb;

/// Font of words.
pub(super) const SANS: &str = "Inter, Helvetica, Arial, sans-serif";
/// Font of numbers that line up.
pub(super) const MONO: &str = "'JetBrains Mono', Menlo, Consolas, monospace";

/// Size of the figures at ticks.
pub(super) const TICK_SIZE: f64 = 10.5;

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    pub(super) colour: Rgb,
    pub(super) width: f64,
    /// Lengths of dash and gap; zero: solid.
    pub(super) dash: (f64, f64),
}

impl Stroke {
    pub(super) const fn solid(colour: Rgb, width: f64) -> Self {
        Self { colour, width, dash: (0.0, 0.0) }
    }

    fn attributes(self) -> String {
        let mut text = format!(r#"fill="none" stroke="{}" stroke-width="{}""#, self.colour, Short(self.width));
        if self.dash.0 > 0.0 {
            let _ = write!(text, r#" stroke-dasharray="{} {}""#, Short(self.dash.0), Short(self.dash.1));
        }
        text
    }
}

/// Where text begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// How text is set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    pub(super) font: &'static str,
    pub(super) size: f64,
    pub(super) weight: u16,
    pub(super) colour: Rgb,
    pub(super) anchor: Anchor,
}

/// A number with at most two decimals and no more digits than needed.
pub(super) struct Short(pub(super) f64);

impl std::fmt::Display for Short {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A path under way, in absolute coordinates.
#[derive(Debug, Default)]
pub(super) struct Trail(String);

impl Trail {
    /// Lifts the pen and goes to a point.
    pub(super) fn start(&mut self, (x, y): (f64, f64)) {
        self.add(format_args!("M{} {}", Short(x), Short(y)));
    }

    /// A straight line to a point.
    pub(super) fn line(&mut self, (x, y): (f64, f64)) {
        self.add(format_args!("L{} {}", Short(x), Short(y)));
    }

    /// A horizontal line to `x`.
    pub(super) fn across(&mut self, x: f64) {
        self.add(format_args!("H{}", Short(x)));
    }

    /// A vertical line to `y`.
    pub(super) fn upright(&mut self, y: f64) {
        self.add(format_args!("V{}", Short(y)));
    }

    /// A line back to the start.
    pub(super) fn close(&mut self) {
        self.0.push('Z');
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    fn add(&mut self, part: std::fmt::Arguments) {
        // Writing to a String does not fail.
        let _ = self.0.write_fmt(part);
    }
}

/// A picture under way.
#[derive(Debug)]
pub(super) struct Svg {
    body: String,
}

impl Svg {
    /// A picture of that size in CSS pixels, with `metadata` (XML) at its head.
    pub(super) fn new(width: f64, height: f64, title: &str, metadata: &str, ground: Rgb) -> Self {
        let (w, h) = (Short(width), Short(height));
        let body = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{w}\" height=\"{h}\" viewBox=\"0 0 {w} {h}\">\n\
             <title>{}</title>\n{metadata}<rect width=\"{w}\" height=\"{h}\" fill=\"{ground}\"/>\n",
            escape(title)
        );
        Self { body }
    }

    pub(super) fn line(&mut self, from: (f64, f64), to: (f64, f64), stroke: Stroke) {
        let mut trail = Trail::default();
        trail.start(from);
        trail.line(to);
        self.path(trail.as_str(), stroke);
    }

    pub(super) fn path(&mut self, path: &str, stroke: Stroke) {
        let _ = writeln!(self.body, r#"<path d="{path}" {}/>"#, stroke.attributes());
    }

    /// A closed path, filled and outlined.
    pub(super) fn shape(&mut self, path: &str, fill: Rgb, stroke: Stroke) {
        let outline = stroke.attributes().replacen(r#"fill="none""#, &format!(r#"fill="{fill}""#), 1);
        let _ = writeln!(self.body, r#"<path d="{path}" {outline}/>"#);
    }

    pub(super) fn text(&mut self, at: (f64, f64), text: &str, style: Type) {
        let anchor = match style.anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let _ = writeln!(
            self.body,
            r#"<text x="{}" y="{}" font-family="{}" font-size="{}" font-weight="{}" fill="{}" text-anchor="{anchor}">{}</text>"#,
            Short(at.0),
            Short(at.1),
            style.font,
            Short(style.size),
            style.weight,
            style.colour,
            escape(text),
        );
    }

    /// What follows until [`Svg::unclip`] is cut off outside the rectangle.
    pub(super) fn clip(&mut self, id: usize, corner: (f64, f64), size: (f64, f64)) {
        let _ = writeln!(
            self.body,
            r#"<clipPath id="lane{id}"><rect x="{}" y="{}" width="{}" height="{}"/></clipPath><g clip-path="url(#lane{id})" stroke-linejoin="round">"#,
            Short(corner.0),
            Short(corner.1),
            Short(size.0),
            Short(size.1),
        );
    }

    pub(super) fn unclip(&mut self) {
        self.body.push_str("</g>\n");
    }

    pub(super) fn finish(mut self) -> String {
        self.body.push_str("</svg>\n");
        self.body
    }
}

/// Text as it may stand in XML. Characters that XML can't hold are left out.
pub(super) fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\r' => out.push_str("&#13;"),
            '\n' | '\t' => out.push(c),
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}

/// How wide so many characters are in [`MONO`] of the size of tick figures.
pub(super) fn mono_width(characters: usize) -> f64 {
    characters as f64 * 0.6 * TICK_SIZE
}

/// `text` in [`SANS`] of `size`, cut with an ellipsis where it is wider than `room`.
pub(super) fn cut(text: &str, size: f64, room: f64) -> String {
    if width_of(text, size) <= room {
        return text.to_owned();
    }
    let ellipsis = width_of("\u{2026}", size);
    let mut used = 0.0;
    let fits = |c: &char| {
        used += width_of(c.encode_utf8(&mut [0; 4]), size);
        used + ellipsis <= room
    };
    let kept: String = text.chars().take_while(fits).collect();
    format!("{}\u{2026}", kept.trim_end())
}

/// About how wide `text` is in [`SANS`] of `size`: enough to keep room for it.
pub(super) fn width_of(text: &str, size: f64) -> f64 {
    let em = |c: char| match c {
        'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '\'' | ' ' => 0.28,
        'f' | 'r' | 't' | '(' | ')' | '-' => 0.39,
        'm' | 'w' | 'M' | 'W' => 0.88,
        'A'..='Z' => 0.70,
        '\u{2026}' => 0.9,
        // Scripts whose letters are as wide as high.
        '\u{1100}'.. => 1.0,
        _ => 0.62,
    };
    text.chars().map(em).sum::<f64>() * size
}
