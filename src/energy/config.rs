//! What is measured, with which numbers (spec/energy.md 1, 3, 7).

use crate::energy::power::Kind;
use crate::units::Joules;

/// The choices of a scenario about energy.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergyConfig {
    /// The radio's power profile.
    pub radio: Kind,
    /// What counts.
    pub scope: Scope,
    /// When radios sleep.
    pub sleep: SleepPolicy,
    /// Where the energy comes from.
    pub battery: BatteryConfig,
}

/// What counts as consumption.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// The radio alone.
    #[default]
    Radio,
}

/// When a radio sleeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SleepPolicy {
    /// It never does.
    #[default]
    Never,
}

/// Where a node's energy comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum BatteryConfig {
    /// The wall.
    #[default]
    Mains,
    /// A store that is simply used up.
    Linear {
        /// What it holds when full.
        energy: Joules,
    },
}

impl BatteryConfig {
    /// The linear store of a battery of `capacity` ampere-hours at `voltage` volts: 3600 Q V joules (spec/energy.md 7).
    pub fn from_charge(capacity: f64, voltage: f64) -> Self {
        Self::Linear { energy: Joules(3600.0 * capacity * voltage) }
    }
}
