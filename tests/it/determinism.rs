//! The same run, however it is stepped, watched, copied, wound back or repeated: the list of design.md 3, and R2 and R3.

use std::hint::black_box;

use bevy_ecs::component::Component;
use bevy_ecs::resource::Resource;
use hopscope::congestion;
use hopscope::energy::battery::Battery;
use hopscope::energy::ledger::Ledger;
use hopscope::fact::Fact;
use hopscope::ids::{FlowId, FrameId, LinkId, NodeId};
use hopscope::journal::Journal;
use hopscope::kernel::digest::Digest;
use hopscope::link::config::Impairment;
use hopscope::mac::config::Profile;
use hopscope::mac::dcf::Mac;
use hopscope::recovery;
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario::{gallery, parse};
use hopscope::sim::blueprint::{Blueprint, TransportSpec};
use hopscope::sim::command::SimCommand;
use hopscope::sim::intake::{CommandLog, Origin};
use hopscope::sim::simulation::{SamplePeriod, Simulation};
use hopscope::sim::tap::{Detail, Tap};
use hopscope::traffic;
use hopscope::transport::tcp::config::{Preset, TcpConfig};
use hopscope::units::{BitRate, Bytes, Metres, SimDuration, SimTime, Watts};

use crate::lab::{
    Build, at, balanced, counters, facts, ms, of_flow_noticed, of_node, pipe, resource, secs, starts, stats, times, us,
    with, world,
};

/// How long the worlds here run.
const END: SimTime = SimTime::from_nanos(3_000_000_000);

/// A command each for every kind, at odd nanoseconds, some close together and two at once.
fn commands(wired: bool) -> Vec<(SimTime, SimCommand)> {
    let odd = |nanos| SimTime::from_nanos(nanos);
    let reno = SimCommand::SetController {
        flow: FlowId(0),
        controller: congestion::Config::Reno,
        recovery: recovery::Kind::Tahoe,
    };
    let mut list = vec![
        (odd(400_000_001), reno),
        (odd(400_000_007), SimCommand::SetTransport { flow: FlowId(0), max_window: 3 }),
        (odd(733_333_333), SimCommand::FlowStop { flow: FlowId(1) }),
        (odd(733_333_333), SimCommand::SetTransport { flow: FlowId(0), max_window: 12 }),
        (odd(1_000_000_001), SimCommand::FlowStart { flow: FlowId(1) }),
        (odd(1_234_567_891), SimCommand::NodeOff { node: NodeId(1) }),
        (odd(1_300_000_003), SimCommand::NodeOn { node: NodeId(1) }),
    ];
    if wired {
        let change = SimCommand::SetLink {
            link: LinkId(2),
            bandwidth: Some(BitRate(700_000)),
            delay: Some(us(3_333)),
            loss: Some(0.07),
        };
        list.push((odd(1_700_000_009), change));
    } else {
        list.extend([
            (odd(1_500_000_011), SimCommand::Flip { frame: FrameId(450) }),
            (odd(1_600_000_013), SimCommand::MoveNode { node: NodeId(2), x: Metres(380.0), y: Metres(40.0) }),
            (odd(1_999_999_999), SimCommand::SetRadio { node: NodeId(0), transmit_power: Watts(0.4) }),
        ]);
    }
    list.sort_by_key(|(at, _)| *at);
    list
}

fn bulk(preset: Preset) -> TransportSpec {
    TransportSpec::Tcp(TcpConfig { max_window: 12, ..TcpConfig::of(preset) })
}

