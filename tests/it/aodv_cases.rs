//! AODV over radios: spec/wireless.md 12, checks 32 to 34, what the books, the journal and the marks say, and that a run with it is
//! the same however it is stepped, forked and sought.

use hopscope::energy::ledger::{Class, Ledger, RadioState};
use hopscope::fact::{DropReason, FactId, What};
use hopscope::ids::{FlowId, NodeId};
use hopscope::mac::config::Profile;
use hopscope::metrics::report::report;
use hopscope::metrics::{MarkKind, Recorder, layer};
use hopscope::packet::{BROADCAST, FrameKind};
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::routing::aodv::config::{AodvConfig, Preset};
use hopscope::scenario::{gallery, parse};
use hopscope::sim::blueprint::{Blueprint, RoutingSpec, TransportSpec};
use hopscope::sim::command::SimCommand;
use hopscope::sim::explain::Question;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::station::{NodeCounters, Station};
use hopscope::sim::tap::{Detail, Noticed, Tap};
use hopscope::traffic;
use hopscope::transport::tcp::TcpSender;
use hopscope::transport::tcp::config::{Preset as TcpPreset, TcpConfig};
use hopscope::units::{BitRate, Bytes, SimDuration, SimTime};

use crate::lab::{
    Build, at, balanced, counters, facts, ms, noticed, of_flow, of_node, secs, starts, stats, times, us, world,
};

const TRANSFER: traffic::Config = traffic::Config::Transfer { size: Bytes(1_000_000) };

fn aodv(profile: Profile, duration: SimDuration) -> Blueprint {
    let preset = if profile == Profile::Ns2 { Preset::Ns2 } else { Preset::Rfc };
    Blueprint { routing: RoutingSpec::Aodv(AodvConfig::of(preset)), ..world(profile, duration) }
}

fn chain(profile: Profile, hops: u32, duration: SimDuration) -> Blueprint {
    (0..=hops).fold(aodv(profile, duration), |world, n| world.radio(200.0 * f64::from(n), 0.0))
}

fn quiet(world: Blueprint) -> Simulation {
    let mut run = world.run();
    run.world_mut().resource_mut::<Tap>().set_detail(Detail::Off);
    run
}

fn routing(run: &Simulation, node: u32) -> NodeCounters {
    of_node::<Station>(run, node).counters
}

/// When a node first has a route that it asked for, and how long it is.
fn found(run: &Simulation, at: u32) -> Option<(SimTime, u8)> {
    facts(run).into_iter().find_map(|fact| match fact.what {
        What::RouteFound { node: NodeId(node), hops, .. } if node == at => Some((fact.at, hops)),
        _ => None,
    })
}

/// Check 32: the first request has 30 hops and reaches node 4; four nodes send it (848 us each), one reply comes back over four
/// hops, and the packet follows, within 0.3 s.
#[test]
fn check_32_four_idle_hops() {
    let mut run = chain(Profile::Ns2, 4, secs(3)).one_datagram(0, 4, at(secs(1)), 1000).run();
    run.run();
    let requests: Vec<What> =
        facts(&run).into_iter().map(|f| f.what).filter(|what| matches!(what, What::RouteRequest { .. })).collect();
    assert_eq!(requests, [What::RouteRequest { node: NodeId(0), target: NodeId(4), ttl: 30 }]);
    let broadcasts: Vec<(u32, SimDuration)> = noticed(&run)
        .iter()
        .filter_map(|seen| match seen.what {
            Noticed::FrameStart { from, to: BROADCAST, air_time, .. } => Some((from.0, air_time)),
            _ => None,
        })
        .collect();
    assert_eq!(broadcasts, (0..4).map(|node| (node, us(848))).collect::<Vec<_>>());
    let frames = |node| routing(&run, node).routing_frames;
    assert_eq!((0..5).map(frames).collect::<Vec<_>>(), [1, 2, 2, 2, 1], "requests by 0 to 3, the reply by 4 to 1");
    let (when, hops) = found(&run, 0).unwrap();
    assert_eq!(hops, 4);
    assert!(when < at(ms(1_300)), "{when}");
    assert_eq!(stats(&run, 0).datagrams, 1);
    assert!(noticed(&run).iter().any(|seen| matches!(seen.what, Noticed::Delivered { node: NodeId(4), .. })));
    balanced(&run);
}

