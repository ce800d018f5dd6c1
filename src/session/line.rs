//! A line: a run in a session, the original or a branch, with how it goes on and how it failed.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::scenario::Scenario;
use crate::session::run::{Recording, Run};
use crate::sim::build::Layer;
use crate::units::{SimDuration, SimTime};

/// Simulated time between keyframes: a seek replays at most this.
const KEYFRAMES: SimDuration = SimDuration::from_secs(1);

/// The earliest cursor: by then it is known who hears whom, and nothing else has happened.
const EARLIEST: SimTime = SimTime::from_nanos(1);

/// Names a line of a session; never used twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LineId(pub u32);

/// Names what a line has recorded. See [`Line::history`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct History(pub LineId, pub u32);

/// Where a branch left another line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fork {
    /// The line it left.
    pub from: LineId,
    /// When.
    pub at: SimTime,
}

/// One line. See the module's documentation.
pub struct Line {
    /// Its name in the session.
    pub id: LineId,
    /// `A`, `B`, ... and what is special about it.
    pub title: String,
    /// Where it left another line, if it is a branch.
    pub fork: Option<Fork>,
    /// What a model said when it failed; the line can be taken back to before that.
    pub failure: Option<String>,
    run: Run,
    /// How often another run was put in its place.
    replaced: u32,
    /// How far a person has seen it. The run may have been a little further: what it looks ahead for, a loss to slow down for or a
    /// goal to stop at, it finds by passing it.
    seen: SimTime,
}

impl Line {
    /// The original line of `scenario`, at its start, with further layers on top of what a session records.
    pub fn new(id: LineId, scenario: Scenario, file: &str, layers: &[Layer]) -> Self {
        let recording = Recording { series: true, flight: true, ..Recording::default() };
        let mut run = Run::with_layers(scenario, file, recording, layers);
        run.keep_keyframes_every(KEYFRAMES);
        run.run_until(EARLIEST);
        let title = main_title(&run);
        Self { id, title, fork: None, failure: None, seen: run.now(), replaced: 0, run }
    }

    /// A branch of this line that begins now.
    #[must_use]
    pub fn branch(&self, id: LineId) -> Self {
        let mut run = self.run.fork();
        run.sim_mut().forget_ahead();
        let fork = Some(Fork { from: self.id, at: self.run.now() });
        Self {
            id,
            title: format!("from {:.1} s", self.run.now().secs_f64()),
            fork,
            failure: None,
            seen: run.now(),
            replaced: 0,
            run,
        }
    }

    /// The run.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// Puts another run in its place, as undoing does.
    pub(super) fn replace(&mut self, run: Run) {
        self.run = run;
        self.replaced += 1;
        self.seen = self.run.now();
        self.failure = None;
    }

    /// Names what it has recorded: while this stays, its past stays.
    pub const fn history(&self) -> History {
        History(self.id, self.replaced)
    }

    /// The present of the line: the cursor while it is watched.
    pub fn now(&self) -> SimTime {
        self.run.now()
    }

    /// How far it has ever come.
    pub fn frontier(&self) -> SimTime {
        self.run.sim().frontier()
    }

    /// How far a person has seen it.
    pub const fn seen(&self) -> SimTime {
        self.seen
    }

    /// A person sees it as it is now.
    pub(super) fn look(&mut self) {
        self.seen = self.seen.max(self.run.now());
    }

    /// Whether it can go no further.
    pub fn is_over(&self) -> bool {
        self.failure.is_some() || self.run.sim().stopped().is_some()
    }

    /// Lets something drive the run. If a model panics, the line has failed, with a report, and nothing else is lost.
    pub(super) fn drive<R>(&mut self, act: impl FnOnce(&mut Run) -> R) -> Option<R> {
        let run = &mut self.run;
        match catch_unwind(AssertUnwindSafe(|| act(run))) {
            Ok(result) => Some(result),
            Err(panic) => {
                let words = panic
                    .downcast_ref::<String>()
                    .cloned()
                    .or_else(|| panic.downcast_ref::<&str>().map(|text| (*text).to_owned()))
                    .unwrap_or_else(|| "it did not say why".to_owned());
                self.failure = Some(words);
                None
            }
        }
    }

    /// Goes to `at`, back or forth. A line that has failed can be taken back.
    pub(super) fn seek(&mut self, at: SimTime) {
        let failed = self.failure.take();
        if let Some(words) = failed.filter(|_| at >= self.now()) {
            self.failure = Some(words);
            return;
        }
        self.drive(|run| run.seek(at.max(EARLIEST)));
    }
}

fn main_title(run: &Run) -> String {
    let reports = run.report().flows;
    let mut laws: Vec<&str> = reports.iter().filter_map(|flow| flow.controller.as_deref()).collect();
    laws.dedup();
    if laws.is_empty() { "original".to_owned() } else { laws.join(", ") }
}
