//! The published limits: the last value that is allowed, and the first that is not.

use super::super::limits::{FILE_BYTES, PROBLEMS};
use super::{NONE, bad, chain, good, messages, wired};

#[test]
fn each_limit_lies_where_it_is_published() {
    let flow = |transport: &str| chain(&format!("flows: [(from: 0, to: 4, transport: Tcp({transport}))]"));
    let topology = |topology: &str| format!("(duration: \"1 s\", topology: {topology})");
    let moved = |x: &str| topology(&format!("Nodes([(at: (\"{x}\", \"0 m\"))])"));
    for (most, beyond) in [
        (flow("max_window: 10000"), flow("max_window: 10001")),
        (flow("max_window: 1"), flow("max_window: 0")),
        (flow("segment: \"65495 B\""), flow("segment: \"65496 B\"")),
        (flow("segment: \"1 B\""), flow("segment: \"0 B\"")),
        (topology("Chain(hops: 4095)"), topology("Chain(hops: 4096)")),
        (topology("Chain(hops: 1)"), topology("Chain(hops: 0)")),
        (topology("Grid(columns: 64, rows: 64)"), topology("Grid(columns: 65, rows: 64)")),
        (topology("Cross(hops: 2046)"), topology("Cross(hops: 2048)")),
        (topology("Cross(hops: 2)"), topology("Cross(hops: 3)")),
        (topology("Ring(nodes: 3)"), topology("Ring(nodes: 2)")),
        (topology("Star(nodes: 2)"), topology("Star(nodes: 1)")),
        (topology("Nodes([()])"), topology("Nodes([])")),
        (moved("-1000 km"), moved("-1001 km")),
        (
            wired("duration: \"24 h\"").replace("duration: \"10 s\",", ""),
            wired("duration: \"25 h\"").replace("duration: \"10 s\",", ""),
        ),
        (wired("mac: (queue_limit: 100000)"), wired("mac: (queue_limit: 100001)")),
        (
            topology("Nodes([(at: (\"0 m\", \"0 m\")), (at: (\"1 cm\", \"0 m\"))])"),
            topology("Nodes([(at: (\"0 m\", \"0 m\")), (at: (\"9 mm\", \"0 m\"))])").replace("9 mm", "0.9 cm"),
        ),
    ] {
        good(&most);
        assert_eq!(messages(&beyond).len(), 1, "{beyond}");
    }
}

/// Many sources that are each allowed may be too many together, wherever their packets wait: in queues or on wires.
#[test]
fn all_flows_together_are_bounded() {
    let wire = |delay: &str, flows: usize, rate: &str, more: &str| {
        let flow = format!("(from: 0, to: 1, traffic: Cbr(rate: \"{rate}\", packet: \"1 B\"), transport: Udp),");
        format!(
            "(duration: \"100 s\", topology: Nodes([(), ()]),\nlinks: [(from: 0, to: 1, bandwidth: \"100 Gb/s\", \
             delay: \"{delay}\")],\nflows: [\n{}\n],{more})",
            format!("{flow}\n").repeat(flows).trim_end()
        )
    };
    // 8 Mb/s of one byte each are a million a second: all of it.
    good(&wire("1 s", 1, "8 Mb/s", ""));
    good(&wire("1 s", 1_000, "8 kb/s", ""));
    let too_many = "with this flow all `Cbr` flows together send more than 1000000 packets a second";
    for (flows, rate, line) in [(2, "8 Mb/s", 5), (1_024, "8 Mb/s", 5), (1_001, "8 kb/s", 1_004)] {
        assert_eq!(messages(&wire("100 us", flows, rate, "")), [format!("{line}:27 {too_many}")]);
    }
    // What is offered in an hour does not fit on a wire; the last that fits, and the first that does not.
    good(&wire("1000 s", 1, "8 kb/s", ""));
    let held = "2:56 the 1000 packets a second of all `Cbr` flows are 1001000 on a wire of 1001 s; at most 1000000 are allowed";
    assert_eq!(messages(&wire("1001 s", 1, "8 kb/s", "")), [held]);
    let set = "\nscript: [(at: \"1 s\", do: SetLink(from: 1, to: 0, delay: \"1001 s\"))]";
    let [message] = &messages(&wire("1 s", 1, "8 kb/s", set))[..] else { panic!("one problem") };
    assert!(message.starts_with("6:") && message.contains("1001000 on a wire"), "{message}");
    // Both at once, as in a file that would need a terabyte.
    assert_eq!(messages(&wire("3600 s", 1_024, "8 Mb/s", "")).len(), 2);

    let windows = |n: usize| {
        let flow = "(from: 0, to: 4, transport: Tcp(max_window: 10000)),";
        chain(&format!("flows: [{}]", flow.repeat(n)))
    };
    good(&windows(100));
    let [message] = &messages(&windows(101))[..] else { panic!("one problem") };
    assert!(message.ends_with("the windows of all flows together are more than 1000000 segments"), "{message}");
}

