//! The legend below the map: every kind of figure with its word. A click hides the kind or shows it again; where there is no room for
//! all, the last ones are behind a number.

use egui::epaint::Shape;
use egui::{Color32, Pos2, Rect, Sense, Stroke, Ui, Vec2};

use crate::fact::Role;
use crate::ids::FlowId;
use crate::packet::FrameKind;
use crate::palette::FrameInk;
use crate::session::View;
use crate::session::flight::Flown;
use crate::session::view::RadioView;
use crate::sim::blueprint::TransportSpec;
use crate::ui::cx::Cx;
use crate::ui::map::along::{self, Along};
use crate::ui::map::frames::{self, Ink};
use crate::ui::map::nodes;
use crate::ui::theme::{self, Theme};

/// A kind of figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// A packet of a flow.
    Data,
    /// A TCP acknowledgement.
    TcpAck,
    /// A segment sent before.
    Retransmission,
    /// Request to send.
    Rts,
    /// Clear to send.
    Cts,
    /// The MAC's acknowledgement.
    MacAck,
    /// The network's own.
    Routing,
    /// Frames that spoilt each other.
    Collision,
    /// A packet lost for good.
    Drop,
    /// A radio sends.
    Transmit,
    /// A radio receives.
    Receive,
    /// A radio hears what it cannot decode.
    Busy,
    /// A radio counts slots.
    Backoff,
    /// A radio keeps silent for others.
    Nav,
    /// A radio does nothing.
    Idle,
    /// A radio is off.
    Off,
}

impl Class {
    /// All, in the order in which they are shown.
    pub const ALL: [Self; 16] = [
        Self::Data,
        Self::TcpAck,
        Self::Retransmission,
        Self::Rts,
        Self::Cts,
        Self::MacAck,
        Self::Routing,
        Self::Collision,
        Self::Drop,
        Self::Transmit,
        Self::Receive,
        Self::Busy,
        Self::Backoff,
        Self::Nav,
        Self::Idle,
        Self::Off,
    ];

    /// Who has to go behind the number first, where there is no room.
    const GIVING_WAY: [Self; 16] = [
        Self::Off,
        Self::Idle,
        Self::Nav,
        Self::MacAck,
        Self::Drop,
        Self::Routing,
        Self::Busy,
        Self::Backoff,
        Self::Receive,
        Self::Cts,
        Self::Transmit,
        Self::Retransmission,
        Self::Rts,
        Self::TcpAck,
        Self::Collision,
        Self::Data,
    ];

    /// The kind of a frame.
    pub const fn of(flown: &Flown) -> Self {
        match (flown.kind, flown.role) {
            (FrameKind::Rts, _) => Self::Rts,
            (FrameKind::Cts, _) => Self::Cts,
            (FrameKind::Ack, _) => Self::MacAck,
            (FrameKind::Data, None) => Self::Routing,
            (FrameKind::Data, Some(Role::Ack)) => Self::TcpAck,
            (FrameKind::Data, Some(Role::Retransmission)) => Self::Retransmission,
            (FrameKind::Data, Some(Role::Data)) => Self::Data,
        }
    }

    /// The colour of a frame of this kind, and of this flow if it carries a packet of one.
    pub fn color(self, theme: Theme, flow: Option<FlowId>) -> Color32 {
        match self {
            Self::Rts => theme.ink(FrameInk::Rts.ink()),
            Self::Cts => theme.ink(FrameInk::Cts.ink()),
            Self::MacAck => theme.ink(FrameInk::MacAck.ink()),
            Self::Routing => theme.ink(FrameInk::Routing.ink()),
            _ => flow.map_or(theme.t2(), |flow| theme.flow(flow)),
        }
    }

    /// Whether a frame of this kind answers another: its afterglow lies below the route, that of what asks above.
    pub const fn answers(self) -> bool {
        matches!(self, Self::Cts | Self::MacAck)
    }

