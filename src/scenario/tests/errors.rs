//! What a person reads when a scenario is wrong, word for word.

use super::{bad, chain, good, messages, wired};

#[test]
fn an_error_shows_the_place_and_the_nearest_name() {
    assert_eq!(
        bad(
            "(\n    topology: Chain(hops: 4),\n    duration: \"10 s\",\n    flows: [\n        (from: \"n0\", to: \"n9\"),\n    ],\n)"
        ),
        "t.ron:5:26: unknown node `n9`; the nodes are `n0`, `n1`, `n2`, `n3` and `n4`\n \
         5 |         (from: \"n0\", to: \"n9\"),\n   |                          ^^^^\n   = did you mean `n0`?"
    );
    assert_eq!(
        bad("(topology: Chain(hop: 4), duration: \"10 s\")"),
        "t.ron:1:12: `topology` lacks the field `hops`, a whole number from 1 to 4095\n \
         1 | (topology: Chain(hop: 4), duration: \"10 s\")\n   |            ^^^^^\n\
         t.ron:1:18: `topology` has no field `hop`; it has hops and spacing\n \
         1 | (topology: Chain(hop: 4), duration: \"10 s\")\n   |                  ^^^\n   = did you mean `hops`?"
    );
}

#[test]
fn every_problem_of_a_file_is_reported() {
    let text = "(\nseed: -1,\nduration: \"10 m\",\ncolour: 3,\ntopology: Chain(hops: 4, spacing: \"200\"),\nrouting: Dsr,\n\
        flows: [\n(from: 0, to: 0),\n(from: 0, to: 7, traffic: Cbr(rate: \"1 Mb/s\", packet: \"0 B\")),\n(to: 1),\n],\n)";
    assert_eq!(
        messages(text),
        [
            "2:7 `seed` has to be a whole number from 0, not `-1`",
            "3:11 `duration` has to be a time from \"1 ns\" to \"86400 s\", not the text \"10 m\"",
            "4:1 a scenario has no field `colour`; it has title, question, expect, source, seed, duration, radio, mac, topology, \
             links, routing, mobility, flows, energy and script",
            "5:35 `topology.spacing` has to be a length from \"0.01 m\" to \"1000000 m\", not the text \"200\"",
            "6:10 `Dsr` is not available in this version; available: Static and Aodv",
            "9:55 `flows[1].traffic.packet` has to be a size from \"1 B\" to \"65507 B\", not the text \"0 B\"",
            "10:1 `flows[2]` lacks the field `from`, a node: its number, or its name in quotes",
        ],
        "nodes are not doubted while the topology is wrong"
    );
    let text = text.replace("\"200\"", "\"200 m\"");
    let found = messages(&text);
    assert!(found.contains(&"8:15 flow `f0` goes from a node to itself".to_owned()), "{found:?}");
    assert!(found.iter().any(|m| m.starts_with("9:15 unknown node `7`; the nodes are")), "{found:?}");
}

/// Each text has one problem, with these words.
fn assert_said(table: &[(String, &str)]) {
    let said = table.iter().map(|(text, should)| (messages(text), should));
    let differ: Vec<_> = said.filter(|(said, should)| *said != [**should]).collect();
    assert!(differ.is_empty(), "said, and should be said: {differ:#?}");
}

#[test]
fn what_is_no_scenario_is_said() {
    assert_said(&[
        ("3".into(), "1:1 a scenario has to be a struct: `(name: value, ..)`, not `3`"),
        ("Chain(hops: 2)".into(), "1:1 a scenario has to be a struct in parentheses, not `Chain(..)`"),
        ("(duration: \"1 s\")".into(), "1:1 a scenario lacks the field `topology`, a topology"),
        (chain("seed: 1, seed: 2"), "2:10 the field `seed` is written twice"),
        (chain("seed: 1.5"), "2:7 `seed` has to be a whole number from 0, not `1.5`"),
        (chain("seed: NaN"), "2:7 `seed` has to be a whole number from 0, not `NaN`"),
        (chain("title: 3"), "2:8 `title` has to be a text in quotes of at most 4000 characters, not `3`"),
    ]);
}

