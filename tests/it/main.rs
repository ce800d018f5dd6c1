//! All integration tests in one binary: linking is slow.
#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing, in its helpers too")]

mod aodv_cases;
mod budgets;
mod cli;
mod determinism;
mod energy_cases;
mod exchange;
mod export;
mod fuzz_runs;
mod fuzz_scenarios;
#[cfg(test)]
mod golden;
mod golden_counts;
#[cfg(feature = "gui-test")]
mod gui;
mod lab;
mod mac_cases;
mod reference;
mod reference_data;
mod run_cases;
mod saturation;
mod seeking;
mod session;
mod sweeps;
mod tcp_cases;
mod tidy;
mod why;
