//! The walk back.
