//! The machine of Tahoe, Reno and NewReno.

use super::{DUP_THRESHOLD, ExitRule, Kind, PartialTimer, Rules, SsthreshRule};
use crate::congestion::{AckInfo, Algorithm, ExitInfo, LossInfo, PartialInfo};
use crate::units::SimTime;

/// What an engine needs to know of the connection.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flight {
    /// First byte not acknowledged; after an advancing acknowledgement already the new one.
    pub una: u64,
    /// One above the highest byte ever sent.
    pub max: u64,
    /// Outstanding segments without those sent by limited transmit (RFC 5681 section 4.3).
    pub size: f64,
    /// The receiver's window in segments.
    pub receiver: f64,
    /// Nothing but the handshake is acknowledged yet.
    pub first_segment: bool,
}

/// What the sender may send after it carried out the rest of a [`Reaction`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sending {
    /// What the window allows.
    Window,
    /// What the window allows, so many segments at most.
    AtMost(u32),
    /// One segment beyond the window (RFC 3042), then what the window allows if `window`.
    Limited {
        /// Whether the window's share follows.
        window: bool,
    },
    /// Nothing.
    Nothing,
}

/// What became of the recovery, for the journal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turn {
    /// A fast retransmit began.
    ThirdDupAck,
    /// A partial acknowledgement.
    PartialAck,
    /// A fast recovery ended by an acknowledgement.
    Exit,
}

/// What the sender has to do, in this order: rewind, restart the timer, retransmit, send.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reaction {
    /// What became of the recovery, if anything.
    pub turn: Option<Turn>,
    /// Everything from the first unacknowledged byte is sent again.
    pub rewind: bool,
    /// The retransmission timer starts anew.
    pub restart_timer: bool,
    /// The first unacknowledged segment is sent again at once.
    pub retransmit: bool,
    /// What else is sent.
    pub send: Sending,
}

impl Reaction {
    const fn send(send: Sending) -> Self {
        Self { turn: None, rewind: false, restart_timer: false, retransmit: false, send }
    }
}

/// The state of loss recovery of one connection.
#[derive(Clone, Debug, PartialEq)]
pub struct Engine {
    kind: Kind,
    rules: Rules,
    /// Duplicate acknowledgements since the last advancing one (NewReno: since the recovery began).
    dupacks: u32,
    /// The recovery point: one above the highest byte sent when the last loss was noticed.
    recover: Option<u64>,
    /// Segments that duplicate acknowledgements add to the law's window.
    inflation: f64,
    in_recovery: bool,
    /// The recovery had a partial acknowledgement.
    partial_seen: bool,
    /// The first unacknowledged byte at the last time-out.
    timed_out: Option<u64>,
}

impl Engine {
    /// An engine that has seen no loss.
    pub const fn new(kind: Kind, rules: Rules) -> Self {
        Self {
            kind,
            rules,
            dupacks: 0,
            recover: None,
            inflation: 0.0,
            in_recovery: false,
            partial_seen: false,
            timed_out: None,
        }
    }

    /// Goes on as another engine: a running recovery ends, the recovery point stays.
    pub const fn replace(&mut self, kind: Kind, rules: Rules) {
        *self = Self { recover: self.recover, timed_out: self.timed_out, ..Self::new(kind, rules) };
    }

    /// A duplicate acknowledgement came.
    pub fn on_dup_ack(&mut self, law: &mut Algorithm, flight: &Flight, ack: &AckInfo) -> Reaction {
        self.dupacks += 1;
        law.on_dupack(ack);
        if self.in_recovery {
            self.inflation += 1.0;
            return Reaction::send(self.share());
        }
        if self.dupacks < DUP_THRESHOLD {
            return Reaction::send(Sending::Limited { window: self.rules.early_dupacks_send });
        }
        if self.dupacks > DUP_THRESHOLD || self.is_guarded(flight) {
            return Reaction::send(self.share());
        }
        self.fast_retransmit(law, flight, ack.now)
    }

    /// An acknowledgement advanced by `acked` segments; `flight` is what it left.
    pub fn on_new_ack(&mut self, law: &mut Algorithm, flight: &Flight, acked: f64, ack: &AckInfo) -> Reaction {
        if self.is_partial(flight.una) {
            return self.partial_ack(law, acked, ack.now);
        }
        let turn = self.in_recovery.then_some(Turn::Exit);
        self.dupacks = 0;
        self.inflation = 0.0;
        self.in_recovery = false;
        match (turn, self.rules.exit) {
            (None, _) | (Some(_), ExitRule::Keep) => law.on_ack(ack),
            (Some(_), ExitRule::Ssthresh) => law.on_recovery_exit(&ExitInfo { now: ack.now, limit: f64::INFINITY }),
            (Some(_), ExitRule::FlightLimited) => {
                law.on_recovery_exit(&ExitInfo { now: ack.now, limit: flight.size.max(1.0) + 1.0 });
            }
        }
        Reaction { turn, restart_timer: true, ..Reaction::send(Sending::Window) }
    }

