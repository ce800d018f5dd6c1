//! Faults of runs that other simulators had (R1, R10), and conservation of packets, time and energy over random worlds.

use hopscope::congestion;
use hopscope::energy::ledger::Ledger;
use hopscope::energy::meter::ConnectionEnergy;
use hopscope::ids::{FlowId, FrameId, LinkId, NodeId};
use hopscope::link::config::Impairment;
use hopscope::mac::config::Profile;
use hopscope::recovery;
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario::parse;
use hopscope::sim::blueprint::{Blueprint, TransportSpec};
use hopscope::sim::books::{Books, Stopped};
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::{SamplePeriod, Simulation};
use hopscope::sim::tap::{Detail, Tap};
use hopscope::traffic;
use hopscope::transport::tcp::config::{Preset, TcpConfig};
use hopscope::units::{BitRate, Bytes, Metres, SimDuration, SimTime, Watts};

use crate::lab::{Build, at, balanced, ms, of_node, pipe, resource, secs, stats, times, us, with, world};

const TRANSFER: traffic::Config = traffic::Config::Transfer { size: Bytes(100_000) };

fn open_ended(world: Blueprint) -> Blueprint {
    Blueprint { duration: None, ..world }
}

fn short_transfer() -> Blueprint {
    let world = open_ended(world(Profile::Std, secs(1))).radio(0.0, 0.0).radio(200.0, 0.0);
    world.tcp(0, 1, at(ms(100)), TRANSFER, TcpConfig::of(Preset::Rfc))
}

#[test]
fn r1_a_run_without_a_time_limit_stops_when_its_flows_are_complete() {
    let mut run = short_transfer().run();
    run.run();
    let finished = stats(&run, 0).finished.unwrap();
    assert_eq!(run.stopped(), Some((Stopped::Complete, finished)));
    assert_eq!((run.now(), stats(&run, 0).delivered), (finished, 100_000));
    assert!(finished > at(ms(600)) && finished < at(ms(1500)), "100 kB at about 1.2 Mb/s: {finished}");
    assert_eq!(Stopped::Complete.words(), "all flows complete");
    balanced(&run);
}

#[test]
fn r1_samples_keep_no_run_alive() {
    let mut bare = short_transfer().run();
    bare.run();
    let mut sampled = short_transfer().run();
    sampled.world_mut().insert_resource(SamplePeriod(ms(7)));
    sampled.run();
    assert_eq!(sampled.stopped(), bare.stopped());
    assert_eq!((sampled.digest(), sampled.now()), (bare.digest(), bare.now()));
}

/// The last packet of a flow over datagrams is lost and nobody repeats it; a connection that can never finish runs into the limit.
#[test]
fn r1_a_run_in_which_nothing_more_can_happen_says_so() {
    // A single datagram and no stop: the flow is never complete, and after its delivery nothing is due.
    let mut run = open_ended(world(Profile::Std, secs(1)))
        .radio(0.0, 0.0)
        .radio(200.0, 0.0)
        .one_datagram(0, 1, at(ms(1)), 500)
        .run();
    run.run();
    let (reason, stalled) = run.stopped().unwrap();
    assert_eq!(reason, Stopped::Stalled);
    assert!(stalled < at(secs(1)), "{stalled}");
    assert!(reason.words().starts_with("stalled"));
    balanced(&run);
}

#[test]
fn r1_a_run_with_a_time_limit_uses_all_of_it() {
    let mut run = Blueprint { duration: Some(secs(5)), ..short_transfer() }.run();
    run.run();
    assert_eq!(run.stopped(), Some((Stopped::Duration, at(secs(5)))));
    assert!(stats(&run, 0).finished.is_some());
}

