//! The journal: facts with their causes, bounded, and the walk back from a fact to what began it.
//!
//! In: facts, as dispatch notices them. Out: [`Journal::fact`] by number, [`why`] as a chain of words. The facts themselves are
//! outside snapshots: their numbers are the same in every replay, so a replay that comes past a fact again finds it here. What a
//! snapshot keeps is the [`Cursor`], the number of the next fact.

pub mod parts;
mod routes;
pub mod why;

use std::collections::VecDeque;

use bevy_ecs::resource::Resource;

use crate::fact::{Fact, FactId};

/// Facts kept when nothing else is said: 3 MiB.
pub const DEFAULT_CAPACITY: usize = 65_536;

/// The number that the next fact gets: part of the run.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cursor(u64);

impl Default for Cursor {
    fn default() -> Self {
        Self(1)
    }
}

/// The facts of a run, the oldest forgotten first.
#[derive(Resource, Clone, Debug)]
pub struct Journal {
    facts: VecDeque<Fact>,
    /// Number of the first fact kept.
    first: u64,
    capacity: usize,
}

impl Default for Journal {
    fn default() -> Self {
        Self { facts: VecDeque::new(), first: 1, capacity: DEFAULT_CAPACITY }
    }
}

impl Journal {
    /// Writes a fact and gives its number. A fact that is there already, as in a replay, is not written again.
    pub fn write(&mut self, cursor: &mut Cursor, fact: Fact) -> FactId {
        let number = cursor.0;
        cursor.0 += 1;
        if number >= self.first + self.facts.len() as u64 {
            if self.facts.len() == self.capacity {
                self.facts.pop_front();
                self.first += 1;
            }
            self.facts.push_back(fact);
        }
        FactId(number)
    }

    /// The fact with this number, unless it is forgotten.
    pub fn fact(&self, id: FactId) -> Option<&Fact> {
        let place = id.0.checked_sub(self.first)?;
        self.facts.get(usize::try_from(place).ok()?)
    }

    /// All facts kept, in order, with their numbers.
    pub fn facts(&self) -> impl DoubleEndedIterator<Item = (FactId, &Fact)> {
        self.facts.iter().enumerate().map(|(place, fact)| (FactId(self.first + place as u64), fact))
    }

    /// Forgets every fact from number `cursor` on: the future of a branch is not written yet.
    pub fn truncate(&mut self, cursor: Cursor) {
        let keep = cursor.0.saturating_sub(self.first);
        self.facts.truncate(usize::try_from(keep).unwrap_or(usize::MAX));
    }
}