    /// The retransmission timer expired. The sender goes back to the first unacknowledged byte.
    pub fn on_rto(&mut self, law: &mut Algorithm, flight: &Flight, now: SimTime) {
        let repeated = self.timed_out == Some(flight.una);
        law.on_rto(&LossInfo {
            threshold_stands: repeated && !self.rules.repeated_timeout_cuts,
            ..self.loss(law, flight, now)
        });
        self.timed_out = Some(flight.una);
        self.recover = Some(flight.max);
        if !self.rules.timeout_keeps_dupacks {
            self.dupacks = 0;
        }
        self.inflation = 0.0;
        self.in_recovery = false;
    }

    /// Which engine it is.
    pub const fn kind(&self) -> Kind {
        self.kind
    }

    /// Its rules.
    pub const fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Duplicate acknowledgements counted.
    pub const fn dupacks(&self) -> u32 {
        self.dupacks
    }

    /// Segments to add to the law's window.
    pub const fn inflation(&self) -> f64 {
        self.inflation
    }

    /// Whether a fast recovery is running.
    pub const fn in_recovery(&self) -> bool {
        self.in_recovery
    }

    /// What is sent after an acknowledgement that says nothing new, or by the application: the window's share.
    pub fn share(&self) -> Sending {
        match self.dupacks {
            0 => Sending::Window,
            1..DUP_THRESHOLD if !self.rules.early_dupacks_send => Sending::Nothing,
            1..DUP_THRESHOLD => Sending::Window,
            _ => self.rules.recovery_burst.map_or(Sending::Window, Sending::AtMost),
        }
    }

    /// Whether an acknowledgement of everything below `una` leaves the running recovery unfinished.
    pub fn is_partial(&self, una: u64) -> bool {
        self.in_recovery && self.kind == Kind::NewReno && self.recover.is_some_and(|recover| una < recover)
    }

    fn is_guarded(&self, flight: &Flight) -> bool {
        self.rules.guard
            && self.recover.is_some_and(|recover| flight.una <= recover)
            && !(self.rules.first_segment_unguarded && flight.first_segment)
    }

    fn loss(&self, law: &Algorithm, flight: &Flight, now: SimTime) -> LossInfo {
        let basis = match self.rules.ssthresh {
            SsthreshRule::Flight => flight.size,
            SsthreshRule::MinCwndRwnd => law.window().min(flight.receiver),
        };
        LossInfo { now, basis, precision: self.rules.precision, restart: false, threshold_stands: false }
    }

    fn fast_retransmit(&mut self, law: &mut Algorithm, flight: &Flight, now: SimTime) -> Reaction {
        let tahoe = self.kind == Kind::Tahoe;
        law.on_third_dupack(&LossInfo { restart: tahoe, ..self.loss(law, flight, now) });
        self.recover = Some(flight.max);
        if !tahoe {
            // The three segments that made the duplicates have left the network (RFC 5681 3.2 step 3).
            self.inflation = f64::from(DUP_THRESHOLD);
            self.in_recovery = true;
            self.partial_seen = false;
        }
        Reaction {
            turn: Some(Turn::ThirdDupAck),
            rewind: tahoe,
            restart_timer: true,
            retransmit: !tahoe,
            send: self.share(),
        }
    }

    /// RFC 6582 3.2 step 3, partial acknowledgements: what was acknowledged leaves the window, one segment comes back.
    fn partial_ack(&mut self, law: &mut Algorithm, acked: f64, now: SimTime) -> Reaction {
        let back = if acked >= 1.0 { 1.0 } else { 0.0 };
        if self.inflation > acked {
            self.inflation -= acked - back;
        } else {
            law.on_partial_ack(&PartialInfo { now, excess: acked - self.inflation });
            self.inflation = back;
        }
        let restart_timer = !self.partial_seen || self.rules.partial_timer == PartialTimer::SlowButSteady;
        self.partial_seen = true;
        Reaction { turn: Some(Turn::PartialAck), rewind: false, restart_timer, retransmit: true, send: self.share() }
    }
}
