//! All integration tests in one binary.

mod export;
mod golden;
#![expect(clippy::unwrap_used, reason = "a test says what it expects by failing, in its helpers too")]

mod reference_data;
mod tidy;
