//! All curves and marks of a run.
//!
//! In come values in order of time from the simulation; out go series and marks to whoever draws or exports. The recorder is
//! *outside* snapshots: a seek back leaves it as it is, the replay's pushes repeat what it holds and are ignored, and a branch
//! takes a [`Recorder::fork`] and truncates it where it leaves the old line. Flows are always recorded, nodes and links only
//! where somebody asked for them, so that a large network costs what is looked at.

use std::collections::{BTreeMap, BTreeSet};

use bevy_ecs::resource::Resource;

use crate::ids::FlowId;
use crate::metrics::marks::{Mark, Marks};
use crate::metrics::metric::{Metric, Owner, Subject};
use crate::metrics::series::Series;
use crate::units::SimTime;

/// Most bytes of a series of a node or link, of which there may be many: 65,536 points, ten minutes of samples in full detail.
pub const WATCHED_BUDGET_BYTES: usize = 1 << 20;

/// The curves and marks of one run. See the module's documentation.
#[derive(Resource, Clone, Debug, Default)]
pub struct Recorder {
    series: BTreeMap<(Metric, Owner), Series>,
    marks: Marks,
    watched: BTreeSet<Owner>,
}

impl Recorder {
    /// An empty one that records flows.
    pub fn new() -> Self {
        Self::default()
    }

    /// Records a node or link too, from now on.
    pub fn watch(&mut self, owner: Owner) {
        self.watched.insert(owner);
    }

    /// Records a node or link no longer; what is recorded stays.
    pub fn unwatch(&mut self, owner: Owner) {
        self.watched.remove(&owner);
    }

    /// Whether values of `owner` are recorded: ask before computing one that is costly.
    pub fn records(&self, owner: Owner) -> bool {
        owner.subject() == Subject::Flow || self.watched.contains(&owner)
    }

    /// The value of `metric` changed at `at`.
    pub fn change(&mut self, at: SimTime, metric: Metric, owner: Owner, value: f64) {
        if self.records(owner) {
            let new = || match owner.subject() {
                Subject::Flow => Series::new(),
                Subject::Node | Subject::Link => Series::with_budget(WATCHED_BUDGET_BYTES),
            };
            self.series.entry((metric, owner)).or_insert_with(new).push(at, value);
        }
    }

    /// The counter behind `metric` stood at `value` at `at`: bytes for rates of data, joules for energy and power.
    pub fn sample(&mut self, at: SimTime, metric: Metric, owner: Owner, value: f64) {
        self.change(at, metric.recorded_as(), owner, value);
    }

    /// Something happened at `at`.
    pub fn mark(&mut self, at: SimTime, mark: Mark) {
        self.marks.push(at, mark);
    }

    /// A recorder for a branch: shares the past.
    #[must_use]
    pub fn fork(&self) -> Self {
        self.clone()
    }

    /// Forgets everything at and after `at`, which a branch records anew.
    pub fn truncate(&mut self, at: SimTime) {
        for series in self.series.values_mut() {
            series.truncate(at);
        }
        self.series.retain(|_, series| !series.is_empty());
        self.marks.truncate(at);
    }

    /// The points recorded for `metric` of `owner`: for a rate those of its counter.
    pub fn series(&self, metric: Metric, owner: Owner) -> Option<&Series> {
        self.series.get(&(metric.recorded_as(), owner))
    }

    /// Who has points for `metric`, in order.
    pub fn owners(&self, metric: Metric) -> impl Iterator<Item = Owner> + '_ {
        let wanted = metric.recorded_as();
        let first = (wanted, Owner::Flow(FlowId(0)));
        self.series.range(first..).map(|(key, _)| *key).take_while(move |(m, _)| *m == wanted).map(|(_, owner)| owner)
    }

    /// The metrics with any points, in the order of the registry, rates included.
    pub fn metrics(&self) -> impl Iterator<Item = Metric> + '_ {
        Metric::ALL.iter().copied().filter(|m| self.owners(*m).next().is_some())
    }

    /// The events.
    pub const fn marks(&self) -> &Marks {
        &self.marks
    }

    /// The latest instant that anything is known of.
    pub fn end(&self) -> SimTime {
        self.series.values().map(Series::end).max().unwrap_or(SimTime::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ids::NodeId;
    use crate::metrics::MarkKind;

    const FLOW: Owner = Owner::Flow(FlowId(0));
    const NODE: Owner = Owner::Node(NodeId(3));

    #[test]
    fn nodes_are_recorded_where_watched_and_flows_always() {
        let mut r = Recorder::new();
        r.change(SimTime::ZERO, Metric::Cwnd, FLOW, 2.0);
        r.change(SimTime::ZERO, Metric::Queue, NODE, 1.0);
        r.watch(NODE);
        r.sample(SimTime::from_nanos(1), Metric::Joules, NODE, 0.5);
        let known: Vec<_> = r.metrics().collect();
        assert_eq!(known, [Metric::Cwnd, Metric::Power, Metric::Joules], "power is the rate of the recorded joules");
        assert!(r.series(Metric::Queue, NODE).is_none());
        assert_eq!(r.owners(Metric::Power).collect::<Vec<_>>(), [NODE]);
    }

    #[test]
    fn a_branch_leaves_the_old_line_alone() {
        let mut old = Recorder::new();
        for t in 0..10 {
            old.change(SimTime::from_nanos(t), Metric::Cwnd, FLOW, t as f64);
        }
        old.mark(SimTime::from_nanos(8), Mark { flow: None, kind: MarkKind::Command });
        let mut branch = old.fork();
        branch.truncate(SimTime::from_nanos(5));
        branch.change(SimTime::from_nanos(5), Metric::Cwnd, FLOW, 50.0);
        assert_eq!(branch.series(Metric::Cwnd, FLOW).unwrap().value_at(SimTime::MAX), Some(50.0));
        assert_eq!(old.series(Metric::Cwnd, FLOW).unwrap().value_at(SimTime::MAX), Some(9.0));
        assert!(branch.marks().range(SimTime::ZERO, SimTime::MAX).is_empty());
        assert_eq!((old.end(), branch.end()), (SimTime::from_nanos(9), SimTime::from_nanos(5)));
    }
}
