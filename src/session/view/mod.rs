//! The named questions of panels, answered from a run as it is now. Panels know no component and no column.
//!
//! - this file: the run as a whole; [`nodes`], [`flows`], [`links`]: its things; [`frames`]: what is on air, what was lost where;
//!   [`energy`]: what it has cost so far.

pub mod energy;
pub mod flows;
pub mod frames;
pub mod links;
pub mod nodes;

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;

use crate::fact::{Fact, FactId};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::journal::Journal;
use crate::journal::why::Line as Cause;
use crate::metrics::Recorder;
use crate::scenario::Scenario;
use crate::session::flight::FlightRecorder;
use crate::session::run::Run;
use crate::session::totals::Totals;
use crate::sim::access::Index;
use crate::sim::explain::Question;
use crate::sim::intake::Logged;
use crate::sim::simulation::Simulation;
use crate::units::SimTime;

pub use flows::{FlowView, TransportView};
pub use frames::{CollisionView, DropView, FrameView};
pub use links::{Carried, LinkView};
pub use nodes::{NodeView, RadioView};

/// Something that can be selected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Thing {
    /// A node.
    Node(NodeId),
    /// A flow.
    Flow(FlowId),
    /// A direction of a wired link.
    Link(LinkId),
    /// A frame, by its number.
    Frame(crate::ids::FrameId),
    /// Something that happened.
    Fact(FactId),
}

/// A run, to be looked at.
#[derive(Clone, Copy)]
pub struct View<'a> {
    run: &'a Run,
}

impl<'a> View<'a> {
    /// The run as it is now.
    pub const fn new(run: &'a Run) -> Self {
        Self { run }
    }

    /// The run itself.
    pub const fn run(&self) -> &'a Run {
        self.run
    }

    fn sim(&self) -> &'a Simulation {
        self.run.sim()
    }

    fn get<C: Component>(&self, entity: Entity) -> Option<&'a C> {
        self.sim().world().get::<C>(entity)
    }

    fn index(&self) -> &'a Index {
        self.sim().world().resource()
    }

    /// The cursor: everything before it has happened.
    pub fn now(&self) -> SimTime {
        self.sim().now()
    }

    /// How far the run has ever come on this line.
    pub fn frontier(&self) -> SimTime {
        self.sim().frontier()
    }

    /// When the run ends, or how far it has come where nobody knows.
    pub fn horizon(&self) -> SimTime {
        let open = || self.frontier().max(SimTime::from_nanos(1_000_000_000));
        self.run.planned_end().unwrap_or_else(open)
    }

    /// Why and when it ended, if it has.
    pub fn stopped(&self) -> Option<&'static str> {
        self.run.stopped()
    }

    /// The scenario.
    pub fn scenario(&self) -> &'a Scenario {
        self.run.scenario()
    }

    /// The first sixteen digits of the digest of everything so far.
    pub fn digest(&self) -> String {
        self.run.digest()
    }

    /// Events so far.
    pub fn events(&self) -> u64 {
        self.sim().events()
    }

    /// How the books do not balance, if they do not.
    pub fn imbalance(&self) -> Option<String> {
        self.run.imbalance()
    }

    /// Curves and marks.
    pub fn recorder(&self) -> &'a Recorder {
        self.run.recorder()
    }

    /// The network's totals over time.
    pub fn totals(&self) -> Option<&'a Totals> {
        self.run.totals()
    }

    /// The latest frames.
    pub fn flight(&self) -> Option<&'a FlightRecorder> {
        self.run.flight()
    }

    /// All commands with their instants, those ahead included.
    pub fn commands(&self) -> &'a [Logged] {
        self.run.log().entries()
    }

    /// The instants of keyframes, in order.
    pub fn keyframes(&self) -> impl Iterator<Item = SimTime> + 'a {
        self.sim().keyframe_times()
    }

    /// The fact with this number, if it is kept.
    pub fn fact(&self, id: FactId) -> Option<&'a Fact> {
        self.sim().world().resource::<Journal>().fact(id)
    }

    /// The facts that are kept with `from <= at < until`, in order.
    pub fn facts_between(&self, from: SimTime, until: SimTime) -> impl Iterator<Item = (FactId, &'a Fact)> {
        let facts = self.sim().world().resource::<Journal>().facts();
        let later = facts.rev().skip_while(move |(_, fact)| fact.at >= until);
        let mut found: Vec<_> = later.take_while(move |(_, fact)| fact.at >= from).collect();
        found.reverse();
        found.into_iter()
    }

    /// The last thing that answers `question` about `flow`, as of now.
    pub fn last_fact(&self, flow: FlowId, question: Question) -> Option<FactId> {
        self.sim().find(flow, self.now(), question).map(|(id, _)| id)
    }

    /// The last fact before now for which `wanted` holds.
    pub fn last_where(&self, wanted: impl Fn(&Fact) -> bool) -> Option<FactId> {
        let now = self.now();
        let facts = self.sim().world().resource::<Journal>().facts();
        facts.rev().find(|(_, fact)| fact.at < now && wanted(fact)).map(|(id, _)| id)
    }

    /// The chain of causes of a fact, the effect first.
    pub fn why(&self, fact: FactId) -> Vec<Cause> {
        self.sim().why(fact)
    }

    /// A fact in words.
    pub fn tell(&self, fact: FactId) -> Option<String> {
        self.fact(fact).map(|fact| self.sim().names().tell(fact))
    }

    /// What a thing is called.
    pub fn name(&self, thing: Thing) -> String {
        let blueprint = self.sim().blueprint();
        match thing {
            Thing::Node(id) => blueprint.nodes.get(id.index()).map_or_else(|| id.to_string(), |node| node.name.clone()),
            Thing::Flow(id) => blueprint.flows.get(id.index()).map_or_else(|| id.to_string(), |flow| flow.name.clone()),
            Thing::Link(id) => {
                let (from, to) = self.index().ends.get(id.index()).copied().unwrap_or_default();
                format!("{} → {}", self.name(Thing::Node(from)), self.name(Thing::Node(to)))
            }
            Thing::Frame(id) => match self.flight().and_then(|flight| flight.frame(id)) {
                Some(flown) => frames::label(flown, self),
                None => format!("frame {}", id.0),
            },
            Thing::Fact(id) => self.tell(id).unwrap_or_else(|| format!("event {}", id.0)),
        }
    }
}
