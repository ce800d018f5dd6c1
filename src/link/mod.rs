//! Wired links.
pub mod config;
