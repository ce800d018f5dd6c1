//! Who hears whom, and which way packets go: computed when a run begins and after a command that changes the topology.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::fact::FactId;
use crate::ids::{LinkId, NodeId};
use crate::phy::config::PhyConfig;
use crate::phy::propagation::{Reach, reach_past, shadow};
use crate::routing::static_routes::{RouteTable, next_hops};
use crate::sim::access::{Causes, Channel, Index, Location};
use crate::sim::flow::FlowInfo;
use crate::sim::medium::{Hearer, Hearers, Medium};
use crate::sim::station::Station;
use crate::units::Metres;

/// Whether the topology has to be computed again before the next event.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopologyChanged(pub bool);

/// Computes hearers and static routes again if something changed. Frames on air keep the hearers they began with.
pub fn update(
    mut changed: ResMut<TopologyChanged>,
    (index, channel): (Res<Index>, Res<Channel>),
    places: Query<(&Location, &Station)>,
    mut medium: ResMut<Medium>,
    mut routes: ResMut<RouteTable>,
    flows: Query<&FlowInfo>,
    mut causes: ResMut<Causes>,
) {
    if !std::mem::take(&mut changed.0) {
        return;
    }
    let nodes: Vec<Place> = index
        .nodes
        .iter()
        .filter_map(|entity| places.get(*entity).ok())
        .map(|(location, station)| Place { location: *location, wireless: station.wireless, on: station.on })
        .collect();
    let radios = Radios { phy: &channel.phy, seed: channel.seed, nodes: &nodes };
    let hearers: Vec<Hearers> = (0..nodes.len()).map(|from| radios.hearers(from)).collect();
    let before = std::mem::replace(
        &mut *routes,
        next_hops(&radios.adjacency(&hearers, &index.wires), |node| !nodes[node.index()].on),
    );
    for flow in index.flows.iter().filter_map(|entity| flows.get(*entity).ok()) {
        let (had, has) = (before.next_hop(flow.from, flow.to), routes.next_hop(flow.from, flow.to));
        match (had, has) {
            (Some(_), None) => causes.unreachable[flow.id.index()] = causes.topology,
            (_, Some(_)) => causes.unreachable[flow.id.index()] = FactId::NONE,
            (None, None) => {}
        }
    }
    medium.set_hearers(hearers.into_iter().map(Arc::new).collect());
}

/// A node as far as topology goes.
#[derive(Clone, Copy, Debug)]
struct Place {
    location: Location,
    wireless: bool,
    on: bool,
}

/// All radios in their places.
struct Radios<'a> {
    phy: &'a PhyConfig,
    seed: u64,
    nodes: &'a [Place],
}

impl Radios<'_> {
    /// How what `from` sends arrives at `to`, if it does.
    fn reach(&self, from: usize, to: usize) -> Option<Reach> {
        let (sender, receiver) = (&self.nodes[from], &self.nodes[to]);
        if from == to || !sender.wireless || !receiver.wireless {
            return None;
        }
        let (a, b) = (sender.location.position, receiver.location.position);
        let distance = Metres(libm::hypot(a.0 - b.0, a.1 - b.1));
        let id = |place: usize| NodeId(u32::try_from(place).unwrap_or(u32::MAX));
        let shadow = shadow(self.phy, self.seed, id(from), id(to));
        match sender.location.transmit_power {
            None => reach_past(self.phy, distance, shadow),
            Some(transmit_power) => reach_past(&PhyConfig { transmit_power, ..self.phy.clone() }, distance, shadow),
        }
    }

    fn hearers(&self, from: usize) -> Hearers {
        let heard = (0..self.nodes.len()).zip(0u32..).filter_map(|(to, id)| {
            let reach = self.reach(from, to)?;
            Some(Hearer { node: NodeId(id), reach })
        });
        Hearers::new(heard.collect())
    }

    /// Neighbours that can decode each other, and those joined by a wire (spec/wireless.md 9.1).
    fn adjacency(&self, hearers: &[Hearers], wires: &[Vec<(NodeId, LinkId)>]) -> Vec<Vec<NodeId>> {
        let decodes = |from: usize, to: usize| self.reach(from, to).is_some_and(|reach| reach.decodable);
        let neighbours = |(at, hearers): (usize, &Hearers)| {
            let radio = hearers.all().iter().filter(|hearer| hearer.reach.decodable).map(|hearer| hearer.node);
            let mutual = radio.filter(|node| decodes(node.index(), at));
            let mut all: Vec<NodeId> = mutual.chain(wires[at].iter().map(|(neighbour, _)| *neighbour)).collect();
            all.sort_unstable();
            all.dedup();
            all
        };
        hearers.iter().enumerate().map(neighbours).collect()
    }
}
