//! The cards, section by section, with a field to search them.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::text::LayoutJob;
use egui::{
    Align2, Galley, Id, Key, Modifiers, Painter, Rect, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo,
    WidgetType, pos2, vec2,
};

use crate::ui::command::{Outbox, UiCommand};
use crate::ui::cx::Frame;
use crate::ui::panels::gallery::State;
use crate::ui::panels::gallery::card::Card;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, SMALL, VALUE};

/// Narrowest and widest card, the best width, and most cards side by side.
const WIDTHS: RangeInclusive<f32> = 216.0..=520.0;
const BEST: f32 = 300.0;
const MOST: usize = 4;

/// Between cards.
const GAP: f32 = 25.0;

fn width(room: f32, columns: usize) -> f32 {
    ((room - GAP * (columns - 1) as f32) / columns as f32).floor()
}

/// How many cards stand side by side: so that few sections end in the middle of a row, with cards of about the best width. All cards
/// count, not only those that are found, so that nothing jumps while somebody types.
fn columns(room: f32, cards: &[Card]) -> usize {
    let sections: Vec<usize> = cards.chunk_by(|a, b| a.section == b.section).map(<[Card]>::len).collect();
    let uneven = |columns: usize| sections.iter().filter(|count| !count.is_multiple_of(columns)).count();
    let off = |columns: usize| (width(room, columns) - BEST).abs();
    let wanted = |a: &usize, b: &usize| uneven(*a).cmp(&uneven(*b)).then(off(*a).total_cmp(&off(*b)));
    (1..=MOST).filter(|columns| WIDTHS.contains(&width(room, *columns))).min_by(wanted).unwrap_or(1)
}

/// Cards that stand side by side, by their places in the list.
fn lines(cards: &[Card], shown: &[usize], columns: usize) -> Vec<(&'static str, Vec<Vec<usize>>)> {
    let mut sections: Vec<(&'static str, Vec<usize>)> = Vec::new();
    for place in shown {
        let section = cards[*place].section;
        match sections.last_mut().filter(|(name, _)| *name == section) {
            Some((_, list)) => list.push(*place),
            None => sections.push((section, vec![*place])),
        }
    }
    let cut = |(name, list): (&'static str, Vec<usize>)| (name, list.chunks(columns).map(<[usize]>::to_vec).collect());
    sections.into_iter().map(cut).collect()
}

/// Draws them.
pub(super) fn ui(ui: &mut Ui, theme: Theme, out: &mut Outbox, state: &mut State, frame: Frame) {
    let rect = ui.max_rect();
    let right = frame.between(24.0, 36.0);
    let field =
        Rect::from_min_size(pos2(rect.left(), rect.top() + 26.0), vec2(356.0_f32.min(rect.width() * 0.5), 32.0));
    let find = widgets::find_field(
        ui,
        theme,
        field,
        &mut state.find,
        "Find a question, law, radio",
        Id::new("find a scenario"),
    );
    find.on_hover_text("Shows only scenarios whose question, title or text contain these words (/)");
    let wanted = state.find.trim().to_lowercase();
    let shown: Vec<usize> = (0..state.cards.len()).filter(|place| state.cards[*place].matches(&wanted)).collect();
    let count = format!("{} scenarios, {} shown", state.cards.len(), shown.len());
    let at = pos2(rect.right() - right, field.center().y);
    widgets::text(ui.painter(), at, Align2::RIGHT_CENTER, &count, SMALL, theme.t3(), 300.0);
    let body = Rect::from_min_max(pos2(rect.left(), field.bottom() + 10.0), rect.max);
    let room = rect.width() - right;
    let columns = columns(room, &state.cards);
    let lines = lines(&state.cards, &shown, columns);
    keyboard(ui, state, &lines, out);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(body).id_salt("cards"));
    ScrollArea::vertical().auto_shrink(false).show(&mut child, |ui| {
        // Room for the outline of the first card.
        let width = width(room, columns);
        ui.spacing_mut().item_spacing.y = 0.0;
        if shown.is_empty() {
            ui.add_space(30.0);
            ui.label(theme::text("No scenario asks that. Clear the field with Esc.", theme::BODY, 400.0, theme.t2()));
        }
        for (section, rows) in &lines {
            ui.add_space(8.0);
            ui.label(theme::text(*section, theme::TITLE, theme::STRONG, theme.t1()));
            ui.add_space(9.0);
            for row in rows {
                line(ui, theme, out, state, row, width);
            }
            ui.add_space(frame.between(12.0, 26.0));
        }
    });
    state.moved = false;
}

/// Arrows move the focus, Enter opens.
fn keyboard(ui: &mut Ui, state: &mut State, lines: &[(&'static str, Vec<Vec<usize>>)], out: &mut Outbox) {
    if ui.ctx().text_edit_focused() || state.asking.is_some() {
        return;
    }
    let rows: Vec<&Vec<usize>> = lines.iter().flat_map(|(_, rows)| rows).collect();
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key)) as isize;
    let across = pressed(Key::ArrowRight) - pressed(Key::ArrowLeft);
    let down = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
    if across != 0 || down != 0 {
        if let Some(place) = moved(&rows, state.focus, across, down) {
            state.focus = place;
            state.moved = true;
        }
        ui.memory_mut(egui::Memory::stop_text_input);
    }
    let visible = rows.iter().any(|row| row.contains(&state.focus));
    // A button that has the keyboard takes Enter for itself.
    let free = ui.memory(|memory| memory.focused().is_none());
    if visible && free && ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter)) {
        out.push(UiCommand::OpenGallery(state.cards[state.focus].file));
    }
}

