//! Hopscope: an oscilloscope for TCP over multi-hop wireless.

pub mod ids;
pub mod palette;
pub mod rng;
pub mod units;

pub mod fact;
pub mod kernel;
pub mod packet;

pub mod congestion;
pub mod phy;
pub mod queue;
pub mod traffic;

pub mod energy;
pub mod link;
pub mod mac;
pub mod recovery;
pub mod routing;

pub mod journal;
pub mod transport;

pub mod sim;

pub mod metrics;

pub mod scenario;

pub mod export;

pub mod cli;
