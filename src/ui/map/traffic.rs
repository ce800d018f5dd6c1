//! Links that change faster than can be seen: their frames become one bar whose length is the busy share.
//!
//! In: the speed of the session and the frames of the last screen second, as far as the flight recorder has them. Out: links in the
//! order of their ends.

use crate::ids::{FlowId, NodeId};
use crate::packet::BROADCAST;
use crate::session::{Session, Speed, View};
use crate::units::{SimDuration, SimTime};

/// Frames of a link in a screen second above which they are not drawn one by one.
const MOST: f64 = 20.0;

/// Pictures in a screen second.
const PICTURES: f64 = 60.0;

/// A link too busy to be drawn frame by frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Busy {
    /// The end with the lower number.
    pub a: NodeId,
    /// The other end.
    pub b: NodeId,
    /// Which of them sent more of the time.
    pub from: NodeId,
    /// Whose frames took most of the time.
    pub flow: Option<FlowId>,
    /// The part of the time in which one of them sent to the other, 0 to 1.
    pub share: f32,
}

/// See the module's documentation.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Traffic {
    /// Links that are drawn as a share.
    pub busy: Vec<Busy>,
    /// Frames that begin in one picture, on all links.
    pub per_picture: f64,
}

impl Traffic {
    /// The traffic at the session's present speed; nothing is too fast while it rests.
    pub fn new(session: &Session, view: &View<'_>) -> Self {
        if !session.is_playing() {
            return Self::default();
        }
        let ratio = match session.follow.speed(view.now(), session.speed(), None) {
            Speed::Ratio(ratio) => session.achieved().map_or(ratio, |achieved| achieved.min(ratio)),
            Speed::Unlimited => session.achieved().unwrap_or(1.0),
        };
        Self::at_ratio(view, ratio)
    }

    /// The traffic if `ratio` simulated seconds pass in a second on screen.
    fn at_ratio(view: &View<'_>, ratio: f64) -> Self {
        // Not less than some frames, nor more than can be counted in passing.
        let window = SimDuration::from_secs_f64(ratio.clamp(0.02, 0.25));
        let now = view.now();
        let from = SimTime::from_nanos(now.nanos().saturating_sub(window.nanos()));
        let span = now.since(from).secs_f64().max(1e-9);
        let Some(flight) = view.flight() else { return Self::default() };
        let mut links: Vec<Sum> = Vec::new();
        let mut frames = 0_u32;
        for flown in flight.between(from, now) {
            frames += 1;
            if flown.to == BROADCAST {
                continue;
            }
            let ends = (flown.from.min(flown.to), flown.from.max(flown.to));
            let place = links.binary_search_by_key(&ends, |sum| sum.ends).unwrap_or_else(|place| {
                links.insert(place, Sum { ends, ..Sum::default() });
                place
            });
            let on_air = flown.end().min(now).since(flown.start.max(from)).secs_f64();
            links[place].add(flown.from, flown.flow, on_air);
        }
        let fast = |sum: &&Sum| f64::from(sum.frames) / span * ratio > MOST;
        let busy = links.iter().filter(fast).map(|sum| sum.busy(span)).collect();
        Self { busy, per_picture: f64::from(frames) / span * ratio / PICTURES }
    }

    /// Whether anything is drawn as a share.
    pub const fn is_dense(&self) -> bool {
        !self.busy.is_empty()
    }

    /// Whether frames between these two are drawn as a share.
    pub fn hides(&self, a: NodeId, b: NodeId) -> bool {
        self.busy.iter().any(|busy| (busy.a, busy.b) == (a.min(b), a.max(b)))
    }
}

/// What was seen of a link.
#[derive(Clone, Debug, Default)]
struct Sum {
    ends: (NodeId, NodeId),
    frames: u32,
    seconds: f64,
    /// Sent by the first end.
    by_first: f64,
    flows: Vec<(Option<FlowId>, f64)>,
}

impl Sum {
    fn add(&mut self, from: NodeId, flow: Option<FlowId>, seconds: f64) {
        self.frames += 1;
        self.seconds += seconds;
        if from == self.ends.0 {
            self.by_first += seconds;
        }
        match self.flows.iter_mut().find(|(other, _)| *other == flow) {
            Some((_, sum)) => *sum += seconds,
            None => self.flows.push((flow, seconds)),
        }
    }

    fn busy(&self, span: f64) -> Busy {
        let (a, b) = self.ends;
        let flow = self.flows.iter().max_by(|a, b| a.1.total_cmp(&b.1)).and_then(|(flow, _)| *flow);
        let from = if self.by_first * 2.0 >= self.seconds { a } else { b };
        Busy { a, b, from, flow, share: (self.seconds / span).min(1.0) as f32 }
    }
}