/// Where the focus goes from `focus`: along the cards, or to the same column of another row.
fn moved(rows: &[&Vec<usize>], focus: usize, across: isize, down: isize) -> Option<usize> {
    let all: Vec<usize> = rows.iter().flat_map(|row| row.iter().copied()).collect();
    let Some(place) = all.iter().position(|place| *place == focus) else { return all.first().copied() };
    let last = isize::try_from(all.len()).ok()? - 1;
    let along = usize::try_from((isize::try_from(place).ok()? + across).clamp(0, last)).ok()?;
    let focus = all[along];
    let row = rows.iter().position(|row| row.contains(&focus))?;
    let column = rows[row].iter().position(|place| *place == focus)?;
    let lowest = isize::try_from(rows.len()).ok()? - 1;
    let row = usize::try_from((isize::try_from(row).ok()? + down).clamp(0, lowest)).ok()?;
    rows[row].get(column.min(rows[row].len() - 1)).copied()
}

fn question(painter: &Painter, theme: Theme, words: &str, width: f32) -> Arc<Galley> {
    let mut job =
        LayoutJob::single_section(words.to_owned(), theme::format(theme::TITLE, theme::STRONG, false, theme.t1()));
    job.wrap.max_width = width;
    job.wrap.max_rows = 3;
    painter.layout_job(job)
}

fn line(ui: &mut Ui, theme: Theme, out: &mut Outbox, state: &mut State, row: &[usize], width: f32) {
    let height = (width * 0.525).round();
    let words: Vec<Arc<Galley>> =
        row.iter().map(|place| question(ui.painter(), theme, &state.cards[*place].question, width)).collect();
    let tallest = words.iter().map(|galley| galley.size().y).fold(0.0, f32::max);
    let (rect, _) = widgets::row(ui, height + 9.0 + tallest + 3.0 + 16.0 + 18.0, Sense::hover());
    for (column, (place, words)) in row.iter().zip(words).enumerate() {
        let left = rect.left() + 1.0 + column as f32 * (width + GAP);
        let whole = Rect::from_min_size(pos2(left, rect.top()), vec2(width - 2.0, height + 9.0 + tallest + 19.0));
        let picture = Rect::from_min_size(whole.min, vec2(whole.width(), height));
        card(ui, theme, out, state, *place, (whole, picture), words);
    }
}

fn card(
    ui: &mut Ui,
    theme: Theme,
    out: &mut Outbox,
    state: &mut State,
    place: usize,
    (whole, picture): (Rect, Rect),
    words: Arc<Galley>,
) {
    let response = ui.interact(whole, ui.id().with(("card", place)), Sense::click());
    if response.gained_focus() {
        state.focus = place;
    }
    let focused = state.focus == place;
    if focused && state.moved {
        ui.scroll_to_rect(whole, None);
    }
    let card = &state.cards[place];
    let painter = ui.painter();
    painter.rect_filled(picture, 4.0, theme.bg0());
    card.picture.draw(painter, theme, picture.shrink(1.0));
    let stroke = match (focused, response.hovered()) {
        (true, _) => Stroke::new(2.0, theme.acc()),
        (_, true) => Stroke::new(2.0, theme.edge()),
        _ => Stroke::new(1.5, theme.line()),
    };
    painter.rect_stroke(picture, 4.0, stroke, StrokeKind::Middle);
    let mut at = pos2(picture.left(), picture.bottom() + 9.0);
    let tall = words.size().y;
    painter.galley(at, words, theme.t1());
    at.y += tall + 3.0;
    widgets::text(painter, at, Align2::LEFT_TOP, &card.facts, VALUE, theme.t3(), whole.width());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("{} {}", card.question, card.facts)));
    if response.clicked() {
        out.push(UiCommand::OpenGallery(card.file));
    }
    let running = if card.is_done() { "" } else { "\n\nIts picture is being made: the scenario runs." };
    response.on_hover_text(format!("{}\n\nExpect: {}\n\n{}{running}", card.question, card.expect, card.file));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_focus_goes_along_cards_and_between_rows() {
        let (a, b, c) = (vec![0, 1, 2], vec![3], vec![4, 5, 6]);
        let rows = [&a, &b, &c];
        assert_eq!(moved(&rows, 0, 1, 0), Some(1));
        assert_eq!(moved(&rows, 2, 1, 0), Some(3));
        assert_eq!(moved(&rows, 2, 0, 1), Some(3));
        assert_eq!(moved(&rows, 2, 0, 2), Some(6));
        assert_eq!(moved(&rows, 0, -1, -1), Some(0));
        assert_eq!(moved(&rows, 99, 1, 0), Some(0), "what is not shown has no place");
    }
}
