//! All that event handling may touch: [`Access`], built once a step, never per event.
//!
//! Responsibilities are split by what they may borrow at once:
//! - [`Access`] finds the node, flow or link that an event is for;
//! - [`Env`] is what handling a layer's wishes needs besides the entity at hand: clock, calendar, medium, journal, books.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::QueryData;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut, SystemParam};

use crate::congestion::Algorithm;
use crate::energy::battery::Battery;
use crate::energy::ledger::Ledger;
use crate::fact::FactId;
use crate::ids::{FlowId, FrameId, LinkId, NodeId, PacketId};
use crate::journal::{Cursor, Journal};
use crate::kernel::calendar::Calendar;
use crate::kernel::clock::Clock;
use crate::kernel::digest::Digest;
use crate::kernel::outputs::Outputs;
use crate::link::pipe::{Pipe, PipeOutput};
use crate::mac::dcf::{Mac, MacOutput};
use crate::packet::Packet;
use crate::phy::config::PhyConfig;
use crate::phy::radio::Radio;
use crate::routing::aodv::{Aodv, RouteOutput};
use crate::routing::static_routes::RouteTable;
use crate::sim::books::{Books, Progress};
use crate::sim::event::SimEvent;
use crate::sim::flow::{FlowInfo, FlowStats, FlowTimers, Loss, LossLog};
use crate::sim::medium::Medium;
use crate::sim::router::News;
use crate::sim::station::{Egress, Station};
use crate::sim::tap::Tap;
use crate::traffic::source::Source;
use crate::transport::tcp::TcpOutput;
use crate::transport::tcp::TcpReceiver;
use crate::transport::tcp::TcpSender;
use crate::units::Watts;

/// From ids to entities. Never changes after a run is built.
#[derive(Resource, Clone, Debug, Default)]
pub struct Index {
    /// Nodes by id.
    pub nodes: Vec<Entity>,
    /// Flows by id.
    pub flows: Vec<Entity>,
    /// Directed links by id.
    pub links: Vec<Entity>,
    /// For each node its wired neighbours and the links that lead there.
    pub wires: Vec<Vec<(NodeId, LinkId)>>,
    /// The two ends of each directed link.
    pub ends: Vec<(NodeId, NodeId)>,
    /// For each node the flows that begin there.
    pub flows_from: Vec<Vec<FlowId>>,
}

impl Index {
    /// Nodes, flows, links: the order of a snapshot's columns.
    pub fn entities(&self) -> Vec<Entity> {
        self.nodes.iter().chain(&self.flows).chain(&self.links).copied().collect()
    }

    /// The wired link from `from` to `to`, if there is one.
    pub fn wire(&self, from: NodeId, to: NodeId) -> Option<LinkId> {
        self.wires[from.index()].iter().find(|(neighbour, _)| *neighbour == to).map(|(_, link)| *link)
    }
}

/// Where a node stands, and how loud it is.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Location {
    /// Eastward and northward, in metres.
    pub position: (f64, f64),
    /// Its own transmit power, if it differs from the radio's.
    pub transmit_power: Option<Watts>,
}

/// The columns of a node that events touch.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct NodeData {
    /// Identity, timers, counters.
    pub station: &'static mut Station,
    /// Receiver.
    pub radio: &'static mut Radio,
    /// Medium access.
    pub mac: &'static mut Mac,
    /// Interface queue and link layer.
    pub egress: &'static mut Egress,
    /// Time by radio state.
    pub ledger: &'static mut Ledger,
    /// Energy left.
    pub battery: &'static mut Battery,
    /// Routing, if it is not static.
    pub router: Option<&'static mut Aodv>,
}

/// The columns of a flow that events touch.
#[derive(QueryData)]
#[query_data(mutable)]
pub struct FlowData {
    /// What never changes.
    pub info: &'static FlowInfo,
    /// The sending end, if it is TCP.
    pub sender: Option<&'static mut TcpSender>,
    /// Its window law.
    pub law: Option<&'static mut Algorithm>,
    /// The receiving end, if it is TCP.
    pub receiver: Option<&'static mut TcpReceiver>,
    /// What is to be sent.
    pub source: &'static mut Source,
    /// Deadlines.
    pub timers: &'static mut FlowTimers,
    /// Counters.
    pub stats: &'static mut FlowStats,
    /// Which segments were lost, and why.
    pub losses: &'static mut LossLog,
}

/// What every transmission and reception needs to know of the radio; the same for all nodes, never changes.
#[derive(Resource, Clone, Debug)]
pub struct Channel {
    /// Radio and channel.
    pub phy: PhyConfig,
    /// Draw of a radio in each state, in nanowatts.
    pub draw: [u64; 6],
    /// Hops that a packet may take.
    pub ttl: u8,
}

/// Why each node's last frame got no answer: for the journal only, no layer looks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Blame(pub Vec<FactId>);

/// What last changed things, so that what follows can say why: for the journal only, no layer looks.
#[derive(Resource, Clone, Debug, Default)]
pub struct Causes {
    /// What switched each node off, or [`FactId::NONE`] while it is on.
    pub off: Vec<FactId>,
    /// The command that last moved each node or changed its power, if one did.
    pub moved: Vec<FactId>,
    /// The command that last set the random loss of each directed link, if one did.
    pub links: Vec<FactId>,
    /// The command that took away the way of each flow, while it has none.
    pub unreachable: Vec<FactId>,
    /// The last command that changed who reaches whom.
    pub topology: FactId,
    /// For each node the destinations to which its way broke, sorted, and how.
    pub broken: Vec<Vec<(NodeId, FactId)>>,
}

