//! The chain of causes, from what a person sees to something physical or a command.

use hopscope::fact::{FactId, LostBecause, Role, What};
use hopscope::ids::FlowId;
use hopscope::journal::Journal;
use hopscope::scenario::{Scenario, gallery, parse};
use hopscope::sim::explain::Question;
use hopscope::sim::simulation::Simulation;
use hopscope::units::SimTime;

fn load(name: &str, overrides: &[&str]) -> Scenario {
    let (_, text) = gallery().iter().find(|(file, _)| *file == name).unwrap();
    parse(name, text, overrides).unwrap()
}

fn run(scenario: &Scenario, seconds: f64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.run_until(SimTime::from_secs_f64(seconds));
    simulation
}

fn facts(simulation: &Simulation) -> impl Iterator<Item = (FactId, &What)> {
    simulation.world().resource::<Journal>().facts().map(|(id, fact)| (id, &fact.what))
}

fn what(simulation: &Simulation, id: FactId) -> Option<What> {
    simulation.world().resource::<Journal>().fact(id).map(|fact| fact.what)
}

fn cause(simulation: &Simulation, id: FactId) -> FactId {
    simulation.world().resource::<Journal>().fact(id).map_or(FactId::NONE, |fact| fact.cause)
}

fn words(simulation: &Simulation, fact: FactId) -> String {
    simulation.why(fact).iter().map(|line| line.text.clone()).collect::<Vec<_>>().join("\n")
}

/// cwnd halved <- third duplicate ACK <- retry limit <- no CTS <- a station that the sender cannot hear.
#[test]
fn a_halving_after_a_hidden_terminal_collision() {
    let simulation = run(&load("chain8.ron", &[]), 50.0);
    let halvings = facts(&simulation).filter(|(id, fact)| {
        matches!(fact, What::Window { from, to, .. } if to < from)
            && matches!(what(&simulation, cause(&simulation, *id)), Some(What::ThirdDupAck { .. }))
    });
    let texts: Vec<String> = halvings.map(|(id, _)| words(&simulation, id)).collect();
    assert!(texts.len() > 10, "the chain loses packets all the time");
    // Every chain ends in something physical.
    let physical = [
        "collided at",
        "not heard at",
        "missed at",
        "has to keep silent for",
        "found the medium busy",
        "another exchange",
    ];
    for text in &texts {
        let last = text.lines().last().unwrap();
        assert!(physical.iter().any(|words| last.contains(words)), "{text}");
    }
    let hidden = texts.iter().find(|text| text.contains("collided at") && text.contains("hidden from")).unwrap();
    let lines: Vec<&str> = hidden.lines().collect();
    assert!(lines[0].starts_with("ftp: cwnd "), "{hidden}");
    assert!(lines[1].starts_with("third duplicate ACK asks for segment "), "{hidden}");
    assert!(lines[2].contains("dropped at n") && lines[2].contains("retry limit 7"), "{hidden}");
    assert!(lines[3].starts_with("7 x no CTS from n"), "{hidden}");
}

/// A retransmission that is lost again can only be found by the timer; the chain says so.
#[test]
fn a_timeout_after_a_lost_retransmission() {
    let text = r#"(
        duration: "20 s", seed: 3, topology: Nodes([(name: "a"), (name: "b")]), routing: Static, mac: Ns2,
        links: [(from: "a", to: "b", bandwidth: "2 Mb/s", delay: "35 ms", queue: DropTail(packets: 50),
                 impairments: [Loss(rate: 0.2)])],
        flows: [(name: "t", from: "a", to: "b", traffic: Bulk,
                 transport: Tcp(controller: NewReno, max_window: 32, segment: "1460 B"))])"#;
    let simulation = run(&parse("lossy.ron", text, &[] as &[&str]).unwrap(), 20.0);
    let timeouts = facts(&simulation).filter(|(id, fact)| {
        let lost = what(&simulation, cause(&simulation, *id));
        matches!(fact, What::Timeout { .. }) && matches!(lost, Some(What::Dropped { role: Role::Retransmission, .. }))
    });
    let (timeout, _) = timeouts.last().unwrap();
    let text = words(&simulation, timeout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("RTO ") && lines[0].contains("segment"), "{text}");
    assert_eq!(lines[1], "its retransmission was taken by impairment 1 of the link a -> b");
    assert_eq!(lines.len(), 2, "{text}");
}

/// A full queue is the end of the chain, also where a burst lost more than a hundred segments at once.
#[test]
fn a_queue_overflow_in_the_dumbbell() {
    let simulation = run(&load("dumbbell.ron", &[]), 20.0);
    for flow in [FlowId(0), FlowId(1)] {
        let noticed = facts(&simulation).filter(|(_, fact)| match fact {
            What::ThirdDupAck { flow: other, .. } | What::Timeout { flow: other, .. } => *other == flow,
            _ => false,
        });
        let mut chains = 0;
        for (id, fact) in noticed {
            let text = words(&simulation, id);
            let lines: Vec<&str> = text.lines().collect();
            assert_eq!(lines.len(), 2, "{fact:?}\n{text}");
            assert!(lines[1].contains("dropped at the link r0 -> r1: the queue was full"), "{text}");
            chains += 1;
        }
        assert!(chains > 3, "{flow} loses segments at the bottleneck");
    }
}

