//! Small worlds for whole-simulation tests: a blueprint in a line or two, and readers that turn a run into rows.
//!
//! Every world is deterministic; where an exchange is computed by hand, [`script_slots`] replaces the random backoff.

use std::sync::Arc;

use bevy_ecs::component::Component;
use bevy_ecs::resource::Resource;
use hopscope::energy::config::{BatteryConfig, Scope};
use hopscope::energy::ledger::{Ledger, RadioState, StateTimes};
use hopscope::energy::power;
use hopscope::fact::{DropReason, Fact, What};
use hopscope::ids::{FlowId, NodeId};
use hopscope::journal::Journal;
use hopscope::link::config::{Impairment, PipeConfig};
use hopscope::mac::config::{MacConfig, Profile};
use hopscope::mac::dcf::{Mac, MacCounters};
use hopscope::packet::FrameKind;
use hopscope::phy::config::{PhyConfig, Propagation, Reception};
use hopscope::sim::access::Index;
use hopscope::sim::blueprint::{Blueprint, FlowSpec, LinkSpec, NodeSpec, TransportSpec};
use hopscope::sim::command::SimCommand;
use hopscope::sim::flow::FlowStats;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::tap::{Detail, Noticed, Observation, Tap};
use hopscope::traffic;
use hopscope::transport::tcp::config::TcpConfig;
use hopscope::units::{BitRate, Bytes, Joules, Metres, SimDuration, SimTime};

/// The default link-layer delay: a packet reaches the MAC this long after its source made it.
pub(crate) const LINK_LAYER: SimDuration = SimDuration::from_micros(25);

pub(crate) const fn us(micros: u64) -> SimDuration {
    SimDuration::from_micros(micros)
}

pub(crate) const fn ms(millis: u64) -> SimDuration {
    SimDuration::from_millis(millis)
}

pub(crate) const fn secs(seconds: u64) -> SimDuration {
    SimDuration::from_secs(seconds)
}

pub(crate) fn at(span: SimDuration) -> SimTime {
    SimTime::ZERO + span
}

/// An empty world with the rules of `profile`, 2 Mb/s data and 1 Mb/s control, no address resolution, that runs for `duration`.
pub(crate) fn world(profile: Profile, duration: SimDuration) -> Blueprint {
    let phy = PhyConfig::wavelan_2mb();
    let ranges =
        Propagation::UnitDisk { transmit: Metres(250.0), carrier_sense: Metres(550.0), interference: Metres(550.0) };
    let phy = match profile {
        Profile::Std => phy,
        Profile::Ns2 => PhyConfig { reception: Reception::Pairwise, ..phy },
        Profile::Disk => PhyConfig { reception: Reception::AnyOverlap, propagation: ranges, ..phy },
    };
    Blueprint {
        routing: hopscope::sim::blueprint::RoutingSpec::Static,
        seed: 1,
        duration: Some(duration),
        phy,
        mac: MacConfig { arp: false, ..MacConfig::of(profile) },
        nodes: Vec::new(),
        links: Vec::new(),
        flows: Vec::new(),
        radio_power: power::Kind::WavelanSingh,
        scope: Scope::Radio,
        script: Vec::new(),
    }
}

/// What a world is put together from, one call a thing.
pub(crate) trait Build: Sized {
    fn radio(self, x: f64, y: f64) -> Self;
    fn wired_node(self) -> Self;
    fn battery(self, joules: f64) -> Self;
    fn wire(self, from: u32, to: u32, forward: PipeConfig, backward: PipeConfig) -> Self;
    fn flow(self, from: u32, to: u32, start: SimTime, traffic: traffic::Config, transport: TransportSpec) -> Self;
    fn one_datagram(self, from: u32, to: u32, start: SimTime, mpdu: u64) -> Self;
    fn datagrams(self, from: u32, to: u32, start: SimTime, mpdu: u64, every: SimDuration) -> Self;
    fn tcp(self, from: u32, to: u32, start: SimTime, traffic: traffic::Config, config: TcpConfig) -> Self;
    fn script(self, at: SimTime, command: SimCommand) -> Self;
    fn run(self) -> Simulation;
}

