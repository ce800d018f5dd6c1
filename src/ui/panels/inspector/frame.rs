//! A frame on air, or one that has been.

use egui::Ui;

use crate::fact::{FactId, What};
use crate::ids::FrameId;
use crate::packet::BROADCAST;
use crate::session::flight::Outcome;
use crate::session::view::{Thing, frames};
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::panels::inspector::COLUMN;
use crate::ui::widgets::{self, Values};
use crate::units::SimDuration;

/// The fact that says why a frame was lost, if it was.
pub(super) fn loss(cx: &Cx<'_>, id: FrameId) -> Option<FactId> {
    let flown = *cx.view.flight()?.frame(id)?;
    if flown.outcome != Outcome::Lost {
        return None;
    }
    let until = flown.end().saturating_add(SimDuration::from_millis(1));
    let mut facts = cx.view.facts_between(flown.start, until);
    facts.find_map(|(id, fact)| match fact.what {
        What::FrameLost { at, from, kind, .. } if (at, from, kind) == (flown.to, flown.from, flown.kind) => Some(id),
        _ => None,
    })
}

/// Draws it.
pub(super) fn ui(ui: &mut Ui, cx: &Cx<'_>, id: FrameId) {
    let Some(flown) = cx.view.flight().and_then(|flight| flight.frame(id)).copied() else {
        widgets::paragraph(ui, "It is older than what is kept. Seek back to see it.", widgets::VALUE, cx.theme.t3());
        return;
    };
    let mut show = |key: &str, values: Values, hint: &str| {
        widgets::values(ui, cx.theme, key, COLUMN, &values, hint);
    };
    let node = |id| cx.view.name(Thing::Node(id));
    let to = if flown.to == BROADCAST { "everybody".to_owned() } else { node(flown.to) };
    show(
        "frame",
        Values::new().word(frames::label(&flown, &cx.view)).unit(format!("number {}", flown.id.0)),
        "Its kind, and its number in the run",
    );
    show("way", Values::new().word(format!("{} → {to}", node(flown.from))), "Sender and receiver");
    show("size", Values::new().figure(flown.size.to_string()).unit("B"), "Bytes of the MAC frame with its checksum");
    let air = Values::new().figure(format::digits3(flown.air_time.secs_f64() * 1e3)).unit("ms");
    show("on air", air, "Preamble and bits");
    show("from", Values::new().figure(format::time_s(flown.start)), "When its first bit left");
    show("until", Values::new().figure(format::time_s(flown.end())), "When its last bit left");
    if let Some(flow) = flown.flow {
        let mut values = Values::new().word(cx.view.name(Thing::Flow(flow)));
        if let Some(segment) = frames::segment(&flown, &cx.view) {
            values = values.unit("segment").figure(segment.to_string());
        }
        show("flow", values, "Whose packet it carries, or is for");
    }
    let fate = match flown.outcome {
        _ if flown.is_on_air(cx.view.now()) => "on air",
        Outcome::Open if flown.to == BROADCAST => "for everybody",
        Outcome::Open => "open",
        Outcome::Good => "received",
        Outcome::Lost => "lost",
    };
    show("fate", Values::new().word(fate), "How it ended at the node it was for");
}
