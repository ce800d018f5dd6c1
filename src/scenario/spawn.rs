//! From a valid scenario to a run.

use std::sync::Arc;

use crate::scenario::model::Scenario;
use crate::sim::blueprint::Blueprint;
use crate::sim::simulation::Simulation;

impl Simulation {
    /// The run that `scenario` describes, at time zero, with the layers that record.
    pub fn new(scenario: &Scenario) -> Self {
        Self::build(Arc::new(scenario.blueprint()), &[])
    }
}

impl Scenario {
    /// What a run is built from.
    pub fn blueprint(&self) -> Blueprint {
        todo!()
    }
}