    /// The entry of what a radio does.
    pub const fn of_radio(radio: RadioView) -> Self {
        match radio {
            RadioView::Transmit => Self::Transmit,
            RadioView::Receive => Self::Receive,
            RadioView::Busy => Self::Busy,
            RadioView::Backoff(_) => Self::Backoff,
            RadioView::Nav => Self::Nav,
            RadioView::Idle | RadioView::None => Self::Idle,
            RadioView::Off => Self::Off,
        }
    }

    const fn is_radio(self) -> bool {
        self as u8 >= Self::Transmit as u8
    }

    /// The word for it, and a shorter one.
    const fn words(self) -> (&'static str, &'static str) {
        match self {
            Self::Data => ("DATA", "DATA"),
            Self::TcpAck => ("TCP ACK", "TCP ACK"),
            Self::Retransmission => ("retransmission", "resent"),
            Self::Rts => ("RTS", "RTS"),
            Self::Cts => ("CTS", "CTS"),
            Self::MacAck => ("MAC ACK", "MAC ACK"),
            Self::Routing => ("routing", "routing"),
            Self::Collision => ("collision", "collision"),
            Self::Drop => ("drop", "drop"),
            Self::Transmit => ("transmit", "transmit"),
            Self::Receive => ("receive", "receive"),
            Self::Busy => ("busy", "busy"),
            Self::Backoff => ("backoff", "backoff"),
            Self::Nav => ("NAV", "NAV"),
            Self::Idle => ("idle", "idle"),
            Self::Off => ("off", "off"),
        }
    }

    /// What it means.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Data => {
                "A packet of a flow on its way, in the flow's colour. The front stands where its transmission has come: elapsed over on-air time."
            }
            Self::TcpAck => "A TCP acknowledgement without data, in the colour of the flow that it acknowledges.",
            Self::Retransmission => {
                "A TCP segment that was sent before. Frames that only the MAC repeats are not hatched."
            }
            Self::Rts => "Request to send: asks the receiver and silences who hears it.",
            Self::Cts => "Clear to send: the receiver's answer, heard by those who do not hear the sender.",
            Self::MacAck => "The acknowledgement of one frame over one hop, by the MAC.",
            Self::Routing => {
                "What the network sends for itself: routing and address resolution (ARP). For everybody: a ring that grows to the range."
            }
            Self::Collision => {
                "A frame that is lost because signals overlap at its receiver. Arcs lead from senders farther away."
            }
            Self::Drop => {
                "A packet that is lost for good: no room in a queue, too many retries, random loss, no route. At the node or wire where it was lost."
            }
            Self::Transmit => "The radio sends.",
            Self::Receive => "The radio is locked on a signal that it can decode, for itself or for others.",
            Self::Busy => "The radio hears something that it cannot decode.",
            Self::Backoff => {
                "The radio counts slots before it sends. The arc is what is left of the contention window."
            }
            Self::Nav => "The radio keeps silent because it heard a reservation (network allocation vector).",
            Self::Idle => "The radio listens, and hears nothing.",
            Self::Off => "The node is switched off, or its battery is empty.",
        }
    }

    /// Whether it can occur at all.
    fn can_occur(self, view: &View<'_>) -> bool {
        let blueprint = &view.scenario().blueprint;
        let radios = blueprint.nodes.iter().any(|node| node.position.is_some());
        let tcp = blueprint.flows.iter().any(|flow| matches!(flow.transport, TransportSpec::Tcp(_)));
        match self {
            Self::Data | Self::Drop => !blueprint.flows.is_empty(),
            Self::TcpAck | Self::Retransmission => tcp,
            _ => radios,
        }
    }
}

/// The kinds that are not shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Hidden(u16);

impl Hidden {
    /// Whether this kind is hidden.
    pub const fn has(self, class: Class) -> bool {
        self.0 & (1 << class as u16) != 0
    }

    /// Hides it, or shows it again.
    pub const fn toggle(&mut self, class: Class) {
        self.0 ^= 1 << class as u16;
    }
}

/// Radius of the ring of a radio's state.
const RING: f32 = 6.5;

