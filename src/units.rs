//! Quantities with their unit in the type: integer nanoseconds, bytes and bits per second; decibels apart from powers.
//!
//! Only operations that mean something exist: `Dbm + Db` is a `Dbm`, while `Dbm + Dbm` does not compile. Every type parses from
//! and prints as a number with its unit (`"20 ms"`, `"2 Mb/s"`), which is how scenario files write it.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Sub, SubAssign};
use std::str::FromStr;

use serde::de::{Error as _, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Nanoseconds in a second.
pub const NANOS_PER_SECOND: u64 = 1_000_000_000;

/// The speed of light, in metres per second (spec/wireless 0).
pub const SPEED_OF_LIGHT: f64 = 3.0e8;

/// An instant of simulated time: integer nanoseconds since the start of the run. Holds 584 years.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimTime(u64);

/// A span of simulated time: integer nanoseconds, never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SimDuration(u64);

/// An amount of data in bytes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bytes(pub u64);

/// A data rate in bits per second.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct BitRate(pub u64);

/// A ratio of powers in decibels.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Db(pub f64);

/// A power in decibels over one milliwatt.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Dbm(pub f64);

/// A power in watts.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Watts(pub f64);

/// An energy in joules.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Joules(pub f64);

/// A length in metres.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
pub struct Metres(pub f64);

impl SimTime {
    /// The start of every run.
    pub const ZERO: Self = Self(0);
    /// Later than anything that happens.
    pub const MAX: Self = Self(u64::MAX);

    /// The instant `nanos` nanoseconds after the start.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// The instant `seconds` after the start, rounded to the nearest nanosecond; negative and NaN count as zero.
    pub fn from_secs_f64(seconds: f64) -> Self {
        Self(SimDuration::from_secs_f64(seconds).0)
    }

    /// Nanoseconds since the start.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// Seconds since the start, for formulas and display only.
    pub fn secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND as f64
    }

    /// The span from `earlier` to `self`; zero if `earlier` is later.
    pub const fn since(self, earlier: Self) -> SimDuration {
        SimDuration(self.0.saturating_sub(earlier.0))
    }

    /// `self + span`, or [`SimTime::MAX`] where that does not fit.
    #[must_use]
    pub const fn saturating_add(self, span: SimDuration) -> Self {
        Self(self.0.saturating_add(span.0))
    }

    /// The first whole multiple of `grain` (counted from the start of the run) that is not before this instant.
    #[must_use]
    pub const fn next_multiple_of(self, grain: SimDuration) -> Self {
        Self(self.0.next_multiple_of(grain.0))
    }
}

impl SimDuration {
    /// No time at all.
    pub const ZERO: Self = Self(0);
    /// Longer than anything that happens.
    pub const MAX: Self = Self(u64::MAX);

    /// `nanos` nanoseconds.
    pub const fn from_nanos(nanos: u64) -> Self {
        Self(nanos)
    }

    /// `micros` microseconds.
    pub const fn from_micros(micros: u64) -> Self {
        Self(micros * 1_000)
    }

    /// `millis` milliseconds.
    pub const fn from_millis(millis: u64) -> Self {
        Self(millis * 1_000_000)
    }

    /// `seconds` whole seconds.
    pub const fn from_secs(seconds: u64) -> Self {
        Self(seconds * NANOS_PER_SECOND)
    }

    /// `seconds`, rounded to the nearest nanosecond; negative and NaN count as zero.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float to integer casts saturate")]
    pub fn from_secs_f64(seconds: f64) -> Self {
        Self(libm::round(seconds * NANOS_PER_SECOND as f64) as u64)
    }

    /// The span in nanoseconds.
    pub const fn nanos(self) -> u64 {
        self.0
    }

    /// The span in seconds, for formulas and display only.
    pub fn secs_f64(self) -> f64 {
        self.0 as f64 / NANOS_PER_SECOND as f64
    }

