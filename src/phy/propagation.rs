//! Path loss, delay and reach between two positions (spec/wireless.md 1).

use crate::ids::NodeId;
use crate::phy::config::{PhyConfig, Propagation, Reception};
use crate::rng::{Owner, Purpose, Stream};
use crate::units::{Db, Metres, SPEED_OF_LIGHT, SimDuration, Watts};

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

/// What a signal over `distance` means without obstacles, or `None` where it does not count at all.
pub fn reach(config: &PhyConfig, distance: Metres) -> Option<Reach> {
    reach_past(config, distance, Db(0.0))
}

/// The same where obstacles add `shadow`.
pub fn reach_past(config: &PhyConfig, distance: Metres, shadow: Db) -> Option<Reach> {
    let delay = delay(distance);
    match config.propagation {
        Propagation::TwoRayGround | Propagation::FreeSpace | Propagation::LogDistance { .. } => {
            let power = Watts(power(config, distance).0 * libm::pow(10.0, shadow.0 / 10.0));
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

/// Received power without obstacles; with unit disks there is none.
pub fn power(config: &PhyConfig, distance: Metres) -> Watts {
    match config.propagation {
        Propagation::TwoRayGround => two_ray_ground(config, distance),
        Propagation::FreeSpace => free_space(config, distance),
        Propagation::LogDistance { exponent, reference, .. } => {
            let at_reference = free_space(config, Metres(distance.0.min(reference.0)));
            Watts(at_reference.0 * libm::pow(distance.0.max(reference.0) / reference.0, -exponent))
        }
        Propagation::UnitDisk { .. } => Watts(0.0),
    }
}

/// Received power where nothing reflects: `Pt (lambda / (4 pi d))^2`.
pub fn free_space(config: &PhyConfig, distance: Metres) -> Watts {
    let wavelength = SPEED_OF_LIGHT / config.frequency;
    let ratio = wavelength / (4.0 * std::f64::consts::PI * distance.0.max(0.1));
    Watts(config.transmit_power.0 * ratio * ratio)
}

/// Received power over flat ground: free space up to the cross-over distance, then `Pt ht^2 hr^2 / d^4`.
pub fn two_ray_ground(config: &PhyConfig, distance: Metres) -> Watts {
    let d = distance.0.max(0.1);
    let h2 = config.antenna_height.0 * config.antenna_height.0;
    if d < crossover(config).0 {
        free_space(config, distance)
    } else {
        Watts(config.transmit_power.0 * h2 * h2 / (d * d * d * d))
    }
}

/// What obstacles between two nodes add, in dB: normal with the deviation of the propagation, drawn from the seed and the two nodes
/// alone, so it is the same both ways and other nodes change nothing.
pub fn shadow(config: &PhyConfig, seed: u64, a: NodeId, b: NodeId) -> Db {
    let Propagation::LogDistance { shadowing: Db(deviation), .. } = config.propagation else { return Db(0.0) };
    if deviation == 0.0 {
        return Db(0.0);
    }
    let mut stream = Stream::new(seed, Owner::Pair(a.0.min(b.0), a.0.max(b.0)), Purpose::Shadowing);
    // Box and Muller 1958.
    let radius = libm::sqrt(-2.0 * libm::log(1.0 - stream.unit()));
    Db(deviation * radius * libm::cos(std::f64::consts::TAU * stream.unit()))
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

    /// spec/wireless.md 1: free space reaches 725.60 m and 3511.9 m with the thresholds of WaveLAN, log-distance with exponent 2.386
    /// a median of 250 m and 938 m.
    #[test]
    fn ranges_without_the_ground() {
        let range = |propagation, threshold: f64| {
            let config = PhyConfig { propagation, ..PhyConfig::wavelan_2mb() };
            let (mut near, mut far) = (1.0, 1e5);
            for _ in 0..60 {
                let middle = f64::midpoint(near, far);
                if power(&config, Metres(middle)).0 >= threshold { near = middle } else { far = middle }
            }
            near
        };
        let log = Propagation::LogDistance { exponent: 2.386, reference: Metres(1.0), shadowing: Db(4.0) };
        for (propagation, receive, sense, tolerance) in
            [(Propagation::FreeSpace, 725.60, 3511.9, 0.05), (log, 250.0, 938.0, 0.7)]
        {
            let got = [range(propagation, 3.652e-10), range(propagation, 1.559e-11)];
            assert!(
                (got[0] - receive).abs() < tolerance && (got[1] - sense).abs() < tolerance,
                "{propagation:?}: {got:?}"
            );
        }
        let config = PhyConfig { propagation: log, ..PhyConfig::wavelan_2mb() };
        assert!((power(&config, Metres(1.0)).0 / 1.922_78e-4 - 1.0).abs() < 1e-5);
    }

    #[test]
    fn shadows_are_normal_the_same_both_ways_and_belong_to_the_seed() {
        let propagation = Propagation::LogDistance { exponent: 2.386, reference: Metres(1.0), shadowing: Db(4.0) };
        let config = PhyConfig { propagation, ..PhyConfig::wavelan_2mb() };
        let between = |seed, a, b| shadow(&config, seed, NodeId(a), NodeId(b)).0;
        assert_eq!(between(1, 3, 8).to_bits(), between(1, 8, 3).to_bits());
        assert!([between(2, 3, 8), between(1, 3, 9)].iter().all(|other| (other - between(1, 3, 8)).abs() > 1e-9));
        let all: Vec<f64> =
            (0..200).flat_map(|a| (a + 1..200).map(move |b| (a, b))).map(|(a, b)| between(1, a, b)).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let deviation = libm::sqrt(all.iter().map(|x| (x - mean) * (x - mean)).sum::<f64>() / all.len() as f64);
        let beyond = all.iter().filter(|x| x.abs() > 8.0).count() as f64 / all.len() as f64;
        // 19,900 draws: the mean is known to 0.03, the deviation to 0.02; 4.55 % lie beyond two deviations.
        assert!(
            mean.abs() < 0.1 && (deviation - 4.0).abs() < 0.08 && (beyond - 0.0455).abs() < 0.006,
            "{mean} {deviation} {beyond}"
        );
    }
}
