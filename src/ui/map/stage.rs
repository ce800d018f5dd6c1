//! Everything that a picture of the map is made from, gathered once: what the run is now, and where it lies on screen.

use egui::{Pos2, Rect};

use crate::ids::{FlowId, NodeId};
use crate::packet::BROADCAST;
use crate::session::View;
use crate::session::view::{CollisionView, DropView, FrameView, LinkView, NodeView, Thing};
use crate::ui::map::camera::{self, Camera, Ground};
use crate::ui::map::layout;
use crate::ui::map::legend::Hidden;
use crate::ui::map::traffic::Traffic;
use crate::ui::theme::Theme;
use crate::units::SimDuration;

/// The least length of a frame between two rims that can be read at a glance, in points.
const FRAME: f32 = 20.0;

/// What rings take on both sides of a hop: the second one of a sender, and air.
const AROUND: f32 = 9.0;

/// A node and its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Spot {
    /// The node.
    pub node: NodeView,
    /// Its place on the ground; made up if it has no position.
    pub ground: Ground,
    /// Its place on screen.
    pub at: Pos2,
}

/// The way of a flow, source first.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Whose.
    pub flow: FlowId,
    /// Its name.
    pub name: String,
    /// The nodes on it.
    pub nodes: Vec<NodeId>,
}

/// How the map is looked at: no part of the run.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// Colours.
    pub theme: Theme,
    /// The tile, in points of the window.
    pub tile: Rect,
    /// Less words and smaller figures.
    pub small: bool,
    /// The radius of nodes where there is room for it.
    pub radius: f32,
    /// What is not shown.
    pub hidden: Hidden,
    /// For how long frames are shown that have ended.
    pub afterglow: SimDuration,
    /// What is selected.
    pub selected: Option<Thing>,
    /// What the pointer is over.
    pub hovered: Option<Thing>,
    /// The node that is being dragged, and where it would be put.
    pub moving: Option<(NodeId, Ground)>,
}

/// See the module's documentation.
pub struct Stage<'a> {
    /// The run.
    pub view: View<'a>,
    /// How it is looked at.
    pub look: Look,
    /// From metres to points.
    pub camera: Camera,
    /// Radius of nodes, in points.
    pub radius: f32,
    /// How far neighbours are apart, in points.
    pub hop: f32,
    /// Whether distances mean something: some node has a position.
    pub real: bool,
    /// All nodes by number.
    pub spots: Vec<Spot>,
    /// All directions of wired links.
    pub links: Vec<LinkView>,
    /// The ways of all flows.
    pub routes: Vec<Route>,
    /// Frames on air and those that have just ended.
    pub frames: Vec<FrameView>,
    /// Collisions under way and just past.
    pub collisions: Vec<CollisionView>,
    /// Packets just lost for good.
    pub drops: Vec<DropView>,
    /// How busy links are that change too fast to be seen.
    pub traffic: Traffic,
}

/// What does not depend on the camera.
pub struct Cast {
    nodes: Vec<NodeView>,
    places: Vec<Ground>,
    real: bool,
    spacing: f64,
}

impl Cast {
    /// Gathers the nodes; one that is being dragged stands where it would be put.
    pub fn new(view: &View<'_>, moving: Option<(NodeId, Ground)>) -> Self {
        let nodes = view.nodes();
        let (mut places, real) = layout::places(&nodes, view);
        let spacing = camera::spacing(&places);
        if let Some((node, ground)) = moving
            && let Some(place) = places.get_mut(node.index())
        {
            *place = ground;
        }
        Self { nodes, places, real, spacing }
    }

    /// Whether there are no nodes.
    pub const fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The camera that shows everything.
    pub fn fit(&self, size: egui::Vec2, radius: f32) -> Camera {
        // Beside the chain there is room for the names of flows, above and below for queues.
        let aside = (0.1 * size.x).clamp(50.0, 128.0);
        let fit = |radius: f32| {
            let above = if self.is_flat() { radius + 40.0 } else { radius + 9.0 };
            Camera::fit(&self.places, (self.spacing, !self.real), size, egui::vec2(aside, above))
        };
        // Smaller nodes need less room at the edge, too.
        fit(self.radius(fit(radius), radius))
    }

