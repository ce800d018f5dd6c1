//! Window laws.

/// A window law with its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Config {
    /// Additive increase, multiplicative decrease (RFC 5681).
    Reno,
}
