//! Right of a lane: one line a curve with its value at the cursor. Nothing in it moves.

use egui::{Align2, Painter, Pos2, Rect, Sense, Ui, pos2, vec2};

use crate::session::view::Thing;
use crate::ui::cx::Cx;
use crate::ui::glyph::{self, FLOW_SIZE};
use crate::ui::panels::lanes::layout::Layout;
use crate::ui::panels::lanes::pointer::Pane;
use crate::ui::panels::lanes::scene::Scene;
use crate::ui::panels::lanes::{Lane, energy};
use crate::ui::plot::cache::{Dash, Look};
use crate::ui::theme::{self, AXIS, SMALL, STRONG, VALUE};
use crate::units::SimTime;

/// What stands before a name.
enum Sample {
    Flow(crate::ids::FlowId),
    Line(Look),
    Area(egui::Color32),
}

struct Row {
    sample: Sample,
    name: String,
    value: Option<String>,
    thing: Option<Thing>,
    tip: String,
}

impl Row {
    /// Whether it stands beside a flow's main curve.
    const fn is_beside(&self) -> bool {
        matches!(self.sample, Sample::Line(Look { dash: Dash::Dashed(..), .. }))
    }
}

/// The least distance of rows, in points.
const LEAST_PITCH: f32 = 14.5;

/// Draws it.
pub fn ui(ui: &Ui, cx: &mut Cx<'_>, pane: &Pane<'_>, scene: &Scene<'_>, layout: &Layout) {
    let mut rows = if pane.lane == Lane::Energy { energy_rows(scene) } else { rows(pane, scene) };
    let area = Rect::from_min_max(pos2(layout.x.max, pane.rect.top()), pane.rect.max);
    let (first, room) = if area.height() < 60.0 { (11.0, area.height() - 4.0) } else { (16.0, area.height() - 8.0) };
    // Where not all fit, thresholds and goodputs give way to flows.
    let most = (room / LEAST_PITCH) as usize;
    while rows.len() > most
        && let Some(place) = rows.iter().rposition(Row::is_beside)
    {
        rows.remove(place);
    }
    let pitch = (room / rows.len().max(1) as f32).clamp(LEAST_PITCH, 17.0);
    let fitting = (room / pitch) as usize;
    let hidden = rows.len().saturating_sub(fitting) + if pane.lane == Lane::Energy { 0 } else { scene.more };
    let shown = if hidden > 0 && pane.lane != Lane::Energy { fitting.saturating_sub(1) } else { fitting };
    let hidden = rows.len().saturating_sub(shown) + if pane.lane == Lane::Energy { 0 } else { scene.more };
    for (place, row) in rows.iter().take(shown).enumerate() {
        let y = area.top() + first + pitch * place as f32;
        draw(ui, cx, row, Rect::from_center_size(pos2(area.center().x, y), vec2(area.width() - 4.0, pitch)));
    }
    if hidden > 0 && shown < fitting {
        let at = pos2(area.left() + 26.0, area.top() + first + pitch * rows.len().min(shown) as f32);
        let words = format!("+ {hidden}");
        theme::draw_text(ui.painter(), at, Align2::LEFT_CENTER, &words, (VALUE, 400.0, false), scene.theme.t3());
    }
}

fn rows(pane: &Pane<'_>, scene: &Scene<'_>) -> Vec<Row> {
    let now = scene.view.now();
    let mean = if pane.lane.is_rate() { format!(": mean over {}", scene.window_words()) } else { String::new() };
    let row = |curve: &super::scene::Curve<'_>| Row {
        sample: match curve.glyph {
            Some(flow) => Sample::Flow(flow),
            None => Sample::Line(curve.look),
        },
        name: curve.name.clone(),
        value: held(curve, now).map(|value| pane.lane.figure(value)),
        thing: curve.thing,
        tip: format!("{} at the cursor, in {}{mean}", curve.full_name, pane.lane.value_unit()),
    };
    pane.curves.iter().filter(|curve| curve.listed).map(row).collect()
}

