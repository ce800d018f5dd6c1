//! The dashboard: an oscilloscope's face. A Bevy application holds a session, draws it and sends it commands.
//!
//! Panels are functions of egui alone, `fn ui(ui, cx, state)`: they read a [`View`](crate::session::View), keep what concerns only
//! their looks in their own `State`, and push what the person wants into the [`command::Outbox`]. The application empties the outbox
//! once a picture. Nothing else changes a run.
//!
//! - [`dashboard`]: everything that the dashboard holds, and what its commands do; [`command`]: these commands; [`keys`]: by keyboard.
//! - [`shell`]: the frame of the window; [`dock`]: which panel is where; [`settings`]: what is remembered of it.
//! - [`panels`]: one file a panel; [`map`]: the map; [`plot`]: curves.
//! - [`theme`], [`icon`], [`glyph`], [`format`], [`widgets`], [`slider`]: how things look.
//! - [`host`]: the Bevy application, in a window or off-screen.

#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    clippy::cast_possible_wrap,
    reason = "positions in points and places in short lists: numbers that a screen holds"
)]
#![expect(clippy::trivially_copy_pass_by_ref, reason = "a view is lent like what it stands for")]
#![expect(clippy::similar_names, reason = "from and front, left and let: short words of one field")]

pub mod command;
pub mod cx;
pub mod dashboard;
pub mod dock;
pub mod format;
pub mod glyph;
pub mod host;
pub mod icon;
pub mod keys;
pub mod map;
pub mod panels;
pub mod plot;
pub mod settings;
pub mod shell;
pub mod slider;
pub mod theme;
pub mod widgets;

pub use command::{Outbox, UiCommand};
pub use cx::Cx;
pub use dashboard::Dashboard;
pub use theme::Theme;
