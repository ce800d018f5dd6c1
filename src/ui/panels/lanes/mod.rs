//! The lanes on one time cursor, and the radio strip below them.
//!
//! - [`lane`]: which lanes there are; [`layout`]: where they are; [`header`]: which are shown.
//! - [`scene`]: what there is to draw in a picture: flows, other lines, curves.
//! - [`range`]: their value axes; [`draw`]: one lane; [`energy`]: the stacked one; [`readout`]: values at the cursor.
//! - [`axis`]: the common time axis, the cursor, forks; [`events`]: shapes on curves; [`pointer`]: crosshair, zoom, seeking.

pub mod axis;
pub mod draw;
pub mod energy;
pub mod events;
pub mod header;
pub mod lane;
pub mod layout;
pub mod pointer;
pub mod range;
pub mod readout;
pub mod scene;

use egui::{Rangef, Rect, Sense, Ui, pos2};

use crate::ids::NodeId;
use crate::metrics::{Metric, Owner};
use crate::session::View;
use crate::session::view::Thing;
use crate::sim::blueprint::TransportSpec;
use crate::ui::cx::Cx;
use crate::ui::panels::strip;
use crate::ui::plot::{Cache, TimeScale, ticks};
use crate::ui::theme::{self, BODY};
use crate::units::{SimDuration, SimTime};

pub use lane::Lane;
use layout::Layout;
use range::Range;
use scene::Scene;

/// What a person does with the pointer, from press to release.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Gesture {
    /// Draws a box to zoom into, from here.
    Box { lane: Lane, start: egui::Pos2 },
    /// Moves what is shown: where it began, and what was shown then.
    Pan { lane: Lane, start: egui::Pos2, span: (SimTime, SimTime), values: (f64, f64) },
}

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// The span that a person zoomed to.
    span: Option<(SimTime, SimTime)>,
    /// How far the axis has grown by itself: it never shrinks while a run goes on.
    grown: SimTime,
    /// Which lanes a person wants, and which not.
    wanted: [Option<bool>; Lane::ALL.len()],
    /// Which lanes were shown last.
    shown: [bool; Lane::ALL.len()],
    /// Which lanes can have data.
    available: [bool; Lane::ALL.len()],
    /// Which lanes are shown as soon as there is room for them.
    crowded: [bool; Lane::ALL.len()],
    ranges: [Range; Lane::ALL.len()],
    gesture: Option<Gesture>,
    /// The cursor before the last click, and when that was by egui's clock: to take back the seek of a double-click's first half.
    before_click: Option<(SimTime, f64)>,
    /// An event that is to be selected once the cursor is past it.
    awaited: Option<events::Awaited>,
    cache: Cache,
    strip: strip::State,
}

impl State {
    /// Shows this span of time.
    pub fn show(&mut self, from: SimTime, until: SimTime) {
        self.span = (from < until).then_some((from, until));
    }

    /// Shows what there is, growing with the run.
    pub fn reset(&mut self) {
        self.span = None;
        self.grown = SimTime::ZERO;
        self.ranges = <[Range; Lane::ALL.len()]>::default();
        self.gesture = None;
        self.cache.clear();
    }

    /// The span of time that is shown.
    pub fn shown(&self, view: &View<'_>) -> (SimTime, SimTime) {
        self.span.unwrap_or_else(|| (SimTime::ZERO, grown(view, view.frontier()).max(self.grown)))
    }

    /// Whether a lane is shown.
    pub const fn is_shown(&self, lane: Lane) -> bool {
        self.shown[lane.index()]
    }

    /// Whether a lane can have data in this scenario.
    pub const fn has_data(&self, lane: Lane) -> bool {
        self.available[lane.index()]
    }

    /// Whether a lane that is shown has no room.
    pub const fn is_crowded(&self, lane: Lane) -> bool {
        self.crowded[lane.index()]
    }

    /// Shows a lane, or no longer.
    pub const fn toggle(&mut self, lane: Lane) {
        self.wanted[lane.index()] = Some(!self.shown[lane.index()]);
    }

    /// Decides which lanes are shown: as wanted, else those of the pictures that have data.
    fn choose(&mut self, cx: &Cx<'_>) {
        let radio = cx.view.scenario().blueprint.nodes.iter().any(|node| node.position.is_some());
        let flows = &cx.view.scenario().blueprint.flows;
        let tcp = flows.is_empty() || flows.iter().any(|flow| matches!(flow.transport, TransportSpec::Tcp(_)));
        for lane in Lane::ALL {
            let available = match lane {
                Lane::Cwnd | Lane::Rtt => tcp,
                Lane::Energy | Lane::Power | Lane::Radio => radio,
                Lane::Throughput => true,
            };
            let usual = match lane {
                Lane::Rtt => !radio,
                Lane::Power => !cx.frame.is_small(),
                _ => true,
            };
            self.available[lane.index()] = available;
            self.shown[lane.index()] = available && self.wanted[lane.index()].unwrap_or(usual);
        }
    }
}