/// Check 33: eight hops. ns-2 floods once and has a route within 0.2 s; the RFC's rings of 1, 3, 5 and 7 hops take 1.92 s first.
#[test]
fn check_33_eight_idle_hops() {
    for (profile, rings, least, most) in
        [(Profile::Ns2, &[30][..], ms(0), ms(200)), (Profile::Std, &[1, 3, 5, 7, 35][..], ms(1920), ms(2300))]
    {
        let mut run = chain(profile, 8, secs(5)).one_datagram(0, 8, at(secs(1)), 1000).run();
        run.run();
        let asked: Vec<u8> = facts(&run)
            .iter()
            .filter_map(|fact| if let What::RouteRequest { ttl, .. } = fact.what { Some(ttl) } else { None })
            .collect();
        assert_eq!(asked, rings, "{profile:?}");
        let (when, hops) = found(&run, 0).unwrap();
        let took = when.since(at(secs(1)));
        assert!(hops == 8 && took >= least && took <= most, "{profile:?}: {hops} hops after {took}");
        balanced(&run);
    }
}

/// Check 34: of two ways around, the one in use is cut. The source hears of it, finds the other one, and the transfer goes on.
///
/// ```text
///       n1 - n2
///      /       \
///    n0         n5        each 200 m; n1 and n3, n2 and n4 out of range of one another
///      \       /
///       n3 - n4
/// ```
#[test]
fn check_34_a_node_of_the_way_goes() {
    for profile in [Profile::Ns2, Profile::Std] {
        let world = aodv(profile, secs(40)).radio(0.0, 0.0).radio(140.0, 140.0).radio(340.0, 140.0);
        let world = world.radio(140.0, -140.0).radio(340.0, -140.0).radio(480.0, 0.0);
        let world = world.tcp(0, 5, at(secs(1)), traffic::Config::Bulk, TcpConfig::of(TcpPreset::Rfc));
        let before = {
            let mut run = world.clone().run();
            run.run_until(at(ms(4_990)));
            run
        };
        // Whichever of n2 and n4 carries the packets.
        let carries = |node| of_node::<Station>(&before, node).counters.forwarded;
        let victim = NodeId(if carries(2) > carries(4) { 2 } else { 4 });
        let upstream = victim.0 - 1;
        let off = at(secs(5));
        let mut run = world.script(off, SimCommand::NodeOff { node: victim }).run();
        run.run();
        let after: Vec<_> = facts(&run).into_iter().filter(|fact| fact.at > off).collect();
        let broken = after.iter().find(|fact| {
            matches!(fact.what, What::RouteBroken { node, next, real: true, .. } if node.0 == upstream && next == victim)
        });
        let broken = broken.unwrap_or_else(|| panic!("{profile:?}: nobody noticed")).at;
        let told = after.iter().find(|fact| matches!(fact.what, What::RouteError { node: NodeId(0), .. })).unwrap().at;
        let asked = after
            .iter()
            .find(|fact| fact.at >= told && matches!(fact.what, What::RouteRequest { node: NodeId(0), .. }))
            .unwrap();
        assert!(broken <= told && told <= asked.at, "{profile:?}: {broken}, {told}, {}", asked.at);
        let again = after.iter().find(|fact| {
            fact.at > told && matches!(fact.what, What::RouteFound { node: NodeId(0), target: NodeId(5), hops: 3, .. })
        });
        assert!(again.is_some(), "{profile:?}: no other way");
        // What waited for the dead node went with it, and nothing is sent to it for long.
        let late = starts(&run).into_iter().filter(|(when, from, to, kind)| {
            *when > told.nanos() + 1_000_000_000 && *from == upstream && *to == victim.0 && *kind == FrameKind::Rts
        });
        assert_eq!(late.count(), 0, "{profile:?}");
        assert!(stats(&run, 0).delivered > stats(&before, 0).delivered + 500_000, "{profile:?}: it goes on");
        assert_eq!(of_flow::<TcpSender>(&run, 0).path_hops(), Some(3));
        let news: Vec<bool> = noticed(&run)
            .iter()
            .filter(|seen| seen.at >= off)
            .filter_map(|seen| if let Noticed::Route { up, .. } = seen.what { Some(up) } else { None })
            .collect();
        assert_eq!(news[..2], [false, true], "{profile:?}: the flow hears that its way failed, and that it is back");
        balanced(&run);
    }
}

/// M2 with routing: nobody there any more. Seven RTS, one drop, one link failure.
#[test]
fn m2_one_signal_for_seven_attempts() {
    let world = chain(Profile::Ns2, 1, secs(4)).datagrams(0, 1, at(secs(1)), 1000, ms(500));
    let mut run = world.script(at(ms(1_700)), SimCommand::NodeOff { node: NodeId(1) }).run();
    run.run_until(at(ms(2_400)));
    let before = counters(&run, 0).rts_sent;
    assert_eq!(before, 2 + 7, "two packets went well");
    let broken: Vec<_> =
        facts(&run).into_iter().filter(|fact| matches!(fact.what, What::RouteBroken { real: true, .. })).collect();
    assert_eq!((broken.len(), routing(&run, 0).route_failures, routing(&run, 0).false_link_failures), (1, 1, 0));
    let drops =
        facts(&run).iter().filter(|f| matches!(f.what, What::Dropped { reason: DropReason::RetryLimit, .. })).count();
    assert_eq!(drops, 1);
    balanced(&run);
}