#[test]
fn r10_the_edges() {
    for (what, text, end) in [
        ("one node without radio", "Nodes([(name: \"a\")])", at(secs(2))),
        ("one node", "Nodes([(name: \"a\", at: (\"0 m\", \"0 m\"))])", at(secs(2))),
        (
            "two nodes out of range",
            "Nodes([(name: \"a\", at: (\"0 m\", \"0 m\")), (name: \"b\", at: (\"9 km\", \"0 m\"))])",
            at(secs(2)),
        ),
    ] {
        let file = format!("(seed: 1, duration: \"2 s\", topology: {text})");
        let scenario = parse("edge", &file, &[] as &[&str]).unwrap_or_else(|error| panic!("{what}: {error}"));
        for _ in 0..50 {
            let mut run = Simulation::new(&scenario);
            run.run();
            assert_eq!(run.stopped(), Some((Stopped::Duration, end)), "{what}");
            balanced(&run);
        }
    }
    // No flow, no limit, nothing: over at once.
    let mut run = open_ended(world(Profile::Std, secs(1))).wired_node().run();
    run.run();
    assert_eq!(run.stopped().map(|(_, at)| at), Some(SimTime::ZERO));
    // Two nodes in one place, and a flow between nodes that no way joins.
    let mut run = world(Profile::Std, secs(2)).radio(0.0, 0.0).radio(0.0, 0.0).wired_node();
    run = run.one_datagram(0, 1, at(ms(1)), 500).one_datagram(0, 2, at(ms(2)), 500);
    let mut run = run.run();
    run.run();
    assert_eq!((stats(&run, 0).delivered, stats(&run, 1).delivered), (436, 0));
    balanced(&run);
}

/// A node that is switched off and on while the one before it repeats a frame whose acknowledgement was lost: it has the packet,
/// which is lost with it, and must not take it again.
#[test]
fn a_packet_lost_with_a_node_is_not_there_again_when_the_node_comes_back() {
    for off_after in [us(7100), us(7190), us(7250)] {
        let start = at(ms(1));
        let world = world(Profile::Std, secs(2)).radio(0.0, 0.0).radio(200.0, 0.0).radio(400.0, 0.0);
        // RTS, CTS, DATA are frames 0 to 2, the ACK is turned bad.
        let world = world.one_datagram(0, 2, start, 1500).script(at(us(1)), SimCommand::Flip { frame: FrameId(3) });
        let world = world.script(start + off_after, SimCommand::NodeOff { node: NodeId(1) });
        let mut run = world.script(start + off_after + us(100), SimCommand::NodeOn { node: NodeId(1) }).run();
        run.run();
        balanced(&run);
    }
}

/// A node goes off when the last bit of its frame has left and not arrived: 667 ns.
#[test]
fn a_node_that_goes_off_while_its_last_bit_flies_has_one_packet_not_two() {
    let start = at(ms(1));
    let mut world = world(Profile::Std, secs(2)).radio(0.0, 0.0).radio(200.0, 0.0);
    world.mac.rts_threshold = Bytes(3000);
    let gone = start + us(25 + 6192) + SimDuration::from_nanos(300);
    let mut run = world.one_datagram(0, 1, start, 1500).script(gone, SimCommand::NodeOff { node: NodeId(0) }).run();
    run.run();
    let books = resource::<Books>(&run);
    assert_eq!(books.delivered + books.lost(), 1, "{books:?}");
    balanced(&run);
}

/// Over a link of unlimited rate whatever leaves together arrives together; all of it.
#[test]
fn packets_that_arrive_in_one_instant_all_arrive() {
    let instant = || pipe(0, ms(5));
    let mut world = world(Profile::Std, ms(20)).wired_node().wired_node().wire(0, 1, instant(), instant());
    for _ in 0..3 {
        world = world.one_datagram(0, 1, at(ms(1)), 1500);
    }
    let mut run = world.run();
    run.run();
    assert_eq!([0, 1, 2].map(|flow| stats(&run, flow).delivered), [1436; 3]);
    balanced(&run);
}

/// Turned fates: every frame of the first `frames`, one at a time, in a crowded chain. Whatever a frame's fate would have been, no
/// station sends two frames at once, none hangs, and the books balance.
#[test]
fn any_frame_may_be_turned() {
    let chain = || {
        let mut world = world(Profile::Std, secs(2));
        for node in 0..4 {
            world = world.radio(200.0 * f64::from(node), 0.0);
        }
        world.datagrams(0, 3, at(ms(1)), 900, ms(40)).datagrams(3, 0, at(ms(1)), 500, ms(40))
    };
    for profile in [Profile::Std, Profile::Ns2] {
        for frame in 0..120 {
            let rules = world(profile, secs(2));
            let world = Blueprint { mac: rules.mac, phy: rules.phy, ..chain() };
            let mut run = world.script(at(us(1)), SimCommand::Flip { frame: FrameId(frame) }).run();
            run.world_mut().resource_mut::<Tap>().set_detail(Detail::Off);
            run.run_until(at(secs(1)));
            let before: Vec<u64> = (0..2).map(|flow| stats(&run, flow).delivered).collect();
            run.run();
            balanced(&run);
            for (flow, before) in (0..2).zip(before) {
                assert!(stats(&run, flow).delivered > before, "{profile:?}, frame {frame}: flow {flow} hangs");
            }
        }
    }
}

