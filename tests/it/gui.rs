//! The dashboard, driven through what it shows: clicks, keys, the wheel; without a window.

mod driver;
mod monkey;
mod panels;
mod pointer;
mod time;
