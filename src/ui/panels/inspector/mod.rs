//! What is selected, layer by layer; why its last change happened; what can be changed.

mod change;
mod energy;
mod flip;
mod flow;
mod frame;
mod head;
mod knob;
mod link;
mod node;
mod why;

use crate::fact::{Fact, FactId, Place, What};
use crate::ids::{FlowId, NodeId};
use crate::journal::parts::{flow_of, node_of};
use crate::journal::why::Line as Cause;
use crate::session::view::Thing;
use crate::sim::explain::Question;
use crate::ui::cx::Cx;
use crate::ui::widgets;

/// From the left inset to the values.
const COLUMN: f32 = 86.0;

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    /// What it stays with, whatever is selected.
    pinned: Option<Thing>,
    /// The thing whose chain is shown, and the chain's effect: kept while somebody walks along the chain.
    kept: Option<(Thing, FactId, Fact)>,
    draft: knob::Draft,
}

impl State {
    /// Stays with `selected`, or no longer.
    pub fn toggle_pin(&mut self, selected: Option<Thing>) {
        self.pinned = if self.pinned.is_some() { None } else { selected };
    }
}

/// What is shown: a thing, the chain of causes of its last change, and which link of it is selected.
struct Subject {
    thing: Thing,
    chain: Vec<Cause>,
    marked: Option<FactId>,
    flow: Option<FlowId>,
    node: Option<NodeId>,
}

/// Draws it. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) -> bool {
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, cx.theme.bg1());
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    ui.spacing_mut().item_spacing.y = 0.0;
    let Some(subject) = Subject::of(cx, state) else { return head::empty(ui, cx) };
    let dragged = head::ui(ui, cx, state, &subject);
    widgets::rule(ui, cx.theme, 0.0);
    widgets::column(ui, ("inspector", subject.thing), |ui| {
        ui.add_space(9.0);
        layers(ui, cx, &subject);
        widgets::rule(ui, cx.theme, 9.0);
        // In a low window a long chain would push what can be changed out of sight: for things it comes first there.
        let is_thing = matches!(subject.thing, Thing::Flow(_) | Thing::Node(_) | Thing::Link(_));
        let changes_first = is_thing && cx.frame.size.y < 900.0;
        if changes_first && change::ui(ui, cx, &subject, &mut state.draft) {
            widgets::rule(ui, cx.theme, 10.0);
        }
        why::ui(ui, cx, &subject);
        widgets::rule(ui, cx.theme, 10.0);
        if !changes_first && change::ui(ui, cx, &subject, &mut state.draft) {
            widgets::rule(ui, cx.theme, 10.0);
        }
        so_far(ui, cx, &subject);
        ui.add_space(14.0);
    });
    dragged
}

fn layers(ui: &mut egui::Ui, cx: &mut Cx<'_>, subject: &Subject) {
    match subject.thing {
        Thing::Flow(id) => flow::ui(ui, cx, id),
        Thing::Node(id) => node::ui(ui, cx, id, true),
        Thing::Link(id) => link::ui(ui, cx, id),
        Thing::Frame(id) => frame::ui(ui, cx, id),
        Thing::Fact(_) => {
            if let Some(flow) = subject.flow {
                flow::ui(ui, cx, flow);
            }
            if let Some(node) = subject.node {
                node::ui(ui, cx, node, false);
            }
        }
    }
}

/// What was counted, and where the energy went.
fn so_far(ui: &mut egui::Ui, cx: &Cx<'_>, subject: &Subject) {
    match (subject.thing, subject.node) {
        (Thing::Flow(id), _) => flow::so_far(ui, cx, id),
        (Thing::Node(id), _) => {
            node::so_far(ui, cx, id);
            energy::ui(ui, cx, id);
        }
        (Thing::Fact(_), Some(id)) => energy::ui(ui, cx, id),
        _ => {}
    }
}

impl Subject {
    fn of(cx: &Cx<'_>, state: &mut State) -> Option<Self> {
        let thing = state.pinned.or(cx.selected)?;
        // Who walks along a chain keeps it, and what it is about.
        if let (Some(Thing::Fact(marked)), Some((kept, root, fact))) = (cx.selected, state.kept)
            && state.pinned.is_none_or(|pinned| pinned == kept)
            // In another line the number may stand for something else.
            && cx.view.fact(root) == Some(&fact)
        {
            let chain = cx.view.why(root);
            if chain.iter().any(|line| line.fact == marked) {
                return Some(Self::new(cx, kept, chain, Some(marked)));
            }
        }
        let root = root(cx, thing);
        state.kept = root.and_then(|root| Some((thing, root, *cx.view.fact(root)?)));
        let chain = root.map_or_else(Vec::new, |root| cx.view.why(root));
        Some(Self::new(cx, thing, chain, None))
    }

    fn new(cx: &Cx<'_>, thing: Thing, chain: Vec<Cause>, marked: Option<FactId>) -> Self {
        let what = |fact: FactId| cx.view.fact(fact).map(|fact| fact.what);
        let facts = || chain.iter().map(|line| line.fact).filter_map(what);
        let flow = facts().find_map(|what| flow_of(&what));
        let node =
            marked.and_then(what).and_then(|what| node_of(&what)).or_else(|| facts().find_map(|what| node_of(&what)));
        Self { thing, chain, marked, flow, node }
    }
}

/// The fact behind the last change of a thing, as of now.
fn root(cx: &Cx<'_>, thing: Thing) -> Option<FactId> {
    match thing {
        Thing::Flow(id) => Question::ALL.iter().filter_map(|(_, question)| cx.view.last_fact(id, *question)).max(),
        Thing::Node(id) => cx.view.last_where(|fact| match fact.what {
            What::FrameLost { at, .. } => at == id,
            What::Dropped { place, .. } => place == Place::Node(id),
            What::BatteryEmpty { node } | What::RouteBroken { node, .. } | What::RouteError { node, .. } => node == id,
            _ => false,
        }),
        Thing::Link(id) => {
            cx.view.last_where(|fact| matches!(fact.what, What::Dropped { place, .. } if place == Place::Link(id)))
        }
        Thing::Frame(id) => frame::loss(cx, id),
        Thing::Fact(id) => cx.view.fact(id).map(|_| id),
    }
}
