//! Routers in a line, without radios: what is sent arrives 1 ms later at the next one, or at both; a cut link gives a packet up after
//! 35 ms. Numbers by hand from spec/wireless.md 9.2.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::config::Preset;
use super::*;
use crate::ids::{FlowId, PacketId};
use crate::packet::UdpHeader;
use crate::rng::{Owner, Purpose};

const HOP: SimDuration = SimDuration::from_millis(1);
const GIVE_UP: SimDuration = SimDuration::from_millis(35);

enum Happens {
    Arrives { at: usize, packet: Packet },
    Fails { at: usize, packet: Packet, next: NodeId },
    Wakes { at: usize },
    Made { at: usize, to: usize },
    Cut { after: usize },
}

/// What the tests look at.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Seen {
    Request(u8),
    Error,
    Dropped(DropReason),
    Purged,
    Found(u8),
    Broken { repair: bool },
    Notice(RouteNotice),
    Delivered,
}

struct Line {
    routers: Vec<Aodv>,
    now: SimTime,
    next: u64,
    events: BTreeMap<(SimTime, u64), Happens>,
    cut: Vec<bool>,
    seen: Vec<(SimTime, usize, Seen)>,
}

impl Line {
    fn new(nodes: usize, config: AodvConfig) -> Self {
        let config = Arc::new(config);
        let router =
            |id: u32| Aodv::new(NodeId(id), config.clone(), Stream::new(1, Owner::Node(id), Purpose::RouteJitter));
        Self {
            routers: (0u32..).take(nodes).map(router).collect(),
            now: SimTime::ZERO,
            next: 0,
            events: BTreeMap::new(),
            cut: vec![false; nodes],
            seen: Vec::new(),
        }
    }

    fn at(mut self, seconds: f64, happens: Happens) -> Self {
        self.push(SimTime::from_secs_f64(seconds), happens);
        self
    }

    /// A packet of node 0 for the last node at each of these instants.
    fn packets(self, seconds: &[f64]) -> Self {
        let to = self.routers.len() - 1;
        seconds.iter().fold(self, |line, at| line.at(*at, Happens::Made { at: 0, to }))
    }

    fn run(mut self, until: f64) -> Self {
        while let Some(entry) = self.events.first_entry() {
            if entry.key().0 > SimTime::from_secs_f64(until) {
                break;
            }
            let ((now, _), happens) = entry.remove_entry();
            self.now = now;
            self.handle(happens);
        }
        self
    }

    fn push(&mut self, at: SimTime, happens: Happens) {
        self.next += 1;
        self.events.insert((at, self.next), happens);
    }

    fn handle(&mut self, happens: Happens) {
        let now = self.now;
        let mut out = Outputs::default();
        let at = match happens {
            Happens::Cut { after } => {
                self.cut[after] = true;
                return;
            }
            Happens::Made { at, to } => {
                self.routers[at].on_packet(now, datagram(at, to, self.next), &mut out);
                at
            }
            Happens::Wakes { at } => {
                if self.routers[at].armed != Some(now) {
                    return;
                }
                self.routers[at].on_timer(now, &mut out);
                at
            }
            Happens::Fails { at, packet, next } => {
                if !self.routers[at].on_tx_fail(now, &packet, next, false, &mut out) && packet.flow.is_some() {
                    self.seen.push((now, at, Seen::Dropped(DropReason::RetryLimit)));
                }
                at
            }
            Happens::Arrives { at, packet } => {
                let packet = Packet { hops: packet.hops + 1, ..packet };
                if packet.is_routing() {
                    self.routers[at].on_message(now, &packet, &mut out);
                } else if packet.destination.index() == at {
                    self.seen.push((now, at, Seen::Delivered));
                } else {
                    self.routers[at].on_packet(now, packet, &mut out);
                }
                at
            }
        };
        for output in out.drain() {
            self.carry_out(at, output);
        }
    }

    fn carry_out(&mut self, at: usize, output: RouteOutput) {
        let now = self.now;
        let seen = match output {
            RouteOutput::Send { packet, next } => return self.send(at, packet, next),
            RouteOutput::Arm(due) => {
                assert!(due > now, "armed for the present instant");
                return self.push(due, Happens::Wakes { at });
            }
            RouteOutput::Drop { reason, .. } => Seen::Dropped(reason),
            RouteOutput::Purge { .. } => Seen::Purged,
            RouteOutput::Notify { notice, .. } => Seen::Notice(notice),
            RouteOutput::Event(RouteEvent::Request { ttl, .. }) => Seen::Request(ttl),
            RouteOutput::Event(RouteEvent::Found { hops, .. }) => Seen::Found(hops),
            RouteOutput::Event(RouteEvent::Broken { repair, .. }) => Seen::Broken { repair },
            RouteOutput::Event(RouteEvent::ErrorSent) => Seen::Error,
            RouteOutput::Event(RouteEvent::ErrorHeard { .. } | RouteEvent::GaveUp { .. }) => return,
        };
        self.seen.push((now, at, seen));
    }

