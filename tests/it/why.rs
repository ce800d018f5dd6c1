//! The chain of causes, from what a person sees to something physical or a command.

use hopscope::fact::{DropReason, FactId, LostBecause, What};
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
    let physical = ["collided at", "not heard at", "missed at", "has to keep silent for", "lost at", "medium busy"];
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
        matches!(fact, What::Timeout { .. }) && matches!(lost, Some(What::Dropped { retransmission: true, .. }))
    });
    let (timeout, _) = timeouts.last().unwrap();
    let text = words(&simulation, timeout);
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("RTO ") && lines[0].contains("segment"), "{text}");
    assert_eq!(lines[1], "its retransmission was taken by impairment 1 of the link a -> b");
    assert_eq!(lines.len(), 2, "{text}");
}

/// A full queue is the end of the chain.
#[test]
fn a_queue_overflow_in_the_dumbbell() {
    let simulation = run(&load("dumbbell.ron", &[]), 20.0);
    let at = simulation.now();
    let (fact, _) = simulation.find(FlowId(0), at, Question::Window).unwrap();
    let overflow = facts(&simulation)
        .filter(|(_, fact)| matches!(fact, What::ThirdDupAck { flow: FlowId(0), .. }))
        .find(|(id, _)| {
            matches!(
                what(&simulation, cause(&simulation, *id)),
                Some(What::Dropped { reason: DropReason::QueueFull, .. })
            )
        });
    let (overflow, _) = overflow.unwrap_or_else(|| panic!("{}", words(&simulation, fact)));
    let text = words(&simulation, overflow);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 2, "{text}");
    assert!(lines[1].contains("the link r0 -> r1: the queue was full"), "{text}");
}

/// A command is the end of a chain, too.
#[test]
fn a_node_switched_off() {
    let text = r#"(
        duration: "20 s", topology: Chain(hops: 2, spacing: "200 m"), mac: Ns2,
        flows: [(name: "ftp", from: "n0", to: "n2", start: "1 s", traffic: Bulk,
                 transport: Tcp(controller: NewReno, preset: Ns2))],
        script: [(at: "5 s", do: NodeOff(node: "n1"))])"#;
    let simulation = run(&parse("off.ron", text, &[] as &[&str]).unwrap(), 20.0);
    let command = facts(&simulation).find(|(_, fact)| matches!(fact, What::Command { index: 0 })).unwrap().0;
    let dropped = facts(&simulation).find(|(id, _)| cause(&simulation, *id) == command).unwrap();
    assert!(matches!(dropped.1, What::Dropped { reason: DropReason::LinkDown, .. }));
    let text = words(&simulation, dropped.0);
    assert!(text.lines().last().unwrap().starts_with("command: NodeOff"), "{text}");
    // And the sender's timeout ends at a station that was off, or at the queue that the node took with it.
    let (timeout, _) = simulation.find(FlowId(0), simulation.now(), Question::Timeout).unwrap();
    let text = words(&simulation, timeout);
    assert!(
        text.contains("while that was off") || text.contains("command: NodeOff") || text.contains("no_route"),
        "{text}"
    );
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
