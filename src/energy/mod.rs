//! Energy.
pub mod config;
