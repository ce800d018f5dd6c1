//! A run while somebody watches it: lines, seeking, undo, following, and that none of it changes what a run computes.

use std::time::Duration;

use hopscope::energy::ledger::RadioState;
use hopscope::ids::{FlowId, NodeId};
use hopscope::packet::FrameKind;
use hopscope::scenario;
use hopscope::session::command::{Direction, Stride};
use hopscope::session::flight::Flown;
use hopscope::session::pacer::Budget;
use hopscope::session::{Command, Goal, Notice, Session, Speed, difference};
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::Simulation;
use hopscope::units::{Metres, SimDuration, SimTime};

fn gallery(name: &str) -> scenario::Scenario {
    let (file, text) = scenario::find(name).unwrap();
    scenario::parse(file, text, &[] as &[&str]).unwrap()
}

fn session(name: &str) -> Session {
    Session::new(gallery(name), name)
}

fn s(seconds: f64) -> SimTime {
    SimTime::from_secs_f64(seconds)
}

/// The digest of the scenario run straight through to `at`, with these commands.
fn straight(name: &str, commands: &[(SimTime, SimCommand)], at: SimTime) -> String {
    let mut sim = Simulation::build(gallery(name).blueprint, &[]);
    for (at, command) in commands {
        sim.command(*at, command.clone()).unwrap();
    }
    sim.run_until(at);
    sim.digest().to_string()
}

/// Shows the session for `pictures` pictures at `rate` a second, on a machine whose clock moves on by a quarter of a millisecond
/// whenever it is read.
fn show(session: &mut Session, pictures: u32, rate: f64) {
    for _ in 0..pictures {
        let mut readings = 0;
        let mut clock = || {
            readings += 1;
            Duration::from_micros(250 * readings)
        };
        session.advance(
            Duration::from_secs_f64(1.0 / rate),
            &mut Budget { span: Duration::from_millis(8), clock: &mut clock },
        );
    }
}

fn to(session: &mut Session, at: f64) {
    session.apply(Command::Seek(s(at)));
}

fn reno(flow: u32) -> SimCommand {
    let (controller, recovery) = hopscope::recovery::controller("Reno").unwrap();
    SimCommand::SetController { flow: FlowId(flow), controller, recovery }
}

#[test]
fn pictures_of_any_rate_and_every_speed_show_the_same_run() {
    let expected = straight("chain4", &[], s(4.0));
    for rate in [7.0, 60.0] {
        for speed in [Speed::Ratio(0.3), Speed::Ratio(2.0), Speed::Unlimited] {
            for follow in [false, true] {
                let mut session = session("chain4");
                session.apply(Command::SetSpeed(speed));
                session.apply(Command::SetFollow(follow));
                session.apply(Command::Play);
                let mut pictures = 0;
                while session.line().now() < s(4.0) && session.is_playing() {
                    show(&mut session, 1, rate);
                    pictures += 1;
                    assert!(pictures < 20_000);
                    if session.line().now() > s(3.0) && speed == Speed::Unlimited {
                        break;
                    }
                }
                to(&mut session, 4.0);
                assert_eq!(session.view().digest(), expected, "{rate} pictures/s, {speed:?}, follow {follow}");
            }
        }
    }
}

#[test]
fn seeking_back_and_playing_on_repeats_the_run() {
    let mut session = session("chain4");
    to(&mut session, 12.0);
    let there = session.view().digest();
    for at in [2.0, 11.999_999, 0.0, 7.5] {
        to(&mut session, at);
        to(&mut session, 12.0);
        assert_eq!(session.view().digest(), there);
    }
    assert_eq!(session.lines().len(), 1, "looking is no branch");
}

