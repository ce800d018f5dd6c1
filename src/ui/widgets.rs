//! What panels are made of beside egui's own widgets: buttons with an icon and a word, rows of aligned text, links to instants.
//!
//! All are drawn by hand, so that they take exactly the room that the layout gives them, and all have a name for screen readers.

use std::sync::Arc;

use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Color32, Galley, Painter, Pos2, Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, WidgetType,
};
use egui::{pos2, vec2};

use crate::ui::icon::{self, Icon};
use crate::ui::theme::{self, Theme};

/// Size, weight and whether it is monospaced.
pub type Font = (f32, f32, bool);

/// Keys beside words.
const KEYS: Font = (theme::AXIS, 400.0, true);

/// Body text.
pub const BODY: Font = (theme::BODY, 400.0, false);
/// Names and titles of 13 points.
pub const NAME: Font = (theme::BODY, theme::STRONG, false);
/// Section titles.
pub const SECTION: Font = (theme::SECTION, theme::STRONG, false);
/// Values in words.
pub const VALUE: Font = (theme::VALUE, 400.0, false);
/// Values in figures.
pub const FIGURE: Font = (theme::VALUE, 400.0, true);
/// Legends, units, hints.
pub const SMALL: Font = (theme::SMALL, 400.0, false);

/// Lays out one line that ends in an ellipsis where it would be wider than `width`.
pub fn cut(painter: &Painter, words: &str, (size, weight, mono): Font, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(words.to_owned(), theme::format(size, weight, mono, color));
    job.wrap = TextWrapping::truncate_at_width(width.max(1.0));
    painter.layout_job(job)
}

/// Lays out words in as many lines as they need at `width`.
pub fn wrapped(painter: &Painter, words: &str, (size, weight, mono): Font, color: Color32, width: f32) -> Arc<Galley> {
    let mut job = LayoutJob::single_section(words.to_owned(), theme::format(size, weight, mono, color));
    job.wrap.max_width = width.max(1.0);
    painter.layout_job(job)
}

/// The width of one line.
pub fn width_of(painter: &Painter, words: &str, (size, weight, mono): Font) -> f32 {
    theme::galley(painter, words, size, weight, mono, Color32::PLACEHOLDER).size().x
}

/// Draws one line, cut at `width`. Gives the rectangle it takes.
pub fn text(painter: &Painter, at: Pos2, anchor: Align2, words: &str, font: Font, color: Color32, width: f32) -> Rect {
    let galley = cut(painter, words, font, color, width);
    let rect = anchor.anchor_size(at, galley.size());
    painter.galley(rect.min, galley, color);
    rect
}

/// A row over the full width.
pub fn row(ui: &mut Ui, height: f32, sense: Sense) -> (Rect, Response) {
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.allocate_exact_size(vec2(ui.available_width(), height), sense)
}

/// A column that scrolls where it is too long; its bar floats over it, so that rows reach both edges.
pub fn column<R>(ui: &mut Ui, id: impl std::hash::Hash + std::fmt::Debug, content: impl FnOnce(&mut Ui) -> R) -> R {
    ui.spacing_mut().scroll.floating_allocated_width = 0.0;
    let area = egui::ScrollArea::vertical().auto_shrink(false).id_salt(id);
    area.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        content(ui)
    })
    .inner
}

/// A separator over the full width, with `room` above and below.
pub fn rule(ui: &mut Ui, theme: Theme, room: f32) {
    let (rect, _) = row(ui, 2.0 * room + 1.0, Sense::hover());
    ui.painter().hline(rect.x_range(), rect.center().y, Stroke::new(1.0, theme.line()));
}

/// Words that wrap, inset at both sides.
pub fn paragraph(ui: &mut Ui, words: &str, font: Font, color: Color32) -> Response {
    let width = ui.available_width() - 2.0 * theme::INSET;
    let galley = wrapped(ui.painter(), words, font, color, width);
    let (rect, response) = row(ui, galley.size().y, Sense::hover());
    ui.painter().galley(rect.min + vec2(theme::INSET, 0.0), galley, color);
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, words));
    response
}

