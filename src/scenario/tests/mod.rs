//! Tests of the whole way from text to scenario.
