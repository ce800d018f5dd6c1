//! Colours and shapes shared by figures and dashboard.
