//! Faults of energy accounting that other simulators had (E1 to E9), and the exchange energies of spec/energy.md 2, each in
//! integer nanoseconds and attojoules through the whole simulation.

use hopscope::energy::battery::Battery;
use hopscope::energy::ledger::{Class, Ledger, RadioState};
use hopscope::energy::meter::{self, Attojoules, ConnectionEnergy};
use hopscope::energy::power::Kind;
use hopscope::fact::{DropReason, LostBecause, What};
use hopscope::ids::NodeId;
use hopscope::mac::config::Profile;
use hopscope::packet::FrameKind;
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::sim::books::Stopped;
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::Simulation;
use hopscope::traffic;
use hopscope::transport::tcp::config::{Preset, TcpConfig};
use hopscope::units::{Bytes, SimDuration, SimTime};

use crate::lab::{
    Build, LINK_LAYER, at, balanced, drops, ends, facts, ms, of_node, script_slots, secs, sent_by, stats, times,
    tx_rx_idle, us, world,
};

/// Propagation over 200 m: 666.67 ns, rounded.
const FLIGHT: SimDuration = SimDuration::from_nanos(667);

/// A joule in attojoules.
const JOULE: Attojoules = 1_000_000_000_000_000_000;

/// A millijoule in attojoules.
const MILLIJOULE: Attojoules = JOULE / 1000;

/// What the radio of `node` has used up to now.
fn used(simulation: &Simulation, node: u32) -> Attojoules {
    meter::total(&times(simulation, node), Kind::WavelanSingh.profile())
}

fn deaths(simulation: &Simulation) -> Vec<(SimTime, NodeId)> {
    let empty = facts(simulation).into_iter().filter_map(|fact| match fact.what {
        What::BatteryEmpty { node } => Some((fact.at, node)),
        _ => None,
    });
    empty.collect()
}

#[test]
fn e1_an_idle_node_with_0_78_joules_dies_after_exactly_a_second_and_the_run_goes_on() {
    let mut run = world(Profile::Std, secs(10)).radio(0.0, 0.0).battery(0.78).run();
    run.run();
    assert_eq!(deaths(&run), [(at(secs(1)), NodeId(0))], "it dies once");
    let battery = of_node::<Battery>(&run, 0);
    assert_eq!((battery.remaining(), battery.consumed()), (Some(0), Some(780 * MILLIJOULE)));
    assert_eq!(run.stopped(), Some((Stopped::Duration, at(secs(10)))));
    let spent = times(&run, 0);
    assert_eq!((spent.of(RadioState::Idle), spent.of(RadioState::Off)), (secs(1), secs(9)));
    balanced(&run);
}

/// Idle until 0.5 s + 25 us, then a frame; 3 ms into it the battery is empty: 0.78 * 0.500025 + 1.478 * 0.003 = 0.3944535 J.
#[test]
fn e1_a_node_that_dies_while_it_sends_has_sent_nothing() {
    let start = at(ms(500));
    let mut world = world(Profile::Std, secs(2)).radio(0.0, 0.0).battery(0.394_453_5).radio(200.0, 0.0);
    world.mac.rts_threshold = Bytes(3000);
    let mut run = world.one_datagram(0, 1, start, 1500).run();
    run.run();
    let death = start + LINK_LAYER + ms(3);
    assert_eq!(deaths(&run), [(death, NodeId(0))]);
    assert_eq!(of_node::<Battery>(&run, 0).remaining(), Some(0));
    assert_eq!(tx_rx_idle(&run, 0), [ms(3).nanos(), 0, (ms(500) + LINK_LAYER).nanos()]);
    // The receiver hears 3 ms, which are over a flight after the death, and knows that it was no frame.
    assert_eq!(ends(&run, 0, 1), [((death + FLIGHT).nanos(), FrameKind::Data, false)]);
    assert_eq!(tx_rx_idle(&run, 1), [0, ms(3).nanos(), (secs(2) - ms(3)).nanos()]);
    assert_eq!(stats(&run, 0).delivered, 0);
    let cut =
        facts(&run).into_iter().any(|fact| matches!(fact.what, What::FrameLost { why: LostBecause::CutShort, .. }));
    assert!(cut, "the journal says why");
    assert_eq!(drops(&run), [(DropReason::LinkDown, 0, 0)], "the packet in hand is lost with the node");
    balanced(&run);
}

