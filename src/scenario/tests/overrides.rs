//! `--set PATH=VALUE`.

use super::super::{ScenarioError, parse};
use crate::sim::blueprint::TransportSpec;
use crate::units::SimDuration;

const TEXT: &str = "(
    duration: \"10 s\", // keep me
    mac: Ns2,
    topology: Chain(hops: 4),
    flows: [
        (from: 0, to: 4,),
        (name: \"x\", from: 0, to: 4, transport: Tcp(controller: Reno)),
    ],
)";

fn edited(item: &str) -> String {
    match parse("t.ron", TEXT, &[item]) {
        Ok(scenario) => scenario.text,
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_value_is_replaced_or_written() {
    for (item, old, new) in [
        ("topology.hops=8", "hops: 4", "hops: 8"),
        ("flows[1].transport.controller=Tahoe", "controller: Reno", "controller: Tahoe"),
        ("flows[1].transport=Tcp(segment: \"1 kB\")", "Tcp(controller: Reno)", "Tcp(segment: \"1 kB\")"),
        ("duration=20s", "\"10 s\"", "\"20s\""),
        ("duration=\"20 s\"", "\"10 s\"", "\"20 s\""),
        (" duration = 20 s ", "\"10 s\"", "\"20 s\""),
        ("flows[1].from=n1", "from: 0, to: 4, t", "from: \"n1\", to: 4, t"),
        ("flows[1].from=2", "from: 0, to: 4, t", "from: 2, to: 4, t"),
        // What is left out is written where it belongs.
        ("seed=3", "],\n)", "], seed: 3,\n)"),
        ("flows[0].stop=5 s", "to: 4,)", "to: 4, stop: \"5 s\",)"),
        ("flows[1].transport.max_window=8", "Reno)", "Reno, max_window: 8)"),
        ("flows[0].transport.max_window=8", "to: 4,)", "to: 4, transport: Tcp(max_window: 8),)"),
        ("topology.spacing=100 m", "hops: 4", "hops: 4, spacing: \"100 m\""),
        ("mac.rts_threshold=3000 B", "mac: Ns2", "mac: (profile: Ns2, rts_threshold: \"3000 B\")"),
        ("radio.profile=Dsss1Mb", "],\n)", "], radio: (profile: Dsss1Mb),\n)"),
        ("energy.scope=Radio", "],\n)", "], energy: (scope: Radio),\n)"),
        ("title=a \"b\"", "],\n)", "], title: \"a \\\"b\\\"\",\n)"),
        ("flows[0].transport.delayed_ack=None", "to: 4,)", "to: 4, transport: Tcp(delayed_ack: None),)"),
    ] {
        assert!(TEXT.contains(old), "{old}");
        assert_eq!(edited(item), TEXT.replacen(old, new, 1), "{item}");
    }
}

#[test]
fn edits_follow_each_other() {
    let scenario = parse("t.ron", TEXT, &["mac.arp=false", "mac.ttl=9", "duration=1 min", "topology.hops=5"]).unwrap();
    assert_eq!(
        (scenario.blueprint.mac.arp, scenario.blueprint.mac.ttl, scenario.blueprint.mac.queue_wastes_one),
        (false, 9, true)
    );
    assert_eq!(scenario.blueprint.duration, Some(SimDuration::from_secs(60)));
    assert_eq!(scenario.blueprint.nodes.len(), 6);
    let again = parse("t.ron", &scenario.text, &[""; 0]).unwrap();
    assert_eq!(again, scenario);
    assert!(matches!(&scenario.blueprint.flows[1].transport, TransportSpec::Tcp(tcp) if tcp.max_window == 20));
}

#[test]
fn a_path_that_leads_nowhere_says_where_it_ends() {
    for (item, said) in [
        (
            "sede=3",
            "--set:1:1: there is no field `sede` here; there are title, question, expect, source, seed, duration, radio, mac, \
             topology, links, routing, mobility, flows, energy and script\n 1 | sede=3\n   | ^^^^\n   = did you mean `seed`?",
        ),
        (
            "topology.hop=8",
            "--set:1:9: there is no field `hop` here; there are hops and spacing\n 1 | topology.hop=8\n   \
             |         ^^^^\n   = did you mean `hops`?",
        ),
        ("flows[2].to=1", "--set:1:6: the list has the entries [0] to [1]\n 1 | flows[2].to=1\n   |      ^^^"),
        ("seed.x=1", "--set:1:5: there is no field `x` here, nor any other\n 1 | seed.x=1\n   |     ^^"),
        ("topology[0]=1", "--set:1:9: there is no list here\n 1 | topology[0]=1\n   |         ^^^"),
        ("links[0].delay=1", "--set:1:6: the list is empty\n 1 | links[0].delay=1\n   |      ^^^"),
        ("seed", "--set:1:1: expected PATH=VALUE, like `seed=3`\n 1 | seed\n   | ^^^^"),
        ("=3", "--set:1:1: a path is written like `flows[0].transport.controller`\n 1 | =3\n   | ^"),
        (
            "flows[x]=3",
            "--set:1:6: a path is written like `flows[0].transport.controller`\n 1 | flows[x]=3\n   |      ^^^",
        ),
        ("seed=", "--set:1:6: this is not a value as a scenario writes it\n 1 | seed=\n   |      ^"),
        (
            "seed=3, title: \"x\"",
            "--set:1:6: this is not a value as a scenario writes it\n 1 | seed=3, title: \"x\"\n   \
             |      ^^^^^^^^^^^^^",
        ),
        ("seed=)", "--set:1:6: this is not a value as a scenario writes it\n 1 | seed=)\n   |      ^"),
        ("seed=3 // x", "--set:1:6: this is not a value as a scenario writes it\n 1 | seed=3 // x\n   |      ^^^^^^"),
    ] {
        assert_eq!(edited(item), said, "{item}");
    }
}

#[test]
fn a_value_that_is_wrong_is_shown_where_it_stands_now() {
    assert_eq!(
        edited("flows[1].transport.controller=Vegas"),
        "t.ron:7:64: `Vegas` is not available in this version; available: Tahoe, Reno and NewReno\n \
         7 |         (name: \"x\", from: 0, to: 4, transport: Tcp(controller: Vegas)),\n   \
         |                                                                ^^^^^"
    );
    let error = parse("t.ron", TEXT, &["topology.hops=9999"]).unwrap_err();
    assert!(matches!(error, ScenarioError::Invalid(problems) if problems[0].line == 4));
}
