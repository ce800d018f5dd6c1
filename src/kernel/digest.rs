//! A running hash of what happened: times, nodes, kinds and what they carried; never sequence numbers, steps or samples.
//!
//! Two runs with the same digest did the same. The mixing is the 128-bit folded multiplication that fast hash functions use;
//! it is no cryptographic hash and does not have to be one.

use std::fmt;

use bevy_ecs::resource::Resource;

/// The hash so far.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0x9e37_79b9_7f4a_7c15)
    }
}

impl Digest {
    /// Mixes two words into the hash.
    pub const fn mix(&mut self, a: u64, b: u64) {
        const P0: u64 = 0xa076_1d64_78bd_642f;
        const P1: u64 = 0xe703_7ed1_a0b4_28db;
        let product = ((self.0 ^ a ^ P0) as u128) * ((b ^ P1 ^ self.0.rotate_left(32)) as u128);
        #[expect(clippy::cast_possible_truncation, reason = "folding the two halves of the product")]
        let folded = (product >> 64) as u64 ^ product as u64;
        // A zero factor would erase the past; adding keeps it.
        self.0 = folded ^ self.0.rotate_left(17).wrapping_add(a).wrapping_add(b.rotate_left(31));
    }

    /// The hash as a number.
    pub const fn value(self) -> u64 {
        self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
