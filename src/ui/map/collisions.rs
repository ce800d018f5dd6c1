//! Collisions: a red ring on the receiver, a cross above it, an arc from each sender whose frame is not seen going there, in words what
//! happened and why; how far the senders are heard.

use egui::epaint::{PathStroke, Shape};
use egui::{Align2, Pos2, Rect, Stroke, Vec2};

use crate::fact::LostBecause;
use crate::ids::NodeId;
use crate::session::view::{CollisionView, Thing};
use crate::ui::map::along::{self, Along};
use crate::ui::map::canvas::{Area, Canvas};
use crate::ui::map::ground::metres;
use crate::ui::map::labels::{Line, Rank, Wish};
use crate::ui::map::legend::Class;
use crate::ui::map::stage::Stage;
use crate::ui::theme;

/// How far the cross stands above the ring.
const ABOVE: f32 = 11.0;

/// Whether there are any to draw.
fn shown<'s>(stage: &'s Stage<'_>) -> impl Iterator<Item = &'s CollisionView> {
    stage.collisions.iter().filter(|_| !stage.look.hidden.has(Class::Collision))
}

/// One collision at each receiver, the latest: what is under way before what was.
fn one_each<'s>(stage: &'s Stage<'_>) -> Vec<&'s CollisionView> {
    let mut found: Vec<&CollisionView> = Vec::new();
    for collision in shown(stage) {
        match found.iter_mut().find(|other| other.at == collision.at) {
            Some(other) => *other = collision,
            None => found.push(collision),
        }
    }
    found
}

/// The two senders whose ranges are shown: those of the collision that is selected or under way, if another node is in the matter.
pub fn senders(stage: &Stage<'_>) -> Option<[NodeId; 2]> {
    if stage.traffic.is_dense() {
        return None;
    }
    let two = |collision: &&CollisionView| collision.with != collision.at && collision.with != collision.from;
    let selected = |collision: &&CollisionView| collision.fact.is_some_and(|fact| stage.is_marked(Thing::Fact(fact)));
    let found = shown(stage).filter(two).find(selected).or_else(|| shown(stage).filter(two).last());
    found.map(|collision| [collision.from, collision.with])
}

/// Draws all collisions.
pub fn draw(stage: &Stage<'_>, canvas: &mut Canvas) {
    for collision in one_each(stage) {
        let Some(at) = stage.at(collision.at) else { continue };
        let theme = stage.theme();
        let thing = collision.fact.map_or(Thing::Node(collision.at), Thing::Fact);
        canvas.add(Shape::circle_stroke(at, stage.radius, Stroke::new(3.0, theme.bad())));
        let cross = at - Vec2::new(0.0, stage.radius + ABOVE);
        if !stage.traffic.is_dense() {
            arcs(stage, collision, at, canvas);
        }
        let half = if stage.radius < 9.0 { 3.5 } else { 5.5 };
        along::cross(cross, half, Stroke::new(3.0, theme.bad()), theme.bg0(), &mut canvas.shapes);
        canvas.figures.push(Rect::from_center_size(cross, Vec2::splat(2.0 * half + 4.0)));
        canvas.hits.push((thing, Area::Disc(cross, 9.0)));
        if stage.look.selected == Some(thing) && collision.fact.is_some() {
            canvas.add(Shape::circle_stroke(cross, 10.0, Stroke::new(2.0, theme.acc())));
        }
        if !stage.traffic.is_dense() {
            words(stage, collision, (at, thing), canvas);
        }
    }
}

/// Dashed arcs from senders whose frames are not drawn as going to the receiver.
fn arcs(stage: &Stage<'_>, collision: &CollisionView, at: Pos2, canvas: &mut Canvas) {
    let goes_there =
        |from: NodeId| stage.frames.iter().any(|frame| frame.flown.from == from && frame.flown.to == collision.at);
    let mut senders: Vec<NodeId> = Vec::new();
    for other in shown(stage).filter(|other| other.at == collision.at) {
        senders.extend([other.from, other.with]);
    }
    senders.sort_unstable();
    senders.dedup();
    for sender in senders.into_iter().filter(|sender| *sender != collision.at && !goes_there(*sender)) {
        let Some(from) = stage.at(sender) else { continue };
        arc_to(stage, from, at, canvas);
    }
}

