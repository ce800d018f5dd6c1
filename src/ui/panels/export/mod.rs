//! The export dialog, and the writing of what it asks for.

mod write;

use std::path::{Path, PathBuf};

use egui::{Align2, Key, Rect, Sense, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::ui::command::{ExportKind, ExportRequest, UiCommand};
use crate::ui::cx::Cx;
use crate::ui::icon::Icon;
use crate::ui::panels::lanes;
use crate::ui::theme;
use crate::ui::widgets::{self, BODY, Button, Look, NAME, SMALL, VALUE};

pub use write::{Written, write};

/// Width of the dialog in points.
const WIDTH: f32 = 460.0;

/// Heights of what belongs to a kind, and of the question about a file that exists.
const PARTICULARS: f32 = 34.0;
const REPLACE: f32 = 26.0;

/// A kind of file, as the dialog offers it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Choice {
    #[default]
    Screenshot,
    Svg,
    Png,
    Csv,
    Script,
}

impl Choice {
    const ALL: [Self; 5] = [Self::Screenshot, Self::Svg, Self::Png, Self::Csv, Self::Script];

    const fn name(self) -> &'static str {
        match self {
            Self::Screenshot => "Screenshot",
            Self::Svg => "Figure, SVG",
            Self::Png => "Figure, PNG",
            Self::Csv => "Table, CSV",
            Self::Script => "Command log",
        }
    }

    const fn says(self) -> &'static str {
        match self {
            Self::Screenshot => "The window as it is now, without this dialog.",
            Self::Svg => "The shown lanes and span as a publication figure; it knows which run it is.",
            Self::Png => "The same as an image, two pixels a point.",
            Self::Csv => "The recorded series of the shown lanes and span, a row at every change.",
            Self::Script => "What was changed in this line, as a list that a scenario takes as its script.",
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Self::Screenshot | Self::Png => "png",
            Self::Svg => "svg",
            Self::Csv => "csv",
            Self::Script => "ron",
        }
    }

    fn kind(self, scale: u8) -> ExportKind {
        match self {
            Self::Screenshot => ExportKind::Screenshot(f32::from(scale)),
            Self::Svg | Self::Png => ExportKind::Figure,
            Self::Csv => ExportKind::Csv,
            Self::Script => ExportKind::Script,
        }
    }
}

/// What concerns only its looks.
#[derive(Clone, Debug)]
pub struct State {
    open: bool,
    choice: Choice,
    scale: u8,
    folder: String,
    name: String,
    /// Whether the person has changed the name.
    edited: bool,
    replace: bool,
    /// The path that was looked for, and whether there is such a file.
    seen: Option<(PathBuf, bool)>,
}

impl Default for State {
    fn default() -> Self {
        Self {
            open: false,
            choice: Choice::default(),
            scale: 1,
            folder: String::new(),
            name: String::new(),
            edited: false,
            replace: false,
            seen: None,
        }
    }
}

impl State {
    fn choose(&mut self, cx: &Cx<'_>, choice: Choice) {
        self.choice = choice;
        self.edited = false;
        self.propose(cx);
    }

    /// Opens or closes the dialog.
    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.edited = false;
        self.replace = false;
        self.seen = None;
        self.name.clear();
    }

    /// Proposes this folder: without a word the current one is proposed.
    pub fn in_folder(&mut self, folder: &Path) {
        self.folder = folder.display().to_string();
    }

    /// Whether it is open.
    pub const fn is_open(&self) -> bool {
        self.open
    }

    fn path(&self) -> PathBuf {
        let name = PathBuf::from(self.name.trim());
        // Without an ending it would have no format.
        let name = if name.extension().is_some() { name } else { name.with_extension(self.choice.ending()) };
        Path::new(self.folder.trim()).join(name)
    }

    /// Whether a file of that name exists; the disk is asked once for each name.
    fn exists(&mut self) -> bool {
        let path = self.path();
        if self.seen.as_ref().is_none_or(|(known, _)| *known != path) {
            self.replace = false;
            let exists = path.exists();
            self.seen = Some((path, exists));
        }
        self.seen.as_ref().is_some_and(|(_, exists)| *exists)
    }

    fn propose(&mut self, cx: &Cx<'_>) {
        let proposed = proposed(cx, self.choice.kind(self.scale), self.choice.ending());
        let path = free_path(Path::new(self.folder.trim()), &proposed);
        self.name = path.file_name().map_or(proposed, |name| name.to_string_lossy().into_owned());
    }
}

/// A name made of the scenario, its seed, the line and the cursor: `chain8-seed1-12.346s.svg`.
pub fn proposed(cx: &Cx<'_>, kind: ExportKind, ending: &str) -> String {
    let info = cx.view.run().info();
    let scenario = info.scenario.strip_suffix(".ron").unwrap_or(&info.scenario);
    let scenario: String =
        scenario.chars().map(|c| if c.is_alphanumeric() || matches!(c, '-' | '_') { c } else { '-' }).collect();
    let letter = cx.session.letter(cx.session.line().id);
    let line = if cx.session.lines().len() > 1 { format!("-{letter}") } else { String::new() };
    let at = format!("{:.3}s", cx.view.now().secs_f64());
    let what = match kind {
        ExportKind::Script => "-script",
        ExportKind::Csv => "-series",
        ExportKind::Figure | ExportKind::Screenshot(_) => "",
    };
    format!("{scenario}-seed{}{line}-{at}{what}.{ending}", info.seed)
}