impl Build for Blueprint {
    /// A node with a radio.
    fn radio(mut self, x: f64, y: f64) -> Self {
        let name = format!("n{}", self.nodes.len());
        self.nodes.push(NodeSpec { name, position: Some((Metres(x), Metres(y))), battery: BatteryConfig::Mains });
        self
    }

    /// A node without one.
    fn wired_node(mut self) -> Self {
        let name = format!("n{}", self.nodes.len());
        self.nodes.push(NodeSpec { name, position: None, battery: BatteryConfig::Mains });
        self
    }

    /// The last node runs on a battery.
    fn battery(mut self, joules: f64) -> Self {
        self.nodes.last_mut().unwrap().battery = BatteryConfig::Linear { energy: Joules(joules) };
        self
    }

    fn wire(mut self, from: u32, to: u32, forward: PipeConfig, backward: PipeConfig) -> Self {
        self.links.push(LinkSpec { from: NodeId(from), to: NodeId(to), forward, backward });
        self
    }

    fn flow(mut self, from: u32, to: u32, start: SimTime, traffic: traffic::Config, transport: TransportSpec) -> Self {
        let name = format!("f{}", self.flows.len());
        let (from, to) = (NodeId(from), NodeId(to));
        self.flows.push(FlowSpec { name, from, to, start, stop: None, traffic, transport });
        self
    }

    /// A single datagram in an MPDU of so many bytes.
    fn one_datagram(self, from: u32, to: u32, start: SimTime, mpdu: u64) -> Self {
        let packet = payload(&self.mac, mpdu);
        self.flow(from, to, start, traffic::Config::Cbr { rate: BitRate(0), packet, jitter: false }, TransportSpec::Udp)
    }

    /// A datagram in an MPDU of so many bytes each `every`, which has to divide a second.
    fn datagrams(self, from: u32, to: u32, start: SimTime, mpdu: u64, every: SimDuration) -> Self {
        let packet = payload(&self.mac, mpdu);
        let rate = BitRate(packet.bits() * (secs(1).nanos() / every.nanos()));
        self.flow(from, to, start, traffic::Config::Cbr { rate, packet, jitter: false }, TransportSpec::Udp)
    }

    fn tcp(self, from: u32, to: u32, start: SimTime, traffic: traffic::Config, config: TcpConfig) -> Self {
        self.flow(from, to, start, traffic, TransportSpec::Tcp(config))
    }

    fn script(mut self, at: SimTime, command: SimCommand) -> Self {
        self.script.push((at, command));
        self.script.sort_by_key(|(at, _)| *at);
        self
    }

    /// The run, noticing everything.
    fn run(self) -> Simulation {
        let mut simulation = Simulation::build(Arc::new(self), &[]);
        simulation.world_mut().resource_mut::<Tap>().set_detail(Detail::Everything);
        simulation
    }
}

/// Payload of a datagram whose MPDU has so many bytes.
fn payload(mac: &MacConfig, mpdu: u64) -> Bytes {
    Bytes(mpdu - mac.overhead.0 - u64::from(mac.udp_header))
}

/// A pipe with 1000 places.
pub(crate) fn pipe(bandwidth: u64, delay: SimDuration) -> PipeConfig {
    PipeConfig {
        bandwidth: BitRate(bandwidth),
        delay,
        queue_limit: 1000,
        queue_wastes_one: false,
        impairments: Vec::new(),
    }
}

/// The same with an impairment.
pub(crate) fn with(pipe: PipeConfig, impairment: Impairment) -> PipeConfig {
    PipeConfig { impairments: vec![impairment], ..pipe }
}

/// A component of node `node`.
pub(crate) fn of_node<C: Component>(simulation: &Simulation, node: u32) -> &C {
    simulation.world().get(resource::<Index>(simulation).nodes[node as usize]).unwrap()
}

/// A component of flow `flow`.
pub(crate) fn of_flow<C: Component>(simulation: &Simulation, flow: u32) -> &C {
    simulation.world().get(resource::<Index>(simulation).flows[flow as usize]).unwrap()
}

pub(crate) fn resource<R: Resource>(simulation: &Simulation) -> &R {
    simulation.world().resource()
}

pub(crate) fn stats(simulation: &Simulation, flow: u32) -> &FlowStats {
    of_flow(simulation, flow)
}

