//! Shortest paths by breadth-first search from every destination (spec/wireless.md 9.1).
//!
//! In: an adjacency list, wireless and wired edges alike, and the nodes that are left out. Out: one [`RouteTable`] for all
//! nodes. Of several neighbours that are nearest to a destination, the lowest node id is the next hop, whatever the order of the
//! lists.

use std::collections::VecDeque;
use std::sync::Arc;

use bevy_ecs::resource::Resource;

use crate::ids::NodeId;

/// Most nodes that a table is made for.
pub const MAX_NODES: usize = NONE as usize;

/// Stands for "no next hop", and for "not reached" as a distance.
const NONE: u16 = u16::MAX;

/// The next hop from every node to every other.
///
/// Two bytes a pair, 2 MiB for 1,024 nodes, in one table that all nodes of a run and all its copies share; a change of topology
/// makes a new one. Distances are not stored, they are the length of the walk.
#[derive(Resource, Clone, Debug, PartialEq, Eq)]
pub struct RouteTable {
    nodes: usize,
    /// Row by destination.
    next: Arc<[u16]>,
}

impl Default for RouteTable {
    /// The table of no node: it has no route.
    fn default() -> Self {
        Self { nodes: 0, next: Arc::new([]) }
    }
}

impl RouteTable {
    /// Who takes a packet that is at `from` for `to`: `None` if no way leads there, or if it is there.
    pub fn next_hop(&self, from: NodeId, to: NodeId) -> Option<NodeId> {
        if from.index() >= self.nodes || to.index() >= self.nodes {
            return None;
        }
        let next = self.next[to.index() * self.nodes + from.index()];
        (next != NONE).then(|| NodeId(u32::from(next)))
    }

    /// The nodes that a packet visits after `from`, up to and with `to`: none if no way leads there.
    pub fn path(&self, from: NodeId, to: NodeId) -> impl Iterator<Item = NodeId> {
        // Every hop is one nearer to `to`, so the walk ends.
        std::iter::successors(self.next_hop(from, to), move |at| self.next_hop(*at, to))
    }

    /// How many links the way has: zero to itself, `None` if there is no way.
    pub fn hops(&self, from: NodeId, to: NodeId) -> Option<u32> {
        if from == to {
            return Some(0);
        }
        (1u32..).zip(self.path(from, to)).last().map(|(hops, _)| hops)
    }
}

/// The shortest paths over `adjacency`, whose entry `i` lists the neighbours of node `i`, around the nodes for which `down`
/// holds. Links work both ways.
///
/// # Panics
/// If there are more than [`MAX_NODES`] nodes.
pub fn next_hops(adjacency: &[Vec<NodeId>], down: impl Fn(NodeId) -> bool) -> RouteTable {
    let nodes = adjacency.len();
    assert!(nodes <= MAX_NODES, "{nodes} nodes are more than a route table holds");
    debug_assert!(is_symmetric(adjacency), "a link leads one way only");
    let up: Vec<bool> = (0u32..).take(nodes).map(|id| !down(NodeId(id))).collect();
    let mut next = Vec::with_capacity(nodes * nodes);
    let mut search = Search { distance: vec![NONE; nodes], queue: VecDeque::with_capacity(nodes) };
    for destination in 0..nodes {
        search.run(adjacency, &up, destination);
        next.extend((0..nodes).map(|from| search.nearest_neighbour(adjacency, from)));
    }
    RouteTable { nodes, next: next.into() }
}

/// Distances to one destination; the two buffers serve all destinations.
struct Search {
    distance: Vec<u16>,
    queue: VecDeque<usize>,
}

impl Search {
    fn run(&mut self, adjacency: &[Vec<NodeId>], up: &[bool], destination: usize) {
        self.distance.fill(NONE);
        if !up[destination] {
            return;
        }
        self.distance[destination] = 0;
        self.queue.push_back(destination);
        while let Some(at) = self.queue.pop_front() {
            for neighbour in &adjacency[at] {
                let neighbour = neighbour.index();
                if up[neighbour] && self.distance[neighbour] == NONE {
                    self.distance[neighbour] = self.distance[at] + 1;
                    self.queue.push_back(neighbour);
                }
            }
        }
    }

