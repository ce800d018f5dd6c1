//! Faults of medium access that other simulators had (M1, M2, M4, M8) and the checks of spec/wireless.md 12, one exchange at a
//! time through the whole simulation.

use hopscope::energy::ledger::RadioState;
use hopscope::fact::{DropReason, What};
use hopscope::ids::{FrameId, NodeId};
use hopscope::mac::config::{MacConfig, Profile};
use hopscope::mac::dcf::Mac;
use hopscope::packet::FrameKind::{self, Ack, Cts, Data, Rts};
use hopscope::sim::blueprint::Blueprint;
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::station::Station;
use hopscope::units::{Bytes, SimDuration, SimTime, Watts};

use crate::lab::{
    Build, LINK_LAYER, Start, at, balanced, counters, drops, ends, facts, ms, noticed, of_node, script_slots, secs,
    sent_by, starts, stats, times, us, world,
};

const START: SimTime = SimTime::from_nanos(1_000_000);

/// Two stations 200 m apart and one datagram.
fn pair(profile: Profile, threshold: u64, mpdu: u64) -> Blueprint {
    let mut world = world(profile, secs(1)).radio(0.0, 0.0).radio(200.0, 0.0);
    world.mac.rts_threshold = Bytes(threshold);
    world.one_datagram(0, 1, START, mpdu)
}

/// The receiver goes off when the datagram has been routed and before its first frame.
fn absent(world: Blueprint) -> Blueprint {
    world.script(START + us(10), SimCommand::NodeOff { node: NodeId(1) })
}

/// (frame failed, attempts) of every attempt that got no answer.
fn failures(run: &Simulation) -> Vec<(FrameKind, u8)> {
    let failed = facts(run).into_iter().filter_map(|fact| match fact.what {
        What::NoCts { attempts, .. } => Some((Rts, attempts)),
        What::NoAck { attempts, .. } => Some((Data, attempts)),
        _ => None,
    });
    failed.collect()
}

#[test]
fn m1_the_threshold_is_compared_with_the_whole_mpdu() {
    let exchange = [Rts, Data];
    for (profile, rule, mpdu, expected) in [
        (Profile::Std, "MPDU > 1000", 999, &exchange[1..]),
        (Profile::Std, "MPDU > 1000", 1000, &exchange[1..]),
        (Profile::Std, "MPDU > 1000", 1001, &exchange[..]),
        (Profile::Ns2, "MPDU + 24 >= 1000", 975, &exchange[1..]),
        (Profile::Ns2, "MPDU + 24 >= 1000", 976, &exchange[..]),
        (Profile::Ns2, "MPDU + 24 >= 1000", 977, &exchange[..]),
    ] {
        let mut run = pair(profile, 1000, mpdu).run();
        run.run();
        assert_eq!(sent_by(&run, 0), expected, "{profile:?}, {rule}, {mpdu} bytes");
        assert_eq!(stats(&run, 0).datagrams, 1);
        balanced(&run);
    }
}

/// Up to the threshold DATA fails against the short limit of 7, above it RTS does; DATA after an RTS fails against the long limit
/// of 4 (here the frames that carry DATA are turned bad: RTS, CTS, DATA are every third).
#[test]
fn m1_the_retry_counter_follows_the_same_predicate() {
    let seven = |kind| (1..=7).map(|attempt| (kind, attempt)).collect::<Vec<_>>();
    for (mpdu, kind) in [(999, Data), (1000, Data), (1001, Rts)] {
        let mut run = absent(pair(Profile::Std, 1000, mpdu)).run();
        run.run();
        assert_eq!(failures(&run), seven(kind), "{mpdu} bytes");
        assert_eq!(sent_by(&run, 0), vec![kind; 7], "{mpdu} bytes");
        assert_eq!(drops(&run), [(DropReason::RetryLimit, 7, 7)], "{mpdu} bytes");
        balanced(&run);
    }
}

#[test]
fn check_18_data_that_never_arrives_is_sent_four_times() {
    let mut world = pair(Profile::Std, 0, 1500);
    for frame in [2, 5, 8, 11] {
        world = world.script(at(us(1)), SimCommand::Flip { frame: FrameId(frame) });
    }
    let mut run = world.run();
    run.run();
    assert_eq!(sent_by(&run, 0), [Rts, Data].repeat(4));
    assert_eq!(sent_by(&run, 1), [Cts; 4]);
    assert_eq!(failures(&run), [(Data, 1), (Data, 2), (Data, 3), (Data, 4)]);
    assert_eq!(drops(&run), [(DropReason::RetryLimit, 4, 4)]);
    assert_eq!(of_node::<Station>(&run, 0).counters.route_failures, 1);
    balanced(&run);
}

