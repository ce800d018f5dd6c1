//! Where nodes are drawn that have no position: wires only. In layers from left to right by hops from the sources of flows, each
//! layer in the order of its neighbours in the layer before, so that few wires cross. The same scenario always looks the same.

use crate::ids::NodeId;
use crate::session::View;
use crate::session::view::NodeView;
use crate::ui::map::camera::Ground;

/// How far layers, and nodes of one layer, are apart.
const STEP: (f64, f64) = (200.0, 130.0);

/// The places of all nodes, and whether at least one of them has a position of its own, so that distances mean something.
pub fn places(nodes: &[NodeView], view: &View<'_>) -> (Vec<Ground>, bool) {
    let real = nodes.iter().any(|node| node.position.is_some());
    if nodes.iter().all(|node| node.position.is_some()) {
        return (nodes.iter().filter_map(|node| node.position).collect(), real);
    }
    let wires: Vec<(usize, usize)> =
        view.scenario().blueprint.links.iter().map(|link| (link.from.index(), link.to.index())).collect();
    let sources: Vec<usize> = view.scenario().blueprint.flows.iter().map(|flow| flow.from.index()).collect();
    let drawn = layered(nodes.len(), &wires, &sources);
    // Beside radios, wired nodes stand below everything.
    let low = nodes.iter().filter_map(|node| node.position).map(|place| place.1).fold(f64::INFINITY, f64::min);
    let shift = if low.is_finite() { low - 200.0 } else { 0.0 };
    let place = |(node, drawn): (&NodeView, Ground)| node.position.unwrap_or((drawn.0, drawn.1 + shift));
    (nodes.iter().zip(drawn).map(place).collect(), real)
}

/// Places for `count` nodes joined by `wires`, with `sources` on the left.
fn layered(count: usize, wires: &[(usize, usize)], sources: &[usize]) -> Vec<Ground> {
    let mut neighbours = vec![Vec::new(); count];
    for (a, b) in wires {
        neighbours[*a].push(*b);
        neighbours[*b].push(*a);
    }
    let layers = by_hops(&neighbours, sources);
    let mut rank: Vec<Option<f64>> = vec![None; count];
    let mut places = vec![(0.0, 0.0); count];
    for (depth, mut layer) in layers.into_iter().enumerate() {
        if depth > 0 {
            let mean = |node: usize| {
                let before: Vec<f64> = neighbours[node].iter().filter_map(|other| rank[*other]).collect();
                before.iter().sum::<f64>() / before.len().max(1) as f64
            };
            layer.sort_by(|a, b| mean(*a).total_cmp(&mean(*b)).then(a.cmp(b)));
        }
        let middle = (layer.len() - 1) as f64 / 2.0;
        for (place, node) in layer.into_iter().enumerate() {
            rank[node] = Some(place as f64 - middle);
            places[node] = (STEP.0 * depth as f64, STEP.1 * (middle - place as f64));
        }
    }
    places
}

/// Nodes by their distance in hops from the nearest source; parts of the network without a source begin on the left.
fn by_hops(neighbours: &[Vec<usize>], sources: &[usize]) -> Vec<Vec<usize>> {
    let mut depth = vec![None; neighbours.len()];
    let mut layers: Vec<Vec<usize>> = Vec::new();
    let mut begin: Vec<usize> = sources.to_vec();
    begin.sort_unstable();
    begin.dedup();
    let mut rest = 0..neighbours.len();
    loop {
        begin.retain(|node| depth[*node].is_none());
        if begin.is_empty() {
            match rest.find(|node| depth[*node].is_none()) {
                Some(node) => begin.push(node),
                None => return layers,
            }
        }
        let mut wave = std::mem::take(&mut begin);
        let mut level = 0;
        while !wave.is_empty() {
            let mut next = Vec::new();
            for node in wave {
                if depth[node].is_none() {
                    if layers.len() == level {
                        layers.push(Vec::new());
                    }
                    depth[node] = Some(level);
                    layers[level].push(node);
                    next.extend(neighbours[node].iter().copied());
                }
            }
            wave = next;
            level += 1;
        }
    }
}

/// The pairs of nodes that a wire joins, each once.
pub fn wires(view: &View<'_>) -> Vec<(NodeId, NodeId)> {
    view.scenario().blueprint.links.iter().map(|link| (link.from, link.to)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_dumbbell_lies_from_left_to_right() {
        // s0, s1, r0, r1, k0, k1
        let wires = [(0, 2), (1, 2), (2, 3), (3, 4), (3, 5)];
        let places = layered(6, &wires, &[0, 1]);
        let columns: Vec<f64> = places.iter().map(|place| place.0).collect();
        assert_eq!(columns, [0.0, 0.0, 200.0, 400.0, 600.0, 600.0]);
        assert!((places[2].1 - places[3].1).abs() < 1e-9, "the bottleneck is level");
        assert!(places[0].1 > places[1].1 && places[4].1 > places[5].1);
    }

    #[test]
    fn no_two_nodes_share_a_place_whatever_the_wires() {
        let places = layered(7, &[(0, 1), (1, 2), (4, 5)], &[1]);
        for a in 0..7 {
            for b in 0..a {
                let apart = libm::hypot(places[a].0 - places[b].0, places[a].1 - places[b].1);
                assert!(apart > 50.0, "{a} and {b}: {places:?}");
            }
        }
    }
}