/// A section's title with a hint at the right. Gives the row.
pub fn section(ui: &mut Ui, theme: Theme, title: &str, hint: &str) -> Rect {
    let (rect, response) = row(ui, 22.0, Sense::hover());
    let painter = ui.painter();
    let left = rect.left_center() + vec2(theme::INSET, 0.0);
    let width = rect.width() - 2.0 * theme::INSET;
    let title_rect = text(painter, left, Align2::LEFT_CENTER, title, SECTION, theme.t1(), width);
    let right = rect.right_center() - vec2(theme::INSET, 0.0);
    let rest = width - title_rect.width() - 12.0;
    // A hint is read whole or not at all.
    if !hint.is_empty() && width_of(painter, hint, SMALL) <= rest {
        text(painter, right, Align2::RIGHT_CENTER, hint, SMALL, theme.t3(), rest);
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, title));
    rect
}

/// Whether a header is pulled away, to dock its panel elsewhere. A press, however long, does not do that: only a movement does.
pub fn pulled(header: &Response) -> bool {
    /// How far the pointer has to go, in points.
    const LEAST: f32 = 8.0;
    header.dragged() && header.total_drag_delta().is_some_and(|moved| moved.length() > LEAST)
}

/// Draws the ring of keyboard focus around `rect`.
pub fn focus_ring(ui: &Ui, theme: Theme, response: &Response, rect: Rect) {
    if response.has_focus() {
        ui.painter().rect_stroke(rect, 4.0, Stroke::new(2.0, theme.acc()), StrokeKind::Outside);
    }
}

/// How a button looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// The one primary button of a screen.
    Primary,
    /// Filled.
    Plain,
    /// Filled only while the pointer is over it.
    Bare,
}

/// A button with an icon, a word, or both.
#[derive(Clone, Copy, Debug)]
pub struct Button<'a> {
    icon: Option<Icon>,
    words: &'a str,
    keys: &'a str,
    name: &'a str,
    look: Look,
    enabled: bool,
    /// Keys at the right end, the rest at the left.
    spread: bool,
    weight: f32,
}

impl<'a> Button<'a> {
    /// A button with these words, which are also its name.
    pub const fn new(words: &'a str) -> Self {
        Self {
            icon: None,
            words,
            keys: "",
            name: words,
            look: Look::Plain,
            enabled: true,
            spread: false,
            weight: 400.0,
        }
    }

    /// A button with an icon alone, and its name.
    pub const fn icon(icon: Icon, name: &'a str) -> Self {
        Self { icon: Some(icon), name, look: Look::Bare, ..Self::new("") }
    }

    /// An icon before the words.
    #[must_use]
    pub const fn with(self, icon: Icon) -> Self {
        Self { icon: Some(icon), ..self }
    }

    /// Its look.
    #[must_use]
    pub const fn look(self, look: Look) -> Self {
        Self { look, weight: if matches!(look, Look::Primary) { theme::STRONG } else { 400.0 }, ..self }
    }

    /// The keys that do the same, shown behind the words.
    #[must_use]
    pub const fn keys(self, keys: &'a str) -> Self {
        Self { keys, ..self }
    }

    /// The keys stand at its right end.
    #[must_use]
    pub const fn spread(self) -> Self {
        Self { spread: true, ..self }
    }

