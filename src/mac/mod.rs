//! Medium access.
pub mod config;
