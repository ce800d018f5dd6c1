//! The Bevy application around the dashboard: in a window, or off-screen.

pub mod window;
