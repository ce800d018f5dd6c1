//! Joules from times and powers (spec/energy.md 2, 4).
//!
//! In: readings of a ledger and a power profile. Out: energies. Sums are exact, in attojoules (a nanowatt for a nanosecond), and
//! become floating numbers once, at the end; so parts add up to their whole whatever the order.

use crate::energy::ledger::{Class, ClassTimes, RadioState, StateTimes};
use crate::energy::power::PowerProfile;
use crate::units::{Joules, SimDuration};

/// Attojoules in a joule.
const ATTOJOULES: f64 = 1e18;

/// An exact amount of energy in attojoules, 1e-18 J.
pub type Attojoules = u128;

/// The energy of `span` at `nanowatts`.
pub const fn energy(nanowatts: u64, span: SimDuration) -> Attojoules {
    nanowatts as u128 * span.nanos() as u128
}

/// `attojoules` as a floating number, for formulas and display.
pub fn joules(attojoules: Attojoules) -> Joules {
    Joules(attojoules as f64 / ATTOJOULES)
}

/// What was used in `state`.
pub const fn of_state(times: &StateTimes, profile: &PowerProfile, state: RadioState) -> Attojoules {
    energy(profile.nanowatts(state), times.of(state))
}

/// What was used in all states.
pub fn total(times: &StateTimes, profile: &PowerProfile) -> Attojoules {
    RadioState::ALL.iter().map(|state| of_state(times, profile, *state)).sum()
}

/// What sending and receiving for `class` used.
pub fn of_class(classes: &ClassTimes, profile: &PowerProfile, class: Class) -> Attojoules {
    [RadioState::Transmit, RadioState::Receive]
        .into_iter()
        .map(|state| energy(profile.nanowatts(state), classes.of(state, class)))
        .sum()
}

/// What sending and receiving used of which the purpose is not known.
pub fn unattributed(classes: &ClassTimes, profile: &PowerProfile) -> Attojoules {
    [RadioState::Transmit, RadioState::Receive]
        .into_iter()
        .map(|state| energy(profile.nanowatts(state), classes.unattributed(state)))
        .sum()
}

/// The three energies that a connection is judged by (spec/energy.md 4): `idealized <= sleep <= total` wherever sleeping draws
/// no more than idling.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ConnectionEnergy {
    /// All that was used.
    pub total: Attojoules,
    /// Without the time in which the radio was idle or asleep: as if idling cost nothing.
    pub idealized: Attojoules,
    /// As if the radio had slept in that time.
    pub sleep: Attojoules,
}

impl ConnectionEnergy {
    /// The energies between two readings of one ledger.
    pub fn between(start: &StateTimes, end: &StateTimes, profile: &PowerProfile) -> Self {
        let times = end.since(start);
        let resting = [RadioState::Idle, RadioState::Sleep];
        let active = RadioState::ALL.iter().filter(|state| !resting.contains(state));
        let idealized = active.map(|state| of_state(&times, profile, *state)).sum();
        let rest = times.of(RadioState::Idle) + times.of(RadioState::Sleep);
        Self {
            total: total(&times, profile),
            idealized,
            sleep: idealized + energy(profile.nanowatts(RadioState::Sleep), rest),
        }
    }
}

/// Joules per bit of goodput; `None` if nothing was delivered.
pub fn joules_per_bit(energy: Attojoules, bits: u64) -> Option<f64> {
    (bits > 0).then(|| joules(energy).0 / bits as f64)
}

#[cfg(test)]
mod tests;
