//! Who hears whom, and which way packets go: computed when a run begins and after a command that changes the topology.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::ids::NodeId;
use crate::phy::config::PhyConfig;
use crate::phy::propagation::reach;
use crate::routing::static_routes::{RouteTable, next_hops};
use crate::sim::access::{Channel, Index, Location};
use crate::sim::medium::{Hearer, Hearers, Medium};
use crate::sim::station::Station;
use crate::units::Metres;

/// Whether the topology has to be computed again before the next event.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TopologyChanged(pub bool);

/// Computes hearers and static routes again if something changed. Frames on air keep the hearers they began with.
pub fn update(
    mut changed: ResMut<TopologyChanged>,
    index: Res<Index>,
    channel: Res<Channel>,
    places: Query<(&Location, &Station)>,
    mut medium: ResMut<Medium>,
    mut routes: ResMut<RouteTable>,
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
    let hearers = hearers(&channel.phy, &nodes);
    *routes = next_hops(&adjacency(&hearers, &nodes, &index.wires), |node| !nodes[node.index()].on);
    medium.set_hearers(hearers.into_iter().map(Arc::new).collect());
}

/// A node as far as topology goes.
#[derive(Clone, Copy, Debug)]
struct Place {
    location: Location,
    wireless: bool,
    on: bool,
}

fn hearers(phy: &PhyConfig, nodes: &[Place]) -> Vec<Hearers> {
    nodes
        .iter()
        .enumerate()
        .map(|(from, sender)| {
            let mut phy = phy.clone();
            if let Some(power) = sender.location.transmit_power {
                phy.transmit_power = power;
            }
            let others = nodes.iter().zip(0u32..).enumerate().filter(|(to, (other, _))| *to != from && other.wireless);
            let heard = others.filter(|_| sender.wireless).filter_map(|(_, (other, id))| {
                let (a, b) = (sender.location.position, other.location.position);
                let distance = Metres(libm::hypot(a.0 - b.0, a.1 - b.1));
                reach(&phy, distance).map(|reach| Hearer { node: NodeId(id), reach })
            });
            Hearers::new(heard.collect())
        })
        .collect()
}

/// Neighbours that can decode each other, and those joined by a wire (spec/wireless.md 9.1).
fn adjacency(hearers: &[Hearers], nodes: &[Place], wires: &[Vec<(NodeId, crate::ids::LinkId)>]) -> Vec<Vec<NodeId>> {
    let decodes = |from: NodeId, to: NodeId| hearers[from.index()].reach(to).is_some_and(|reach| reach.decodable);
    (0u32..)
        .zip(nodes)
        .map(|(id, _)| {
            let id = NodeId(id);
            let radio = hearers[id.index()]
                .all()
                .iter()
                .filter(|hearer| hearer.reach.decodable && decodes(hearer.node, id))
                .map(|hearer| hearer.node);
            let mut neighbours: Vec<NodeId> =
                radio.chain(wires[id.index()].iter().map(|(neighbour, _)| *neighbour)).collect();
            neighbours.sort_unstable();
            neighbours.dedup();
            neighbours
        })
        .collect()
}
