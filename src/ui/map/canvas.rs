//! What the parts of the map draw on: shapes in layers, wishes for labels, what labels must not cover, what the pointer can meet.

use egui::epaint::Shape;
use egui::{Pos2, Rect};

use crate::session::view::Thing;
use crate::ui::map::along::Along;
use crate::ui::map::labels::Wish;

/// Where the pointer meets something.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Area {
    /// Within this distance of a point.
    Disc(Pos2, f32),
    /// Within this distance of a stretch.
    Along(Along, f32),
    /// In a rectangle.
    Rect(Rect),
}

impl Area {
    /// Whether `point` lies in it.
    pub fn contains(&self, point: Pos2) -> bool {
        match self {
            Self::Disc(centre, radius) => centre.distance(point) <= *radius,
            Self::Along(along, half) => along.distance(point) <= *half,
            Self::Rect(rect) => rect.contains(point),
        }
    }
}

/// See the module's documentation.
#[derive(Default)]
pub struct Canvas {
    /// Shapes from back to front.
    pub shapes: Vec<Shape>,
    /// Labels that somebody would like.
    pub wishes: Vec<Wish>,
    /// Figures that no label may cover.
    pub figures: Vec<Rect>,
    /// Lines that labels leave free if they can.
    pub lines: Vec<Rect>,
    /// What the pointer meets: of two, the one added later.
    pub hits: Vec<(Thing, Area)>,
}

impl Canvas {
    /// Adds a shape in front of all others so far.
    pub fn add(&mut self, shape: impl Into<Shape>) {
        self.shapes.push(shape.into());
    }

    /// What lies at `point`.
    pub fn hit(&self, point: Pos2) -> Option<Thing> {
        self.hits.iter().rev().find(|(_, area)| area.contains(point)).map(|(thing, _)| *thing)
    }
}
