//! A run with what is recorded beside it, and its names: what the command line and the dashboard hold.

use std::sync::Arc;

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Res, ResMut};

use crate::export::trace::TraceLine;
use crate::export::{Names, RunInfo, csv};
use crate::fact::{Fact, FactId};
use crate::ids::{FlowId, LinkId, NodeId};
use crate::journal::Journal;
use crate::journal::why::Line;
use crate::kernel::schedule::StepSystems;
use crate::metrics::summary::Report;
use crate::metrics::{Owner, Recorder, layer, report};
use crate::packet::FrameKind;
use crate::scenario::{Scenario, script};
use crate::session::flight::{self, FlightRecorder};
use crate::session::totals::{self, Totals};
use crate::sim::build::{Layer, SimBuilder};
use crate::sim::command::SimCommand;
use crate::sim::explain::Question;
use crate::sim::intake::CommandLog;
use crate::sim::simulation::Simulation;
use crate::sim::tap::{Captured, Detail, Noticed, Observation, Tap};
use crate::units::{SimDuration, SimTime};

/// Nodes and links up to this many are recorded one by one; of more, none (their totals are in the summary).
const MOST_WATCHED: usize = 64;

/// Simulated time between keyframes, for seeking.
const KEYFRAMES: SimDuration = SimDuration::from_secs(5);

/// What is recorded beside the run itself; never changes the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Recording {
    /// Series and marks of flows and nodes, for tables and figures.
    pub series: bool,
    /// Every packet and frame.
    pub trace: bool,
    /// Packets at the IP layer of each node.
    pub captures: bool,
    /// Frames and the network's totals, for the dashboard; needs `series`.
    pub flight: bool,
}

/// A run under way.
pub struct Run {
    sim: Simulation,
    scenario: Arc<Scenario>,
    file: Arc<str>,
    nothing: Recorder,
}

impl Run {
    /// A run of `scenario` at its start; `file` is the name it goes by in files.
    pub fn new(scenario: Scenario, file: &str, recording: Recording) -> Self {
        Self::with_layers(scenario, file, recording, &[])
    }

    /// The same with further layers of the caller's on top.
    pub fn with_layers(scenario: Scenario, file: &str, recording: Recording, further: &[Layer]) -> Self {
        let mut layers: Vec<Layer> = Vec::new();
        if recording.series || recording.trace {
            layers.push(layer::record);
        }
        if recording.flight {
            layers.extend([flight::record as Layer, totals::record]);
        }
        if recording.trace {
            layers.push(keep_trace);
        }
        layers.extend_from_slice(further);
        let mut sim = Simulation::build(scenario.blueprint.clone(), &layers);
        sim.world_mut().resource_mut::<Tap>().set_captures(recording.captures);
        if let Some(mut recorder) = sim.world_mut().get_resource_mut::<Recorder>() {
            watch(&mut recorder, &scenario);
        }
        Self { sim, scenario: Arc::new(scenario), file: file.into(), nothing: Recorder::new() }
    }

    /// Sets the longest step.
    pub fn set_step(&mut self, step: SimDuration) {
        self.sim.set_step(step);
    }

    /// Takes keyframes from now on, so that seeks are quick.
    pub fn keep_keyframes(&mut self) {
        self.sim.keep_keyframes(KEYFRAMES);
    }

    /// Takes a keyframe about this often from now on.
    pub const fn keep_keyframes_every(&mut self, every: SimDuration) {
        self.sim.keep_keyframes(every);
    }

    /// Runs until everything before `until` has happened, or to the end of the run.
    pub fn run_until(&mut self, until: SimTime) {
        self.sim.run_until(until);
    }

    /// The present.
    pub fn now(&self) -> SimTime {
        self.sim.now()
    }

    /// When the run ends by its duration, if it does.
    pub fn planned_end(&self) -> Option<SimTime> {
        self.scenario.blueprint.duration.map(|duration| SimTime::ZERO + duration)
    }

