//! What a right scenario means: defaults, profiles, overrides, generated nodes.

use super::{chain, good, wired};
use crate::congestion;
use crate::energy::config::{BatteryConfig, Scope};
use crate::energy::power;
use crate::ids::{FlowId, NodeId};
use crate::link::config::Impairment;
use crate::mac::config::{BackoffDraw, EifsRule, MacConfig, Profile, RtsRule};
use crate::phy::config::{PhyConfig, Propagation, Reception};
use crate::phy::modulation::{Modulation, Preamble};
use crate::recovery;
use crate::sim::blueprint::TransportSpec;
use crate::traffic;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::units::{BitRate, Bytes, Db, Joules, Metres, SimDuration, SimTime, Watts};

fn tcp(more: &str) -> TcpConfig {
    let text = chain(&format!("flows: [(from: 0, to: 4, transport: {more})]"));
    match good(&text).blueprint.flows[0].transport.clone() {
        TransportSpec::Tcp(tcp) => tcp,
        TransportSpec::Udp => panic!("not TCP"),
    }
}

#[test]
fn what_is_left_out_has_its_default() {
    let scenario = good("(duration: \"1 s\", topology: Chain(hops: 1), flows: [(from: 0, to: \"n1\")])");
    assert_eq!((scenario.title.as_str(), scenario.question.as_str(), scenario.blueprint.seed), ("t.ron", "", 1));
    assert_eq!(scenario.blueprint.phy, PhyConfig::wavelan_2mb());
    assert_eq!(scenario.blueprint.mac, MacConfig::of(Profile::Std));
    assert_eq!((scenario.blueprint.radio_power, scenario.blueprint.scope), (power::Kind::WavelanSingh, Scope::Radio));
    assert_eq!(scenario.blueprint.nodes[1].position, Some((Metres(200.0), Metres(0.0))));
    assert_eq!(scenario.blueprint.nodes[1].battery, BatteryConfig::Mains);
    let flow = &scenario.blueprint.flows[0];
    assert_eq!((flow.name.as_str(), flow.from, flow.to), ("f0", NodeId(0), NodeId(1)));
    assert_eq!((flow.start, flow.stop, &flow.traffic), (SimTime::ZERO, None, &traffic::Config::Bulk));
    assert_eq!(flow.transport, TransportSpec::Tcp(TcpConfig::of(Preset::Rfc)));
    assert_eq!(
        (scenario.blueprint.node_named("n1"), scenario.blueprint.flow_named("f0")),
        (Some(NodeId(1)), Some(FlowId(0)))
    );
}

#[test]
fn the_hash_is_that_of_the_text() {
    // printf '(duration: "1 s", topology: Nodes([()]))' | sha256sum
    let scenario = good("(duration: \"1 s\", topology: Nodes([()]))");
    assert_eq!(scenario.sha256, "3f31915c701d71a6f48219b0510fb04528538b17fd22176ce118a0d82c1b9d9c");
}

#[test]
fn the_mac_profile_decides_reception_and_queues() {
    let unit_disk =
        Propagation::UnitDisk { transmit: Metres(250.0), carrier_sense: Metres(550.0), interference: Metres(550.0) };
    for (name, profile, reception, propagation, wastes_one) in [
        ("Ns2", Profile::Ns2, Reception::Pairwise, Propagation::TwoRayGround, true),
        ("Std", Profile::Std, Reception::Sinr, Propagation::TwoRayGround, false),
        ("Disk", Profile::Disk, Reception::AnyOverlap, unit_disk, false),
        ("(profile: Ns2)", Profile::Ns2, Reception::Pairwise, Propagation::TwoRayGround, true),
    ] {
        let scenario = good(&wired(&format!("mac: {name}")));
        assert_eq!(scenario.blueprint.mac, MacConfig::of(profile), "{name}");
        assert_eq!(
            (scenario.blueprint.phy.reception, scenario.blueprint.phy.propagation),
            (reception, propagation),
            "{name}"
        );
        let link = &scenario.blueprint.links[0];
        assert_eq!((link.forward.queue_wastes_one, link.backward.queue_wastes_one), (wastes_one, wastes_one), "{name}");
        assert_eq!((link.forward.queue_limit, link.backward.queue_limit), (50, 50));
    }
}