    /// Whether it can be pressed.
    #[must_use]
    pub const fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }

    /// The width that it needs.
    pub fn width(&self, painter: &Painter) -> f32 {
        let icon = if self.icon.is_some() { icon::SIZE } else { 0.0 };
        if self.words.is_empty() {
            return icon + 12.0;
        }
        let gap = if self.icon.is_some() { 7.0 } else { 0.0 };
        let keys = if self.keys.is_empty() { 0.0 } else { 8.0 + width_of(painter, self.keys, KEYS) };
        icon + gap + width_of(painter, self.words, self.font()) + keys + 20.0
    }

    const fn font(&self) -> Font {
        (theme::BODY, self.weight, false)
    }

    /// Puts it where the layout goes on.
    pub fn show(self, ui: &mut Ui, theme: Theme, height: f32) -> Response {
        let (_, rect) = ui.allocate_space(vec2(self.width(ui.painter()), height));
        self.put(ui, theme, rect)
    }

    /// Puts it into `rect`.
    pub fn put(self, ui: &mut Ui, theme: Theme, rect: Rect) -> Response {
        let sense = if self.enabled { Sense::click() } else { Sense::hover() };
        let response = ui.interact(rect, ui.id().with(("button", self.name)), sense);
        let (fill, color) = self.colors(theme, &response);
        let painter = ui.painter_at(rect.expand(3.0));
        painter.rect_filled(rect, 4.0, fill);
        let keys = if self.keys.is_empty() { 0.0 } else { width_of(&painter, self.keys, KEYS) };
        let keys_room = if keys > 0.0 { keys + 8.0 } else { 0.0 };
        let lead = if self.icon.is_some() { icon::SIZE + if self.words.is_empty() { 0.0 } else { 7.0 } } else { 0.0 };
        let galley = cut(&painter, self.words, self.font(), color, rect.width() - lead - keys_room - 8.0);
        let content = lead + galley.size().x + if self.spread { 0.0 } else { keys_room };
        let mut x = if self.spread { rect.left() + 10.0 } else { rect.center().x - content / 2.0 };
        if let Some(icon) = self.icon {
            icon::draw(&painter, icon, pos2(x + icon::SIZE / 2.0, rect.center().y), color);
        }
        x += lead;
        let end = x + galley.size().x;
        painter.galley(pos2(x, rect.center().y - galley.size().y / 2.0), galley, color);
        if keys > 0.0 {
            let at = if self.spread { rect.right() - 10.0 - keys } else { end + 8.0 };
            let color = if self.look == Look::Primary { color } else { theme.t3() };
            text(&painter, pos2(at, rect.center().y), Align2::LEFT_CENTER, self.keys, KEYS, color, keys + 1.0);
        }
        focus_ring(ui, theme, &response, rect);
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Button, self.enabled, self.name));
        response
    }

    fn colors(&self, theme: Theme, response: &Response) -> (Color32, Color32) {
        if !self.enabled {
            let fill = if self.look == Look::Bare { Color32::TRANSPARENT } else { theme.bg2() };
            return (fill, theme.faded(theme.t3(), 0.5));
        }
        let (over, down) = (response.hovered(), response.is_pointer_button_down_on());
        match self.look {
            Look::Primary => (
                theme.faded(
                    theme.acc(),
                    if down {
                        0.8
                    } else if over {
                        0.9
                    } else {
                        1.0
                    },
                ),
                theme.onacc(),
            ),
            _ if down => (theme.bg4(), theme.t1()),
            _ if over => (theme.bg3(), theme.t1()),
            Look::Plain => (theme.bg2(), theme.t2()),
            Look::Bare => (Color32::TRANSPARENT, theme.t2()),
        }
    }
}

/// A link to an instant: monospaced, in the accent. `at` is where its `anchor` lies.
pub fn link(
    ui: &Ui,
    theme: Theme,
    at: Pos2,
    anchor: Align2,
    words: &str,
    id: impl std::hash::Hash + std::fmt::Debug,
) -> Response {
    let galley = cut(ui.painter(), words, FIGURE, theme.acc(), f32::INFINITY);
    let rect = anchor.anchor_size(at, galley.size());
    let response = ui.interact(rect.expand2(vec2(2.0, 2.0)), ui.id().with(("link", id)), Sense::click());
    ui.painter().galley(rect.min, galley, theme.acc());
    if response.hovered() || response.has_focus() {
        ui.painter().hline(rect.x_range(), rect.bottom() - 1.0, Stroke::new(1.0, theme.acc()));
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Link, true, words));
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

