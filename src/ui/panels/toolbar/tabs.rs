//! A tab for each line: the run and its branches.

use egui::{Align2, Painter, Rect, ScrollArea, Sense, Stroke, Ui, WidgetInfo, WidgetType, pos2, vec2};

use crate::ids::FlowId;
use crate::session::{Command, Line};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph;
use crate::ui::icon::{self, Icon};
use crate::ui::theme;
use crate::ui::widgets::{self, BODY, Button, Font};

const ACTIVE: Font = (theme::BODY, 500.0, false);

/// Inset of a tab.
const INSET: f32 = 11.0;

/// Glyph and its gap.
const GLYPH: f32 = 18.0;

/// Width of the button that begins a branch.
const PLUS: f32 = 28.0;

/// Width of the cross that closes a tab, with its gap.
const CLOSE: f32 = 18.0;

fn title(cx: &Cx<'_>, line: &Line) -> String {
    format!("{}: {}", cx.session.letter(line.id), line.title)
}

fn is_active(cx: &Cx<'_>, line: &Line) -> bool {
    line.id == cx.session.line().id
}

/// How much of their titles tabs have room for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Titles {
    /// All of them.
    Full,
    /// What is special about each.
    Short,
    /// A letter, but for the active one.
    Letters,
}

impl Titles {
    /// The words on a tab.
    fn of(self, title: &str, active: bool) -> String {
        match self {
            Self::Full => title.to_owned(),
            Self::Letters if !active => title.chars().take(1).collect(),
            Self::Short | Self::Letters => shortened(title),
        }
    }
}

fn tab_width(painter: &Painter, cx: &Cx<'_>, line: &Line, titles: Titles) -> f32 {
    let words = titles.of(&title(cx, line), is_active(cx, line));
    // As wide as it is while it is active, so that tabs do not move when another is watched; letters move anyway.
    let closes = cx.session.lines().len() > 1 && (titles != Titles::Letters || is_active(cx, line));
    let close = if closes { CLOSE } else { 0.0 };
    2.0 * INSET + GLYPH + widgets::width_of(painter, &words, ACTIVE).ceil() + close
}

/// `B: Vegas` of `B: Vegas from 10.0 s`, `C: 1.8 s` of `C: from 1.8 s`.
fn shortened(title: &str) -> String {
    match title.split_once(" from ") {
        Some((letter, at)) if letter.ends_with(':') => format!("{letter} {at}"),
        Some((what, _)) => what.to_owned(),
        None => title.to_owned(),
    }
}

fn total(painter: &Painter, cx: &Cx<'_>, titles: Titles) -> f32 {
    cx.session.lines().iter().map(|line| tab_width(painter, cx, line, titles)).sum::<f32>() + PLUS + 4.0
}

/// The width of all tabs in full.
pub(super) fn width(painter: &Painter, cx: &Cx<'_>) -> f32 {
    total(painter, cx, Titles::Full)
}

/// Draws them into `rect`; those that have no room scroll.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, rect: Rect) {
    let fits = |titles: &Titles| total(ui.painter(), cx, *titles) <= rect.width();
    let titles = [Titles::Full, Titles::Short].into_iter().find(fits).unwrap_or(Titles::Letters);
    let widths: Vec<f32> = cx.session.lines().iter().map(|line| tab_width(ui.painter(), cx, line, titles)).collect();
    let room = (rect.width() - PLUS - 4.0).max(40.0);
    let needed: f32 = widths.iter().sum();
    let inner = Rect::from_min_size(rect.min, vec2(room.min(needed), rect.height()));
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(inner).id_salt("tabs"));
    let bar = egui::scroll_area::ScrollBarVisibility::AlwaysHidden;
    ScrollArea::horizontal().auto_shrink(false).scroll_bar_visibility(bar).show(&mut child, |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.horizontal(|ui| {
            for (place, width) in widths.into_iter().enumerate() {
                let (_, space) = ui.allocate_space(vec2(width, rect.height()));
                tab(ui, cx, place, space, titles);
            }
        });
    });
    let at = pos2(inner.right() + 4.0 + PLUS / 2.0, rect.center().y);
    let plus = Button::icon(Icon::Plus, "New branch").put(ui, cx.theme, Rect::from_center_size(at, vec2(PLUS, 26.0)));
    let hint =
        format!("A branch that begins at the cursor, {}, with nothing changed (B)", format::time_s(cx.view.now()));
    if plus.on_hover_text(hint).clicked() {
        cx.push(Command::Branch);
    }
}

