//! Frames on air, frames that have just ended, and collisions.

use crate::fact::{DropReason, Fact, FactId, LostBecause, Place, Role, What};
use crate::ids::{FrameId, NodeId};
use crate::packet::{BROADCAST, FrameKind};
use crate::phy::radio::{Radio, Spoilt};
use crate::session::flight::Flown;
use crate::session::view::{Thing, View};
use crate::sim::medium::Medium;
use crate::sim::station::Station;
use crate::units::{SimDuration, SimTime};

/// A frame on air, or one that has just ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FrameView {
    /// The frame.
    pub flown: Flown,
    /// The part of it that has left the sender, 0 to 1; 1 once it has ended.
    pub sent: f32,
    /// Whether it is on air.
    pub on_air: bool,
}

/// A frame that another signal spoils, or has just spoilt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CollisionView {
    /// The node where it happens.
    pub at: NodeId,
    /// The sender of the frame that is lost.
    pub from: NodeId,
    /// The sender of the other signal; `at` itself if that was sending.
    pub with: NodeId,
    /// Whether `with` cannot be sensed by `from`.
    pub hidden: bool,
    /// Why the frame is lost.
    pub why: LostBecause,
    /// The fact, once it is written.
    pub fact: Option<FactId>,
}

/// A packet that was lost for good just now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropView {
    /// Where.
    pub place: Place,
    /// Why.
    pub reason: DropReason,
    /// The fact.
    pub fact: FactId,
}

impl View<'_> {
    /// Frames on air now, and those that ended less than `afterglow` ago, in the order in which they began.
    pub fn frames(&self, afterglow: SimDuration) -> Vec<FrameView> {
        let now = self.now();
        let from = SimTime::from_nanos(now.nanos().saturating_sub(afterglow.nanos()));
        let Some(flight) = self.flight() else { return Vec::new() };
        let view = |flown: &Flown| {
            let elapsed = now.since(flown.start).secs_f64();
            #[expect(clippy::cast_possible_truncation, reason = "a part of one, for a picture")]
            let sent = (elapsed / flown.air_time.secs_f64().max(1e-9)).clamp(0.0, 1.0) as f32;
            FrameView { flown: *flown, sent, on_air: flown.is_on_air(now) }
        };
        flight.between(from, now).map(view).collect()
    }

    /// Who sends the frame with this number, while it is on air.
    pub fn sender_of(&self, frame: FrameId) -> Option<NodeId> {
        let medium = self.sim().world().resource::<Medium>();
        medium.find(frame).map(|transmission| transmission.frame.from)
    }

    /// Whom a node's transmissions reach now: who, whether they can decode it, whether they sense it.
    pub fn hearers(&self, node: NodeId) -> Vec<(NodeId, bool, bool)> {
        let medium = self.sim().world().resource::<Medium>();
        if node.index() >= self.node_count() {
            return Vec::new();
        }
        let all = medium.hearers(node).all();
        // Where a node stands decides whom it could reach; one that is off hears nothing.
        let is_on = |id: NodeId| self.get::<Station>(self.index().nodes[id.index()]).is_some_and(|station| station.on);
        all.iter()
            .filter(|hearer| is_on(hearer.node))
            .map(|hearer| (hearer.node, hearer.reach.decodable, hearer.reach.sensed))
            .collect()
    }

    /// Collisions under way, and those of the last `afterglow`.
    pub fn collisions(&self, afterglow: SimDuration) -> Vec<CollisionView> {
        let now = self.now();
        let from = SimTime::from_nanos(now.nanos().saturating_sub(afterglow.nanos()));
        let mut found: Vec<CollisionView> = Vec::new();
        for (id, fact) in self.facts_between(from, now) {
            let What::FrameLost { at, from, why, with, hidden, .. } = fact.what else { continue };
            if matches!(why, LostBecause::Collision | LostBecause::Ignored | LostBecause::OwnTransmission) {
                found.push(CollisionView { at, from, with, hidden, why, fact: Some(id) });
            }
        }
        for entity in &self.index().nodes {
            let (Some(station), Some(lock)) =
                (self.get::<Station>(*entity), self.get::<Radio>(*entity).and_then(Radio::lock))
            else {
                continue;
            };
            let (with, why) = match lock.spoilt {
                Some(Spoilt::Collision { with }) => (self.sender_of(with), LostBecause::Collision),
                Some(Spoilt::OwnTransmission) => (Some(station.id), LostBecause::OwnTransmission),
                _ => continue,
            };
            let medium = self.sim().world().resource::<Medium>();
            let frame = medium.find(lock.signal.frame).map(|transmission| transmission.frame);
            // A frame that was for somebody else is spoilt without loss.
            if let (Some(with), Some(frame)) = (with, frame.filter(|frame| frame.to == station.id)) {
                let hidden =
                    with != station.id && !self.hearers(with).iter().any(|(n, _, sensed)| *n == frame.from && *sensed);
                found.push(CollisionView { at: station.id, from: frame.from, with, hidden, why, fact: None });
            }
        }
        found
    }

    /// Packets lost for good within the last `afterglow`, the earliest first.
    pub fn drops(&self, afterglow: SimDuration) -> Vec<DropView> {
        let now = self.now();
        let from = SimTime::from_nanos(now.nanos().saturating_sub(afterglow.nanos()));
        let lost = |(fact, what): (FactId, &Fact)| match what.what {
            What::Dropped { place, reason, .. } => Some(DropView { place, reason, fact }),
            _ => None,
        };
        self.facts_between(from, now).filter_map(lost).collect()
    }
}

/// A frame in two words: `DATA 207`, `RTS`, `TCP ACK`.
pub fn label(flown: &Flown, view: &View<'_>) -> String {
    match (flown.kind, flown.role) {
        (FrameKind::Rts, _) => "RTS".to_owned(),
        (FrameKind::Cts, _) => "CTS".to_owned(),
        (FrameKind::Ack, _) => "MAC ACK".to_owned(),
        (FrameKind::Data, Some(Role::Ack)) => "TCP ACK".to_owned(),
        (FrameKind::Data, Some(_)) => match segment(flown, view) {
            Some(0) => "SYN".to_owned(),
            Some(number) => format!("DATA {number}"),
            None => "DATA".to_owned(),
        },
        (FrameKind::Data, None) if flown.to == BROADCAST => "ARP request".to_owned(),
        (FrameKind::Data, None) => "ARP reply".to_owned(),
    }
}

/// The number of the TCP segment inside; 0 is the SYN.
pub fn segment(flown: &Flown, view: &View<'_>) -> Option<u64> {
    let size = view.flow(flown.flow?)?.tcp?.segment;
    match (flown.seq?, size) {
        (0, _) => Some(0),
        (_, 0) => None,
        (seq, size) => Some((seq - 1) / u64::from(size) + 1),
    }
}

impl View<'_> {
    /// A frame in words: what, from whom to whom.
    pub fn describe(&self, flown: &Flown) -> String {
        let to = if flown.to == BROADCAST { "everybody".to_owned() } else { self.name(Thing::Node(flown.to)) };
        format!("{}, {} → {to}", label(flown, self), self.name(Thing::Node(flown.from)))
    }
}