/// E9 with ways by AODV: sender > receiver > witness > stranger, the stranger only idles, and what routing took is in its class.
#[test]
fn e9_routing_is_charged_to_those_who_do_it() {
    for profile in [Profile::Std, Profile::Ns2] {
        let world = aodv(profile, secs(30)).radio(0.0, 0.0).radio(100.0, 0.0).radio(50.0, 150.0).radio(9_000.0, 0.0);
        let mut run = world.tcp(0, 1, at(secs(1)), TRANSFER, TcpConfig::of(TcpPreset::Rfc)).run();
        run.run();
        assert_eq!(stats(&run, 0).delivered, 1_000_000, "{profile:?}");
        let busy = |node, state| times(&run, node).of(state);
        let (transmit, receive) = (RadioState::Transmit, RadioState::Receive);
        assert!(busy(0, transmit) > busy(1, transmit) && busy(1, transmit) > busy(2, transmit), "{profile:?}");
        assert!(busy(2, receive) > SimDuration::ZERO);
        assert_eq!((busy(3, transmit), busy(3, receive)), (SimDuration::ZERO, SimDuration::ZERO), "{profile:?}");
        let class = |node, state| of_node::<Ledger>(&run, node).classes(run.now()).of(state, Class::Routing);
        assert!(class(0, transmit) > SimDuration::ZERO && class(1, receive) > SimDuration::ZERO, "{profile:?}");
        assert_eq!(class(3, receive), SimDuration::ZERO);
        balanced(&run);
    }
}

/// Six hops in which nothing moves: links count as broken that are not, and every chain of causes says so and ends in something
/// physical; the summary counts it and the figures mark it.
#[test]
fn false_alarms_are_explained_counted_and_marked() {
    let (file, text) = gallery().iter().find(|(file, _)| *file == "aodv_chain.ron").unwrap();
    let scenario = parse(file, text, &[] as &[&str]).unwrap();
    let mut run = Simulation::build(scenario.blueprint.clone(), &[layer::record]);
    run.run();
    let all: Vec<NodeCounters> = (0..7).map(|node| routing(&run, node)).collect();
    let sum = |of: fn(&NodeCounters) -> u64| all.iter().map(of).sum::<u64>();
    let (failures, false_ones) = (sum(|c| c.route_failures), sum(|c| c.false_link_failures));
    assert_eq!(failures, false_ones, "nothing is out of range");
    assert!((20..200).contains(&failures), "{failures}");
    assert!(sum(|c| c.route_requests) > 10 && sum(|c| c.route_errors) > 10);
    let summary = report(&run);
    let reported: u64 = summary.nodes.iter().map(|node| node.routing.false_link_failures).sum();
    assert_eq!(reported, false_ones);
    let recorder = run.world().resource::<Recorder>();
    let marks = recorder.marks().range(SimTime::ZERO, SimTime::MAX);
    let marked = marks.iter().filter(|(_, m)| m.kind == MarkKind::RouteChange && m.flow == Some(FlowId(0))).count();
    assert!(marked > 10, "{marked}");
    let timeouts: Vec<FactId> = run
        .world()
        .resource::<hopscope::journal::Journal>()
        .facts()
        .filter(|(_, fact)| matches!(fact.what, What::Timeout { .. }))
        .map(|(id, _)| id)
        .collect();
    assert!(timeouts.len() > 3);
    let mut whole = 0;
    for id in timeouts {
        let lines: Vec<String> = run.why(id).into_iter().map(|line| line.text).collect();
        let text = lines.join("\n");
        if lines.iter().any(|line| line.contains("broke at n") && line.contains("in range, the link was not broken")) {
            assert!(lines.iter().any(|line| line.contains("x no ")), "{text}");
            whole += 1;
        }
    }
    assert!(whole > 2, "most time-outs lead to a route that broke for nothing");
}

/// Nobody answers the requests: the SYN waits, and the timer expires for what was not lost.
#[test]
fn a_timeout_of_what_waits_for_a_route_says_so() {
    let world = chain(Profile::Ns2, 2, secs(6)).script(at(ms(500)), SimCommand::NodeOff { node: NodeId(1) });
    let mut run = world.tcp(0, 2, at(secs(1)), traffic::Config::Bulk, TcpConfig::of(TcpPreset::Ns2)).run();
    run.run();
    let (timeout, _) = run.find(FlowId(0), run.now(), Question::Timeout).unwrap();
    let words: Vec<String> = run.why(timeout).into_iter().map(|line| line.text).collect();
    assert!(words[0].starts_with("RTO 3.000 s expired for the SYN"), "{words:?}");
    assert_eq!(words[1..], ["it was not lost: it waited at n0 for a route to n2"]);
}

