//! What can be changed from here on: each change is one logged command.

use egui::{Align2, ComboBox, DragValue, Rect, Sense, Ui, UiBuilder, pos2, vec2};

use crate::ids::{FlowId, LinkId, NodeId};
use crate::recovery::{CONTROLLERS, controller};
use crate::session::Command;
use crate::session::view::Thing;
use crate::sim::command::SimCommand;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::icon::{self, Icon};
use crate::ui::panels::inspector::Subject;
use crate::ui::panels::inspector::knob::{self, Draft, Knob, plain};
use crate::ui::theme;
use crate::ui::widgets::{self, Button, SMALL, VALUE};
use crate::units::{BitRate, Dbm, Metres, SimDuration, Watts};

/// Draws it. Returns whether there was anything.
pub(super) fn ui(ui: &mut Ui, cx: &mut Cx<'_>, subject: &Subject, draft: &mut Draft) -> bool {
    let nothing = match subject.thing {
        Thing::Frame(_) => true,
        Thing::Fact(_) => subject.flow.is_none() && subject.node.is_none(),
        _ => false,
    };
    if nothing {
        return false;
    }
    widgets::section(ui, cx.theme, "Change from here", "logged, undo with Ctrl Z");
    ui.add_space(4.0);
    match subject.thing {
        Thing::Flow(id) => flow(ui, cx, id, draft),
        Thing::Node(id) => node(ui, cx, id, draft, true),
        Thing::Link(id) => link(ui, cx, id, draft),
        Thing::Fact(_) => {
            if let Some(id) = subject.flow {
                flow(ui, cx, id, draft);
            }
            if let Some(id) = subject.node {
                node(ui, cx, id, draft, subject.flow.is_none());
            }
        }
        Thing::Frame(_) => {}
    }
    true
}

fn give(cx: &mut Cx<'_>, command: SimCommand) {
    cx.push(Command::Give(command));
}

/// A row with a name and room for something.
fn row(ui: &mut Ui, cx: &Cx<'_>, name: &str) -> Rect {
    let (rect, _) = widgets::row(ui, 28.0, Sense::hover());
    let left = pos2(rect.left() + theme::INSET, rect.center().y);
    widgets::text(ui.painter(), left, Align2::LEFT_CENTER, name, VALUE, cx.theme.t3(), 88.0);
    Rect::from_min_max(
        pos2(rect.left() + 106.0, rect.top() + 1.0),
        pos2(rect.right() - theme::INSET, rect.bottom() - 1.0),
    )
}

/// A button with a word; gives whether it was clicked.
fn button(ui: &mut Ui, cx: &Cx<'_>, row: Rect, words: &str, hint: &str) -> bool {
    let button = Button::new(words);
    let rect = Rect::from_min_size(row.min, vec2(button.width(ui.painter()), row.height()));
    button.put(ui, cx.theme, rect).on_hover_text(hint).clicked()
}

fn flow(ui: &mut Ui, cx: &mut Cx<'_>, id: FlowId, draft: &mut Draft) {
    let Some(view) = cx.view.flow(id) else { return };
    if let Some(tcp) = view.tcp {
        recovery(ui, cx, id, &view.law);
        let window = f64::from(tcp.max_window);
        let knob = Knob {
            name: "largest window",
            unit: "seg",
            hint: "most segments in flight, of sender and receiver (1 to 10 000)",
            value: window,
            range: (1.0, 200.0),
            limits: (1.0, 10_000.0),
            log: true,
            decimals: 0,
        };
        if let Some(value) = knob.ui(ui, cx, draft) {
            give(cx, SimCommand::SetTransport { flow: id, max_window: value.round().clamp(1.0, 10_000.0) as u32 });
        }
    }
    let place = row(ui, cx, "source");
    if view.active || view.started.is_none() {
        if button(ui, cx, place, "Stop the flow", "Its source supplies nothing more") {
            give(cx, SimCommand::FlowStop { flow: id });
        }
    } else if button(ui, cx, place, "Start the flow", "Its source supplies again") {
        give(cx, SimCommand::FlowStart { flow: id });
    }
}

fn recovery(ui: &mut Ui, cx: &mut Cx<'_>, id: FlowId, now: &str) {
    let place = row(ui, cx, "controller");
    let mut child = ui.new_child(UiBuilder::new().max_rect(place).id_salt("controller"));
    let combo = ComboBox::from_id_salt("controller").width(place.width()).selected_text(theme::text(
        now,
        theme::BODY,
        400.0,
        cx.theme.t2(),
    ));
    let theme = cx.theme;
    let combo = combo.icon(move |ui, rect, _, _| icon::draw(ui.painter(), Icon::Chevron, rect.center(), theme.t3()));
    let mut chosen = None;
    let response = combo.show_ui(&mut child, |ui| {
        for name in CONTROLLERS {
            if ui.selectable_label(name == now, name).clicked() && name != now {
                chosen = Some(name);
            }
        }
    });
    response
        .response
        .on_hover_text("Window law and loss recovery of the sender; window and threshold stay as they are");
    if let Some((law, recovery)) = chosen.and_then(controller) {
        give(cx, SimCommand::SetController { flow: id, controller: law, recovery });
    }
}