/// A field to search with, and the key that leads into it. Gives its response.
pub fn find_field(ui: &mut Ui, theme: Theme, rect: Rect, words: &mut String, hint: &str, id: egui::Id) -> Response {
    ui.painter().rect_filled(rect, 4.0, theme.bg0());
    icon::draw(ui.painter(), Icon::Search, pos2(rect.left() + 16.0, rect.center().y), theme.t3());
    let inner = Rect::from_min_max(rect.min + vec2(28.0, 0.0), rect.max - vec2(22.0, 0.0));
    let edit = egui::TextEdit::singleline(words)
        .id(id)
        .frame(egui::Frame::NONE)
        .margin(egui::Margin::symmetric(2, 0))
        .vertical_align(egui::Align::Center)
        .desired_width(inner.width())
        .hint_text(theme::text(hint, theme::BODY, 400.0, theme.t3()));
    let response = ui.place(inner, edit);
    let stroke = if response.has_focus() { Stroke::new(2.0, theme.acc()) } else { Stroke::new(1.0, theme.line()) };
    ui.painter().rect_stroke(rect, 4.0, stroke, StrokeKind::Inside);
    if response.has_focus() || !words.is_empty() {
        if ui.input(|input| input.key_pressed(egui::Key::Escape)) && response.has_focus() {
            words.clear();
            response.surrender_focus();
        }
    } else {
        let at = pos2(rect.right() - 12.0, rect.center().y);
        text(ui.painter(), at, Align2::CENTER_CENTER, "/", FIGURE, theme.t3(), 20.0);
    }
    if !ui.ctx().text_edit_focused() && ui.input_mut(|input| input.consume_key(egui::Modifiers::NONE, egui::Key::Slash))
    {
        response.request_focus();
    }
    response.widget_info(|| WidgetInfo::labeled(WidgetType::TextEdit, true, hint));
    response
}

/// Values in one line or more: figures, words and units one after the other.
#[derive(Clone, Debug, Default)]
pub struct Values {
    parts: Vec<(String, Part)>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Word,
    Figure,
    Unit,
}

impl Values {
    /// Nothing yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// A word in the colour of values.
    #[must_use]
    pub fn word(mut self, words: impl Into<String>) -> Self {
        self.parts.push((words.into(), Part::Word));
        self
    }

    /// A number.
    #[must_use]
    pub fn figure(mut self, words: impl Into<String>) -> Self {
        self.parts.push((words.into(), Part::Figure));
        self
    }

    /// A unit, or words that explain.
    #[must_use]
    pub fn unit(mut self, words: impl Into<String>) -> Self {
        self.parts.push((words.into(), Part::Unit));
        self
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    fn words(&self) -> String {
        self.parts.iter().map(|(words, _)| words.as_str()).collect::<Vec<_>>().join(" ")
    }

    fn galley(&self, painter: &Painter, theme: Theme, width: f32) -> Arc<Galley> {
        let mut job = LayoutJob::default();
        job.wrap.max_width = width.max(1.0);
        for (place, (words, part)) in self.parts.iter().enumerate() {
            let format = match part {
                Part::Word => theme::format(theme::VALUE, 400.0, false, theme.t1()),
                Part::Figure => theme::format(theme::VALUE, 400.0, true, theme.t1()),
                Part::Unit => theme::format(theme::SMALL, 400.0, false, theme.t3()),
            };
            let mut format = format;
            format.valign = egui::Align::Center;
            // The space belongs to the text, so that lines break there.
            if place > 0 && !words.starts_with(',') {
                job.append(" ", 0.0, theme::format(theme::SMALL, 400.0, false, theme.t3()));
            }
            job.append(words, 0.0, format);
        }
        painter.layout_job(job)
    }
}

/// A key in `column` points and its values, which wrap. Gives the row's response.
pub fn values(ui: &mut Ui, theme: Theme, key: &str, column: f32, values: &Values, hint: &str) -> Response {
    let width = ui.available_width() - 2.0 * theme::INSET - column;
    let galley = values.galley(ui.painter(), theme, width);
    let height = (galley.size().y + 4.0).max(20.0);
    let (rect, response) = row(ui, height, Sense::hover());
    let painter = ui.painter();
    let left = rect.left() + theme::INSET;
    text(painter, pos2(left, rect.top() + 10.0), Align2::LEFT_CENTER, key, VALUE, theme.t3(), column - 6.0);
    let single = galley.rows.len() < 2;
    let y = if single { rect.center().y - galley.size().y / 2.0 } else { rect.top() + 2.0 };
    painter.galley(pos2(left + column, y), galley, theme.t1());
    let name = format!("{key}: {}", values.words());
    response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, &name));
    if hint.is_empty() { response } else { response.on_hover_text(hint) }
}
