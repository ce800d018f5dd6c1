//! A queue of limited length that refuses what does not fit (spec/wireless.md 7.1).
//!
//! In: items, data or priority. Out: items in order, and those that had no room. Data leaves in the order in which it came;
//! priority items leave before all data, among themselves as the [`PriorityRule`] says.

use std::collections::VecDeque;

use bevy_ecs::component::Component;

/// Where a priority item goes, and who makes room for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PriorityRule {
    /// To the head, so the latest leaves first; if that leaves more than fits, the tail is displaced, data or not (ns-2).
    Head,
    /// Behind earlier priority items and ahead of all data; the newest data item is displaced, or the newcomer refused when
    /// there is none.
    FifoAhead,
}

/// What became of an item that was offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use = "a refused or displaced item has to be accounted for"]
pub enum Offer<T> {
    /// It waits.
    Queued,
    /// There was no room for it.
    Refused(T),
    /// It waits, and this item had to leave for it.
    Displaced(T),
}

/// The queue.
#[derive(Component, Clone, Debug)]
pub struct DropTail<T> {
    items: VecDeque<T>,
    /// How many items at the head are priority items. Only [`PriorityRule::FifoAhead`] needs to know.
    ahead: usize,
    limit: usize,
    wastes_one: bool,
    rule: PriorityRule,
    peak: usize,
}

impl<T> DropTail<T> {
    /// An empty queue for `limit` items. One that `wastes_one` drops when it would *reach* its limit, so 49 of 50 places are
    /// used, as in ns-2.
    pub const fn new(limit: usize, wastes_one: bool, rule: PriorityRule) -> Self {
        Self { items: VecDeque::new(), ahead: 0, limit, wastes_one, rule, peak: 0 }
    }

    /// Adds a data item at the end, or refuses it.
    pub fn offer(&mut self, item: T) -> Offer<T> {
        if self.items.len() >= self.usable() {
            return Offer::Refused(item);
        }
        self.items.push_back(item);
        self.note_peak();
        Offer::Queued
    }

    /// Adds a priority item, such as a routing packet.
    pub fn offer_priority(&mut self, item: T) -> Offer<T> {
        let full = self.items.len() >= self.usable();
        let nothing_may_leave = match self.rule {
            PriorityRule::Head => self.items.is_empty(),
            PriorityRule::FifoAhead => self.ahead == self.items.len(),
        };
        if full && nothing_may_leave {
            return Offer::Refused(item);
        }
        let displaced = if full { self.items.pop_back() } else { None };
        match self.rule {
            PriorityRule::Head => self.items.push_front(item),
            PriorityRule::FifoAhead => {
                self.items.insert(self.ahead, item);
                self.ahead += 1;
            }
        }
        self.note_peak();
        displaced.map_or(Offer::Queued, Offer::Displaced)
    }

    /// Takes the next item.
    pub fn take(&mut self) -> Option<T> {
        self.ahead = self.ahead.saturating_sub(1);
        self.items.pop_front()
    }

    /// Takes out all items that `matches` names, in order, and gives them to `removed`; the others keep their order.
    pub fn purge(&mut self, mut matches: impl FnMut(&T) -> bool, mut removed: impl FnMut(T)) {
        let ahead = self.ahead;
        for place in 0..self.items.len() {
            let Some(item) = self.items.pop_front() else { break };
            if matches(&item) {
                self.ahead -= usize::from(place < ahead);
                removed(item);
            } else {
                self.items.push_back(item);
            }
        }
    }

    /// How many items wait.
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// The most items that ever waited.
    pub const fn peak(&self) -> usize {
        self.peak
    }

    /// The limit it was made with.
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// How many items really fit.
    pub const fn usable(&self) -> usize {
        self.limit.saturating_sub(self.wastes_one as usize)
    }