/// A world with two flows, moves, and nodes that go and come.
fn lively(profile: Profile, seed: u64) -> Blueprint {
    let world = Blueprint { seed, ..chain(profile, 5, secs(12)) }.radio(500.0, 150.0);
    let cbr = traffic::Config::Cbr { rate: BitRate(40_000), packet: Bytes(500), jitter: true };
    let world = world.tcp(0, 5, at(ms(300)), traffic::Config::Bulk, TcpConfig::of(TcpPreset::Rfc));
    let world = world.flow(4, 1, at(ms(100)), cbr, TransportSpec::Udp);
    let off = SimTime::from_nanos(3_333_333_333);
    world
        .script(off, SimCommand::NodeOff { node: NodeId(2) })
        .script(at(ms(6_007)), SimCommand::NodeOn { node: NodeId(2) })
        .script(
            at(ms(8_001)),
            SimCommand::MoveNode {
                node: NodeId(3),
                x: hopscope::units::Metres(2_000.0),
                y: hopscope::units::Metres(0.0),
            },
        )
}

#[test]
fn a_run_with_routing_is_the_same_in_every_way() {
    for profile in [Profile::Ns2, Profile::Std] {
        let mut plain = quiet(lively(profile, 7));
        plain.run();
        balanced(&plain);
        let delivered = [0, 1].map(|flow| stats(&plain, flow).delivered);
        assert!(delivered[0] > 10_000 && delivered[1] > 10_000, "{profile:?}: {delivered:?} is not lively");
        let expected = (plain.digest(), plain.events(), facts(&plain));
        assert!(expected.2.iter().any(|fact| matches!(fact.what, What::RouteError { .. })), "{profile:?}");
        let same = |run: &Simulation, how: &str| {
            assert!((run.digest(), run.events(), facts(run)) == expected, "{profile:?} differs {how}");
        };
        for step in [us(100), ms(1), ms(10)] {
            let mut run = quiet(lively(profile, 7));
            run.set_step(step);
            run.run();
            same(&run, "stepped");
        }
        let mut run = quiet(lively(profile, 7));
        run.keep_keyframes(ms(500));
        run.run_until(at(ms(6_123)));
        let mut fork = run.fork();
        run.run();
        fork.run();
        same(&run, "after a fork");
        same(&fork, "as a fork");
        for back in [ms(3_900), ms(9_100), ms(0), ms(5_005)] {
            run.seek(at(back));
        }
        run.run();
        same(&run, "after seeking");
        assert_eq!(run.registry().unregistered(run.world()), [] as [String; 0]);
    }
}

/// Random worlds: whatever breaks, every packet is delivered, dropped for a reason, or somewhere.
#[test]
fn random_worlds_with_routing_conserve_packets_time_and_energy() {
    for seed in 1..=60 {
        let mut dice = Stream::new(seed, Owner::Run, Purpose::Placement);
        let profile = [Profile::Ns2, Profile::Std, Profile::Disk][dice.below(3) as usize];
        let nodes = 3 + dice.below(10);
        let mut world = Blueprint { seed, ..aodv(profile, secs(8)) };
        if let RoutingSpec::Aodv(config) = &mut world.routing {
            config.local_repair = dice.happens(0.5);
            config.send_buffer = 1 + dice.below(20) as usize;
            config.gratuitous_reply = dice.happens(0.3);
        }
        world.mac.arp = dice.happens(0.5);
        for _ in 0..nodes {
            world = world.radio(700.0 * dice.unit(), 500.0 * dice.unit());
        }
        for flow in 0..=dice.below(3) {
            let from = dice.below(nodes);
            let to = (from + 1 + dice.below(nodes - 1)) % nodes;
            let start = at(ms(100 + u64::from(dice.below(900))));
            world = if flow == 1 {
                world.datagrams(from, to, start, 600, ms(20))
            } else {
                world.tcp(from, to, start, traffic::Config::Bulk, TcpConfig::of(TcpPreset::Rfc))
            };
        }
        for _ in 0..dice.below(6) {
            let node = NodeId(dice.below(nodes));
            let when = at(ms(u64::from(dice.below(7_900))));
            let (x, y) = (hopscope::units::Metres(700.0 * dice.unit()), hopscope::units::Metres(500.0 * dice.unit()));
            world = world.script(
                when,
                match dice.below(3) {
                    0 => SimCommand::NodeOff { node },
                    1 => SimCommand::NodeOn { node },
                    _ => SimCommand::MoveNode { node, x, y },
                },
            );
        }
        let mut run = quiet(world);
        run.run();
        assert_eq!(run.imbalance(), None, "seed {seed}");
        balanced(&run);
    }
}
