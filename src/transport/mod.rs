//! End-to-end transports.
pub mod tcp;
