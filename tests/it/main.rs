//! All integration tests in one binary: linking is slow.
#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing, in its helpers too")]

mod cli;
mod exchange;
mod export;
mod fuzz_runs;
mod fuzz_scenarios;
#[cfg(test)]
mod golden;
mod reference_data;
mod tidy;
mod why;