/// `name` in `folder`, with `-2`, `-3` ... before its ending while there is a file of that name.
pub fn free_path(folder: &Path, name: &str) -> PathBuf {
    free(folder, name, Path::exists)
}

fn free(folder: &Path, name: &str, taken: impl Fn(&Path) -> bool) -> PathBuf {
    let first = folder.join(name);
    let (stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let numbered = (2..).map(|n| folder.join(format!("{stem}-{n}.{ending}")));
    std::iter::once(first.clone()).chain(numbered.take(9_999)).find(|path| !taken(path)).unwrap_or(first)
}

/// Draws the dialog, if it is open.
pub fn ui(ctx: &egui::Context, cx: &mut Cx<'_>, state: &mut State, lanes: &lanes::State) {
    if !state.open {
        return;
    }
    if state.folder.is_empty() {
        state.folder = std::env::current_dir().map_or_else(|_| ".".to_owned(), |folder| folder.display().to_string());
    }
    if state.name.is_empty() && !state.edited {
        state.propose(cx);
    }
    let frame = egui::Frame::popup(&ctx.global_style()).inner_margin(0).fill(cx.theme.bg1());
    let modal = egui::Modal::new(egui::Id::new("export")).frame(frame).backdrop_color(cx.theme.veil());
    let response = modal.show(ctx, |ui| {
        ui.set_width(WIDTH);
        ui.spacing_mut().item_spacing.y = 0.0;
        content(ui, cx, state, lanes);
    });
    if response.should_close() {
        state.open = false;
    }
}

fn content(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, lanes: &lanes::State) {
    ui.add_space(8.0);
    widgets::section(ui, cx.theme, "Export", "Ctrl E");
    ui.add_space(6.0);
    arrows(ui, cx, state);
    for choice in Choice::ALL {
        choose(ui, cx, state, choice);
    }
    widgets::rule(ui, cx.theme, 9.0);
    let top = ui.cursor().min.y;
    if state.choice == Choice::Screenshot {
        scales(ui, cx, state);
    } else if matches!(state.choice, Choice::Svg | Choice::Png | Choice::Csv) {
        let (from, until) = lanes.shown(&cx.view);
        let words = format!("Shown: {:.3} to {:.3} s", from.secs_f64(), until.secs_f64());
        widgets::paragraph(ui, &words, VALUE, cx.theme.t2());
        ui.add_space(6.0);
    }
    // As high for every kind, so that nothing below moves.
    ui.add_space((top + PARTICULARS - ui.cursor().min.y).max(0.0));
    let folder = field(ui, cx, "folder", &mut state.folder, "Where the file goes");
    let name = field(ui, cx, "file name", &mut state.name, "Its ending says its format");
    if name.changed() {
        state.edited = true;
    }
    if folder.changed() && !state.edited {
        state.propose(cx);
    }
    let exists = state.exists();
    if exists {
        replace(ui, cx, state);
    } else {
        ui.add_space(REPLACE);
    }
    ui.add_space(8.0);
    buttons(ui, cx, state, exists);
    ui.add_space(12.0);
}

fn choose(ui: &mut Ui, cx: &Cx<'_>, state: &mut State, choice: Choice) {
    let theme = cx.theme;
    let (rect, response) = widgets::row(ui, 38.0, Sense::click());
    let chosen = state.choice == choice;
    if chosen {
        ui.painter().rect_filled(rect, 0.0, theme.accbg());
        ui.painter().rect_filled(Rect::from_min_size(rect.min, vec2(3.0, rect.height())), 0.0, theme.acc());
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 0.0, theme.bg2());
    }
    let left = rect.left() + theme::INSET;
    let width = rect.width() - 2.0 * theme::INSET;
    let color = if chosen { theme.t1() } else { theme.t2() };
    widgets::text(ui.painter(), pos2(left, rect.top() + 12.0), Align2::LEFT_CENTER, choice.name(), NAME, color, width);
    let hint = if chosen { theme.t2() } else { theme.t3() };
    widgets::text(ui.painter(), pos2(left, rect.top() + 27.0), Align2::LEFT_CENTER, choice.says(), SMALL, hint, width);
    widgets::focus_ring(ui, theme, &response, rect.shrink(2.0));
    response.widget_info(|| WidgetInfo::selected(WidgetType::RadioButton, true, chosen, choice.name()));
    if response.clicked() && !chosen {
        state.choose(cx, choice);
    }
}