#[test]
fn a_change_at_the_frontier_goes_on_and_one_in_the_past_branches() {
    let mut session = session("chain4");
    to(&mut session, 3.0);
    session.apply(Command::Give(reno(0)));
    assert_eq!(session.lines().len(), 1);
    to(&mut session, 6.0);
    let with_reno = session.view().digest();
    assert_eq!(with_reno, straight("chain4", &[(s(3.0), reno(0))], s(6.0)));
    to(&mut session, 4.0);
    let off = SimCommand::NodeOff { node: NodeId(2) };
    session.apply(Command::Give(off.clone()));
    assert_eq!(session.lines().len(), 2);
    to(&mut session, 6.0);
    assert_eq!(session.view().digest(), straight("chain4", &[(s(3.0), reno(0)), (s(4.0), off)], s(6.0)));
    let old = session.lines()[0].id;
    session.apply(Command::Watch(old));
    to(&mut session, 6.0);
    assert_eq!(session.view().digest(), with_reno);
}

#[test]
fn undo_goes_to_just_before_and_redo_does_it_once_more() {
    let mut session = session("chain4");
    to(&mut session, 3.0);
    let before = session.view().digest();
    session.apply(Command::Give(reno(0)));
    to(&mut session, 5.0);
    let after = session.view().digest();
    session.apply(Command::Undo);
    assert_eq!((session.view().digest(), session.line().now()), (before, s(3.0)));
    assert_eq!(session.script(), "");
    to(&mut session, 5.0);
    assert_eq!(session.view().digest(), straight("chain4", &[], s(5.0)));
    session.apply(Command::Redo);
    // The line has been further by now, so the change is made on a branch.
    assert_eq!(session.lines().len(), 2);
    to(&mut session, 5.0);
    assert_eq!(session.view().digest(), after);
    session.apply(Command::Undo);
    assert_eq!((session.lines().len(), session.line().now()), (1, s(3.0)));
    session.apply(Command::Undo);
    assert!(matches!(session.take_notices().last(), Some(Notice::Info(text)) if text.contains("nothing to undo")));
}

#[test]
fn a_branch_with_nothing_changed_is_the_original() {
    let mut session = session("cross4");
    to(&mut session, 8.0);
    let digest = session.view().digest();
    to(&mut session, 4.0);
    session.apply(Command::Branch);
    to(&mut session, 8.0);
    assert_eq!(session.view().digest(), digest);
    assert_eq!(difference::first(&session.lines()[0], &session.lines()[1], s(4.0)), None);
}

#[test]
fn the_first_difference_is_what_the_change_did_first() {
    let mut session = session("chain4");
    to(&mut session, 6.0);
    to(&mut session, 4.0);
    session.apply(Command::Give(SimCommand::NodeOff { node: NodeId(2) }));
    to(&mut session, 6.0);
    let found = difference::first(&session.lines()[0], &session.lines()[1], s(4.0)).unwrap();
    assert!(found.at >= s(4.0) && found.at < s(4.05), "{found:?}");
    assert_eq!(found.text, "a packet of ftp is dropped at n0 (no route)");
}

#[test]
fn the_saved_script_gives_the_digest_of_the_interactive_run() {
    let mut session = session("chain4");
    to(&mut session, 2.0);
    session.apply(Command::Give(reno(0)));
    to(&mut session, 3.5);
    session.apply(Command::Give(SimCommand::MoveNode { node: NodeId(4), x: Metres(1500.0), y: Metres(0.0) }));
    to(&mut session, 5.0);
    session.apply(Command::Give(SimCommand::MoveNode { node: NodeId(4), x: Metres(800.0), y: Metres(0.0) }));
    to(&mut session, 9.0);
    let scenario = gallery("chain4");
    let script = scenario::script::parse(&scenario, "log", &session.script()).unwrap();
    assert_eq!(script.len(), 3);
    assert_eq!(straight("chain4", &script, s(9.0)), session.view().digest());
}

