//! The map: nodes where they stand, routes, ranges, queues, radios, frames on air with their true duration, collisions.
//!
//! What is to be seen is computed here, as shapes and labels in points of the window ([`Picture`]); the host draws them with Bevy
//! through a camera whose viewport is the tile. The tile's own response alone decides which pointer events the map gets.
//!
//! - [`camera`], [`layout`]: from metres to points; [`stage`]: what the run is now; [`scene`]: a picture of it
//! - [`ground`], [`ranges`], [`routes`], [`wires`], [`frames`], [`nodes`], [`queue`], [`collisions`]: its parts, on a [`canvas`]
//! - [`labels`]: text without overlap; [`header`], [`legend`]: around the tile; [`pointer`], [`tell`]: what a person does and reads

pub mod along;
pub mod camera;
pub mod canvas;
pub mod collisions;
pub mod frames;
pub mod ground;
mod header;
pub mod labels;
pub mod layout;
pub mod legend;
pub mod nodes;
mod pointer;
pub mod queue;
pub mod ranges;
pub mod routes;
pub mod scene;
pub mod stage;
pub mod tell;
pub mod traffic;
pub mod wires;

#[cfg(test)]
mod tests;

use egui::{Rect, Sense, Vec2};

use crate::session::View;
use crate::ui::cx::Cx;
use crate::ui::map::camera::Camera;
use crate::ui::map::labels::Line;
use crate::ui::map::legend::Hidden;
use crate::ui::map::pointer::Moving;
use crate::ui::map::stage::{Cast, Look, Stage};
use crate::ui::map::traffic::Traffic;
use crate::ui::theme;
use crate::units::SimDuration;

/// What is to be drawn in the tile, in points of the window.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// The tile.
    pub tile: Option<Rect>,
    /// What fills it.
    pub ground: egui::Color32,
    /// Shapes without text, from back to front.
    pub shapes: Vec<egui::Shape>,
    /// Text, over all shapes.
    pub labels: Vec<Label>,
}

impl Picture {
    /// Everything as shapes, labels laid out; `None` without a tile. Within a pass of `ctx` only.
    pub fn laid_out(&self, ctx: &egui::Context) -> Option<Vec<egui::Shape>> {
        let mut shapes = Vec::with_capacity(1 + self.shapes.len() + 9 * self.labels.len());
        shapes.push(egui::Shape::rect_filled(self.tile?, 0.0, self.ground));
        shapes.extend_from_slice(&self.shapes);
        for label in &self.labels {
            label.lay_out(ctx, &mut shapes);
        }
        Some(shapes)
    }
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
    /// Opaque, [`HALO`] points around the letters, so that they can be read over lines; none inside a figure.
    pub halo: Option<egui::Color32>,
}

/// Width of a halo around letters, in points.
pub const HALO: f32 = 1.75;

impl Label {
    /// Its letters, and around them a halo of eight copies in its colour.
    fn lay_out(&self, ctx: &egui::Context, out: &mut Vec<egui::Shape>) {
        let format = theme::format(self.size, self.weight, self.monospace, self.color);
        let job = egui::text::LayoutJob::single_section(self.text.clone(), format);
        let galley = ctx.fonts_mut(|fonts| fonts.layout_job(job));
        let place = self.anchor.anchor_size(self.at, galley.size()).min;
        if let Some(halo) = self.halo {
            out.extend((0u8..8).map(|step| {
                let aside = HALO * Vec2::angled(f32::from(step) * std::f32::consts::FRAC_PI_4);
                egui::Shape::galley_with_override_text_color(place + aside, galley.clone(), halo)
            }));
        }
        out.push(egui::Shape::galley(place, galley, self.color));
    }
}

/// What concerns only its looks.
#[derive(Clone, Debug)]
pub struct State {
    /// What was drawn last: the host takes it from here.
    pub picture: Picture,
    /// Which part of the ground is seen; `None`: everything, from the next picture on.
    camera: Option<Camera>,
    /// Whether the camera shows everything, and is to do so when the tile changes its size.
    fitted: bool,
    /// The size of the tile for which it was fitted.
    size: Vec2,
    moving: Option<Moving>,
    hidden: Hidden,
    afterglow: SimDuration,
}

