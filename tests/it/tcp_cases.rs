//! Faults of TCP that other simulators had, through whole simulations: T1, T3, T4, T6, and R8. The same at sender level is in
//! `transport::tcp::tests`.

use hopscope::congestion::Algorithm;
use hopscope::fact::What;
use hopscope::ids::{FlowId, LinkId, NodeId};
use hopscope::link::config::Impairment;
use hopscope::mac::config::Profile;
use hopscope::recovery::Kind;
use hopscope::sim::blueprint::Blueprint;
use hopscope::sim::command::SimCommand;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::tap::{Detail, Noticed, Tap};
use hopscope::traffic;
use hopscope::transport::tcp::config::{Preset, TcpConfig};
use hopscope::transport::tcp::{TcpSender, TcpView};
use hopscope::units::{BitRate, Bytes, SimDuration, SimTime};

use crate::lab::{Build, at, balanced, facts, ms, noticed, of_flow, pipe, secs, stats, with, world};

/// Ten segments of 1000 bytes at once, no handshake.
fn ten(recovery: Kind) -> TcpConfig {
    TcpConfig {
        recovery,
        segment: 1000,
        initial_window: 10,
        max_window: 10,
        handshake: false,
        ..TcpConfig::of(Preset::Rfc)
    }
}

/// 10 Mb/s and 20 ms each way; the first transmissions of these segments are lost.
fn path(lost: &[u64], duration: SimDuration, traffic: traffic::Config, config: TcpConfig) -> Blueprint {
    let way = || pipe(10_000_000, ms(20));
    let segment = config.segment;
    let drop = Impairment::Drop { segments: lost.to_vec(), flow: FlowId(0), segment };
    let forward = if lost.is_empty() { way() } else { with(way(), drop) };
    world(Profile::Std, duration).wired_node().wired_node().wire(0, 1, forward, way()).tcp(
        0,
        1,
        at(ms(1)),
        traffic,
        config,
    )
}

fn view(run: &Simulation) -> TcpView {
    of_flow::<TcpSender>(run, 0).view(of_flow::<Algorithm>(run, 0))
}

/// The segments that the sender made, by number from 1, with their instants; and of these the ones it had made before.
fn segments(run: &Simulation) -> Vec<(SimTime, u64, bool)> {
    let mut highest = 0;
    let made = noticed(run).iter().filter_map(|seen| match seen.what {
        Noticed::Made { node: NodeId(0), size, seq, .. } if size > 40 => Some((seen.at, (seq - 1) / 1000 + 1)),
        _ => None,
    });
    made.map(|(at, number)| {
        let again = number <= highest;
        highest = highest.max(number);
        (at, number, again)
    })
    .collect()
}

fn again(run: &Simulation) -> Vec<u64> {
    segments(run).into_iter().filter(|segment| segment.2).map(|segment| segment.1).collect()
}

/// (when, RTO that expired, backoff after it) of every time-out.
fn timeouts(run: &Simulation) -> Vec<(SimTime, SimDuration, u16)> {
    let expired = facts(run).into_iter().filter_map(|fact| match fact.what {
        What::Timeout { rto, backoff, .. } => Some((fact.at, SimDuration::from(rto), backoff)),
        _ => None,
    });
    expired.collect()
}

/// Window 10, segments 3, 5 and 7 lost. NewReno repairs a hole a round trip and answers no partial acknowledgement twice. Reno leaves
/// recovery with the first, and what it has left is too little for three more duplicates: a time-out for 5, whose acknowledgement asks
/// for 7 and lets two out, 7 and 8. Tahoe goes back to the first hole and sends from there in slow start: 3, then 5 and 6, then 7 to 9.
#[test]
fn t1_each_recovery_has_its_own_trace() {
    for (recovery, expected, expected_timeouts) in [
        (Kind::NewReno, &[3, 5, 7][..], 0),
        (Kind::Reno, &[3, 5, 7, 8][..], 1),
        (Kind::Tahoe, &[3, 5, 6, 7, 8, 9][..], 0),
    ] {
        let mut run = path(&[3, 5, 7], secs(4), traffic::Config::Bulk, ten(recovery)).run();
        run.run();
        assert_eq!(again(&run), expected, "{recovery:?}");
        assert_eq!(timeouts(&run).len(), expected_timeouts, "{recovery:?}");
        balanced(&run);
    }
}

/// The link loses everything until 3.5 s: ten segments are out, the RTO of 1 s expires at 1.001 and 3.001 s.
#[test]
fn t3_and_t4_after_a_timeout() {
    let dead = SimCommand::SetLink { link: LinkId(0), bandwidth: None, delay: None, loss: Some(1.0) };
    let alive = SimCommand::SetLink { link: LinkId(0), bandwidth: None, delay: None, loss: Some(0.0) };
    let world = path(&[], secs(10), traffic::Config::Bulk, ten(Kind::NewReno));
    let mut run = world.script(at(SimDuration::from_micros(1)), dead).script(at(ms(3500)), alive).run();
    for (until, sent, cwnd, ssthresh, rto) in [
        // T3: ssthresh is half of the ten segments in flight, not of what is left of them.
        (ms(1000), 10, 10.0, 10.0, secs(1)),
        (ms(1002), 11, 1.0, 5.0, secs(2)),
        (ms(3000), 11, 1.0, 5.0, secs(2)),
        // The same segment again: ssthresh stays. T4: one segment until its acknowledgement.
        (ms(3002), 12, 1.0, 5.0, secs(4)),
        (ms(7000), 12, 1.0, 5.0, secs(4)),
        (ms(7002), 13, 1.0, 5.0, secs(8)),
        // 1040 bytes at 10 Mb/s, 20 ms, an acknowledgement of 40 bytes, 20 ms: back at 7.041864 s.
        (ms(7041), 13, 1.0, 5.0, secs(8)),
        (ms(7042), 15, 2.0, 5.0, secs(8)),
    ] {
        run.run_until(at(until));
        let view = view(&run);
        let got = (segments(&run).len(), view.cwnd, view.ssthresh, view.rto);
        assert_eq!(got, (sent, cwnd, ssthresh, rto), "at {until}");
    }
    assert_eq!(again(&run), [1, 1, 1, 2, 3]);
    let expired: Vec<_> = timeouts(&run).into_iter().map(|(at, rto, _)| (at, rto)).collect();
    assert_eq!(expired, [(at(ms(1001)), secs(1)), (at(ms(3001)), secs(2)), (at(ms(7001)), secs(4))]);
    run.run();
    balanced(&run);
}