#[test]
fn steps_go_to_the_next_and_the_previous() {
    let mut session = session("chain4");
    to(&mut session, 2.0);
    for stride in [Stride::Event, Stride::Frame] {
        let start = session.line().now();
        let mut forward = Vec::new();
        for _ in 0..5 {
            session.apply(Command::Step(stride, Direction::Forward));
            forward.push(session.line().now());
        }
        assert!(start < forward[0] && forward.is_sorted_by(|a, b| a < b), "{stride:?} {forward:?}");
        let mut back = Vec::new();
        for _ in 0..4 {
            session.apply(Command::Step(stride, Direction::Back));
            back.push(session.line().now());
        }
        back.reverse();
        assert_eq!(back, forward[..4], "{stride:?}");
    }
    session.apply(Command::Step(Stride::Loss, Direction::Forward));
    show(&mut session, 1000, 60.0);
    let loss = session.line().now();
    assert!(!session.is_playing() && loss > s(2.0));
    to(&mut session, 15.0);
    let mut last = session.line().now();
    while last > loss {
        session.apply(Command::Step(Stride::Loss, Direction::Back));
        assert!(session.line().now() < last);
        last = session.line().now();
    }
    assert_eq!(last, loss);
}

#[test]
fn running_until_a_goal_stops_just_after_it() {
    let mut session = session("lossy_path");
    session.apply(Command::RunUntil(Goal::Timeout));
    show(&mut session, 3000, 60.0);
    let at = session.line().now();
    assert!(!session.is_playing() && at < session.view().horizon(), "{at}");
    assert_eq!(session.view().flow(FlowId(0)).unwrap().tcp.unwrap().counters.timeouts, 1);
    let later = at + SimDuration::from_millis(300);
    session.apply(Command::RunUntil(Goal::Time(later)));
    show(&mut session, 3000, 60.0);
    assert_eq!(session.line().now(), later);
    session.apply(Command::RunUntil(Goal::Time(s(0.25))));
    assert_eq!(session.line().now(), s(0.25));
}

#[test]
fn following_slows_down_for_a_loss_and_goes_on() {
    let mut session = session("chain8");
    session.apply(Command::SetSpeed(Speed::Ratio(1.0)));
    session.apply(Command::Play);
    let mut slow = 0;
    for _ in 0..600 {
        show(&mut session, 1, 60.0);
        slow += u32::from(session.follow.is_slow(session.line().now()));
    }
    assert!((60..400).contains(&slow), "{slow} of 600 pictures were slow");
    assert!(session.line().now() > s(3.0), "{}", session.line().now());
}

/// Goes on from frame to frame until `wanted` holds of one on air.
fn to_frame(session: &mut Session, wanted: impl Fn(&Flown) -> bool) {
    for _ in 0..200 {
        session.apply(Command::Step(Stride::Frame, Direction::Forward));
        let frames = session.view().frames(SimDuration::ZERO);
        if frames.iter().any(|frame| frame.on_air && wanted(&frame.flown)) {
            return;
        }
    }
    panic!("no such frame");
}

/// What a second on screen shows from here on, with following.
fn a_second_from_here(session: &mut Session, ratio: f64) -> f64 {
    let start = session.line().now();
    session.apply(Command::SetSpeed(Speed::Ratio(ratio)));
    session.apply(Command::Play);
    show(session, 60, 60.0);
    session.apply(Command::Pause);
    session.line().now().since(start).secs_f64()
}

#[test]
fn following_hurries_over_silence_but_not_over_a_frame_on_air_or_a_packet_that_waits() {
    // Nothing is sent in the first second of simulated time.
    let mut session = session("one_hop");
    assert!(a_second_from_here(&mut session, 1e-3) > 0.5, "silence");
    session.apply(Command::SetFollow(false));
    to(&mut session, 0.5);
    let shown = a_second_from_here(&mut session, 1e-3);
    assert!((shown - 1e-3).abs() < 1e-4, "without following time passes as wished: {shown}");
    session.apply(Command::SetFollow(true));
    to(&mut session, 2.0);
    // A long frame: no event until its end, four milliseconds and more away.
    to_frame(&mut session, |frame| frame.air_time > SimDuration::from_millis(4));
    let shown = a_second_from_here(&mut session, 1e-3);
    assert!((shown - 1e-3).abs() < 1e-4, "a frame on air: {shown}");
    // Between two frames nothing is on air, but the next packet waits for its backoff.
    to_frame(&mut session, |frame| frame.kind == FrameKind::Ack);
    let end = session.view().frames(SimDuration::ZERO).iter().map(|frame| frame.flown.end()).max().unwrap();
    session.apply(Command::Seek(end.saturating_add(SimDuration::from_micros(5))));
    assert!(session.view().frames(SimDuration::ZERO).iter().all(|frame| !frame.on_air));
    let shown = a_second_from_here(&mut session, 1e-5);
    assert!((shown - 1e-5).abs() < 1e-6, "a packet that waits: {shown}");
}