    /// What waits, the next one first.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.items.iter()
    }

    fn note_peak(&mut self) {
        self.peak = self.peak.max(self.items.len());
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn contents(queue: &DropTail<u32>) -> Vec<u32> {
        queue.iter().copied().collect()
    }

    fn filled(limit: usize, wastes_one: bool, rule: PriorityRule, data: &[u32]) -> DropTail<u32> {
        let mut queue = DropTail::new(limit, wastes_one, rule);
        for item in data {
            assert_eq!(queue.offer(*item), Offer::Queued);
        }
        queue
    }

    #[test]
    fn of_a_burst_of_60_fit_50_or_49_with_the_quirk() {
        for (limit, wastes_one, fit) in
            [(50, false, 50), (50, true, 49), (1, false, 1), (1, true, 0), (0, false, 0), (0, true, 0)]
        {
            let mut queue = DropTail::new(limit, wastes_one, PriorityRule::FifoAhead);
            let refused: Vec<u32> = (0..60)
                .filter_map(|n| match queue.offer(n) {
                    Offer::Refused(item) => Some(item),
                    Offer::Queued => None,
                    Offer::Displaced(item) => panic!("data displaced {item}"),
                })
                .collect();
            assert_eq!(contents(&queue), (0..fit).collect::<Vec<_>>(), "limit {limit}, wastes one: {wastes_one}");
            assert_eq!(refused, (fit..60).collect::<Vec<_>>());
            assert_eq!(queue.peak(), fit as usize);
        }
    }

    #[test]
    fn a_priority_item_at_the_head_displaces_the_tail_once_the_queue_is_full() {
        let mut queue = filled(5, true, PriorityRule::Head, &[1, 2, 3]);
        assert_eq!(queue.offer_priority(101), Offer::Queued);
        assert_eq!(contents(&queue), [101, 1, 2, 3]);
        assert_eq!(queue.offer_priority(102), Offer::Displaced(3));
        assert_eq!(contents(&queue), [102, 101, 1, 2]);
        // Nothing protects an earlier priority item once it is the tail.
        for (newcomer, leaves) in [(103, 2), (104, 1), (105, 101)] {
            assert_eq!(queue.offer_priority(newcomer), Offer::Displaced(leaves));
        }
        assert_eq!(contents(&queue), [105, 104, 103, 102]);
    }

    #[test]
    fn a_priority_fifo_goes_ahead_of_data_and_displaces_the_newest_data() {
        let mut queue = filled(4, false, PriorityRule::FifoAhead, &[1, 2, 3]);
        assert_eq!(queue.offer_priority(101), Offer::Queued);
        assert_eq!(queue.offer_priority(102), Offer::Displaced(3));
        assert_eq!(contents(&queue), [101, 102, 1, 2]);
        assert_eq!(queue.offer(4), Offer::Refused(4));
        assert_eq!(queue.take(), Some(101));
        assert_eq!(queue.offer_priority(103), Offer::Queued);
        assert_eq!(contents(&queue), [102, 103, 1, 2]);
        assert_eq!(queue.offer_priority(104), Offer::Displaced(2));
        assert_eq!(queue.offer_priority(105), Offer::Displaced(1));
        assert_eq!(queue.offer_priority(106), Offer::Refused(106), "only priority items are left");
        assert_eq!(contents(&queue), [102, 103, 104, 105]);
    }

    #[test]
    fn a_queue_without_room_refuses_priority_items_too() {
        for rule in [PriorityRule::Head, PriorityRule::FifoAhead] {
            let mut queue = DropTail::new(1, true, rule);
            assert_eq!(queue.offer_priority(101), Offer::Refused(101));
            assert!(queue.is_empty());
        }
    }

    #[test]
    fn purging_keeps_the_order_of_what_stays() {
        let mut queue = filled(10, false, PriorityRule::FifoAhead, &[1, 2, 3, 4]);
        for item in [101, 102, 103] {
            assert_eq!(queue.offer_priority(item), Offer::Queued);
        }
        let mut removed = Vec::new();
        queue.purge(|item| item % 2 == 0, |item| removed.push(item));
        assert_eq!(removed, [102, 2, 4]);
        assert_eq!(contents(&queue), [101, 103, 1, 3]);
        assert_eq!(queue.offer_priority(104), Offer::Queued);
        assert_eq!(contents(&queue), [101, 103, 104, 1, 3], "the queue still knows where data begins");
        assert_eq!((queue.len(), queue.peak()), (5, 7));
    }

    proptest! {
        /// Whatever is done to it: what went in is inside, came out or was handed back, and the limit holds.
        #[test]
        fn nothing_is_lost_and_the_limit_holds(
            limit in 0usize..6, wastes_one: bool, head: bool, operations in prop::collection::vec(0u8..4, 0..60),
        ) {
            let rule = if head { PriorityRule::Head } else { PriorityRule::FifoAhead };
            let mut queue = DropTail::new(limit, wastes_one, rule);
            let (mut offered, mut gone) = (0u32, Vec::new());
            for operation in operations {
                let offer = match operation {
                    0 => queue.offer(offered),
                    1 => queue.offer_priority(offered),
                    2 => { gone.extend(queue.take()); continue }
                    _ => { queue.purge(|item| item % 3 == 0, |item| gone.push(item)); continue }
                };
                offered += 1;
                match offer {
                    Offer::Queued => {}
                    Offer::Refused(item) | Offer::Displaced(item) => gone.push(item),
                }
                prop_assert!(queue.len() <= queue.usable());
            }
            gone.extend(queue.iter());
            gone.sort_unstable();
            prop_assert_eq!(gone, (0..offered).collect::<Vec<_>>());
        }
    }
}
