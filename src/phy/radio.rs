//! The state of one receiver: what arrives, what it is locked on, whether the medium is busy.
//!
//! ```text
//!             signal start                    signal end of the lock
//!   listening ------------> locked (clean) ---------------------------> Good
//!                             |  overlap, own transmission, too weak
//!                             v
//!                           locked (spoilt) ---------------------------> Bad, or Missed while transmitting
//! ```

use bevy_ecs::component::Component;

use crate::ids::FrameId;
use crate::phy::config::PhyConfig;
use crate::phy::propagation::Reach;
use crate::phy::reception;
use crate::units::{SimDuration, SimTime};

/// A signal that arrives at a receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Signal {
    /// The frame it carries.
    pub frame: FrameId,
    /// How it arrives here.
    pub reach: Reach,
    /// When its last bit arrives here.
    pub end: SimTime,
}

/// Why a frame is not good.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoilt {
    /// Another signal overlapped.
    Collision {
        /// The frame of the other signal.
        with: FrameId,
    },
    /// It was too weak to be decoded.
    TooWeak,
    /// The receiver transmitted meanwhile.
    OwnTransmission,
    /// The receiver was busy with a stronger frame and never looked at it.
    Ignored {
        /// The frame that the receiver stayed with.
        with: FrameId,
    },
    /// Noise and interference were too strong when it began, or it began while the receiver was locked or sending.
    NotLocked,
    /// The transmitter fell silent in the middle of it.
    CutShort,
    /// A bit was wrong.
    BitError,
}

/// The signal that a receiver is locked on.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lock {
    /// The signal.
    pub signal: Signal,
    /// When its first bit arrived.
    pub since: SimTime,
    /// Why its frame is lost, once it is.
    pub spoilt: Option<Spoilt>,
}

/// What a signal start did.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Started {
    /// The frame that has just been lost for good at this receiver although it is not the locked one (any more), and why.
    pub lost: Option<(FrameId, Spoilt)>,
    /// The receiver stayed with its frame and promised silence for this long after the newcomer's start (pairwise capture).
    pub keep_silent: Option<SimDuration>,
}

/// What the end of the locked signal means.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Ended {
    /// The frame can be decoded (bit errors apart).
    Good(Lock),
    /// The frame is lost, and the receiver knows that something was there.
    Bad(Lock, Spoilt),
    /// The receiver is transmitting and notices nothing.
    Missed(Lock),
}

/// The receiver of one node.
#[derive(Component, Clone, Debug, Default)]
pub struct Radio {
    pub(super) lock: Option<Lock>,
    pub(super) arriving: Vec<Signal>,
    pub(super) transmitting: bool,
    off: bool,
}

impl Radio {
    /// Whether the medium is busy as far as signals go; own transmissions are the MAC's to know.
    pub fn carrier_busy(&self, config: &PhyConfig) -> bool {
        reception::carrier_busy(self, config)
    }

    /// The signal in reception.
    pub const fn lock(&self) -> Option<&Lock> {
        self.lock.as_ref()
    }

    /// Whether it is sending.
    pub const fn is_transmitting(&self) -> bool {
        self.transmitting
    }

    /// Whether it is switched off.
    pub const fn is_off(&self) -> bool {
        self.off
    }

    /// A signal begins to arrive.
    pub fn on_signal_start(&mut self, now: SimTime, signal: Signal, config: &PhyConfig) -> Started {
        if self.off {
            return Started { lost: Some((signal.frame, Spoilt::NotLocked)), keep_silent: None };
        }
        reception::start(self, now, signal, config)
    }

    /// A signal has ended; something comes back only if it was the locked one.
    pub fn on_signal_end(&mut self, frame: FrameId, cut_short: bool, config: &PhyConfig) -> Option<Ended> {
        self.arriving.retain(|signal| signal.frame != frame);
        if self.lock.is_none_or(|lock| lock.signal.frame != frame) {
            return None;
        }
        let lock = self.lock.take()?;
        if self.transmitting {
            return Some(Ended::Missed(lock));
        }
        let spoilt =
            lock.spoilt.or(cut_short.then_some(Spoilt::CutShort)).or_else(|| reception::verdict(&lock, config));
        Some(match spoilt {
            Some(reason) => Ended::Bad(lock, reason),
            None => Ended::Good(lock),
        })
    }

    /// It begins to send: whatever it was receiving is lost.
    pub fn on_transmit_start(&mut self) {
        self.transmitting = true;
        if let Some(lock) = &mut self.lock {
            lock.spoilt.get_or_insert(Spoilt::OwnTransmission);
        }
    }

    /// It has finished sending.
    pub const fn on_transmit_end(&mut self) {
        self.transmitting = false;
    }

    /// It is switched off: everything in reception is gone.
    pub fn switch_off(&mut self) {
        *self = Self { off: true, ..Self::default() };
    }

    /// It is switched on again; what is on air by now is not noticed.
    pub const fn switch_on(&mut self) {
        self.off = false;
    }
}
