//! Random streams: one for every owner *and* purpose, all derived from the run's seed.
//!
//! Adding a node, or a purpose, never shifts another stream, so two runs that differ in one controller share every other draw
//! (common random numbers). ChaCha8 is portable: the same numbers on every platform.

use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// Who draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    /// The run as a whole.
    Run,
    /// A node, by its id.
    Node(u32),
    /// A flow, by its id.
    Flow(u32),
    /// One direction of a wired link, by its id.
    Link(u32),
    /// Two nodes, the smaller id first.
    Pair(u32, u32),
}

/// What a draw is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Purpose {
    /// Backoff slots of the MAC.
    Backoff,
    /// Bit errors of received frames.
    FrameError,
    /// Traffic: starts, sizes, gaps.
    Traffic,
    /// The phase of a sender's clock.
    ClockPhase,
    /// Losses, reorderings and delays of an impairment; the number is its place in the list.
    Impairment(u8),
    /// Node placement.
    Placement,
    /// Delays of broadcasts of a routing protocol.
    RouteJitter,
    /// Obstacles between two nodes.
    Shadowing,
}

impl Purpose {
    const fn number(self) -> u64 {
        match self {
            Self::Backoff => 0,
            Self::FrameError => 1,
            Self::Traffic => 2,
            Self::ClockPhase => 3,
            Self::Placement => 4,
            Self::RouteJitter => 5,
            Self::Shadowing => 6,
            Self::Impairment(place) => 16 + place as u64,
        }
    }
}

/// A stream of random numbers that belongs to one owner and purpose.
#[derive(Clone, Debug)]
pub struct Stream(ChaCha8Rng);

impl Stream {
    /// The stream of `owner` for `purpose` in the run with this `seed`.
    pub fn new(seed: u64, owner: Owner, purpose: Purpose) -> Self {
        let (kind, id) = match owner {
            Owner::Run => (0u64, 0),
            Owner::Node(id) => (1, u64::from(id)),
            Owner::Flow(id) => (2, u64::from(id)),
            Owner::Link(id) => (3, u64::from(id)),
            Owner::Pair(a, b) => (4, (u64::from(a) << 20) | u64::from(b)),
        };
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        rng.set_stream((id << 16) | (kind << 12) | purpose.number());
        Self(rng)
    }

    /// A uniform integer in `0..n`; 0 if `n` is 0. Unbiased up to 2^-32 by a widening multiplication.
    pub fn below(&mut self, n: u32) -> u32 {
        let wide = u64::from(self.0.next_u32()) * u64::from(n);
        (wide >> 32) as u32
    }

    /// A uniform number in `[0, 1)`, of 53 random bits.
    pub fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// Whether something of probability `p` happens. Draws once, whatever `p` is.
    pub fn happens(&mut self, p: f64) -> bool {
        self.unit() < p
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_of_other_owners_and_purposes_differ() {
        let first = |owner, purpose| Stream::new(1, owner, purpose).unit().to_bits();
        let mut seen = vec![
            first(Owner::Run, Purpose::Placement),
            first(Owner::Node(0), Purpose::Backoff),
            first(Owner::Node(1), Purpose::Backoff),
            first(Owner::Node(0), Purpose::FrameError),
            first(Owner::Flow(0), Purpose::Traffic),
            first(Owner::Link(0), Purpose::Impairment(0)),
            first(Owner::Link(0), Purpose::Impairment(1)),
            Stream::new(2, Owner::Node(0), Purpose::Backoff).unit().to_bits(),
        ];
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn draws_are_uniform() {
        let mut stream = Stream::new(7, Owner::Node(3), Purpose::Backoff);
        let mut counts = [0u32; 31];
        for _ in 0..310_000 {
            counts[stream.below(31) as usize] += 1;
        }
        // Each cell is binomial with mean 10,000 and standard deviation 98: five of those either way.
        assert!(counts.iter().all(|n| (9_510..=10_490).contains(n)), "{counts:?}");
    }
}
