//! Future events in a total order: time, class, node, sequence.
//!
//! The order of equal instants comes from the model, not from the heap: a station cannot sense what begins in the very instant
//! its own timer fires (spec/wireless.md 0), and a refactoring that changes insertion order changes no result as long as it
//! touches one node at a time.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

use bevy_ecs::resource::Resource;

use crate::units::SimTime;

/// What kind of event comes first among equals. The order of the variants is deliberate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Class {
    /// A timer of a station or flow: it acts on what it knew before this instant.
    Timer,
    /// The end of a signal: the medium falls idle before somebody else's signal makes it busy again.
    SignalEnd,
    /// The start of a signal.
    SignalStart,
    /// Everything else: wired links, link-layer delays.
    Other,
}

/// 64 bits nanoseconds, 4 bits class, 20 bits node, 40 bits sequence: one integer comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key(u128);

impl Key {
    const NODE_BITS: u32 = 20;
    const SEQUENCE_BITS: u32 = 40;

    fn new(at: SimTime, class: Class, node: u32, sequence: u64) -> Self {
        debug_assert!(node < 1 << Self::NODE_BITS, "node {node} does not fit the calendar's key");
        assert!(sequence < 1 << Self::SEQUENCE_BITS, "the calendar ran out of sequence numbers");
        Self(
            (u128::from(at.nanos()) << 64)
                | (u128::from(class as u8) << 60)
                | (u128::from(node) << 40)
                | u128::from(sequence),
        )
    }

    /// The high half of the key.
    const fn at(self) -> SimTime {
        SimTime::from_nanos((self.0 >> 64) as u64)
    }
}

#[derive(Clone, Copy, Debug)]
struct Entry<E> {
    key: Key,
    event: E,
}

impl<E> PartialEq for Entry<E> {
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key
    }
}

impl<E> Eq for Entry<E> {}

impl<E> PartialOrd for Entry<E> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<E> Ord for Entry<E> {
    /// Reversed: [`BinaryHeap`] gives the greatest first.
    fn cmp(&self, other: &Self) -> Ordering {
        other.key.cmp(&self.key)
    }
}

/// The future of a run.
#[derive(Resource, Clone, Debug)]
pub struct Calendar<E: Copy + Send + Sync + 'static> {
    heap: BinaryHeap<Entry<E>>,
    sequence: u64,
    last: SimTime,
}

impl<E: Copy + Send + Sync + 'static> Default for Calendar<E> {
    fn default() -> Self {
        Self { heap: BinaryHeap::new(), sequence: 0, last: SimTime::ZERO }
    }
}

impl<E: Copy + Send + Sync + 'static> Calendar<E> {
    /// Puts `event` of `node` at `at`.
    ///
    /// # Panics
    /// If `at` is before the event last taken: the past cannot be changed.
    pub fn schedule(&mut self, at: SimTime, class: Class, node: u32, event: E) {
        assert!(at >= self.last, "an event at {at} was scheduled when it was already {}", self.last);
        let key = Key::new(at, class, node, self.sequence);
        self.sequence += 1;
        self.heap.push(Entry { key, event });
    }

    /// When the next event is due.
    pub fn next_at(&self) -> Option<SimTime> {
        self.heap.peek().map(|entry| entry.key.at())
    }

    /// The next event, without taking it.
    pub fn peek(&self) -> Option<(SimTime, &E)> {
        self.heap.peek().map(|entry| (entry.key.at(), &entry.event))
    }

    /// Takes the next event that is due before `end`.
    ///
    /// # Panics
    /// If time would move back.
    pub fn pop_before(&mut self, end: SimTime) -> Option<(SimTime, E)> {
        if self.heap.peek()?.key.at() >= end {
            return None;
        }
        let Entry { key, event } = self.heap.pop()?;
        let at = key.at();
        assert!(at >= self.last, "the calendar moved back from {} to {at}", self.last);
        self.last = at;
        Some((at, event))
    }

    /// How many events wait.
    pub fn len(&self) -> usize {
        self.heap.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.heap.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(nanos: u64) -> SimTime {
        SimTime::from_nanos(nanos)
    }

    #[test]
    fn equal_instants_go_by_class_then_node_then_insertion() {
        let mut calendar = Calendar::default();
        for (n, (time, class, node)) in [
            (5, Class::Other, 0),
            (5, Class::SignalStart, 9),
            (5, Class::SignalStart, 1),
            (5, Class::SignalEnd, 9),
            (5, Class::Timer, 9),
            (4, Class::Other, 9),
            (5, Class::Timer, 9),
        ]
        .into_iter()
        .enumerate()
        {
            calendar.schedule(at(time), class, node, n);
        }
        let order: Vec<usize> = std::iter::from_fn(|| calendar.pop_before(SimTime::MAX)).map(|(_, n)| n).collect();
        assert_eq!(order, [5, 4, 6, 3, 2, 1, 0]);
    }

    #[test]
    fn the_end_is_exclusive() {
        let mut calendar = Calendar::default();
        calendar.schedule(at(5), Class::Other, 0, ());
        assert_eq!(calendar.pop_before(at(5)), None);
        assert_eq!(calendar.pop_before(at(6)), Some((at(5), ())));
    }

    #[test]
    #[should_panic(expected = "was already")]
    fn the_past_cannot_be_changed() {
        let mut calendar = Calendar::default();
        calendar.schedule(at(5), Class::Other, 0, ());
        calendar.pop_before(at(6));
        calendar.schedule(at(4), Class::Other, 0, ());
    }
}
