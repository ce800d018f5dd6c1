//! What is measured, with which numbers (spec/energy.md 1, 3, 7).

use crate::units::Joules;

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
