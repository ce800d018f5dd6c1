//! Why a scenario could not be opened: file, line, column and caret for every problem; the run that is shown stays.

use egui::{Rect, ScrollArea, Sense, pos2, vec2};

use crate::ui::icon::Icon;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, Button, Look, VALUE};

/// Widest window in points.
const WIDTH: f32 = 760.0;

/// Draws them, if there are any.
pub fn ui(ctx: &egui::Context, theme: Theme, problems: &mut Option<String>) {
    let Some(words) = problems.clone() else { return };
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(0).fill(theme.bg1());
    let modal = egui::Modal::new(egui::Id::new("problems")).frame(frame).backdrop_color(theme.veil());
    let screen = ctx.content_rect();
    let mut close = false;
    let response = modal.show(ctx, |ui| {
        ui.set_width(WIDTH.min(screen.width() - 60.0));
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.add_space(8.0);
        widgets::section(ui, theme, "The scenario could not be opened", "the run that is shown stays");
        ui.add_space(6.0);
        text(ui, theme, &words, screen.height() * 0.6);
        ui.add_space(10.0);
        let (row, _) = widgets::row(ui, 30.0, Sense::hover());
        let place = |right: f32, width: f32| Rect::from_min_size(pos2(right - width, row.top()), vec2(width, 30.0));
        let button = Button::new("Close").keys("Esc").look(Look::Primary);
        let rect = place(row.right() - theme::INSET, button.width(ui.painter()));
        close = button.put(ui, theme, rect).clicked();
        let copy = Button::new("Copy").with(Icon::Copy);
        let rect = place(rect.left() - 8.0, copy.width(ui.painter()));
        if copy.put(ui, theme, rect).on_hover_text("Copies the whole text").clicked() {
            ui.ctx().copy_text(words.clone());
        }
        ui.add_space(12.0);
    });
    if close || response.should_close() {
        *problems = None;
    }
}

/// The text as the command line shows it. Messages are wrapped; excerpts of the file are not, so that carets stand below what they
/// mean: those scroll.
fn text(ui: &mut egui::Ui, theme: Theme, words: &str, tallest: f32) {
    let frame = egui::Frame::new()
        .fill(theme.bg0())
        .inner_margin(12)
        .outer_margin(egui::Margin::symmetric(14, 0))
        .corner_radius(4);
    frame.show(ui, |ui| {
        let width = ui.available_width();
        ScrollArea::both().max_height(tallest).auto_shrink([false, true]).show(ui, |ui| {
            for (excerpt, lines) in blocks(words) {
                let (size, ..) = VALUE;
                let mut label = egui::Label::new(theme::mono(&lines, size, theme.t1())).selectable(true);
                if excerpt {
                    label = label.wrap_mode(egui::TextWrapMode::Extend);
                } else {
                    ui.set_max_width(width);
                    label = label.wrap();
                }
                ui.add(label);
            }
        });
    });
}

/// Cuts the text into messages and excerpts (true), each with its lines.
fn blocks(words: &str) -> Vec<(bool, String)> {
    let mut blocks: Vec<(bool, String)> = Vec::new();
    for line in words.lines() {
        let start = line.trim_start().trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
        let excerpt = start.starts_with('|');
        match blocks.last_mut().filter(|(kind, _)| *kind == excerpt) {
            Some((_, lines)) => *lines = format!("{lines}\n{line}"),
            None => blocks.push((excerpt, line.to_owned())),
        }
    }
    blocks
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn excerpts_and_messages_are_told_apart() {
        let words = "a.ron:3:5: unknown field `hop`\n  |\n3 |     hop: 8,\n  |     ^^^\nhelp: `hops`\nb.ron:1:1: x";
        let blocks = blocks(words);
        let kinds: Vec<(bool, usize)> = blocks.iter().map(|(kind, lines)| (*kind, lines.lines().count())).collect();
        assert_eq!(kinds, [(false, 1), (true, 3), (false, 2)]);
    }
}