#[test]
fn every_rule_of_the_mac_has_its_name() {
    let scenario = good(&chain(
        r#"mac: (profile: Ns2, backoff_draw: UpToCw, always_back_off: false, eifs: Off, overhead: "40 B", cca_latency: "4 us",
        rts_rule: LongerThan, rts_threshold: "500 B", short_retry_limit: 5, long_retry_limit: 6, cw_min: 15, cw_max: 255,
        data_senses_medium: false, data_needs_own_cts: false, cts_test_after_sifs: false, nav_reset: true,
        timeout_waits_for_reception: true, back_off_after_give_up: true, counts_last_slot: true, arp: false,
        link_layer_delay: "1 us", queue_limit: 7, queue_wastes_one: false, ttl: 9, udp_header: 28)"#,
    ));
    let expected = MacConfig {
        profile: Profile::Ns2,
        backoff_draw: BackoffDraw::UpToCw,
        always_back_off: false,
        eifs: EifsRule::Off,
        overhead: Bytes(40),
        cca_latency: SimDuration::from_micros(4),
        rts_rule: RtsRule::LongerThan,
        rts_threshold: Bytes(500),
        short_retry_limit: 5,
        long_retry_limit: 6,
        cw_min: 15,
        cw_max: 255,
        data_senses_medium: false,
        data_needs_own_cts: false,
        cts_test_after_sifs: false,
        nav_reset: true,
        timeout_waits_for_reception: true,
        back_off_after_give_up: true,
        counts_last_slot: true,
        arp: false,
        link_layer_delay: SimDuration::from_micros(1),
        queue_limit: 7,
        queue_wastes_one: false,
        ttl: 9,
        udp_header: 28,
    };
    assert_eq!(scenario.blueprint.mac, expected);
}

#[test]
fn every_number_of_the_radio_has_its_name() {
    let scenario = good(&chain(
        r#"radio: (profile: Dsss1Mb, data_rate: "5.5 Mb/s", basic_rate: "2 Mb/s", transmit_power: "0 dBm",
        receive_threshold: "4 pW", carrier_sense_threshold: "3 pW", capture: "20 dB", sinr_threshold: "0 dB",
        preamble_threshold: "-10 dB", noise: "1 pW", bit_error_rate: 1e-6, frequency: "2.4 GHz", antenna_height: "2 m",
        propagation: TwoRayGround, reception: Pairwise, preamble: Short, plcp: "96 us", slot: "9 us", sifs: "16 us")"#,
    ));
    let expected = PhyConfig {
        propagation: Propagation::TwoRayGround,
        reception: Reception::Pairwise,
        transmit_power: Watts(0.001),
        frequency: 2.4e9,
        antenna_height: Metres(2.0),
        receive_threshold: Watts(4e-12),
        carrier_sense_threshold: Watts(3e-12),
        capture_ratio: 100.0,
        sinr_threshold: 1.0,
        preamble_threshold: 0.1,
        noise: Watts(1e-12),
        bit_error_rate: 1e-6,
        modulation: Modulation::Dsss { preamble: Preamble::Short },
        data_rate: BitRate(5_500_000),
        basic_rate: BitRate(2_000_000),
        plcp: SimDuration::from_micros(96),
        slot: SimDuration::from_micros(9),
        sifs: SimDuration::from_micros(16),
    };
    assert_eq!(scenario.blueprint.phy, expected);
    let log = good(&chain("radio: (propagation: LogDistance(exponent: 3.0, shadowing: \"0 dB\"))"));
    let expected = Propagation::LogDistance { exponent: 3.0, reference: Metres(1.0), shadowing: Db(0.0) };
    assert_eq!(log.blueprint.phy.propagation, expected);
    let disk = good(&chain("mac: Disk, radio: (propagation: UnitDisk(transmit: \"100 m\", interference: \"150 m\"))"));
    let ranges =
        Propagation::UnitDisk { transmit: Metres(100.0), carrier_sense: Metres(550.0), interference: Metres(150.0) };
    assert_eq!(disk.blueprint.phy.propagation, ranges);
}

/// spec/wireless.md 4.1, 4.3 and check 9: slot, DIFS and EIFS in microseconds, contention window, rates in Mb/s.
#[test]
fn radios_and_what_their_stations_wait_for() {
    for (name, expected) in [
        ("Wavelan2Mb", [20, 50, 364, 31, 2, 1]),
        ("Dsss1Mb", [20, 50, 364, 31, 1, 1]),
        ("Wifi11bMb11", [20, 50, 364, 31, 11, 1]),
        ("Wifi11gMb54", [9, 28, 88, 15, 54, 24]),
    ] {
        let blueprint = good(&chain(&format!("radio: {name}"))).blueprint;
        let phy = &blueprint.phy;
        let spans = [phy.slot, phy.difs(), phy.eifs()].map(|span| span.nanos() / 1_000);
        let rates = [phy.data_rate, phy.control_rate()].map(|rate| rate.0 / 1_000_000);
        let [slot, difs, eifs] = spans;
        assert_eq!([slot, difs, eifs, u64::from(blueprint.mac.cw_min), rates[0], rates[1]], expected, "{name}");
    }
    assert_eq!(good(&chain("radio: Wifi11bMb5")).blueprint.phy.data_rate, BitRate(5_500_000));
    // A rule that is named stays.
    assert_eq!(good(&chain("radio: Wifi11gMb54, mac: (cw_min: 31)")).blueprint.mac.cw_min, 31);
}

