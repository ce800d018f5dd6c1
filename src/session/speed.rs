//! The wished speed: simulated time in a second on screen. A slider has it on a logarithmic scale, words have it with a unit.

use crate::units::SimDuration;

/// How fast a run is to go.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Speed {
    /// So many simulated seconds in a second on screen.
    Ratio(f64),
    /// As fast as the machine can.
    Unlimited,
}

/// The slowest: a microsecond a second.
pub const SLOWEST: f64 = 1e-6;

/// The fastest that has a number; the slider's end beyond it means unlimited.
pub const FASTEST: f64 = 100.0;

/// Decades between [`SLOWEST`] and [`FASTEST`].
const DECADES: f64 = 8.0;

/// Where on the slider [`Speed::Unlimited`] begins.
const LIMIT: f64 = 0.97;

impl Default for Speed {
    /// 20 ms a second: a frame of 1500 bytes at 2 Mb/s crosses its link in a third of a second.
    fn default() -> Self {
        Self::Ratio(0.02)
    }
}

impl Speed {
    /// The speed at place `0.0..=1.0` of a slider, in steps of 1, 2, 5.
    pub fn at_slider(place: f64) -> Self {
        if place >= LIMIT {
            return Self::Unlimited;
        }
        Self::Ratio(round_125(SLOWEST * libm::pow(10.0, DECADES * place.max(0.0) / LIMIT)).clamp(SLOWEST, FASTEST))
    }

    /// Its place on a slider.
    pub fn slider(self) -> f64 {
        match self {
            Self::Unlimited => 1.0,
            Self::Ratio(ratio) => (libm::log10(ratio.max(SLOWEST) / SLOWEST) / DECADES * LIMIT).min(LIMIT - 1e-9),
        }
    }

    /// The next step up (`+1`) or down (`-1`) in the series 1, 2, 5.
    #[must_use]
    pub fn stepped(self, direction: i32) -> Self {
        match self {
            Self::Unlimited if direction < 0 => Self::Ratio(FASTEST),
            Self::Unlimited => Self::Unlimited,
            Self::Ratio(ratio) if direction > 0 && ratio >= FASTEST * 0.999 => Self::Unlimited,
            Self::Ratio(ratio) => {
                let factor = if direction > 0 { 1.8 } else { 1.0 / 1.8 };
                Self::Ratio(round_125(ratio * factor).clamp(SLOWEST, FASTEST))
            }
        }
    }

    /// The simulated time in a second on screen, with its unit: `20 ms`; `unlimited`.
    pub fn words(self) -> String {
        match self {
            Self::Unlimited => "unlimited".to_owned(),
            Self::Ratio(ratio) => span_words(ratio),
        }
    }
}

/// Seconds with a unit that leaves few digits: `20 ms`, `1.5 s`.
pub fn span_words(seconds: f64) -> String {
    let (value, unit) = match seconds {
        s if s >= 1.0 => (s, "s"),
        s if s >= 1e-3 => (s * 1e3, "ms"),
        s => (s * 1e6, "µs"),
    };
    let digits = usize::from(value < 99.5 && (value - value.round()).abs() >= 0.005);
    format!("{value:.digits$} {unit}")
}

/// The value of 1, 2, 5 times a power of ten that is nearest on a logarithmic scale.
fn round_125(value: f64) -> f64 {
    let decade = libm::pow(10.0, libm::floor(libm::log10(value)));
    let mantissa = value / decade;
    let rounded = match mantissa {
        m if m < std::f64::consts::SQRT_2 => 1.0,
        m if m < 3.162_2 => 2.0,
        m if m < 7.071 => 5.0,
        _ => 10.0,
    };
    rounded * decade
}

impl Speed {
    /// The simulated time that belongs to `wall` on screen.
    pub fn in_wall(self, wall: std::time::Duration) -> SimDuration {
        match self {
            Self::Unlimited => SimDuration::MAX,
            Self::Ratio(ratio) => SimDuration::from_secs_f64(ratio * wall.as_secs_f64()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_slider_reaches_every_step_and_comes_back() {
        let mut speed = Speed::Ratio(SLOWEST);
        let mut steps = 1;
        while speed != Speed::Unlimited {
            let again = Speed::at_slider(speed.slider());
            assert_eq!(again.words(), speed.words());
            assert!(speed.stepped(1).slider() > speed.slider());
            speed = speed.stepped(1);
            steps += 1;
        }
        assert_eq!(steps, 3 * 8 + 2);
        assert_eq!(Speed::Unlimited.stepped(-1), Speed::Ratio(FASTEST));
    }

    #[test]
    fn words_have_a_unit_and_few_digits() {
        let words = [1e-6, 2e-5, 5e-4, 0.02, 0.5, 1.0, 100.0].map(|ratio| Speed::Ratio(ratio).words());
        assert_eq!(words, ["1 µs", "20 µs", "500 µs", "20 ms", "500 ms", "1 s", "100 s"]);
    }
}