    fn is_flat(&self) -> bool {
        let first = self.places.first().map_or(0.0, |place| place.1);
        self.places.iter().all(|place| (place.1 - first).abs() < 1e-6)
    }

    /// The node that stands there on screen, if it can be moved.
    pub fn movable(&self, at: Pos2, tile: Rect, camera: Camera, radius: f32) -> Option<(NodeId, Pos2)> {
        let spots = self.nodes.iter().zip(&self.places).filter(|(node, _)| node.position.is_some());
        let near = spots.map(|(node, place)| (node.id, camera.to_screen(tile, *place)));
        let hit = near.filter(|(_, spot)| spot.distance(at) <= radius + 3.0);
        hit.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at)))
    }

    /// Radius of nodes for this camera: smaller where they stand close, so that frames between them can be read.
    pub fn radius(&self, camera: Camera, wished: f32) -> f32 {
        let hop = self.spacing as f32 * camera.scale;
        let beside_a_frame = (hop - FRAME - AROUND) / 2.0;
        wished.min(beside_a_frame.max(0.2 * hop)).max(3.0)
    }
}

impl<'a> Stage<'a> {
    /// Gathers the rest.
    pub fn new(view: View<'a>, cast: Cast, camera: Camera, look: Look, traffic: Traffic) -> Self {
        let radius = cast.radius(camera, look.radius);
        let hop = cast.spacing as f32 * camera.scale;
        let spot = |(node, ground): (NodeView, Ground)| Spot { node, ground, at: camera.to_screen(look.tile, ground) };
        let route = |(flow, spec): (FlowId, &crate::sim::blueprint::FlowSpec)| Route {
            flow,
            name: spec.name.clone(),
            nodes: view.route(flow),
        };
        let flows = &view.scenario().blueprint.flows;
        Self {
            view,
            look,
            camera,
            radius,
            hop,
            real: cast.real,
            spots: cast.nodes.into_iter().zip(cast.places).map(spot).collect(),
            links: view.links(),
            routes: (0..).map(FlowId).zip(flows).map(route).collect(),
            frames: view.frames(look.afterglow),
            collisions: view.collisions(look.afterglow),
            drops: view.drops(look.afterglow),
            traffic,
        }
    }

    /// The colours.
    pub const fn theme(&self) -> Theme {
        self.look.theme
    }

    /// Where a node is on screen; `None` if there is no such node, as for what is for everybody.
    pub fn at(&self, node: NodeId) -> Option<Pos2> {
        if node == BROADCAST { None } else { self.spots.get(node.index()).map(|spot| spot.at) }
    }

    /// What a node is called.
    pub fn name(&self, node: NodeId) -> &str {
        self.spots.get(node.index()).map_or("?", |spot| spot.node.name.as_str())
    }

    /// How far two nodes are apart, in metres.
    pub fn metres(&self, a: NodeId, b: NodeId) -> Option<f64> {
        let [a, b] = [a, b].map(|node| self.spots.get(node.index()).filter(|spot| spot.node.position.is_some()));
        let (a, b) = (a?.ground, b?.ground);
        Some(libm::hypot(a.0 - b.0, a.1 - b.1))
    }

    /// Whether a frame between these two is on air or shown as afterglow.
    pub fn flies_between(&self, a: NodeId, b: NodeId) -> bool {
        let same = |frame: &&FrameView| {
            let flown = &frame.flown;
            frame.on_air && ((flown.from == a && flown.to == b) || (flown.from == b && flown.to == a))
        };
        self.frames.iter().any(|frame| same(&frame))
    }

    /// Selected, or under the pointer.
    pub fn is_marked(&self, thing: Thing) -> bool {
        self.look.selected == Some(thing) || self.look.hovered == Some(thing)
    }
}