/// The node whose power is shown: the selected one, else the one that sends the first flow, else the first one; of these the first
/// that has a radio.
fn power_node(cx: &Cx<'_>) -> Option<NodeId> {
    let recorder = cx.view.recorder();
    let selected = if let Some(Thing::Node(node)) = cx.selected { Some(node) } else { None };
    let sender = cx.view.scenario().blueprint.flows.first().map(|flow| flow.from);
    let has_power = |node: &NodeId| recorder.series(Metric::Power, Owner::Node(*node)).is_some();
    let first = recorder.owners(Metric::Power).find_map(|owner| match owner {
        Owner::Node(node) => Some(node),
        _ => None,
    });
    selected.filter(has_power).or(sender.filter(has_power)).or(first)
}

/// Where the time axis ends by itself: a round figure that holds `frontier`, no later than the planned end.
fn grown(view: &View<'_>, frontier: SimTime) -> SimTime {
    let least = SimDuration::from_secs(1);
    let round = SimTime::ZERO + ticks::round_up_time(frontier.since(SimTime::ZERO).max(least));
    view.run().planned_end().map_or(round, |end| round.min(end))
}

/// Draws them. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State) -> bool {
    let area = ui.max_rect();
    let (top, body) = area.split_top_bottom_at_y(area.top() + cx.frame.between(24.0, 28.0));
    state.choose(cx);
    for line in cx.session.lines() {
        state.grown = state.grown.max(grown(&cx.view, line.frontier()));
    }
    events::resolve(cx, state);
    let (from, until) = state.shown(&cx.view);
    let wanted: Vec<Lane> = Lane::ALL.into_iter().filter(|lane| state.is_shown(*lane)).collect();
    let nodes = cx.view.scenario().blueprint.nodes.iter().filter(|node| node.position.is_some()).count();
    let (lanes, rows) = layout::fitting(body, cx.frame, &wanted, nodes);
    state.crowded = Lane::ALL
        .map(|lane| state.is_shown(lane) && if lane == Lane::Radio { rows == 0 } else { !lanes.contains(&lane) });
    let layout = Layout::new(body, cx.frame, &lanes, rows);
    let time = TimeScale { from, until, x: layout.x };
    ui.painter().rect_filled(body, 0.0, cx.theme.bg0());
    if body.height() < layout::LEAST {
        return header::ui(ui, top, cx, state, &time);
    }
    let dragged = header::ui(ui, top, cx, state, &time);
    let node = power_node(cx).filter(|_| lanes.contains(&Lane::Power));
    let scene = Scene::new(cx, time, node);
    self::body(ui, cx, state, &layout, &scene);
    dragged
}

fn body(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, layout: &Layout, scene: &Scene<'_>) {
    let mut panes = Vec::new();
    for (lane, rect) in &layout.lanes {
        let plot = layout.plot(*rect);
        let response = ui.interact(plot, ui.id().with(("plot", lane.title())), Sense::click_and_drag());
        response
            .widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Other, true, format!("{} lane", lane.title())));
        let curves = scene.curves(*lane);
        let value = state.ranges[lane.index()].scale(*lane, plot, scene, &curves);
        let zoomed = state.ranges[lane.index()].zoom.is_some();
        panes.push(pointer::Pane { lane: *lane, rect: *rect, plot, response, curves, value, zoomed });
    }
    let ticks = axis::ticks(scene);
    for pane in &panes {
        draw::ground(ui.painter(), pane, scene, &ticks);
    }
    pointer::boxed(ui, state, scene, &panes);
    axis::forks(ui.painter(), layout, scene);
    for pane in &panes {
        draw::lane(ui, pane, scene, &mut state.cache);
        readout::ui(ui, cx, pane, scene, layout);
    }
    let strip = layout.rows.height() > 0.0;
    axis::draw(ui.painter(), layout, scene, &ticks, strip);
    let spots = panes.iter().find(|pane| pane.lane == Lane::Cwnd).map_or_else(Vec::new, |pane| {
        let spots = events::spots(scene, pane);
        events::draw(ui.painter(), scene, pane, &spots, cx.selected);
        spots
    });
    axis::cursor(ui.painter(), layout, scene);
    if strip {
        strip::ui(ui, cx, &mut state.strip, layout, &scene.time);
    }
    pointer::ui(ui, cx, state, layout, scene, &panes, &spots);
    state.cache.sweep();
    if scene.frontier.nanos() <= 1 {
        empty(ui, layout, cx);
    }
}

/// What to do when there is nothing yet.
fn empty(ui: &Ui, layout: &Layout, cx: &Cx<'_>) {
    let Some((_, first)) = layout.lanes.first() else { return };
    let bottom = layout.lanes.last().map_or(first.bottom(), |(_, rect)| rect.bottom());
    let area = Rect::from_x_y_ranges(layout.x, Rangef::new(first.top(), bottom));
    let at = pos2(area.center().x, first.center().y);
    let words = "Nothing sampled yet: press Space.";
    theme::draw_text(ui.painter(), at, egui::Align2::CENTER_CENTER, words, (BODY, 400.0, false), cx.theme.t3());
}
