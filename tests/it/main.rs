//! All integration tests in one binary.

mod fuzz_scenarios;
