//! To come: scenario.
