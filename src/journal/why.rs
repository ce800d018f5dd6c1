//! The walk back from a fact to what began it, in words: one line a link of the chain.
//!
//! Attempts of one packet are gathered: "7 x no CTS from n4", then each thing that was in the way, with how often it was. A chain
//! ends in something physical (a collision, a full queue, an impairment, a reserved medium), in a command, or says what is not known.

use std::fmt::Write as _;

use crate::fact::{DropReason, Fact, FactId, LostBecause, Place, Role, What};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::journal::Journal;
use crate::journal::parts::{Parts, Sign};
use crate::units::{SimDuration, SimTime};

/// What people call the things that facts name by number.
#[derive(Clone, Debug, Default)]
pub struct Names {
    /// Nodes by id.
    pub nodes: Vec<String>,
    /// Flows by id, each with the payload of a segment.
    pub flows: Vec<(String, u32)>,
    /// The ends of each directed link.
    pub links: Vec<(NodeId, NodeId)>,
    /// Commands in words, by their place in the log.
    pub commands: Vec<String>,
}

/// One link of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The fact it is about, or [`FactId::NONE`] for a remark.
    pub fact: FactId,
    /// When that happened.
    pub at: SimTime,
    /// The words, as one line.
    pub text: String,
    /// The same in two parts: what happened, and how.
    pub parts: Parts,
    /// What kind of thing it is.
    pub sign: Sign,
}

/// The chain of causes of `fact`, itself first.
pub fn why(journal: &Journal, names: &Names, fact: FactId) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut next = fact;
    while next != FactId::NONE {
        let Some(fact) = journal.fact(next) else {
            let text = "an older cause is no longer kept; run again from the start to see it";
            lines.push(remark(SimTime::ZERO, text, "No longer kept", "run again from the start to see an older cause"));
            break;
        };
        match fact.what {
            What::NoCts { .. } | What::NoAck { .. } => {
                next = attempts(journal, names, next, &mut lines);
                continue;
            }
            _ => lines.push(Line {
                fact: next,
                at: fact.at,
                text: names.tell(fact),
                parts: names.parts(fact),
                sign: Sign::of(&fact.what),
            }),
        }
        if let (FactId::NONE, What::PartialAck { recovery, .. }) = (fact.cause, fact.what) {
            next = recovery;
            continue;
        }
        if fact.cause == FactId::NONE && lacks_cause(&fact.what) {
            let text = "no loss was recorded: the acknowledgement came too late, or is still on its way";
            let how = "the acknowledgement came too late, or is still on its way";
            lines.push(remark(fact.at, text, "No loss was recorded", how));
        }
        next = fact.cause;
    }
    lines
}

fn remark(at: SimTime, text: &str, head: &str, how: &str) -> Line {
    Line { fact: FactId::NONE, at, text: text.to_owned(), parts: Parts::new(head, how), sign: Sign::Remark }
}

/// Whether something must have come before that is not known.
const fn lacks_cause(what: &What) -> bool {
    matches!(what, What::Timeout { .. } | What::ThirdDupAck { .. })
}

/// All failures of one packet at one station, gathered: how many, then what was in the way, most frequent first.
/// Gives the fact behind the most frequent of them.
fn attempts(journal: &Journal, names: &Names, last: FactId, lines: &mut Vec<Line>) -> FactId {
    let mut reasons: Vec<Obstacle> = Vec::new();
    let (mut no_cts, mut no_ack) = (0, 0);
    let mut at = journal.fact(last).map_or(SimTime::ZERO, |fact| fact.at);
    let last_at = at;
    let mut peer = None;
    let mut next = last;
    while let Some(Fact { at: when, cause, what }) = journal.fact(next) {
        let previous = match *what {
            What::NoCts { to, previous, .. } => {
                (no_cts, peer) = (no_cts + 1, Some(to));
                previous
            }
            What::NoAck { to, previous, .. } => {
                (no_ack, peer) = (no_ack + 1, Some(to));
                previous
            }
            _ => break,
        };
        at = *when;
        if let Some(fact) = journal.fact(*cause) {
            Obstacle::note(&mut reasons, *cause, fact);
        }
        next = previous;
    }
    let from = peer.map_or_else(String::new, |peer| format!(" from {}", names.node(peer)));
    let mut text = String::new();
    for (count, what) in [(no_cts, "no CTS"), (no_ack, "no ACK")].into_iter().filter(|(count, _)| *count > 0) {
        let and = if text.is_empty() { "" } else { ", " };
        let _ = write!(text, "{and}{count} x {what}{from}");
    }
    let parts = Parts::new(text.replace(" x ", " × "), interval(at, last_at));
    let _ = write!(text, ", {}", parts.how);
    lines.push(Line { fact: last, at: last_at, text, parts, sign: Sign::NoAnswer });
    reasons.sort_by_key(|reason| std::cmp::Reverse(reason.count));
    if reasons.is_empty() {
        lines.push(remark(last_at, "why no answer came is not known", "Why is not known", "no answer came"));
    }
    let behind = reasons.first().and_then(|reason| journal.fact(reason.fact)).map_or(FactId::NONE, |fact| fact.cause);
    for reason in reasons {
        let times = if reason.count > 1 { format!("{} x ", reason.count) } else { String::new() };
        let text = format!("{times}{}", names.obstacle(&reason));
        let (parts, sign) = (names.obstacle_parts(&reason), Sign::of(&reason.what));
        lines.push(Line { fact: reason.fact, at: reason.first, text, parts, sign });
    }
    behind
}