/// A way of more hops than a packet lives for would load and deliver nothing.
#[test]
fn ways_are_no_longer_than_packets_live() {
    let chain = |hops: u32, mac: &str, more: &str| {
        format!(
            "(duration: \"1 s\", mac: {mac}, topology: Chain(hops: {hops}),\nflows: [(from: 0, to: 1), (name: \"far\", from: 0, \
             to: {hops})]{more})"
        )
    };
    let message = |hops: u32, ttl: u32| {
        format!("2:54 flow `far` takes {hops} hops, and packets live for {ttl} (`mac.ttl`): nothing would arrive")
    };
    for (hops, mac, ttl) in [(32, "Ns2", 32), (64, "Std", 64), (5, "(ttl: 5)", 5)] {
        good(&chain(hops, mac, ""));
        assert_eq!(messages(&chain(hops + 1, mac, "")), [message(hops + 1, ttl)]);
    }
    assert_eq!(messages(&chain(40, "Ns2", "")), [message(40, 32)]);
    // AODV: data of ns-2 live as long as its floods; those of the RFC live longer.
    for (hops, mac, live, field) in [
        (30, "Ns2", "packets", "mac.ttl"),
        (35, "Std", "requests", "routing.net_diameter"),
        (4, "(ttl: 4)", "packets", "mac.ttl"),
    ] {
        good(&chain(hops, mac, ", routing: Aodv"));
        let said = messages(&chain(hops + 1, mac, ", routing: Aodv"));
        let far = hops + 1;
        let should =
            format!("2:54 flow `far` takes {far} hops, and {live} live for {hops} (`{field}`): nothing would arrive");
        assert_eq!(said, [should]);
    }
    // A wire is a short cut, and who moves may come near.
    let wired = ", links: [(from: 0, to: 39, bandwidth: \"1 Mb/s\", delay: \"1 ms\")]";
    good(&chain(40, "Ns2", wired));
    good(&chain(40, "Ns2", ", script: [(at: \"0 s\", do: MoveNode(node: 40, to: (\"0 m\", \"200 m\")))]"));
}

#[test]
fn lists_are_bounded() {
    let nodes = |n: usize| format!("(duration: \"1 s\", topology: Nodes([{}]))", "(),".repeat(n));
    assert_eq!(good(&nodes(4_096)).blueprint.nodes.len(), 4_096);
    assert_eq!(messages(&nodes(4_097)), ["1:35 `topology` has 4097 entries; at most 4096 are allowed"]);
    let flows = |n: usize| chain(&format!("flows: [{}]", "(from: 0, to: 4),".repeat(n)));
    assert_eq!(good(&flows(1_024)).blueprint.flows.len(), 1_024);
    assert_eq!(messages(&flows(1_025)), ["2:8 `flows` has 1025 entries; at most 1024 are allowed"]);
    let script = |n: usize| chain(&format!("script: [{}]", "(at: \"1 s\", do: NodeOff(node: 1)),".repeat(n)));
    assert_eq!(good(&script(1_000)).blueprint.script.len(), 1_000);
    assert_eq!(messages(&script(1_001)).len(), 1);
}

#[test]
fn crowds_are_refused() {
    let grid = |columns: u64| {
        format!("(duration: \"1 s\", mac: Ns2, topology: Grid(columns: {columns}, rows: 64, spacing: \"5 m\"))")
    };
    good(&grid(31));
    let [message] = &messages(&grid(64))[..] else { panic!("one problem") };
    assert!(message.contains("pairs of nodes in hearing of one another are more than 4000000"), "{message}");
    // The same number of nodes, far enough apart.
    good(&grid(64).replace("5 m", "200 m"));
}

#[test]
fn files_are_bounded() {
    let padded = |length: usize| {
        let scenario = chain("");
        format!("{scenario}{}", " ".repeat(length - scenario.len()))
    };
    good(&padded(FILE_BYTES));
    assert_eq!(bad(&padded(FILE_BYTES + 1)), "t.ron: larger than 1048576 bytes, the most that a scenario may have");
}

#[test]
fn reports_are_bounded() {
    let text = chain(&format!("flows: [{}]", "(from: 0, to: 0),".repeat(100)));
    let error = super::parse("t.ron", &text, &NONE).unwrap_err();
    assert_eq!(error.problems().len(), PROBLEMS);
    assert_eq!(error.problems()[PROBLEMS - 1].hint, "50 more problems in this file are not shown");
}
