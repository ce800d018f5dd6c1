//! A link of a chain of causes in two parts, for a panel: what happened, in a few words, and how; and a sign for its glyph.

use crate::fact::{DropReason, Fact, FactId, LostBecause, Place, Role, What};
use crate::ids::{FlowId, NodeId};
use crate::journal::why::{Names, Obstacle};
use crate::units::SimDuration;

/// What happened, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// What, in a few words.
    pub head: String,
    /// How; may be empty.
    pub how: String,
}

impl Parts {
    /// Both parts.
    pub fn new(head: impl Into<String>, how: impl Into<String>) -> Self {
        Self { head: head.into(), how: how.into() }
    }
}

/// What kind of thing a link is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    /// A window changed.
    Window,
    /// A timer expired.
    Timeout,
    /// Three duplicate acknowledgements.
    ThirdDupAck,
    /// Something else at a sender: a partial acknowledgement, the end of a recovery, a restart.
    Sender,
    /// A packet was lost for good.
    Drop,
    /// No CTS or ACK came.
    NoAnswer,
    /// Signals overlapped.
    Collision,
    /// A frame was lost for another reason, or not answered.
    Lost,
    /// A packet was still on its way.
    Waiting,
    /// A way broke, was looked for, or was found.
    Route,
    /// A command.
    Command,
    /// A battery is empty.
    Battery,
    /// Said by the walk itself.
    Remark,
}

impl Sign {
    /// The sign of a fact.
    pub const fn of(what: &What) -> Self {
        match what {
            What::Command { .. } => Self::Command,
            What::FrameLost {
                why: LostBecause::Collision | LostBecause::Ignored | LostBecause::OwnTransmission,
                ..
            } => Self::Collision,
            What::FrameLost { .. } => Self::Lost,
            What::NoCts { .. } | What::NoAck { .. } => Self::NoAnswer,
            What::Dropped { .. } => Self::Drop,
            What::Waiting { .. } | What::Unrouted { .. } => Self::Waiting,
            What::RouteBroken { .. }
            | What::RouteError { .. }
            | What::RouteRequest { .. }
            | What::RouteFound { .. }
            | What::RouteGivenUp { .. } => Self::Route,
            What::ThirdDupAck { .. } => Self::ThirdDupAck,
            What::PartialAck { .. } | What::RecoveryExit { .. } | What::IdleRestart { .. } => Self::Sender,
            What::Timeout { .. } => Self::Timeout,
            What::Window { .. } => Self::Window,
            What::BatteryEmpty { .. } => Self::Battery,
        }
    }
}

/// The flow that a fact is about, if it names one.
pub const fn flow_of(what: &What) -> Option<FlowId> {
    match *what {
        What::ThirdDupAck { flow, .. }
        | What::PartialAck { flow, .. }
        | What::RecoveryExit { flow }
        | What::IdleRestart { flow }
        | What::Timeout { flow, .. }
        | What::Window { flow, .. } => Some(flow),
        _ => None,
    }
}

/// The node at which a fact happened, if it names one.
pub const fn node_of(what: &What) -> Option<NodeId> {
    match *what {
        What::FrameLost { at, .. } => Some(at),
        What::NoCts { node, .. }
        | What::NoAck { node, .. }
        | What::BatteryEmpty { node }
        | What::RouteBroken { node, .. }
        | What::RouteError { node, .. }
        | What::RouteRequest { node, .. }
        | What::RouteFound { node, .. }
        | What::RouteGivenUp { node, .. }
        | What::Unrouted { node, .. }
        | What::Dropped { place: Place::Node(node), .. }
        | What::Waiting { place: Place::Node(node), .. } => Some(node),
        _ => None,
    }
}