#[test]
fn what_is_wrong_with_radio_and_mac_is_said() {
    assert_said(&[
        (chain("mac: Nd2"), "2:6 `Nd2` is not a MAC profile that is known; known: Ns2, Std and Disk"),
        (
            chain("mac: \"Ns2\""),
            "2:6 `mac` has to be a MAC profile, Ns2, Std or Disk, or a struct over one, not the text \"Ns2\"",
        ),
        (chain("mac: Ns2(arp: false)"), "2:6 `Ns2` takes no fields"),
        (chain("mac: (cw_min: 63, cw_max: 31)"), "2:15 `mac.cw_min`, 63, is greater than `mac.cw_max`, 31"),
        (chain("mac: (ttl: 0)"), "2:12 `mac.ttl` has to be a whole number from 1 to 255, not `0`"),
        (
            chain("radio: (profile: Wifi11gMb54, data_rate: \"11 Mb/s\")"),
            "2:42 `radio.data_rate`, 11 Mb/s, is no rate of OFDM, which has 6, 9, 12, 18, 24, 36, 48, 54 Mb/s",
        ),
        (
            chain("radio: (profile: Wifi11gMb54, preamble: Short)"),
            "2:41 OFDM has one preamble only: `preamble` belongs to DSSS",
        ),
        (
            chain("radio: (receive_threshold: \"0 W\")"),
            "2:28 `radio.receive_threshold` has to be a power over \"0 W\" up to \"1000 W\", in watts or dBm, not the text \"0 W\"",
        ),
        (
            chain("radio: (receive_threshold: \"1 pW\")"),
            "2:8 `radio.carrier_sense_threshold`, 1.559e-11 W, is above `radio.receive_threshold`, 1e-12 W: what can be decoded has \
             to be heard",
        ),
        (
            chain("radio: (bit_error_rate: inf)"),
            "2:25 `radio.bit_error_rate` has to be a number from 0 to 1, not `inf`",
        ),
        (
            chain("mac: Disk, radio: (propagation: UnitDisk(transmit: \"600 m\"))"),
            "2:33 the `transmit` range, 600 m, is longer than the `carrier_sense` range, 550 m: what can be decoded has to be heard",
        ),
        (
            chain("radio: (reception: AnyOverlap)"),
            "2:20 propagation UnitDisk and reception AnyOverlap (MAC profile Disk) go together only",
        ),
    ]);
}

#[test]
fn what_is_wrong_with_flows_is_said() {
    assert_said(&[
        (
            chain("flows: [(from: 0, to: 4, transport: Tcp(controller: Vegas))]"),
            "2:53 `Vegas` is not available in this version; available: Tahoe, Reno and NewReno",
        ),
        (
            chain("flows: [(from: 0, to: 4, transport: Udp)]"),
            "2:37 `Udp` carries `Cbr` traffic only: nothing tells it how fast to send",
        ),
        (
            chain("flows: [(from: 0, to: 4, start: \"2 s\", stop: \"2 s\")]"),
            "2:46 the flow stops before it has started, at 2 s",
        ),
        (
            chain("flows: [(from: 0, to: 4, transport: Tcp(rto_min: \"2 min\"))]"),
            "2:50 `rto_min`, 120 s, is longer than `rto_max`, 60 s",
        ),
        (
            chain("flows: [(name: \"x\", from: 0, to: 4), (name: \"x\", from: 4, to: 0)]"),
            "2:45 flows 0 and 1 are both called `x`",
        ),
        (
            chain("flows: [(from: 0, to: 4, traffic: Cbr(rate: \"1 Gb/s\", packet: \"100 B\"), transport: Udp)]"),
            "2:35 these are more than 1,000,000 packets a second: take larger ones",
        ),
        (
            chain("flows: [(from: n0, to: 4)]"),
            "2:16 `flows[0].from` has to be a node: its number, or its name in quotes, not `n0`",
        ),
        (chain("flows: (from: 0, to: 4)"), "2:8 `flows` has to be a list: `[..]`, not a struct"),
    ]);
}

#[test]
fn what_is_wrong_with_energy_and_mobility_is_said() {
    assert_said(&[
        (
            chain("energy: (radio: Wavelan)"),
            "2:17 `Wavelan` is not a power profile that is known; known: WavelanSingh, \
             WavelanWang, Esp32, Esp32S2, Intel5300Siso, Cc2538, Cc2420 and Ns2Default",
        ),
        (chain("energy: (scope: System)"), "2:17 `System` is not available in this version; available: Radio"),
        (
            chain("energy: (battery: Linear(capacity: \"1 Ah\"))"),
            "2:19 a battery has either an `energy`, or a `capacity` and a `voltage`",
        ),
        (
            "(duration: \"1 s\",\n topology: Random(nodes: 4, width: \"9 km\", height: \"9 km\"))".to_owned(),
            "2:12 in 1000 draws 4 nodes never were connected within a range of 250 m; the last draw had 4 parts, of 1, 1, 1, 1 nodes: \
             take more nodes or a smaller area",
        ),
        (
            chain("mobility: RandomWaypoint(speed: 3)"),
            "2:11 `RandomWaypoint` is not available in this version; available: Still",
        ),
    ]);
}