    /// Why the run ended, if it has.
    pub fn stopped(&self) -> Option<&'static str> {
        self.sim.stopped().map(|(reason, _)| reason.words())
    }

    /// When and how the books did not balance, if that ever happened.
    pub fn imbalance(&self) -> Option<String> {
        self.sim.imbalance().map(|(at, how)| format!("the books do not balance at {at}: {how}"))
    }

    /// The digest so far.
    pub fn digest(&self) -> String {
        self.sim.digest().to_string()
    }

    /// The simulation, for reading.
    pub const fn sim(&self) -> &Simulation {
        &self.sim
    }

    /// The simulation, for whoever drives it.
    pub(super) const fn sim_mut(&mut self) -> &mut Simulation {
        &mut self.sim
    }

    /// The scenario.
    pub const fn scenario(&self) -> &Arc<Scenario> {
        &self.scenario
    }

    /// The latest frames; `None` if none are recorded.
    pub fn flight(&self) -> Option<&FlightRecorder> {
        self.sim.world().get_resource()
    }

    /// The network's totals over time; `None` if they are not recorded.
    pub fn totals(&self) -> Option<&Totals> {
        self.sim.world().get_resource()
    }

    /// What was counted.
    pub fn report(&self) -> Report {
        Report {
            scenario: self.file.to_string(),
            scenario_sha256: self.scenario.sha256.clone(),
            ..report::report(&self.sim)
        }
    }

    /// The curves; empty if none are recorded.
    pub fn recorder(&self) -> &Recorder {
        self.sim.world().get_resource::<Recorder>().unwrap_or(&self.nothing)
    }

    /// What identifies the run.
    pub fn info(&self) -> RunInfo {
        let node = |id: NodeId| self.scenario.blueprint.nodes[id.index()].name.as_str();
        let link = |l: &crate::sim::blueprint::LinkSpec| {
            [format!("{}>{}", node(l.from), node(l.to)), format!("{}>{}", node(l.to), node(l.from))]
        };
        RunInfo {
            scenario: self.file.to_string(),
            title: self.scenario.title.clone(),
            text: self.scenario.text.clone(),
            sha256: self.scenario.sha256.clone(),
            seed: self.scenario.blueprint.seed,
            digest: self.digest(),
            commands: self.commands(),
            names: Names {
                flows: self.scenario.blueprint.flows.iter().map(|f| f.name.clone()).collect(),
                nodes: self.scenario.blueprint.nodes.iter().map(|n| n.name.clone()).collect(),
                links: self.scenario.blueprint.links.iter().flat_map(link).collect(),
            },
        }
    }

    /// The chain of causes of what `question` asks about `flow`, as of `at`: a line a cause, the effect first. `None` if there is
    /// nothing to explain.
    pub fn why(&self, flow: FlowId, at: SimTime, question: Question) -> Option<String> {
        let (fact, _) = self.sim.find(flow, at, question)?;
        let told = |(place, line): (usize, &Line)| {
            let time = if line.at == SimTime::ZERO { String::new() } else { format!("{:.6} s", line.at.secs_f64()) };
            format!("{time:>14}  {}{}\n", if place == 0 { "" } else { "<- " }, line.text)
        };
        let lines: Vec<String> = self.sim.why(fact).iter().enumerate().map(told).collect();
        Some(lines.concat())
    }

    /// All facts that are kept, under `#` lines that say which run it is, oldest first: number, seconds, number of the cause (0: none is known), words; tabs between.
    pub fn journal(&self) -> String {
        let names = self.sim.names();
        let line = |(id, fact): (FactId, &Fact)| {
            format!("{}\t{}\t{}\t{}\n", id.0, csv::seconds(fact.at), fact.cause.0, names.tell(fact))
        };
        let lines: Vec<String> = self.sim.world().resource::<Journal>().facts().map(line).collect();
        let info = self.info();
        format!("{}{}# fact\ttime_s\tcause\twhat\n{}", info.header(), info.digest_line(), lines.concat())
    }

    /// The packets captured since the last call.
    pub fn take_captured(&mut self) -> Vec<Captured> {
        self.sim.world_mut().resource_mut::<Tap>().take_captured()
    }

    /// The nodes' names.
    pub fn node_names(&self) -> impl Iterator<Item = &str> {
        self.scenario.blueprint.nodes.iter().map(|node| node.name.as_str())
    }

    /// What was traced since the last call.
    pub fn take_trace(&mut self) -> Vec<TraceLine> {
        let trace = self.sim.world_mut().get_resource_mut::<Trace>();
        trace.map_or_else(Vec::new, |mut trace| trace.0.drain(..).filter_map(|o| line(&o)).collect())
    }

    /// A second run that is where this one is.
    #[must_use]
    pub fn fork(&self) -> Self {
        Self {
            sim: self.sim.fork(),
            scenario: self.scenario.clone(),
            file: self.file.clone(),
            nothing: Recorder::new(),
        }
    }

    /// Goes to `at`, also back.
    pub fn seek(&mut self, at: SimTime) {
        self.sim.seek(at);
    }

    /// Gives a command for `at`, which is not in the past.
    pub(super) fn give(&mut self, at: SimTime, command: SimCommand) {
        // Whoever calls this has seen to it that it does not come too late.
        let result = self.sim.command(at, command);
        debug_assert_eq!(result, Ok(()));
    }

    /// The commands of the run, in RON; empty if there are none.
    pub fn commands(&self) -> String {
        let log: Vec<_> = self.log().entries().iter().map(|entry| (entry.at, entry.command.clone())).collect();
        if log.is_empty() { String::new() } else { script::print(&self.scenario, &log) }
    }

    /// Gives all commands of `other` to this run, which is at its start.
    pub fn replay(&mut self, other: &Self) {
        for entry in other.log().entries() {
            // At its start a run is too late for nothing.
            let _ = self.sim.command(entry.at, entry.command.clone());
        }
    }

    /// The commands, those ahead included.
    pub fn log(&self) -> &CommandLog {
        self.sim.world().resource::<CommandLog>()
    }
}

