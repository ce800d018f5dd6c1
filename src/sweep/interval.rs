//! Means with their spread and Student's interval.

use statrs::distribution::{ContinuousCDF, StudentsT};

/// What repeated measurements of one thing come to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// How many there are.
    pub n: usize,
    /// Their mean.
    pub mean: f64,
    /// Sample standard deviation; `None` of fewer than two.
    pub std: Option<f64>,
    /// Half the width of the interval that holds the true mean with 95 % confidence, if they are independent and about normal
    /// (Student 1908, n - 1 degrees of freedom); `None` of fewer than two.
    pub ci95: Option<f64>,
}

impl Estimate {
    /// Of these values, in their order; `None` of none.
    pub fn of(values: &[f64]) -> Option<Self> {
        let n = values.len();
        if n == 0 {
            return None;
        }
        let mean = values.iter().sum::<f64>() / n as f64;
        let squares: f64 = values.iter().map(|value| (value - mean) * (value - mean)).sum();
        let std = (n > 1).then(|| (squares / (n - 1) as f64).sqrt());
        let ci95 = std.and_then(|std| Some(t975(n - 1)? * std / (n as f64).sqrt()));
        Some(Self { n, mean, std, ci95 })
    }
}

/// The 97.5 % quantile of Student's t with so many degrees of freedom; `None` of none.
pub fn t975(freedom: usize) -> Option<f64> {
    StudentsT::new(0.0, 1.0, freedom as f64).ok().map(|t| t.inverse_cdf(0.975))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_as_they_are_printed_in_tables() {
        for (freedom, expected) in [(1, 12.7062), (2, 4.3027), (4, 2.7764), (9, 2.2622), (29, 2.0452), (99, 1.9842)] {
            let got = t975(freedom).unwrap();
            assert!((got - expected).abs() < 5e-5, "{freedom}: {got}");
        }
        assert_eq!(t975(0), None);
    }

    #[test]
    fn an_estimate_by_hand() {
        let of = Estimate::of(&[1.0, 2.0, 3.0, 4.0, 5.0]).unwrap();
        assert_eq!((of.n, of.mean), (5, 3.0));
        assert!((of.std.unwrap() - 2.5_f64.sqrt()).abs() < 1e-12);
        // 2.7764 sqrt(2.5 / 5)
        assert!((of.ci95.unwrap() - 1.963_24).abs() < 1e-4);
        assert_eq!(Estimate::of(&[7.0]), Some(Estimate { n: 1, mean: 7.0, std: None, ci95: None }));
        assert_eq!(Estimate::of(&[]), None);
    }
}