    fn send(&mut self, at: usize, packet: Packet, next: NodeId) {
        let arrival = self.now + HOP;
        let neighbours = [at.checked_sub(1), (at + 1 < self.routers.len()).then_some(at + 1)];
        let mut answered = false;
        for to in neighbours.into_iter().flatten().filter(|to| next == BROADCAST || next.index() == *to) {
            if !self.cut[at.min(to)] {
                answered = true;
                self.push(arrival, Happens::Arrives { at: to, packet });
            }
        }
        if !answered && next != BROADCAST {
            self.push(self.now + GIVE_UP, Happens::Fails { at, packet, next });
        }
    }

    /// What node `at` was seen doing, with the instants in seconds.
    fn of(&self, at: usize, which: impl Fn(&Seen) -> bool) -> Vec<(f64, Seen)> {
        let mine = self.seen.iter().filter(|(_, node, seen)| *node == at && which(seen));
        mine.map(|(when, _, seen)| ((when.secs_f64() * 1e3).round() / 1e3, *seen)).collect()
    }

    fn requests(&self, at: usize) -> Vec<(f64, u8)> {
        let ttl = |(when, seen)| if let Seen::Request(ttl) = seen { (when, ttl) } else { (when, 0) };
        self.of(at, |seen| matches!(seen, Seen::Request(_))).into_iter().map(ttl).collect()
    }
}

fn datagram(from: usize, to: usize, seq: u64) -> Packet {
    let node = |id: usize| NodeId(u32::try_from(id).unwrap());
    Packet {
        id: PacketId(seq),
        flow: Some(FlowId(0)),
        source: node(from),
        destination: node(to),
        size: 1000,
        ttl: 30,
        hops: 0,
        body: Body::Udp(UdpHeader { seq, len: 972 }),
        created: SimTime::ZERO,
    }
}

fn ns2() -> AodvConfig {
    AodvConfig::of(Preset::Ns2)
}

/// Without Hellos, which would find cuts before a packet does.
fn rfc() -> AodvConfig {
    AodvConfig { hello_interval: SimDuration::ZERO, ..AodvConfig::of(Preset::Rfc) }
}

/// Checks 32 and 33, ns-2: one request over the whole network, answered by the destination.
#[test]
fn ns2_floods_at_once() {
    for hops in [1, 4, 8] {
        let line = Line::new(hops + 1, ns2()).packets(&[1.0]).run(3.0);
        assert_eq!(line.requests(0), [(1.0, 30)]);
        let expected = u8::try_from(hops).unwrap();
        assert!(
            matches!(line.of(0, |seen| matches!(seen, Seen::Found(_)))[..], [(_, Seen::Found(n))] if n == expected)
        );
        assert_eq!(line.of(hops, |seen| *seen == Seen::Delivered).len(), 1);
    }
}

/// Check 33, RFC: rings of 1, 3, 5, 7 hops and then everything, after .24, .40, .56 and .72 s.
#[test]
fn the_rfc_asks_ring_by_ring() {
    let line = Line::new(9, rfc()).packets(&[1.0]).run(5.0);
    assert_eq!(line.requests(0), [(1.0, 1), (1.24, 3), (1.64, 5), (2.2, 7), (2.92, 35)]);
    let found = line.of(0, |seen| matches!(seen, Seen::Found(_)));
    assert!(found.len() == 1 && found[0].0 >= 2.92, "{found:?}");
}

/// A request of 30 hops reaches node 30, and no farther.
#[test]
fn floods_end_with_their_hops() {
    for (hops, arrives) in [(30, true), (31, false)] {
        let line = Line::new(hops + 1, ns2()).packets(&[1.0]).run(2.5);
        assert_eq!(!line.of(0, |seen| matches!(seen, Seen::Found(_))).is_empty(), arrives, "{hops} hops");
    }
}