/// The value at `at`, where the curve is to be seen.
fn held(curve: &super::scene::Curve<'_>, at: SimTime) -> Option<f64> {
    if curve.ends.0 <= at && at <= curve.ends.1 { curve.source.value_at(at) } else { None }
}

fn energy_rows(scene: &Scene<'_>) -> Vec<Row> {
    let parts = scene.view.spent().map(|spent| energy::joules(&spent, scene.view.now()));
    let figure = |value: f64| Lane::Energy.figure(value);
    let tip = |what: &str| format!("{what}: joules of all nodes up to the cursor");
    let line = Look { color: scene.theme.t1(), width: 1.5, dash: Dash::Solid };
    let total = Row {
        sample: Sample::Line(line),
        name: "total".to_owned(),
        value: parts.map(|parts| figure(parts.iter().sum())),
        thing: None,
        tip: tip("total"),
    };
    let part = |place: usize| Row {
        sample: Sample::Area(energy::PARTS[place].color(scene.theme)),
        name: energy::PARTS[place].name().to_owned(),
        value: parts.map(|parts| figure(parts[place])),
        thing: None,
        tip: tip(energy::PARTS[place].name()),
    };
    // As the areas lie: the uppermost first.
    std::iter::once(total).chain([2, 1, 0].map(part)).collect()
}

fn draw(ui: &Ui, cx: &mut Cx<'_>, row: &Row, area: Rect) {
    let theme = cx.theme;
    let painter = ui.painter().with_clip_rect(area.expand2(vec2(2.0, 1.0)));
    let sense = if row.thing.is_some() { Sense::click() } else { Sense::hover() };
    let response = ui.interact(area, ui.id().with(("readout", area.top().to_bits(), &row.name)), sense);
    let value = row.value.as_deref().unwrap_or("–");
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, format!("{}: {value}", row.tip)));
    if let Some(thing) = row.thing {
        cx.selectable(&response, thing);
    }
    let marked = row.thing.is_some_and(|thing| cx.hovered == Some(thing) || cx.is_selected(thing));
    let glyphs = matches!(row.sample, Sample::Flow(_));
    let (weight, color) = if marked && glyphs { (STRONG, theme.t1()) } else { (400.0, theme.t2()) };
    let (middle, indent, margin) = if area.width() < 115.0 { (10.0, 19.0, 4.0) } else { (14.0, 24.0, 8.0) };
    sample(&painter, pos2(area.left() + middle, area.center().y), row, cx);
    let right = pos2(area.right() - margin, area.center().y);
    let figure = theme::draw_text(&painter, right, Align2::RIGHT_CENTER, value, (VALUE, 400.0, true), theme.t1());
    let left = area.left() + indent;
    let room = (figure.left() - left - 5.0).max(8.0);
    // A long name is set smaller before it is cut.
    let fits = |size: &f32| theme::galley(&painter, &row.name, *size, weight, false, color).size().x <= room;
    let size = [VALUE, SMALL].into_iter().find(fits).unwrap_or(AXIS);
    let mut job = egui::text::LayoutJob::single_section(row.name.clone(), theme::format(size, weight, false, color));
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let galley = painter.layout_job(job);
    painter.galley(pos2(left, area.center().y - galley.size().y / 2.0), galley, color);
    response.on_hover_text(&row.tip);
}

fn sample(painter: &Painter, at: Pos2, row: &Row, cx: &Cx<'_>) {
    let ends = [at - vec2(5.5, 0.0), at + vec2(5.5, 0.0)];
    match row.sample {
        Sample::Flow(flow) => glyph::flow(painter, at, FLOW_SIZE + 1.0, cx.theme, flow),
        Sample::Area(color) => {
            painter.rect_filled(Rect::from_center_size(at, vec2(8.0, 8.0)), 0.0, color);
        }
        Sample::Line(look) => match look.dash {
            Dash::Solid => {
                painter.line_segment(ends, (look.width, look.color));
            }
            Dash::Dashed(..) => glyph::dashed(painter, &ends, (look.width, look.color), 3.0, 1.5),
            Dash::Ghost(_, pitch) => glyph::dotted(painter, &ends, pitch, 2.0, look.color),
        },
    }
}
