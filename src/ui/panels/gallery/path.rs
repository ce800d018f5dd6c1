//! A small window that asks for the path of a scenario, with the files that fit what was typed.

use std::path::{Path, PathBuf};

use egui::{Align2, Key, Modifiers, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::ui::command::{Outbox, UiCommand};
use crate::ui::icon::Icon;
use crate::ui::panels::gallery::State;
use crate::ui::theme::{self, Theme};
use crate::ui::widgets::{self, Button, FIGURE, Look, SMALL};

/// Width of the window in points, and most rows that it lists.
const WIDTH: f32 = 520.0;
const MOST: usize = 10;

/// What is asked for.
#[derive(Clone, Debug)]
pub(super) struct Asking {
    words: String,
    /// For which words the list was made.
    listed: Option<String>,
    list: Vec<Entry>,
    chosen: usize,
    problem: Option<String>,
}

/// A file or directory that fits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Entry {
    file: bool,
    name: String,
}

impl Asking {
    /// Asks, beginning in the present directory.
    pub(super) fn new() -> Self {
        let here = std::env::current_dir().map_or_else(|_| String::new(), |folder| format!("{}/", folder.display()));
        Self { words: here, listed: None, list: Vec::new(), chosen: 0, problem: None }
    }

    fn refresh(&mut self) {
        if self.listed.as_ref() == Some(&self.words) {
            return;
        }
        self.listed = Some(self.words.clone());
        self.chosen = 0;
        let (folder, start) = split(&self.words);
        let folder = if folder.is_empty() { "." } else { folder };
        match std::fs::read_dir(folder) {
            Ok(entries) => {
                let found = entries.filter_map(Result::ok).map(|entry| {
                    let name = entry.file_name().to_string_lossy().into_owned();
                    let file = !entry.path().is_dir();
                    Entry { file, name }
                });
                self.list = fitting(found, start);
                self.problem = None;
            }
            Err(error) => {
                self.list.clear();
                self.problem = Some(format!("{folder} cannot be read: {error}"));
            }
        }
    }

    /// What stands in the field if `entry` is taken.
    fn completed(&self, entry: &Entry) -> String {
        let (folder, _) = split(&self.words);
        format!("{folder}{}{}", entry.name, if entry.file { "" } else { "/" })
    }
}

/// The directory that was typed, with its slash, and the beginning of a name.
fn split(words: &str) -> (&str, &str) {
    words.rfind('/').map_or(("", words), |place| words.split_at(place + 1))
}

/// Directories, then scenarios, whose names begin with `start`; hidden ones only if asked for.
fn fitting(found: impl Iterator<Item = Entry>, start: &str) -> Vec<Entry> {
    let small = start.to_lowercase();
    let fits = |entry: &Entry| {
        let hidden = entry.name.starts_with('.') && !start.starts_with('.');
        let ending = Path::new(&entry.name).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("ron"));
        !hidden && entry.name.to_lowercase().starts_with(&small) && (!entry.file || ending)
    };
    let mut list: Vec<Entry> = found.filter(fits).collect();
    // Files first: they are what is looked for.
    list.sort_by(|a, b| b.file.cmp(&a.file).then_with(|| a.name.cmp(&b.name)));
    list
}

/// Draws the dialog that asks for a path, if it is open.
pub fn dialog(ctx: &egui::Context, theme: Theme, out: &mut Outbox, state: &mut State) {
    let Some(asking) = &mut state.asking else { return };
    asking.refresh();
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(0).fill(theme.bg1());
    let modal = egui::Modal::new(egui::Id::new("open a file")).frame(frame).backdrop_color(theme.veil());
    let mut done = false;
    let recent = &state.recent;
    let response = modal.show(ctx, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        done = content(ui, theme, out, asking, recent);
    });
    if done || response.should_close() {
        state.asking = None;
    }
}

fn content(ui: &mut Ui, theme: Theme, out: &mut Outbox, asking: &mut Asking, recent: &[PathBuf]) -> bool {
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let (down, up, tab) = (pressed(Key::ArrowDown), pressed(Key::ArrowUp), pressed(Key::Tab));
    let rows = asking.list.len().min(MOST);
    if down {
        asking.chosen = (asking.chosen + 1).min(rows.saturating_sub(1));
    }
    if up {
        asking.chosen = asking.chosen.saturating_sub(1);
    }
    ui.add_space(8.0);
    widgets::section(ui, theme, "Open a scenario", "Enter opens, Tab completes");
    ui.add_space(4.0);
    let entered = field(ui, asking);
    let mut take = None;
    if tab && let Some(entry) = asking.list.get(asking.chosen) {
        take = Some(asking.completed(entry));
    }
    ui.add_space(6.0);
    let mut open = None;
    for (place, entry) in asking.list.clone().iter().enumerate().take(MOST) {
        if listed(ui, theme, &entry_words(entry), place == asking.chosen) {
            let path = asking.completed(entry);
            if entry.file { open = Some(path) } else { take = Some(path) }
        }
    }
    if asking.list.len() > MOST {
        widgets::paragraph(ui, &format!("and {} more: type on", asking.list.len() - MOST), SMALL, theme.t3());
    }
    if asking.list.is_empty() && asking.problem.is_none() {
        widgets::paragraph(ui, "No scenario (.ron) and no folder here begins like that.", SMALL, theme.t3());
    }
    if let Some(problem) = &asking.problem {
        widgets::paragraph(ui, problem, widgets::VALUE, theme.bad());
    }
    if !recent.is_empty() {
        widgets::rule(ui, theme, 8.0);
        widgets::section(ui, theme, "Recent", "");
        for path in recent.iter().take(5) {
            if listed(ui, theme, &path.display().to_string(), false) {
                open = Some(path.display().to_string());
            }
        }
    }
    ui.add_space(8.0);
    let (clicked, cancelled) = buttons(ui, theme);
    ui.add_space(12.0);
    if entered || clicked {
        match entered_path(asking) {
            Ok(path) => open = Some(path),
            Err(Some(folder)) => take = Some(folder),
            Err(None) => {}
        }
    }
    if let Some(words) = take {
        asking.words = words;
        set_cursor_to_end(ui, &asking.words);
    }
    if let Some(path) = open {
        out.push(UiCommand::Open(PathBuf::from(path)));
        return true;
    }
    cancelled
}