/// Space around an entry's figure and word.
const INNER: f32 = 6.0;

/// Draws the legend into `rect`.
pub fn ui(ui: &mut Ui, cx: &Cx<'_>, rect: Rect, hidden: &mut Hidden) {
    let theme = cx.theme;
    ui.painter().rect_filled(rect, 0.0, theme.bg0());
    ui.painter().hline(rect.x_range(), rect.top() + 0.5, Stroke::new(1.0, theme.line()));
    let short = cx.frame.is_small();
    let possible = |class: &Class| class.can_occur(&cx.view);
    let mut shown: Vec<Class> = Class::ALL.into_iter().filter(possible).collect();
    let mut rest: Vec<Class> = Vec::new();
    let gap = if short { 8.0 } else { 14.0 };
    let width =
        |list: &[Class]| list.iter().map(|class| entry_width(ui, theme, *class, short) + gap).sum::<f32>() + 12.0;
    let room = rect.width() - 20.0;
    if width(&shown) > room {
        for class in Class::GIVING_WAY {
            if width(&shown) + 30.0 <= room || shown.len() <= 1 {
                break;
            }
            if let Some(place) = shown.iter().position(|other| *other == class) {
                rest.push(shown.remove(place));
            }
        }
    }
    let mut left = rect.left() + 12.0;
    let mut before = None;
    for class in shown {
        if class.is_radio() && before == Some(false) {
            ui.painter().vline(
                left - gap / 2.0 + 2.0,
                (rect.top() + 8.0)..=(rect.bottom() - 8.0),
                Stroke::new(1.0, theme.line()),
            );
            left += 6.0;
        }
        before = Some(class.is_radio());
        let size = Vec2::new(entry_width(ui, theme, class, short), rect.height() - 4.0);
        entry(ui, theme, Rect::from_min_size(Pos2::new(left, rect.top() + 2.0), size), class, short, hidden);
        left += size.x + gap;
    }
    if !rest.is_empty() {
        rest.sort_by_key(|class| *class as u8);
        more(ui, theme, Rect::from_min_max(Pos2::new(left, rect.top()), rect.max), &rest, hidden);
    }
}

/// Width of the widest figure.
const WIDEST: f32 = 22.0;

/// Width of a figure.
const fn figure_width(class: Class) -> f32 {
    match class {
        Class::Data | Class::TcpAck | Class::Retransmission | Class::Rts => WIDEST,
        Class::Cts | Class::MacAck | Class::Transmit => 20.0,
        Class::Collision | Class::Drop => 10.0,
        _ => 15.0,
    }
}

fn entry_width(ui: &Ui, theme: Theme, class: Class, short: bool) -> f32 {
    figure_width(class) + INNER + word(ui, theme, class, short).size().x
}

fn word(ui: &Ui, theme: Theme, class: Class, short: bool) -> std::sync::Arc<egui::Galley> {
    let (long, abbreviation) = class.words();
    theme::galley(ui.painter(), if short { abbreviation } else { long }, theme::SMALL, 400.0, false, theme.t2())
}

fn entry(ui: &Ui, theme: Theme, rect: Rect, class: Class, short: bool, hidden: &mut Hidden) {
    let id = ui.id().with(("legend", class as u8));
    let response = ui.interact(rect.expand2(Vec2::new(4.0, 0.0)), id, Sense::click());
    let off = hidden.has(class);
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::WidgetType::Checkbox, true, !off, format!("legend: {}", class.words().0))
    });
    if response.clicked() {
        hidden.toggle(class);
    }
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(response.rect.shrink2(Vec2::new(0.0, 4.0)), 4.0, theme.bg2());
    }
    let mut shapes = Vec::new();
    figure(theme, class, Rect::from_min_size(rect.min, Vec2::new(figure_width(class), rect.height())), &mut shapes);
    let mut painter = painter.clone();
    if off {
        painter.set_opacity(0.35);
    }
    painter.extend(shapes);
    let galley = word(ui, theme, class, short);
    let at = Pos2::new(rect.left() + figure_width(class) + INNER, rect.center().y - galley.size().y / 2.0);
    painter.galley(at, galley, theme.t2());
    let hint = if off { "Click to show it again." } else { "Click to hide it." };
    response.on_hover_text(format!("{}\n{hint}", class.meaning()));
}