/// Every fall of every window in every scenario of the gallery ends in something physical, in an impairment or in a command.
#[test]
fn every_fall_in_the_gallery_has_an_end() {
    let ends = [
        "collided at",
        "not heard at",
        "missed at",
        "keep silent for",
        "medium busy",
        "in another exchange",
        "queue was full",
        "taken by impairment",
        "command:",
        "still at",
    ];
    let mut falls = 0;
    for (file, text) in gallery() {
        let simulation = run(&parse(file, text, &[] as &[&str]).unwrap(), 30.0);
        for (id, fact) in facts(&simulation) {
            if !matches!(fact, What::Window { from, to, .. } if to < from) {
                continue;
            }
            falls += 1;
            let text = words(&simulation, id);
            let last = text.lines().last().unwrap();
            assert!(ends.iter().any(|end| last.contains(end)), "{file}: {text}");
            assert!(!text.contains("not known") && !text.contains("no loss was recorded"), "{file}: {text}");
        }
    }
    assert!(falls > 100, "only {falls} falls");
}

/// A command is the end of a chain, too: a node that is off, a route that is gone, a loss that was set.
#[test]
fn chains_that_end_in_a_command() {
    // Later commands that have nothing to do with the flow: a stranger far away, a delay.
    for (command, words_of_the_drop, words_of_the_command) in [
        ("NodeOff(node: \"b\")", "no way leads", "b switched off"),
        ("MoveNode(node: \"b\", to: (\"5 km\", \"0 m\"))", "no way leads", "b moved to 5000 m, 0 m"),
        ("SetRadio(node: \"b\", transmit_power: \"1 nW\")", "no way leads", "b sends with"),
    ] {
        let text = format!(
            r#"(duration: "20 s", mac: Ns2,
                topology: Nodes([(name: "a", at: ("0 m", "0 m")), (name: "b", at: ("200 m", "0 m")),
                                 (name: "c", at: ("400 m", "0 m")), (name: "x", at: ("90 km", "0 m"))]),
                flows: [(name: "ftp", from: "a", to: "c", start: "1 s", traffic: Bulk,
                         transport: Tcp(controller: NewReno, preset: Ns2))],
                script: [(at: "5 s", do: {command}), (at: "6 s", do: SetRadio(node: "x", transmit_power: "1 W")),
                         (at: "7 s", do: NodeOff(node: "x")), (at: "8 s", do: NodeOn(node: "x"))])"#
        );
        let simulation = run(&parse("command.ron", &text, &[] as &[&str]).unwrap(), 20.0);
        let (timeout, _) = simulation.find(FlowId(0), simulation.now(), Question::Timeout).unwrap();
        let text = words(&simulation, timeout);
        let last = text.lines().last().unwrap();
        assert!(last.starts_with(&format!("command: {words_of_the_command}")), "{command}: {text}");
        assert!(text.contains(words_of_the_drop), "{command}: {text}");
    }
    let wired = r#"(duration: "20 s", topology: Nodes([(name: "a"), (name: "b")]), mac: Ns2,
        links: [(from: "a", to: "b", bandwidth: "2 Mb/s", delay: "10 ms", queue: DropTail(packets: 50))],
        flows: [(name: "t", from: "a", to: "b", traffic: Bulk, transport: Tcp(controller: NewReno))],
        script: [(at: "5 s", do: SetLink(from: "a", to: "b", loss: 1.0)),
                 (at: "6 s", do: SetLink(from: "a", to: "b", delay: "40 ms"))])"#;
    let simulation = run(&parse("loss.ron", wired, &[] as &[&str]).unwrap(), 20.0);
    let (timeout, _) = simulation.find(FlowId(0), simulation.now(), Question::Timeout).unwrap();
    let text = words(&simulation, timeout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].ends_with("was taken by the random loss that a command gave the link a -> b"), "{text}");
    assert!(lines[2].starts_with("command: the link a -> b has loss 100 %"), "{text}");
}

/// Out of range, off, deaf while sending: each silence has its reason.
#[test]
fn every_lost_frame_says_why() {
    let simulation = run(&load("chain8.ron", &[]), 20.0);
    let mut reasons = Vec::new();
    for (_, fact) in facts(&simulation) {
        if let What::FrameLost { why, .. } = fact {
            reasons.push(*why);
        }
    }
    for expected in [LostBecause::Collision, LostBecause::Reserved] {
        assert!(reasons.contains(&expected), "{expected:?} should happen in a chain");
    }
    // On a static chain in range of one another nothing is too weak, cut short or off.
    for never in [LostBecause::TooWeak, LostBecause::CutShort, LostBecause::Off, LostBecause::BitError] {
        assert!(!reasons.contains(&never), "{never:?}");
    }
}
