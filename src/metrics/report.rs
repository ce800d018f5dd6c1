//! What a run counted, read from its world: the input of a summary.
//!
//! Reading changes nothing and can be done at any instant; open intervals of the ledgers are counted up to now.

use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;

use crate::congestion::Algorithm;
use crate::energy::ledger::{Class, Ledger, RadioState, StateTimes};
use crate::energy::meter::{self, ConnectionEnergy};
use crate::energy::power::PowerProfile;
use crate::ids::{FlowId, NodeId};
use crate::link::pipe::Pipe;
use crate::mac::dcf::Mac;
use crate::metrics::summary::{
    ClassJoules, Drops, FlowReport, LinkSummary, MacCounts, NodeJoules, NodeSummary, Packets, Report, RoutingCounts,
    StateSeconds,
};
use crate::sim::access::Index;
use crate::sim::books::Books;
use crate::sim::flow::FlowStats;
use crate::sim::simulation::Simulation;
use crate::sim::station::Station;
use crate::transport::tcp::TcpSender;
use crate::units::{Bytes, SimTime};

/// The report of `sim` as it is now. The scenario's name and hash and the time it took are left for the caller to fill in.
pub fn report(sim: &Simulation) -> Report {
    let books = sim.world().resource::<Books>();
    let reader = Reader { sim, now: sim.now(), profile: sim.blueprint().radio_power.profile() };
    let index = sim.world().resource::<Index>();
    Report {
        seed: sim.blueprint().seed,
        end: sim.now(),
        stopped: sim.stopped().map_or("running", |(reason, _)| reason.words()).to_owned(),
        digest: sim.digest().to_string(),
        events: sim.events(),
        flows: (0..).map(FlowId).zip(&index.flows).map(|(id, entity)| reader.flow(id, *entity)).collect(),
        nodes: (0..).map(NodeId).zip(&index.nodes).map(|(id, entity)| reader.node(id, *entity)).collect(),
        links: (0..).zip(&index.links).zip(&index.ends).map(|((id, e), ends)| reader.link(id, *e, *ends)).collect(),
        packets: Packets {
            sent: books.sent,
            delivered: books.delivered,
            in_flight: books.in_flight(),
            dropped: Drops::new(books.dropped),
        },
        scope: "radio",
        joules_by_class: reader.classes(&index.nodes),
        ..Report::default()
    }
}

struct Reader<'a> {
    sim: &'a Simulation,
    now: SimTime,
    profile: &'static PowerProfile,
}

