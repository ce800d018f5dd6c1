//! Schedule.
