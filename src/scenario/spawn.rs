//! From a valid scenario to a run.

use std::sync::Arc;

use crate::scenario::model::Scenario;
use crate::sim::blueprint::{Blueprint, FlowSpec, LinkSpec, NodeSpec, TransportSpec};
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
        use crate::energy::power::Kind;
        use crate::scenario::model as m;
        Blueprint {
            seed: self.seed,
            duration: self.duration,
            phy: self.phy.clone(),
            mac: self.mac.clone(),
            nodes: self.nodes.iter().map(|n| NodeSpec { name: n.name.clone(), position: n.position, battery: n.battery }).collect(),
            links: self
                .links
                .iter()
                .map(|l| LinkSpec { from: l.from, to: l.to, forward: l.forward.clone(), backward: l.backward.clone() })
                .collect(),
            flows: self
                .flows
                .iter()
                .map(|f| FlowSpec {
                    name: f.name.clone(),
                    from: f.from,
                    to: f.to,
                    start: f.start,
                    stop: f.stop,
                    traffic: f.traffic.clone(),
                    transport: match &f.transport {
                        m::TransportSpec::Tcp(config) => TransportSpec::Tcp(config.clone()),
                        m::TransportSpec::Udp => TransportSpec::Udp,
                    },
                })
                .collect(),
            radio_power: Kind::WavelanSingh,
            scope: self.energy.scope,
            script: self.script.clone(),
        }
    }
}
