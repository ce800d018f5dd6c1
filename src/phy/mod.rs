//! Physical layer.
pub mod config;