/// Up and down choose a kind.
fn arrows(ui: &Ui, cx: &Cx<'_>, state: &mut State) {
    if ui.ctx().text_edit_focused() {
        return;
    }
    let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(egui::Modifiers::NONE, key)) as isize;
    let down = pressed(Key::ArrowDown) - pressed(Key::ArrowUp);
    let all = Choice::ALL;
    let place = all.iter().position(|choice| *choice == state.choice).unwrap_or(0);
    let next = all[place.saturating_add_signed(down).min(all.len() - 1)];
    if next != state.choice {
        state.choose(cx, next);
    }
}

fn scales(ui: &mut Ui, cx: &Cx<'_>, state: &mut State) {
    let (row, _) = widgets::row(ui, 28.0, Sense::hover());
    let left = pos2(row.left() + theme::INSET, row.center().y);
    widgets::text(ui.painter(), left, Align2::LEFT_CENTER, "scale", VALUE, cx.theme.t3(), 80.0);
    for (n, words) in [(1_u8, "1 ×"), (2, "2 ×"), (3, "3 ×")] {
        let at = pos2(row.left() + 106.0 + f32::from(n - 1) * 52.0, row.top() + 1.0);
        let rect = Rect::from_min_size(at, vec2(46.0, 26.0));
        if Button::new(words).put(ui, cx.theme, rect).on_hover_text("Pixels a point").clicked() {
            state.scale = n;
        }
        if state.scale == n {
            let stroke = egui::Stroke::new(2.0, cx.theme.acc());
            ui.painter().rect_stroke(rect, 4.0, stroke, egui::StrokeKind::Inside);
        }
    }
    ui.add_space(6.0);
}

fn field(ui: &mut Ui, cx: &Cx<'_>, name: &str, words: &mut String, hint: &str) -> egui::Response {
    let (row, _) = widgets::row(ui, 32.0, Sense::hover());
    let left = pos2(row.left() + theme::INSET, row.center().y);
    widgets::text(ui.painter(), left, Align2::LEFT_CENTER, name, VALUE, cx.theme.t3(), 88.0);
    let rect = Rect::from_min_max(
        pos2(row.left() + 106.0, row.top() + 2.0),
        pos2(row.right() - theme::INSET, row.bottom() - 2.0),
    );
    let edit = egui::TextEdit::singleline(words)
        .id(egui::Id::new(("export", name)))
        .font(egui::FontId::new(theme::VALUE, egui::FontFamily::Monospace))
        .vertical_align(egui::Align::Center)
        .desired_width(rect.width());
    let response = ui.place(rect, edit).on_hover_text(hint);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, name));
    response
}

fn replace(ui: &mut Ui, cx: &Cx<'_>, state: &mut State) {
    let (row, _) = widgets::row(ui, REPLACE, Sense::hover());
    let rect = row.with_min_x(row.left() + 106.0);
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("replace"));
    let words = theme::text("A file of that name exists: replace it", BODY.0, 400.0, cx.theme.warn());
    child.checkbox(&mut state.replace, words).on_hover_text("Otherwise nothing is written");
}

fn buttons(ui: &mut Ui, cx: &mut Cx<'_>, state: &mut State, exists: bool) {
    let (row, _) = widgets::row(ui, 30.0, Sense::hover());
    let ready = !state.name.trim().is_empty() && (!exists || state.replace);
    let write = Button::new("Write").with(Icon::Export).look(Look::Primary).enabled(ready);
    let width = write.width(ui.painter());
    let rect = Rect::from_min_size(pos2(row.right() - theme::INSET - width, row.top()), vec2(width, 30.0));
    let entered = ui.input(|input| input.key_pressed(Key::Enter));
    let path = state.path();
    let clicked = write.put(ui, cx.theme, rect).on_hover_text(path.display().to_string()).clicked();
    if ready && (clicked || entered) {
        let what = state.choice.kind(state.scale);
        cx.push(UiCommand::Export(ExportRequest { what, path, replace: state.replace }));
        state.open = false;
    }
    let cancel = Button::new("Cancel").keys("Esc");
    let width = cancel.width(ui.painter());
    let rect = Rect::from_min_size(pos2(rect.left() - 8.0 - width, row.top()), vec2(width, 30.0));
    if cancel.put(ui, cx.theme, rect).clicked() {
        state.open = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proposed_name_is_never_taken() {
        let taken = |n: usize| {
            move |path: &Path| {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                ["a-1.5s.svg", "a-1.5s-2.svg", "a-1.5s-3.svg"][..n].contains(&name.as_str())
            }
        };
        let free = |n| free(Path::new("x"), "a-1.5s.svg", taken(n)).display().to_string();
        assert_eq!([free(0), free(1), free(3)], ["x/a-1.5s.svg", "x/a-1.5s-2.svg", "x/a-1.5s-4.svg"]);
    }

    #[test]
    fn a_name_without_an_ending_gets_the_one_of_its_kind() {
        let state = State { folder: "out".into(), name: "mine".into(), choice: Choice::Csv, ..State::default() };
        assert_eq!(state.path(), Path::new("out/mine.csv"));
    }
}