impl Reader<'_> {
    fn get<C: Component>(&self, entity: Entity) -> Option<&C> {
        self.sim.world().get::<C>(entity)
    }

    fn flow(&self, id: FlowId, entity: Entity) -> FlowReport {
        let spec = &self.sim.blueprint().flows[id.index()];
        let sender = self.get::<TcpSender>(entity);
        let counters = sender.map(|s| *s.counters()).unwrap_or_default();
        let stats = self.get::<FlowStats>(entity).cloned().unwrap_or_default();
        let controller = sender.zip(self.get::<Algorithm>(entity)).map(|(sender, law)| match law {
            // The Reno law goes by the name of its recovery.
            Algorithm::Reno(_) => sender.config().recovery.name().to_owned(),
            #[expect(unreachable_patterns, reason = "until there is a second law")]
            other => other.kind().label().to_owned(),
        });
        let samples = stats.rtt_count as f64;
        FlowReport {
            name: spec.name.clone(),
            transport: if sender.is_some() { "tcp" } else { "udp" },
            controller,
            source: spec.from.0,
            sink: spec.to.0,
            start: stats.started.unwrap_or(spec.start),
            finish: stats.finished,
            delivered: Bytes(stats.delivered),
            segments_sent: counters.segments + stats.datagrams,
            retransmissions: counters.retransmissions,
            timeouts: counters.timeouts,
            fast_retransmits: counters.fast_retransmits,
            rtt_mean_s: (stats.rtt_count > 0).then(|| stats.rtt_sum.secs_f64() / samples),
            cwnd_mean_segments: sender.map(|_| stats.cwnd_mean(stats.finished.unwrap_or(self.now))),
            loss_event_rate: None,
            measured: "source",
            energy: self.connection(spec.from, &stats),
        }
    }

    /// Energy of the node `source` from the flow's start to its finish, or until now.
    fn connection(&self, source: NodeId, stats: &FlowStats) -> Option<ConnectionEnergy> {
        let entity = self.sim.world().resource::<Index>().nodes[source.index()];
        if !self.get::<Station>(entity)?.wireless {
            return None;
        }
        let until = stats.energy_until.unwrap_or_else(|| self.times(entity));
        Some(ConnectionEnergy::between(&stats.energy_from?, &until, self.profile))
    }

    fn node(&self, id: NodeId, entity: Entity) -> NodeSummary {
        let times = self.times(entity);
        let joules = |state| meter::joules(meter::of_state(&times, self.profile, state)).0;
        let seconds = |state| times.of(state).secs_f64();
        let mac = self.get::<Mac>(entity).map(Mac::counters).unwrap_or_default();
        let station = self.get::<Station>(entity).map(|s| s.counters).unwrap_or_default();
        NodeSummary {
            id: id.0,
            name: self.sim.blueprint().nodes[id.index()].name.clone(),
            joules: NodeJoules {
                total: meter::joules(meter::total(&times, self.profile)).0,
                transmit: joules(RadioState::Transmit),
                receive: joules(RadioState::Receive),
                idle: joules(RadioState::Idle),
                sleep: joules(RadioState::Sleep),
                transition: joules(RadioState::Transition),
                cpu: 0.0,
            },
            state_seconds: StateSeconds {
                transmit: seconds(RadioState::Transmit),
                receive: seconds(RadioState::Receive),
                idle: seconds(RadioState::Idle),
                sleep: seconds(RadioState::Sleep),
                transition: seconds(RadioState::Transition),
                off: seconds(RadioState::Off),
            },
            mac: MacCounts {
                rts_sent: mac.rts_sent,
                data_sent: mac.data_sent,
                retries: mac.retries,
                retry_drops: mac.retry_drops,
                collisions: station.collisions,
            },
            queue_drops: station.queue_drops,
            route_failures: station.route_failures,
            routing: RoutingCounts {
                false_link_failures: station.false_link_failures,
                floods: station.route_requests,
                errors_sent: station.route_errors,
                frames_sent: station.routing_frames,
            },
        }
    }

    fn link(&self, id: u32, entity: Entity, (from, to): (NodeId, NodeId)) -> LinkSummary {
        let pipe = self.get::<Pipe>(entity);
        LinkSummary {
            id,
            from: from.0,
            to: to.0,
            queue_peak_packets: pipe.map_or(0, |p| p.queue().peak() as u64),
            packets_inside: pipe.map_or(0, |p| p.packets().count() as u64),
        }
    }

    /// Energy of all nodes by purpose; sums are exact until the last step.
    fn classes(&self, nodes: &[Entity]) -> ClassJoules {
        let ledgers = || nodes.iter().filter_map(|entity| self.get::<Ledger>(*entity));
        let class = |class| {
            let spent = |ledger: &Ledger| meter::of_class(&ledger.classes(self.now), self.profile, class);
            meter::joules(ledgers().map(spent).sum()).0
        };
        let state = |state| {
            let spent = |ledger: &Ledger| meter::of_state(&ledger.times(self.now), self.profile, state);
            meter::joules(ledgers().map(spent).sum()).0
        };
        let unattributed = |ledger: &Ledger| meter::unattributed(&ledger.classes(self.now), self.profile);
        ClassJoules {
            collided: class(Class::Collided),
            overheard: class(Class::Overheard),
            mac_control: class(Class::MacControl),
            routing: class(Class::Routing),
            mac_retry: class(Class::MacRetry),
            tcp_retransmission: class(Class::TcpRetransmission),
            tcp_ack: class(Class::TcpAck),
            data_first: class(Class::DataFirst),
            unattributed: meter::joules(ledgers().map(unattributed).sum()).0,
            idle: state(RadioState::Idle),
            sleep: state(RadioState::Sleep),
            transition: state(RadioState::Transition),
            off: state(RadioState::Off),
        }
    }

    fn times(&self, entity: Entity) -> StateTimes {
        self.get::<Ledger>(entity).map(|ledger| ledger.times(self.now)).unwrap_or_default()
    }
}
