//! The clock of a run. Only the drain and the driver move it, and never backwards (a restore replaces it).

use bevy_ecs::resource::Resource;

use crate::units::SimTime;

/// Simulated now, and where the present step ends.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Clock {
    now: SimTime,
    step_end: SimTime,
    events: u64,
}

impl Clock {
    /// The present instant.
    pub const fn now(&self) -> SimTime {
        self.now
    }

    /// The step covers everything before this instant.
    pub const fn step_end(&self) -> SimTime {
        self.step_end
    }

    /// Events handled since the start.
    pub const fn events(&self) -> u64 {
        self.events
    }

    /// Moves to `at` for an event and counts it.
    ///
    /// # Panics
    /// If time would run backwards.
    pub fn handle_at(&mut self, at: SimTime) {
        assert!(at >= self.now, "time moved back from {} to {at}", self.now);
        self.now = at;
        self.events += 1;
    }

    /// Moves to `at` without an event, as at the end of a step.
    ///
    /// # Panics
    /// If time would run backwards.
    pub fn advance(&mut self, at: SimTime) {
        assert!(at >= self.now, "time moved back from {} to {at}", self.now);
        self.now = at;
    }

    /// Sets where the coming step ends.
    pub const fn set_step_end(&mut self, end: SimTime) {
        self.step_end = end;
    }
}
