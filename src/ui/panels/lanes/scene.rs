//! What there is to draw in this picture: flows in order of interest, other lines with the instant at which they part, curves.

use crate::ids::{FlowId, NodeId};
use crate::metrics::{Metric, Owner, rate};
use crate::palette;
use crate::session::line::History;
use crate::session::view::Thing;
use crate::session::{Line, LineId, Session, View};
use crate::sim::blueprint::TransportSpec;
use crate::ui::cx::Cx;
use crate::ui::format;
use crate::ui::glyph::{self, DASH, SECOND_ROUND_DASH};
use crate::ui::panels::lanes::Lane;
use crate::ui::plot::TimeScale;
use crate::ui::plot::cache::{Dash, Key, Look};
use crate::ui::plot::curve::Source;
use crate::ui::theme::Theme;
use crate::units::{SimDuration, SimTime};

/// Curves of more flows than these can't be told apart.
const MOST_FLOWS: usize = 8;

/// Another line, to be shown as a ghost.
pub struct Other<'a> {
    /// The line.
    pub line: &'a Line,
    /// Its letter.
    pub letter: char,
    /// The distance of the dots of its curves.
    pub pitch: f32,
    /// When its past ceases to be that of the watched line.
    pub parts: SimTime,
    /// Which of the two began there: its letter.
    pub newer: char,
}

/// A curve of a lane.
pub struct Curve<'a> {
    /// Names it among what is cached.
    pub key: Key,
    /// What it is called in the readout.
    pub name: String,
    /// What it is called at the crosshair.
    pub full_name: String,
    /// What it is drawn from.
    pub source: Source<'a>,
    /// From when it is to be seen, and how far it is known.
    pub ends: (SimTime, SimTime),
    /// How it is drawn.
    pub look: Look,
    /// Whose glyph stands beside its name; none: a sample of the line.
    pub glyph: Option<FlowId>,
    /// What a click on it selects.
    pub thing: Option<Thing>,
    /// Whether it has a line in the readout.
    pub listed: bool,
}

/// See the module's documentation.
pub struct Scene<'a> {
    /// The watched line at the cursor.
    pub view: View<'a>,
    /// Its name among all.
    pub line: LineId,
    /// What it has recorded.
    pub history: History,
    /// Colours.
    pub theme: Theme,
    /// The common time axis.
    pub time: TimeScale,
    /// The window of rates.
    pub window: SimDuration,
    /// How far the watched line is known.
    pub frontier: SimTime,
    /// Flows to draw, in order of number; at most eight.
    pub flows: Vec<FlowId>,
    /// How many are not drawn.
    pub more: usize,
    /// The flow that has its threshold drawn.
    pub focus: FlowId,
    /// The flow that the pointer is over, in any panel.
    pub hovered: Option<FlowId>,
    /// The node whose power is shown.
    pub node: Option<NodeId>,
    /// The other lines.
    pub others: Vec<Other<'a>>,
}

impl<'a> Scene<'a> {
    /// Gathers it.
    pub fn new(cx: &Cx<'a>, time: TimeScale, node: Option<NodeId>) -> Self {
        let view = cx.view;
        let selected = match cx.selected {
            Some(Thing::Flow(flow)) => Some(flow),
            _ => None,
        };
        let count = view.scenario().blueprint.flows.len();
        let flows = choose(count, selected);
        Self {
            view,
            line: cx.session.line().id,
            history: cx.session.line().history(),
            theme: cx.theme,
            time,
            window: rate::window_for(time.span()),
            frontier: view.frontier(),
            more: count - flows.len(),
            focus: selected.unwrap_or_default(),
            hovered: if let Some(Thing::Flow(flow)) = cx.hovered { Some(flow) } else { None },
            node,
            others: others(cx.session),
            flows,
        }
    }

    /// The window of rates in words: `0.1 s`.
    pub fn window_words(&self) -> String {
        format!("{} s", format::trimmed(&format::number(self.window.secs_f64(), 3)))
    }

