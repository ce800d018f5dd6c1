//! Shapes: what stands beside a flow's name, and events on a curve.

use crate::export::figure::svg::{Short, Stroke, Svg, Trail};
use crate::metrics::MarkKind;
use crate::palette::{self, EventShape, FrameInk, Glyph, Ground, Rgb};

/// A closed path through `corners` given relative to `at`.
fn polygon(at: (f64, f64), corners: &[(f64, f64)]) -> String {
    let mut trail = Trail::default();
    for (i, (dx, dy)) in corners.iter().enumerate() {
        let corner = (at.0 + dx, at.1 + dy);
        if i == 0 { trail.start(corner) } else { trail.line(corner) }
    }
    trail.close();
    trail.as_str().to_owned()
}

fn disc(at: (f64, f64), r: f64) -> String {
    let (x, y, d) = (Short(at.0 - r), Short(at.1), Short(2.0 * r));
    format!("M{x} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z", r = Short(r))
}

/// A flow's glyph of radius about `r`.
pub(super) fn flow(svg: &mut Svg, at: (f64, f64), glyph: (Glyph, bool), r: f64, colour: Rgb, ground: Rgb) {
    let path = match glyph.0 {
        Glyph::Disc | Glyph::Ring => disc(at, r),
        Glyph::Diamond => polygon(at, &[(0.0, -1.3 * r), (1.3 * r, 0.0), (0.0, 1.3 * r), (-1.3 * r, 0.0)]),
        Glyph::TriangleUp => polygon(at, &[(0.0, -1.2 * r), (1.2 * r, 0.95 * r), (-1.2 * r, 0.95 * r)]),
        Glyph::TriangleDown => polygon(at, &[(0.0, 1.2 * r), (1.2 * r, -0.95 * r), (-1.2 * r, -0.95 * r)]),
        Glyph::Square => polygon(at, &[(-r, -r), (r, -r), (r, r), (-r, r)]),
        Glyph::Bar => {
            polygon(at, &[(-0.45 * r, -1.2 * r), (0.45 * r, -1.2 * r), (0.45 * r, 1.2 * r), (-0.45 * r, 1.2 * r)])
        }
        Glyph::Plus => {
            let (a, b) = (0.4 * r, 1.25 * r);
            let quarter = [(a, -b), (a, -a), (b, -a), (b, a), (a, a), (a, b)];
            let half = quarter.iter().map(|(x, y)| (-x, -y));
            polygon(at, &quarter.into_iter().chain(half).collect::<Vec<_>>())
        }
    };
    let hollow = glyph.1 || glyph.0 == Glyph::Ring;
    let (fill, width) = if hollow { (ground, 1.4_f64) } else { (colour, 0.0) };
    let outline = if hollow { colour } else { ground };
    svg.shape(&path, fill, Stroke::solid(outline, width.max(0.01)));
}

/// An event at a point of a curve, at `scale` times its usual size; the third duplicate acknowledgement stands above it.
pub(super) fn event(svg: &mut Svg, at: (f64, f64), kind: MarkKind, scale: f64, ground: Ground) {
    let paper = palette::BG0.on(ground);
    let thin = |colour| Stroke::solid(colour, 1.4 * scale);
    let place = |corners: &[(f64, f64)]| {
        let scaled: Vec<_> = corners.iter().map(|(dx, dy)| (dx * scale, dy * scale)).collect();
        polygon(at, &scaled)
    };
    match kind.shape() {
        EventShape::Cross => {
            let r = 3.5 * scale;
            let mut trail = Trail::default();
            for side in [r, -r] {
                trail.start((at.0 - r, at.1 - side));
                trail.line((at.0 + r, at.1 + side));
            }
            svg.path(trail.as_str(), Stroke::solid(palette::BAD.on(ground), 1.75 * scale));
        }
        EventShape::HollowTriangleDown => {
            let path = place(&[(-4.0, -12.0), (4.0, -12.0), (0.0, -5.0)]);
            svg.shape(&path, paper, thin(palette::WARN.on(ground)));
        }
        EventShape::Diamond => {
            let path = place(&[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)]);
            svg.shape(&path, palette::BAD.on(ground), Stroke::solid(paper, 0.75 * scale));
        }
        EventShape::HollowSquare => {
            let path = place(&[(-3.5, -3.5), (3.5, -3.5), (3.5, 3.5), (-3.5, 3.5)]);
            svg.shape(&path, paper, thin(FrameInk::Routing.ink().on(ground)));
        }
        EventShape::TriangleRight => {
            let path = place(&[(-3.0, -4.5), (5.0, 0.0), (-3.0, 4.5)]);
            svg.shape(&path, palette::TEXT2.on(ground), Stroke::solid(paper, 0.75 * scale));
        }
    }
}
