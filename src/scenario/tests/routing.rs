//! AODV in scenario files: which set of parameters, what overrides it, what contradicts.

use super::{chain, good, messages};
use crate::routing::aodv::config::{AodvConfig, Preset};
use crate::sim::blueprint::RoutingSpec;
use crate::units::SimDuration;

fn aodv(fields: &str) -> AodvConfig {
    match good(&chain(fields)).blueprint.routing.clone() {
        RoutingSpec::Aodv(config) => config,
        RoutingSpec::Static => panic!("static"),
    }
}

#[test]
fn the_mac_profile_chooses_the_set_unless_it_is_named() {
    assert_eq!(good(&chain("mac: Ns2")).blueprint.routing, RoutingSpec::Static);
    for (fields, preset, ttl) in [
        ("mac: Ns2, routing: Aodv", Preset::Ns2, 30),
        ("mac: Std, routing: Aodv", Preset::Rfc, 64),
        ("mac: Disk, routing: Aodv()", Preset::Rfc, 64),
        ("mac: Ns2, routing: Aodv(preset: Rfc)", Preset::Rfc, 32),
        ("routing: Aodv(preset: Ns2)", Preset::Ns2, 30),
        ("mac: (profile: Ns2, ttl: 12), routing: Aodv", Preset::Ns2, 12),
    ] {
        assert_eq!(aodv(fields), AodvConfig::of(preset), "{fields}");
        assert_eq!(good(&chain(fields)).blueprint.mac.ttl, ttl, "{fields}");
    }
}

#[test]
fn every_parameter_can_be_set() {
    let second = SimDuration::from_secs;
    let set = aodv(
        r#"routing: Aodv(preset: Ns2, active_route_timeout: "1 s", my_route_timeout: "2 s", reverse_route_life: "3 s",
        node_traversal_time: "4 s", net_diameter: 5, request_id_life: "6 s", request_retries: 7, request_pause: "8 s",
        ttl_start: 4, ttl_increment: 10, ttl_threshold: 11, local_repair: false, send_buffer: 12, send_buffer_time: "13 s",
        broadcast_jitter: "1 s", release_spacing: "0.5 s", rate_limit: 14, delete_period: "15 s", hello_interval: "16 s",
        allowed_hello_loss: 17, gratuitous_reply: true)"#,
    );
    let expected = AodvConfig {
        preset: Preset::Ns2,
        active_route_timeout: second(1),
        my_route_timeout: second(2),
        reverse_route_life: second(3),
        node_traversal_time: second(4),
        net_diameter: 5,
        request_id_life: second(6),
        request_retries: 7,
        request_pause: second(8),
        ttl_start: 4,
        ttl_increment: 10,
        ttl_threshold: 11,
        local_repair: false,
        send_buffer: 12,
        send_buffer_time: second(13),
        broadcast_jitter: second(1),
        release_spacing: SimDuration::from_millis(500),
        rate_limit: 14,
        delete_period: second(15),
        hello_interval: second(16),
        allowed_hello_loss: 17,
        gratuitous_reply: true,
    };
    assert_eq!(set, expected);
}

#[test]
fn what_contradicts_itself_is_said() {
    for (fields, said) in [
        ("routing: Aodv(ttl_start: 36)", "`routing.ttl_start`, 36, is beyond `routing.net_diameter`, 35"),
        ("routing: Aodv(ttl_begin: 3)", "`routing` has no field `ttl_begin`; it has preset, active_route_timeout"),
        ("routing: Aodv(net_diameter: 0)", "`routing.net_diameter` has to be a whole number from 1 to 254, not `0`"),
        (
            "routing: Aodv, links: [(from: 0, to: 1, bandwidth: \"1 Mb/s\", delay: \"1 ms\")]",
            "`Aodv` looks for ways over the air only, and this scenario has wired links: `routing` has to be `Static`",
        ),
    ] {
        let messages = messages(&chain(fields));
        assert!(messages.iter().any(|message| message.contains(said)), "{fields}: {messages:?}");
    }
}
