//! The keys.

use crate::ui::theme::Theme;

/// Draws them, if they are asked for.
pub fn ui(_ctx: &egui::Context, _theme: Theme, _shown: &mut bool) {}
