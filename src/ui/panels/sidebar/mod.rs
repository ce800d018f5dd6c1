//! The scenario, its flows and nodes, how branches compare, and what was changed.

mod changes;
mod compare;
mod facts;
mod flows;
mod links;
mod nodes;

pub(crate) use links::rate_words;
pub(crate) use nodes::ring;

use egui::{Id, Sense, vec2};

use crate::session::view::Thing;
use crate::ui::cx::Cx;
use crate::ui::theme;
use crate::ui::widgets::{self, NAME, find_field};

/// What concerns only its looks.
#[derive(Clone, Debug, Default)]
pub struct State {
    find: String,
    said: facts::Said,
    compare: compare::Found,
}

/// What is looked for, in lower case; everything matches nothing.
#[derive(Clone, Debug)]
struct Wanted(String);

impl Wanted {
    fn matches(&self, words: &[&str]) -> bool {
        self.0.is_empty() || words.iter().any(|word| word.to_lowercase().contains(&self.0))
    }
}

/// The ground of a row: of what is selected, or what the pointer is over. Returns whether `thing` is selected.
fn ground(ui: &egui::Ui, cx: &Cx<'_>, thing: Thing, rect: egui::Rect, response: &egui::Response) -> bool {
    let selected = cx.is_selected(thing);
    if selected {
        ui.painter().rect_filled(rect, 0.0, cx.theme.accbg());
    } else if cx.hovered == Some(thing) || response.hovered() {
        ui.painter().rect_filled(rect, 0.0, cx.theme.bg2());
    }
    selected
}

/// Draws it. Returns whether its header is dragged, to dock it elsewhere.
pub fn ui(ui: &mut egui::Ui, cx: &mut Cx<'_>, state: &mut State) -> bool {
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, cx.theme.bg1());
    ui.set_clip_rect(rect.intersect(ui.clip_rect()));
    let (find, _) = widgets::row(ui, 46.0, Sense::hover());
    let field = egui::Rect::from_min_max(find.min + vec2(theme::INSET, 10.0), find.max - vec2(theme::INSET, 10.0));
    find_field(ui, cx.theme, field, &mut state.find, "Find", Id::new("find in the scenario"))
        .on_hover_text("Shows only flows and nodes whose name, law or ends contain this (/)");
    widgets::rule(ui, cx.theme, 0.0);
    widgets::column(ui, "sidebar", |ui| {
        let dragged = title(ui, cx);
        facts::ui(ui, cx, &mut state.said);
        widgets::rule(ui, cx.theme, 8.0);
        let wanted = Wanted(state.find.trim().to_lowercase());
        flows::ui(ui, cx, &wanted);
        nodes::ui(ui, cx, &wanted, rect.bottom());
        links::ui(ui, cx, &wanted);
        compare::ui(ui, cx, &mut state.compare);
        changes::ui(ui, cx);
        ui.add_space(12.0);
        dragged
    })
}

/// Title and question. Returns whether they are dragged.
fn title(ui: &mut egui::Ui, cx: &Cx<'_>) -> bool {
    let scenario = cx.view.scenario();
    ui.add_space(11.0);
    let top = ui.cursor().min;
    widgets::paragraph(ui, &scenario.title, NAME, cx.theme.t1());
    if !scenario.question.is_empty() {
        ui.add_space(5.0);
        widgets::paragraph(ui, &scenario.question, widgets::BODY, cx.theme.t2());
    }
    let rect = egui::Rect::from_min_max(top, egui::pos2(ui.max_rect().right(), ui.cursor().min.y));
    let response = ui.interact(rect, ui.id().with("scenario"), Sense::drag());
    let dragged = widgets::pulled(&response);
    let part = |name: &str, words: &str| if words.is_empty() { String::new() } else { format!("\n\n{name}: {words}") };
    response.on_hover_text(format!(
        "{}{}{}\n\nDrag to dock this panel elsewhere.",
        scenario.title,
        part("Expect", &scenario.expect),
        part("Source", &scenario.source)
    ));
    dragged
}