/// Idle until the frame arrives at 0.5 s + 25 us + 667 ns, then receiving at 0.9 W; what is left then is used up in just under
/// 3 ms: (0.39272002 - 0.78 * 0.500025667) / 0.9 = 2,999,999.711 ns.
#[test]
fn e1_a_node_that_dies_while_it_receives_does_not_get_the_frame() {
    let start = at(ms(500));
    let mut world = world(Profile::Std, secs(2)).radio(0.0, 0.0).radio(200.0, 0.0).battery(0.392_720_02);
    world.mac.rts_threshold = Bytes(3000);
    let mut run = world.one_datagram(0, 1, start, 1500).run();
    run.run();
    let arrival = ms(500) + LINK_LAYER + FLIGHT;
    assert_eq!(deaths(&run), [(at(arrival + ms(3)), NodeId(1))]);
    assert_eq!(of_node::<Battery>(&run, 1).remaining(), Some(0));
    assert_eq!(tx_rx_idle(&run, 1), [0, ms(3).nanos(), arrival.nanos()]);
    assert_eq!(stats(&run, 0).delivered, 0);
    assert_eq!(sent_by(&run, 0), [FrameKind::Data; 7], "nobody answers any more");
    balanced(&run);
}

/// A frame of exactly one second: 192 us of preamble and 249,952 bytes at 2 Mb/s. The receiver goes off in the middle and the one
/// attempt allowed is over, so the sender is idle, sends, is idle: a second each.
#[test]
fn e2_each_interval_is_charged_with_its_own_power() {
    let mut world = world(Profile::Std, secs(3)).radio(0.0, 0.0).radio(200.0, 0.0);
    world.mac.rts_threshold = Bytes(u64::MAX);
    world.mac.short_retry_limit = 1;
    let world = world.one_datagram(0, 1, at(secs(1) - LINK_LAYER), 249_952);
    let mut run = world.script(at(ms(1500)), SimCommand::NodeOff { node: NodeId(1) }).run();
    for (until, joules_1000, states) in
        [(1, 780, [0, 0, 1]), (2, 780 + 1478, [1, 0, 1]), (3, 780 + 1478 + 780, [1, 0, 2])]
    {
        run.run_until(at(secs(until)));
        assert_eq!(tx_rx_idle(&run, 0), states.map(|seconds| secs(seconds).nanos()), "after {until} s");
        assert_eq!(used(&run, 0), joules_1000 * MILLIJOULE, "after {until} s");
    }
    balanced(&run);
}

#[test]
fn e4_the_open_interval_counts() {
    let mut run = world(Profile::Std, secs(10)).radio(0.0, 0.0).run();
    for (until, millijoules) in [(5, 3_900), (10, 7_800)] {
        run.run_until(at(secs(until)));
        assert_eq!(used(&run, 0), millijoules * MILLIJOULE, "after {until} s");
    }
}

/// No policy puts a radio to sleep yet, so this is the ledger alone.
#[test]
fn e5_sleeping_is_not_idling() {
    let mut ledger = Ledger::new(SimTime::ZERO, RadioState::Idle);
    ledger.set_state(at(secs(5)), RadioState::Sleep);
    let spent = ledger.times(at(secs(10)));
    let profile = Kind::WavelanSingh.profile();
    assert_eq!(meter::of_state(&spent, profile, RadioState::Idle), 3_900 * MILLIJOULE);
    assert_eq!(meter::of_state(&spent, profile, RadioState::Sleep), 250 * MILLIJOULE);
    assert_eq!(spent.total(), secs(10));
}

fn transfer_with_witnesses() -> Simulation {
    let transfer = traffic::Config::Transfer { size: Bytes(1_000_000) };
    world(Profile::Std, secs(30))
        .radio(0.0, 0.0)
        .radio(200.0, 0.0)
        .radio(100.0, 100.0)
        .radio(5000.0, 0.0)
        .tcp(0, 1, at(ms(10)), transfer, TcpConfig::of(Preset::Rfc))
        .run()
}

