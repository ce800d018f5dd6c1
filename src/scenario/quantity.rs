//! Quantities that only scenario files write: powers in watts or dBm, frequencies, charges, voltages.

use crate::units::{Dbm, Watts};

/// A power, in watts or as a level over one milliwatt.
pub(super) fn power(text: &str) -> Option<Watts> {
    text.parse::<Watts>().ok().or_else(|| text.parse::<Dbm>().ok().map(Watts::from))
}

/// A frequency in hertz.
pub(super) fn frequency(text: &str) -> Option<f64> {
    scaled(text, &[("GHz", 1e9), ("MHz", 1e6), ("kHz", 1e3), ("Hz", 1.0)])
}

/// A charge in coulombs.
pub(super) fn charge(text: &str) -> Option<f64> {
    scaled(text, &[("mAh", 3.6), ("Ah", 3600.0)])
}

/// A voltage in volts.
pub(super) fn voltage(text: &str) -> Option<f64> {
    scaled(text, &[("mV", 1e-3), ("V", 1.0)])
}

/// A number with one of `units`, the longer of two that end alike first.
fn scaled(text: &str, units: &[(&str, f64)]) -> Option<f64> {
    let (number, factor) =
        units.iter().find_map(|(unit, factor)| Some((text.trim().strip_suffix(unit)?.trim_end(), factor)))?;
    let starts = number.trim_start_matches(['-', '+']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let value: f64 = if starts { number.parse().ok()? } else { return None };
    Some(value * factor).filter(|value| value.is_finite())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_a_unit_has_a_value() {
        assert_eq!(frequency("914 MHz"), Some(914e6));
        assert_eq!(charge("1.8 Ah"), Some(6480.0));
        assert_eq!(charge("500 mAh"), Some(1800.0));
        assert_eq!(voltage("11.1 V"), Some(11.1));
        assert_eq!(power("500 mW"), Some(Watts(0.5)));
        assert_eq!(power("0 dBm"), Some(Watts(0.001)));
        for text in ["", "V", "1", "inf V", "NaN V", "1 W", "1e999 V", "- V"] {
            assert_eq!(voltage(text), None, "{text}");
        }
    }
}