    /// The neighbour of `from` that is nearest to the destination, the lowest id among equals.
    fn nearest_neighbour(&self, adjacency: &[Vec<NodeId>], from: usize) -> u16 {
        if matches!(self.distance[from], 0 | NONE) {
            return NONE;
        }
        let nearest = adjacency[from].iter().map(|neighbour| (self.distance[neighbour.index()], *neighbour)).min();
        nearest.and_then(|(_, neighbour)| u16::try_from(neighbour.0).ok()).unwrap_or(NONE)
    }
}

fn is_symmetric(adjacency: &[Vec<NodeId>]) -> bool {
    (0u32..)
        .zip(adjacency)
        .all(|(id, neighbours)| neighbours.iter().all(|n| adjacency[n.index()].contains(&NodeId(id))))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The adjacency list of `nodes` nodes with these links.
    fn linked(nodes: usize, links: &[(usize, usize)]) -> Vec<Vec<NodeId>> {
        let mut adjacency = vec![Vec::new(); nodes];
        for (a, b) in links {
            adjacency[*a].push(node(*b));
            adjacency[*b].push(node(*a));
        }
        adjacency
    }

    fn node(id: usize) -> NodeId {
        NodeId(u32::try_from(id).unwrap())
    }

    fn grid(columns: usize, rows: usize) -> Vec<Vec<NodeId>> {
        let at = |column, row| row * columns + column;
        let mut links = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                if column + 1 < columns {
                    links.push((at(column, row), at(column + 1, row)));
                }
                if row + 1 < rows {
                    links.push((at(column, row), at(column, row + 1)));
                }
            }
        }
        linked(columns * rows, &links)
    }

    fn path(table: &RouteTable, from: usize, to: usize) -> Vec<u32> {
        table.path(node(from), node(to)).map(|n| n.0).collect()
    }

    /// spec/wireless.md 12, check 31, first half.
    #[test]
    fn in_a_chain_of_seven_hops_the_next_hop_is_the_next_node() {
        let chain = linked(8, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 5), (5, 6), (6, 7)]);
        let table = next_hops(&chain, |_| false);
        for i in 0..7 {
            assert_eq!(table.next_hop(node(i), node(7)), Some(node(i + 1)));
            assert_eq!(table.next_hop(node(i + 1), node(0)), Some(node(i)));
        }
        assert_eq!(table.hops(node(0), node(7)), Some(7));
        assert_eq!(path(&table, 0, 7), [1, 2, 3, 4, 5, 6, 7]);
        assert_eq!((table.next_hop(node(3), node(3)), table.hops(node(3), node(3))), (None, Some(0)));
    }

    /// spec/wireless.md 12, check 31, second half: r + c - 2 hops from corner to corner.
    #[test]
    fn a_grid_is_crossed_in_the_sum_of_its_sides() {
        for (columns, rows) in [(2, 2), (5, 3), (20, 20)] {
            let table = next_hops(&grid(columns, rows), |_| false);
            let hops = table.hops(node(0), node(columns * rows - 1));
            assert_eq!(hops, Some(u32::try_from(columns + rows - 2).unwrap()));
        }
    }

    /// ```text
    ///   1 - 3
    ///  /     \
    /// 0 - 2 - 4 - 5
    /// ```
    #[test]
    fn ties_go_to_the_lowest_id_whatever_the_order_of_the_lists() {
        for links in [[(0, 4), (0, 2), (2, 3), (4, 3)], [(0, 2), (0, 4), (4, 3), (2, 3)]] {
            let table = next_hops(&linked(5, &links), |_| false);
            assert_eq!(path(&table, 0, 3), [2, 3]);
            assert_eq!(path(&table, 3, 0), [2, 0]);
        }
        let longer_above = linked(6, &[(0, 1), (1, 3), (3, 4), (0, 2), (2, 4), (4, 5)]);
        assert_eq!(path(&next_hops(&longer_above, |_| false), 0, 5), [2, 4, 5], "shorter comes before lower");
    }

    #[test]
    fn nodes_that_are_down_are_walked_around_or_cut_off() {
        let ring = linked(5, &[(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)]);
        assert_eq!(path(&next_hops(&ring, |_| false), 0, 2), [1, 2]);
        let without_1 = next_hops(&ring, |n| n == node(1));
        assert_eq!(path(&without_1, 0, 2), [4, 3, 2]);
        assert_eq!(without_1.next_hop(node(0), node(1)), None);
        assert_eq!(without_1.next_hop(node(1), node(0)), None);
        let without_1_and_3 = next_hops(&ring, |n| n == node(1) || n == node(3));
        assert_eq!(without_1_and_3.hops(node(0), node(2)), None);
        assert_eq!(path(&without_1_and_3, 0, 4), [4]);
    }

    #[test]
    fn nobody_and_unknown_nodes_have_no_route() {
        let none = next_hops(&[], |_| false);
        assert_eq!(none, RouteTable::default());
        assert_eq!(none.next_hop(NodeId(0), NodeId(1)), None);
        let one = next_hops(&[Vec::new()], |_| false);
        assert_eq!(one.next_hop(NodeId(0), crate::packet::BROADCAST), None);
        assert_eq!(one.next_hop(crate::packet::BROADCAST, NodeId(0)), None);
    }

    #[test]
    fn copies_of_a_table_share_it() {
        let table = next_hops(&grid(8, 8), |_| false);
        assert!(Arc::ptr_eq(&table.next, &table.clone().next));
        assert_eq!(size_of_val(&*table.next), 64 * 64 * 2);
    }

    /// All distances by Floyd and Warshall's triple loop.
    fn distances(adjacency: &[Vec<NodeId>], up: &[bool]) -> Vec<Vec<Option<u32>>> {
        let nodes = adjacency.len();
        let mut distance = vec![vec![None; nodes]; nodes];
        for a in (0..nodes).filter(|a| up[*a]) {
            distance[a][a] = Some(0);
            for b in adjacency[a].iter().filter(|b| up[b.index()]) {
                distance[a][b.index()] = Some(1);
            }
        }
        for via in 0..nodes {
            for a in 0..nodes {
                for b in 0..nodes {
                    if let (Some(first), Some(second)) = (distance[a][via], distance[via][b])
                        && distance[a][b].is_none_or(|known| first + second < known)
                    {
                        distance[a][b] = Some(first + second);
                    }
                }
            }
        }
        distance
    }

    proptest! {
        #[test]
        fn every_way_is_a_shortest_one_and_takes_the_lowest_id(
            links in prop::collection::btree_set((0usize..12, 0usize..12), 0..30), down in prop::collection::vec(0u8..6, 12),
        ) {
            let mut links: Vec<_> = links.into_iter().map(|(a, b)| (a.min(b), a.max(b))).filter(|(a, b)| a != b).collect();
            links.sort_unstable();
            links.dedup();
            let adjacency = linked(12, &links);
            let up: Vec<bool> = down.into_iter().map(|n| n != 0).collect();
            let table = next_hops(&adjacency, |n| !up[n.index()]);
            let distance = distances(&adjacency, &up);
            for from in 0..12 {
                for to in (0..12).filter(|to| *to != from) {
                    prop_assert_eq!(table.hops(node(from), node(to)), distance[from][to]);
                    let lowest = (0..12).find(|via| {
                        distance[from][*via] == Some(1)
                            && distance[from][to].is_some()
                            && distance[*via][to].map(|rest| rest + 1) == distance[from][to]
                    });
                    prop_assert_eq!(table.next_hop(node(from), node(to)), lowest.map(node));
                }
            }
        }
    }
}