#[test]
fn e7_looking_changes_nothing() {
    let mut blind = transfer_with_witnesses();
    blind.run();
    let mut watched = transfer_with_witnesses();
    let mut random = Stream::new(1, Owner::Run, Purpose::Placement);
    while watched.now() < at(secs(30)) {
        // Frames of a display: 1 ns to 67 ms.
        let next = watched.now() + SimDuration::from_nanos(1 + u64::from(random.below(67_000_000)));
        watched.run_until(next);
        for node in 0..4 {
            used(&watched, node);
            of_node::<Ledger>(&watched, node).classes(watched.now());
            of_node::<Battery>(&watched, node).remaining();
        }
    }
    assert_eq!(watched.digest(), blind.digest());
    assert_eq!(watched.events(), blind.events());
    for node in 0..4 {
        assert_eq!(times(&watched, node), times(&blind, node), "node {node}");
        assert_eq!(used(&watched, node), used(&blind, node), "node {node}");
    }
}

#[test]
fn e9_sender_receiver_witness_and_stranger_are_charged_differently() {
    let mut run = transfer_with_witnesses();
    run.run();
    assert_eq!(stats(&run, 0).delivered, 1_000_000);
    let energies: Vec<Attojoules> = (0..4).map(|node| used(&run, node)).collect();
    assert!(energies.is_sorted_by(|a, b| a > b), "sender > receiver > witness > stranger: {energies:?}");
    assert_eq!(energies[3], 30 * 780 * MILLIJOULE, "the stranger only idles");
    // What the witness receives is meant for others, all of it, or for nobody any more.
    let classes = of_node::<Ledger>(&run, 2).classes(run.now());
    let [overheard, collided] = [Class::Overheard, Class::Collided].map(|class| classes.of(RadioState::Receive, class));
    assert_eq!(overheard + collided, times(&run, 2).of(RadioState::Receive));
    for node in 0..4 {
        let energy = ConnectionEnergy::between(
            &Ledger::new(SimTime::ZERO, RadioState::Idle).times(SimTime::ZERO),
            &times(&run, node),
            Kind::WavelanSingh.profile(),
        );
        assert!(energy.idealized <= energy.sleep && energy.sleep <= energy.total, "{energy:?}");
        assert_eq!(times(&run, node).total(), secs(30));
    }
    balanced(&run);
}

/// spec/energy.md 2: exchanges of a 1500-byte MPDU at 2/1 Mb/s with RTS. The mean backoff of 15.5 slots becomes 15 and 16 in two
/// exchanges; all three stand 3 m (10 ns) from each other, so an exchange has four flights of idle time that the table leaves out.
#[test]
fn exchange_energies_of_sender_receiver_witness_and_stranger() {
    const FLIGHTS: u64 = 8 * 10;
    // The first packet finds the medium idle, needs no backoff, and is over after RTS, CTS, DATA, ACK, three SIFS, four flights.
    let first = ms(1) + LINK_LAYER + us(7182) + SimDuration::from_nanos(FLIGHTS / 2);
    let world =
        world(Profile::Std, secs(1)).radio(0.0, 0.0).radio(3.0, 0.0).radio(1.5, 3.0 * 0.75_f64.sqrt()).radio(9e3, 0.0);
    let mut run = world.datagrams(0, 1, at(ms(1)), 1500, ms(1)).run();
    script_slots(&mut run, 0, &[15, 16]);
    run.run_until(at(first));
    let before: Vec<_> = (0..4).map(|node| times(&run, node)).collect();
    run.run_until(at(first + us(2 * 7542) + SimDuration::from_nanos(FLIGHTS)));
    // Microseconds of one exchange by state, and millijoules as the table rounds them.
    for (node, who, transmit, receive, idle, millijoules) in [
        (0, "sender", 6544, 608, 390, "10.523"),
        (1, "receiver", 608, 6544, 390, "7.092"),
        (2, "witness", 0, 7152, 390, "6.741"),
        (3, "stranger", 0, 0, 7542, "5.883"),
    ] {
        let spent = times(&run, node).since(&before[node as usize]);
        let states = [RadioState::Transmit, RadioState::Receive, RadioState::Idle].map(|state| spent.of(state));
        let twice = [us(2 * transmit), us(2 * receive), us(2 * idle) + SimDuration::from_nanos(FLIGHTS)];
        assert_eq!(states, twice, "{who}");
        let flights = meter::energy(780_000_000, SimDuration::from_nanos(FLIGHTS));
        let energy = meter::total(&spent, Kind::WavelanSingh.profile()) - flights;
        assert_eq!(format!("{:.3}", meter::joules(energy / 2).0 * 1000.0), millijoules, "{who}");
    }
}
