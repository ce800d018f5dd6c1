//! To come: sim.
pub mod command;
