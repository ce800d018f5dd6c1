//! What the engines ask for, input by input, and the names of the pairings.

use super::{
    CONTROLLERS, Engine, ExitRule, Flight, Kind, Options, PartialTimer, Reaction, Rules, Sending, Turn, controller,
};
use crate::congestion::{self, AckInfo, Algorithm, Window};
use crate::units::SimTime;

const SEGMENT: u64 = 1000;

/// `size` segments out from segment `una` on, numbered from 1.
fn flight(una: u64, size: u64) -> Flight {
    Flight {
        una: 1 + (una - 1) * SEGMENT,
        max: 1 + (una - 1 + size) * SEGMENT,
        size: size as f64,
        receiver: 64.0,
        first_segment: una == 1,
    }
}

fn ack() -> AckInfo {
    AckInfo { now: SimTime::ZERO, ack: 0, acked: 1.0, rtt: None, flight_before: 8.0, app_limited: false, hops: 0 }
}

fn law(cwnd: f64) -> Algorithm {
    congestion::Config::Reno.start(Window { cwnd, ssthresh: 64.0 })
}

/// An engine after the third duplicate for segment 5 with eight segments out.
fn after_third_dup(kind: Kind, rules: Rules) -> (Engine, Algorithm, Reaction) {
    let (mut engine, mut law) = (Engine::new(kind, rules), law(8.0));
    for dup in 1..=2 {
        let reaction = engine.on_dup_ack(&mut law, &flight(5, 8), &ack());
        assert_eq!((reaction.turn, engine.dupacks()), (None, dup));
    }
    let reaction = engine.on_dup_ack(&mut law, &flight(5, 8), &ack());
    (engine, law, reaction)
}

#[test]
fn every_name_of_a_controller_is_a_law_and_an_engine() {
    for name in CONTROLLERS {
        let (config, kind) = controller(name).unwrap();
        assert_eq!((config, kind.name()), (congestion::Config::Reno, name));
    }
    assert_eq!(controller("newreno"), None);
}

#[test]
fn the_third_duplicate_starts_a_fast_retransmit() {
    // Kind, rules; window and threshold after it; what goes out: Tahoe rewinds, the others retransmit one.
    for (kind, rules, window, inflation, rewind) in [
        (Kind::Tahoe, Rules::rfc(Kind::Tahoe), 1.0, 0.0, true),
        (Kind::Reno, Rules::rfc(Kind::Reno), 4.0, 3.0, false),
        (Kind::NewReno, Rules::rfc(Kind::NewReno), 4.0, 3.0, false),
        (Kind::NewReno, Rules::ns2(Kind::NewReno), 4.0, 3.0, false),
    ] {
        let (engine, law, reaction) = after_third_dup(kind, rules);
        assert_eq!((law.window(), law.ssthresh(), engine.inflation()), (window, 4.0, inflation), "{kind:?}");
        assert_eq!(reaction.turn, Some(Turn::ThirdDupAck));
        assert_eq!((reaction.rewind, reaction.retransmit, reaction.restart_timer), (rewind, !rewind, true));
    }
}

#[test]
fn the_guard_holds_until_the_recovery_point_is_passed() {
    // The recovery point is 13, the end of the flight at the loss. Then three duplicates for the segment `una`.
    for (kind, rules, una, again) in [
        (Kind::Tahoe, Rules::rfc(Kind::Tahoe), 9, false),
        (Kind::Tahoe, Rules::rfc(Kind::Tahoe), 13, false),
        (Kind::Tahoe, Rules::rfc(Kind::Tahoe), 14, true),
        (Kind::Reno, Rules::rfc(Kind::Reno), 9, true),
        (Kind::Reno, Rules::ns2(Kind::Reno), 9, false),
        (Kind::Reno, Rules::ns2(Kind::Reno), 14, true),
        (Kind::NewReno, Rules::rfc(Kind::NewReno), 13, false),
        (Kind::NewReno, Rules::rfc(Kind::NewReno), 14, true),
    ] {
        let (mut engine, mut law, _) = after_third_dup(kind, rules);
        engine.on_rto(&mut law, &flight(5, 8), SimTime::ZERO);
        engine.on_new_ack(&mut law, &flight(una, 8), 4.0, &ack());
        let turns: Vec<Option<Turn>> =
            (0..3).map(|_| engine.on_dup_ack(&mut law, &flight(una, 8), &ack()).turn).collect();
        assert_eq!(turns[2].is_some(), again, "{kind:?} at segment {una}");
    }
}

