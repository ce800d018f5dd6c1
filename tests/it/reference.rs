//! Hopscope against the measurements of ns-2 in `tests/reference`: the same scenarios, judged as distributions over seeds.
//!
//! The two programs draw different random numbers, so single runs differ; means may differ by what the spread over seeds allows.
//! Each test prints its table: `cargo test --test it reference:: -- --nocapture`.

mod aodv;
mod chain;
mod chains;
mod one_hop;
mod parallel;
mod run;
mod static_rows;
mod stats;
mod table;
mod udp;
mod wired;
mod wired_golden;
