//! What arrived out of order: disjoint blocks in ascending order, with the time order in which they were last touched.
//!
//! New data goes to the end and filled holes are at the front, so both ends are cheap; the middle moves only when a hole between
//! two blocks is filled. Sources: RFC 2018 section 4; spec/transport.md 2.4.

use std::collections::VecDeque;

use crate::packet::{SACK_BLOCKS, SackBlock};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Block {
    left: u64,
    right: u64,
    /// When a segment last arrived in it, as a count of arrivals.
    touched: u64,
}

/// The blocks beyond the next expected byte.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Reassembly {
    blocks: VecDeque<Block>,
    arrivals: u64,
}

impl Reassembly {
    /// Takes in `left..right`; returns whether any of it is new.
    pub(super) fn insert(&mut self, left: u64, right: u64) -> bool {
        self.arrivals += 1;
        let touched = self.arrivals;
        // The blocks `from..to` overlap or touch the newcomer.
        let to = self.blocks.iter().rposition(|block| block.left <= right).map_or(0, |last| last + 1);
        let from = self.blocks.iter().take(to).rposition(|block| block.right < left).map_or(0, |last| last + 1);
        if from == to {
            self.blocks.insert(from, Block { left, right, touched });
            return true;
        }
        let (first, last) = (self.blocks[from], self.blocks[to - 1]);
        let is_new = left < first.left || right > last.right || to - from > 1;
        let merged = Block { left: first.left.min(left), right: last.right.max(right), touched };
        self.blocks[from] = merged;
        self.blocks.drain(from + 1..to);
        is_new
    }

    /// Everything below `next` is in order now; returns the next expected byte after the blocks that join it.
    pub(super) fn advance(&mut self, mut next: u64) -> u64 {
        while let Some(front) = self.blocks.front().filter(|front| front.left <= next) {
            next = next.max(front.right);
            self.blocks.pop_front();
        }
        next
    }

    /// Whether nothing is out of order.
    pub(super) fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// The blocks to report: the one that was touched last, then the others, latest first. Returns how many there are.
    pub(super) fn report(&self, report: &mut [SackBlock; SACK_BLOCKS]) -> u8 {
        let mut count = 0;
        let mut before = u64::MAX;
        for slot in report.iter_mut() {
            let Some(block) = self.blocks.iter().filter(|b| b.touched < before).max_by_key(|b| b.touched) else {
                break;
            };
            *slot = SackBlock { left: block.left, right: block.right };
            before = block.touched;
            count += 1;
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks(reassembly: &Reassembly) -> Vec<(u64, u64)> {
        reassembly.blocks.iter().map(|block| (block.left, block.right)).collect()
    }

    #[test]
    fn blocks_stay_disjoint_and_in_order() {
        let mut reassembly = Reassembly::default();
        let arrivals = [
            ((20, 30), true, vec![(20, 30)]),
            ((40, 50), true, vec![(20, 30), (40, 50)]),
            ((10, 15), true, vec![(10, 15), (20, 30), (40, 50)]),
            ((22, 28), false, vec![(10, 15), (20, 30), (40, 50)]),
            ((30, 40), true, vec![(10, 15), (20, 50)]),
            ((12, 60), true, vec![(10, 60)]),
            ((10, 60), false, vec![(10, 60)]),
        ];
        for ((left, right), is_new, expected) in arrivals {
            assert_eq!(reassembly.insert(left, right), is_new, "{left}..{right}");
            assert_eq!(blocks(&reassembly), expected, "after {left}..{right}");
        }
        assert_eq!(reassembly.advance(9), 9);
        assert_eq!(reassembly.advance(10), 60);
        assert!(reassembly.is_empty());
    }
}
