//! Round-trip times: which segment is timed, what the samples make of the retransmission time-out, and its backoff.
//!
//! One segment is timed at a time. The presets differ in two strategies: the arithmetic ([`Estimator`]) and what stops a running
//! measurement ([`Karn`]). Sources: RFC 6298 sections 2 to 5; Karn's algorithm; spec/transport.md 2.3 and 2.12 ("Timing").

mod rfc6298;
mod ticks;

#[cfg(test)]
mod tests;

use super::config::{Preset, TcpConfig};
use crate::units::{SimDuration, SimTime};
use rfc6298::Rfc6298;
use ticks::Ticks;

/// Bounds that both arithmetics keep.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Bounds {
    initial: SimDuration,
    min: SimDuration,
    max: SimDuration,
    granularity: SimDuration,
}

/// The arithmetic from samples to the time-out.
#[derive(Clone, Debug, PartialEq)]
enum Estimator {
    Rfc6298(Rfc6298),
    Ticks(Ticks),
}

macro_rules! delegate {
    ($self:expr, $inner:ident => $call:expr) => {
        match $self {
            Estimator::Rfc6298($inner) => $call,
            Estimator::Ticks($inner) => $call,
        }
    };
}

/// What stops a running measurement, and what clears the backoff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Karn {
    /// A retransmission of the timed range stops it. An acknowledgement of data that was sent once clears the backoff.
    Range,
    /// Every fast retransmit and time-out stops it, and a partial acknowledgement of it; samples clear the backoff (ns-2).
    Episode,
}

/// A segment whose round-trip time is being measured.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Timed {
    seq: u64,
    end: u64,
    sent: SimTime,
}

/// The clockwork of one sender.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct RttClock {
    estimator: Estimator,
    karn: Karn,
    timed: Option<Timed>,
    /// One above the highest byte ever retransmitted.
    retransmitted_to: u64,
}

impl RttClock {
    /// The clockwork for `config`. `phase` is how far the sender's clock is into its tick at the start (preset Ns2).
    pub(super) const fn new(config: &TcpConfig, phase: SimDuration) -> Self {
        let bounds = Bounds {
            initial: config.rto_initial,
            min: config.rto_min,
            max: config.rto_max,
            granularity: config.clock_granularity,
        };
        let (estimator, karn) = match config.preset {
            Preset::Rfc | Preset::FreeBsd43 => (Estimator::Rfc6298(Rfc6298::new(bounds)), Karn::Range),
            Preset::Ns2 => (Estimator::Ticks(Ticks::new(bounds, phase)), Karn::Episode),
        };
        Self { estimator, karn, timed: None, retransmitted_to: 0 }
    }

    /// The bytes `seq..end` go out for the first time.
    pub(super) fn on_first_transmission(&mut self, seq: u64, end: u64, now: SimTime) {
        self.timed.get_or_insert(Timed { seq, end, sent: now });
    }

    /// The bytes `seq..end` go out again.
    pub(super) fn on_retransmission(&mut self, seq: u64, end: u64) {
        self.retransmitted_to = self.retransmitted_to.max(end);
        if self.karn == Karn::Range && self.timed.is_some_and(|timed| timed.seq < end && seq < timed.end) {
            self.timed = None;
        }
    }

    /// A fast retransmit begins.
    pub(super) fn on_fast_retransmit(&mut self) {
        if self.karn == Karn::Episode {
            self.timed = None;
        }
    }

    /// The timer expired.
    pub(super) fn on_timeout(&mut self) {
        if self.karn == Karn::Episode {
            self.timed = None;
        }
        delegate!(&mut self.estimator, inner => inner.back_off());
    }

    /// Everything below `ack` is acknowledged; `partial` if that leaves a recovery running. Returns the sample it gave.
    pub(super) fn on_ack(&mut self, ack: u64, now: SimTime, partial: bool) -> Option<SimDuration> {
        if self.karn == Karn::Range && ack > self.retransmitted_to {
            self.clear_backoff();
        }
        let timed = self.timed.take_if(|timed| timed.end <= ack)?;
        if self.karn == Karn::Episode && partial {
            self.clear_backoff();
            return None;
        }
        let rtt = now.since(timed.sent);
        delegate!(&mut self.estimator, inner => inner.sample(rtt, timed.sent));
        Some(rtt)
    }

    /// The time-out in force, with backoff; at least a nanosecond.
    pub(super) fn rto(&self) -> SimDuration {
        delegate!(&self.estimator, inner => inner.rto()).max(SimDuration::from_nanos(1))
    }

    /// The factor that time-outs put on it.
    pub(super) const fn backoff(&self) -> u32 {
        delegate!(&self.estimator, inner => inner.backoff())
    }

    /// The smoothed round-trip time, once there is one.
    pub(super) fn srtt(&self) -> Option<SimDuration> {
        delegate!(&self.estimator, inner => inner.srtt())
    }

    /// Its mean deviation.
    pub(super) fn rttvar(&self) -> SimDuration {
        delegate!(&self.estimator, inner => inner.rttvar())
    }

    fn clear_backoff(&mut self) {
        delegate!(&mut self.estimator, inner => inner.clear_backoff());
    }
}