/// What Enter means: a file to open, a directory to look into, or a problem that is told.
fn entered_path(asking: &mut Asking) -> Result<String, Option<String>> {
    let typed = asking.words.trim().to_owned();
    let path = Path::new(&typed);
    if path.is_file() {
        return Ok(typed);
    }
    if let Some(entry) = asking.list.get(asking.chosen) {
        let path = asking.completed(entry);
        return if entry.file { Ok(path) } else { Err(Some(path)) };
    }
    asking.problem = Some(if typed.is_empty() {
        "Type the path of a scenario file.".to_owned()
    } else if path.is_dir() {
        format!("{typed} is a folder without scenarios.")
    } else {
        format!("There is no file {typed}.")
    });
    Err(None)
}

fn entry_words(entry: &Entry) -> String {
    if entry.file { entry.name.clone() } else { format!("{}/", entry.name) }
}

fn field_id() -> egui::Id {
    egui::Id::new("path of a scenario")
}

/// The text field; it has the keyboard all the time. Returns whether Enter was pressed.
fn field(ui: &mut Ui, asking: &mut Asking) -> bool {
    let (row, _) = widgets::row(ui, 34.0, Sense::hover());
    let rect = row.shrink2(vec2(theme::INSET, 2.0));
    let fresh = !ui.memory(|memory| memory.has_focus(field_id()));
    let edit = egui::TextEdit::singleline(&mut asking.words)
        .id(field_id())
        .font(egui::FontId::new(theme::BODY, egui::FontFamily::Monospace))
        .vertical_align(egui::Align::Center)
        .desired_width(rect.width());
    let response = ui.place(rect, edit);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, "Path of a scenario"));
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    if fresh || response.lost_focus() {
        response.request_focus();
    }
    if fresh {
        set_cursor_to_end(ui, &asking.words);
    }
    entered
}

fn set_cursor_to_end(ui: &Ui, words: &str) {
    let mut state = egui::text_edit::TextEditState::load(ui.ctx(), field_id()).unwrap_or_default();
    let end = egui::text::CCursor::new(words.chars().count());
    state.cursor.set_char_range(Some(egui::text::CCursorRange::one(end)));
    state.store(ui.ctx(), field_id());
}

fn listed(ui: &mut Ui, theme: Theme, words: &str, chosen: bool) -> bool {
    let (row, response) = widgets::row(ui, 23.0, Sense::click());
    if chosen {
        ui.painter().rect_filled(row, 0.0, theme.accbg());
    } else if response.hovered() {
        ui.painter().rect_filled(row, 0.0, theme.bg2());
    }
    let at = pos2(row.left() + theme::INSET + 6.0, row.center().y);
    let color = if words.ends_with('/') { theme.t2() } else { theme.t1() };
    widgets::text(ui.painter(), at, Align2::LEFT_CENTER, words, FIGURE, color, row.width() - 2.0 * theme::INSET - 12.0);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, chosen, words));
    response.clicked()
}

/// Open and Cancel: which was clicked.
fn buttons(ui: &mut Ui, theme: Theme) -> (bool, bool) {
    let (row, _) = widgets::row(ui, 30.0, Sense::hover());
    let open = Button::new("Open").with(Icon::Play).look(Look::Primary);
    let width = open.width(ui.painter());
    let rect = Rect::from_min_size(pos2(row.right() - theme::INSET - width, row.top()), vec2(width, 30.0));
    let opened = open.put(ui, theme, rect).clicked();
    let cancel = Button::new("Cancel").keys("Esc");
    let width = cancel.width(ui.painter());
    let rect = Rect::from_min_size(pos2(rect.left() - 8.0 - width, row.top()), vec2(width, 30.0));
    (opened, cancel.put(ui, theme, rect).clicked())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(name: &str) -> Entry {
        Entry { file: !name.ends_with('/'), name: name.trim_end_matches('/').to_owned() }
    }

    #[test]
    fn scenarios_and_folders_fit_what_was_typed() {
        let all = ["chain8.ron", "Chain2.RON", "notes.txt", "charts/", ".hidden/", "zoo/"].map(entry);
        let names = |start: &str| fitting(all.clone().into_iter(), start).iter().map(entry_words).collect::<Vec<_>>();
        assert_eq!(names("ch"), ["Chain2.RON", "chain8.ron", "charts/"]);
        assert_eq!(names(""), ["Chain2.RON", "chain8.ron", "charts/", "zoo/"]);
        assert_eq!(names(".h"), [".hidden/"]);
        assert_eq!(split("a/b/ch"), ("a/b/", "ch"));
        assert_eq!(split("ch"), ("", "ch"));
    }
}