    /// What a flow is called.
    pub fn name(&self, flow: FlowId) -> &'a str {
        self.view.scenario().blueprint.flows.get(flow.index()).map_or("", |spec| spec.name.as_str())
    }

    fn is_tcp(&self, flow: FlowId) -> bool {
        let spec = self.view.scenario().blueprint.flows.get(flow.index());
        spec.is_some_and(|spec| matches!(spec.transport, TransportSpec::Tcp(_)))
    }

    /// The curves of a lane, in the order of the readout.
    pub fn curves(&self, lane: Lane) -> Vec<Curve<'a>> {
        match lane {
            Lane::Cwnd => self.of_flows(lane, Metric::Cwnd, Some((Metric::Ssthresh, "ssthresh"))),
            Lane::Rtt => self.of_flows(lane, Metric::Rtt, None),
            Lane::Throughput => self.of_flows(lane, Metric::Throughput, Some((Metric::Goodput, "goodput"))),
            Lane::Power => self.power(),
            Lane::Energy | Lane::Radio => Vec::new(),
        }
    }

    fn of_flows(&self, lane: Lane, metric: Metric, beside: Option<(Metric, &str)>) -> Vec<Curve<'a>> {
        let width = if lane == Lane::Cwnd { 2.0 } else { 1.5 };
        let mut curves = Vec::new();
        for flow in self.flows.iter().copied().filter(|flow| lane == Lane::Throughput || self.is_tcp(*flow)) {
            let dash = if palette::flow(flow.index()).second_round {
                Dash::Dashed(SECOND_ROUND_DASH, SECOND_ROUND_DASH * 0.4)
            } else {
                Dash::Solid
            };
            let look = Look { color: self.color(flow), width, dash };
            let name = self.name(flow).to_owned();
            let full_name = format!("{name} {}", lane.title());
            curves.extend(self.curve(metric, flow, name, full_name, look));
            let crowded = self.flows.len() > 2 && flow != self.focus;
            if let Some((metric, words)) = beside.filter(|_| !crowded) {
                let color = if lane == Lane::Throughput {
                    self.theme.mix(self.theme.bg0(), look.color, 0.7)
                } else {
                    look.color
                };
                let look = Look { color, width: 1.25, dash: Dash::Dashed(DASH, DASH * 0.7) };
                let full_name = format!("{} {words}", self.name(flow));
                curves.extend(self.curve(metric, flow, words.to_owned(), full_name, look));
            }
        }
        for other in &self.others {
            for flow in self.flows.iter().copied().filter(|flow| *flow == self.focus || self.flows.len() <= 2) {
                curves.extend(self.ghost(metric, flow, other));
            }
        }
        curves
    }

    fn curve(&self, metric: Metric, flow: FlowId, name: String, full_name: String, look: Look) -> Option<Curve<'a>> {
        let main = matches!(metric, Metric::Cwnd | Metric::Rtt | Metric::Throughput);
        let source = self.source(&self.view, metric, Owner::Flow(flow))?;
        // A threshold says nothing before it is first set: until then it is as high as can be.
        let begin = match metric {
            Metric::Ssthresh => source.series().iter().nth(1).map_or(SimTime::MAX, |point| point.at),
            _ => SimTime::ZERO,
        };
        Some(Curve {
            key: (metric, Owner::Flow(flow), self.history),
            name,
            full_name,
            source,
            ends: (begin, self.frontier),
            look,
            glyph: main.then_some(flow),
            thing: Some(Thing::Flow(flow)),
            listed: main || flow == self.focus || metric == Metric::Ssthresh,
        })
    }

    fn ghost(&self, metric: Metric, flow: FlowId, other: &Other<'a>) -> Option<Curve<'a>> {
        let view = View::new(other.line.run());
        let name = format!("{} in {}", self.name(flow), other.letter);
        Some(Curve {
            key: (metric, Owner::Flow(flow), other.line.history()),
            full_name: name.clone(),
            name,
            source: self.source(&view, metric, Owner::Flow(flow))?,
            ends: (other.parts, view.frontier()),
            look: Look { color: self.color(flow), width: 2.0, dash: Dash::Ghost(self.theme.bg0(), other.pitch) },
            glyph: None,
            thing: Some(Thing::Flow(flow)),
            listed: true,
        })
    }

    fn power(&self) -> Vec<Curve<'a>> {
        let Some(node) = self.node else { return Vec::new() };
        let Some(source) = self.source(&self.view, Metric::Power, Owner::Node(node)) else { return Vec::new() };
        let name = self.view.name(Thing::Node(node));
        vec![Curve {
            key: (Metric::Power, Owner::Node(node), self.history),
            full_name: format!("power of {name}"),
            name,
            source,
            ends: (SimTime::ZERO, self.frontier),
            look: Look { color: self.theme.t2(), width: 1.5, dash: Dash::Solid },
            glyph: None,
            thing: Some(Thing::Node(node)),
            listed: true,
        }]
    }

    fn source(&self, view: &View<'a>, metric: Metric, owner: Owner) -> Option<Source<'a>> {
        use crate::metrics::metric::Reading;
        let series = view.recorder().series(metric, owner)?;
        Some(match metric.reading() {
            Reading::Rate { scale, .. } => Source::Rate { counter: series, window: self.window, scale },
            _ => Source::Points(series),
        })
    }

    /// A flow's colour, paler while the pointer is over another.
    fn color(&self, flow: FlowId) -> egui::Color32 {
        let color = self.theme.flow(flow);
        if self.hovered.is_some_and(|hovered| hovered != flow) {
            self.theme.mix(self.theme.bg0(), color, 0.4)
        } else {
            color
        }
    }
}