#[test]
fn ns2_lets_the_first_segment_pass_the_guard() {
    for (rules, again) in [(Rules::ns2(Kind::NewReno), true), (Rules::rfc(Kind::NewReno), false)] {
        let (mut engine, mut law) = (Engine::new(Kind::NewReno, rules), law(8.0));
        engine.on_rto(&mut law, &flight(1, 8), SimTime::ZERO);
        let last = (0..3).map(|_| engine.on_dup_ack(&mut law, &flight(1, 8), &ack()).turn).last();
        assert_eq!(last.flatten().is_some(), again);
    }
}

#[test]
fn partial_acks_take_out_what_they_acknowledge() {
    // Window 4 and inflation 3 + dups at the loss; a partial acknowledgement of `acked` segments: total - acked + 1.
    for (dups, acked, window, inflation) in
        [(9, 4.0, 4.0, 9.0), (2, 4.0, 4.0, 2.0), (0, 3.0, 4.0, 1.0), (0, 5.0, 2.0, 1.0), (0, 9.0, 1.0, 1.0)]
    {
        let (mut engine, mut law, _) = after_third_dup(Kind::NewReno, Rules::rfc(Kind::NewReno));
        for _ in 0..dups {
            engine.on_dup_ack(&mut law, &flight(5, 8), &ack());
        }
        let reaction = engine.on_new_ack(&mut law, &flight(7, 6), acked, &ack());
        assert_eq!((law.window(), engine.inflation()), (window, inflation), "{dups} duplicates, {acked} acknowledged");
        assert_eq!((reaction.turn, reaction.retransmit), (Some(Turn::PartialAck), true));
        assert!(engine.in_recovery());
    }
}

#[test]
fn the_timer_restarts_on_the_first_partial_ack_or_on_all() {
    for (partial_timer, restarts) in
        [(PartialTimer::Impatient, [true, false, false]), (PartialTimer::SlowButSteady, [true, true, true])]
    {
        let rules =
            Rules::rfc(Kind::NewReno).with(Options { partial_timer: Some(partial_timer), ..Options::default() });
        let (mut engine, mut law, _) = after_third_dup(Kind::NewReno, rules);
        let seen = [6, 7, 8].map(|una| engine.on_new_ack(&mut law, &flight(una, 13 - una), 1.0, &ack()).restart_timer);
        assert_eq!(seen, restarts);
    }
}

#[test]
fn the_exit_sets_the_window_by_its_rule() {
    // Three segments are left; the threshold is 4. Keep: 4 and one step of congestion avoidance.
    for (exit, window) in [(ExitRule::FlightLimited, 4.0), (ExitRule::Ssthresh, 4.0), (ExitRule::Keep, 4.25)] {
        let rules = Rules::rfc(Kind::NewReno).with(Options { exit: Some(exit), ..Options::default() });
        let (mut engine, mut law, _) = after_third_dup(Kind::NewReno, rules);
        let reaction = engine.on_new_ack(&mut law, &flight(13, 3), 8.0, &ack());
        assert_eq!((reaction.turn, law.window(), engine.inflation()), (Some(Turn::Exit), window, 0.0), "{exit:?}");
        assert_eq!((engine.dupacks(), engine.in_recovery()), (0, false));
    }
    let (mut engine, mut law, _) = after_third_dup(Kind::NewReno, Rules::rfc(Kind::NewReno));
    engine.on_new_ack(&mut law, &flight(13, 0), 8.0, &ack());
    assert_eq!(law.window().to_bits(), 2.0_f64.to_bits(), "nothing is left: max(0, 1) + 1");
}

#[test]
fn what_duplicates_release() {
    // After 1 and 2 duplicates, after 4 in a recovery.
    for (kind, rules, early, late) in [
        (Kind::Tahoe, Rules::ns2(Kind::Tahoe), Sending::Limited { window: true }, Sending::Window),
        (Kind::Reno, Rules::ns2(Kind::Reno), Sending::Limited { window: false }, Sending::Window),
        (Kind::NewReno, Rules::ns2(Kind::NewReno), Sending::Limited { window: false }, Sending::AtMost(2)),
        (Kind::NewReno, Rules::rfc(Kind::NewReno), Sending::Limited { window: true }, Sending::Window),
    ] {
        let mut engine = Engine::new(kind, rules);
        let mut law = law(8.0);
        let sends: Vec<Sending> = (0..4).map(|_| engine.on_dup_ack(&mut law, &flight(5, 8), &ack()).send).collect();
        assert_eq!([sends[0], sends[1], sends[3]], [early, early, late], "{kind:?}");
    }
}