/// From the upper edge of a sender in a bow to the receiver, beside its cross, with a head. The steeper, the straighter: a bow over the
/// side would run through neighbours; unless one stands in the way.
fn arc_to(stage: &Stage<'_>, from: Pos2, receiver: Pos2, canvas: &mut Canvas) {
    let stroke = Stroke::new(2.0, stage.theme().bad());
    let way = (receiver - from).normalized();
    let aside = Vec2::new(way.y, -way.x);
    let flat = ((way.x.abs() - 0.5) * 2.0).clamp(0.0, 1.0);
    let around = flat < 0.5 && stands_between(stage, from, receiver);
    // Around a node to the left: at the right are queues.
    let toward = if around { aside.x } else { aside.y };
    let up = if toward < 0.0 { aside } else { -aside } * if around { 1.0 } else { flat };
    let start = from + (way + 1.25 * up).normalized() * (stage.radius + 5.0);
    let end = receiver + (1.2 * up - way).normalized() * (stage.radius + 8.0);
    let least = if around { stage.radius + 16.0 } else { 14.0 };
    let bow = up * (0.2 * start.distance(end)).max(least).min(46.0);
    let (first, second) = (start.lerp(end, 0.2) + bow, start.lerp(end, 0.72) + bow);
    let point = |t: f32| {
        let u = 1.0 - t;
        let sum = start.to_vec2() * (u * u * u)
            + first.to_vec2() * (3.0 * u * u * t)
            + second.to_vec2() * (3.0 * u * t * t)
            + end.to_vec2() * (t * t * t);
        sum.to_pos2()
    };
    let points: Vec<Pos2> = (0u8..=32).map(|step| point(f32::from(step) / 32.0)).collect();
    canvas.lines.extend(points.iter().map(|point| Rect::from_center_size(*point, Vec2::splat(6.0))));
    canvas.shapes.extend(Shape::dashed_line(&points, stroke, 5.0, 3.5));
    let way = (points[32] - points[29]).normalized();
    let right = Vec2::new(-way.y, way.x);
    canvas.add(Shape::line(vec![end - way * 6.0 - right * 5.0, end, end - way * 6.0 + right * 5.0], stroke));
}

/// Whether another node stands on the straight way between two.
fn stands_between(stage: &Stage<'_>, from: Pos2, to: Pos2) -> bool {
    let others = stage.spots.iter().filter(|spot| spot.at.distance(from) > 1.0 && spot.at.distance(to) > 1.0);
    let way = Along::between(from, to, 0.0, 0.0);
    way.is_some_and(|way| others.into_iter().any(|spot| way.distance(spot.at) < stage.radius))
}

fn words(stage: &Stage<'_>, collision: &CollisionView, (at, thing): (Pos2, Thing), canvas: &mut Canvas) {
    let theme = stage.theme();
    let title = format!("collision at {}", stage.name(collision.at));
    let mut lines = vec![Line::new(title, theme::VALUE, theme::STRONG, theme.bad())];
    if !stage.look.small {
        lines.push(Line::new(reason(stage, collision), theme::SMALL, 400.0, theme.t2()));
    }
    let reach = stage.radius + 34.0;
    let places = vec![
        (at + Vec2::new(0.0, reach), Align2::CENTER_TOP),
        (at + Vec2::new(0.0, stage.radius + 10.0), Align2::CENTER_TOP),
        (at + Vec2::new(0.0, reach + 16.0), Align2::CENTER_TOP),
        (at - Vec2::new(0.0, reach), Align2::CENTER_BOTTOM),
    ];
    canvas.wishes.push(Wish { around: Some(at), thing: Some(thing), ..Wish::new(Rank::Collision, lines, places) });
}

/// Why, in a few words.
fn reason(stage: &Stage<'_>, collision: &CollisionView) -> String {
    let [from, with] = [collision.from, collision.with].map(|node| stage.name(node));
    let apart = stage.metres(collision.from, collision.with).map(metres);
    match (collision.why, apart) {
        (LostBecause::OwnTransmission, _) => "it was sending itself".to_owned(),
        (LostBecause::Ignored, _) => format!("it stayed with the frame of {with}"),
        (_, Some(apart)) if collision.hidden => format!("hears {from} and {with}, {apart} apart"),
        _ if collision.hidden => format!("hears {from} and {with}, who do not hear each other"),
        _ => format!("{from} and {with} began within one slot"),
    }
}

/// Fills the region in which both of two circles lie.
pub fn common_region(a: (Pos2, f32), b: (Pos2, f32), fill: egui::Color32) -> Option<Shape> {
    let way = b.0 - a.0;
    let distance = way.length();
    if distance < 1.0 || distance >= a.1 + b.1 || distance <= (a.1 - b.1).abs() {
        return None;
    }
    // Half the angle under which each centre sees the lens.
    let seen = |near: f32, far: f32| {
        ((near * near + distance * distance - far * far) / (2.0 * near * distance)).clamp(-1.0, 1.0).acos()
    };
    let (from_a, from_b) = (seen(a.1, b.1), seen(b.1, a.1));
    let toward = way.angle();
    let mut points = along::arc_points(a.0, a.1, toward - from_a, 2.0 * from_a);
    points.extend(along::arc_points(b.0, b.1, toward + std::f32::consts::PI - from_b, 2.0 * from_b));
    Some(Shape::convex_polygon(points, fill, PathStroke::NONE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_region_lies_in_both_circles() {
        let (a, b) = ((Pos2::new(0.0, 0.0), 100.0), (Pos2::new(120.0, 50.0), 80.0));
        let Some(Shape::Path(path)) = common_region(a, b, egui::Color32::RED) else { panic!("they meet") };
        for point in &path.points {
            assert!(point.distance(a.0) < 100.1 && point.distance(b.0) < 80.1, "{point:?}");
        }
        assert!(common_region(a, (Pos2::new(300.0, 0.0), 80.0), egui::Color32::RED).is_none());
        assert!(common_region(a, (Pos2::new(10.0, 0.0), 20.0), egui::Color32::RED).is_none());
    }
}