/// Something that was in the way of frames, once or several times.
pub(super) struct Obstacle {
    pub(super) fact: FactId,
    pub(super) what: What,
    pub(super) count: u32,
    pub(super) first: SimTime,
    pub(super) last: SimTime,
}

impl Obstacle {
    pub(super) fn note(all: &mut Vec<Self>, id: FactId, fact: &Fact) {
        let What::FrameLost { at, from, kind, why, with, since, span, .. } = fact.what else { return };
        let until = since.saturating_add(SimDuration::from(span));
        let key = (at, from, kind, why, with);
        let same = all.iter_mut().find(|other| match other.what {
            What::FrameLost { at, from, kind, why, with, .. } => (at, from, kind, why, with) == key,
            _ => false,
        });
        match same {
            Some(other) => {
                other.count += 1;
                other.first = other.first.min(since);
                other.last = other.last.max(until);
            }
            None => all.push(Self { fact: id, what: fact.what, count: 1, first: since, last: until }),
        }
    }
}

/// "4.213-4.220 s".
pub(super) fn interval(first: SimTime, last: SimTime) -> String {
    if first == last {
        format!("{:.6} s", first.secs_f64())
    } else {
        format!("{:.6}-{:.6} s", first.secs_f64(), last.secs_f64())
    }
}

impl Names {
    pub(super) fn node(&self, id: NodeId) -> &str {
        self.nodes.get(id.index()).map_or("?", String::as_str)
    }

    fn flow(&self, id: FlowId) -> &str {
        self.flows.get(id.index()).map_or("?", |(name, _)| name)
    }

    fn link(&self, id: LinkId) -> String {
        self.links
            .get(id.index())
            .map_or_else(|| id.to_string(), |(from, to)| format!("{} -> {}", self.node(*from), self.node(*to)))
    }

    pub(super) fn place(&self, place: Place) -> String {
        match place {
            Place::Node(node) => self.node(node).to_owned(),
            Place::Link(link) => format!("the link {}", self.link(link)),
        }
    }

    /// "segment 48": segment 0 is the SYN.
    pub(super) fn segment(&self, flow: FlowId, seq: u64) -> String {
        let size = self.flows.get(flow.index()).map_or(0, |(_, segment)| u64::from(*segment));
        match (seq, size) {
            (0, _) => "the SYN".to_owned(),
            (_, 0) => format!("byte {seq}"),
            _ => format!("segment {}", (seq - 1) / size + 1),
        }
    }

