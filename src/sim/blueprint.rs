//! A run as it is built: everything resolved and valid, ids for names.

use crate::energy::config::{BatteryConfig, Scope};
use crate::energy::power;
use crate::ids::{FlowId, NodeId};
use crate::link::config::PipeConfig;
use crate::mac::config::MacConfig;
use crate::phy::config::PhyConfig;
use crate::routing::aodv::config::AodvConfig;
use crate::sim::command::SimCommand;
use crate::traffic;
use crate::transport::tcp::config::TcpConfig;
use crate::units::{Metres, SimDuration, SimTime};

/// Everything that a run is built from.
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint {
    /// Seed of all random streams.
    pub seed: u64,
    /// When the run ends; `None`: when all flows are complete.
    pub duration: Option<SimDuration>,
    /// Radio and channel of all nodes that have a position.
    pub phy: PhyConfig,
    /// MAC, interface queue and link layer of all nodes that have a position.
    pub mac: MacConfig,
    /// The nodes in the order of their [`NodeId`]s; at least one, all names distinct.
    pub nodes: Vec<NodeSpec>,
    /// The wired links; link `i` is `LinkId(2 i)` forward and `LinkId(2 i + 1)` backward. At most one joins two nodes.
    pub links: Vec<LinkSpec>,
    /// How ways are found.
    pub routing: RoutingSpec,
    /// The flows in the order of their [`FlowId`]s; all names distinct.
    pub flows: Vec<FlowSpec>,
    /// What a second in each radio state costs.
    pub radio_power: power::Kind,
    /// What counts as consumption.
    pub scope: Scope,
    /// The commands with their instants, sorted by time; commands of one instant in the order of the file.
    pub script: Vec<(SimTime, SimCommand)>,
}

/// How ways are found.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum RoutingSpec {
    /// Shortest paths, known to all.
    #[default]
    Static,
    /// Ways that are looked for over the air; there are no wires.
    Aodv(AodvConfig),
}

/// A node.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeSpec {
    /// Its name, for people: `n3`, or what the file says.
    pub name: String,
    /// Where it stands, eastward and northward. `None`: it has no radio.
    pub position: Option<(Metres, Metres)>,
    /// What feeds it.
    pub battery: BatteryConfig,
}

/// A wired link, both directions.
#[derive(Clone, Debug, PartialEq)]
pub struct LinkSpec {
    /// Its first end.
    pub from: NodeId,
    /// Its second end, another node.
    pub to: NodeId,
    /// The direction from `from` to `to`; impairments act here.
    pub forward: PipeConfig,
    /// The direction back.
    pub backward: PipeConfig,
}

/// A flow.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowSpec {
    /// Its name, for people.
    pub name: String,
    /// Where its data come from.
    pub from: NodeId,
    /// Where its data go, another node.
    pub to: NodeId,
    /// When its source starts.
    pub start: SimTime,
    /// When its source stops, later than `start`; `None`: when it has sent all, or with the run.
    pub stop: Option<SimTime>,
    /// What its source sends; over UDP always `Cbr`.
    pub traffic: traffic::Config,
    /// How it is carried.
    pub transport: TransportSpec,
}

/// A transport with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum TransportSpec {
    /// TCP.
    Tcp(TcpConfig),
    /// Datagrams.
    Udp,
}

impl Blueprint {
    /// The node called `name`.
    pub fn node_named(&self, name: &str) -> Option<NodeId> {
        self.nodes.iter().zip(0..).find(|(node, _)| node.name == name).map(|(_, id)| NodeId(id))
    }

    /// The flow called `name`.
    pub fn flow_named(&self, name: &str) -> Option<FlowId> {
        self.flows.iter().zip(0..).find(|(flow, _)| flow.name == name).map(|(_, id)| FlowId(id))
    }
}
