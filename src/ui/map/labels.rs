//! Where text goes on the map. Labels overlap neither the figures that they label nor each other, and stay in the tile: each asks for
//! some places in order of preference, and who has the lower rank gives way, by a line or altogether.
//!
//! In: wishes, in any order, and rectangles of figures. Out: lines of text, leaders. Wishes of equal rank are met in the
//! order in which they were made.

use egui::{Align2, Color32, Pos2, Rect, Vec2};

use crate::session::view::Thing;

/// Who gives way: the later in this list, the sooner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// Name of a node.
    Node,
    /// What went wrong where.
    Collision,
    /// Name of a flow, at its source.
    Flow,
    /// What is on air.
    Frame,
    /// Something about a wired link.
    Link,
    /// What has just been on air.
    Afterglow,
    /// How far something is heard.
    Range,
}

/// A line of a label.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// The words.
    pub text: String,
    /// Size in points.
    pub size: f32,
    /// Weight: 400, 500, 600.
    pub weight: f32,
    /// JetBrains Mono instead of Inter.
    pub monospace: bool,
    /// Its colour.
    pub color: Color32,
}

impl Line {
    /// A line in Inter.
    pub fn new(text: impl Into<String>, size: f32, weight: f32, color: Color32) -> Self {
        Self { text: text.into(), size, weight, monospace: false, color }
    }

    /// A line in JetBrains Mono.
    pub fn mono(text: impl Into<String>, size: f32, color: Color32) -> Self {
        Self { monospace: true, ..Self::new(text, size, 400.0, color) }
    }
}

/// A label that somebody would like to have.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// Its rank.
    pub rank: Rank,
    /// Its lines; all but the first can be left out.
    pub lines: Vec<Line>,
    /// Where it may be: a point, and which point of the label lies there.
    pub places: Vec<(Pos2, Align2)>,
    /// If no place is free: looks further and further around this point.
    pub around: Option<Pos2>,
    /// Inside its figure, around this point, if it is no wider than this: then figures don't matter, and it needs no halo.
    pub inside: Option<(Pos2, f32)>,
    /// A line leads here from the label.
    pub leader: Option<Pos2>,
    /// What it names: the pointer meets that in it.
    pub thing: Option<Thing>,
}

impl Wish {
    /// A wish for one of these places.
    pub const fn new(rank: Rank, lines: Vec<Line>, places: Vec<(Pos2, Align2)>) -> Self {
        Self { rank, lines, places, around: None, inside: None, leader: None, thing: None }
    }
}

/// A line that has got its place: where its upper left corner lies.
#[derive(Clone, Debug, PartialEq)]
pub struct Placed {
    /// The line.
    pub line: Line,
    /// Its rectangle.
    pub rect: Rect,
    /// Whether it lies inside its figure.
    pub inside: bool,
}

/// What came of all wishes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Outcome {
    /// The lines that are shown.
    pub lines: Vec<Placed>,
    /// The rectangles of whole labels, and what they name.
    pub plates: Vec<(Rect, Option<Thing>)>,
    /// Lines from labels to what they tell of.
    pub leaders: Vec<[Pos2; 2]>,
}

/// What labels keep from each other and from the edge of the tile.
const GAP: f32 = 2.0;

/// Meets the wishes. `hard` may not be covered, `soft` only if there is no other place; `measure` gives the size of a line.
pub fn place(
    mut wishes: Vec<Wish>,
    (hard, soft): (&[Rect], &[Rect]),
    tile: Rect,
    measure: &mut dyn FnMut(&Line) -> Vec2,
) -> Outcome {
    wishes.sort_by_key(|wish| wish.rank);
    let mut outcome = Outcome::default();
    let mut taken: Vec<Rect> = Vec::new();
    for wish in wishes {
        let sizes: Vec<Vec2> = wish.lines.iter().map(&mut *measure).collect();
        let room = Room::near(&wish, block(&sizes), tile, [&taken, hard, soft]);
        let found = (1..=sizes.len()).rev().find_map(|count| Some((count, room.find(&wish, block(&sizes[..count]))?)));
        let Some((count, (rect, align))) = found else { continue };
        taken.push(rect);
        let inside = wish.inside.is_some_and(|(centre, _)| centre.distance(rect.center()) < 0.5);
        outcome.plates.push((rect, wish.thing));
        if let Some(to) = wish.leader {
            outcome.leaders.push([if to.y < rect.top() { rect.center_top() } else { rect.center_bottom() }, to]);
        }
        let mut top = rect.top();
        for (line, size) in wish.lines.into_iter().zip(sizes).take(count) {
            let left = match align.x() {
                egui::Align::Min => rect.left(),
                egui::Align::Center => rect.center().x - size.x / 2.0,
                egui::Align::Max => rect.right() - size.x,
            };
            outcome.lines.push(Placed { line, rect: Rect::from_min_size(Pos2::new(left, top), size), inside });
            top += size.y;
        }
    }
    outcome
}

fn block(sizes: &[Vec2]) -> Vec2 {
    sizes.iter().fold(Vec2::ZERO, |block, size| Vec2::new(block.x.max(size.x), block.y + size.y))
}

/// What is in the way of one wish.
struct Room {
    tile: Rect,
    taken: Vec<Rect>,
    hard: Vec<Rect>,
    soft: Vec<Rect>,
}