/// Checks 17 and 19, alone and with two others talking beside it.
#[test]
fn m2_an_absent_receiver_is_asked_seven_times_and_given_up_once() {
    for (threshold, kind) in [(0, Rts), (3000, Data)] {
        for others in [false, true] {
            let mut world = absent(pair(Profile::Std, threshold, 1500)).radio(0.0, 100.0).radio(100.0, 100.0);
            if others {
                world = world.datagrams(2, 3, at(us(500)), 800, ms(4)).datagrams(3, 2, at(us(700)), 300, ms(5));
            }
            let mut run = world.run();
            run.run();
            assert_eq!(sent_by(&run, 0), vec![kind; 7], "others: {others}");
            let ours: Vec<_> = drops(&run).into_iter().filter(|drop| drop.0 == DropReason::RetryLimit).collect();
            assert_eq!(ours, [(DropReason::RetryLimit, 7, 7)], "others: {others}");
            assert_eq!(of_node::<Station>(&run, 0).counters.route_failures, 1, "others: {others}");
            assert!(!others || stats(&run, 1).delivered > 50_000, "the others do talk");
            balanced(&run);
        }
    }
}

/// spec/wireless.md 5.4 and check 17: first attempt after a bare DIFS, 7 * (352 + 318) + 6 * 50 us and 20 us for each of the slots
/// of six backoffs: 1501 on average, standard deviation 451 slots; so 400 give-ups have mean 35.01 ms with deviation 0.45 ms.
#[test]
fn check_17_giving_up_takes_35_ms() {
    let every = ms(100);
    let mut world = world(Profile::Std, secs(40)).radio(0.0, 0.0).radio(200.0, 0.0).datagrams(0, 1, START, 1500, every);
    // Every RTS is turned bad.
    world.script = (0..2800).map(|frame| (at(us(1)), SimCommand::Flip { frame: FrameId(frame) })).collect();
    let mut run = world.run();
    run.run();
    let given_up: Vec<SimTime> = facts(&run)
        .into_iter()
        .filter(|fact| matches!(fact.what, What::Dropped { reason: DropReason::RetryLimit, count: 7, .. }))
        .map(|fact| fact.at)
        .collect();
    assert_eq!(given_up.len(), 400);
    let spans: Vec<f64> =
        given_up.iter().zip(0..).map(|(end, n)| end.since(START + every * n + LINK_LAYER).secs_f64() * 1e3).collect();
    let mean = spans.iter().sum::<f64>() / 400.0;
    // Three standard deviations.
    assert!((mean - 35.01).abs() < 1.35, "{mean} ms");
    assert!(spans.iter().all(|span| *span <= 65.7), "{spans:?}");
    assert_eq!(counters(&run, 0).rts_sent, 2800);
}

#[test]
fn check_20_the_window_doubles_up_to_its_greatest() {
    let attempts: Vec<Start> = {
        let mut run = absent(pair(Profile::Std, 0, 1500)).run();
        run.run();
        starts(&run)
    };
    let mut run = absent(pair(Profile::Std, 0, 1500)).run();
    let mut windows: Vec<u16> = Vec::new();
    for (start, ..) in attempts {
        run.run_until(SimTime::from_nanos(start));
        windows.push(of_node::<Mac>(&run, 0).contention_window());
    }
    run.run();
    windows.push(of_node::<Mac>(&run, 0).contention_window());
    assert_eq!(windows, [31, 63, 127, 255, 511, 1023, 1023, 31]);
}

/// Two stations that do not sense each other ask for an address in the same slot: each request goes out once, whatever became of it.
#[test]
fn check_21_a_broadcast_is_never_repeated() {
    let mut world = world(Profile::Ns2, secs(1)).radio(0.0, 0.0).radio(250.0, 0.0).radio(500.0, 0.0);
    world.phy.carrier_sense_threshold = world.phy.receive_threshold;
    world.mac.arp = true;
    let mut run = world.one_datagram(0, 1, START, 500).one_datagram(2, 1, START, 500).run();
    for sender in [0, 2] {
        script_slots(&mut run, sender, &[4, 4]);
    }
    run.run();
    let expected = START + LINK_LAYER + us(50 + 4 * 20);
    let both: Vec<(u64, u32)> = starts(&run).into_iter().map(|(start, from, ..)| (start, from)).collect();
    assert_eq!(both, [(expected.nanos(), 0), (expected.nanos(), 2)]);
    // One of the two was heard as a collision, neither as a frame.
    assert!(ends(&run, 0, 1).iter().chain(&ends(&run, 2, 1)).all(|(.., good)| !good));
    balanced(&run);
}

