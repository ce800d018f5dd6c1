//! The one place where the command line meets a simulation.

use std::convert::Infallible;

use crate::export::RunInfo;
use crate::export::trace::TraceLine;
use crate::ids::FlowId;
use crate::metrics::summary::Report;
use crate::metrics::{Metric, Recorder};
use crate::scenario::Scenario;
use crate::units::{SimDuration, SimTime};

/// What is recorded beside the run itself; never changes the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Series and marks of flows and nodes, for tables and figures.
    pub series: bool,
    /// Every packet and frame.
    pub trace: bool,
}

/// A run under way.
#[derive(Debug)]
pub struct Session(Infallible);

impl Session {
    /// A run of `scenario` at its start; `file` is the name it goes by in files.
    pub fn new(_scenario: Scenario, _file: String, _recording: Recording) -> Self {
        unimplemented!()
    }
    /// Sets the longest step.
    pub fn set_step(&mut self, _step: SimDuration) {
        match self.0 {}
    }
    /// Runs until `until` or the end of the run.
    pub fn run_until(&mut self, _until: SimTime) {
        match self.0 {}
    }
    /// The present.
    pub fn now(&self) -> SimTime {
        match self.0 {}
    }
    /// When the run ends by its duration, if it does.
    pub fn planned_end(&self) -> Option<SimTime> {
        match self.0 {}
    }
    /// Why the run ended, if it has.
    pub fn stopped(&self) -> Option<&'static str> {
        match self.0 {}
    }
    /// The digest so far.
    pub fn digest(&self) -> String {
        match self.0 {}
    }
    /// What was counted.
    pub fn report(&self) -> Report {
        match self.0 {}
    }
    /// The curves.
    pub fn recorder(&self) -> &Recorder {
        match self.0 {}
    }
    /// What identifies the run.
    pub fn info(&self) -> RunInfo {
        match self.0 {}
    }
    /// The chain of causes.
    pub fn why(&self, _flow: FlowId, _at: SimTime, _what: Metric) -> String {
        match self.0 {}
    }
    /// All facts that are kept, a line each.
    pub fn journal(&self) -> String {
        match self.0 {}
    }
    /// What was traced since the last call.
    pub fn take_trace(&mut self) -> Vec<TraceLine> {
        match self.0 {}
    }
    /// A branch.
    pub fn fork(&self) -> Self {
        match self.0 {}
    }
    /// Goes to `at`, also back.
    pub fn seek(&mut self, _at: SimTime) {
        match self.0 {}
    }
    /// The commands so far, in RON.
    pub fn commands(&self) -> String {
        match self.0 {}
    }
    /// Gives the commands of a log again.
    pub fn replay(&mut self, _commands: &str) {
        match self.0 {}
    }
}
