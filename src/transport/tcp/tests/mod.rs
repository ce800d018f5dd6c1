//! Packet scripts: hand-computed traces, what must not go wrong, and invariants under random loss.

mod cases;
mod invariants;
mod laws;
mod pair;
mod receiver;
mod traces;
