//! The dashboard, driven through what it shows: clicks, keys, the wheel; without a window. And its host: what comes out as pictures.

#![expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "positions in points of a window")]

mod driver;
mod host;
mod host_cli;
mod host_images;
mod lanes;
mod monkey;
mod panels;
mod pointer;
mod time;