/// A contended chain of three hops with a battery that runs empty, or a lossy wired path; a transfer and a source of datagrams.
fn busy(wired: bool, profile: Profile, seed: u64) -> Blueprint {
    let mut world = Blueprint { seed, ..world(profile, END.since(SimTime::ZERO)) };
    for node in 0..4 {
        world = if wired { world.wired_node() } else { world.radio(200.0 * f64::from(node), 0.0) };
    }
    if wired {
        let access = || pipe(10_000_000, ms(1));
        let lossy = with(pipe(1_500_000, ms(15)), Impairment::Loss { rate: 0.02, data_only: false });
        world = world.wire(0, 1, access(), access()).wire(1, 2, lossy, pipe(1_500_000, ms(15))).wire(
            2,
            3,
            access(),
            access(),
        );
    } else {
        world = world.battery(2.1);
        world.phy.bit_error_rate = 1e-6;
    }
    let cbr = traffic::Config::Cbr { rate: BitRate(64_000), packet: Bytes(333), jitter: true };
    world.flow(0, 3, at(ms(3)), traffic::Config::Bulk, bulk(Preset::Rfc)).flow(
        3,
        0,
        SimTime::from_nanos(7_654_321),
        cbr,
        TransportSpec::Udp,
    )
}

const WORLDS: [(bool, Profile); 4] =
    [(false, Profile::Std), (false, Profile::Ns2), (false, Profile::Disk), (true, Profile::Std)];

fn scripted(wired: bool, profile: Profile) -> Blueprint {
    Blueprint { script: commands(wired), ..busy(wired, profile, 7) }
}

fn quiet(world: Blueprint) -> Simulation {
    let mut run = world.run();
    run.world_mut().resource_mut::<Tap>().set_detail(Detail::Off);
    run
}

/// All that a run can be told apart by.
fn signature(run: &Simulation) -> (Digest, u64, SimTime, Vec<Fact>) {
    (run.digest(), run.events(), run.now(), facts(run))
}

fn straight(wired: bool, profile: Profile) -> Simulation {
    let mut run = quiet(scripted(wired, profile));
    run.run();
    balanced(&run);
    run
}

struct Dice(Stream);

impl Dice {
    fn new(seed: u64) -> Self {
        Self(Stream::new(seed, Owner::Run, Purpose::Placement))
    }

    fn instant(&mut self, from: SimTime, to: SimTime) -> SimTime {
        from + SimDuration::from_secs_f64(self.0.unit() * to.since(from).secs_f64())
    }
}

#[test]
fn the_worlds_of_these_tests_are_lively() {
    for (wired, profile) in WORLDS {
        let run = straight(wired, profile);
        assert!(facts(&run).len() > 20, "{profile:?}: {} facts", facts(&run).len());
        assert!(stats(&run, 0).delivered > 30_000, "{profile:?}: {}", stats(&run, 0).delivered);
        assert!(stats(&run, 1).delivered > 5_000, "{profile:?}: {}", stats(&run, 1).delivered);
        if !wired {
            assert!(
                starts(&{
                    let mut run = scripted(wired, profile).run();
                    run.run();
                    run
                })
                .len()
                    > 1000
            );
        }
    }
}

#[test]
fn no_step_length_changes_a_run() {
    for (wired, profile) in WORLDS {
        let expected = signature(&straight(wired, profile));
        for step in [us(100), us(137), ms(1), ms(10), secs(1)] {
            let mut run = quiet(scripted(wired, profile));
            run.set_step(step);
            run.run();
            assert_eq!(signature(&run), expected, "wired {wired}, {profile:?}, step {step}");
        }
    }
}

#[test]
fn neither_taps_nor_samples_nor_random_looks_change_a_run() {
    for (wired, profile) in WORLDS {
        let expected = signature(&straight(wired, profile));
        for detail in [Detail::Off, Detail::Plots, Detail::Everything] {
            let mut run = scripted(wired, profile).run();
            run.world_mut().resource_mut::<Tap>().set_detail(detail);
            run.world_mut().insert_resource(SamplePeriod(SimDuration::from_nanos(3_333_333)));
            run.run();
            assert_eq!(signature(&run), expected, "wired {wired}, {profile:?}, {detail:?}");
        }
        let mut run = quiet(scripted(wired, profile));
        let mut dice = Dice::new(3);
        while run.now() < END {
            let next = dice.instant(run.now(), END.min(run.now() + ms(60))) + SimDuration::from_nanos(1);
            run.run_until(next);
            look(&run);
        }
        assert_eq!(signature(&run), expected, "wired {wired}, {profile:?}, looked at");
    }
}

