//! Command logs.

use super::super::script::{parse, print};
use super::good;
use crate::congestion;
use crate::ids::{FlowId, FrameId, LinkId, NodeId};
use crate::recovery;
use crate::sim::command::SimCommand;
use crate::units::{BitRate, Metres, SimDuration, SimTime, Watts};

const WORLD: &str = r#"(duration: "10 s", topology: Nodes([(name: "a \"b\" \\", at: ("0 m", "0 m")), (name: "c")]),
    links: [(from: 0, to: 1, bandwidth: "1 Mb/s", delay: "1 ms")],
    flows: [(name: "up", from: 0, to: 1), (name: "down", from: 1, to: 0)])"#;

#[test]
fn every_command_prints_and_reads_back_equal() {
    let scenario = good(WORLD);
    let (flow, node) = (FlowId(1), NodeId(0));
    let (law, engine) = (congestion::Config::Reno, recovery::Kind::Tahoe);
    let commands = [
        SimCommand::SetController { flow, controller: law, recovery: engine },
        SimCommand::SetTransport { flow, max_window: 7 },
        SimCommand::SetLink {
            link: LinkId(1),
            bandwidth: Some(BitRate(1_234_567)),
            delay: Some(SimDuration::from_nanos(2_000_001)),
            loss: Some(0.1),
        },
        SimCommand::SetLink { link: LinkId(0), bandwidth: None, delay: None, loss: Some(1e-300) },
        SimCommand::SetLink { link: LinkId(0), bandwidth: Some(BitRate(0)), delay: None, loss: None },
        SimCommand::SetRadio { node, transmit_power: Watts(0.281_838_15) },
        SimCommand::MoveNode { node, x: Metres(-0.1), y: Metres(1.0 / 3.0) },
        SimCommand::NodeOff { node },
        SimCommand::NodeOn { node: NodeId(1) },
        SimCommand::FlowStop { flow },
        SimCommand::FlowStart { flow: FlowId(0) },
        SimCommand::Flip { frame: FrameId(u64::MAX) },
    ];
    let log: Vec<_> = (0..).map(|i| SimTime::from_nanos(i * 1_000_000_007)).zip(commands).collect();
    let text = print(&scenario, &log);
    assert_eq!(parse(&scenario, "log.ron", &text).unwrap(), log, "{text}");
    // The same list stands in a scenario as its script.
    let with_script = WORLD.trim_end_matches(')').to_owned() + ", script: " + &text + ")";
    assert_eq!(good(&with_script).blueprint.script, log);
}

#[test]
fn a_log_is_readable_aloud() {
    let scenario = good(WORLD);
    let log = [
        (SimTime::from_nanos(1_500_000_000), SimCommand::FlowStop { flow: FlowId(0) }),
        (
            SimTime::from_nanos(2_000_000_000),
            SimCommand::SetController {
                flow: FlowId(1),
                controller: congestion::Config::Reno,
                recovery: recovery::Kind::NewReno,
            },
        ),
    ];
    assert_eq!(
        print(&scenario, &log),
        "[\n    (at: \"1.5 s\", do: FlowStop(flow: \"up\")),\n    \
         (at: \"2 s\", do: SetController(flow: \"down\", controller: NewReno)),\n]"
    );
    assert_eq!(parse(&scenario, "log.ron", "[]"), Ok(Vec::new()));
}

#[test]
fn commands_are_sorted_by_time_and_keep_their_order_within_an_instant() {
    let scenario = good(WORLD);
    let text = r#"[(at: "2 s", do: NodeOff(node: 0)), (at: "1 s", do: FlowStop(flow: "up")), (at: "2 s", do: NodeOn(node: 0))]"#;
    let log = parse(&scenario, "log.ron", text).unwrap();
    let node = NodeId(0);
    assert_eq!(
        log.into_iter().map(|(_, command)| command).collect::<Vec<_>>(),
        [SimCommand::FlowStop { flow: FlowId(0) }, SimCommand::NodeOff { node }, SimCommand::NodeOn { node }]
    );
}

#[test]
fn a_name_that_the_scenario_has_not_is_an_error() {
    let error = parse(&good(WORLD), "log.ron", "[(at: \"1 s\", do: FlowStop(flow: \"upp\"))]").unwrap_err();
    assert_eq!(
        error.to_string(),
        "log.ron:1:33: unknown flow `upp`; the flows are `up` and `down`\n \
         1 | [(at: \"1 s\", do: FlowStop(flow: \"upp\"))]\n   |                                 ^^^^^\n   = did you mean `up`?"
    );
}
