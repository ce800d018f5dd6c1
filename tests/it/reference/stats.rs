//! Means over seeds, and whether two of them differ: Welch's interval, which does not assume equal variances.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// The results of one point over seeds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Sample {
    pub(super) mean: f64,
    /// Sample standard deviation.
    pub(super) std: f64,
    pub(super) n: usize,
}

impl Sample {
    pub(super) fn of(values: &[f64]) -> Self {
        let n = values.len();
        assert!(n >= 2, "{n} value(s) have no spread");
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
        Self { mean, std: (squares / (n - 1) as f64).sqrt(), n }
    }

    fn squared_error(self) -> f64 {
        self.std * self.std / self.n as f64
    }
}

/// Half the width of the interval around the difference of two means that holds zero with probability `1 - alpha` if they are
/// the same (Welch 1947, degrees of freedom after Satterthwaite).
pub(super) fn half_width(a: Sample, b: Sample, alpha: f64) -> f64 {
    let (ea, eb) = (a.squared_error(), b.squared_error());
    let error = ea + eb;
    if error == 0.0 {
        return 0.0;
    }
    let freedom = error * error / (ea * ea / (a.n - 1) as f64 + eb * eb / (b.n - 1) as f64);
    StudentsT::new(0.0, 1.0, freedom).unwrap().inverse_cdf(1.0 - alpha / 2.0) * error.sqrt()
}

#[test]
fn spread_of_five_values() {
    let sample = Sample::of(&[1.0, 2.0, 3.0, 4.0, 5.0]);
    assert!((sample.mean - 3.0).abs() < 1e-12 && (sample.std - 2.5_f64.sqrt()).abs() < 1e-12, "{sample:?}");
}

/// Two samples of ten with the same spread: 18 degrees of freedom, t = 2.1009; errors 0.1 + 0.1.
#[test]
fn interval_by_hand() {
    let sample = Sample { mean: 0.0, std: 1.0, n: 10 };
    assert!((half_width(sample, sample, 0.05) - 2.100_92 * 0.2_f64.sqrt()).abs() < 1e-4);
    // One without any spread: the degrees of freedom of the other, t(9) = 2.2622.
    let exact = Sample { mean: 0.0, std: 0.0, n: 10 };
    assert!((half_width(sample, exact, 0.05) - 2.262_16 * 0.1_f64.sqrt()).abs() < 1e-4);
}
