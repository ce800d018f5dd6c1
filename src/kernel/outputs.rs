//! What a layer asks for while it handles an input: a scratch list kept between events, so that it stops allocating at once.
//!
//! A layer pushes, the dispatcher carries out in order. The layer never sees the calendar, the world or another layer.

/// A reusable list of wishes of one layer, in the order in which they are to be carried out.
#[derive(Clone, Debug)]
pub struct Outputs<T>(Vec<T>);

impl<T> Default for Outputs<T> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<T: Copy> Outputs<T> {
    /// The wish at `place`: for carrying out a list that grows meanwhile.
    pub fn nth(&self, place: usize) -> Option<T> {
        self.0.get(place).copied()
    }
}

impl<T> Outputs<T> {
    /// Adds a wish.
    pub fn push(&mut self, output: T) {
        self.0.push(output);
    }

    /// Takes all wishes in order, leaving the room they took.
    pub fn drain(&mut self) -> std::vec::Drain<'_, T> {
        self.0.drain(..)
    }

    /// Forgets all wishes, leaving the room they took.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The wishes so far.
    pub fn as_slice(&self) -> &[T] {
        &self.0
    }

    /// Whether nothing is wished for.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}
