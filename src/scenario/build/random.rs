//! Nodes at random places, drawn again until every node can reach every other (spec/wireless.md 10).

use std::collections::BTreeMap;

use super::super::document::Node;
use super::super::error::Problems;
use super::super::limits::CLOSEST;
use super::{integer_in, quantity_in};
use crate::phy::config::PhyConfig;
use crate::phy::propagation::reach;
use crate::rng::{Owner, Purpose, Stream};
use crate::units::Metres;

/// Most draws before it is given up.
const DRAWS: usize = 1_000;

/// Places uniform over `width` times `height`. The seed of the run decides.
pub(super) fn places(topology: &Node, phy: &PhyConfig, seed: u64, problems: &mut Problems) -> Option<Vec<(f64, f64)>> {
    let count: usize = integer_in(topology, "nodes")?;
    let (Metres(width), Metres(height)) = (quantity_in(topology, "width")?, quantity_in(topology, "height")?);
    let mut stream = Stream::new(seed, Owner::Run, Purpose::Placement);
    let range = range(phy, libm::hypot(width, height));
    let mut parts = Vec::new();
    for _ in 0..DRAWS {
        let places: Vec<(f64, f64)> = (0..count).map(|_| (stream.unit() * width, stream.unit() * height)).collect();
        parts = components(&places, range);
        if parts.len() == 1 {
            return Some(places);
        }
    }
    parts.sort_unstable_by(|a, b| b.cmp(a));
    let sizes: Vec<String> = parts.iter().take(8).map(usize::to_string).collect();
    let more = if parts.len() > 8 { ", ..." } else { "" };
    let message = format!(
        "in {DRAWS} draws {count} nodes never were connected within a range of {range:.0} m; the last draw had {} parts, of {}{more} nodes: \
         take more nodes or a smaller area",
        parts.len(),
        sizes.join(", ")
    );
    problems.add(topology.span, message);
    None
}

/// How far apart two nodes may be that hear each other, up to `most`; by halving, because it only falls with distance.
fn range(phy: &PhyConfig, most: f64) -> f64 {
    let hears = |distance: f64| reach(phy, Metres(distance)).is_some_and(|reach| reach.decodable);
    if hears(most) {
        return most;
    }
    let (mut near, mut far) = (0.0, most);
    for _ in 0..60 {
        let middle = f64::midpoint(near, far);
        if hears(middle) { near = middle } else { far = middle }
    }
    near
}

/// The sizes of the parts that the nodes fall into if those within `range` are joined. Two nodes in one place make the draw
/// worthless: they count as a part of none.
fn components(places: &[(f64, f64)], range: f64) -> Vec<usize> {
    // Cells as wide as the range: neighbours lie in the nine around.
    #[expect(clippy::cast_possible_truncation, reason = "an area is less than 2^63 times a millimetre wide")]
    let cell = |(x, y): (f64, f64)| ((x / range.max(1e-3)) as i64, (y / range.max(1e-3)) as i64);
    let mut cells: BTreeMap<(i64, i64), Vec<usize>> = BTreeMap::new();
    for (node, place) in places.iter().enumerate() {
        cells.entry(cell(*place)).or_default().push(node);
    }
    let mut seen = vec![false; places.len()];
    let mut sizes = Vec::new();
    for start in 0..places.len() {
        if std::mem::replace(&mut seen[start], true) {
            continue;
        }
        let mut wave = vec![start];
        let mut size = 0;
        while let Some(node) = wave.pop() {
            size += 1;
            let (x, y) = places[node];
            let (column, row) = cell(places[node]);
            let near = (column - 1..=column + 1).flat_map(|c| (row - 1..=row + 1).map(move |r| (c, r)));
            for other in near.filter_map(|cell| cells.get(&cell)).flatten() {
                let distance = libm::hypot(places[*other].0 - x, places[*other].1 - y);
                if *other != node && distance < CLOSEST {
                    sizes.push(0);
                }
                if distance <= range && !seen[*other] {
                    seen[*other] = true;
                    wave.push(*other);
                }
            }
        }
        sizes.push(size);
    }
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_range_of_the_radio() {
        let phy = PhyConfig::wavelan_2mb();
        assert!((range(&phy, 2_000.0) - 250.011).abs() < 1e-3);
        assert!((range(&phy, 100.0) - 100.0).abs() < 1e-9, "as far as it matters");
    }

    #[test]
    fn parts_by_hand() {
        let places = [(0.0, 0.0), (200.0, 0.0), (400.0, 0.0), (0.0, 900.0), (100.0, 900.0), (900.0, 900.0)];
        let mut sizes = components(&places, 250.0);
        sizes.sort_unstable();
        assert_eq!(sizes, [1, 2, 3]);
        assert_eq!(components(&places[..3], 250.0), [3]);
        assert_ne!(components(&[(5.0, 5.0), (5.0, 5.0)], 250.0).len(), 1, "two in one place");
    }
}
