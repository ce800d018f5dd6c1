//! What the person is told in passing.

use std::time::Duration;

use egui::{Rect, Sense, Stroke, StrokeKind, WidgetInfo, WidgetType, pos2, vec2};

use crate::session::Notice;
use crate::ui::icon::{self, Icon};
use crate::ui::theme::Theme;
use crate::ui::widgets;

/// How long a toast stays.
const STAY: Duration = Duration::from_secs(6);

/// The toasts that are shown, the oldest first.
#[derive(Clone, Debug, Default)]
pub struct State {
    list: Vec<(Notice, Duration)>,
}

impl State {
    /// Tells something.
    pub fn tell(&mut self, notice: Notice) {
        self.list.retain(|(known, _)| *known != notice);
        self.list.push((notice, Duration::ZERO));
    }

    /// Time passes.
    pub fn pass(&mut self, wall: Duration) {
        for (_, age) in &mut self.list {
            *age += wall;
        }
        self.list.retain(|(_, age)| *age < STAY);
    }

    /// What is shown.
    pub fn notices(&self) -> impl Iterator<Item = &Notice> {
        self.list.iter().map(|(notice, _)| notice)
    }
}

/// Between the lowest toast and the window's lower edge: above the timeline.
const ABOVE: f32 = 116.0;

/// Widest toast in points.
const WIDTH: f32 = 380.0;

/// Draws them, the latest lowest. A click takes one away; a problem's words can be copied.
pub fn ui(ctx: &egui::Context, theme: Theme, state: &mut State) {
    let screen = ctx.content_rect();
    let mut bottom = screen.bottom() - ABOVE;
    let mut closed = None;
    for (place, (notice, _)) in state.list.iter().enumerate().rev() {
        if bottom < screen.top() + 80.0 {
            break;
        }
        let (height, clicked) = toast(ctx, theme, notice, pos2(screen.right() - 14.0, bottom));
        bottom -= height + 8.0;
        if clicked {
            closed = Some(place);
        }
    }
    if let Some(place) = closed {
        state.list.remove(place);
    }
}

/// Draws one with its lower right corner at `corner`. Gives its height and whether it was clicked.
fn toast(ctx: &egui::Context, theme: Theme, notice: &Notice, corner: egui::Pos2) -> (f32, bool) {
    let problem = matches!(notice, Notice::Problem(_));
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Tooltip, egui::Id::new("toasts")));
    let galley = widgets::wrapped(&painter, notice.text(), widgets::BODY, theme.t1(), WIDTH - 52.0);
    let size = vec2(galley.size().x + 52.0, galley.size().y + 18.0);
    let rect = Rect::from_min_size(corner - size, size);
    let area = egui::Area::new(egui::Id::new(("toast", notice.text()))).order(egui::Order::Tooltip).fixed_pos(rect.min);
    let shown = area.show(ctx, |ui| {
        let (rect, response) = ui.allocate_exact_size(size, Sense::click());
        let painter = ui.painter();
        let fill = if response.hovered() { theme.bg3() } else { theme.bg2() };
        painter.add(ui.visuals().popup_shadow.as_shape(rect, 4));
        painter.rect(rect, 4.0, fill, Stroke::new(1.0, theme.edge()), StrokeKind::Inside);
        let at = pos2(rect.left() + 20.0, rect.top() + 17.0);
        if problem {
            icon::lamp(painter, at, 7.0, false, theme.bad(), fill);
        } else {
            icon::draw(painter, Icon::Info, at, theme.t2());
        }
        painter.galley(rect.min + vec2(38.0, 9.0), galley, theme.t1());
        response.widget_info(|| WidgetInfo::labeled(WidgetType::Label, true, notice.text()));
        let clicked = response.clicked();
        if clicked && problem {
            ui.ctx().copy_text(notice.text().to_owned());
        }
        response.on_hover_text(if problem { "Click to copy it and close" } else { "Click to close" });
        clicked
    });
    (size.y, shown.inner)
}