/// Calls every getter.
fn look(run: &Simulation) {
    for node in 0..4 {
        times(run, node);
        counters(run, node);
        of_node::<Ledger>(run, node).classes(run.now());
        let battery = of_node::<Battery>(run, node);
        black_box((battery.remaining(), battery.consumed()));
        let mac = of_node::<Mac>(run, node);
        black_box((mac.backoff(), mac.contention_window(), mac.exchange(), mac.nav_until(), mac.retries()));
        black_box(mac.is_idle(run.now()));
    }
    black_box((stats(run, 0).cwnd_mean(run.now()), run.stopped(), run.imbalance(), run.keyframes()));
    run.snapshot();
}

#[test]
fn a_fork_in_the_middle_goes_the_same_way_and_leaves_its_origin_alone() {
    for (wired, profile) in WORLDS {
        let expected = signature(&straight(wired, profile));
        let mut dice = Dice::new(11);
        for _ in 0..6 {
            let middle = dice.instant(SimTime::ZERO, END);
            let mut run = quiet(scripted(wired, profile));
            run.run_until(middle);
            let mut fork = run.fork();
            assert_eq!(signature(&fork), signature(&run), "{profile:?}, fork at {middle}");
            fork.run();
            assert_eq!(signature(&fork), expected, "{profile:?}, fork at {middle}");
            assert_eq!(run.now(), middle);
            run.run();
            assert_eq!(signature(&run), expected, "{profile:?}, origin of the fork at {middle}");
        }
    }
}

#[test]
fn seeking_back_and_forth_arrives_where_a_straight_run_does() {
    for (wired, profile) in WORLDS {
        for keyframes in [None, Some(ms(170))] {
            let mut run = quiet(scripted(wired, profile));
            if let Some(every) = keyframes {
                run.keep_keyframes(every);
            }
            let mut dice = Dice::new(5);
            run.run_until(dice.instant(SimTime::ZERO, END));
            for _ in 0..8 {
                let target = dice.instant(SimTime::ZERO, END);
                run.seek(target);
                let mut direct = quiet(scripted(wired, profile));
                direct.run_until(target);
                assert_eq!(
                    (run.digest(), run.events(), run.now()),
                    (direct.digest(), direct.events(), direct.now()),
                    "{profile:?}, keyframes {keyframes:?}, to {target}"
                );
            }
            run.seek(END);
            run.run();
            assert_eq!(signature(&run), signature(&straight(wired, profile)), "{profile:?}, keyframes {keyframes:?}");
            balanced(&run);
        }
    }
}

#[test]
fn a_snapshot_brings_back_its_instant_in_any_run_of_the_scenario() {
    for (wired, profile) in WORLDS {
        let expected = signature(&straight(wired, profile));
        let mut dice = Dice::new(17);
        let mut run = quiet(scripted(wired, profile));
        let mut snapshots = Vec::new();
        for n in 0..5u64 {
            run.run_until(dice.instant(at(ms(500 * n)), at(ms(500 * (n + 1)))));
            snapshots.push((run.snapshot(), run.digest(), run.now()));
        }
        for (snapshot, digest, instant) in snapshots.iter().rev() {
            let mut other = quiet(scripted(wired, profile));
            for run in [&mut run, &mut other] {
                run.restore(snapshot);
                assert_eq!((run.digest(), run.now()), (*digest, *instant), "{profile:?}");
                run.run();
                assert_eq!(run.digest(), expected.0, "{profile:?} from {instant}");
            }
        }
    }
}

