//! Energies that can be computed by hand, with transmit 1.478 W, receive 0.900 W, idle 0.780 W, sleep 0.050 W.

use proptest::prelude::*;

use super::*;
use crate::energy::ledger::{Ledger, STATES};
use crate::energy::power::Kind;
use crate::ids::FlowId;
use crate::units::{Bytes, SimTime};

const NANOJOULE: Attojoules = 1_000_000_000;

fn singh() -> &'static PowerProfile {
    Kind::WavelanSingh.profile()
}

/// A ledger that went through these states, each for so many microseconds, and the instant at which the last one ended.
fn ledger(states: &[(RadioState, u64)]) -> (Ledger, SimTime) {
    let mut ledger = Ledger::new(SimTime::ZERO, states[0].0);
    let mut now = SimTime::ZERO;
    for (state, micros) in states {
        ledger.set_state(now, *state);
        now += SimDuration::from_micros(*micros);
    }
    (ledger, now)
}

fn used(states: &[(RadioState, u64)]) -> Attojoules {
    let (ledger, end) = ledger(states);
    total(&ledger.times(end), singh())
}

/// cases.md E2, E4, E5 and spec/energy.md 10, check 16.
#[test]
fn each_interval_is_charged_at_its_own_power() {
    use RadioState::{Idle, Off, Sleep, Transmit};
    let s = 1_000_000;
    for (what, states, nanojoules) in [
        ("E2: a frame between two idle seconds", &[(Idle, s), (Transmit, s), (Idle, s)][..], 3_038_000_000),
        ("E4: ten seconds idle", &[(Idle, 10 * s)], 7_800_000_000),
        ("E4: in the middle of them", &[(Idle, 5 * s)], 3_900_000_000),
        ("E5: five seconds idle, five asleep", &[(Idle, 5 * s), (Sleep, 5 * s)], 4_150_000_000),
        ("16: idle for 1000 s", &[(Idle, 1000 * s)], 780_000_000_000),
        ("16: asleep for 1000 s", &[(Sleep, 1000 * s)], 50_000_000_000),
        ("off for 1000 s", &[(Off, 1000 * s)], 0),
    ] {
        assert_eq!(used(states), nanojoules * NANOJOULE, "{what}");
    }
    let (ledger, end) = ledger(&[(Idle, 5 * s), (Sleep, 5 * s)]);
    assert_eq!(ledger.times(end).total(), SimDuration::from_secs(10));
}

/// spec/energy.md 2 and 10, check 15: one exchange of a 1500-byte MPDU, 2 Mb/s data, 1 Mb/s control, DIFS 50 us and a backoff of
/// 310 us before it; RTS 352, CTS and ACK 304, data 6192, SIFS 10 us.
#[test]
fn an_exchange_costs_each_node_what_it_did() {
    use RadioState::{Idle, Receive, Sleep, Transmit};
    let exchange = |rts, cts, data, ack| {
        [(Idle, 360), (rts, 352), (Idle, 10), (cts, 304), (Idle, 10), (data, 6192), (Idle, 10), (ack, 304)]
    };
    for (who, states, nanojoules) in [
        ("sender", &exchange(Transmit, Receive, Transmit, Receive)[..], 10_523_432),
        ("receiver", &exchange(Receive, Transmit, Receive, Transmit), 7_092_424),
        ("overhearer", &exchange(Receive, Receive, Receive, Receive), 6_741_000),
        ("overhearer asleep after the RTS", &[(Idle, 360), (Receive, 352), (Sleep, 6830)], 939_100),
        ("uninvolved", &[(Idle, 7542)], 5_882_760),
    ] {
        assert_eq!(states.iter().map(|(_, micros)| micros).sum::<u64>(), 7542, "{who}");
        assert_eq!(used(states), nanojoules * NANOJOULE, "{who}");
    }
}

/// cases.md E9: A sends 1 MB to B, C overhears, D is out of range.
#[test]
fn who_does_more_uses_more() {
    use RadioState::{Idle, Receive, Transmit};
    let frames = 1_000_000 / 1_460;
    let nodes = [(6544, 608), (608, 6544), (0, 7152), (0, 0)].map(|(transmit, receive)| {
        let frame = [(Transmit, transmit), (Receive, receive), (Idle, 7542 - transmit - receive)];
        ledger(&frame.repeat(frames))
    });
    let energies = nodes.each_ref().map(|(ledger, end)| total(&ledger.times(*end), singh()));
    assert!(energies.is_sorted_by(|more, less| more > less), "{energies:?}");
    let (d, end) = &nodes[3];
    assert_eq!(d.times(*end).of(Idle), d.times(*end).total());
}