pub(crate) fn counters(simulation: &Simulation, node: u32) -> MacCounters {
    of_node::<Mac>(simulation, node).counters()
}

/// Time of a node in each state up to now.
pub(crate) fn times(simulation: &Simulation, node: u32) -> StateTimes {
    of_node::<Ledger>(simulation, node).times(simulation.now())
}

/// (transmit, receive, idle) of a node in nanoseconds up to now.
pub(crate) fn tx_rx_idle(simulation: &Simulation, node: u32) -> [u64; 3] {
    let times = times(simulation, node);
    [RadioState::Transmit, RadioState::Receive, RadioState::Idle].map(|state| times.of(state).nanos())
}

/// Gives a node these backoff slots before random ones.
pub(crate) fn script_slots(simulation: &mut Simulation, node: u32, slots: &[u32]) {
    let entity = resource::<Index>(simulation).nodes[node as usize];
    simulation.world_mut().get_mut::<Mac>(entity).unwrap().script_slots(slots.iter().copied());
}

pub(crate) fn noticed(simulation: &Simulation) -> &[Observation] {
    resource::<Tap>(simulation).noticed()
}

/// A frame that began: when, from, to, kind.
pub(crate) type Start = (u64, u32, u32, FrameKind);

/// Every frame that began, in nanoseconds.
pub(crate) fn starts(simulation: &Simulation) -> Vec<Start> {
    let frames = noticed(simulation).iter().filter_map(|seen| match seen.what {
        Noticed::FrameStart { kind, from, to, .. } => Some((seen.at.nanos(), from.0, to.0, kind)),
        _ => None,
    });
    frames.collect()
}

/// The kinds of the frames that `node` sent, in order.
pub(crate) fn sent_by(simulation: &Simulation, node: u32) -> Vec<FrameKind> {
    starts(simulation).into_iter().filter(|(_, from, ..)| *from == node).map(|(.., kind)| kind).collect()
}

/// How the frames from `from` that were for `to` ended there: when, kind, whether good.
pub(crate) fn ends(simulation: &Simulation, from: u32, to: u32) -> Vec<(u64, FrameKind, bool)> {
    let frames = noticed(simulation).iter().filter_map(|seen| match seen.what {
        Noticed::FrameEnd { kind, from: sender, at, good, .. } if sender.0 == from && at.0 == to => {
            Some((seen.at.nanos(), kind, good))
        }
        _ => None,
    });
    frames.collect()
}

/// All facts of the journal.
pub(crate) fn facts(simulation: &Simulation) -> Vec<Fact> {
    resource::<Journal>(simulation).facts().map(|(_, fact)| *fact).collect()
}

/// Every packet that was dropped: reason, count, limit.
pub(crate) fn drops(simulation: &Simulation) -> Vec<(DropReason, u16, u16)> {
    let dropped = facts(simulation).into_iter().filter_map(|fact| match fact.what {
        What::Dropped { reason, count, limit, .. } => Some((reason, count, limit)),
        _ => None,
    });
    dropped.collect()
}

/// A copy of what was noticed, for comparing runs.
pub(crate) fn of_flow_noticed(simulation: &Simulation, flow: FlowId) -> Vec<(SimTime, String)> {
    let rows = noticed(simulation).iter().filter_map(|seen| {
        let row = match seen.what {
            Noticed::Sender { flow: of, view } if of == flow => format!("{view:?}"),
            Noticed::Rtt { flow: of, rtt } if of == flow => format!("rtt {rtt:?}"),
            Noticed::FrameStart { kind, from, to, size, flow: Some(of), .. } if of == flow => {
                format!("frame {kind:?} {from} {to} {size}")
            }
            Noticed::Made { flow: of, node, size, seq, .. } if of == flow => format!("made {node} {size} {seq}"),
            Noticed::Delivered { flow: of, node, size, .. } if of == flow => format!("delivered {node} {size}"),
            Noticed::Drop { flow: Some(of), node, reason, .. } if of == flow => format!("drop {node} {reason}"),
            _ => return None,
        };
        Some((seen.at, row))
    });
    rows.collect()
}

/// Asserts that the books never failed to balance.
pub(crate) fn balanced(simulation: &Simulation) {
    assert_eq!(simulation.imbalance(), None);
}
