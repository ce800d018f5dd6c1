//! Drawn curves, kept as triangles while nothing about them changes: a paused run costs nothing to show.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::epaint::{PathShape, Tessellator};
use egui::{Color32, Mesh, Painter, Pos2, Shape, Stroke};

use crate::metrics::{Metric, Owner};
use crate::ui::glyph;
use crate::ui::plot::curve::{self, Scratch, Source};
use crate::ui::plot::{TimeScale, ValueScale};
use crate::units::SimTime;

/// Names a curve: what, whose, in which line of the session.
pub type Key = (Metric, Owner, u32);

/// How a curve is drawn.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Dash {
    /// In one stroke.
    Solid,
    /// Dash and gap, in points.
    Dashed(f32, f32),
    /// Dotted on a halo of this ground, as a branch's ghost.
    Ghost(Color32),
}

/// Colour, width and dash of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// Its colour.
    pub color: Color32,
    /// Its width, in points; a ghost has its own.
    pub width: f32,
    /// Its dash.
    pub dash: Dash,
}

/// Everything that a drawn curve depends on.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stamp {
    version: u64,
    ends: (SimTime, SimTime),
    time: TimeScale,
    value: ValueScale,
    look: Look,
    pixels_per_point: f32,
}

#[derive(Clone, Debug)]
struct Entry {
    stamp: Stamp,
    mesh: Arc<Mesh>,
    used: bool,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct Cache {
    entries: BTreeMap<Key, Entry>,
    scratch: Scratch,
}

impl Cache {
    /// Draws a curve between `ends`: from when it is to be seen to how far it is known.
    pub fn draw(
        &mut self,
        painter: &Painter,
        key: Key,
        source: &Source<'_>,
        ends: (SimTime, SimTime),
        (time, value): (&TimeScale, &ValueScale),
        look: Look,
    ) {
        // Beyond the shown span the end changes nothing.
        let ends = (ends.0, ends.1.min(time.until));
        let pixels_per_point = painter.pixels_per_point();
        let version = source.series().version();
        let stamp = Stamp { version, ends, time: *time, value: *value, look, pixels_per_point };
        if let Some(entry) = self.entries.get_mut(&key).filter(|entry| entry.stamp == stamp) {
            entry.used = true;
            painter.add(Shape::Mesh(Arc::clone(&entry.mesh)));
            return;
        }
        let paths = curve::path(source, ends, time, value, &mut self.scratch);
        let mesh = Arc::new(triangles(painter, paths, look));
        painter.add(Shape::Mesh(Arc::clone(&mesh)));
        self.entries.insert(key, Entry { stamp, mesh, used: true });
    }

    /// Forgets what was not drawn since the last call.
    pub fn sweep(&mut self) {
        self.entries.retain(|_, entry| std::mem::take(&mut entry.used));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.clear();
    }
}

fn triangles(painter: &Painter, paths: Vec<Vec<Pos2>>, look: Look) -> Mesh {
    let options = painter.ctx().tessellation_options(|options| *options);
    let mut tessellator = Tessellator::new(painter.pixels_per_point(), options, [1, 1], Vec::new());
    let mut mesh = Mesh::default();
    let stroke = Stroke::new(look.width, look.color);
    for path in paths {
        let mut shapes = Vec::new();
        match look.dash {
            Dash::Solid => shapes.push(Shape::Path(PathShape::line(path, stroke))),
            Dash::Dashed(dash, gap) => glyph::dashed_shapes(&path, stroke, dash, gap, &mut shapes),
            Dash::Ghost(ground) => {
                shapes.push(Shape::Path(PathShape::line(path.clone(), Stroke::new(4.0, ground))));
                glyph::dashed_shapes(&path, Stroke::new(2.0, look.color), 2.0, 2.0, &mut shapes);
            }
        }
        for shape in shapes {
            tessellator.tessellate_shape(shape, &mut mesh);
        }
    }
    mesh
}
