//! Packets that wait for a route: in the order in which they came, for a limited time, the oldest dropped when there is no room
//! (spec/wireless.md 9.2).

use std::collections::VecDeque;

use crate::ids::NodeId;
use crate::packet::Packet;
use crate::units::{SimDuration, SimTime};

/// A packet that had to leave the buffer without a route.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Left {
    /// It waited too long.
    Expired(Packet),
    /// It made room for a newer one.
    Displaced(Packet),
}

/// The buffer of one node.
#[derive(Clone, Debug)]
pub struct SendBuffer {
    /// With the instants at which they have waited too long.
    waiting: VecDeque<(SimTime, Packet)>,
    limit: usize,
    time: SimDuration,
}

impl SendBuffer {
    /// An empty one for `limit` packets, at least one, that wait up to `time`.
    pub const fn new(limit: usize, time: SimDuration) -> Self {
        Self { waiting: VecDeque::new(), limit, time }
    }

    /// Adds a packet; what had to leave comes back.
    pub fn push(&mut self, now: SimTime, packet: Packet, mut left: impl FnMut(Left)) {
        self.expire(now, &mut left);
        if self.waiting.len() >= self.limit
            && let Some((_, oldest)) = self.waiting.pop_front()
        {
            left(Left::Displaced(oldest));
        }
        self.waiting.push_back((now + self.time, packet));
    }

    /// Takes the oldest packet for `target`.
    pub fn take(&mut self, target: NodeId) -> Option<Packet> {
        let place = self.waiting.iter().position(|(_, packet)| packet.destination == target)?;
        self.waiting.remove(place).map(|(_, packet)| packet)
    }

    /// Takes out what has waited too long.
    pub fn expire(&mut self, now: SimTime, mut left: impl FnMut(Left)) {
        // All wait equally long, so the first to come is the first to go.
        while let Some((_, packet)) = self.waiting.pop_front_if(|(until, _)| *until < now) {
            left(Left::Expired(packet));
        }
    }

    /// Whether a packet for `target` waits.
    pub fn has(&self, target: NodeId) -> bool {
        self.waiting.iter().any(|(_, packet)| packet.destination == target)
    }

    /// Whether nothing waits.
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// What waits, the oldest first.
    pub fn iter(&self) -> impl Iterator<Item = &Packet> {
        self.waiting.iter().map(|(_, packet)| packet)
    }

    /// Takes everything.
    pub fn clear(&mut self) -> impl Iterator<Item = Packet> {
        std::mem::take(&mut self.waiting).into_iter().map(|(_, packet)| packet)
    }
}
