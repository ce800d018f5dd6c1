//! Times that can be added up by hand.

use proptest::prelude::*;

use super::*;

const FLOW: Option<FlowId> = Some(FlowId(0));

fn at(millis: u64) -> SimTime {
    SimTime::ZERO + SimDuration::from_millis(millis)
}

fn ms(millis: u64) -> SimDuration {
    SimDuration::from_millis(millis)
}

#[test]
fn the_open_interval_counts_and_looking_changes_nothing() {
    let ledger = Ledger::new(at(0), RadioState::Idle);
    for (now, idle) in [(0, 0), (5_000, 5_000), (10_000, 10_000), (5_000, 5_000)] {
        assert_eq!(ledger.times(at(now)).of(RadioState::Idle), ms(idle));
    }
}

#[test]
fn a_change_closes_the_old_state_and_no_change_is_none() {
    let mut ledger = Ledger::new(at(10), RadioState::Idle);
    assert!(ledger.set_state(at(30), RadioState::Receive));
    assert!(!ledger.set_state(at(40), RadioState::Receive));
    assert_eq!((ledger.state(), ledger.since()), (RadioState::Receive, at(30)));
    assert!(ledger.set_state(at(60), RadioState::Sleep));
    let times = ledger.times(at(100));
    for (state, time) in [
        (RadioState::Transmit, 0),
        (RadioState::Receive, 30),
        (RadioState::Idle, 20),
        (RadioState::Sleep, 40),
        (RadioState::Transition, 0),
        (RadioState::Off, 0),
    ] {
        assert_eq!(times.of(state), ms(time), "{}", state.name());
    }
    assert_eq!(times.total(), ms(90));
    assert_eq!(ledger.times(at(120)).since(&times).total(), ms(20));
}

#[test]
#[should_panic(expected = "was read at 0.02 s")]
fn the_past_cannot_be_read() {
    let mut ledger = Ledger::new(at(0), RadioState::Idle);
    ledger.set_state(at(30), RadioState::Receive);
    let _ = ledger.times(at(20));
}

#[test]
fn what_is_not_attributed_yet_is_unattributed() {
    use RadioState::{Idle, Receive, Transmit};
    let mut ledger = Ledger::new(at(0), Receive);
    assert_eq!(ledger.classes(at(4)).unattributed(Receive), ms(4), "the frame is still coming in");
    ledger.attribute(Receive, Class::DataFirst, FLOW, ms(6));
    ledger.set_state(at(6), Idle);
    ledger.set_state(at(7), Transmit);
    ledger.set_state(at(9), Receive);
    ledger.attribute(Transmit, Class::MacControl, FLOW, ms(2));
    ledger.set_state(at(12), Transmit);
    ledger.attribute(Receive, Class::DataFirst, FLOW, ms(2));
    ledger.attribute(Receive, Class::DataFirst, Some(FlowId(1)), ms(1));
    let classes = ledger.classes(at(13));
    assert_eq!(classes.of(Receive, Class::DataFirst), ms(9));
    assert_eq!(classes.of_flow(Receive, Class::DataFirst, FLOW), ms(8));
    assert_eq!(classes.of_flow(Receive, Class::TcpAck, FLOW), ms(0));
    assert_eq!(classes.unattributed(Receive), ms(0));
    assert_eq!(classes.of(Transmit, Class::MacControl), ms(2));
    assert_eq!(classes.unattributed(Transmit), ms(1));
    assert_eq!(classes.unattributed(Idle), ms(0));
    assert_eq!(classes.shares().len(), 3);
}

#[test]
#[should_panic(expected = "5 ms of receive were attributed, it lasted 4 ms")]
fn more_than_a_state_lasted_cannot_be_attributed() {
    let mut ledger = Ledger::new(at(0), RadioState::Receive);
    ledger.attribute(RadioState::Receive, Class::Overheard, None, ms(5));
    let _ = ledger.classes(at(4));
}

#[test]
#[should_panic(expected = "not idle")]
fn idling_has_no_purpose() {
    Ledger::new(at(0), RadioState::Idle).attribute(RadioState::Idle, Class::DataFirst, None, ms(1));
}

/// Each row sets everything that comes later in the order of precedence as well.
#[test]
fn the_first_class_that_fits_takes_the_time() {
    let mut frame = Traits {
        collided: true,
        overheard: true,
        mac_control: true,
        routing: true,
        mac_retry: true,
        tcp_retransmission: true,
        tcp_ack: true,
    };
    let clear: [fn(&mut Traits); 7] = [
        |f| f.collided = false,
        |f| f.overheard = false,
        |f| f.mac_control = false,
        |f| f.routing = false,
        |f| f.mac_retry = false,
        |f| f.tcp_retransmission = false,
        |f| f.tcp_ack = false,
    ];
    let names: Vec<_> = Class::ALL.iter().map(|class| class.name()).collect();
    assert_eq!(
        names,
        ["collided", "overheard", "mac_control", "routing", "mac_retry", "tcp_retransmission", "tcp_ack", "data_first"]
    );
    for (class, clear) in Class::ALL.iter().zip(clear) {
        assert_eq!(Class::of(frame), *class);
        clear(&mut frame);
    }
    assert_eq!(Class::of(frame), Class::DataFirst);
}

/// A change of state after so many nanoseconds, and how much of a sending or receiving that ends is attributed to what.
fn changes() -> impl Strategy<Value = Vec<(u64, usize, usize, u32)>> {
    prop::collection::vec((0u64..1_000_000, 0..STATES, 0..Class::ALL.len(), 0u32..3), 0..80)
}

proptest! {
    /// spec/energy.md 10, check 17: states sum to the elapsed time, classes and the rest to their state.
    #[test]
    fn everything_closes_to_the_nanosecond(changes in changes(), rest in 0u64..1_000_000) {
        let start = SimTime::from_nanos(77);
        let (mut now, mut ledger) = (start, Ledger::new(start, RadioState::Off));
        for (gap, state, class, flow) in changes {
            now += SimDuration::from_nanos(gap);
            let ended = (ledger.state(), now.since(ledger.since()));
            let changed = ledger.set_state(now, RadioState::ALL[state]);
            // Of three intervals one goes to no class, as if it had been broken off.
            if changed && matches!(ended.0, RadioState::Transmit | RadioState::Receive) && flow > 0 {
                ledger.attribute(ended.0, Class::ALL[class], Some(FlowId(flow)), ended.1);
            }
        }
        now += SimDuration::from_nanos(rest);
        let times = ledger.times(now);
        prop_assert_eq!(times.total(), now.since(start));
        let classes = ledger.classes(now);
        for state in [RadioState::Transmit, RadioState::Receive] {
            let known: SimDuration = Class::ALL.iter().map(|class| classes.of(state, *class)).sum();
            prop_assert_eq!(known + classes.unattributed(state), times.of(state));
        }
    }
}
