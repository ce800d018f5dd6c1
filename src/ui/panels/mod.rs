//! One file a panel: a `State` of its looks and a function that draws it.

pub mod export;
pub mod gallery;
pub mod help;
pub mod inspector;
pub mod lanes;
pub mod problems;
pub mod sidebar;
pub mod strip;
pub mod timeline;
pub mod toasts;
pub mod toolbar;