impl Names {
    /// A fact in two parts.
    pub fn parts(&self, fact: &Fact) -> Parts {
        match fact.what {
            What::Command { index } => {
                Parts::new(self.commands.get(index as usize).map_or("?", String::as_str), "a command")
            }
            What::FrameLost { .. } => {
                let mut reasons = Vec::new();
                Obstacle::note(&mut reasons, FactId::NONE, fact);
                reasons.first().map_or_else(Parts::default, |reason| self.obstacle_parts(reason))
            }
            What::NoCts { node, to, attempts, .. } => Parts::new(
                format!("No CTS from {}", self.node(to)),
                format!("{} waited; attempt {attempts}", self.node(node)),
            ),
            What::NoAck { node, to, attempts, .. } => Parts::new(
                format!("No ACK from {}", self.node(to)),
                format!("{} waited; attempt {attempts}", self.node(node)),
            ),
            What::Dropped { .. } => self.dropped_parts(&fact.what),
            What::Waiting { place, ahead, attempts, role } => {
                let tries = if attempts > 0 { format!(", after {attempts} attempts in vain") } else { String::new() };
                let behind = if ahead == 0 { "next to go".to_owned() } else { format!("behind {ahead} in the queue") };
                Parts::new(
                    format!("{} still at {}", packet(role), self.place(place)),
                    format!("not lost: {behind}{tries}"),
                )
            }
            What::ThirdDupAck { flow, seq } => {
                Parts::new("Third duplicate ACK", format!("it asks for {}", self.segment(flow, seq)))
            }
            What::PartialAck { flow, seq, .. } => {
                Parts::new("Partial ACK", format!("{} is missing, too", self.segment(flow, seq)))
            }
            What::RecoveryExit { .. } => Parts::new("The recovery is over", "the inflation goes"),
            What::IdleRestart { .. } => Parts::new("Restart after idling", "nothing was sent for longer than the RTO"),
            What::Timeout { flow, seq, rto, backoff } => {
                let seconds = SimDuration::from(rto).secs_f64();
                let segment = self.segment(flow, seq);
                Parts::new(format!("RTO {seconds:.2} s expired"), format!("for {segment}; the next one is × {backoff}"))
            }
            What::Window { from, to, ssthresh, .. } => {
                Parts::new(format!("cwnd {from:.1} → {to:.1}"), format!("ssthresh is {ssthresh:.1} now"))
            }
            What::RouteBroken { .. }
            | What::RouteError { .. }
            | What::RouteRequest { .. }
            | What::RouteFound { .. }
            | What::RouteGivenUp { .. }
            | What::Unrouted { .. } => self.route_parts(&fact.what),
            What::BatteryEmpty { node } => {
                Parts::new(format!("{} is out of energy", self.node(node)), "its battery is empty")
            }
        }
    }

    fn dropped_parts(&self, what: &What) -> Parts {
        let What::Dropped { place, reason, count, limit, role, .. } = *what else { return Parts::default() };
        let verb = match reason {
            DropReason::Impairment | DropReason::LinkDown | DropReason::BitError => "lost",
            _ => "dropped",
        };
        let how = match reason {
            DropReason::RetryLimit => format!("retry limit {limit} after {count} attempts"),
            DropReason::SendBufferFull => "too many packets waited for a way".to_owned(),
            DropReason::SendBufferTimeout => "it waited for a way too long".to_owned(),
            DropReason::QueueFull => format!("the queue was full: {count} packets of {limit}"),
            DropReason::Impairment if count == u16::MAX => "random loss, set by a command".to_owned(),
            DropReason::Impairment => format!("by impairment {}", count + 1),
            DropReason::NoRoute if count > 0 => "it was to go over the link that broke".to_owned(),
            DropReason::NoRoute => "no way leads to where it was for".to_owned(),
            DropReason::Ttl => "it had taken all the hops it may take".to_owned(),
            DropReason::Arp => "the address of the next hop was not known".to_owned(),
            DropReason::LinkDown => "that was off, or the other end was".to_owned(),
            other => other.name().replace('_', " "),
        };
        Parts::new(format!("{} {verb} at {}", packet(role), self.place(place)), how)
    }

    /// Something that was in the way, in two parts.
    pub(super) fn obstacle_parts(&self, obstacle: &Obstacle) -> Parts {
        let What::FrameLost { at, from, kind, why, with, hidden, .. } = obstacle.what else { return Parts::default() };
        let (kind, place, sender, other) = (kind.name(), self.node(at), self.node(from), self.node(with));
        let times = if obstacle.count > 1 { format!("{} × ", obstacle.count) } else { String::new() };
        let hidden = if hidden { format!(", hidden from {sender}") } else { String::new() };
        let (verb, how) = match why {
            LostBecause::Collision => ("lost", format!("{other} was transmitting{hidden}")),
            LostBecause::Ignored => ("lost", format!("{place} was receiving {other}{hidden}")),
            LostBecause::OwnTransmission => ("missed", format!("{place} was sending itself")),
            LostBecause::TooWeak => ("too weak", "out of range".to_owned()),
            LostBecause::BitError => ("lost", "a bit was wrong".to_owned()),
            LostBecause::CutShort => ("broken off", format!("{sender} was switched off while sending")),
            LostBecause::Off => ("lost", format!("{place} was off")),
            LostBecause::Reserved if with == at => ("unanswered", format!("{place} found the medium busy")),
            LostBecause::Reserved => ("unanswered", format!("{place} has to keep silent for {other}{hidden}")),
            LostBecause::Occupied => ("unanswered", format!("{place} was in another exchange")),
        };
        let collision = if why == LostBecause::Collision { ": collision" } else { "" };
        Parts::new(format!("{times}{kind} of {sender} {verb} at {place}{collision}"), how)
    }
}

const fn packet(role: Role) -> &'static str {
    match role {
        Role::Data => "DATA",
        Role::Retransmission => "Retransmission",
        Role::Ack => "TCP ACK",
    }
}
