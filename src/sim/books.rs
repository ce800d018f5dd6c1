//! The books: what was sent must have been delivered, dropped for a reason, or be somewhere; and whether the run is over.

use bevy_ecs::resource::Resource;

use crate::fact::DropReason;
use crate::ids::PacketId;
use crate::units::{SimDuration, SimTime};

/// Packets of flows, counted over the run.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Books {
    packets: u64,
    /// Packets made by transports.
    pub sent: u64,
    /// Packets that reached the node they were for.
    pub delivered: u64,
    /// Packets lost, by reason.
    pub dropped: [u64; DropReason::ALL.len()],
}

impl Books {
    /// The number of a new packet.
    pub const fn number(&mut self) -> PacketId {
        let id = PacketId(self.packets);
        self.packets += 1;
        id
    }

    /// Packets lost.
    pub fn lost(&self) -> u64 {
        self.dropped.iter().sum()
    }

    /// Packets that are neither delivered nor lost.
    pub fn in_flight(&self) -> u64 {
        self.sent - self.delivered - self.lost()
    }
}

/// Why a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// Its time is over.
    Duration,
    /// Every flow has sent all it had and knows that it arrived.
    Complete,
    /// Not every flow is complete, but nothing can happen any more, or nothing arrives any more ([`Progress::patience`]).
    Stalled,
    /// The longest simulated time is over and flows are still at work.
    Limit,
}

impl Stopped {
    /// The words for reports.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Duration => "duration",
            Self::Complete => "all flows complete",
            Self::Stalled => "stalled: nothing arrives any more",
            Self::Limit => "time limit reached with flows unfinished",
        }
    }
}

/// How far a run has come.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Flows that are to finish and have not.
    pub open_flows: u32,
    /// Whether the run ends when none is left.
    pub ends_when_complete: bool,
    /// Why and when it ended.
    pub stopped: Option<(Stopped, SimTime)>,
    /// When a run without a time limit is given up if nothing arrives any more, nothing is on its way and no source is to write.
    pub patience: SimTime,
    /// How long after an arrival that is.
    pub span: SimDuration,
    /// Sources that write by the clock and are on.
    pub clocked: u32,
}

impl Progress {
    /// A packet has arrived somewhere.
    pub fn note_delivery(&mut self, now: SimTime) {
        self.patience = self.patience.max(now + self.span);
    }
}
