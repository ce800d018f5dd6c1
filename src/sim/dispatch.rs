//! The drain: every event before the end of the step, in order. The only place where layers meet.

use bevy_ecs::system::Res;

use crate::ids::{FlowId, LinkId, NodeId};
use crate::sim::access::{Access, Env};
use crate::sim::books::Stopped;
use crate::sim::event::SimEvent;
use crate::sim::intake::{CommandCursor, CommandLog};
use crate::sim::medium::Hearer;
use crate::units::SimTime;

/// Handles every event that is due before the end of the step, or until the run stops.
pub fn drain(mut access: Access, log: Res<CommandLog>, cursor: Res<CommandCursor>) {
    let end = access.env.clock.step_end();
    let unlimited = access.env.progress.ends_when_complete;
    while access.env.progress.stopped.is_none() {
        if unlimited && access.env.gives_up(end, log.next_at(cursor.0)) {
            break;
        }
        let Some((at, event)) = access.env.calendar.pop_before(end) else { break };
        access.env.clock.handle_at(at);
        access.handle(at, event);
    }
    let Env { calendar, progress, clock, .. } = &mut access.env;
    if progress.stopped.is_some() {
        return;
    }
    // A run without a time limit goes on only while something can still happen.
    if progress.ends_when_complete && calendar.is_empty() && log.next_at(cursor.0).is_none() {
        progress.stopped = Some((Stopped::Stalled, clock.now()));
    } else {
        clock.advance(end);
    }
}

impl Env<'_> {
    /// Whether a run without a time limit is over because nothing has arrived for too long: nothing is on its way, no source is to
    /// write, and no command is to come that might change that.
    fn gives_up(&mut self, end: SimTime, command: Option<SimTime>) -> bool {
        let progress = &mut self.progress;
        if let Some(at) = command {
            progress.patience = progress.patience.max(at + progress.span);
        }
        let patience = progress.patience;
        let quiet = progress.clocked == 0 && self.books.in_flight() == 0;
        let over = quiet && patience < end && self.calendar.next_at().is_some_and(|next| next > patience);
        if over {
            let at = patience.max(self.clock.now());
            self.clock.advance(at);
            self.progress.stopped = Some((Stopped::Stalled, at));
        }
        over
    }
}

impl Access<'_, '_> {
    fn handle(&mut self, at: SimTime, event: SimEvent) {
        match event {
            SimEvent::Mac { node, timer } => {
                self.at_node(NodeId(node), |node, env| env.mac_timer(node, timer));
                self.note_losses();
            }
            SimEvent::Flow { flow, timer } => self.flow_timer(FlowId(flow), timer),
            SimEvent::SignalStart { air, group } => self.signal_starts(at, air, group),
            SimEvent::SignalEnd { air, group } => self.signal_end(air, group),
            SimEvent::LinkLayerDown { node } => {
                let (mut node, env) = self.node(NodeId(node));
                env.enqueue(&mut node);
                self.note_losses();
            }
            SimEvent::LinkLayerUp { node } => self.arrive(NodeId(node)),
            SimEvent::PipeSent { link } => {
                self.run_pipe(LinkId(link), |pipe, env, out| pipe.on_sent(env.clock.now(), out));
            }
            SimEvent::PipeArrival { link } => {
                self.run_pipe(LinkId(link), |pipe, env, out| pipe.on_arrival(env.clock.now(), out));
            }
            SimEvent::Route { node } => {
                self.at_node(NodeId(node), |node, env| env.router_timer(node));
                self.note_losses();
            }
            SimEvent::Battery { node } => self.battery(NodeId(node)),
        }
    }

    /// Signals that begin somewhere in this very instant are taken as one batch, strongest first at each receiver, so that node
    /// numbers decide nothing.
    fn signal_starts(&mut self, at: SimTime, air: u32, group: u16) {
        let alone = !matches!(self.env.calendar.peek(), Some((next, SimEvent::SignalStart { .. })) if next == at);
        if alone {
            let hearers = self.env.medium.at(air).hearers.clone();
            for hearer in hearers.group(group) {
                self.one_start(air, hearer);
            }
            self.env.medium.release(air);
            return;
        }
        let mut edges = vec![(air, group)];
        while let Some((_, &SimEvent::SignalStart { air, group })) = self
            .env
            .calendar
            .peek()
            .filter(|(next, event)| *next == at && matches!(event, SimEvent::SignalStart { .. }))
        {
            self.env.calendar.pop_before(at.saturating_add(crate::units::SimDuration::from_nanos(1)));
            self.env.clock.handle_at(at);
            edges.push((air, group));
        }
        let mut starts: Vec<(Hearer, u32)> = edges
            .iter()
            .flat_map(|(air, group)| {
                self.env.medium.at(*air).hearers.group(*group).iter().map(|hearer| (*hearer, *air))
            })
            .collect();
        // Equal power at one receiver: the longer one first, because a receiver may stay with the first to its end. What is left
        // over is alike in all that matters.
        let end = |air: u32, hearer: &Hearer| self.env.medium.at(air).end + hearer.reach.delay;
        starts.sort_by(|(a, a_air), (b, b_air)| {
            let louder = b.reach.power.0.total_cmp(&a.reach.power.0);
            a.node.cmp(&b.node).then(louder).then_with(|| end(*b_air, b).cmp(&end(*a_air, a)))
        });
        for (hearer, air) in &starts {
            self.one_start(*air, hearer);
        }
        for (air, _) in edges {
            self.env.medium.release(air);
        }
    }

    fn one_start(&mut self, air: u32, hearer: &Hearer) {
        self.at_node(hearer.node, |node, env| {
            if node.station.on {
                env.signal_start(node, air, hearer);
            }
        });
    }

    fn signal_end(&mut self, air: u32, group: u16) {
        let hearers = self.env.medium.at(air).hearers.clone();
        for hearer in hearers.group(group) {
            self.at_node(hearer.node, |node, env| {
                if node.station.on {
                    env.signal_end(node, air);
                }
            });
        }
        self.env.medium.release(air);
        self.note_losses();
    }
}
