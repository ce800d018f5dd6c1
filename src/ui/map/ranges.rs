//! How far nodes are heard: dashed circles for what is selected or dragged and for the two senders of a collision, named where they
//! leave the picture; where both senders are heard, a tint.

use egui::{Align2, Pos2, Rect, Stroke, Vec2};

use crate::ids::NodeId;
use crate::session::view::Thing;
use crate::ui::map::along::dashed_circle;
use crate::ui::map::canvas::Canvas;
use crate::ui::map::collisions;
use crate::ui::map::ground::metres;
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::stage::Stage;
use crate::ui::theme;

/// Tints where both senders of a collision are heard: the ground of everything else.
pub fn tint(stage: &Stage<'_>, canvas: &mut Canvas) {
    let theme = stage.theme();
    if let Some([a, b]) = collisions::senders(stage)
        && let (Some(a), Some(b)) = (heard(stage, a), heard(stage, b))
        && let Some(region) = collisions::common_region(a, b, theme.on_ground(theme.bad(), 0.075))
    {
        canvas.add(region);
    }
}

/// Draws the circles.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    let senders = collisions::senders(stage);
    let mut nodes: Vec<NodeId> = senders.into_iter().flatten().collect();
    // The ranges of a collision's senders say what there is to say; else the selection has its own.
    if let Some((node, _)) = stage.look.moving {
        nodes.push(node);
    } else if let Some(Thing::Node(node)) = stage.look.selected
        && senders.is_none()
    {
        nodes.push(node);
    }
    nodes.dedup();
    for node in nodes {
        circle(stage, node, Far::Heard, canvas);
        if senders.is_none() {
            circle(stage, node, Far::Decoded, canvas);
        }
    }
}

/// How far a range reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Far {
    /// As far as the node is sensed.
    Heard,
    /// As far as it is decoded.
    Decoded,
}

/// Where a node stands and how far it is sensed, in points.
fn heard(stage: &Stage<'_>, node: NodeId) -> Option<(Pos2, f32)> {
    reach(stage, node, Far::Heard)
}

fn reach(stage: &Stage<'_>, node: NodeId, far: Far) -> Option<(Pos2, f32)> {
    let spot = stage.spots.get(node.index())?;
    spot.node.position?;
    let (decoded, sensed) = stage.view.ranges(node);
    let metres = if far == Far::Heard { sensed } else { decoded };
    Some((spot.at, metres.0 as f32 * stage.camera.scale))
}

fn circle(stage: &Stage<'_>, node: NodeId, far: Far, canvas: &mut Canvas) {
    let Some((centre, radius)) = reach(stage, node, far) else { return };
    // A range of decoding that is the same is no news.
    if far == Far::Decoded && heard(stage, node).is_some_and(|(_, heard)| heard - radius < 1.0) {
        return;
    }
    let tile = stage.look.tile;
    let stroke = Stroke::new(1.0, stage.theme().edge());
    dashed_circle(centre, radius, (5.0, 5.0), stroke, tile, &mut canvas.shapes);
    let distance = metres((f64::from(radius) / f64::from(stage.camera.scale)).round());
    let word = if far == Far::Heard { "heard" } else { "decoded" };
    let text = format!("{} is {word} up to {distance}", stage.name(node));
    let line = Line::new(text, theme::SMALL, 400.0, stage.theme().t3());
    canvas.wishes.push(Wish::new(Rank::Range, vec![line], exits(tile, centre, radius)));
}

/// Places for the name of a circle: inside it, where it leaves the tile; on its top if it does not.
fn exits(tile: Rect, centre: Pos2, radius: f32) -> Vec<(Pos2, Align2)> {
    let mut places = Vec::new();
    // The outer side first: there is less in the way.
    let outer = if centre.x < tile.center().x { -1.0 } else { 1.0 };
    for (y, inward) in [(tile.top(), 1.0), (tile.bottom(), -1.0)] {
        let rise = y - centre.y;
        let reach = (radius * radius - rise * rise).max(0.0).sqrt();
        for side in [outer, -outer] {
            let x = centre.x + side * reach;
            if reach > 0.0 && tile.x_range().contains(x) {
                let align = match (side > 0.0, inward > 0.0) {
                    (true, true) => Align2::RIGHT_TOP,
                    (true, false) => Align2::RIGHT_BOTTOM,
                    (false, true) => Align2::LEFT_TOP,
                    (false, false) => Align2::LEFT_BOTTOM,
                };
                places.push((Pos2::new(x - 6.0 * side, y + 8.0 * inward), align));
                // Further in, if something is in the way.
                places.push((Pos2::new(x - 40.0 * side, y + 8.0 * inward), align));
            }
        }
    }
    for (x, inward) in [(tile.left(), 1.0), (tile.right(), -1.0)] {
        let run = x - centre.x;
        let reach = (radius * radius - run * run).max(0.0).sqrt();
        for side in [-1.0, 1.0] {
            let y = centre.y + side * reach;
            if reach > 0.0 && tile.y_range().contains(y) {
                let align = if inward > 0.0 { Align2::LEFT_CENTER } else { Align2::RIGHT_CENTER };
                places.push((Pos2::new(x + 8.0 * inward, y - 14.0 * side), align));
            }
        }
    }
    places.push((centre - Vec2::new(0.0, radius + 3.0), Align2::CENTER_BOTTOM));
    places.push((centre + Vec2::new(0.0, radius + 3.0), Align2::CENTER_TOP));
    // Inside, where there is no room outside.
    places.push((centre - Vec2::new(0.0, radius - 5.0), Align2::CENTER_TOP));
    places.push((centre + Vec2::new(0.0, radius - 5.0), Align2::CENTER_BOTTOM));
    places
}