fn node(ui: &mut Ui, cx: &mut Cx<'_>, id: NodeId, draft: &mut Draft, whole: bool) {
    let Some(view) = cx.view.node(id) else { return };
    if view.position.is_some() {
        let name = if whole { "transmit power".to_owned() } else { format!("power of {}", view.name) };
        let knob = Knob {
            name: &name,
            unit: "dBm",
            hint: "at the antenna, for frames that start from now on",
            value: Dbm::from(cx.view.transmit_power(id)).0,
            range: (0.0, 36.0),
            limits: (-60.0, 60.0),
            log: false,
            decimals: 1,
        };
        if let Some(value) = knob.ui(ui, cx, draft) {
            give(cx, SimCommand::SetRadio { node: id, transmit_power: Watts::from(Dbm(value)) });
        }
    }
    if !whole {
        return;
    }
    if let Some(at) = view.position {
        position(ui, cx, id, at);
    }
    let place = row(ui, cx, if view.position.is_some() { "radio" } else { "node" });
    if view.on {
        if button(ui, cx, place, "Switch off", "Falls silent at once; what it holds is lost") {
            give(cx, SimCommand::NodeOff { node: id });
        }
    } else if button(ui, cx, place, "Switch on", "Comes back, knowing no addresses; an empty battery stays empty") {
        give(cx, SimCommand::NodeOn { node: id });
    }
}

/// Two numbers, eastward and northward. A move is given when one of them is entered or let go.
fn position(ui: &mut Ui, cx: &mut Cx<'_>, id: NodeId, (x, y): (f64, f64)) {
    let place = row(ui, cx, "position");
    let mut child = ui.new_child(
        UiBuilder::new()
            .max_rect(place)
            .layout(egui::Layout::left_to_right(egui::Align::Center))
            .id_salt(("position", id)),
    );
    plain(&mut child, cx);
    child.visuals_mut().widgets.inactive.weak_bg_fill = cx.theme.bg2();
    let memory = child.id().with("moved");
    let mut now: (f64, f64) = child.data(|data| data.get_temp(memory)).unwrap_or((x, y));
    let (mut over, mut dragged) = (false, false);
    for (value, prefix, hint) in [(&mut now.0, "x ", "Metres eastward"), (&mut now.1, "y ", "Metres northward")] {
        let number = DragValue::new(value)
            .prefix(prefix)
            .speed(1.0)
            .range(-100_000.0..=100_000.0)
            .custom_formatter(|value, _| format::number(value, usize::from(value.fract().abs() > 0.05)))
            .custom_parser(knob::typed)
            .update_while_editing(false);
        let response =
            child.add(number).on_hover_text(format!("{hint}. Drag it, or click to type; or drag the node on the map."));
        over |= response.drag_stopped() || (response.changed() && !response.dragged());
        dragged |= response.dragged();
    }
    child.label(theme::text("m", SMALL.0, 400.0, cx.theme.t3()));
    if over && now != (x, y) {
        give(cx, SimCommand::MoveNode { node: id, x: Metres(now.0), y: Metres(now.1) });
    }
    if dragged {
        child.data_mut(|data| data.insert_temp(memory, now));
    } else {
        child.data_mut(|data| data.remove::<(f64, f64)>(memory));
    }
}

fn link(ui: &mut Ui, cx: &mut Cx<'_>, id: LinkId, draft: &mut Draft) {
    let Some(view) = cx.view.link(id) else { return };
    let set = |bandwidth, delay, loss| SimCommand::SetLink { link: id, bandwidth, delay, loss };
    let knob = Knob {
        name: "bandwidth",
        unit: "Mb/s",
        hint: "rate of this direction; 0 is unlimited",
        value: view.bandwidth.0 as f64 / 1e6,
        range: (0.01, 1000.0),
        limits: (0.0, 100_000.0),
        log: true,
        decimals: 3,
    };
    if let Some(value) = knob.ui(ui, cx, draft) {
        let rate = (value * 1e6).round() as u64;
        // Less than 100 b/s would never carry a packet.
        let rate = if rate == 0 { 0 } else { rate.max(100) };
        give(cx, set(Some(BitRate(rate)), None, None));
    }
    let knob = Knob {
        name: "delay",
        unit: "ms",
        hint: "propagation delay, for packets that enter from now on",
        value: view.delay.secs_f64() * 1e3,
        range: (0.0, 200.0),
        limits: (0.0, 60_000.0),
        log: false,
        decimals: 1,
    };
    if let Some(value) = knob.ui(ui, cx, draft) {
        give(cx, set(None, Some(SimDuration::from_secs_f64(value / 1e3)), None));
    }
    let knob = Knob {
        name: "random loss",
        unit: "%",
        hint: "packets lost at random, in place of all losses that the scenario gave",
        value: view.loss * 100.0,
        range: (0.0, 20.0),
        limits: (0.0, 100.0),
        log: false,
        decimals: 1,
    };
    if let Some(value) = knob.ui(ui, cx, draft) {
        give(cx, set(None, None, Some(value / 100.0)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_controller_that_is_offered_exists() {
        assert!(CONTROLLERS.iter().all(|name| controller(name).is_some()));
    }
}