impl Default for State {
    fn default() -> Self {
        Self {
            picture: Picture::default(),
            camera: None,
            fitted: true,
            size: Vec2::ZERO,
            moving: None,
            hidden: Hidden::default(),
            afterglow: SimDuration::from_millis(5),
        }
    }
}

impl State {
    /// Shows everything.
    pub fn fit(&mut self) {
        self.camera = None;
        self.fitted = true;
    }

    /// The camera for a tile of this size: as it was, or fitted anew.
    fn camera(&mut self, cast: &Cast, size: Vec2, radius: f32) -> Camera {
        let stale = self.fitted && self.size != size;
        match self.camera {
            Some(camera) if !stale => camera,
            _ => {
                self.size = size;
                cast.fit(size, radius)
            }
        }
    }
}

/// Whether a scenario is much higher than other ones, beside its width: then the map needs more height.
pub fn is_tall(view: &View<'_>) -> bool {
    let (places, real) = layout::places(&view.nodes(), view);
    let span = |of: fn(&camera::Ground) -> f64| {
        let low = places.iter().map(of).fold(f64::INFINITY, f64::min);
        places.iter().map(of).fold(f64::NEG_INFINITY, f64::max) - low
    };
    real && span(|place| place.1) > 0.5 * span(|place| place.0)
}

/// Draws the map's header and legend and computes its picture. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) -> bool {
    let whole = ui.max_rect();
    let (head, foot) = (cx.frame.between(24.0, 28.0), cx.frame.between(30.0, 31.0));
    let (header, below) = whole.split_top_bottom_at_y(whole.top() + head);
    let (tile, legend) = below.split_top_bottom_at_y((below.bottom() - foot).max(below.top()));
    legend::ui(ui, cx, legend, &mut state.hidden);
    let radius = cx.frame.between(13.0, 15.0);
    let cast = Cast::new(&cx.view, state.moving.map(|moving| (moving.node, moving.ground)));
    if cast.is_empty() {
        empty(cx, state, tile);
        return header::ui(ui, cx, header, None, &mut state.afterglow);
    }
    let camera = state.camera(&cast, tile.size(), radius);
    let response = ui.interact(tile, ui.id().with("ground"), Sense::click_and_drag());
    let camera = pointer::drive(ui, cx, state, &response, (camera, cast.radius(camera, radius)));
    state.camera = Some(camera);
    let look = look(cx, state, tile, radius);
    let traffic = Traffic::new(cx.session, &cx.view);
    let stage = Stage::new(cx.view, cast, camera, look, traffic);
    let painter = ui.painter().clone();
    let mut measure =
        |line: &Line| theme::galley(&painter, &line.text, line.size, line.weight, line.monospace, line.color).size();
    let (picture, canvas) = scene::compose(&stage, &mut measure);
    state.picture = picture;
    pointer::meet(ui, cx, &stage, &canvas, response);
    header::ui(ui, cx, header, Some(&stage), &mut state.afterglow)
}

fn look(cx: &Cx<'_>, state: &State, tile: Rect, radius: f32) -> Look {
    Look {
        theme: cx.theme,
        tile,
        small: cx.frame.is_small(),
        radius,
        hidden: state.hidden,
        afterglow: state.afterglow,
        selected: cx.selected,
        hovered: cx.hovered,
        moving: state.moving.map(|moving| (moving.node, moving.ground)),
    }
}

/// Without nodes, the map says what to do.
fn empty(cx: &Cx<'_>, state: &mut State, tile: Rect) {
    let label = Label {
        at: tile.center(),
        anchor: egui::Align2::CENTER_CENTER,
        text: "No nodes yet. Open a scenario with Ctrl O.".to_owned(),
        size: theme::BODY,
        weight: 400.0,
        monospace: false,
        color: cx.theme.t3(),
        halo: None,
    };
    state.picture = Picture { tile: Some(tile), ground: cx.theme.bg0(), shapes: Vec::new(), labels: vec![label] };
}