fn watch(recorder: &mut Recorder, scenario: &Scenario) {
    let nodes = (0..).map(NodeId).zip(&scenario.blueprint.nodes).filter(|(_, n)| n.position.is_some());
    let nodes: Vec<Owner> = nodes.map(|(id, _)| Owner::Node(id)).collect();
    let links: Vec<Owner> = (0..).map(LinkId).take(2 * scenario.blueprint.links.len()).map(Owner::Link).collect();
    for owners in [nodes, links] {
        if owners.len() <= MOST_WATCHED {
            for owner in owners {
                recorder.watch(owner);
            }
        }
    }
}

/// What the tap noticed and the trace has not written yet.
#[derive(Resource, Clone, Debug, Default)]
struct Trace(Vec<Observation>);

/// The layer that keeps everything for a trace, before the recorder empties the tap.
fn keep_trace(builder: &mut SimBuilder) {
    builder.recording(Trace::default(), |world, at| world.resource_mut::<Trace>().0.retain(|o| o.at < at));
    builder.world.resource_mut::<Tap>().set_detail(Detail::Everything);
    let keep = |tap: Res<Tap>, mut trace: ResMut<Trace>| trace.0.extend_from_slice(tap.noticed());
    builder.schedule.add_systems(keep.before(layer::take_up).in_set(StepSystems::Sample));
}

/// The line of a trace for an observation, if it has one.
fn line(observation: &Observation) -> Option<TraceLine> {
    let bare = |event, layer, node| TraceLine {
        at: observation.at,
        event,
        layer,
        node: Some(node),
        packet: None,
        kind: "-",
        bytes: None,
        flow: None,
        seq: None,
        detail: None,
    };
    Some(match observation.what {
        Noticed::Made { flow, packet, node, size, seq } => TraceLine {
            packet: Some(packet),
            kind: "packet",
            bytes: Some(size),
            flow: Some(flow),
            seq: Some(seq),
            ..bare("send", "transport", node)
        },
        Noticed::Delivered { flow, packet, node, size } => TraceLine {
            packet: Some(packet),
            kind: "packet",
            bytes: Some(size),
            flow: Some(flow),
            ..bare("receive", "transport", node)
        },
        Noticed::Drop { flow, packet, node, link, reason, size } => TraceLine {
            packet: Some(packet),
            kind: "packet",
            bytes: Some(size),
            flow,
            detail: Some(reason.name()),
            ..bare("drop", if link.is_some() { "link" } else { "node" }, node)
        },
        Noticed::FrameStart { kind, from, size, packet, flow, .. } => {
            TraceLine { packet, kind: frame(kind), bytes: Some(size), flow, ..bare("send", "mac", from) }
        }
        Noticed::FrameEnd { kind, at, good, .. } => {
            TraceLine { kind: frame(kind), ..bare(if good { "receive" } else { "lost" }, "mac", at) }
        }
        _ => return None,
    })
}

const fn frame(kind: FrameKind) -> &'static str {
    match kind {
        FrameKind::Rts => "rts",
        FrameKind::Cts => "cts",
        FrameKind::Ack => "ack",
        FrameKind::Data => "data",
    }
}