#[test]
fn there_are_never_too_many_lines_and_always_one() {
    let mut session = session("one_hop");
    to(&mut session, 2.0);
    to(&mut session, 1.0);
    for _ in 0..20 {
        session.apply(Command::Branch);
    }
    assert_eq!(session.lines().len(), hopscope::session::session::MOST_LINES);
    while session.lines().len() > 1 {
        let id = session.line().id;
        session.apply(Command::Close(id));
    }
    let last = session.line().id;
    session.apply(Command::Close(last));
    assert_eq!(session.lines().len(), 1);
}

/// A layer whose model fails at two seconds.
fn failing(builder: &mut hopscope::sim::build::SimBuilder) {
    use bevy_ecs::schedule::IntoScheduleConfigs;
    let fail = |clock: bevy_ecs::system::Res<hopscope::kernel::clock::Clock>| {
        assert!(clock.now() < SimTime::from_secs_f64(2.0), "the window has no floor");
    };
    builder.schedule.add_systems(fail.in_set(hopscope::kernel::schedule::StepSystems::Settle));
}

#[test]
fn a_model_that_fails_is_reported_and_the_session_goes_on() {
    let mut session = Session::with_layers(gallery("one_hop"), "one_hop", &[failing]);
    to(&mut session, 1.5);
    session.apply(Command::Branch);
    session.apply(Command::SetSpeed(Speed::Unlimited));
    session.apply(Command::Play);
    show(&mut session, 50, 60.0);
    assert!(!session.is_playing());
    let said: Vec<Notice> = session.take_notices();
    assert!(
        said.iter().any(|n| matches!(n, Notice::Problem(text) if text.contains("the window has no floor"))),
        "{said:?}"
    );
    session.apply(Command::Play);
    assert!(!session.is_playing(), "a failed line does not go on");
    to(&mut session, 1.0);
    assert_eq!(session.line().failure, None);
    assert_eq!(session.view().digest(), straight("one_hop", &[], s(1.0)));
    assert_eq!(session.lines().len(), 2);
}

/// Random commands of a viewer, by a seed: time, changes, branches, undo, everything.
mod monkey {
    use super::*;
    use hopscope::units::{BitRate, Watts};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn sim_command(rng: &mut ChaCha8Rng, session: &Session) -> SimCommand {
        let blueprint = &session.line().run().scenario().blueprint;
        let flow = FlowId(rng.random_range(0..u32::try_from(blueprint.flows.len()).unwrap().max(1)));
        let node = NodeId(rng.random_range(0..u32::try_from(blueprint.nodes.len()).unwrap()));
        let links = u32::try_from(2 * blueprint.links.len()).unwrap();
        match rng.random_range(0..9) {
            0 => {
                let name = hopscope::recovery::CONTROLLERS[rng.random_range(0..3)];
                let (controller, recovery) = hopscope::recovery::controller(name).unwrap();
                SimCommand::SetController { flow, controller, recovery }
            }
            1 => SimCommand::SetTransport { flow, max_window: rng.random_range(1..100) },
            2 if links > 0 => SimCommand::SetLink {
                link: hopscope::ids::LinkId(rng.random_range(0..links)),
                bandwidth: Some(BitRate(rng.random_range(0..3_000_000))),
                delay: None,
                loss: Some(f64::from(rng.random_range(0..100)) / 100.0),
            },
            3 => SimCommand::SetRadio { node, transmit_power: Watts(f64::from(rng.random_range(1..500)) / 1000.0) },
            4 => SimCommand::NodeOff { node },
            5 => SimCommand::NodeOn { node },
            6 => SimCommand::FlowStop { flow },
            7 => SimCommand::FlowStart { flow },
            _ => SimCommand::MoveNode {
                node,
                x: Metres(f64::from(rng.random_range(-500..2500))),
                y: Metres(f64::from(rng.random_range(-500..500))),
            },
        }
    }

