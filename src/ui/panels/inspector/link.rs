//! A direction of a wired link.

use egui::Ui;

use crate::ids::LinkId;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::inspector::COLUMN;
use crate::ui::panels::sidebar::rate_words;
use crate::ui::widgets::{self, Values};

/// Draws it.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, id: LinkId) {
    let Some(link) = cx.view.link(id) else { return };
    let mut show = |key: &str, values: Values, hint: &str| {
        widgets::values(ui, cx.theme, key, COLUMN, &values, hint);
    };
    let rate = rate_words(link.bandwidth.0);
    let rate = rate
        .split_once(' ')
        .map_or_else(|| Values::new().word(&rate), |(value, unit)| Values::new().figure(value).unit(unit));
    show("bandwidth", rate, "Rate of this direction");
    show("delay", Values::new().figure(format::digits3(link.delay.secs_f64() * 1e3)).unit("ms"), "Propagation delay");
    let loss = Values::new().figure(format::digits3(link.loss * 100.0)).unit("% at random");
    show("loss", loss, "Probability that a packet is lost for no reason");
    let queue = Values::new().figure(format!("{} / {}", link.queue.len(), link.queue_limit)).unit("packets");
    show("queue", queue, "Packets that wait at its beginning, and how many may");
    show("inside", Values::new().figure(link.inside.len().to_string()).unit("packets"), "In service or on the wire");
    show("state", Values::new().word(if link.up { "up" } else { "down: an end is off" }), "Both ends have to be on");
}
