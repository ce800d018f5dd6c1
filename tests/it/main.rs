//! All integration tests in one binary.

#[cfg(test)]
mod golden;
