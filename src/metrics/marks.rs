//! Events that figures draw as shapes on a curve.
//!
//! In order of time; a mark that is there already is ignored, so a replay after a seek adds nothing. At most [`LIMIT`] are
//! kept: beyond it the older half goes, and [`Marks::forgotten`] says how many, so that a figure can say so.

use crate::ids::FlowId;
use crate::palette::EventShape;
use crate::units::SimTime;

/// Most marks that a run keeps.
pub const LIMIT: usize = 1 << 18;

/// What happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// A packet of the flow was lost: queue, retry limit, impairment, no route.
    Loss,
    /// The third duplicate acknowledgement (or what the engine takes for it) began a recovery.
    ThirdDuplicateAck,
    /// The retransmission timer expired.
    Timeout,
    /// The route of the flow changed or broke.
    RouteChange,
    /// Somebody changed something.
    Command,
}

impl MarkKind {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Loss, Self::ThirdDuplicateAck, Self::Timeout, Self::RouteChange, Self::Command];

    /// The words in a legend.
    pub const fn label(self) -> &'static str {
        match self {
            Self::Loss => "loss",
            Self::ThirdDuplicateAck => "3rd duplicate ACK",
            Self::Timeout => "timeout",
            Self::RouteChange => "route change",
            Self::Command => "command",
        }
    }

    /// The shape on the curve.
    pub const fn shape(self) -> EventShape {
        match self {
            Self::Loss => EventShape::Cross,
            Self::ThirdDuplicateAck => EventShape::HollowTriangleDown,
            Self::Timeout => EventShape::Diamond,
            Self::RouteChange => EventShape::HollowSquare,
            Self::Command => EventShape::TriangleRight,
        }
    }
}

/// One event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Whose; `None` for what concerns the whole run.
    pub flow: Option<FlowId>,
    /// What.
    pub kind: MarkKind,
}

/// The events of a run, in order of time.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    list: Vec<(SimTime, Mark)>,
    forgotten: u64,
}

impl Marks {
    /// Adds one; ignored if it is older than the newest, or there already.
    pub fn push(&mut self, at: SimTime, mark: Mark) {
        if self.list.last().is_some_and(|(last, _)| at < *last) {
            return;
        }
        if self.list.iter().rev().take_while(|(t, _)| *t == at).any(|(_, known)| *known == mark) {
            return;
        }
        if self.list.len() == LIMIT {
            self.list.drain(..LIMIT / 2);
            self.forgotten += LIMIT as u64 / 2;
        }
        self.list.push((at, mark));
    }

    /// Forgets everything at and after `at`.
    pub fn truncate(&mut self, at: SimTime) {
        self.list.truncate(self.list.partition_point(|(t, _)| *t < at));
    }

    /// Those with `from <= at < until`, in order.
    pub fn range(&self, from: SimTime, until: SimTime) -> &[(SimTime, Mark)] {
        let start = self.list.partition_point(|(t, _)| *t < from);
        let end = self.list.partition_point(|(t, _)| *t < until);
        &self.list[start..end.max(start)]
    }

    /// How many old ones are no longer kept.
    pub const fn forgotten(&self) -> u64 {
        self.forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_replay_adds_nothing_and_a_branch_begins_anew() {
        let at = SimTime::from_nanos;
        let mark = |kind| Mark { flow: Some(FlowId(0)), kind };
        let script = [(5, MarkKind::Loss), (9, MarkKind::Timeout), (9, MarkKind::Command)];
        let mut marks = Marks::default();
        for (t, kind) in script.iter().chain(&script) {
            marks.push(at(*t), mark(*kind));
        }
        assert_eq!(marks.range(SimTime::ZERO, SimTime::MAX).len(), 3);
        assert_eq!(marks.range(at(9), at(10)).len(), 2);
        marks.truncate(at(9));
        assert_eq!(marks.range(SimTime::ZERO, SimTime::MAX), [(at(5), mark(MarkKind::Loss))]);
    }
}
