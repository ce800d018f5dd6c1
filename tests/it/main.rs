//! All integration tests in one binary: linking is slow.
#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing, in its helpers too")]

mod budgets;
mod cli;
mod exchange;
mod export;
mod fuzz_runs;
mod fuzz_scenarios;
#[cfg(test)]
mod golden;
mod golden_counts;
mod reference;
mod reference_data;
mod seeking;
mod tidy;
mod why;
