//! Bit errors (spec/wireless.md 3).

use crate::units::Bytes;

/// The probability that at least one bit of `size` bytes is wrong when each is with probability `bit_error_rate`.
///
/// Computed as `-expm1(8 l ln1p(-e))`, which keeps its digits for small rates.
pub fn frame_error_rate(bit_error_rate: f64, size: Bytes) -> f64 {
    if bit_error_rate <= 0.0 {
        return 0.0;
    }
    -libm::expm1(size.bits() as f64 * libm::log1p(-bit_error_rate))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_of_the_specification() {
        for (rate, size, expected) in [
            (1e-6, 1534, 0.01220),
            (1e-5, 1534, 0.11549),
            (1e-5, 74, 0.005_903),
            (1e-5, 14, 0.001_119),
            (1e-4, 1534, 0.70691),
            (1e-4, 20, 0.015_873),
            (0.0, 1534, 0.0),
        ] {
            let got = frame_error_rate(rate, Bytes(size));
            assert!((got - expected).abs() < 6e-6, "{rate} {size}: {got}");
        }
    }
}