/// The figure of an entry, as on the map but smaller.
fn figure(theme: Theme, class: Class, rect: Rect, out: &mut Vec<Shape>) {
    if class.is_radio() || matches!(class, Class::Routing | Class::Collision | Class::Drop) {
        return mark(theme, class, rect.center(), out);
    }
    let Some(along) = Along::between(rect.left_center(), rect.right_center(), 0.0, 0.0) else { return };
    let part_sent = matches!(class, Class::Data | Class::Retransmission);
    let ink = Ink {
        theme,
        color: class.color(theme, Some(FlowId(0))),
        sent: if part_sent { 0.7 } else { 1.0 },
        front: part_sent,
        half: 4.0,
    };
    frames::figure(class, &along, ink, out);
}

fn mark(theme: Theme, class: Class, at: Pos2, out: &mut Vec<Shape>) {
    let radio = match class {
        Class::Collision => return along::cross(at, 4.0, Stroke::new(2.0, theme.bad()), theme.bg0(), out),
        Class::Drop => return along::cross(at, 3.0, Stroke::new(1.5, theme.bad()), theme.bg0(), out),
        Class::Routing => {
            let color = Class::Routing.color(theme, None);
            along::dashed_circle(at, 6.0, (5.0, 3.0), Stroke::new(1.5, color), Rect::EVERYTHING, out);
            return out.push(Shape::circle_filled(at, 2.0, color));
        }
        Class::Transmit => RadioView::Transmit,
        Class::Receive => RadioView::Receive,
        Class::Busy => RadioView::Busy,
        Class::Backoff => RadioView::Backoff(0.45),
        Class::Nav => RadioView::Nav,
        Class::Off => RadioView::Off,
        _ => RadioView::Idle,
    };
    out.push(Shape::circle_filled(at, RING, theme.bg2()));
    nodes::ring(theme, at, (RING, nodes::thin(RING)), radio, out);
}

/// The number behind which the rest is.
fn more(ui: &Ui, theme: Theme, rect: Rect, rest: &[Class], hidden: &mut Hidden) {
    let galley = theme::galley(ui.painter(), &format!("+ {}", rest.len()), theme::SMALL, 500.0, false, theme.acc());
    let place = Rect::from_min_size(
        Pos2::new(rect.left(), rect.top() + 2.0),
        Vec2::new(galley.size().x + 4.0, rect.height() - 4.0),
    );
    let response = ui.interact(place, ui.id().with("legend rest"), Sense::click());
    let name = format!("{} more entries of the legend", rest.len());
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, name.clone()));
    ui.painter().galley(Pos2::new(place.left() + 2.0, place.center().y - galley.size().y / 2.0), galley, theme.acc());
    egui::Popup::menu(&response).close_behavior(egui::PopupCloseBehavior::CloseOnClickOutside).show(|ui| {
        for class in rest {
            let (row, _) = ui.allocate_exact_size(Vec2::new(130.0, 22.0), Sense::hover());
            // The words line up.
            let indent = Vec2::new(WIDEST - figure_width(*class), 0.0);
            entry(ui, theme, Rect::from_min_max(row.min + indent, row.max), *class, false, hidden);
        }
    });
    response.on_hover_text(name);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_entry_has_its_place_in_both_orders() {
        let mut hidden = Hidden::default();
        for class in Class::ALL {
            assert!(Class::GIVING_WAY.contains(&class), "{class:?}");
            assert!(!hidden.has(class));
            hidden.toggle(class);
            assert!(hidden.has(class));
        }
        for class in Class::ALL {
            hidden.toggle(class);
        }
        assert_eq!(hidden, Hidden::default());
    }
}