/// Placed by the seed, connected, within the area; another seed places others.
#[test]
fn random_places_are_connected_and_belong_to_the_seed() {
    let text = |seed: u32| {
        format!("(seed: {seed}, duration: \"1 s\", topology: Random(nodes: 30, width: \"1000 m\", height: \"600 m\"))")
    };
    let places = |seed| {
        let scenario = good(&text(seed));
        scenario.blueprint.nodes.iter().filter_map(|node| node.position).map(|(x, y)| (x.0, y.0)).collect::<Vec<_>>()
    };
    let one = places(1);
    assert_eq!((one.len(), &one), (30, &places(1)));
    assert_ne!(one, places(2));
    assert!(one.iter().all(|(x, y)| (0.0..1000.0).contains(x) && (0.0..600.0).contains(y)));
    // Each within 250 m of one that is joined to n0 already, in some order.
    let mut joined = vec![0];
    while let Some(next) = (0..30).find(|node| {
        !joined.contains(node)
            && joined
                .iter()
                .any(|other: &usize| libm::hypot(one[*node].0 - one[*other].0, one[*node].1 - one[*other].1) <= 250.0)
    }) {
        joined.push(next);
    }
    assert_eq!(joined.len(), 30);
}

#[test]
fn every_parameter_of_tcp_has_its_name() {
    let rfc = TcpConfig::of(Preset::Rfc);
    assert_eq!(tcp("Tcp"), rfc);
    assert_eq!(tcp("Tcp()"), rfc);
    assert_eq!(tcp("Tcp(preset: FreeBsd43)"), TcpConfig::of(Preset::FreeBsd43));
    assert_eq!(tcp("Tcp(preset: FreeBsd43, delayed_ack: None)").delayed_ack, None);
    let expected = TcpConfig {
        preset: Preset::Ns2,
        controller: congestion::Config::Reno,
        recovery: recovery::Kind::Tahoe,
        segment: 512,
        max_window: 8,
        initial_window: 3,
        rto_initial: SimDuration::from_secs(4),
        rto_min: SimDuration::from_secs(1),
        rto_max: SimDuration::from_secs(30),
        clock_granularity: SimDuration::ZERO,
        delayed_ack: Some(SimDuration::from_millis(40)),
        limited_transmit: false,
        idle_restart: true,
        handshake: false,
        sack: true,
        recovery_options: recovery::Options {
            exit: Some(recovery::ExitRule::Ssthresh),
            ssthresh: Some(recovery::SsthreshRule::Flight),
            precision: Some(congestion::Precision::Whole),
            partial_timer: Some(recovery::PartialTimer::SlowButSteady),
        },
    };
    let written = tcp(
        r#"Tcp(preset: Ns2, controller: Tahoe, segment: "512 B", max_window: 8, initial_window: 3, rto_initial: "4 s",
        rto_min: "1 s", rto_max: "30 s", clock_granularity: "0 s", delayed_ack: Some("40 ms"), limited_transmit: false,
        idle_restart: true, handshake: false, sack: true, exit_rule: Ssthresh, ssthresh_rule: Flight, precision: Whole,
        partial_timer: SlowButSteady)"#,
    );
    assert_eq!(written, expected);
}

#[test]
fn the_recovery_follows_the_controller_unless_it_is_named() {
    for (written, engine) in [
        ("Tcp", recovery::Kind::NewReno),
        ("Tcp(controller: Tahoe)", recovery::Kind::Tahoe),
        ("Tcp(controller: Reno)", recovery::Kind::Reno),
        ("Tcp(controller: NewReno)", recovery::Kind::NewReno),
        ("Tcp(controller: Reno, recovery: NewReno)", recovery::Kind::NewReno),
        ("Tcp(recovery: Tahoe)", recovery::Kind::Tahoe),
    ] {
        assert_eq!(tcp(written).recovery, engine, "{written}");
    }
}

