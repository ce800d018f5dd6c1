//! The header of the map: what is on air, how long the afterglow is, the way back to all nodes.

use egui::{Align, Layout, Rect, Sense, Ui, UiBuilder};

use crate::ui::command::UiCommand;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::map::stage::Stage;
use crate::ui::{theme, widgets};
use crate::units::SimDuration;

/// Choices of the afterglow, in microseconds.
const AFTERGLOWS: [u64; 6] = [0, 1_000, 2_000, 5_000, 10_000, 50_000];

/// Draws it; `stage` is what is shown below, if there is anything. Returns whether it is being dragged away.
pub(super) fn ui(
    ui: &mut Ui,
    cx: &mut Cx<'_>,
    rect: Rect,
    stage: Option<&Stage<'_>>,
    afterglow: &mut SimDuration,
) -> bool {
    let theme = cx.theme;
    ui.painter().rect_filled(rect, 0.0, theme.bg1());
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, egui::Stroke::new(1.0, theme.line()));
    let grip = ui.interact(rect, ui.id().with("header"), Sense::drag());
    grip.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Label, true, "map"));
    let dragged = widgets::pulled(&grip);
    grip.on_hover_text("The map: nodes, routes, frames on air. Drag to dock it elsewhere.");
    let inner = rect.shrink2(egui::vec2(12.0, 0.0));
    let builder = |layout| UiBuilder::new().max_rect(inner).layout(layout);
    ui.scope_builder(builder(Layout::left_to_right(Align::Center)), |ui| {
        ui.label(theme::text("Map", theme::SECTION, theme::STRONG, theme.t1()));
    });
    ui.scope_builder(builder(Layout::right_to_left(Align::Center)), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        ui.spacing_mut().button_padding.x = 4.0;
        let button = egui::Button::new(theme::text("fit F", theme::SMALL, 400.0, theme.t3())).frame(false);
        if ui
            .add(button)
            .on_hover_text("Shows all nodes. The wheel zooms at the pointer, a drag moves the ground. F")
            .clicked()
        {
            cx.push(UiCommand::FitMap);
        }
        ui.add_space(10.0);
        let words = format!("afterglow {}", span(*afterglow));
        let button = egui::Button::new(theme::text(words, theme::SMALL, 400.0, theme.t3())).frame(false);
        let response = ui.add(button);
        egui::Popup::menu(&response).show(|ui| {
            for micros in AFTERGLOWS {
                let choice = SimDuration::from_micros(micros);
                if ui.selectable_label(*afterglow == choice, span(choice)).clicked() {
                    *afterglow = choice;
                }
            }
        });
        response.on_hover_text("For how long frames stay beside their route after they have ended, in simulated time.");
        ui.add_space(4.0);
        if let Some(stage) = stage {
            ui.label(theme::text(format!("{},", busy(stage)), theme::SMALL, 400.0, theme.t3()));
        }
    });
    dragged
}

fn span(afterglow: SimDuration) -> String {
    match afterglow.nanos() {
        0 => "off".to_owned(),
        nanos => format!("{} ms", nanos / 1_000_000),
    }
}

/// How much is going on.
fn busy(stage: &Stage<'_>) -> String {
    let count = |number: usize, one: &str, many: &str| format!("{number} {}", if number == 1 { one } else { many });
    if stage.traffic.is_dense() {
        return format!("aggregated: {} frames per picture", format::digits3(stage.traffic.per_picture));
    }
    let frames = stage.frames.iter().filter(|frame| frame.on_air).count();
    let packets = stage.links.iter().map(|link| link.carried.len()).sum();
    match (stage.real, stage.links.is_empty()) {
        (false, false) => count(packets, "packet on wires", "packets on wires"),
        (_, true) => count(frames, "frame on air", "frames on air"),
        (true, false) => format!("{}, {packets} on wires", count(frames, "frame on air", "frames on air")),
    }
}
