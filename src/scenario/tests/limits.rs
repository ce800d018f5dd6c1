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