/// RTS, CTS, DATA are frames 0 to 2; the ACK is turned bad.
#[test]
fn check_22_after_a_lost_ack_the_receiver_delivers_once_and_acknowledges_twice() {
    for profile in [Profile::Std, Profile::Ns2, Profile::Disk] {
        let mut run = pair(profile, 0, 1500).script(at(us(1)), SimCommand::Flip { frame: FrameId(3) }).run();
        run.run();
        assert_eq!(sent_by(&run, 0), [Rts, Data, Rts, Data], "{profile:?}");
        assert_eq!(sent_by(&run, 1), [Cts, Ack, Cts, Ack], "{profile:?}");
        let mac = MacConfig::of(profile);
        assert_eq!(stats(&run, 0).delivered, 1500 - mac.overhead.0 - u64::from(mac.udp_header), "{profile:?}");
        assert_eq!(drops(&run), [], "{profile:?}");
        balanced(&run);
    }
}

/// A - B - C - D in a line, 200 m between them, nobody senses whom he cannot decode. B sends to C; D hears only the CTS of C, and has a packet for E.
///
/// The CTS reserves until the end of the ACK less two flights (1334 ns): D goes by the ACK that it hears, DIFS and its slots after it.
#[test]
fn m4_a_station_that_hears_only_the_cts_is_silent_to_the_end_of_the_nav() {
    const SLOTS: u32 = 3;
    for profile in [Profile::Std, Profile::Ns2] {
        let mut world = world(profile, secs(1));
        world.phy.carrier_sense_threshold = world.phy.receive_threshold;
        for n in 0..5 {
            world = world.radio(f64::from(n) * 200.0, 0.0);
        }
        // The packet of D comes in the middle of the data.
        let mut run = world.one_datagram(1, 2, START, 1500).one_datagram(3, 4, START + ms(3), 500).run();
        for node in [1, 3] {
            script_slots(&mut run, node, &[SLOTS]);
        }
        run.run();
        let sent = starts(&run);
        let begin = |node, kind| sent.iter().find(|start| start.1 == node && start.3 == kind).map(|start| start.0);
        let cts = begin(2, Cts).unwrap();
        let flight = 667;
        let nav_end = cts + us(304 + 6516).nanos() + flight;
        let own = begin(3, Rts).unwrap();
        let ack_end = begin(2, Ack).unwrap() + us(304).nanos() + flight;
        assert_eq!(ack_end - nav_end, 2 * flight, "{profile:?}");
        assert_eq!(own, ack_end + us(50).nanos() + u64::from(SLOTS) * us(20).nanos(), "{profile:?}");
        assert_eq!(failures(&run), [], "{profile:?}");
        balanced(&run);
    }
}

/// Rule 10 of spec/wireless.md 5.2: a NAV that an RTS set is taken back when nothing follows for 2 SIFS, a CTS and two slots (364 us).
/// C is off; A hears the RTS of B and has a packet for B. Profile Ns2 waits for all of it.
#[test]
fn rule_10_an_unanswered_rts_reserves_for_364_us_only() {
    let reserved_ns2 = us(2 * 10 + 304 + 6192 + 304 + 10).nanos();
    for (profile, silence) in [(Profile::Std, us(364).nanos()), (Profile::Ns2, reserved_ns2)] {
        let mut world = world(profile, ms(50)).radio(0.0, 0.0).radio(200.0, 0.0).radio(400.0, 0.0);
        world.phy.carrier_sense_threshold = world.phy.receive_threshold;
        let world = world.one_datagram(1, 2, START, 1500).one_datagram(0, 1, START + us(600), 500);
        let mut run = world.script(START + us(10), SimCommand::NodeOff { node: NodeId(2) }).run();
        // B waits long before it tries again, A not at all; profile Ns2 also draws for the first attempt.
        script_slots(&mut run, 1, if profile == Profile::Ns2 { &[0, 900] } else { &[900] });
        script_slots(&mut run, 0, &[0]);
        run.run();
        let sent = starts(&run);
        let rts_end = sent[0].0 + us(352).nanos() + 667;
        let first = sent.iter().find(|start| start.1 == 0).unwrap().0;
        assert_eq!(first, rts_end + silence + us(50).nanos(), "{profile:?}");
    }
}

