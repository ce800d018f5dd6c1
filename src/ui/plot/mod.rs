//! Curves: what a lane needs of a series for the shown span and width, and the axes around it.
//!
//! - [`scale`]: from times and values to points of the window, and back; [`ticks`]: round figures along an axis.
//! - [`curve`]: series as paths; [`cache`]: paths kept while nothing about them changes.
//! - [`quads`]: many rectangles as one shape.

pub mod cache;
pub mod curve;
pub mod quads;
pub mod scale;
pub mod ticks;

pub use cache::Cache;
pub use scale::{TimeScale, ValueScale};
