//! A run from its blueprint: the world with its entities, the step with its systems, the registry of what belongs to the run.

use std::sync::Arc;

use bevy_ecs::component::{Component, Mutable};
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::{IntoScheduleConfigs, Schedule};
use bevy_ecs::world::World;

use crate::congestion::Algorithm;
use crate::energy::battery::Battery;
use crate::energy::ledger::{Ledger, RadioState};
use crate::fact::FactId;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::journal::{Cursor, Journal};
use crate::kernel::calendar::Calendar;
use crate::kernel::clock::Clock;
use crate::kernel::digest::Digest;
use crate::kernel::schedule::{StepSystems, step_schedule};
use crate::kernel::snapshot::Registry;
use crate::link::pipe::Pipe;
use crate::mac::backoff::SlotSource;
use crate::mac::config::Profile;
use crate::mac::dcf::{Mac, Rules};
use crate::mac::link_layer::AddressTable;
use crate::phy::radio::Radio;
use crate::queue::drop_tail::{DropTail, PriorityRule};
use crate::rng::{Owner, Purpose, Stream};
use crate::routing::aodv::Aodv;
use crate::routing::static_routes::RouteTable;
use crate::sim::access::{Blame, Causes, Channel, Flips, Handover, Index, Location, Scratch};
use crate::sim::blueprint::{Blueprint, FlowSpec, RoutingSpec, TransportSpec};
use crate::sim::books::{Books, Progress};
use crate::sim::check::{Balance, check};
use crate::sim::dispatch::drain;
use crate::sim::event::{FlowTimer, SimEvent};
use crate::sim::flow::{FlowInfo, FlowStats, FlowTimers, LossLog};
use crate::sim::intake::{CommandCursor, CommandLog, intake};
use crate::sim::medium::Medium;
use crate::sim::station::{Egress, Station};
use crate::sim::tap::Tap;
use crate::sim::topology::{TopologyChanged, update};
use crate::traffic;
use crate::traffic::source::Source;
use crate::transport::tcp::TcpReceiver;
use crate::transport::tcp::TcpSender;
use crate::units::{SimDuration, SimTime};

/// What a layer adds to a run: its systems, its resources, and how they fare in snapshots.
pub type Layer = fn(&mut SimBuilder);

/// A run under construction.
pub struct SimBuilder {
    /// The world.
    pub world: World,
    /// The step.
    pub schedule: Schedule,
    /// What belongs to the run.
    pub registry: Registry,
    /// What goes along with a fork although it is no part of a snapshot.
    pub(super) carried: Vec<fn(&World, &mut World)>,
    /// What forgets the future when a branch begins.
    pub(super) on_branch: Vec<fn(&mut World, SimTime)>,
}

impl SimBuilder {
    /// A world with everything that the blueprint has, at time zero.
    pub fn new(blueprint: &Blueprint) -> Self {
        let mut builder = Self {
            world: World::new(),
            schedule: step_schedule(),
            registry: Registry::default(),
            carried: Vec::new(),
            on_branch: Vec::new(),
        };
        builder.register();
        builder.resources(blueprint);
        builder.entities(blueprint);
        builder.systems();
        builder
    }

    /// Adds a resource that snapshots leave alone and forks take along; `forget` drops what it knows of the future.
    pub fn recording<R: Resource<Mutability = Mutable> + Clone>(
        &mut self,
        resource: R,
        forget: fn(&mut World, SimTime),
    ) {
        self.world.insert_resource(resource);
        self.registry.outside::<R>(&mut self.world);
        self.carried.push(|from, to| {
            if let Some(resource) = from.get_resource::<R>() {
                to.insert_resource(resource.clone());
            }
        });
        self.on_branch.push(forget);
    }

    fn part<R: Resource<Mutability = Mutable> + Clone>(&mut self, resource: R) {
        self.registry.resource::<R>(&mut self.world);
        self.world.insert_resource(resource);
    }

    fn outside<R: Resource>(&mut self, resource: R) {
        self.registry.outside::<R>(&mut self.world);
        self.world.insert_resource(resource);
    }