/// What the receiver made of it: which frame (by its size) was good, and its times.
type Outcome = (Vec<(u64, bool)>, [u64; 3]);

/// Senders with (place, power, start, size), a receiver at the origin; `order` says which of them gets which number.
fn collide(profile: Profile, senders: &[((f64, f64), SimDuration, u64); 2], order: [usize; 3]) -> Outcome {
    let mut world = world(profile, ms(100));
    world.mac.rts_threshold = Bytes(3000);
    let places = [senders[0].0, senders[1].0, (0.0, 0.0)];
    for node in order {
        world = world.radio(places[node].0, places[node].1);
    }
    let number = |node| u32::try_from(order.iter().position(|other| *other == node).unwrap()).unwrap();
    let receiver = number(2);
    for (node, (_, start, size)) in senders.iter().enumerate() {
        world = world.one_datagram(number(node), receiver, START + *start, *size);
    }
    let mut run = world.run();
    for node in [0, 1] {
        script_slots(&mut run, number(node), &[0]);
    }
    // Both frames are over, 3792 us after they began, and no retry has begun: DIFS after them at the earliest. Profile Ns2 begins
    // with DIFS, too.
    let access = if profile == Profile::Ns2 { us(50) } else { us(0) };
    run.run_until(START + LINK_LAYER + access + us(3792 + 40));
    let mut good: Vec<(u64, bool)> = [0, 1]
        .into_iter()
        .map(|node| (senders[node].2, ends(&run, number(node), receiver).iter().any(|end| end.2)))
        .collect();
    good.sort_unstable();
    let spent = times(&run, receiver);
    (good, [RadioState::Transmit, RadioState::Receive, RadioState::Idle].map(|state| spent.of(state).nanos()))
}

/// Frames of 800 and 900 bytes (3392 and 3792 us), so a rule that goes by the first, or the last, in some list shows.
#[test]
fn m8_signals_of_one_nanosecond_fare_the_same_whatever_the_numbers_of_their_senders() {
    const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [1, 0, 2], [0, 2, 1], [2, 0, 1], [1, 2, 0], [2, 1, 0]];
    let strong = ((-100.0, 0.0), SimDuration::from_nanos(500), 800);
    let weak = ((250.0, 0.0), SimDuration::ZERO, 900);
    let equal = [((-200.0, 0.0), SimDuration::ZERO, 800), ((200.0, 0.0), SimDuration::ZERO, 900)];
    for (profile, senders, expected) in [
        // 100 m against 250 m: 16 dB.
        (Profile::Ns2, [strong, weak], [(800, true), (900, false)]),
        (Profile::Std, [strong, weak], [(800, true), (900, false)]),
        (Profile::Disk, [strong, weak], [(800, false), (900, false)]),
        (Profile::Ns2, equal, [(800, false), (900, false)]),
        (Profile::Std, equal, [(800, false), (900, false)]),
        (Profile::Disk, equal, [(800, false), (900, false)]),
    ] {
        let outcomes = ORDERS.map(|order| collide(profile, &senders, order));
        assert_eq!(outcomes[0].0, expected, "{profile:?}");
        for (outcome, order) in outcomes.iter().zip(ORDERS) {
            assert_eq!(*outcome, outcomes[0], "{profile:?}, numbered {order:?}");
        }
    }
}

/// A wanted frame from W at `wanted` m west and interferers, each (place, start after W), without sensing each other. Whether W's
/// first frame was good.
fn heard(profile: Profile, wanted: f64, delay: SimDuration, interferers: &[(f64, f64)]) -> bool {
    let mut world = world(profile, ms(20)).radio(0.0, 0.0).radio(-wanted, 0.0);
    world.mac.rts_threshold = Bytes(3000);
    for (x, y) in interferers {
        world = world.radio(*x, *y);
    }
    let first = u32::try_from(2).unwrap();
    let count = u32::try_from(interferers.len()).unwrap();
    if count == 1 {
        // Whom the interferer talks to: too far away to be heard by anybody else.
        world = world.radio(interferers[0].0 + 200.0, 0.0);
    }
    world = world.one_datagram(1, 0, START + delay, 1000);
    for n in 0..count {
        let to = if count == 1 { first + 1 } else { first + (n + 1) % count };
        world = world.one_datagram(first + n, to, START + ms(1), 1000);
    }
    let mut run = world.run();
    for node in 1..first + count {
        script_slots(&mut run, node, &[0]);
    }
    run.run_until(START + ms(7));
    let first = ends(&run, 1, 0).first().map(|end| end.2);
    // A frame that the receiver never looked at does not end there.
    first.unwrap_or(false)
}

