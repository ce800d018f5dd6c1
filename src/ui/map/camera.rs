//! From metres on the ground to points of the window and back: fitting, moving, zooming at the pointer.

use egui::{Pos2, Rect, Vec2};

/// A place on the ground: metres eastward and northward.
pub type Ground = (f64, f64);

/// Points a metre at most and at least: a node every millimetre, or every thousand kilometres.
const SCALES: (f32, f32) = (1e-4, 1e4);

/// Neighbours that fit wider than this are drawn this far apart, in points: two nodes do not need the whole picture.
const WIDEST_HOP: f32 = 280.0;

/// The same for wires, with packets inside to be seen.
const WIDEST_WIRE: f32 = 520.0;

/// Which part of the ground is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// What lies in the middle of the tile.
    pub centre: Ground,
    /// Points a metre.
    pub scale: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { centre: (0.0, 0.0), scale: 0.5 }
    }
}

impl Camera {
    /// Shows all `places` in a tile of `size`, with `margin` free on each side; `spacing` is how far neighbours are apart, in metres;
    /// `wires`: none of them has a position.
    pub fn fit(places: &[Ground], (spacing, wires): (f64, bool), size: Vec2, margin: Vec2) -> Self {
        let Some(first) = places.first() else { return Self::default() };
        let mut low = *first;
        let mut high = *first;
        for place in places {
            low = (low.0.min(place.0), low.1.min(place.1));
            high = (high.0.max(place.0), high.1.max(place.1));
        }
        let free = (size - 2.0 * margin).max(Vec2::splat(20.0));
        let across = |room: f32, span: f64| if span > 1e-9 { room / span as f32 } else { f32::INFINITY };
        let widest = if wires { WIDEST_WIRE } else { WIDEST_HOP } / (spacing as f32).max(1e-6);
        let scale = across(free.x, high.0 - low.0).min(across(free.y, high.1 - low.1)).min(widest);
        Self {
            centre: (f64::midpoint(low.0, high.0), f64::midpoint(low.1, high.1)),
            scale: scale.clamp(SCALES.0, SCALES.1),
        }
    }

    /// Where on screen a place lies; north is up.
    pub fn to_screen(self, tile: Rect, place: Ground) -> Pos2 {
        let scale = f64::from(self.scale);
        let offset = ((place.0 - self.centre.0) * scale, (self.centre.1 - place.1) * scale);
        tile.center() + Vec2::new(offset.0 as f32, offset.1 as f32)
    }

    /// Which place lies there on screen.
    pub fn to_ground(self, tile: Rect, at: Pos2) -> Ground {
        let offset = (at - tile.center()) / self.scale;
        (self.centre.0 + f64::from(offset.x), self.centre.1 - f64::from(offset.y))
    }

    /// Larger by `factor`; what lies under `at` stays there.
    #[must_use]
    pub fn zoomed(self, tile: Rect, at: Pos2, factor: f32) -> Self {
        let fixed = self.to_ground(tile, at);
        let scale = (self.scale * factor).clamp(SCALES.0, SCALES.1);
        let offset = (at - tile.center()) / scale;
        Self { centre: (fixed.0 - f64::from(offset.x), fixed.1 + f64::from(offset.y)), scale }
    }

    /// Moved so that the ground follows a drag.
    #[must_use]
    pub fn panned(self, drag: Vec2) -> Self {
        let ground = drag / self.scale;
        Self { centre: (self.centre.0 - f64::from(ground.x), self.centre.1 + f64::from(ground.y)), ..self }
    }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `least`.
pub fn round_up_125(least: f64) -> f64 {
    let decade = libm::pow(10.0, libm::floor(libm::log10(least.max(1e-12))));
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|step| step * decade)
        .find(|step| *step >= least * (1.0 - 1e-9))
        .unwrap_or(least)
}

/// How far neighbours are apart, in metres: the distance to the nearest other, of which one in five nodes has less. Nodes in the same
/// place don't count. 560 m if there is only one: its range can be seen.
pub fn spacing(places: &[Ground]) -> f64 {
    let nearest = |(this, place): (usize, &Ground)| {
        let others = places.iter().enumerate().filter(|(other, _)| *other != this);
        let squares = others.map(|(_, other)| (other.0 - place.0).powi(2) + (other.1 - place.1).powi(2));
        squares.filter(|square| *square > 1e-6).min_by(f64::total_cmp).map(libm::sqrt)
    };
    let mut distances: Vec<f64> = places.iter().enumerate().filter_map(nearest).collect();
    distances.sort_by(f64::total_cmp);
    distances.get(distances.len() / 5).copied().unwrap_or(560.0)
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "exact by construction")]
mod tests {
    use super::*;

    const TILE: Rect = Rect { min: Pos2::new(100.0, 50.0), max: Pos2::new(1300.0, 350.0) };

    fn chain() -> Vec<Ground> {
        (0..9).map(|n| (200.0 * f64::from(n), 0.0)).collect()
    }

    #[test]
    fn everything_fits_with_its_margin() {
        let margin = Vec2::new(100.0, 30.0);
        let camera = Camera::fit(&chain(), (200.0, false), TILE.size(), margin);
        let inner = TILE.shrink2(margin).expand(0.01);
        for place in chain() {
            assert!(inner.contains(camera.to_screen(TILE, place)), "{place:?}");
        }
        let two = Camera::fit(&[(0.0, 0.0), (10.0, 0.0)], (10.0, false), TILE.size(), margin);
        assert!((two.scale * 10.0 - WIDEST_HOP).abs() < 0.01, "two nodes do not fill the picture");
        assert_eq!(Camera::fit(&[], (200.0, false), TILE.size(), margin), Camera::default());
    }

    #[test]
    fn what_lies_under_the_pointer_stays_there() {
        let camera = Camera::fit(&chain(), (200.0, false), TILE.size(), Vec2::splat(30.0));
        let at = Pos2::new(333.0, 111.0);
        let before = camera.to_ground(TILE, at);
        let zoomed = camera.zoomed(TILE, at, 1.7);
        assert!(zoomed.to_screen(TILE, before).distance(at) < 0.01);
        let panned = camera.panned(Vec2::new(40.0, -7.0));
        assert!(panned.to_screen(TILE, before).distance(at + Vec2::new(40.0, -7.0)) < 0.01);
    }

    #[test]
    fn steps_of_scales_are_round() {
        assert_eq!([0.3, 1.0, 120.0, 201.0, 600.0].map(round_up_125), [0.5, 1.0, 200.0, 500.0, 1000.0]);
        assert!((spacing(&chain()) - 200.0).abs() < 1e-9);
        assert!((spacing(&[(0.0, 0.0)]) - 560.0).abs() < 1e-9);
    }
}
