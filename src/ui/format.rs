//! Numbers as they are shown: groups of three, few digits, a real minus, a dash for nothing.

use crate::units::SimTime;

/// Between groups of digits.
pub const NARROW: char = '\u{202f}';

/// An instant as `12.345 678` seconds, without the unit.
pub fn time(at: SimTime) -> String {
    let micros = (at.nanos() + 500) / 1_000;
    let (seconds, rest) = (micros / 1_000_000, micros % 1_000_000);
    format!("{}.{:03}{NARROW}{:03}", thousands(seconds), rest / 1000, rest % 1000)
}

/// An instant with its unit.
pub fn time_s(at: SimTime) -> String {
    format!("{}{NARROW}s", time(at))
}

/// A whole number with groups of three from 10 000 on.
pub fn thousands(value: u64) -> String {
    let digits = value.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(NARROW);
        }
        text.push(digit);
    }
    text
}

/// A number with this many decimals and a real minus; a dash if it is not finite.
pub fn number(value: f64, decimals: usize) -> String {
    if !value.is_finite() {
        return "–".to_owned();
    }
    let text = format!("{:.decimals$}", value.abs());
    let zero = text.chars().all(|c| matches!(c, '0' | '.'));
    let (whole, rest) = text.split_once('.').map_or((text.as_str(), None), |(whole, rest)| (whole, Some(rest)));
    let whole = whole.parse().map_or_else(|_| whole.to_owned(), thousands);
    let sign = if value < 0.0 && !zero { "\u{2212}" } else { "" };
    match rest {
        Some(rest) => format!("{sign}{whole}.{rest}"),
        None => format!("{sign}{whole}"),
    }
}

/// The word that belongs to a count: that for one, or that for any other number.
pub const fn plural<'a>(count: u64, one: &'a str, many: &'a str) -> &'a str {
    if count == 1 { one } else { many }
}

/// A difference: always with a sign.
pub fn signed(value: f64, decimals: usize) -> String {
    let text = number(value, decimals);
    if text.starts_with(['\u{2212}', '–']) { text } else { format!("+{text}") }
}

/// Without zeros after the point that say nothing: `0.1` for `0.100`.
pub fn trimmed(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text.to_owned() }
}

/// Three digits: `0.912`, `61.4`, `117`; nothing is `0`.
pub fn digits3(value: f64) -> String {
    if value.abs() < 0.000_5 {
        return "0".to_owned();
    }
    let decimals = match value.abs() {
        v if v >= 99.95 => 0,
        v if v >= 9.995 => 1,
        v if v >= 0.999_5 => 2,
        _ => 3,
    };
    number(value, decimals)
}

/// Joules: one decimal above 10, else three digits.
pub fn joules(value: f64) -> String {
    if value.abs() >= 10.0 { number(value, 1) } else { digits3(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_as_people_read_them() {
        let at = SimTime::from_nanos;
        assert_eq!(time(at(12_345_678_400)), "12.345\u{202f}678");
        assert_eq!(time(at(1)), "0.000\u{202f}000");
        assert_eq!(time(at(12_345_000_000_000_000)), "12\u{202f}345\u{202f}000.000\u{202f}000");
        assert_eq!(["9999", "12\u{202f}345"], [thousands(9_999), thousands(12_345)]);
        assert_eq!(number(-1.0, 1), "\u{2212}1.0");
        assert_eq!(number(-0.01, 1), "0.0");
        assert_eq!(number(f64::NAN, 1), "–");
        assert_eq!([trimmed("0.100"), trimmed("2.000"), trimmed("100")], ["0.1", "2", "100"]);
        assert_eq!(signed(41.0, 0), "+41");
        assert_eq!([0, 1, 2].map(|n| plural(n, "timeout", "timeouts")), ["timeouts", "timeout", "timeouts"]);
        assert_eq!([digits3(0.9123), digits3(61.44), digits3(117.3), digits3(0.0)], ["0.912", "61.4", "117", "0"]);
    }
}