/// The flows to draw of `count`: the first ones and the selected one.
fn choose(count: usize, selected: Option<FlowId>) -> Vec<FlowId> {
    let mut flows: Vec<FlowId> = (0..).map(FlowId).take(count.min(MOST_FLOWS)).collect();
    if let Some(flow) = selected.filter(|flow| flow.index() >= MOST_FLOWS && flow.index() < count) {
        flows.pop();
        flows.push(flow);
    }
    flows
}

/// The other lines with the instants at which they part from the watched one.
fn others(session: &Session) -> Vec<Other<'_>> {
    let watched = session.line();
    let mine = ancestry(session, watched);
    let other = |line: &'_ Line| {
        let theirs = ancestry(session, line);
        let common =
            mine.iter().find_map(|(id, mine)| theirs.iter().find(|(other, _)| other == id).map(|t| (*mine, t.1)));
        // Whose fork is the earlier one left the other there.
        let (parts, newer) = match common {
            Some((mine, theirs)) if mine < theirs => (mine, watched.id),
            Some((_, theirs)) => (theirs, line.id),
            None => (SimTime::ZERO, line.id),
        };
        (parts, session.letter(newer))
    };
    let list = session.lines().iter().enumerate().filter(|(_, line)| line.id != watched.id);
    list.map(|(place, line)| {
        let (parts, newer) = other(line);
        Other { line, letter: session.letter(line.id), pitch: glyph::pitch(place), parts, newer }
    })
    .collect()
}

/// A line and those it comes from, each with the instant up to which it is the line's past.
fn ancestry(session: &Session, line: &Line) -> Vec<(LineId, SimTime)> {
    let mut list = vec![(line.id, SimTime::MAX)];
    let (mut line, mut until) = (line, SimTime::MAX);
    while let Some(fork) = line.fork {
        until = until.min(fork.at);
        list.push((fork.from, until));
        let Some(parent) = session.line_named(fork.from) else { break };
        line = parent;
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eight_flows_and_the_selected_one() {
        assert_eq!(choose(3, None).len(), 3);
        let chosen = choose(20, Some(FlowId(12)));
        assert_eq!((chosen.len(), chosen[7]), (8, FlowId(12)));
        assert_eq!(choose(20, Some(FlowId(3))).last(), Some(&FlowId(7)));
    }
}