/// Random worlds. `HOPSCOPE_CASE=n cargo test --test it random_worlds` runs number n alone.
struct Dice(Stream);

impl Dice {
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n)
    }

    fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    fn instant(&mut self, end: SimDuration) -> SimTime {
        SimTime::from_secs_f64(self.0.unit() * end.secs_f64())
    }

    /// Two different nodes of `n`.
    fn two(&mut self, n: u32) -> (u32, u32) {
        let from = self.below(n);
        (from, (from + 1 + self.below(n - 1)) % n)
    }

    fn world(&mut self, seed: u64) -> Blueprint {
        let duration = ms(1500 + u64::from(self.below(2000)));
        let profile = [Profile::Std, Profile::Ns2, Profile::Disk][self.below(3) as usize];
        let mut world = Blueprint { seed, ..world(profile, duration) };
        world.mac.arp = self.one_in(3);
        world.mac.rts_threshold = Bytes([0, 600, 3000][self.below(3) as usize]);
        world.mac.queue_limit = 2 + self.below(20) as usize;
        world.phy.bit_error_rate = [0.0, 0.0, 1e-5, 1e-4][self.below(4) as usize];
        let (radios, wired) = (2 + self.below(7), self.below(4));
        for _ in 0..radios {
            // Some in one place, some on a grid, so that instants coincide.
            let grain = 50.0;
            world = world.radio(grain * f64::from(self.below(18)), grain * f64::from(self.below(8)));
            if self.one_in(4) {
                world = world.battery(0.4 + 2.0 * self.0.unit());
            }
        }
        for _ in 0..wired {
            world = world.wired_node();
        }
        for node in radios..radios + wired {
            let rate = 100_000 * u64::from(1 + self.below(100));
            let delay = us(u64::from(self.below(20_000)));
            let forward =
                with(pipe(rate, delay), Impairment::Loss { rate: f64::from(self.below(3)) * 0.03, data_only: false });
            world = world.wire(node, self.below(node), forward, pipe(rate, delay));
        }
        for _ in 0..=self.below(5) {
            world = self.flow(world, duration, radios + wired);
        }
        for _ in 0..self.below(12) {
            let command = self.command(&world, radios);
            world = world.script(self.instant(duration), command);
        }
        world
    }

    fn flow(&mut self, world: Blueprint, end: SimDuration, nodes: u32) -> Blueprint {
        let (from, to) = self.two(nodes);
        let start = self.instant(end);
        let cbr = traffic::Config::Cbr {
            rate: BitRate(20_000 * u64::from(1 + self.below(100))),
            packet: Bytes(u64::from(1 + self.below(1472))),
            jitter: self.one_in(2),
        };
        let traffic = match self.below(3) {
            0 => cbr,
            1 => traffic::Config::Bulk,
            _ => traffic::Config::Transfer { size: Bytes(u64::from(1 + self.below(200_000))) },
        };
        let datagrams = matches!(traffic, traffic::Config::Cbr { .. }) && self.one_in(2);
        let preset = [Preset::Rfc, Preset::Ns2, Preset::FreeBsd43][self.below(3) as usize];
        let recovery = recovery::Kind::ALL[self.below(3) as usize];
        let config = TcpConfig { recovery, max_window: 1 + self.below(40), ..TcpConfig::of(preset) };
        let transport = if datagrams { TransportSpec::Udp } else { TransportSpec::Tcp(config) };
        let mut world = world.flow(from, to, start, traffic, transport);
        if self.one_in(3) {
            world.flows.last_mut().unwrap().stop =
                Some(start + SimDuration::from_nanos(1 + u64::from(self.below(900_000_000))));
        }
        world
    }

    fn command(&mut self, world: &Blueprint, radios: u32) -> SimCommand {
        let node = NodeId(self.below(count(&world.nodes)));
        let radio = NodeId(self.below(radios));
        let flow = FlowId(self.below(count(&world.flows)));
        match self.below(10) {
            0 => SimCommand::FlowStop { flow },
            1 => SimCommand::FlowStart { flow },
            2 | 3 => SimCommand::NodeOff { node },
            4 => SimCommand::NodeOn { node },
            5 => SimCommand::MoveNode { node: radio, x: Metres(f64::from(self.below(900))), y: Metres(100.0) },
            6 => SimCommand::SetRadio { node: radio, transmit_power: Watts(0.05 * (1.0 + 9.0 * self.0.unit())) },
            7 if !world.links.is_empty() => SimCommand::SetLink {
                link: LinkId(self.below(2 * count(&world.links))),
                bandwidth: self.one_in(2).then_some(BitRate(1_000_000)),
                delay: self.one_in(2).then_some(ms(3)),
                loss: self.one_in(2).then_some(0.1),
            },
            8 => SimCommand::Flip { frame: FrameId(u64::from(self.below(2000))) },
            9 => SimCommand::SetTransport { flow, max_window: 1 + self.below(50) },
            _ => SimCommand::SetController {
                flow,
                controller: congestion::Config::Reno,
                recovery: recovery::Kind::ALL[self.below(3) as usize],
            },
        }
    }
}

