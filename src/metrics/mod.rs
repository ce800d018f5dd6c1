//! To come: metrics.