/// spec/energy.md 4: (P_tx - P_idle) / 8r + P_idle / 8 rho, in microjoules per bit, for a transmission speed r of 2 Mb/s.
#[test]
fn energy_per_bit_follows_the_analytic_model() {
    for (goodput_kbps, expected) in [
        (100u64, ["8.149", "0.739", "1.214"]),
        (250, ["3.469", "0.739", "0.914"]),
        (500, ["1.909", "0.739", "0.814"]),
        (1000, ["1.129", "0.739", "0.764"]),
    ] {
        // 10 Mbit: five seconds of sending, the rest of the time idle.
        let bits = 10_000_000;
        let idle = bits * 1_000 / goodput_kbps - 5_000_000;
        let (ledger, end) = ledger(&[(RadioState::Transmit, 5_000_000), (RadioState::Idle, idle)]);
        let start = Ledger::new(SimTime::ZERO, RadioState::Transmit).times(SimTime::ZERO);
        let energy = ConnectionEnergy::between(&start, &ledger.times(end), singh());
        let per_bit = [energy.total, energy.idealized, energy.sleep]
            .map(|energy| format!("{:.3}", joules_per_bit(energy, bits).unwrap() * 1e6));
        assert_eq!(per_bit, expected, "{goodput_kbps} kb/s");
    }
}

/// spec/energy.md 10, check 24, with the radio's idle power: 5 MB at 300 kb/s take 139.81 s, 109.05 J, 2.6 uJ/bit.
#[test]
fn idling_through_a_slow_transfer() {
    let size = Bytes(5 << 20);
    let (ledger, end) = ledger(&[(RadioState::Idle, size.bits() * 10 / 3)]);
    assert_eq!(format!("{:.2}", end.secs_f64()), "139.81");
    let energy = total(&ledger.times(end), singh());
    assert_eq!(format!("{:.2}", joules(energy).0), "109.05");
    assert_eq!(format!("{:.3}", joules_per_bit(energy, size.bits()).unwrap() * 1e6), "2.600");
    assert_eq!(joules_per_bit(energy, 0), None);
}

#[test]
fn a_connection_is_charged_only_for_its_own_time() {
    use RadioState::{Idle, Receive, Sleep, Transition, Transmit};
    let (before, start) = ledger(&[(Transmit, 5), (Idle, 5)]);
    let all = [(Transmit, 5), (Idle, 15), (Transmit, 100), (Receive, 200), (Sleep, 30), (Transition, 40), (Idle, 50)];
    let (after, end) = ledger(&all);
    let energy = ConnectionEnergy::between(&before.times(start), &after.times(end), singh());
    // Microseconds times milliwatts are nanojoules. Idle for 10 + 50, asleep for 30; waking up draws twice the idle power.
    let idealized = 100 * 1478 + 200 * 900 + 40 * 1560;
    assert_eq!(energy.idealized, idealized * NANOJOULE);
    assert_eq!(energy.sleep, (idealized + 90 * 50) * NANOJOULE);
    assert_eq!(energy.total, (idealized + 60 * 780 + 30 * 50) * NANOJOULE);
}

#[test]
fn classes_and_the_rest_add_up_to_sending_and_receiving() {
    use RadioState::{Idle, Receive, Transmit};
    let (mut ledger, end) = ledger(&[(Transmit, 100), (Receive, 300), (Idle, 10)]);
    let us = SimDuration::from_micros;
    ledger.attribute(Transmit, Class::DataFirst, Some(FlowId(0)), us(60));
    ledger.attribute(Transmit, Class::MacControl, Some(FlowId(0)), us(30));
    ledger.attribute(Receive, Class::MacControl, Some(FlowId(1)), us(200));
    let classes = ledger.classes(end);
    assert_eq!(of_class(&classes, singh(), Class::DataFirst), 60 * 1478 * NANOJOULE);
    assert_eq!(of_class(&classes, singh(), Class::MacControl), (30 * 1478 + 200 * 900) * NANOJOULE);
    assert_eq!(unattributed(&classes, singh()), (10 * 1478 + 100 * 900) * NANOJOULE);
    let known: Attojoules = Class::ALL.iter().map(|class| of_class(&classes, singh(), *class)).sum();
    let times = ledger.times(end);
    assert_eq!(
        known + unattributed(&classes, singh()),
        of_state(&times, singh(), Transmit) + of_state(&times, singh(), Receive)
    );
}

proptest! {
    /// spec/energy.md 10, check 18, for every profile and any course of states.
    #[test]
    fn idealized_is_at_most_sleep_is_at_most_total(
        states in prop::collection::vec((0..STATES, 0u64..1_000_000), 1..40), profile in 0..Kind::ALL.len(),
    ) {
        let states: Vec<_> = states.into_iter().map(|(state, micros)| (RadioState::ALL[state], micros)).collect();
        let (ledger, end) = ledger(&states);
        let start = Ledger::new(SimTime::ZERO, states[0].0).times(SimTime::ZERO);
        let energy = ConnectionEnergy::between(&start, &ledger.times(end), Kind::ALL[profile].profile());
        prop_assert!(energy.idealized <= energy.sleep && energy.sleep <= energy.total, "{energy:?}");
    }
}