    /// A fact in words.
    pub fn tell(&self, fact: &Fact) -> String {
        match fact.what {
            What::Command { index } => {
                let text = self.commands.get(index as usize).map_or("?", String::as_str);
                format!("command: {text}")
            }
            What::FrameLost { .. } => {
                let mut reasons = Vec::new();
                Obstacle::note(&mut reasons, FactId::NONE, fact);
                reasons.first().map_or_else(String::new, |reason| self.obstacle(reason))
            }
            What::NoCts { node, to, attempts, .. } => {
                format!("{} got no CTS from {} (attempt {attempts})", self.node(node), self.node(to))
            }
            What::NoAck { node, to, attempts, .. } => {
                format!("{} got no ACK from {} (attempt {attempts})", self.node(node), self.node(to))
            }
            What::Dropped { .. } => self.dropped(&fact.what),
            What::Waiting { place, ahead, attempts, role } => {
                let what = if role == Role::Ack { "an acknowledgement of it" } else { "it" };
                let tries = if attempts > 0 { format!(", {attempts} attempts had failed") } else { String::new() };
                let behind = match ahead {
                    0 => String::new(),
                    1 => " behind another packet".to_owned(),
                    _ => format!(" behind {ahead} packets"),
                };
                format!("it was not lost: {what} was still at {}{behind}{tries}", self.place(place))
            }
            What::ThirdDupAck { flow, seq } => {
                format!("third duplicate ACK asks for {}", self.segment(flow, seq))
            }
            What::PartialAck { flow, seq, .. } => {
                format!("partial ACK: {} is missing, too", self.segment(flow, seq))
            }
            What::RecoveryExit { .. } => "the recovery is over: the inflation goes".to_owned(),
            What::IdleRestart { .. } => "nothing was sent for longer than the RTO: restart".to_owned(),
            What::Timeout { flow, seq, rto, backoff } => {
                let seconds = SimDuration::from(rto).secs_f64();
                let segment = self.segment(flow, seq);
                format!("RTO {seconds:.3} s expired for {segment}, next one x {backoff}")
            }
            What::Window { flow, from, to, ssthresh } => {
                format!("{}: cwnd {from:.2} -> {to:.2}, ssthresh {ssthresh:.2}", self.flow(flow))
            }
            What::RouteBroken { .. }
            | What::RouteError { .. }
            | What::RouteRequest { .. }
            | What::RouteFound { .. }
            | What::RouteGivenUp { .. }
            | What::Unrouted { .. } => self.tell_route(&fact.what),
            What::BatteryEmpty { node } => format!("the battery of {} is empty", self.node(node)),
        }
    }

    fn dropped(&self, what: &What) -> String {
        let What::Dropped { place, reason, count, limit, role, .. } = *what else { return String::new() };
        let what = match role {
            Role::Data => "it",
            Role::Retransmission => "its retransmission",
            Role::Ack => "an acknowledgement of it",
        };
        let place_name = self.place(place);
        match reason {
            DropReason::RetryLimit => {
                format!("{what} was dropped at {place_name}: retry limit {limit} after {count} attempts")
            }
            DropReason::QueueFull => {
                format!("{what} was dropped at {place_name}: the queue was full, {count} packets waiting of {limit}")
            }
            DropReason::Impairment if count == u16::MAX => {
                format!("{what} was taken by the random loss that a command gave {place_name}")
            }
            DropReason::Impairment => format!("{what} was taken by impairment {} of {place_name}", count + 1),
            DropReason::NoRoute if count > 0 => {
                format!("{what} was dropped at {place_name}: it was to go over the link that broke")
            }
            DropReason::SendBufferFull => {
                format!("{what} was dropped at {place_name}: too many packets waited for a route")
            }
            DropReason::SendBufferTimeout => {
                format!("{what} was dropped at {place_name}: it waited for a route too long")
            }
            DropReason::NoRoute => format!("{what} was dropped at {place_name}: no way leads to where it was for"),
            DropReason::Ttl => format!("{what} was dropped at {place_name}: it had taken all the hops it may take"),
            DropReason::Arp => {
                format!(
                    "{what} was dropped at {place_name}: the next hop's address was not known, and a newer packet took its place or nobody answered"
                )
            }
            DropReason::LinkDown => format!("{what} was lost at {place_name}: that was off, or the other end was"),
            other => format!("{what} was dropped at {place_name}: {other}"),
        }
    }