/// The packet of each node that the next hop has taken although the node does not know yet.
#[derive(Resource, Clone, Debug, Default)]
pub struct Handover(pub Vec<Option<PacketId>>);

/// Frames whose fate is turned, sorted.
#[derive(Resource, Clone, Debug, Default)]
pub struct Flips(Vec<FrameId>);

impl Flips {
    /// Turns the fate of a frame; twice is not at all.
    pub fn turn(&mut self, frame: FrameId) {
        match self.0.binary_search(&frame) {
            Ok(place) => drop(self.0.remove(place)),
            Err(place) => self.0.insert(place, frame),
        }
    }

    /// Whether the frame's fate is turned.
    pub fn is_turned(&self, frame: FrameId) -> bool {
        !self.0.is_empty() && self.0.binary_search(&frame).is_ok()
    }
}

/// Lists kept between events so that nothing is allocated.
#[derive(Resource, Clone, Debug, Default)]
pub struct Scratch {
    /// Wishes of a station.
    pub mac: Outputs<MacOutput>,
    /// Wishes of a connection.
    pub tcp: Outputs<TcpOutput>,
    /// Wishes of a pipe.
    pub pipe: Outputs<PipeOutput>,
    /// Packets that connections have made and that have not left their node yet.
    pub outgoing: Vec<Packet>,
    /// Packets that a pipe has delivered and that are not taken up yet.
    pub arrived: Vec<Packet>,
    /// Segments lost in this event, for the flows to remember.
    pub losses: Vec<Loss>,
    /// Wishes of a router.
    pub route: Outputs<RouteOutput>,
    /// News of ways in this event, for the flows to hear.
    pub news: Vec<News>,
}

/// What handling an event needs besides the entity it is for.
#[derive(SystemParam)]
pub struct Env<'w> {
    /// Now.
    pub clock: ResMut<'w, Clock>,
    /// The future.
    pub calendar: ResMut<'w, Calendar<SimEvent>>,
    /// Frames on air.
    pub medium: ResMut<'w, Medium>,
    /// Radio and powers.
    pub channel: Res<'w, Channel>,
    /// Static routes.
    pub routes: Res<'w, RouteTable>,
    /// From ids to entities.
    pub index: Res<'w, Index>,
    /// Hash of what happens.
    pub digest: ResMut<'w, Digest>,
    /// Facts.
    pub journal: ResMut<'w, Journal>,
    /// Number of the next fact.
    pub cursor: ResMut<'w, Cursor>,
    /// Why frames got no answer.
    pub blame: ResMut<'w, Blame>,
    /// What last changed things.
    pub causes: ResMut<'w, Causes>,
    /// Packets that are already a hop further.
    pub handover: ResMut<'w, Handover>,
    /// Frames whose fate is turned.
    pub flips: ResMut<'w, Flips>,
    /// Packets made and lost.
    pub books: ResMut<'w, Books>,
    /// Whether the run is over.
    pub progress: ResMut<'w, Progress>,
    /// What recorders want to see.
    pub tap: ResMut<'w, Tap>,
    /// Reused lists.
    pub scratch: ResMut<'w, Scratch>,
}

/// Everything, for the drain and the intake.
#[derive(SystemParam)]
pub struct Access<'w, 's> {
    /// Nodes by entity.
    pub nodes: Query<'w, 's, NodeData>,
    /// Flows by entity.
    pub flows: Query<'w, 's, FlowData>,
    /// Pipes by entity.
    pub pipes: Query<'w, 's, &'static mut Pipe>,
    /// The rest.
    pub env: Env<'w>,
}

/// A node at hand.
pub type Node<'a, 'w, 's> = &'a mut NodeDataItem<'w, 's>;

/// A flow at hand.
pub type Flow<'a, 'w, 's> = &'a mut FlowDataItem<'w, 's>;

impl<'w, 's> Access<'w, 's> {
    /// The node with this id and the rest, borrowed side by side.
    pub fn node(&mut self, id: NodeId) -> (NodeDataItem<'_, 's>, &mut Env<'w>) {
        let entity = self.env.index.nodes[id.index()];
        let node = self.nodes.get_mut(entity).expect("every node has its columns");
        (node, &mut self.env)
    }

    /// Lets `act` handle the node with this id, where it lies: what happens at every signal should not move an item of six columns.
    pub fn at_node<R>(&mut self, id: NodeId, act: impl FnOnce(Node<'_, '_, 's>, &mut Env<'w>) -> R) -> R {
        let entity = self.env.index.nodes[id.index()];
        let mut found = self.nodes.get_mut(entity);
        act(found.as_mut().expect("every node has its columns"), &mut self.env)
    }

    /// The flow with this id and the rest, borrowed side by side.
    pub fn flow(&mut self, id: FlowId) -> (FlowDataItem<'_, 's>, &mut Env<'w>) {
        let entity = self.env.index.flows[id.index()];
        let flow = self.flows.get_mut(entity).expect("every flow has its columns");
        (flow, &mut self.env)
    }

    /// The pipe with this id and the rest, borrowed side by side.
    pub fn pipe(&mut self, id: LinkId) -> (bevy_ecs::world::Mut<'_, Pipe>, &mut Env<'w>) {
        let entity = self.env.index.links[id.index()];
        let pipe = self.pipes.get_mut(entity).expect("every link has its pipe");
        (pipe, &mut self.env)
    }
}
