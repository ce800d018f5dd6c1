//! A battery: an exact integer store that ends at exactly zero (spec/energy.md 7).
//!
//! In: how long which power was drawn. Out: what is left, and the instant at which nothing will be, which its owner arms anew
//! whenever the power changes. That instant is rounded up to a nanosecond, so less than one nanosecond's energy is drawn that was
//! not there; what is left is then zero, not less.

use bevy_ecs::component::Component;

use crate::energy::config::BatteryConfig;
use crate::energy::meter::{self, Attojoules};
use crate::units::{Joules, SimDuration, SimTime};

/// Attojoules in a nanojoule, the grain of capacities: decimal joules become exact.
const GRAIN: Attojoules = 1_000_000_000;

/// Where a node's energy comes from.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub enum Battery {
    /// The wall: never empty.
    Mains,
    /// A store that is used up joule by joule, however fast.
    Linear {
        /// What it held when full.
        capacity: Attojoules,
        /// What is left.
        remaining: Attojoules,
    },
}

impl Battery {
    /// A full battery.
    pub fn new(config: BatteryConfig) -> Self {
        match config {
            BatteryConfig::Mains => Self::Mains,
            BatteryConfig::Linear { energy } => {
                let capacity = in_attojoules(energy);
                Self::Linear { capacity, remaining: capacity }
            }
        }
    }

    /// Takes the energy of `span` at `nanowatts`, as far as it is there.
    pub const fn drain(&mut self, span: SimDuration, nanowatts: u64) {
        if let Self::Linear { remaining, .. } = self {
            *remaining = remaining.saturating_sub(meter::energy(nanowatts, span));
        }
    }

    /// What is left; `None` on mains.
    pub const fn remaining(&self) -> Option<Attojoules> {
        match self {
            Self::Mains => None,
            Self::Linear { remaining, .. } => Some(*remaining),
        }
    }

    /// What was taken out; `None` on mains.
    pub const fn consumed(&self) -> Option<Attojoules> {
        match self {
            Self::Mains => None,
            Self::Linear { capacity, remaining } => Some(*capacity - *remaining),
        }
    }

    /// When nothing will be left, if `nanowatts` are drawn from `now` on; `None` if that never happens.
    pub fn empty_at(&self, now: SimTime, nanowatts: u64) -> Option<SimTime> {
        match self {
            Self::Mains => None,
            Self::Linear { remaining: 0, .. } => Some(now),
            Self::Linear { .. } if nanowatts == 0 => None,
            Self::Linear { remaining, .. } => {
                let nanos = u64::try_from(remaining.div_ceil(u128::from(nanowatts))).ok()?;
                now.nanos().checked_add(nanos).map(SimTime::from_nanos)
            }
        }
    }
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "float to integer casts saturate")]
fn in_attojoules(energy: Joules) -> Attojoules {
    Attojoules::from(libm::round(energy.0 * 1e9) as u64) * GRAIN
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::energy::ledger::{Ledger, RadioState};
    use crate::energy::power::Kind;

    const IDLE: u64 = 780_000_000;
    const TRANSMIT: u64 = 1_478_000_000;

    fn battery(joules: f64) -> Battery {
        Battery::new(BatteryConfig::Linear { energy: Joules(joules) })
    }

    fn at(nanos: u64) -> SimTime {
        SimTime::from_nanos(nanos)
    }

    /// cases.md E1: an idle radio with 0.78 J dies at 1.000000 s.
    #[test]
    fn an_idle_node_with_0_78_joules_dies_after_exactly_a_second() {
        let mut battery = battery(0.78);
        assert_eq!(battery.empty_at(at(0), IDLE), Some(at(1_000_000_000)));
        battery.drain(SimDuration::from_millis(400), IDLE);
        assert_eq!(battery.remaining(), Some(468_000_000_000_000_000));
        assert_eq!(battery.empty_at(at(400_000_000), IDLE), Some(at(1_000_000_000)));
        battery.drain(SimDuration::from_millis(600), IDLE);
        assert_eq!(battery.remaining(), Some(0));
        assert_eq!(battery.consumed(), Some(780_000_000_000_000_000));
        // The run goes on: nothing is left to take.
        battery.drain(SimDuration::from_secs(10), IDLE);
        assert_eq!(battery.remaining(), Some(0));
        assert_eq!(battery.empty_at(at(7), IDLE), Some(at(7)));
    }

    /// cases.md E1 again, dying in a frame: half a second idle leaves 0.39 J, which transmitting uses up in
    /// 0.39 / 1.478 = 0.263870094722... s.
    #[test]
    fn a_node_that_dies_in_a_frame_dies_at_the_nanosecond_and_has_nothing_left() {
        let profile = Kind::WavelanSingh.profile();
        let (mut battery, mut ledger) = (battery(0.78), Ledger::new(at(0), RadioState::Idle));
        let frame = at(500_000_000);
        battery.drain(frame.since(ledger.since()), profile.nanowatts(ledger.state()));
        ledger.set_state(frame, RadioState::Transmit);
        let end = battery.empty_at(frame, profile.nanowatts(ledger.state())).unwrap();
        assert_eq!(end, at(763_870_095));
        battery.drain(end.since(ledger.since()), profile.nanowatts(ledger.state()));
        ledger.set_state(end, RadioState::Off);
        assert_eq!(battery.remaining(), Some(0));
        // The ledger's joules exceed the battery's by the part of a nanosecond that was rounded up, and stay there.
        let used = meter::total(&ledger.times(at(9_000_000_000)), profile);
        let excess = used - battery.consumed().unwrap();
        assert!(excess < u128::from(TRANSMIT), "{excess} aJ");
    }

    /// spec/energy.md 10, check 25: 1.8 Ah at 11.1 V are 71,928 J; a laptop idling at 18.398 W uses them up in 3909.6 s.
    #[test]
    fn a_laptop_battery_lasts_65_minutes() {
        let mut battery = Battery::new(BatteryConfig::from_charge(1.8, 11.1));
        assert_eq!(battery.remaining(), Some(71_928_000_000_000 * GRAIN));
        let empty = battery.empty_at(at(0), 18_398_000_000).unwrap();
        assert_eq!(format!("{:.1}", empty.secs_f64()), "3909.6");
        // Exactly: 71,928 / 18.398 = 3909.555386455...
        assert_eq!(empty, at(3_909_555_386_456));
        battery.drain(empty.since(at(0)), 18_398_000_000);
        assert_eq!(battery.remaining(), Some(0));
        // The radio alone, idle: 25.6 h (spec/energy.md 7).
        let radio = Battery::new(BatteryConfig::from_charge(1.8, 11.1)).empty_at(at(0), IDLE).unwrap();
        assert_eq!(format!("{:.1}", radio.secs_f64() / 3600.0), "25.6");
    }

    #[test]
    fn some_batteries_never_run_empty() {
        let mut mains = Battery::new(BatteryConfig::Mains);
        mains.drain(SimDuration::from_secs(1), TRANSMIT);
        assert_eq!((mains.remaining(), mains.consumed(), mains.empty_at(at(0), TRANSMIT)), (None, None, None));
        assert_eq!(battery(0.78).empty_at(at(0), 0), None, "nothing is drawn");
        assert_eq!(battery(9e9).empty_at(at(0), 1), None, "later than time can say");
        assert_eq!(battery(0.0).empty_at(at(3), IDLE), Some(at(3)), "empty from the start");
    }
}