/// Measured in ns-2 (tests/reference/README.md): nobody there, a packet at 1.123 s.
#[test]
fn ns2_retries_by_the_clock_of_its_purge() {
    let line = Line::new(3, ns2()).at(0.0, Happens::Cut { after: 1 }).packets(&[1.123, 25.0]).run(31.0);
    assert_eq!(line.requests(0), [(1.123, 30), (3.0, 30), (7.0, 30), (12.5, 30), (30.0, 30)]);
    let ends = line.of(0, |seen| matches!(seen, Seen::Dropped(_) | Seen::Notice(RouteNotice::Unreachable)));
    assert_eq!(ends, [(20.0, Seen::Dropped(DropReason::NoRoute)), (20.0, Seen::Notice(RouteNotice::Unreachable))]);
}

/// Nobody there, RFC: two further floods with doubled waits of 2.8 s, then what waited is dropped.
#[test]
fn the_rfc_gives_up_after_two_further_floods() {
    let line = Line::new(3, rfc()).at(0.0, Happens::Cut { after: 1 }).packets(&[1.0]).run(60.0);
    let floods: Vec<(f64, u8)> = line.requests(0).into_iter().filter(|(_, ttl)| *ttl == 35).collect();
    assert_eq!(floods, [(2.92, 35), (5.72, 35), (11.32, 35)]);
    let ends = line.of(0, |seen| matches!(seen, Seen::Dropped(_)));
    assert_eq!(ends, [(22.52, Seen::Dropped(DropReason::NoRoute))]);
}

/// Measured in ns-2: after a known route of four hops broke, 6, 8, then 30 hops.
#[test]
fn ns2_begins_with_the_hops_of_the_last_route() {
    let line = Line::new(5, ns2()).at(2.0, Happens::Cut { after: 0 }).packets(&[1.0, 2.1, 2.2]).run(9.0);
    let ttls: Vec<u8> = line.requests(0).into_iter().map(|(_, ttl)| ttl).collect();
    assert_eq!(ttls[..5], [30, 6, 8, 30, 30]);
}

/// Nearer to the beginning: the packet is dropped, the queue purged, the source told, and asks again with the next packet.
#[test]
fn an_error_travels_to_the_source() {
    for config in [ns2(), rfc()] {
        let line = Line::new(6, config).at(2.0, Happens::Cut { after: 1 }).packets(&[1.0, 2.1, 2.9]).run(4.5);
        let breaks = line.of(1, |seen| matches!(seen, Seen::Broken { .. } | Seen::Purged | Seen::Error));
        let words: Vec<Seen> = breaks.into_iter().map(|(_, seen)| seen).collect();
        assert_eq!(words[..3], [Seen::Broken { repair: false }, Seen::Purged, Seen::Error]);
        let failed = |seen: &Seen| {
            matches!(seen, Seen::Notice(RouteNotice::Failed { kind: NoticeKind::Rerr, node: NodeId(1), .. }))
        };
        assert_eq!(line.of(0, failed).len(), 1);
        assert_eq!(
            line.requests(0).iter().filter(|(when, _)| (when - 2.9).abs() < 1e-9).count(),
            1,
            "the third packet asks"
        );
    }
}

/// The source's own link: it is told at once, with the segment that was lost (here: none, a datagram).
#[test]
fn the_source_notices_its_own_link() {
    let line = Line::new(4, ns2()).at(2.0, Happens::Cut { after: 0 }).packets(&[1.0, 2.1]).run(3.0);
    let notice = RouteNotice::Failed { kind: NoticeKind::Link, node: NodeId(0), seq: None };
    assert_eq!(line.of(0, |seen| *seen == Seen::Notice(notice)), [(2.138 - 0.003, Seen::Notice(notice))]);
}

/// Measured in ns-2: a repair begun at 9.93 s ends at about 2 x 9.93 + 1.8 = 21.66 s, and the error leaves with the next packet.
#[test]
fn ns2_repairs_for_very_long() {
    // Over three hops of 1 ms and 35 ms in vain: the second packet fails at node 3 at 9.93 s.
    let mut times = vec![1.0, 9.930 - 0.038];
    times.extend((0..30).map(|i| 10.2 + 0.5 * f64::from(i)));
    let line = Line::new(5, ns2()).at(9.0, Happens::Cut { after: 3 }).packets(&times).run(24.0);
    assert_eq!(line.of(3, |seen| matches!(seen, Seen::Broken { .. })), [(9.93, Seen::Broken { repair: true })]);
    assert_eq!(line.requests(3)[0], (9.93, 30), "a repair begins with everything");
    let errors = line.of(3, |seen| *seen == Seen::Error);
    assert_eq!(errors.first(), Some(&(21.703, Seen::Error)), "the packet of 21.7 s, 3 ms later");
}

