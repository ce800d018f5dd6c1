//! The table of wired links, a row a direction.

use egui::{Align2, Sense, Ui, WidgetInfo, WidgetType, pos2};

use crate::session::view::{LinkView, Thing};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::sidebar::{Wanted, ground};
use crate::ui::theme;
use crate::ui::widgets::{self, BODY, FIGURE, NAME, SMALL};

/// Most rows: what else there is can be found by name.
const MOST: usize = 40;

/// Draws it, if there are any.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, wanted: &Wanted) {
    let links = cx.view.links();
    if links.is_empty() {
        return;
    }
    widgets::section(ui, cx.theme, "Wired links", "queue");
    ui.add_space(2.0);
    let named: Vec<(LinkView, String)> =
        links.into_iter().map(|link| (cx.view.name(Thing::Link(link.id)), link)).map(|(n, l)| (l, n)).collect();
    let shown: Vec<_> = named.into_iter().filter(|(_, name)| wanted.matches(&[name])).collect();
    for (link, name) in shown.iter().take(MOST) {
        row(ui, cx, link, name);
    }
    if shown.len() > MOST {
        let words = format!("and {} more: find them by name", shown.len() - MOST);
        widgets::paragraph(ui, &words, SMALL, cx.theme.t3());
    }
    widgets::rule(ui, cx.theme, 9.0);
}

/// A rate in words.
pub(crate) fn rate_words(rate: u64) -> String {
    match rate {
        0 => "unlimited".to_owned(),
        r if r >= 1_000_000 => format!("{} Mb/s", format::trimmed(&format::digits3(r as f64 / 1e6))),
        r => format!("{} kb/s", format::trimmed(&format::digits3(r as f64 / 1e3))),
    }
}

fn row(ui: &mut Ui, cx: &mut Cx<'_>, link: &LinkView, name: &str) {
    let thing = Thing::Link(link.id);
    let (rect, response) = widgets::row(ui, 22.0, Sense::click());
    let theme = cx.theme;
    let selected = ground(ui, cx, thing, rect, &response);
    let painter = ui.painter();
    let y = rect.center().y;
    let color = if link.up { theme.t2() } else { theme.t3() };
    let font = if selected { NAME } else { BODY };
    let left = pos2(rect.left() + theme::INSET, y);
    let title = widgets::text(painter, left, Align2::LEFT_CENTER, name, font, color, rect.width() * 0.45);
    let right = rect.right() - theme::INSET;
    let queue = format!("{} / {}", link.queue.len(), link.queue_limit);
    let queue_rect = widgets::text(painter, pos2(right, y), Align2::RIGHT_CENTER, &queue, FIGURE, theme.t2(), 90.0);
    let facts = format!(
        "{}, {} ms",
        rate_words(link.bandwidth.0),
        format::trimmed(&format::digits3(link.delay.secs_f64() * 1e3))
    );
    let room = queue_rect.left().min(right - 60.0) - title.right() - 16.0;
    if widgets::width_of(painter, &facts, SMALL) <= room {
        widgets::text(painter, pos2(title.right() + 8.0, y), Align2::LEFT_CENTER, &facts, SMALL, theme.t3(), room);
    }
    widgets::focus_ring(ui, theme, &response, rect.shrink(2.0));
    let words = format!("Link {name}: {facts}, {} of {} packets wait", link.queue.len(), link.queue_limit);
    response.widget_info(|| WidgetInfo::selected(WidgetType::SelectableLabel, true, selected, &words));
    cx.selectable(&response, thing);
    let loss = if link.loss > 0.0 {
        format!("\n{} % of packets are lost at random", format::digits3(link.loss * 100.0))
    } else {
        String::new()
    };
    response.on_hover_text(format!("{words}{loss}"));
}
