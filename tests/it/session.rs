//! A run while somebody watches it: lines, seeking, undo, following, and that none of it changes what a run computes.

use std::time::Duration;

use hopscope::ids::{FlowId, NodeId};
use hopscope::scenario;
use hopscope::session::command::{Direction, Stride};
use hopscope::session::pacer::Budget;
use hopscope::session::{Command, Goal, Notice, Session, Speed, difference};
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::Simulation;
use hopscope::units::{Metres, SimTime};

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

/// Shows the session for `pictures` pictures at `rate` a second, with as much machine time as it wants.
fn show(session: &mut Session, pictures: u32, rate: f64) {
    for _ in 0..pictures {
        let mut clock = || Duration::ZERO;
        session.advance(Duration::from_secs_f64(1.0 / rate), &mut Budget { span: Duration::from_millis(8), clock: &mut clock });
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
    let later = at + hopscope::units::SimDuration::from_millis(300);
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
