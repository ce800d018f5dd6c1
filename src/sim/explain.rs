//! Why something happened in a run, in words.

use crate::fact::{Fact, FactId, What};
use crate::ids::{FlowId, NodeId};
use crate::journal::Journal;
use crate::journal::why::{Line, Names, why};
use crate::sim::blueprint::TransportSpec;
use crate::sim::intake::CommandLog;
use crate::sim::simulation::Simulation;
use crate::units::SimTime;

/// What can be asked about a flow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Question {
    /// The last change of the congestion window other than by growth.
    #[default]
    Window,
    /// The last timeout.
    Timeout,
    /// The last loss that the sender noticed: a third duplicate acknowledgement or a timeout.
    Loss,
}

impl Question {
    /// All questions with the names they are asked by.
    pub const ALL: [(&'static str, Self); 3] =
        [("cwnd", Self::Window), ("timeout", Self::Timeout), ("loss", Self::Loss)];

    const fn is_about(self, flow: FlowId, what: &What) -> bool {
        match (self, what) {
            (Self::Window, What::Window { flow: other, .. })
            | (Self::Timeout | Self::Loss, What::Timeout { flow: other, .. })
            | (Self::Loss, What::ThirdDupAck { flow: other, .. }) => other.0 == flow.0,
            _ => false,
        }
    }
}

impl Simulation {
    /// The fact that answers `question` about `flow` as of `at`: the last one not later.
    pub fn find(&self, flow: FlowId, at: SimTime, question: Question) -> Option<(FactId, &Fact)> {
        let facts = self.world().resource::<Journal>().facts();
        facts.rev().filter(|(_, fact)| fact.at <= at).find(|(_, fact)| question.is_about(flow, &fact.what))
    }

    /// The chain of causes of a fact.
    pub fn why(&self, fact: FactId) -> Vec<Line> {
        why(self.world().resource::<Journal>(), &self.names(), fact)
    }

    /// What people call the things in this run.
    pub fn names(&self) -> Names {
        let blueprint = self.blueprint();
        let segment = |transport: &TransportSpec| match transport {
            TransportSpec::Tcp(config) => config.segment,
            TransportSpec::Udp => 0,
        };
        let ends = |link: &crate::sim::blueprint::LinkSpec| -> [(NodeId, NodeId); 2] {
            [(link.from, link.to), (link.to, link.from)]
        };
        let log = self.world().resource::<CommandLog>().entries();
        Names {
            nodes: blueprint.nodes.iter().map(|node| node.name.clone()).collect(),
            flows: blueprint.flows.iter().map(|flow| (flow.name.clone(), segment(&flow.transport))).collect(),
            links: blueprint.links.iter().flat_map(ends).collect(),
            commands: log.iter().map(|entry| entry.command.words(blueprint)).collect(),
        }
    }
}