    fn command(rng: &mut ChaCha8Rng, session: &Session) -> Command {
        let now = session.line().now().secs_f64();
        let line = |rng: &mut ChaCha8Rng| session.lines()[rng.random_range(0..session.lines().len())].id;
        let way = if rng.random_bool(0.5) { Direction::Forward } else { Direction::Back };
        match rng.random_range(0..20) {
            0 | 1 => Command::Play,
            2 => Command::Pause,
            3 => Command::SetSpeed(Speed::at_slider(f64::from(rng.random_range(0..100)) / 100.0)),
            4 => Command::StepSpeed(if way == Direction::Forward { 1 } else { -1 }),
            5 => Command::SetFollow(rng.random_bool(0.5)),
            6 => Command::Step(Stride::Event, way),
            7 => Command::Step(Stride::Frame, way),
            8 => Command::Step(Stride::Loss, way),
            9 => Command::RunUntil(Goal::MENU[rng.random_range(0..4)].0),
            10 => Command::RunUntil(Goal::Time(s(now + f64::from(rng.random_range(0..100)) / 100.0))),
            11 | 12 => Command::Seek(s(now * f64::from(rng.random_range(0..130)) / 100.0)),
            13 => Command::SeekStart,
            14 => Command::SeekFrontier,
            15 | 16 => Command::Give(sim_command(rng, session)),
            17 => [Command::Branch, Command::Redo][usize::from(rng.random_bool(0.6))].clone(),
            18 => [Command::Watch(line(rng)), Command::Close(line(rng))][usize::from(rng.random_bool(0.4))].clone(),
            _ => Command::Undo,
        }
    }

    /// Drives a session with `steps` random commands, looking at everything, and compares the end with a replay of its log.
    pub(super) fn drive(name: &str, seed: u64, steps: u32) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut session = session(name);
        for step in 0..steps {
            let next = command(&mut rng, &session);
            session.apply(next.clone());
            let pictures = rng.random_range(0..4);
            show(&mut session, pictures, 30.0);
            assert!(
                !session.take_notices().iter().any(|n| n.text().contains("failed at")),
                "{name} {seed} {step} {next:?}"
            );
            let view = session.view();
            assert!(view.now() <= view.frontier(), "{name} {seed} step {step}: {next:?}");
            assert_eq!(view.imbalance(), None, "{name} {seed} step {step}: {next:?}");
            if step % 10 == 0 {
                let _ = (view.nodes(), view.flows(), view.links(), view.frames(SimDuration::from_millis(5)));
                let _ = view.collisions(SimDuration::from_millis(5));
            }
        }
        for line in session.lines() {
            let scenario = gallery(name);
            let log = line.run().commands();
            let log = if log.is_empty() { "[]" } else { log.as_str() };
            let script = scenario::script::parse(&scenario, "log", log).unwrap();
            // A run that has stopped is at its last event, and that has happened.
            let at = line.now() + SimDuration::from_nanos(u64::from(line.run().stopped().is_some()));
            // The scenario's own script is in its log, too.
            let own: Vec<_> = script.into_iter().filter(|entry| !scenario.blueprint.script.contains(entry)).collect();
            assert_eq!(straight(name, &own, at), line.run().digest(), "{name} {seed}: line {:?}", line.id);
        }
    }
}

/// Steps of a monkey: 500, or what `HOPSCOPE_MONKEY_STEPS` says; ten thousand take a quarter of an hour.
pub(crate) fn monkey_steps() -> u32 {
    std::env::var("HOPSCOPE_MONKEY_STEPS").ok().and_then(|steps| steps.parse().ok()).unwrap_or(500)
}

