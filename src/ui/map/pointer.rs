//! What pointer and keyboard do on the map. The tile's own response decides which events are the map's: a wheel over another panel is
//! none of its business.

use egui::{CursorIcon, PointerButton, Rect, Response, Sense, Ui, Vec2};

use crate::ids::NodeId;
use crate::session::Command;
use crate::session::view::Thing;
use crate::sim::command::SimCommand;
use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::map::State;
use crate::ui::map::camera::{Camera, Ground};
use crate::ui::map::canvas::Canvas;
use crate::ui::map::stage::{Cast, Stage};
use crate::ui::map::tell;
use crate::units::Metres;

/// A node that is being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Moving {
    /// Which.
    pub(super) node: NodeId,
    /// From the pointer to its middle, in points.
    grip: Vec2,
    /// Where it would be put.
    pub(super) ground: Ground,
    /// Whether it has left its place.
    moved: bool,
}

/// Wheel and drags: moves the camera, or a node. Called before the picture is made.
pub(super) fn drive(
    ui: &Ui,
    cx: &mut Cx<'_>,
    state: &mut State,
    tile: &Response,
    (camera, radius): (Camera, f32),
) -> Camera {
    let mut camera = camera;
    if tile.contains_pointer()
        && let Some(at) = tile.hover_pos().or_else(|| ui.input(|input| input.pointer.latest_pos()))
    {
        let (scroll, zoom) = ui.input(|input| (input.smooth_scroll_delta(), input.zoom_delta()));
        // Ctrl with the wheel, or two fingers, come as a factor.
        let factor = zoom * (scroll.y * 0.004).exp();
        if (factor - 1.0).abs() > 1e-4 {
            camera = camera.zoomed(tile.rect, at, factor);
            state.fitted = false;
        }
    }
    drag_node(ui, cx, state, tile, (camera, radius));
    if state.moving.is_none() && (tile.dragged_by(PointerButton::Primary) || tile.dragged_by(PointerButton::Middle)) {
        let drag = tile.drag_delta();
        if drag != Vec2::ZERO {
            camera = camera.panned(drag);
            state.fitted = false;
        }
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    camera
}

/// A drag that begins on a node moves that: as a preview, until it is let go.
fn drag_node(ui: &Ui, cx: &mut Cx<'_>, state: &mut State, tile: &Response, (camera, radius): (Camera, f32)) {
    if tile.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|input| input.pointer.press_origin())
        && let Some((node, at)) = Cast::new(&cx.view, None).movable(origin, tile.rect, camera, radius)
    {
        let ground = camera.to_ground(tile.rect, at);
        state.moving = Some(Moving { node, grip: at - origin, ground, moved: false });
    }
    let Some(moving) = &mut state.moving else { return };
    if let Some(at) = tile.interact_pointer_pos() {
        let (x, y) = camera.to_ground(tile.rect, at + moving.grip);
        // Whole metres: nobody wants to read the rest in a script.
        let ground = (x.round(), y.round());
        if tile.drag_delta() != Vec2::ZERO {
            moving.moved = true;
            moving.ground = ground;
        }
    }
    ui.set_cursor_icon(CursorIcon::Grabbing);
    if !tile.dragged() {
        let moving = *moving;
        state.moving = None;
        if moving.moved {
            let (x, y) = (Metres(moving.ground.0), Metres(moving.ground.1));
            cx.push(Command::Give(SimCommand::MoveNode { node: moving.node, x, y }));
        }
    }
}

/// What lies under the pointer: hints, highlights, clicks. Called with the picture.
pub(super) fn meet(ui: &Ui, cx: &mut Cx<'_>, stage: &Stage<'_>, canvas: &Canvas, tile: Response) {
    for spot in &stage.spots {
        let rect = Rect::from_center_size(spot.at, Vec2::splat(2.0 * stage.radius + 6.0)).intersect(tile.rect);
        if rect.is_negative() {
            continue;
        }
        let thing = Thing::Node(spot.node.id);
        // A click is the node's, a drag the tile's.
        let response = ui.interact(rect, tile.id.with(("node", spot.node.id.0)), Sense::click());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, tell::node(&spot.node)));
        act(cx, &response, thing);
        if response.hovered() {
            ui.set_cursor_icon(CursorIcon::PointingHand);
        }
        if response.has_focus() {
            *cx.hovering = Some(thing);
        }
        hint(cx, response, thing, stage.look.moving.is_some());
    }
    // A click counts where it was made, also in the picture in which the pointer arrives.
    let clicked = ui.input(|input| input.pointer.interact_pos()).filter(|_| tile.clicked());
    let at = clicked.or_else(|| tile.hover_pos().filter(|_| tile.hovered()));
    let thing = at.and_then(|at| canvas.hit(at));
    if let Some(thing) = thing {
        ui.set_cursor_icon(CursorIcon::PointingHand);
        act(cx, &tile, thing);
        hint(cx, tile, thing, stage.look.moving.is_some());
    } else if tile.clicked() {
        cx.push(UiCommand::Select(None));
    }
}

fn act(cx: &mut Cx<'_>, response: &Response, thing: Thing) {
    cx.selectable(response, thing);
    if response.double_clicked() {
        cx.push(UiCommand::Select(Some(thing)));
        cx.push(UiCommand::TogglePin);
    }
}

fn hint(cx: &Cx<'_>, response: Response, thing: Thing, moving: bool) {
    if !moving && response.hovered() {
        response.on_hover_ui_at_pointer(|ui| {
            ui.set_max_width(380.0);
            ui.label(tell::tell(&cx.view, thing).unwrap_or_else(|| cx.view.name(thing)));
        });
    }
}