#[test]
fn links_impairments_and_traffic_are_read() {
    let scenario = good(
        r#"(duration: "9 s", topology: Nodes([(name: "a"), (name: "b")]),
        links: [(from: "b", to: "a", bandwidth: "2 Mb/s", delay: "35 ms", queue: DropTail(packets: 5),
                 impairments: [Loss(rate: 0.05), Drop(segments: [14, 18], flow: "t")])],
        flows: [(name: "u", from: 0, to: 1, start: "1 s", stop: "2 s", transport: Udp,
                 traffic: Cbr(rate: "1 Mb/s", packet: "500 B", jitter: true)),
                (name: "t", from: "b", to: "a", traffic: Transfer(size: "5 MB"))])"#,
    );
    let link = &scenario.blueprint.links[0];
    assert_eq!((link.from, link.to), (NodeId(1), NodeId(0)));
    assert_eq!((link.forward.bandwidth, link.forward.delay), (BitRate(2_000_000), SimDuration::from_millis(35)));
    assert_eq!((link.forward.queue_limit, link.backward.queue_limit), (5, 5));
    let drop = Impairment::Drop { segments: vec![14, 18], flow: FlowId(1), segment: 1460 };
    assert_eq!(link.forward.impairments, [Impairment::Loss { rate: 0.05, data_only: false }, drop]);
    assert!(link.backward.impairments.is_empty());
    let cbr = traffic::Config::Cbr { rate: BitRate(1_000_000), packet: Bytes(500), jitter: true };
    assert_eq!(
        (&scenario.blueprint.flows[0].traffic, &scenario.blueprint.flows[0].transport),
        (&cbr, &TransportSpec::Udp)
    );
    assert_eq!(scenario.blueprint.flows[1].traffic, traffic::Config::Transfer { size: Bytes(5_000_000) });
}

#[test]
fn batteries_are_read_for_all_and_for_one() {
    let scenario = good(
        r#"(duration: "1 s", energy: (radio: Esp32, battery: Linear(capacity: "1.8 Ah", voltage: "11.1 V")),
        topology: Nodes([(), (battery: None), (battery: Linear(energy: "0.78 J"))]))"#,
    );
    let batteries: Vec<BatteryConfig> = scenario.blueprint.nodes.iter().map(|node| node.battery).collect();
    // 1.8 Ah at 11.1 V: 71,928 J (spec/energy.md 7).
    assert_eq!(
        batteries,
        [
            BatteryConfig::Linear { energy: Joules(6_480.0 * 11.1) },
            BatteryConfig::Mains,
            BatteryConfig::Linear { energy: Joules(0.78) }
        ]
    );
    assert_eq!(scenario.blueprint.radio_power, power::Kind::Esp32);
    assert!((6_480.0_f64 * 11.1 - 71_928.0).abs() < 1e-9);
}

fn places(topology: &str) -> Vec<(f64, f64)> {
    let scenario = good(&format!("(duration: \"1 s\", topology: {topology})"));
    let place = |node: &crate::sim::blueprint::NodeSpec| node.position.map(|(x, y)| (x.0, y.0)).unwrap();
    scenario.blueprint.nodes.iter().map(place).collect()
}

#[test]
fn generated_nodes_stand_where_they_should() {
    assert_eq!(places("Chain(hops: 2, spacing: \"250 m\")"), [(0.0, 0.0), (250.0, 0.0), (500.0, 0.0)]);
    // 0..h from west to east, then the other chain from south to north without the shared node.
    assert_eq!(
        places("Cross(hops: 4, spacing: \"1 m\")"),
        [(0.0, 2.0), (1.0, 2.0), (2.0, 2.0), (3.0, 2.0), (4.0, 2.0), (2.0, 0.0), (2.0, 1.0), (2.0, 3.0), (2.0, 4.0)]
    );
    assert_eq!(
        places("Grid(columns: 3, rows: 2, spacing: \"1 m\")"),
        [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (0.0, 1.0), (1.0, 1.0), (2.0, 1.0)]
    );
    let distance = |a: (f64, f64), b: (f64, f64)| (a.0 - b.0).hypot(a.1 - b.1);
    for nodes in [3, 4, 7, 100] {
        let ring = places(&format!("Ring(nodes: {nodes}, spacing: \"200 m\")"));
        for i in 0..nodes {
            assert!((distance(ring[i], ring[(i + 1) % nodes]) - 200.0).abs() < 1e-9, "{nodes} nodes, {i}");
        }
        let star = places(&format!("Star(nodes: {nodes}, spacing: \"30 m\")"));
        assert_eq!(star.len(), nodes);
        assert!(star[1..].iter().all(|&station| (distance(star[0], station) - 30.0).abs() < 1e-9));
    }
}