#[test]
fn a_monkey_breaks_nothing_and_its_log_repeats_what_it_did() {
    for (name, seed) in [("chain4", 1), ("cross4", 2), ("dumbbell", 3), ("aodv_chain", 4), ("bursty_path", 5)] {
        monkey::drive(name, seed, monkey_steps());
    }
}

#[test]
fn what_following_looked_ahead_for_is_not_yet_seen() {
    let mut session = session("chain8");
    session.apply(Command::SetSpeed(Speed::Ratio(1.0)));
    session.apply(Command::Play);
    while !session.follow.is_slow(session.line().now()) {
        show(&mut session, 1, 60.0);
    }
    session.apply(Command::Pause);
    assert!(session.line().now() < session.line().frontier(), "it went past the loss and came back");
    session.apply(Command::Give(reno(0)));
    assert_eq!(session.lines().len(), 1, "nobody has seen more of this line");
    let at = session.line().now();
    to(&mut session, 5.0);
    let given = session.view().commands()[0].at;
    assert!(given < at);
    assert_eq!(session.view().digest(), straight("chain8", &[(given, reno(0))], s(5.0)));
}

#[test]
fn where_a_node_stood_is_known_after_it_has_moved() {
    let mut session = session("chain4");
    to(&mut session, 3.0);
    session.apply(Command::Give(SimCommand::MoveNode { node: NodeId(4), x: Metres(900.0), y: Metres(50.0) }));
    let at = |t| session.view().position_at(NodeId(4), s(t));
    assert_eq!([at(2.9), at(3.1)], [Some((800.0, 0.0)), Some((900.0, 50.0))]);
}

#[test]
fn a_node_that_is_off_hears_nothing() {
    let mut session = session("chain4");
    to(&mut session, 3.0);
    let hears = |session: &Session| session.view().hearers(NodeId(1)).iter().any(|(node, ..)| *node == NodeId(2));
    assert!(hears(&session));
    session.apply(Command::Give(SimCommand::NodeOff { node: NodeId(2) }));
    assert!(!hears(&session));
}

#[test]
fn joules_at_the_cursor_are_the_sum_of_the_nodes() {
    let mut session = session("chain4");
    let spent = |session: &Session, at: f64| -> f64 {
        let spent = session.view().spent().unwrap();
        RadioState::ALL.iter().map(|state| spent.joules(*state, s(at))).sum()
    };
    // At the head between two samples, at one, and back where it has been.
    for at in [3.0, 3.05, 3.1, 3.199, 1.234] {
        to(&mut session, at);
        let nodes: f64 = session.view().nodes().iter().map(|node| node.joules).sum();
        assert!((spent(&session, at) - nodes).abs() < 1e-9, "{at}: {} of {nodes}", spent(&session, at));
    }
    // It never falls, on both sides of the cursor, and stays where nothing more is known.
    let curve: Vec<f64> = (110..330).map(|k| spent(&session, f64::from(k) * 0.01)).collect();
    assert!(curve.windows(2).all(|pair| pair[0] <= pair[1]), "{curve:?}");
    to(&mut session, 3.199);
    assert!((spent(&session, 3.3) - spent(&session, 3.199)).abs() < 1e-9);
}

/// Nobody knows a way before one was asked for; then it leads along the chain, and is told by name.
#[test]
fn the_way_of_a_flow_is_the_one_that_its_routers_know() {
    let mut session = session("aodv_chain");
    let way = |session: &Session| session.view().route(FlowId(0)).iter().map(|node| node.0).collect::<Vec<_>>();
    to(&mut session, 0.9);
    assert_eq!((way(&session), session.view().routing().0), (vec![0], "AODV (Ns2)"));
    to(&mut session, 1.5);
    assert_eq!(way(&session), [0, 1, 2, 3, 4, 5, 6]);
    let mut known = self::session("chain4");
    to(&mut known, 0.1);
    assert_eq!((way(&known), known.view().routing().0), (vec![0, 1, 2, 3, 4], "Static"));
}
