//! The step: six sets in one fixed order, on one thread, with every ambiguity an error.

use bevy_ecs::schedule::{
    IntoScheduleConfigs, LogLevel, Schedule, ScheduleBuildSettings, ScheduleLabel, SingleThreadedExecutor, SystemSet,
};

/// The schedule of one step of a run.
#[derive(ScheduleLabel, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SimStep;

/// The sets of [`SimStep`], in the order in which they run.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepSystems {
    /// Commands that are due: the only place where a run is steered.
    Intake,
    /// Who may hear whom in this step; static routes after a change.
    Topology,
    /// Every event before the end of the step: the only place where layers meet.
    Drain,
    /// What a reader of this step needs.
    Settle,
    /// Due samples.
    Sample,
    /// Whether the books balance.
    Check,
}

/// An empty step with its sets in order.
pub fn step_schedule() -> Schedule {
    let mut schedule = Schedule::new(SimStep);
    schedule.set_executor(SingleThreadedExecutor::new());
    schedule.set_build_settings(ScheduleBuildSettings {
        ambiguity_detection: LogLevel::Error,
        auto_insert_apply_deferred: false,
        ..ScheduleBuildSettings::default()
    });
    schedule.configure_sets(
        (
            StepSystems::Intake,
            StepSystems::Topology,
            StepSystems::Drain,
            StepSystems::Settle,
            StepSystems::Sample,
            StepSystems::Check,
        )
            .chain(),
    );
    schedule
}
