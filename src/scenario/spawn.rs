//! From a valid scenario to a run.

use crate::scenario::model::Scenario;
use crate::sim::simulation::Simulation;

impl Simulation {
    /// The run that `scenario` describes, at time zero, without layers that record.
    pub fn new(scenario: &Scenario) -> Self {
        Self::build(scenario.blueprint.clone(), &[])
    }
}