    /// `self - other`, or zero.
    #[must_use]
    pub const fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }

    /// `self * factor`, or the longest span.
    #[must_use]
    pub const fn saturating_mul(self, factor: u64) -> Self {
        Self(self.0.saturating_mul(factor))
    }

    /// How many whole `slot`s fit. Panics if `slot` is zero.
    pub const fn div_floor(self, slot: Self) -> u64 {
        self.0 / slot.0
    }
}

impl Add<SimDuration> for SimTime {
    type Output = Self;
    fn add(self, span: SimDuration) -> Self {
        Self(self.0 + span.0)
    }
}

impl AddAssign<SimDuration> for SimTime {
    fn add_assign(&mut self, span: SimDuration) {
        self.0 += span.0;
    }
}

impl Sub<SimDuration> for SimTime {
    type Output = Self;
    fn sub(self, span: SimDuration) -> Self {
        Self(self.0 - span.0)
    }
}

impl Add for SimDuration {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for SimDuration {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for SimDuration {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl SubAssign for SimDuration {
    fn sub_assign(&mut self, other: Self) {
        self.0 -= other.0;
    }
}

impl Mul<u64> for SimDuration {
    type Output = Self;
    fn mul(self, factor: u64) -> Self {
        Self(self.0 * factor)
    }
}

impl std::iter::Sum for SimDuration {
    fn sum<I: Iterator<Item = Self>>(iter: I) -> Self {
        iter.fold(Self::ZERO, Add::add)
    }
}

impl Bytes {
    /// The amount in bits.
    pub const fn bits(self) -> u64 {
        self.0 * 8
    }

    /// How long `self` takes at `rate`, rounded up to a nanosecond. Zero at rate zero, which stands for "unlimited".
    pub const fn time_at(self, rate: BitRate) -> SimDuration {
        if rate.0 == 0 {
            return SimDuration::ZERO;
        }
        let nanos = (self.bits() as u128 * NANOS_PER_SECOND as u128).div_ceil(rate.0 as u128);
        #[expect(clippy::cast_possible_truncation, reason = "2^64 ns are 584 years")]
        SimDuration(nanos as u64)
    }
}

impl BitRate {
    /// The mean rate of `data` over `span`; zero over no time.
    pub fn mean(data: Bytes, span: SimDuration) -> f64 {
        if span == SimDuration::ZERO { 0.0 } else { data.bits() as f64 / span.secs_f64() }
    }
}

impl Add<Db> for Dbm {
    type Output = Self;
    fn add(self, gain: Db) -> Self {
        Self(self.0 + gain.0)
    }
}

impl Sub for Dbm {
    type Output = Db;
    fn sub(self, other: Self) -> Db {
        Db(self.0 - other.0)
    }
}

impl From<Dbm> for Watts {
    fn from(level: Dbm) -> Self {
        Self(libm::pow(10.0, level.0 / 10.0) / 1000.0)
    }
}

impl From<Watts> for Dbm {
    fn from(power: Watts) -> Self {
        Self(10.0 * libm::log10(power.0 * 1000.0))
    }
}

impl Mul<SimDuration> for Watts {
    type Output = Joules;
    fn mul(self, span: SimDuration) -> Joules {
        Joules(self.0 * span.secs_f64())
    }
}

impl Add for Joules {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Joules {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

/// A text that is not the quantity it should be.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not {expected}; write for example \"{example}\"")]
pub struct QuantityError {
    /// What was written.
    pub text: String,
    /// What should stand there.
    pub expected: &'static str,
    /// A text that would do.
    pub example: &'static str,
}

/// Splits `"20 ms"` into its number and its unit.
fn split(text: &str) -> Option<(f64, &str)> {
    let text = text.trim();
    let end = text.find(|c: char| !(c.is_ascii_digit() || matches!(c, '.' | '-' | '+' | '_'))).unwrap_or(text.len());
    // An exponent belongs to the number only if digits follow it: "1e-3 s", but "5 eV".
    let end = match text[end..].strip_prefix(['e', 'E']) {
        Some(rest) if end > 0 => {
            let sign = usize::from(rest.starts_with(['-', '+']));
            let digits = rest[sign..].find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len() - sign);
            if digits == 0 { end } else { end + 1 + sign + digits }
        }
        _ => end,
    };
    let number: f64 = text[..end].replace('_', "").parse().ok()?;
    number.is_finite().then(|| (number, text[end..].trim()))
}

macro_rules! quantity {
    ($name:ident, $expected:literal, $example:literal, negative: $negative:literal,
     parse: |$value:ident| $make:expr, units: [$($unit:literal => $factor:expr),+ $(,)?]) => {
        impl FromStr for $name {
            type Err = QuantityError;
            fn from_str(text: &str) -> Result<Self, QuantityError> {
                let error = || QuantityError { text: text.to_owned(), expected: $expected, example: $example };
                let (number, unit) = split(text).ok_or_else(error)?;
                let factor: f64 = match unit { $($unit => $factor,)+ _ => return Err(error()) };
                if number < 0.0 && !$negative {
                    return Err(error());
                }
                let $value = number * factor;
                $make.ok_or_else(error)
            }
        }

        impl<'de> Deserialize<'de> for $name {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Quantity;
                impl Visitor<'_> for Quantity {
                    type Value = $name;
                    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                        write!(f, concat!($expected, " as a string with its unit, like \"", $example, "\""))
                    }
                    fn visit_str<E: serde::de::Error>(self, text: &str) -> Result<$name, E> {
                        text.parse().map_err(E::custom)
                    }
                }
                deserializer.deserialize_str(Quantity).map_err(D::Error::custom)
            }
        }