/// What a viewer did, repeated as the log of another run and as the script of a third.
#[test]
fn a_command_log_repeats_a_run() {
    for (wired, profile) in WORLDS {
        let mut lived = quiet(busy(wired, profile, 7));
        for (at, command) in commands(wired) {
            // Given while the run is where the command acts, or a moment before.
            lived.run_until(SimTime::from_nanos(at.nanos() - at.nanos() % 3));
            lived.command(at, command).unwrap();
        }
        lived.run();
        let log: Vec<_> =
            resource::<CommandLog>(&lived).entries().iter().map(|entry| (entry.at, entry.command.clone())).collect();
        assert_eq!(log, commands(wired));
        let mut ahead = quiet(busy(wired, profile, 7));
        for (at, command) in log.clone() {
            ahead.command(at, command).unwrap();
        }
        ahead.run();
        assert_eq!(signature(&ahead), signature(&lived), "{profile:?}, given ahead");
        let mut script = quiet(Blueprint { script: log, ..busy(wired, profile, 7) });
        script.run();
        assert_eq!(signature(&script), signature(&lived), "{profile:?}, as a script");
        // Wound back to the start, the run repeats the viewer's commands.
        lived.seek(SimTime::ZERO);
        lived.seek(END);
        lived.run();
        assert_eq!(signature(&lived), signature(&script), "{profile:?}, repeated");
    }
}

#[test]
fn a_new_command_forgets_the_viewers_future_and_keeps_the_scripts() {
    use Origin::{Script, Viewer};

    let stop = |flow| SimCommand::FlowStop { flow: FlowId(flow) };
    let window = |max_window| SimCommand::SetTransport { flow: FlowId(0), max_window };
    let script = vec![(at(ms(500)), window(5)), (at(ms(2500)), window(7))];
    let mut run = quiet(Blueprint { script, ..busy(false, Profile::Std, 7) });
    run.command(at(ms(800)), window(2)).unwrap();
    run.command(at(ms(2000)), stop(1)).unwrap();
    run.run();
    let old = signature(&run);
    let entries = |run: &Simulation| -> Vec<(u64, Origin)> {
        let entries = resource::<CommandLog>(run).entries();
        entries.iter().map(|entry| (entry.at.nanos() / 1_000_000, entry.origin)).collect()
    };
    assert_eq!(entries(&run), [(500, Script), (800, Viewer), (2000, Viewer), (2500, Script)]);
    // Only looking keeps the future.
    run.seek(at(ms(1500)));
    run.seek(END);
    assert_eq!(entries(&run).len(), 4);
    run.seek(at(ms(1500)));
    let kept = run.fork();
    let err = run.command(at(ms(1400)), stop(0)).unwrap_err();
    assert_eq!((err.at, err.now), (at(ms(1400)), at(ms(1500))));
    assert_eq!(entries(&run).len(), 4, "a command that is refused changes nothing");
    run.command(at(ms(1600)), stop(0)).unwrap();
    assert_eq!(entries(&run), [(500, Script), (800, Viewer), (1600, Viewer), (2500, Script)]);
    assert!(facts(&run).iter().all(|fact| fact.at < at(ms(1500))), "the journal forgets the old future");
    run.run();
    let mut direct = quiet(Blueprint {
        script: vec![
            (at(ms(500)), window(5)),
            (at(ms(800)), window(2)),
            (at(ms(1600)), stop(0)),
            (at(ms(2500)), window(7)),
        ],
        ..busy(false, Profile::Std, 7)
    });
    direct.run();
    assert_eq!(signature(&run), signature(&direct), "the branch is a run of its own");
    let mut kept = kept;
    kept.run();
    assert_eq!(signature(&kept), old, "the fork kept the old line");
}

#[test]
fn r2_threads_do_not_matter() {
    let expected = signature(&straight(false, Profile::Std));
    let others: Vec<_> = std::thread::scope(|scope| {
        let runs: Vec<_> = (0..3).map(|_| scope.spawn(|| signature(&straight(false, Profile::Std)))).collect();
        runs.into_iter().map(|run| run.join().unwrap()).collect()
    });
    assert!(others.iter().all(|other| *other == expected));
}

