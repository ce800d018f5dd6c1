//! Path loss, delay and reach between two positions (spec/wireless.md 1).

use crate::phy::config::{PhyConfig, Propagation, Reception};
use crate::units::{Metres, SPEED_OF_LIGHT, SimDuration, Watts};

/// What a transmission means to one hearer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reach {
    /// Power at the receiver; with unit disks a stand-in that only orders signals by distance.
    pub power: Watts,
    /// Time of flight, at least 1 ns: nobody hears a decision in the instant it is made.
    pub delay: SimDuration,
    /// Strong enough to be decoded when alone.
    pub decodable: bool,
    /// Strong enough to make the medium busy.
    pub sensed: bool,
    /// Strong enough to spoil another reception (unit disks have a range of their own for that).
    pub interferes: bool,
}

/// What a signal over `distance` means, or `None` where it does not count at all.
pub fn reach(config: &PhyConfig, distance: Metres) -> Option<Reach> {
    let delay = delay(distance);
    match config.propagation {
        Propagation::TwoRayGround => {
            let power = two_ray_ground(config, distance);
            let least = match config.reception {
                Reception::Sinr => config.noise.0 / 10.0,
                Reception::Pairwise | Reception::AnyOverlap => config.carrier_sense_threshold.0,
            };
            (power.0 >= least).then_some(Reach {
                power,
                delay,
                decodable: power.0 >= config.receive_threshold.0,
                sensed: power.0 >= config.carrier_sense_threshold.0,
                interferes: true,
            })
        }
        Propagation::UnitDisk { transmit, carrier_sense, interference } => {
            let within = |range: Metres| distance.0 <= range.0;
            (within(transmit) || within(carrier_sense) || within(interference)).then(|| Reach {
                power: Watts(1.0 / (1.0 + distance.0)),
                delay,
                decodable: within(transmit),
                sensed: within(carrier_sense),
                interferes: within(interference),
            })
        }
    }
}

/// Time of flight, rounded to the nearest nanosecond, at least one.
pub fn delay(distance: Metres) -> SimDuration {
    SimDuration::from_secs_f64(distance.0 / SPEED_OF_LIGHT).max(SimDuration::from_nanos(1))
}

/// Received power over flat ground: free space up to the cross-over distance, then `Pt ht^2 hr^2 / d^4`.
pub fn two_ray_ground(config: &PhyConfig, distance: Metres) -> Watts {
    let d = distance.0.max(0.1);
    let h2 = config.antenna_height.0 * config.antenna_height.0;
    if d < crossover(config).0 {
        let wavelength = SPEED_OF_LIGHT / config.frequency;
        let ratio = wavelength / (4.0 * std::f64::consts::PI * d);
        Watts(config.transmit_power.0 * ratio * ratio)
    } else {
        Watts(config.transmit_power.0 * h2 * h2 / (d * d * d * d))
    }
}

/// Where free space and the ground reflection agree: `4 pi ht hr / lambda`.
pub fn crossover(config: &PhyConfig) -> Metres {
    let h2 = config.antenna_height.0 * config.antenna_height.0;
    Metres(4.0 * std::f64::consts::PI * h2 * config.frequency / SPEED_OF_LIGHT)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_and_ranges_of_the_specification() {
        let config = PhyConfig { reception: Reception::Pairwise, ..PhyConfig::wavelan_2mb() };
        assert!((crossover(&config).0 - 86.142).abs() < 5e-4);
        for (d, power) in [
            (50.0, 7.6911e-8),
            (100.0, 1.4268e-8),
            (200.0, 8.9175e-10),
            (250.0, 3.6526e-10),
            (400.0, 5.5735e-11),
            (500.0, 2.2829e-11),
            (550.0, 1.5592e-11),
            (551.0, 1.5480e-11),
        ] {
            let got = two_ray_ground(&config, Metres(d)).0;
            assert!((got / power - 1.0).abs() < 5e-5, "{d} m: {got}");
        }
        // Ranges 250.011 m and 550.022 m.
        let at = |d| reach(&config, Metres(d));
        assert!(at(250.0).unwrap().decodable && !at(250.1).unwrap().decodable);
        assert!(at(550.0).is_some() && at(550.1).is_none());
    }

    #[test]
    fn both_formulas_agree_at_the_crossover() {
        let config = PhyConfig::wavelan_2mb();
        let d = crossover(&config).0;
        let near = two_ray_ground(&config, Metres(d * (1.0 - 1e-12))).0;
        let far = two_ray_ground(&config, Metres(d * (1.0 + 1e-12))).0;
        assert!((near / far - 1.0).abs() < 1e-9);
    }

    #[test]
    fn light_takes_833_ns_for_250_m_and_never_none() {
        assert_eq!(delay(Metres(250.0)).nanos(), 833);
        assert_eq!(delay(Metres(550.0)).nanos(), 1833);
        assert_eq!(delay(Metres(0.0)).nanos(), 1);
    }
}