fn count<T>(list: &[T]) -> u32 {
    u32::try_from(list.len()).unwrap()
}

fn random_world(seed: u64) -> Blueprint {
    Dice(Stream::new(seed, Owner::Run, Purpose::Placement)).world(seed)
}

/// Runs a random world to its end; every full second, and at the end, all books have to balance.
fn conserve(seed: u64) {
    let blueprint = random_world(seed);
    let mut run = blueprint.clone().run();
    run.world_mut().resource_mut::<Tap>().set_detail(Detail::Off);
    run.run();
    assert_eq!(run.imbalance(), None, "HOPSCOPE_CASE={seed} cargo test --test it random_worlds");
    let end = run.now();
    for node in 0..count(&blueprint.nodes) {
        let spent = times(&run, node);
        assert_eq!(spent.total(), end.since(SimTime::ZERO), "states of n{node} sum to the elapsed time");
        of_node::<Ledger>(&run, node).classes(end);
        let profile = blueprint.radio_power.profile();
        let energy = ConnectionEnergy::between(&spent.since(&spent), &spent, profile);
        assert!(energy.idealized <= energy.sleep && energy.sleep <= energy.total, "n{node}: {energy:?}");
    }
}

#[test]
fn random_worlds_conserve_packets_time_and_energy() {
    if let Some(seed) = std::env::var("HOPSCOPE_CASE").ok().and_then(|text| text.parse().ok()) {
        return conserve(seed);
    }
    let failed: Vec<u64> = (1..=400).filter(|seed| std::panic::catch_unwind(|| conserve(*seed)).is_err()).collect();
    assert!(
        failed.is_empty(),
        "to see one again: HOPSCOPE_CASE={} cargo test --test it random_worlds; all: {failed:?}",
        failed[0]
    );
}

/// A source that writes less than once an hour is slow, not stalled; and a flow that has reached its stop stays stopped.
#[test]
fn r1_a_slow_run_is_not_given_up() {
    let text = r#"(topology: Nodes([(name: "a"), (name: "b")]),
        links: [(from: "a", to: "b", bandwidth: "2 Mb/s", delay: "10 ms", queue: DropTail(packets: 50))],
        flows: [(name: "u", from: "a", to: "b", start: "1 s", stop: "9000 s", transport: Udp,
                 traffic: Cbr(rate: "100 b/s", packet: "50000 B"))],
        script: [(at: "9100 s", do: FlowStart(flow: "u"))])"#;
    let mut run = Simulation::new(&parse("slow.ron", text, &[""; 0]).unwrap());
    run.run();
    let (reason, at) = run.stopped().unwrap();
    assert_eq!((reason, at.nanos() / 1_000_000_000), (Stopped::Complete, 9_000));
    let flow = run.world().resource::<hopscope::sim::access::Index>().flows[0];
    let stats = run.world().get::<hopscope::sim::flow::FlowStats>(flow).unwrap();
    // Due at 1, 4001 and 8001 s.
    assert_eq!(stats.delivered, 150_000);
}