    fn obstacle(&self, obstacle: &Obstacle) -> String {
        let What::FrameLost { at, from, kind, why, with, hidden, .. } = obstacle.what else { return String::new() };
        let (kind, place, sender, other) = (kind.name(), self.node(at), self.node(from), self.node(with));
        let when = interval(obstacle.first, obstacle.last);
        let hidden = if hidden { format!(", hidden from {sender}") } else { String::new() };
        match why {
            LostBecause::Collision => {
                format!("{kind} of {sender} collided at {place}: {other} transmitting{hidden}, {when}")
            }
            LostBecause::Ignored => {
                format!("{kind} of {sender} not heard at {place}: it was receiving {other}{hidden}, {when}")
            }
            LostBecause::OwnTransmission => {
                format!("{kind} of {sender} missed at {place}: it was sending itself, {when}")
            }
            LostBecause::TooWeak => format!("{kind} of {sender} is too weak at {place}: out of range, {when}"),
            LostBecause::BitError => format!("{kind} of {sender} had a bit error at {place}, {when}"),
            LostBecause::CutShort => format!("{kind} of {sender} broke off: it was switched off while sending, {when}"),
            LostBecause::Off => format!("{kind} of {sender} reached {place} while that was off, {when}"),
            LostBecause::Reserved if with == at => {
                format!("{place} heard the {kind} of {sender} but found the medium busy, {when}")
            }
            LostBecause::Reserved => {
                format!("{place} heard the {kind} of {sender} but has to keep silent for {other}{hidden}, {when}")
            }
            LostBecause::Occupied => {
                format!("{place} heard the {kind} of {sender} but was in another exchange, {when}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fact::Micros;
    use crate::ids::PacketId;
    use crate::journal::Cursor;
    use crate::packet::FrameKind;

    /// The chain of design.md 5, from facts written by hand.
    #[test]
    fn a_timeout_after_seven_hidden_collisions() {
        let names = Names {
            nodes: (0..6).map(|n| format!("n{n}")).collect(),
            flows: vec![("ftp".into(), 1460)],
            ..Names::default()
        };
        let (mut journal, mut cursor) = (Journal::default(), Cursor::default());
        let ms = |n: u64| SimTime::from_nanos(n * 1_000_000);
        let (n3, n4, n5) = (NodeId(3), NodeId(4), NodeId(5));
        let mut previous = FactId::NONE;
        for attempt in 1..=7u8 {
            let at = ms(4213 + u64::from(attempt));
            let what = What::FrameLost {
                at: n4,
                from: n3,
                kind: FrameKind::Rts,
                why: LostBecause::Collision,
                with: n5,
                hidden: true,
                since: at,
                span: Micros(1_000),
            };
            let lost = journal.write(&mut cursor, Fact { at, cause: FactId::NONE, what });
            let what = What::NoCts { node: n3, to: n4, attempts: attempt, previous };
            previous = journal.write(&mut cursor, Fact { at, cause: lost, what });
        }
        let dropped = What::Dropped {
            place: Place::Node(n3),
            packet: PacketId(9),
            reason: DropReason::RetryLimit,
            count: 7,
            limit: 7,
            role: Role::Data,
        };
        let dropped = journal.write(&mut cursor, Fact { at: ms(4220), cause: previous, what: dropped });
        let flow = FlowId(0);
        let timeout = What::Timeout { flow, seq: 1 + 47 * 1460, rto: Micros(1_200_000), backoff: 2 };
        let timeout = journal.write(&mut cursor, Fact { at: ms(5300), cause: dropped, what: timeout });
        let window = What::Window { flow, from: 12.0, to: 1.0, ssthresh: 6.0 };
        let window = journal.write(&mut cursor, Fact { at: ms(5300), cause: timeout, what: window });
        let texts: Vec<String> = why(&journal, &names, window).into_iter().map(|line| line.text).collect();
        assert_eq!(
            texts,
            [
                "ftp: cwnd 12.00 -> 1.00, ssthresh 6.00",
                "RTO 1.200 s expired for segment 48, next one x 2",
                "it was dropped at n3: retry limit 7 after 7 attempts",
                "7 x no CTS from n4, 4.214000-4.220000 s",
                "7 x RTS of n3 collided at n4: n5 transmitting, hidden from n3, 4.214000-4.221000 s",
            ]
        );
        let parts: Vec<_> =
            why(&journal, &names, window).into_iter().map(|line| (line.parts.head, line.parts.how)).collect();
        let expected = [
            ("cwnd 12.0 → 1.0", "ssthresh is 6.0 now"),
            ("RTO 1.20 s expired", "for segment 48; the next one is × 2"),
            ("DATA dropped at n3", "retry limit 7 after 7 attempts"),
            ("7 × no CTS from n4", "4.214000-4.220000 s"),
            ("7 × RTS of n3 lost at n4: collision", "n5 was transmitting, hidden from n3"),
        ];
        assert_eq!(parts, expected.map(|(head, how)| (head.to_owned(), how.to_owned())));
    }
}
