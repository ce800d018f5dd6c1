//! The dashboard: its panels by their names on the accessibility tree, its pictures by their pixels.

mod host;
mod host_cli;
mod host_images;
