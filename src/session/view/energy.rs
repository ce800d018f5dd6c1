//! Joules of all radios together, at any instant: samples of the totals, and the ledgers as they are now.

use crate::energy::ledger::{Ledger, RadioState};
use crate::energy::meter;
use crate::session::totals::{PERIOD, Totals};
use crate::session::view::View;
use crate::sim::access::Channel;
use crate::units::SimTime;

/// What all radios together have spent over time. Exact at samples and at the cursor, in a straight line between.
#[derive(Clone, Copy, Debug)]
pub struct Spent<'a> {
    totals: &'a Totals,
    now: SimTime,
    present: [f64; RadioState::ALL.len()],
}

impl Spent<'_> {
    /// Joules spent in `state` up to `at`; beyond what is known, as much as was known last.
    pub fn joules(&self, state: RadioState, at: SimTime) -> f64 {
        let before = SimTime::from_nanos(at.nanos() / PERIOD.nanos() * PERIOD.nanos());
        let mut ends = [before, before.saturating_add(PERIOD)].map(|end| (end, self.sampled(state, end)));
        // The cursor is as good as a sample.
        if before <= self.now && self.now < ends[1].0 {
            ends[usize::from(at < self.now)] = (self.now, self.present[state.index()]);
        }
        let [(start, from), (end, to)] = ends;
        let share = at.since(start).nanos() as f64 / end.since(start).nanos().max(1) as f64;
        // Where no later sample has been taken, the last one still holds, or the cursor.
        let spent = from + (to - from).max(0.0) * share;
        if at > self.now { spent.max(self.present[state.index()]) } else { spent }
    }

    /// How far it is known: the last sample, or the cursor where that is later.
    pub fn end(&self, frontier: SimTime) -> SimTime {
        SimTime::from_nanos(frontier.nanos() / PERIOD.nanos() * PERIOD.nanos()).max(self.now)
    }

    fn sampled(&self, state: RadioState, at: SimTime) -> f64 {
        self.totals.joules(state).value_at(at).unwrap_or(0.0)
    }
}

impl<'a> View<'a> {
    /// What all radios have spent over time; `None` if that is not recorded.
    pub fn spent(&self) -> Option<Spent<'a>> {
        let totals = self.totals()?;
        let draw = &self.sim().world().resource::<Channel>().draw;
        let mut spent = [0; RadioState::ALL.len()];
        for ledger in self.index().nodes.iter().filter_map(|node| self.get::<Ledger>(*node)) {
            let times = ledger.times(self.now());
            for state in RadioState::ALL {
                spent[state.index()] += meter::energy(draw[state.index()], times.of(*state));
            }
        }
        Some(Spent { totals, now: self.now(), present: spent.map(|attojoules| meter::joules(attojoules).0) })
    }
}
