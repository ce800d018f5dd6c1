//! Command logs: commands as the `script:` list of a scenario, names for ids, and back.
//!
//! What [`print()`] writes, [`parse`] reads back equal, floats bit by bit. A log may be pasted into a scenario as its `script:`.

use std::fmt::Write as _;

use super::build::{Names, commands};
use super::check::check;
use super::document::Document;
use super::error::{Problem, Problems, ScenarioError};
use super::fields::SCRIPT_LIST;
use super::limits::FILE_BYTES;
use super::model::Scenario;
use crate::congestion;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::recovery;
use crate::sim::command::SimCommand;
use crate::units::SimTime;

/// Writes `log` as a RON list, a line each, with the names that `scenario` gives. Panics on ids that the scenario has not got.
pub fn print(scenario: &Scenario, log: &[(SimTime, SimCommand)]) -> String {
    let mut text = String::from("[\n");
    for (at, command) in log {
        // Writing to a String does not fail.
        let _ = writeln!(text, "    (at: \"{at}\", do: {}),", command_text(scenario, command));
    }
    text.push(']');
    text
}

/// Reads a list of commands, as `script:` has it, against the names of `scenario`; sorted by time.
pub fn parse(scenario: &Scenario, file: &str, text: &str) -> Result<Vec<(SimTime, SimCommand)>, ScenarioError> {
    if text.len() > FILE_BYTES {
        let message = format!("larger than {FILE_BYTES} bytes");
        return Err(ScenarioError::Read { file: file.to_owned(), message });
    }
    let document = Document::parse(text).map_err(|error| {
        ScenarioError::Invalid(vec![Problem::new(file, text, error.span, error.message, String::new())])
    })?;
    let mut problems = Problems::new(file, text);
    check(document.root(), &SCRIPT_LIST, &mut problems);
    let log = commands(Some(document.root()), &Names::of(scenario), &mut problems);
    if problems.is_empty() { Ok(log) } else { Err(problems.into_error()) }
}

/// One command in RON, with names.
fn command_text(scenario: &Scenario, command: &SimCommand) -> String {
    let node = |id: NodeId| quote(&scenario.blueprint.nodes[id.index()].name);
    let flow = |id: FlowId| quote(&scenario.blueprint.flows[id.index()].name);
    match command {
        SimCommand::SetController { flow: id, controller, recovery } => {
            format!("SetController(flow: {}, {})", flow(*id), controller_fields(controller, *recovery))
        }
        SimCommand::SetTransport { flow: id, max_window } => {
            format!("SetTransport(flow: {}, max_window: {max_window})", flow(*id))
        }
        SimCommand::SetLink { link, bandwidth, delay, loss } => {
            let (from, to) = ends(scenario, *link);
            let mut text = format!("SetLink(from: {}, to: {}", node(from), node(to));
            let fields = [
                bandwidth.map(|rate| format!(", bandwidth: \"{rate}\"")),
                delay.map(|delay| format!(", delay: \"{delay}\"")),
                loss.map(|loss| format!(", loss: {loss}")),
            ];
            text.extend(fields.into_iter().flatten());
            text.push(')');
            text
        }
        SimCommand::SetRadio { node: id, transmit_power } => {
            format!("SetRadio(node: {}, transmit_power: \"{transmit_power}\")", node(*id))
        }
        SimCommand::MoveNode { node: id, x, y } => format!("MoveNode(node: {}, to: (\"{x}\", \"{y}\"))", node(*id)),
        SimCommand::NodeOff { node: id } => format!("NodeOff(node: {})", node(*id)),
        SimCommand::NodeOn { node: id } => format!("NodeOn(node: {})", node(*id)),
        SimCommand::FlowStop { flow: id } => format!("FlowStop(flow: {})", flow(*id)),
        SimCommand::FlowStart { flow: id } => format!("FlowStart(flow: {})", flow(*id)),
        SimCommand::Flip { frame } => format!("Flip(frame: {})", frame.0),
    }
}

/// Where a direction of a link begins and ends.
fn ends(scenario: &Scenario, link: LinkId) -> (NodeId, NodeId) {
    let spec = &scenario.blueprint.links[link.index() / 2];
    if link.0.is_multiple_of(2) { (spec.from, spec.to) } else { (spec.to, spec.from) }
}

/// The fields that mean this law with this recovery.
fn controller_fields(law: &congestion::Config, engine: recovery::Kind) -> String {
    let meaning = |name: &&str| recovery::controller(name);
    let names = recovery::CONTROLLERS.iter().copied();
    if let Some(name) = names.clone().find(|name| meaning(name).is_some_and(|pair| pair == (law.clone(), engine))) {
        return format!("controller: {name}");
    }
    let name = names.clone().find(|name| meaning(name).is_some_and(|(other, _)| other == *law));
    format!("controller: {}, recovery: {}", name.unwrap_or("Reno"), engine.name())
}

/// A text in quotes.
fn quote(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