        impl Serialize for $name {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(&self.to_string())
            }
        }
    };
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "checked against the range first")]
fn whole(value: f64) -> Option<u64> {
    let rounded = libm::round(value);
    (0.0..=9.0e18).contains(&rounded).then_some(rounded as u64)
}

quantity!(SimDuration, "a time", "20 ms", negative: false, parse: |v| whole(v).map(Self),
    units: ["ns" => 1.0, "us" => 1e3, "µs" => 1e3, "ms" => 1e6, "s" => 1e9, "min" => 6e10, "h" => 3.6e12]);
quantity!(SimTime, "an instant", "1.5 s", negative: false, parse: |v| whole(v).map(Self),
    units: ["ns" => 1.0, "us" => 1e3, "µs" => 1e3, "ms" => 1e6, "s" => 1e9, "min" => 6e10, "h" => 3.6e12]);
quantity!(Bytes, "a size", "1460 B", negative: false, parse: |v| whole(v).map(Self),
    units: ["B" => 1.0, "kB" => 1e3, "MB" => 1e6, "GB" => 1e9, "KiB" => 1024.0, "MiB" => 1_048_576.0]);
quantity!(BitRate, "a data rate", "2 Mb/s", negative: false, parse: |v| whole(v).map(Self),
    units: ["b/s" => 1.0, "kb/s" => 1e3, "Mb/s" => 1e6, "Gb/s" => 1e9, "B/s" => 8.0, "kB/s" => 8e3, "MB/s" => 8e6]);
quantity!(Db, "a ratio in decibels", "10 dB", negative: true, parse: |v| Some(Self(v)), units: ["dB" => 1.0]);
quantity!(Dbm, "a level", "24.5 dBm", negative: true, parse: |v| Some(Self(v)), units: ["dBm" => 1.0]);
quantity!(Watts, "a power", "1478 mW", negative: false, parse: |v| Some(Self(v)),
    units: ["W" => 1.0, "mW" => 1e-3, "uW" => 1e-6, "µW" => 1e-6, "nW" => 1e-9, "pW" => 1e-12]);
quantity!(Joules, "an energy", "0.78 J", negative: false, parse: |v| Some(Self(v)),
    units: ["J" => 1.0, "mJ" => 1e-3, "kJ" => 1e3, "Wh" => 3600.0]);
