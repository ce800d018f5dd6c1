//! The first difference of two lines: what one did and the other did not, or did later.
//!
//! Both are run once more from where they parted, side by side, and what happens in them is compared until it differs. Commands
//! themselves do not count: what they *do* does.

use crate::fact::{DropReason, Role};
use crate::ids::{FlowId, NodeId};
use crate::packet::FrameKind;
use crate::session::flight::Transcript;
use crate::session::line::Line;
use crate::session::view::{Thing, View};
use crate::sim::tap::{Noticed, Observation};
use crate::units::{SimDuration, SimTime};

/// How far both run before they are compared.
const PIECE: SimDuration = SimDuration::from_millis(50);

/// How far is looked at most: beyond it the two are called equal so far.
const FARTHEST: SimDuration = SimDuration::from_secs(60);

/// The first thing that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// When.
    pub at: SimTime,
    /// In words: what the second line does there, and what the first one did.
    pub text: String,
}

/// Compares `second` with `first`, from `from` on until both have been there. `None` if they are equal so far.
pub fn first(first: &Line, second: &Line, from: SimTime) -> Option<Difference> {
    let until = first.frontier().min(second.frontier()).min(from.saturating_add(FARTHEST));
    let mut runs = [first, second].map(|line| {
        let mut run = line.run().fork();
        run.seek(from);
        run.sim_mut().world_mut().insert_resource(Transcript(Some(Vec::new())));
        run
    });
    let mut pending: [Vec<Observation>; 2] = Default::default();
    let mut at = from;
    while at < until {
        at = at.saturating_add(PIECE).min(until);
        for (run, pending) in runs.iter_mut().zip(&mut pending) {
            run.run_until(at);
            if let Some(list) = &mut run.sim_mut().world_mut().resource_mut::<Transcript>().0 {
                pending.extend(list.drain(..).filter(|o| counts(&o.what)));
            }
        }
        let [one, other] = &pending;
        let same = one.iter().zip(other).take_while(|(a, b)| a == b).count();
        if same < one.len() || same < other.len() {
            return Some(describe(View::new(second.run()), one.get(same), other.get(same), at));
        }
        pending = Default::default();
    }
    None
}

/// Whether it is something that happens to packets, frames or timers. Windows and estimates change with every command.
const fn counts(what: &Noticed) -> bool {
    !matches!(what, Noticed::Command { .. } | Noticed::Sender { .. } | Noticed::Rtt { .. })
}

fn describe(view: View<'_>, first: Option<&Observation>, second: Option<&Observation>, end: SimTime) -> Difference {
    let words = |o: &Observation| words(view, &o.what);
    match (first, second) {
        (Some(one), Some(other)) if one.what == other.what => {
            let (sooner, at) = if other.at < one.at { ("earlier", other.at) } else { ("later", one.at) };
            let by = if other.at < one.at { one.at.since(other.at) } else { other.at.since(one.at) };
            Difference { at, text: format!("{} {} {sooner}", words(other), span(by)) }
        }
        (Some(one), Some(other)) if other.at <= one.at => Difference { at: other.at, text: words(other) },
        (Some(one), _) => Difference { at: one.at, text: format!("no longer: {}", words(one)) },
        (None, Some(other)) => Difference { at: other.at, text: words(other) },
        (None, None) => Difference { at: end, text: String::new() },
    }
}

fn span(span: SimDuration) -> String {
    crate::session::speed::span_words(span.secs_f64())
}

fn words(view: View<'_>, what: &Noticed) -> String {
    let node = |id: NodeId| view.name(Thing::Node(id));
    let flow = |id: Option<FlowId>| id.map_or_else(|| "the network".to_owned(), |id| view.name(Thing::Flow(id)));
    match *what {
        Noticed::FrameStart { kind, from, role, flow: of, .. } => {
            let what = match (kind, role) {
                (FrameKind::Rts, _) => "an RTS".to_owned(),
                (FrameKind::Cts, _) => "a CTS".to_owned(),
                (FrameKind::Ack, _) => "a MAC ACK".to_owned(),
                (FrameKind::Data, Some(Role::Ack)) => format!("a TCP ACK of {}", flow(of)),
                (FrameKind::Data, _) => format!("DATA of {}", flow(of)),
            };
            format!("{} sends {what}", node(from))
        }
        Noticed::FrameEnd { kind, at, good, .. } => {
            let verb = if good { "receives" } else { "loses" };
            format!("{} {verb} {}", node(at), kind.name())
        }
        Noticed::Made { flow: of, node: at, .. } => format!("{} sends a packet at {}", flow(Some(of)), node(at)),
        Noticed::Delivered { flow: of, node: at, .. } => {
            format!("a packet of {} reaches {}", flow(Some(of)), node(at))
        }
        Noticed::Drop { flow: of, node: at, reason, .. } => {
            let why = if reason == DropReason::RetryLimit { "retry limit" } else { reason.name() };
            format!("a packet of {} is dropped at {} ({})", flow(of), node(at), why.replace('_', " "))
        }
        Noticed::Timeout { flow: of, .. } => format!("the timer of {} expires", flow(Some(of))),
        Noticed::ThirdDupAck { flow: of, .. } => format!("{} sees a third duplicate ACK", flow(Some(of))),
        Noticed::Sender { flow: of, .. } | Noticed::Rtt { flow: of, .. } => flow(Some(of)),
        Noticed::Route { flow: of, up: true } => format!("{} has a route again", flow(Some(of))),
        Noticed::Route { flow: of, up: false } => format!("the route of {} fails", flow(Some(of))),
        Noticed::Command { .. } => "a command".to_owned(),
    }
}