impl Room {
    /// Only what lies near: most figures are far from most labels.
    fn near(wish: &Wish, size: Vec2, tile: Rect, [taken, hard, soft]: [&[Rect]; 3]) -> Self {
        let points = wish.places.iter().map(|(point, _)| *point).chain(wish.inside.map(|(centre, _)| centre));
        let mut area = Rect::NOTHING;
        points.for_each(|point| area.extend_with(point));
        if let Some(centre) = wish.around {
            area = area.union(Rect::from_center_size(centre, size + Vec2::splat(2.0 * FARTHEST)));
        }
        let area = area.expand2(size + Vec2::splat(GAP));
        let near = |all: &[Rect]| all.iter().filter(|rect| rect.intersects(area)).copied().collect();
        let taken = taken.iter().map(|rect| rect.expand(GAP)).filter(|rect| rect.intersects(area)).collect();
        Self { tile: tile.shrink(GAP), taken, hard: near(hard), soft: near(soft) }
    }

    fn find(&self, wish: &Wish, size: Vec2) -> Option<(Rect, Align2)> {
        let at = |(point, align): &(Pos2, Align2)| (align.anchor_size(*point, size), *align);
        if let Some((centre, width)) = wish.inside
            && size.x <= width
        {
            let rect = Rect::from_center_size(centre, size);
            return self.is_open(rect).then_some((rect, Align2::CENTER_CENTER));
        }
        let free = |(rect, _): &(Rect, Align2)| self.is_free(*rect);
        let clear = |(rect, _): &(Rect, Align2)| !self.soft.iter().any(|other| other.intersects(*rect));
        let places = || wish.places.iter().map(at).filter(free);
        places().find(clear).or_else(|| places().next()).or_else(|| {
            let spiral = wish.around.into_iter().flat_map(|centre| spiral(centre, size));
            spiral.map(|rect| (rect, Align2::CENTER_CENTER)).find(free)
        })
    }

    /// In the tile, and no label there.
    fn is_open(&self, rect: Rect) -> bool {
        self.tile.contains_rect(rect) && !self.taken.iter().any(|other| other.intersects(rect))
    }

    fn is_free(&self, rect: Rect) -> bool {
        self.is_open(rect) && !self.hard.iter().any(|other| other.intersects(rect))
    }
}

/// How far from its figure a label may go that must not give way.
const FARTHEST: f32 = 130.0;

/// Rectangles around `centre`, the nearest first.
fn spiral(centre: Pos2, size: Vec2) -> impl Iterator<Item = Rect> {
    (1u8..=12).flat_map(move |ring| {
        (0u8..16).map(move |step| {
            let angle = std::f32::consts::TAU * (f32::from(step) / 16.0 + 0.25);
            let reach = Vec2::new(size.x / 2.0 + 10.0 * f32::from(ring), size.y / 2.0 + 9.0 * f32::from(ring) + 8.0);
            Rect::from_center_size(centre + Vec2::angled(angle) * reach, size)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const TILE: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(300.0, 100.0) };

    fn wish(rank: Rank, words: &[&str], places: &[(f32, f32)]) -> Wish {
        let line = |text: &&str| Line::new(*text, 10.0, 400.0, Color32::WHITE);
        let places = places.iter().map(|(x, y)| (Pos2::new(*x, *y), Align2::CENTER_CENTER)).collect();
        Wish::new(rank, words.iter().map(line).collect(), places)
    }

    fn texts(outcome: &Outcome) -> Vec<&str> {
        outcome.lines.iter().map(|placed| placed.line.text.as_str()).collect()
    }

    fn put(wishes: Vec<Wish>, hard: &[Rect], soft: &[Rect]) -> Outcome {
        place(wishes, (hard, soft), TILE, &mut |line| Vec2::new(6.0 * line.text.len() as f32, 10.0))
    }

    #[test]
    fn the_lower_rank_gives_way_and_first_by_a_line() {
        let outcome = put(
            vec![
                wish(Rank::Range, &["range"], &[(150.0, 50.0)]),
                wish(Rank::Frame, &["DATA 207", "3.37 of 6.33 ms"], &[(150.0, 58.0)]),
                wish(Rank::Collision, &["collision"], &[(150.0, 80.0)]),
            ],
            &[Rect::from_min_max(Pos2::new(0.0, 64.0), Pos2::new(300.0, 70.0))],
            &[],
        );
        assert_eq!(texts(&outcome), ["collision", "DATA 207"]);
    }

    #[test]
    fn a_clear_place_is_better_than_a_free_one() {
        let soft = Rect::from_center_size(Pos2::new(50.0, 50.0), Vec2::splat(20.0));
        let outcome = put(vec![wish(Rank::Frame, &["RTS"], &[(50.0, 50.0), (200.0, 50.0)])], &[], &[soft]);
        assert!((outcome.lines[0].rect.center().x - 200.0).abs() < 1e-3);
        let outcome = put(vec![wish(Rank::Frame, &["RTS"], &[(50.0, 50.0)])], &[], &[soft]);
        assert_eq!(texts(&outcome), ["RTS"], "better there than nowhere");
    }

    #[test]
    fn nothing_leaves_the_tile_and_a_collision_finds_its_place() {
        let outcome = put(vec![wish(Rank::Frame, &["RTS"], &[(1.0, 50.0), (299.0, 50.0)])], &[], &[]);
        assert!(outcome.lines.is_empty());
        let figure = Rect::from_center_size(Pos2::new(150.0, 50.0), Vec2::new(100.0, 60.0));
        let far = Wish { around: Some(figure.center()), ..wish(Rank::Collision, &["collision"], &[(150.0, 50.0)]) };
        let outcome = put(vec![far], &[figure], &[]);
        assert!(!outcome.lines[0].rect.intersects(figure));
    }
}