#[test]
fn checks_4_and_5_who_comes_first_and_how_far_the_other_is() {
    let (before, after) = (ms(1) - us(100), ms(1) + us(100));
    for (check, profile, wanted, wanted_first, interferer, good) in [
        // 16 times stronger: captured if it comes first; an undecodable signal that comes first occupies the receiver of ns-2 only.
        (4, Profile::Ns2, 200.0, true, 400.0, true),
        (4, Profile::Ns2, 200.0, false, 400.0, false),
        (4, Profile::Std, 200.0, true, 400.0, true),
        (4, Profile::Std, 200.0, false, 400.0, true),
        // The limit for 250 m is 444.57 m.
        (5, Profile::Ns2, 250.0, true, 440.0, false),
        (5, Profile::Ns2, 250.0, true, 450.0, true),
    ] {
        let delay = if wanted_first { before } else { after };
        assert_eq!(
            heard(profile, wanted, delay, &[(interferer, 0.0)]),
            good,
            "check {check}, {profile:?}: {wanted} m first: {wanted_first}, against {interferer} m"
        );
    }
}

/// Ten on a circle of 200 * 10^(11/40) = 376.73 m, each 11 dB below the wanted frame, which arrives first.
#[test]
fn check_6_ns_2_compares_pairwise_and_sinr_adds_up() {
    let circle: Vec<(f64, f64)> = (0..10)
        .map(|n| {
            // Turned by half a step, so that none hides behind the wanted sender.
            let angle = (f64::from(n) + 0.5) * std::f64::consts::TAU / 10.0;
            (376.73 * angle.cos(), 376.73 * angle.sin())
        })
        .collect();
    for (profile, good) in [(Profile::Ns2, true), (Profile::Std, false)] {
        assert_eq!(heard(profile, 200.0, ms(1), &circle), good, "{profile:?}");
    }
    // Nine times nothing: one of them alone does no harm under either rule.
    for profile in [Profile::Ns2, Profile::Std] {
        assert!(heard(profile, 200.0, ms(1), &circle[..1]), "{profile:?}, one alone");
    }
}

/// FER(1534 B) = 0.11549 at 1e-5 and 0.70691 at 1e-4 (checks 23 and 24). `frames` data frames; the interval is three standard
/// deviations of so many.
#[test]
fn checks_23_and_24_bit_errors() {
    for (ber, fer, packets, every) in [(1e-5, 0.115_49, 12_000, us(12_500)), (1e-4, 0.706_91, 3_000, ms(50))] {
        let mut world = world(Profile::Ns2, every * packets).radio(0.0, 0.0).radio(200.0, 0.0);
        world.phy.bit_error_rate = ber;
        let mut run = world.datagrams(0, 1, START, 1534, every).run();
        run.run();
        let ends: Vec<bool> = ends(&run, 0, 1).into_iter().filter(|end| end.1 == Data).map(|end| end.2).collect();
        let n = ends.len() as f64;
        let share = ends.iter().filter(|good| !**good).count() as f64 / n;
        let deviation = (fer * (1.0 - fer) / n).sqrt();
        assert!(
            (share - fer).abs() < 3.0 * deviation,
            "BER {ber}: {share} of {n}, expected {fer} +- {}",
            3.0 * deviation
        );
        if ber > 9e-5 {
            // Four DATA (or ACK) lost in a row: 0.71017^4 = 0.2544; control losses add up to 0.006.
            let lost =
                drops(&run).iter().filter(|drop| drop.0 == DropReason::RetryLimit).count() as f64 / packets as f64;
            let slack = 3.0 * (0.2544_f64 * 0.7456 / packets as f64).sqrt();
            assert!((0.2544 - slack..=0.26 + slack).contains(&lost), "{lost}");
        }
        balanced(&run);
    }
}

