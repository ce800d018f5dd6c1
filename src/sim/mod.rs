//! To come: sim.