/// RFC 3561 6.12: the node in the middle asks, somebody answers with a newer route, and the packet goes on.
#[test]
fn the_rfc_repairs_within_a_ring_traversal() {
    let config = AodvConfig { local_repair: true, ..rfc() };
    let line = Line::new(5, config).at(2.0, Happens::Cut { after: 3 }).packets(&[1.0, 2.1]).run(4.0);
    let begun = line.of(3, |seen| matches!(seen, Seen::Broken { .. }));
    assert_eq!(begun.iter().map(|(_, seen)| *seen).collect::<Vec<_>>(), [Seen::Broken { repair: true }]);
    // One hop to go, three behind it: max(1, 1) + 2 hops, 2 x 40 ms x (3 + 2) = 0.4 s.
    assert_eq!(line.requests(3), [(begun[0].0, 3)]);
    let ends = line.of(3, |seen| matches!(seen, Seen::Dropped(_) | Seen::Error));
    let after = ((begun[0].0 + 0.4) * 1e3).round() / 1e3;
    assert_eq!(ends, [(after, Seen::Dropped(DropReason::NoRoute)), (after, Seen::Error)]);
}

/// 64 packets wait, the oldest goes first; a reply sets them free 10 ms apart.
#[test]
fn the_send_buffer_holds_64_and_lets_them_go_one_by_one() {
    let line = Line::new(3, ns2()).packets(&[1.0; 70]).run(3.0);
    let full = line.of(0, |seen| *seen == Seen::Dropped(DropReason::SendBufferFull));
    assert_eq!(full.len(), 6);
    let arrived = line.of(2, |seen| *seen == Seen::Delivered);
    assert_eq!(arrived.len(), 64);
    let gaps: Vec<f64> = arrived.windows(2).map(|pair| ((pair[1].0 - pair[0].0) * 1e3).round()).collect();
    assert!(gaps.iter().all(|gap| (*gap - 10.0).abs() < 0.5), "{gaps:?}");
}

#[test]
fn packets_wait_no_longer_than_they_may() {
    let config = AodvConfig { request_retries: 200, ..ns2() };
    let line = Line::new(3, config).at(0.0, Happens::Cut { after: 1 }).packets(&[1.0]).run(40.0);
    let ends = line.of(0, |seen| matches!(seen, Seen::Dropped(_)));
    assert_eq!(ends, [(31.5, Seen::Dropped(DropReason::SendBufferTimeout))]);
}

/// Routes that nothing uses expire at the first purge after their time.
#[test]
fn an_unused_route_expires() {
    for (config, before, after) in [(ns2(), 11.4, 11.6), (rfc(), 7.4, 7.6)] {
        // ns-2: the packet leaves at about 1.03 s and the route is good for 10 s. RFC: at 1.25 s the destination gave 6 s.
        let up = |until| {
            let line = Line::new(4, config.clone()).packets(&[1.0]).run(until);
            line.routers[0].table().get(NodeId(3)).is_some_and(Route::is_up)
        };
        assert!(up(before), "{:?} is up at first", config.preset);
        assert!(!up(after), "{:?} is down in the end", config.preset);
    }
}

/// RFC 3561 6.9: who is silent for two intervals is gone, without any packet that fails.
#[test]
fn hellos_find_a_link_that_nothing_uses() {
    let config = AodvConfig { active_route_timeout: SimDuration::from_secs(60), ..AodvConfig::of(Preset::Rfc) };
    let line = Line::new(4, config).at(6.0, Happens::Cut { after: 1 }).packets(&[1.0]).run(12.0);
    let failed = |seen: &Seen| matches!(seen, Seen::Notice(RouteNotice::Failed { .. }));
    let noticed = line.of(1, failed);
    assert!(noticed.iter().any(|(when, _)| (6.0..=9.5).contains(when)), "{noticed:?}");
    assert!(!line.of(0, failed).is_empty(), "the source is told");
}

/// Limits of rate: no more than ten requests a second, the others later.
#[test]
fn the_rfc_sends_ten_requests_a_second() {
    let mut line = Line::new(2, rfc());
    line.cut[0] = true;
    for to in 2..30 {
        line = line.at(1.0, Happens::Made { at: 0, to });
    }
    let line = line.run(1.999);
    assert_eq!(line.requests(0).len(), 10);
}

#[test]
fn switching_off_gives_back_what_was_held() {
    let mut line = Line::new(3, ns2()).at(0.0, Happens::Cut { after: 1 }).packets(&[1.0, 1.1, 1.2]).run(1.5);
    assert_eq!(line.routers[0].held().count(), 3);
    assert_eq!(line.routers[0].switch_off().len(), 3);
    assert_eq!((line.routers[0].held().count(), line.routers[0].seq), (0, 2), "its own number stays");
}