/// Off for two hours from the fifth second: a link that loses all, a wired node, a radio.
#[test]
fn t6_a_flow_outlives_two_hours_without_a_path() {
    const OFF: SimTime = SimTime::from_nanos(5_000_000_123);
    let on = OFF + secs(7200);
    let lossy = |loss| SimCommand::SetLink { link: LinkId(0), bandwidth: None, delay: None, loss: Some(loss) };
    let (node_off, node_on) = (SimCommand::NodeOff { node: NodeId(1) }, SimCommand::NodeOn { node: NodeId(1) });
    let config = TcpConfig { max_window: 4, ..TcpConfig::of(Preset::Rfc) };
    let wired = || path(&[], secs(7400), traffic::Config::Bulk, config.clone());
    let air = || {
        let world = world(Profile::Std, secs(7400)).radio(0.0, 0.0).radio(200.0, 0.0);
        world.tcp(0, 1, at(ms(1)), traffic::Config::Bulk, config.clone())
    };
    for (what, world, off, back) in [
        ("lossy link", wired(), lossy(1.0), lossy(0.0)),
        ("wired node", wired(), node_off.clone(), node_on.clone()),
        ("radio", air(), node_off, node_on),
    ] {
        let mut run = world.script(OFF, off).script(on, back).run();
        run.world_mut().resource_mut::<Tap>().set_detail(Detail::Off);
        run.run_until(OFF + ms(100));
        let before = stats(&run, 0).delivered;
        run.run_until(on);
        assert!(stats(&run, 0).delivered - before < 10_000, "{what}: only what was on its way arrives");
        let expired: Vec<_> = timeouts(&run).into_iter().filter(|timeout| timeout.0 >= OFF).collect();
        let (floor, cap) = (config.rto_min, config.rto_max);
        for pair in expired.windows(2) {
            let doubled = (pair[0].1 * 2).min(cap);
            // Facts keep microseconds.
            assert!(pair[1].1.nanos().abs_diff(doubled.nanos()) <= 2_000, "{what}: {} then {}", pair[0].1, pair[1].1);
            assert!(pair[1].0.since(pair[0].0).nanos().abs_diff(pair[1].1.nanos()) <= 1_000, "{what}: it runs in full");
        }
        assert!(expired.iter().all(|timeout| timeout.1 >= floor && timeout.1 <= cap), "{what}: {expired:?}");
        // Up to the cap in less than two minutes, then one a minute.
        let capped = expired.iter().filter(|timeout| timeout.1 == cap).count();
        assert!((117..=120).contains(&capped), "{what}: {capped}");
        assert_eq!(view(&run).rto, cap, "{what}");
        run.run_until(on + cap + secs(1));
        let after = stats(&run, 0).delivered;
        assert!(after > before + 20_000, "{what}: it recovers within one RTO");
        assert!(view(&run).rto < secs(2), "{what}: {}", view(&run).rto);
        run.run();
        assert!(stats(&run, 0).delivered > after + 1_000_000, "{what}");
        balanced(&run);
    }
}

/// 100 segments of 1000 bytes in two seconds are 400 kb/s, whatever headers and repetitions took.
#[test]
fn r8_goodput_counts_payload_once() {
    for (lost, wire) in [(&[][..], 40 + 100 * 1040), (&[20, 50][..], 40 + 100 * 1040)] {
        let source = traffic::Config::Cbr { rate: BitRate(400_000), packet: Bytes(1000), jitter: false };
        let config = TcpConfig { handshake: true, ..ten(Kind::NewReno) };
        let mut world = path(lost, secs(4), source, config);
        let start = world.flows[0].start;
        world.flows[0].stop = Some(start + secs(2));
        let mut run = world.run();
        run.run();
        let flow = stats(&run, 0);
        let goodput = 8.0 * flow.delivered as f64 / 2.0;
        assert_eq!((flow.written, flow.delivered), (100_000, 100_000), "lost {lost:?}");
        assert!((goodput - 400_000.0).abs() < 1e-6);
        // IP bytes at the receiver: SYN and segments; those that were lost came once, too.
        assert_eq!(flow.wire, wire, "lost {lost:?}");
        assert_eq!(again(&run), lost, "lost {lost:?}");
        balanced(&run);
    }
    // No acknowledgement comes back until 1.5 s: segment 1 is sent again at 1.001 and 3.001 s although it has arrived.
    let acks = |loss| SimCommand::SetLink { link: LinkId(1), bandwidth: None, delay: None, loss: Some(loss) };
    let world = path(&[], secs(20), traffic::Config::Transfer { size: Bytes(100_000) }, ten(Kind::NewReno));
    let mut run = world.script(at(SimDuration::from_micros(1)), acks(1.0)).script(at(ms(1500)), acks(0.0)).run();
    run.run();
    assert_eq!(again(&run), [1, 1]);
    assert_eq!((stats(&run, 0).delivered, stats(&run, 0).wire), (100_000, 102 * 1040));
    balanced(&run);
}
