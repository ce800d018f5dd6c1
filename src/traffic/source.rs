//! A source at work.
//!
//! A transport with feedback asks how many bytes it [may send](Source::supply) in all; a datagram flow asks when the
//! [next one](Source::next_datagram) is due, sends it then, and asks again. A source of one kind has nothing for the other
//! question.

use bevy_ecs::component::Component;

use crate::ids::FlowId;
use crate::rng::{Owner, Purpose, Stream};
use crate::traffic::Config;
use crate::traffic::cbr::Cbr;
use crate::units::{Bytes, SimTime};

/// A datagram that is to be sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emission {
    /// When.
    pub at: SimTime,
    /// Its payload.
    pub payload: Bytes,
}

/// The source of one flow.
#[derive(Component, Clone, Debug)]
pub enum Source {
    /// Bytes are there from the start.
    Stock(u64),
    /// Datagrams come by the clock.
    Clocked(Cbr),
}

impl Source {
    /// The source of `flow` that `config` describes, starting at `start`, in the run with this `seed`.
    pub fn new(config: &Config, seed: u64, flow: FlowId, start: SimTime) -> Self {
        match config {
            Config::Bulk => Self::Stock(u64::MAX),
            Config::Transfer { size } => Self::Stock(size.0),
            Config::Cbr { rate, packet, jitter } => {
                let stream = || Box::new(Stream::new(seed, Owner::Flow(flow.0), Purpose::Traffic));
                Self::Clocked(Cbr::new(*rate, *packet, start, jitter.then(stream)))
            }
        }
    }

    /// Begins again at `start`, as a flow does that was stopped.
    pub const fn restart(&mut self, start: SimTime) {
        if let Self::Clocked(cbr) = self {
            cbr.restart(start);
        }
    }

    /// Payload bytes that the transport may send in all; `u64::MAX` is without end. Zero for a source of datagrams.
    pub const fn supply(&self) -> u64 {
        match self {
            Self::Stock(bytes) => *bytes,
            Self::Clocked(_) => 0,
        }
    }

    /// Whether it writes by the clock.
    pub const fn is_clocked(&self) -> bool {
        matches!(self, Self::Clocked(_))
    }

    /// The next datagram, later than the one before; the first is due at the start itself. `None` when no more comes.
    pub fn next_datagram(&mut self) -> Option<Emission> {
        match self {
            Self::Stock(_) => None,
            Self::Clocked(cbr) => cbr.next_due().map(|at| Emission { at, payload: cbr.packet() }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::{BitRate, SimDuration};

    fn source(config: &Config) -> Source {
        Source::new(config, 1, FlowId(0), SimTime::from_nanos(500))
    }

    #[test]
    fn stocks_have_bytes_and_clocks_have_instants() {
        let ms = SimDuration::from_millis;
        for (config, supply, next) in [
            (Config::Bulk, u64::MAX, None),
            (Config::Transfer { size: Bytes(5_242_880) }, 5_242_880, None),
            (Config::Cbr { rate: BitRate(2_000_000), packet: Bytes(1000), jitter: false }, 0, Some(Bytes(1000))),
        ] {
            let mut source = source(&config);
            assert_eq!(source.supply(), supply);
            for n in 0..3 {
                let at = SimTime::from_nanos(500) + ms(4) * n;
                assert_eq!(source.next_datagram(), next.map(|payload| Emission { at, payload }));
            }
        }
    }

    #[test]
    fn each_flow_has_its_own_jitter_and_a_copy_goes_on_with_it() {
        let config = Config::Cbr { rate: BitRate(2_000_000), packet: Bytes(1000), jitter: true };
        let instants =
            |mut source: Source| std::iter::from_fn(move || source.next_datagram()).take(20).collect::<Vec<_>>();
        let other = Source::new(&config, 1, FlowId(1), SimTime::from_nanos(500));
        assert_ne!(instants(source(&config)), instants(other));
        let mut first = source(&config);
        first.next_datagram();
        assert_eq!(instants(first.clone()), instants(first));
    }
}
