//! The keys.

use egui::{Align2, ScrollArea, Sense, pos2};

use crate::ui::keys::{Binding, KEYS};
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, FIGURE, VALUE};

/// What the mouse does, which has no binding.
const MOUSE: [(&str, &str); 6] = [
    ("click", "select; double-click pins"),
    ("wheel", "zoom the map or a plot"),
    ("Ctrl wheel", "zoom the time axis alone"),
    ("drag", "move the map; zoom into a box of a plot"),
    ("/", "find flows, nodes, scenarios"),
    ("Tab", "from control to control"),
];

/// Draws them, if they are asked for.
pub fn ui(ctx: &egui::Context, theme: Theme, shown: &mut bool) {
    if !*shown {
        return;
    }
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(0).fill(theme.bg1());
    let modal = egui::Modal::new(egui::Id::new("help")).frame(frame).backdrop_color(theme.veil());
    let screen = ctx.content_rect();
    let rows: Vec<(String, &str)> =
        merged(KEYS).into_iter().chain(MOUSE.map(|(key, words)| (key.to_owned(), words))).collect();
    let painter = ctx.layer_painter(egui::LayerId::background());
    let widest = |widths: &mut dyn Iterator<Item = f32>| widths.fold(0.0, f32::max).ceil();
    let key_width = widest(&mut rows.iter().map(|(key, _)| widgets::width_of(&painter, key, FIGURE))) + 14.0;
    let words_width = widest(&mut rows.iter().map(|(_, words)| widgets::width_of(&painter, words, VALUE))) + 22.0;
    let column = key_width + words_width;
    let columns = (((screen.width() - 80.0) / column).floor() as usize).clamp(1, 3);
    let response = modal.show(ctx, |ui| {
        ui.set_width(column * columns as f32 + 2.0 * theme::INSET);
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(8.0);
        widgets::section(ui, theme, "Keys", "F1 or Esc closes");
        ui.add_space(6.0);
        let lines = rows.len().div_ceil(columns);
        let tallest = screen.height() * 0.8;
        // A dialog is offered less than it may take.
        let scroll = ScrollArea::vertical().max_height(tallest).min_scrolled_height(tallest);
        scroll.auto_shrink([false, true]).show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            for line in 0..lines {
                let (row, _) = widgets::row(ui, 24.0, Sense::hover());
                for place in 0..columns {
                    let Some((key, words)) = rows.get(place * lines + line) else { continue };
                    let x = row.left() + theme::INSET + column * place as f32;
                    let painter = ui.painter();
                    widgets::text(
                        painter,
                        pos2(x, row.center().y),
                        Align2::LEFT_CENTER,
                        key,
                        FIGURE,
                        theme.t1(),
                        key_width,
                    );
                    let at = pos2(x + key_width, row.center().y);
                    widgets::text(painter, at, Align2::LEFT_CENTER, words, VALUE, theme.t2(), words_width);
                }
            }
        });
        ui.add_space(12.0);
    });
    if response.should_close() {
        *shown = false;
    }
}

/// Bindings in words; keys that do the same share a row.
fn merged(keys: &[Binding]) -> Vec<(String, &'static str)> {
    let mut rows: Vec<(String, &'static str)> = Vec::new();
    for binding in keys {
        let key = words_of(&binding.shortcut);
        match rows.iter_mut().find(|(_, words)| *words == binding.words) {
            Some((known, _)) => *known = format!("{known}, {key}"),
            None => rows.push((key, binding.words)),
        }
    }
    rows
}

/// A shortcut as a person reads it: `Ctrl Shift Z`, `.`, `Space`.
pub fn words_of(shortcut: &egui::KeyboardShortcut) -> String {
    let modifiers = shortcut.modifiers;
    let held = [(modifiers.command || modifiers.ctrl, "Ctrl"), (modifiers.alt, "Alt"), (modifiers.shift, "Shift")];
    let key = match shortcut.logical_key {
        egui::Key::Period => ".",
        egui::Key::Comma => ",",
        egui::Key::OpenBracket => "[",
        egui::Key::CloseBracket => "]",
        egui::Key::Plus => "+",
        egui::Key::Minus => "\u{2212}",
        egui::Key::Equals => "=",
        egui::Key::ArrowLeft => "←",
        egui::Key::ArrowRight => "→",
        egui::Key::Escape => "Esc",
        other => other.name(),
    };
    held.into_iter().filter(|(held, _)| *held).map(|(_, name)| name).chain([key]).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_is_listed_once() {
        let rows = merged(KEYS);
        let row = |words: &str| rows.iter().find(|(_, known)| *known == words).map(|(key, _)| key.as_str());
        assert_eq!(row("play or pause"), Some("Space"));
        assert_eq!(row("redo"), Some("Ctrl Shift Z, Ctrl Y"));
        assert_eq!(row("to the next loss or timeout"), Some("Alt ."));
        assert!(rows.len() < KEYS.len());
    }
}
