//! Loss recovery engines.

/// A loss recovery engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Slow start after a fast retransmit.
    Tahoe,
    /// Fast recovery that ends with the first advancing acknowledgement (RFC 5681).
    Reno,
    /// Fast recovery that survives partial acknowledgements (RFC 6582).
    NewReno,
}
