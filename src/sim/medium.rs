//! Frames on air, and who hears whom.

use std::sync::Arc;

use bevy_ecs::resource::Resource;

use crate::energy::ledger::Class;
use crate::ids::{FlowId, FrameId, NodeId};
use crate::mac::frame::Frame;
use crate::phy::propagation::Reach;
use crate::units::{SimDuration, SimTime};

/// One node that a transmission reaches.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hearer {
    /// Who.
    pub node: NodeId,
    /// How.
    pub reach: Reach,
}

/// Everybody whom a node's transmissions reach, in groups of equal delay: one event serves a group.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Hearers {
    all: Vec<Hearer>,
    /// Delay of the group, and where it ends in `all`.
    groups: Vec<(SimDuration, usize)>,
}

impl Hearers {
    /// Groups hearers by delay, each group in the order of node numbers.
    pub fn new(mut all: Vec<Hearer>) -> Self {
        all.sort_unstable_by_key(|hearer| (hearer.reach.delay, hearer.node));
        let mut groups: Vec<(SimDuration, usize)> = Vec::new();
        for (place, hearer) in all.iter().enumerate() {
            match groups.last_mut() {
                Some((delay, end)) if *delay == hearer.reach.delay => *end = place + 1,
                _ => groups.push((hearer.reach.delay, place + 1)),
            }
        }
        Self { all, groups }
    }

    /// The delays of all groups, in order.
    pub fn delays(&self) -> impl Iterator<Item = SimDuration> {
        self.groups.iter().map(|(delay, _)| *delay)
    }

    /// The members of a group.
    pub fn group(&self, group: u16) -> &[Hearer] {
        let group = usize::from(group);
        let start = if group == 0 { 0 } else { self.groups[group - 1].1 };
        &self.all[start..self.groups[group].1]
    }

    /// How a transmission reaches `node`, if it does.
    pub fn reach(&self, node: NodeId) -> Option<&Reach> {
        self.all.iter().find(|hearer| hearer.node == node).map(|hearer| &hearer.reach)
    }

    /// Everybody, nearest first.
    pub fn all(&self) -> &[Hearer] {
        &self.all
    }
}

/// A frame on air.
#[derive(Clone, Debug)]
pub struct Transmission {
    /// Its number.
    pub id: FrameId,
    /// What is sent.
    pub frame: Frame,
    /// When it began at its sender.
    pub start: SimTime,
    /// When it ends at its sender.
    pub end: SimTime,
    /// Whether the sender fell silent before its time.
    pub cut_short: bool,
    /// What for, as far as that does not depend on who receives it.
    pub class: Class,
    /// For which flow.
    pub flow: Option<FlowId>,
    /// Whom it reaches: fixed when it begins, wherever nodes move.
    pub hearers: Arc<Hearers>,
    /// Calendar entries that still point here.
    pending: u32,
}

/// What is remembered of a frame after it has left the air, for explaining what it spoilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Recent {
    id: FrameId,
    /// Who sent it.
    pub from: NodeId,
    /// When it began at its sender.
    pub start: SimTime,
    /// When it was to end there.
    pub end: SimTime,
}

/// How many frames are remembered, the latest.
const REMEMBERED: usize = 64;

/// All frames on air, and the table of who hears whom.
#[derive(Resource, Clone, Debug, Default)]
pub struct Medium {
    air: Vec<Option<Transmission>>,
    free: Vec<u32>,
    hearers: Vec<Arc<Hearers>>,
    frames: u64,
    /// By number, modulo [`REMEMBERED`].
    recent: Vec<Recent>,
}

impl Medium {
    /// Replaces the table of who hears whom; frames on air keep theirs.
    pub fn set_hearers(&mut self, hearers: Vec<Arc<Hearers>>) {
        self.hearers = hearers;
    }

    /// Whom `node` reaches.
    pub fn hearers(&self, node: NodeId) -> &Arc<Hearers> {
        &self.hearers[node.index()]
    }

    /// Puts `frame` on air; `pending` calendar entries will point at it.
    pub fn begin(&mut self, now: SimTime, frame: &Frame, class: Class, pending: u32) -> (u32, FrameId) {
        let id = FrameId(self.frames);
        self.frames += 1;
        let hearers = self.hearers[frame.from.index()].clone();
        let end = now + frame.air_time;
        let recent = Recent { id, from: frame.from, start: now, end };
        match self.recent.get_mut(Self::memory(id)) {
            Some(old) => *old = recent,
            None => self.recent.push(recent),
        }
        let flow = frame.packet.and_then(|packet| packet.flow);
        let frame = *frame;
        let transmission = Transmission { id, frame, start: now, end, cut_short: false, class, flow, hearers, pending };
        let place = self.free.pop().unwrap_or_else(|| {
            self.air.push(None);
            u32::try_from(self.air.len() - 1).unwrap_or(u32::MAX)
        });
        self.air[place as usize] = Some(transmission);
        (place, id)
    }

    /// The frame at a place.
    ///
    /// # Panics
    /// If none is there: every calendar entry points at a frame that waits for it.
    pub fn at(&self, place: u32) -> &Transmission {
        self.air[place as usize].as_ref().expect("a calendar entry points at a frame on air")
    }

    /// The frame at a place, to be changed.
    ///
    /// # Panics
    /// As [`Medium::at`].
    pub fn at_mut(&mut self, place: u32) -> &mut Transmission {
        self.air[place as usize].as_mut().expect("a calendar entry points at a frame on air")
    }

    /// The frame with this number, if it is still on air somewhere.
    pub fn find(&self, id: FrameId) -> Option<&Transmission> {
        self.air.iter().flatten().find(|transmission| transmission.id == id)
    }

    /// Spoils what is still in flight of the frames of `node`: their last bits never arrive.
    pub fn spoil(&mut self, node: NodeId) {
        for transmission in self.air.iter_mut().flatten().filter(|transmission| transmission.frame.from == node) {
            transmission.cut_short = true;
        }
    }

    /// What is remembered of a frame, unless too many have followed.
    pub fn recent(&self, id: FrameId) -> Option<&Recent> {
        self.recent.get(Self::memory(id)).filter(|recent| recent.id == id)
    }

    #[expect(clippy::cast_possible_truncation, reason = "less than REMEMBERED")]
    const fn memory(id: FrameId) -> usize {
        (id.0 % REMEMBERED as u64) as usize
    }

    /// One more calendar entry points at a frame.
    pub fn add_pending(&mut self, place: u32, entries: u32) {
        self.at_mut(place).pending += entries;
    }

    /// A calendar entry has been served; the last one frees the place.
    pub fn release(&mut self, place: u32) {
        let transmission = self.at_mut(place);
        transmission.pending -= 1;
        if transmission.pending == 0 {
            self.air[place as usize] = None;
            self.free.push(place);
        }
    }

    /// All frames on air, in no particular order of time.
    pub fn on_air(&self) -> impl Iterator<Item = &Transmission> {
        self.air.iter().flatten()
    }

    /// Frames begun so far.
    pub const fn frames(&self) -> u64 {
        self.frames
    }
}