/// A node ten kilometres away, with a flow to a neighbour of its own, and an impairment on a link that nobody else uses.
#[test]
fn r2_strangers_shift_nobodys_random_numbers() {
    for (wired, profile) in WORLDS {
        let mut alone = busy(wired, profile, 7).run();
        alone.run();
        let mut world = busy(wired, profile, 7).radio(10_000.0, 0.0).radio(10_100.0, 0.0).wired_node().wired_node();
        world = world.wire(
            6,
            7,
            with(pipe(1_000_000, ms(1)), Impairment::Loss { rate: 0.5, data_only: false }),
            pipe(1_000_000, ms(1)),
        );
        world = world.flow(4, 5, at(ms(1)), traffic::Config::Bulk, bulk(Preset::Ns2));
        let mut together = world.flow(6, 7, at(ms(1)), traffic::Config::Bulk, bulk(Preset::Rfc)).run();
        together.run();
        for flow in [FlowId(0), FlowId(1)] {
            let (alone, together) = (of_flow_noticed(&alone, flow), of_flow_noticed(&together, flow));
            assert!(alone.len() > 50 && alone == together, "wired {wired}, {profile:?}, {flow}");
        }
        for node in 0..4 {
            assert_eq!(times(&together, node), times(&alone, node), "{profile:?}, n{node}");
        }
        assert!(stats(&together, 2).delivered > 0 && stats(&together, 3).delivered > 0, "the strangers do talk");
    }
}

#[test]
fn r3_seeds_matter_where_something_is_random_and_nowhere_else() {
    let digests = |world: &dyn Fn(u64) -> Blueprint| {
        let mut all: Vec<String> = (1..=10)
            .map(|seed| {
                let mut run = quiet(world(seed));
                run.run();
                format!("{:?}", run.digest())
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all.len()
    };
    for (wired, profile) in WORLDS {
        assert_eq!(digests(&|seed| busy(wired, profile, seed)), 10, "wired {wired}, {profile:?}");
    }
    let certain = |seed| {
        let world = Blueprint { seed, ..world(Profile::Std, secs(2)) }.wired_node().wired_node();
        let path = || pipe(1_000_000, ms(10));
        world.wire(0, 1, path(), path()).flow(0, 1, at(ms(1)), traffic::Config::Bulk, bulk(Preset::Rfc))
    };
    assert_eq!(digests(&certain), 1, "nothing is random on a wire without losses");
}

#[test]
fn every_part_of_every_gallery_scenario_is_registered() {
    for (name, text) in gallery() {
        let scenario = parse(name, text, &[] as &[&str]).unwrap();
        let mut run = Simulation::new(&scenario);
        run.run_until(at(ms(1500)));
        assert_eq!(run.registry().unregistered(run.world()), [] as [String; 0], "{name}");
    }
}

/// A component that nobody registered.
#[derive(Component)]
struct Stray;

/// A resource that nobody registered.
#[derive(Resource)]
struct StrayResource;

#[test]
fn what_nobody_registered_is_named() {
    let mut run = quiet(busy(false, Profile::Std, 1));
    let node = resource::<hopscope::sim::access::Index>(&run).nodes[0];
    run.world_mut().entity_mut(node).insert(Stray);
    run.world_mut().insert_resource(StrayResource);
    let stray = run.registry().unregistered(run.world());
    assert_eq!(stray.len(), 2, "{stray:?}");
    assert!(stray[0].ends_with("::Stray") && stray[1].ends_with("::StrayResource"), "{stray:?}");
}

/// Galleries fork, seek and replay, too: each stepped at 10 ms, wound back to a random instant, and on.
#[test]
fn gallery_scenarios_can_be_wound_back() {
    let mut dice = Dice::new(23);
    for (name, text) in gallery() {
        let scenario = parse(name, text, &["duration=\"4 s\""]).unwrap();
        let mut expected = Simulation::new(&scenario);
        expected.run();
        let mut run = Simulation::new(&scenario);
        run.set_step(ms(10));
        run.keep_keyframes(ms(900));
        run.run();
        run.seek(dice.instant(SimTime::ZERO, expected.now()));
        let mut fork = run.fork();
        for run in [&mut run, &mut fork] {
            run.run();
            assert_eq!(signature(run), signature(&expected), "{name}");
            balanced(run);
        }
        assert!(resource::<Journal>(&run).facts().count() > 0 || facts(&expected).is_empty(), "{name}");
    }
}