/// Rule 7 of spec/wireless.md 5.2: DATA are acknowledged whatever the receiver waits for. Both begin in the same slot without RTS; the
/// shorter frame fails first and comes again, DIFS and no slot later, while the longer one still waits for its ACK.
#[test]
fn rule_7_data_are_acknowledged_by_a_station_that_waits_for_an_ack() {
    let mut world = world(Profile::Std, ms(50)).radio(0.0, 0.0).radio(200.0, 0.0);
    world.mac.rts_threshold = Bytes(3000);
    let mut run = world.one_datagram(0, 1, START, 900).one_datagram(1, 0, START, 300).run();
    script_slots(&mut run, 0, &[8]);
    script_slots(&mut run, 1, &[0]);
    run.run();
    assert_eq!(sent_by(&run, 0), [Data, Ack, Data]);
    assert_eq!(sent_by(&run, 1), [Data, Data, Ack]);
    // 900 bytes: 192 + 3600 us.
    let again = START + LINK_LAYER + us(3792 + 50) + SimDuration::from_nanos(667);
    assert_eq!(starts(&run)[2], (again.nanos(), 1, 0, Data));
    assert_eq!(drops(&run), []);
    balanced(&run);
}

/// Rule 9: a CTS time-out that comes while another frame is received waits for its end, and then the station tries again. The third
/// station is hidden from the first, which hears only that the medium is busy.
#[test]
fn rule_9_a_time_out_waits_for_a_reception_and_no_longer() {
    let world = world(Profile::Std, ms(50)).radio(0.0, 0.0).radio(200.0, 0.0).radio(400.0, 0.0).radio(600.0, 0.0);
    let world = world.one_datagram(0, 1, START, 900).one_datagram(2, 3, START + us(600), 900);
    let mut run = world.script(START + us(10), SimCommand::NodeOff { node: NodeId(1) }).run();
    script_slots(&mut run, 0, &[0]);
    script_slots(&mut run, 2, &[0]);
    run.run();
    // The RTS of 0 ends at 377 us and times out at 695; the RTS of 2 is on air from 625 (and a flight of 400 m) to 977.
    let other = starts(&run)[1];
    assert_eq!(other, ((START + us(625)).nanos(), 2, 3, Rts));
    assert_eq!(failures(&run)[0], (Rts, 1));
    let failed = facts(&run).iter().find(|fact| matches!(fact.what, What::NoCts { .. })).map(|fact| fact.at);
    assert_eq!(failed, Some(START + us(625 + 352) + SimDuration::from_nanos(1333)));
    assert_eq!(sent_by(&run, 0), [Rts; 7]);
}

#[test]
fn no_station_sends_two_frames_at_once_and_none_receives_while_it_sends() {
    let mut world = world(Profile::Std, secs(2));
    for n in 0..6 {
        world = world.radio(f64::from(n) * 200.0, 0.0);
    }
    for n in 0..5 {
        world = world.datagrams(n, n + 1, START, 900, ms(5)).datagrams(n + 1, n, START, 300, ms(4));
    }
    let mut run = world.run();
    run.run();
    let mut free = [0u64; 6];
    for seen in noticed(&run) {
        use hopscope::sim::tap::Noticed;
        match seen.what {
            Noticed::FrameStart { from, air_time, .. } => {
                let start = seen.at.nanos();
                assert!(free[from.index()] <= start, "{from} sends two frames at {start}");
                free[from.index()] = start + air_time.nanos();
            }
            Noticed::FrameEnd { at, good: true, .. } => {
                assert!(free[at.index()] <= seen.at.nanos(), "{at} receives while it sends");
            }
            _ => {}
        }
    }
    balanced(&run);
}

/// The transmit power of a command counts from the next frame on: 14.4 mW reach 118 m, not 200.
#[test]
fn a_quieter_radio_is_no_longer_heard() {
    let power = Watts(0.0144);
    let world = pair(Profile::Std, 0, 1500).one_datagram(0, 1, START + ms(50), 1500);
    let mut run = world.script(START + ms(40), SimCommand::SetRadio { node: NodeId(0), transmit_power: power }).run();
    run.run();
    assert_eq!(stats(&run, 0).delivered, 1436);
    assert_eq!(stats(&run, 1).delivered, 0);
    assert_eq!(drops(&run), [(DropReason::NoRoute, 0, 0)]);
}