quantity!(Metres, "a length", "200 m", negative: true, parse: |v| Some(Self(v)),
    units: ["m" => 1.0, "km" => 1e3, "cm" => 1e-2]);

/// Prints `value` in the largest unit that leaves at least one whole, exactly: a scenario reads back what it wrote.
fn print_scaled(f: &mut fmt::Formatter<'_>, value: u64, units: &[(u64, &str)]) -> fmt::Result {
    let (scale, unit) = units.iter().find(|(scale, _)| value >= *scale).unwrap_or(&units[units.len() - 1]);
    let (whole, rest) = (value / scale, value % scale);
    if rest == 0 {
        return write!(f, "{whole} {unit}");
    }
    let digits = scale.ilog10() as usize;
    let fraction = format!("{rest:0digits$}");
    write!(f, "{whole}.{} {unit}", fraction.trim_end_matches('0'))
}

const TIME_UNITS: [(u64, &str); 4] = [(NANOS_PER_SECOND, "s"), (1_000_000, "ms"), (1_000, "us"), (1, "ns")];

impl fmt::Display for SimTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_scaled(f, self.0, &[(NANOS_PER_SECOND, "s")])
    }
}

impl fmt::Display for SimDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_scaled(f, self.0, &TIME_UNITS)
    }
}

impl fmt::Display for Bytes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            n if n > 0 && n % 1_000_000 == 0 => write!(f, "{} MB", n / 1_000_000),
            n if n >= 10_000 && n % 1_000 == 0 => write!(f, "{} kB", n / 1_000),
            n => write!(f, "{n} B"),
        }
    }
}

impl fmt::Display for BitRate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print_scaled(f, self.0, &[(1_000_000_000, "Gb/s"), (1_000_000, "Mb/s"), (1_000, "kb/s"), (1, "b/s")])
    }
}

macro_rules! plain_display {
    ($($name:ident $unit:literal),+) => {$(
        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match f.precision() {
                    Some(precision) => write!(f, "{:.precision$} {}", self.0, $unit),
                    None => write!(f, "{} {}", self.0, $unit),
                }
            }
        }
    )+};
}

plain_display!(Db "dB", Dbm "dBm", Watts "W", Joules "J", Metres "m");

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_quantity_reads_back_what_it_prints() {
        for nanos in [0, 1, 999, 1_000, 7_182_000, 20_000_000, 1_500_000_000, 50 * NANOS_PER_SECOND, 1_100_235_001] {
            assert_eq!(SimTime(nanos).to_string().parse(), Ok(SimTime(nanos)));
            assert_eq!(SimDuration(nanos).to_string().parse(), Ok(SimDuration(nanos)));
        }
        for n in [0, 1, 512, 1_000, 1_460, 5_000_000, 5_242_880, 2_000_001] {
            assert_eq!(Bytes(n).to_string().parse(), Ok(Bytes(n)));
            assert_eq!(BitRate(n).to_string().parse(), Ok(BitRate(n)));
        }
        assert_eq!("1478 mW".parse(), Ok(Watts(1.478)));
        assert_eq!(Watts(0.05).to_string().parse(), Ok(Watts(0.05)));
        assert_eq!("-64.4 dBm".parse(), Ok(Dbm(-64.4)));
    }

    #[test]
    fn what_is_no_quantity_says_what_it_should_be() {
        for text in ["", "20", "ms", "20 m", "-1 s", "NaN s", "inf s", "1e400 s", "2 Mb/s", "1 s 2"] {
            let error = text.parse::<SimDuration>().unwrap_err();
            assert!(error.to_string().contains("is not a time"), "{error}");
        }
        assert_eq!("1e-3 s".parse(), Ok(SimDuration::from_millis(1)));
    }

    #[test]
    fn sending_takes_time_rounded_up() {
        assert_eq!(Bytes(1_500).time_at(BitRate(2_000_000)), SimDuration::from_micros(6_000));
        assert_eq!(Bytes(1).time_at(BitRate(3_000_000_000)).nanos(), 3);
    }
}
