//! The ledger of a radio: nanoseconds per state, and what sending and receiving were for.
//!
//! In: [`Ledger::set_state`] at every change, and [`Ledger::attribute`] when a stretch of sending or receiving is over and its
//! purpose is known. Out: readings, which add the open interval and change nothing. What is not attributed when a reading is
//! taken counts as unattributed, so states sum to the elapsed time and classes to their state, always and to the nanosecond.
//! Sources: spec/energy.md 2 (states), design.md 6 (classes).

use bevy_ecs::component::Component;

use crate::ids::FlowId;
use crate::units::{SimDuration, SimTime};

/// How many states there are.
pub const STATES: usize = RadioState::ALL.len();

macro_rules! named {
    ($(#[$doc:meta])* $name:ident { $($(#[$variant_doc:meta])* $variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $name {
            /// Every one, in order.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in files and tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)*
                }
            }

            /// Its place in `ALL`.
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}

named! {
    /// What a radio does; exactly one at any instant (spec/energy.md 2).
    RadioState {
        /// A frame of its own is on air.
        Transmit = "transmit",
        /// It is locked on a signal, for it or not, good or not.
        Receive = "receive",
        /// Awake, none of the above; a busy medium below lock is idle too.
        Idle = "idle",
        /// Asleep: deaf, and drawing little.
        Sleep = "sleep",
        /// Waking up: still deaf.
        Transition = "transition",
        /// Off: deaf, and drawing nothing.
        Off = "off",
    }
}

named! {
    /// What a stretch of sending or receiving was for. The first class that fits takes it, in this order (design.md 6).
    Class {
        /// Lost in a collision.
        Collided = "collided",
        /// Received, but meant for somebody else.
        Overheard = "overheard",
        /// RTS, CTS, acknowledgements of the MAC.
        MacControl = "mac_control",
        /// Routing and address resolution.
        Routing = "routing",
        /// A frame that the MAC sent before.
        MacRetry = "mac_retry",
        /// A segment that the transport sent before.
        TcpRetransmission = "tcp_retransmission",
        /// An acknowledgement of the transport.
        TcpAck = "tcp_ack",
        /// Data, the first time.
        DataFirst = "data_first",
    }
}

/// What is true of a frame. Several can be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Traits {
    /// See [`Class::Collided`].
    pub collided: bool,
    /// See [`Class::Overheard`].
    pub overheard: bool,
    /// See [`Class::MacControl`].
    pub mac_control: bool,
    /// See [`Class::Routing`].
    pub routing: bool,
    /// See [`Class::MacRetry`].
    pub mac_retry: bool,
    /// See [`Class::TcpRetransmission`].
    pub tcp_retransmission: bool,
    /// See [`Class::TcpAck`].
    pub tcp_ack: bool,
}

impl Class {
    /// The first class that fits.
    pub const fn of(frame: Traits) -> Self {
        match frame {
            Traits { collided: true, .. } => Self::Collided,
            Traits { overheard: true, .. } => Self::Overheard,
            Traits { mac_control: true, .. } => Self::MacControl,
            Traits { routing: true, .. } => Self::Routing,
            Traits { mac_retry: true, .. } => Self::MacRetry,
            Traits { tcp_retransmission: true, .. } => Self::TcpRetransmission,
            Traits { tcp_ack: true, .. } => Self::TcpAck,
            _ => Self::DataFirst,
        }
    }
}

/// Time attributed to one class and flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Sending or receiving.
    pub state: RadioState,
    /// What for.
    pub class: Class,
    /// For which flow; `None` for what belongs to no flow.
    pub flow: Option<FlowId>,
    /// How long.
    pub time: SimDuration,
}

impl Share {
    const fn key(&self) -> (RadioState, Class, Option<FlowId>) {
        (self.state, self.class, self.flow)
    }
}

/// The times of one radio since it was made.
#[derive(Component, Clone, Debug)]
pub struct Ledger {
    state: RadioState,
    since: SimTime,
    /// Closed intervals only.
    closed: StateTimes,
    /// Ascending by key; only what was ever attributed.
    shares: Vec<Share>,
}

impl Ledger {
    /// A ledger that opens `at` an instant in `state`.
    pub const fn new(at: SimTime, state: RadioState) -> Self {
        Self { state, since: at, closed: StateTimes::ZERO, shares: Vec::new() }
    }

    /// The radio is in `state` from `now` on. Says whether that is a change; without one nothing happens.
    ///
    /// # Panics
    /// If `now` lies before the last change.
    pub fn set_state(&mut self, now: SimTime, state: RadioState) -> bool {
        if state == self.state {
            return false;
        }
        self.closed = self.times(now);
        self.state = state;
        self.since = now;
        true
    }