fn tab(ui: &mut Ui, cx: &mut Cx<'_>, place: usize, rect: Rect, titles: Titles) {
    let session = cx.session;
    let Some(line) = session.lines().get(place) else { return };
    let theme = cx.theme;
    let active = is_active(cx, line);
    let response = ui.interact(rect, ui.id().with(("tab", line.id)), Sense::click());
    let body = Rect::from_min_max(pos2(rect.left(), rect.top() + 7.0), rect.max);
    let painter = ui.painter().clone();
    if active {
        painter.rect_filled(body, egui::CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 }, theme.bg2());
        painter.hline(body.x_range(), body.bottom() - 1.0, Stroke::new(2.0, theme.acc()));
        reveal(ui, rect);
    } else if response.hovered() {
        painter.rect_filled(body, egui::CornerRadius { nw: 4, ne: 4, sw: 0, se: 0 }, theme.bg3());
    }
    sign(&painter, cx, line, pos2(rect.left() + INSET + 6.0, body.center().y));
    let full = title(cx, line);
    let words = titles.of(&full, active);
    let (font, color) = if active { (ACTIVE, theme.t1()) } else { (BODY, theme.t2()) };
    let at = pos2(rect.left() + INSET + GLYPH, body.center().y);
    widgets::text(&painter, at, Align2::LEFT_CENTER, &words, font, color, rect.width());
    widgets::focus_ring(ui, theme, &response, body.shrink(1.0));
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, active, &full));
    let id = line.id;
    let several = session.lines().len() > 1;
    // The cross lies on the tab: it takes the click.
    if several && (active || (response.contains_pointer() && titles != Titles::Letters)) {
        let cross = Rect::from_center_size(pos2(rect.right() - 13.0, body.center().y), vec2(18.0, 18.0));
        let close = ui.interact(cross, ui.id().with(("close", id)), Sense::click());
        if close.hovered() {
            painter.rect_filled(cross, 4.0, theme.bg4());
        }
        icon::draw(&painter, Icon::Close, cross.center(), if close.hovered() { theme.t1() } else { theme.t3() });
        close.widget_info(|| WidgetInfo::labeled(WidgetType::Button, true, format!("Close {full}")));
        if close.on_hover_text("Closes this line; the others stay").clicked() {
            return cx.push(Command::Close(id));
        }
    }
    if response.clicked() {
        cx.push(Command::Watch(id));
    }
    if several && response.middle_clicked() {
        cx.push(Command::Close(id));
    }
    let until = format::time_s(line.frontier());
    let begins = line.fork.map_or_else(
        || "the original".to_owned(),
        |fork| format!("left {} at {}", session.letter(fork.from), format::time_s(fork.at)),
    );
    let failure = line.failure.as_ref().map_or_else(String::new, |words| format!("\nfailed: {words}"));
    response.on_hover_text(format!("{full}: {begins}, known up to {until}{failure}"));
}

/// A disc for the original, dots for a branch: as their curves are drawn.
fn sign(painter: &Painter, cx: &Cx<'_>, line: &Line, center: egui::Pos2) {
    let color = cx.theme.flow(FlowId(0));
    if line.failure.is_some() {
        icon::draw(painter, Icon::Cross, center, cx.theme.bad());
    } else if line.fork.is_some() {
        let x = center.x - 6.0;
        let place = cx.session.lines().iter().position(|other| other.id == line.id).unwrap_or(1);
        let ends = [pos2(x, center.y), pos2(x + 14.0, center.y)];
        glyph::dotted(painter, &ends, glyph::pitch(place), 2.0, color);
    } else {
        glyph::flow(painter, center, glyph::FLOW_SIZE, cx.theme, FlowId(0));
    }
}

/// Scrolls to the active tab where it is not to be seen, unless the pointer is at the tabs.
fn reveal(ui: &Ui, rect: Rect) {
    let clip = ui.clip_rect();
    let hidden = rect.right() > clip.right() + 1.0 || rect.left() < clip.left() - 1.0;
    if hidden && !ui.rect_contains_pointer(clip) {
        ui.scroll_to_rect(rect, None);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_title_says_what_is_special() {
        assert_eq!(shortened("B: Vegas from 10.0 s"), "B: Vegas");
        assert_eq!(shortened("A: NewReno"), "A: NewReno");
        assert_eq!(shortened("C: from 1.8 s"), "C: 1.8 s");
        assert_eq!(Titles::Letters.of("C: from 1.8 s", false), "C");
    }
}
