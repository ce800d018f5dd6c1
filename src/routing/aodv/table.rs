//! The route table of one node.
//!
//! In: what messages and failures say. Out: entries, in the order of destinations, so that whatever goes over them all does so in a
//! fixed order. Sequence numbers are compared by their signed difference (RFC 3561 section 6.1).

use crate::ids::NodeId;
use crate::units::{SimDuration, SimTime};

/// Stands for "so far away that nothing is known".
pub const FAR: u8 = u8::MAX;

/// Discovery times that are remembered for each destination (ns-2).
const HISTORY: usize = 3;

/// What a route is good for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Nothing.
    Down,
    /// Packets go this way.
    Up,
    /// It broke here, and this node looks for another one meanwhile.
    Repair,
}

/// What is known about a destination.
#[derive(Clone, Debug, PartialEq)]
pub struct Route {
    /// Where to.
    pub target: NodeId,
    /// The destination's sequence number, if `seq_known`.
    pub seq: u32,
    /// Whether the sequence number came from the destination.
    pub seq_known: bool,
    /// Whether it can be used.
    pub state: State,
    /// Hops to the destination; [`FAR`] while it is down.
    pub hops: u8,
    /// The neighbour that takes packets.
    pub next: NodeId,
    /// Neighbours that send packets this way.
    pub precursors: Vec<NodeId>,
    /// When it is down unless it is used.
    pub expire: SimTime,
    /// Hops when it was up last; [`FAR`] if it never went down.
    pub last_hops: u8,
    /// Floods of the whole network since the last success.
    pub floods: u8,
    /// Hops that the last request could take; 0 before the first.
    pub last_ttl: u8,
    /// No further request before this instant; zero if there is nothing to wait for.
    pub wait_until: SimTime,
    /// Whether a request is out whose timer decides what comes next (RFC set).
    pub searching: bool,
    /// Whether flows were told that it failed and not yet that it is back.
    pub failed: bool,
    /// Seconds per hop that the last discoveries took; zero where there was none.
    latencies: [SimDuration; HISTORY],
    latest: usize,
}

impl Route {
    const fn new(target: NodeId) -> Self {
        Self {
            target,
            seq: 0,
            seq_known: false,
            state: State::Down,
            hops: FAR,
            next: target,
            precursors: Vec::new(),
            expire: SimTime::ZERO,
            last_hops: FAR,
            floods: 0,
            last_ttl: 0,
            wait_until: SimTime::ZERO,
            searching: false,
            failed: false,
            latencies: [SimDuration::ZERO; HISTORY],
            latest: 0,
        }
    }

    /// Whether it has a next hop, good or under repair.
    pub const fn leads_on(&self) -> bool {
        !matches!(self.state, State::Down)
    }

    /// Whether packets go this way.
    pub const fn is_up(&self) -> bool {
        matches!(self.state, State::Up)
    }

    /// It can no longer be used.
    pub fn take_down(&mut self) {
        if self.state != State::Down {
            self.last_hops = self.hops;
            self.hops = FAR;
            self.state = State::Down;
            self.expire = SimTime::ZERO;
        }
    }

    /// Forgets that requests were sent: the next one may go at once.
    pub const fn reset_search(&mut self, last_ttl: u8) {
        self.floods = 0;
        self.wait_until = SimTime::ZERO;
        self.searching = false;
        self.last_ttl = last_ttl;
    }

    /// Adds a neighbour that uses this route.
    pub fn add_precursor(&mut self, neighbour: NodeId) {
        if let Err(place) = self.precursors.binary_search(&neighbour) {
            self.precursors.insert(place, neighbour);
        }
    }

    /// Remembers how long a discovery took for each hop.
    pub const fn note_latency(&mut self, per_hop: SimDuration) {
        self.latencies[self.latest] = per_hop;
        self.latest = (self.latest + 1) % HISTORY;
    }

    /// What a hop takes, by the last discoveries; `otherwise` if there was none.
    pub fn per_hop_time(&self, otherwise: SimDuration) -> SimDuration {
        let known = || self.latencies.iter().filter(|latency| **latency > SimDuration::ZERO);
        match known().count() as u64 {
            0 => otherwise,
            n => SimDuration::from_nanos(known().map(|latency| latency.nanos()).sum::<u64>() / n),
        }
    }
}

/// Whether sequence number `a` is newer than `b`.
pub const fn is_newer(a: u32, b: u32) -> bool {
    a.wrapping_sub(b).cast_signed() > 0
}

/// All routes of a node, by destination.
#[derive(Clone, Debug, Default)]
pub struct Table(Vec<Route>);

impl Table {
    /// What is known about `target`, if anything is.
    pub fn get(&self, target: NodeId) -> Option<&Route> {
        self.place(target).ok().map(|place| &self.0[place])
    }

    /// The same, to be changed.
    pub fn get_mut(&mut self, target: NodeId) -> Option<&mut Route> {
        self.place(target).ok().map(|place| &mut self.0[place])
    }

    /// The entry of `target`, made if there is none.
    pub fn entry(&mut self, target: NodeId) -> &mut Route {
        let place = self.place(target).unwrap_or_else(|place| {
            self.0.insert(place, Route::new(target));
            place
        });
        &mut self.0[place]
    }

    /// All entries in the order of destinations.
    pub fn iter(&self) -> impl Iterator<Item = &Route> {
        self.0.iter()
    }

    /// The same, to be changed.
    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Route> {
        self.0.iter_mut()
    }

    /// Forgets the entries that `keep` does not name.
    pub fn retain(&mut self, keep: impl FnMut(&Route) -> bool) {
        self.0.retain(keep);
    }

    fn place(&self, target: NodeId) -> Result<usize, usize> {
        self.0.binary_search_by_key(&target, |route| route.target)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sequence_numbers_compare_around_the_wrap() {
        for (a, b, newer) in [(2, 1, true), (1, 2, false), (1, 1, false), (0, u32::MAX, true), (u32::MAX, 0, false)] {
            assert_eq!(is_newer(a, b), newer, "{a} against {b}");
        }
    }

    #[test]
    fn the_time_per_hop_is_the_mean_of_the_last_three() {
        let ms = SimDuration::from_millis;
        let mut route = Route::new(NodeId(3));
        assert_eq!(route.per_hop_time(ms(30)), ms(30));
        for (latency, mean) in [(10, 10), (20, 15), (30, 20), (70, 40)] {
            route.note_latency(ms(latency));
            assert_eq!(route.per_hop_time(ms(30)), ms(mean));
        }
    }

    #[test]
    fn going_down_remembers_the_hops_once() {
        let mut table = Table::default();
        let route = table.entry(NodeId(9));
        (route.state, route.hops) = (State::Up, 4);
        route.take_down();
        route.take_down();
        assert_eq!((route.last_hops, route.hops, route.state), (4, FAR, State::Down));
    }
}