    /// Registers every component of nodes, flows and links.
    fn register(&mut self) {
        fn part<C: Component<Mutability = Mutable> + Clone>(builder: &mut SimBuilder) {
            builder.registry.component::<C>(&mut builder.world);
        }
        part::<Station>(self);
        part::<Location>(self);
        part::<Radio>(self);
        part::<Mac>(self);
        part::<Egress>(self);
        part::<Ledger>(self);
        part::<Battery>(self);
        part::<Aodv>(self);
        part::<TcpSender>(self);
        part::<Algorithm>(self);
        part::<TcpReceiver>(self);
        part::<Source>(self);
        part::<FlowTimers>(self);
        part::<FlowStats>(self);
        part::<LossLog>(self);
        part::<Pipe>(self);
        // Identity never changes.
        self.registry.outside::<FlowInfo>(&mut self.world);
    }

    fn resources(&mut self, blueprint: &Blueprint) {
        let nodes = blueprint.nodes.len();
        let profile = blueprint.radio_power.profile();
        let mut draw = [0; RadioState::ALL.len()];
        for state in RadioState::ALL {
            draw[state.index()] = profile.nanowatts(*state);
        }
        let open_flows = blueprint.flows.iter().filter(|flow| finite(flow)).count();
        self.part(Clock::default());
        self.part(Calendar::<SimEvent>::default());
        self.part(Medium::default());
        self.part(Digest::default());
        self.part(Cursor::default());
        self.part(Blame(vec![FactId::NONE; nodes]));
        self.part(Handover(vec![None; nodes]));
        self.part(Causes {
            off: vec![FactId::NONE; nodes],
            moved: vec![FactId::NONE; nodes],
            links: vec![FactId::NONE; 2 * blueprint.links.len()],
            unreachable: vec![FactId::NONE; blueprint.flows.len()],
            topology: FactId::NONE,
            broken: vec![Vec::new(); nodes],
        });
        self.part(Flips::default());
        self.part(Books::default());
        self.part(Progress {
            open_flows: u32::try_from(open_flows).unwrap_or(u32::MAX),
            ends_when_complete: blueprint.duration.is_none(),
            stopped: None,
            patience: blueprint.flows.iter().map(|flow| flow.start).max().unwrap_or_default() + patience(blueprint),
            span: patience(blueprint),
            clocked: 0,
        });
        self.part(CommandCursor::default());
        self.part(RouteTable::default());
        self.part(TopologyChanged(true));
        self.outside(Channel { phy: blueprint.phy.clone(), draw, ttl: blueprint.mac.ttl });
        self.outside(Scratch::default());
        self.outside(Tap::default());
        self.outside(Balance::default());
        self.recording(Journal::default(), |world, _| {
            let cursor = *world.resource::<Cursor>();
            world.resource_mut::<Journal>().truncate(cursor);
        });
        self.recording(CommandLog::of_script(&blueprint.script), |world, _| {
            let next = world.resource::<CommandCursor>().0;
            world.resource_mut::<CommandLog>().forget_ahead(next);
        });
    }

    fn entities(&mut self, blueprint: &Blueprint) {
        let nodes = blueprint.nodes.len();
        let mut index =
            Index { wires: vec![Vec::new(); nodes], flows_from: vec![Vec::new(); nodes], ..Index::default() };
        let rules = Rules::new(&blueprint.phy, &blueprint.mac);
        let routing = match &blueprint.routing {
            RoutingSpec::Static => None,
            RoutingSpec::Aodv(config) => Some(Arc::new(config.clone())),
        };
        for (id, spec) in (0..).map(NodeId).zip(&blueprint.nodes) {
            let stream = |purpose| Stream::new(blueprint.seed, Owner::Node(id.0), purpose);
            let wireless = spec.position.is_some();
            let (x, y) = spec.position.unwrap_or_default();
            let priority = match blueprint.mac.profile {
                Profile::Ns2 => PriorityRule::Head,
                Profile::Std | Profile::Disk => PriorityRule::FifoAhead,
            };
            let queue = DropTail::new(blueprint.mac.queue_limit, blueprint.mac.queue_wastes_one, priority);
            let state = if wireless { RadioState::Idle } else { RadioState::Off };
            let entity = self.world.spawn((
                Station::new(id, wireless, stream(Purpose::FrameError)),
                Location { position: (x.0, y.0), transmit_power: None },
                Radio::default(),
                Mac::new(id, rules.clone(), SlotSource::new(stream(Purpose::Backoff))),
                Egress::new(queue, AddressTable::new(blueprint.mac.arp)),
                Ledger::new(SimTime::ZERO, state),
                Battery::new(spec.battery),
            ));
            let entity = entity.id();
            if let Some(config) = routing.as_ref().filter(|_| wireless) {
                let router = Aodv::new(id, config.clone(), stream(Purpose::RouteJitter));
                self.world.entity_mut(entity).insert(router);
            }
            index.nodes.push(entity);
        }
        for (pair, spec) in (0..).zip(&blueprint.links) {
            for (id, from, to, config) in [
                (LinkId(2 * pair), spec.from, spec.to, &spec.forward),
                (LinkId(2 * pair + 1), spec.to, spec.from, &spec.backward),
            ] {
                index.links.push(self.world.spawn(Pipe::new(blueprint.seed, id, config)).id());
                index.ends.push((from, to));
                index.wires[from.index()].push((to, id));
            }
        }
        for (id, spec) in (0..).map(FlowId).zip(&blueprint.flows) {
            let entity = self.flow(blueprint, id, spec);
            index.flows.push(entity);
            index.flows_from[spec.from.index()].push(id);
        }
        self.outside(index);
        self.watch_batteries();
    }