    /// Notes that `time` of `state` was for `class` and `flow`.
    ///
    /// # Panics
    /// If `state` is neither transmit nor receive.
    pub fn attribute(&mut self, state: RadioState, class: Class, flow: Option<FlowId>, time: SimDuration) {
        assert!(
            matches!(state, RadioState::Transmit | RadioState::Receive),
            "only sending and receiving have a purpose, not {}",
            state.name()
        );
        match self.shares.binary_search_by_key(&(state, class, flow), Share::key) {
            Ok(place) => self.shares[place].time += time,
            Err(place) => self.shares.insert(place, Share { state, class, flow, time }),
        }
    }

    /// The present state.
    pub const fn state(&self) -> RadioState {
        self.state
    }

    /// When the present state began.
    pub const fn since(&self) -> SimTime {
        self.since
    }

    /// All times up to `now`, the open interval included.
    ///
    /// # Panics
    /// If `now` lies before the last change.
    pub fn times(&self, now: SimTime) -> StateTimes {
        assert!(now >= self.since, "a ledger that changed at {} was read at {now}", self.since);
        let mut times = self.closed;
        times.0[self.state.index()] += now.since(self.since);
        times
    }

    /// What sending and receiving up to `now` were for.
    ///
    /// # Panics
    /// If more was attributed to a state than it lasted.
    pub fn classes(&self, now: SimTime) -> ClassTimes {
        let times = self.times(now);
        ClassTimes {
            shares: self.shares.clone(),
            transmit: times.of(RadioState::Transmit),
            receive: times.of(RadioState::Receive),
        }
        .checked()
    }
}

/// Time in each state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct StateTimes([SimDuration; STATES]);

impl StateTimes {
    const ZERO: Self = Self([SimDuration::ZERO; STATES]);

    /// Time in one state.
    pub const fn of(&self, state: RadioState) -> SimDuration {
        self.0[state.index()]
    }

    /// Time in all states: what has elapsed.
    pub fn total(&self) -> SimDuration {
        self.0.iter().copied().sum()
    }

    /// What was added since the `earlier` reading of the same ledger.
    ///
    /// # Panics
    /// If `earlier` is not earlier.
    #[must_use]
    pub fn since(&self, earlier: &Self) -> Self {
        let mut times = *self;
        for (time, before) in times.0.iter_mut().zip(earlier.0) {
            *time -= before;
        }
        times
    }
}

/// What sending and receiving were for, since the ledger was made.
///
/// A frame is attributed when it ends, so the difference of two readings may give a class more than its state lasted between
/// them; only whole readings close.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassTimes {
    shares: Vec<Share>,
    transmit: SimDuration,
    receive: SimDuration,
}

impl ClassTimes {
    /// All times by state, class and flow, in that order; those that ever were.
    pub fn shares(&self) -> &[Share] {
        &self.shares
    }

    /// Time of `state` for `class`, all flows.
    pub fn of(&self, state: RadioState, class: Class) -> SimDuration {
        self.shares.iter().filter(|share| share.state == state && share.class == class).map(|share| share.time).sum()
    }

    /// Time of `state` for `class` and `flow`.
    pub fn of_flow(&self, state: RadioState, class: Class, flow: Option<FlowId>) -> SimDuration {
        let found = self.shares.binary_search_by_key(&(state, class, flow), Share::key);
        found.map_or(SimDuration::ZERO, |place| self.shares[place].time)
    }

    /// Time of `state` without a known purpose: of what is going on, or was broken off. Zero for states other than transmit and
    /// receive.
    pub fn unattributed(&self, state: RadioState) -> SimDuration {
        self.lasted(state) - self.attributed(state)
    }

    fn checked(self) -> Self {
        for state in [RadioState::Transmit, RadioState::Receive] {
            let (attributed, lasted) = (self.attributed(state), self.lasted(state));
            assert!(attributed <= lasted, "{attributed} of {} were attributed, it lasted {lasted}", state.name());
        }
        self
    }

    const fn lasted(&self, state: RadioState) -> SimDuration {
        match state {
            RadioState::Transmit => self.transmit,
            RadioState::Receive => self.receive,
            _ => SimDuration::ZERO,
        }
    }

    fn attributed(&self, state: RadioState) -> SimDuration {
        self.shares.iter().filter(|share| share.state == state).map(|share| share.time).sum()
    }
}

#[cfg(test)]
mod tests;