#[test]
fn what_is_wrong_with_the_script_is_said() {
    assert_said(&[
        (
            chain("script: [(at: \"1 s\", do: Explode)]"),
            "2:26 `Explode` is not a command that is known; known: SetController, \
             SetTransport, SetLink, SetRadio, MoveNode, NodeOff, NodeOn, FlowStop, FlowStart and Flip",
        ),
        (chain("script: [(at: \"1 s\", do: FlowStop(flow: 0))]"), "2:41 unknown flow `0`; there is no flow"),
        (chain("script: [(at: \"1 s\", do: SetLink(from: 0, to: 1, loss: 0.5))]"), "2:26 no link joins `n0` and `n1`"),
        (
            wired("script: [(at: \"1 s\", do: SetLink(from: 0, to: 1))]"),
            "2:26 `SetLink` changes nothing: give a `bandwidth`, a \
             `delay` or a `loss`",
        ),
        (
            wired("script: [(at: \"1 s\", do: MoveNode(node: 0, to: (\"0 m\", \"1 m\")))]"),
            "2:41 node `a` has no radio: it is given no place with `at`",
        ),
        (
            wired(
                "flows: [(from: 0, to: 1, transport: Udp, traffic: Cbr(rate: \"1 kb/s\"))],\n\
                   script: [(at: \"1 s\", do: SetTransport(flow: 0, max_window: 3))]",
            ),
            "3:45 flow `f0` is not a TCP flow",
        ),
    ]);
}

#[test]
fn links_are_checked_too() {
    let two = |links: &str| format!("(duration: \"1 s\", topology: Nodes([(), (), (name: \"z\")]),\nlinks: [{links}])");
    for (links, said) in [
        (
            r#"(from: 0, to: 0, bandwidth: "1 Mb/s", delay: "1 ms")"#,
            "2:23 a link has to join two nodes, not a node with itself",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "1 Mb/s", delay: "1 ms"), (from: 1, to: 0, bandwidth: "1 Mb/s", delay: "1 ms")"#,
            "2:63 `links[0]` joins these two nodes already",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "0 b/s", delay: "2 us")"#,
            "2:53 a link of unlimited bandwidth has to have a delay of at least \"1 ms\"",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "99 b/s", delay: "1 s")"#,
            "2:37 a link has at least \"100 b/s\", or is unlimited with \"0 b/s\"",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "1 Mb/s", delay: "0 s")"#,
            "2:54 `links[0].delay` has to be a time from \"1 us\" to \"3600 s\", not the text \"0 s\"",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "1 Mb/s", delay: "1 ms", impairments: [Loss(rate: 1.5)])"#,
            "2:87 `links[0].impairments[0].rate` has to be a number from 0 to 1, not `1.5`",
        ),
        (
            r#"(from: 0, to: 1, bandwidth: "1 Mb/s", delay: "1 ms", impairments: [Reorder(rate: 0.1, hold: 4)])"#,
            "2:76 `Reorder` is not available in this version; available: Loss, Burst, GilbertElliott and Drop",
        ),
    ] {
        assert_eq!(messages(&two(links)), [said], "{links}");
    }
    let no_way = "(duration: \"1 s\", topology: Nodes([(), (at: (\"0 m\", \"0 m\"))]), flows: [(from: 0, to: 1)])";
    assert_eq!(
        messages(no_way),
        ["1:86 there is no way from `n0` to `n1`: no links lead there, and not both have radios"]
    );
    let wasted = wired("mac: Ns2").replace("delay: \"1 ms\"", "delay: \"1 ms\", queue: DropTail(packets: 1)");
    assert_eq!(messages(&wasted).len(), 1);
}

#[test]
fn a_run_has_an_end() {
    assert_eq!(messages("(topology: Chain(hops: 1))"), ["1:1 without flows a scenario has to have a `duration`"]);
    assert_eq!(
        messages("(topology: Chain(hops: 1), flows: [(name: \"x\", from: 0, to: 1)])"),
        ["1:36 flow `x` never ends: give it a `stop`, or the scenario a `duration`"]
    );
    good("(topology: Chain(hops: 1), flows: [(from: 0, to: 1, traffic: Transfer(size: \"1 MB\"))])");
    good("(topology: Chain(hops: 1), flows: [(from: 0, to: 1, stop: \"3 s\")])");
    good("(topology: Chain(hops: 1), duration: None, flows: [(from: 0, to: 1, stop: Some(\"3 s\"))])");
}