    fn flow(&mut self, blueprint: &Blueprint, id: FlowId, spec: &FlowSpec) -> bevy_ecs::entity::Entity {
        let segment = match &spec.transport {
            TransportSpec::Tcp(config) => config.segment,
            TransportSpec::Udp => 0,
        };
        let info = FlowInfo {
            id,
            from: spec.from,
            to: spec.to,
            segment,
            udp_header: blueprint.mac.udp_header,
            finite: finite(spec),
        };
        let mut timers = FlowTimers::default();
        let at_start = [Some((FlowTimer::Start, spec.start)), spec.stop.map(|stop| (FlowTimer::Stop, stop))];
        for (timer, at) in at_start.into_iter().flatten() {
            if let Some(entry) = timers.arm(timer, at) {
                let event = SimEvent::Flow { flow: id.0, timer };
                let mut calendar = self.world.resource_mut::<Calendar<SimEvent>>();
                calendar.schedule(entry, event.class(), spec.from.0, event);
            }
        }
        let source = Source::new(&spec.traffic, blueprint.seed, id, spec.start);
        let mut entity = self.world.spawn((info, source, timers, FlowStats::default(), LossLog::default()));
        if let TransportSpec::Tcp(config) = &spec.transport {
            let mut phase = Stream::new(blueprint.seed, Owner::Flow(id.0), Purpose::ClockPhase);
            let tick = config.clock_granularity.secs_f64();
            let phase = SimDuration::from_secs_f64(phase.unit() * tick);
            entity.insert((TcpSender::new(config, phase), config.start_controller(), TcpReceiver::new(config)));
        }
        entity.id()
    }

    /// Batteries drain from the start, also where nothing ever happens.
    fn watch_batteries(&mut self) {
        let nodes = self.world.resource::<Index>().nodes.clone();
        for (id, entity) in (0..).map(NodeId).zip(nodes) {
            let (state, empty) = {
                let (Some(ledger), Some(battery)) =
                    (self.world.get::<Ledger>(entity), self.world.get::<Battery>(entity))
                else {
                    continue;
                };
                let draw = self.world.resource::<Channel>().draw[ledger.state().index()];
                (ledger.state(), battery.empty_at(SimTime::ZERO, draw))
            };
            let Some(at) = empty.filter(|_| state != RadioState::Off) else { continue };
            let Some(mut station) = self.world.get_mut::<Station>(entity) else { continue };
            let entry = station.empty.arm(at);
            if let Some(entry) = entry {
                let event = SimEvent::Battery { node: id.0 };
                self.world.resource_mut::<Calendar<SimEvent>>().schedule(entry, event.class(), id.0, event);
            }
        }
    }

    fn systems(&mut self) {
        self.schedule.add_systems((
            intake.in_set(StepSystems::Intake),
            update.in_set(StepSystems::Topology),
            drain.in_set(StepSystems::Drain),
            check.in_set(StepSystems::Check),
        ));
    }
}

/// How long a run without a time limit goes on while nothing arrives: sixty of the longest retransmission time-outs.
fn patience(blueprint: &Blueprint) -> SimDuration {
    let longest = blueprint.flows.iter().filter_map(|flow| match &flow.transport {
        TransportSpec::Tcp(config) => Some(config.rto_max),
        TransportSpec::Udp => None,
    });
    longest.max().unwrap_or(SimDuration::from_secs(60)).saturating_mul(60)
}

/// Whether a flow can ever be complete.
const fn finite(spec: &FlowSpec) -> bool {
    match spec.traffic {
        traffic::Config::Transfer { .. } => true,
        traffic::Config::Bulk | traffic::Config::Cbr { .. } => spec.stop.is_some(),
    }
}
