//! Nodes as they are now.

use crate::energy::config::BatteryConfig;
use crate::energy::ledger::{Class, Ledger, RadioState};
use crate::energy::meter;
use crate::ids::{FlowId, NodeId};
use crate::mac::backoff::Backoff;
use crate::mac::dcf::Mac;
use crate::phy::config::PhyConfig;
use crate::phy::propagation;
use crate::phy::radio::Radio;
use crate::session::view::View;
use crate::sim::access::{Channel, Location};
use crate::sim::command::SimCommand;
use crate::sim::station::{Egress, Station};
use crate::units::{Metres, SimTime, Watts};

/// What a radio does, as far as can be seen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum RadioView {
    /// It sends.
    Transmit,
    /// It is locked on a signal that can be decoded.
    Receive,
    /// It hears something that it cannot decode.
    Busy,
    /// It counts slots: this part of the drawn ones is left, 0 to 1.
    Backoff(f32),
    /// It keeps silent because of a reservation.
    Nav,
    /// Nothing.
    Idle,
    /// It is switched off, or its battery is empty.
    Off,
    /// There is none: the node has wires only.
    None,
}

impl RadioView {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transmit => "transmit",
            Self::Receive => "receive",
            Self::Busy => "busy",
            Self::Backoff(_) => "backoff",
            Self::Nav => "NAV",
            Self::Idle => "idle",
            Self::Off => "off",
            Self::None => "wired",
        }
    }
}

/// A node as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeView {
    /// Which.
    pub id: NodeId,
    /// Its name.
    pub name: String,
    /// Where it stands, in metres eastward and northward; `None` without a radio.
    pub position: Option<(f64, f64)>,
    /// Whether it is on.
    pub on: bool,
    /// What its radio does.
    pub radio: RadioView,
    /// Whose packets wait in its interface queue, the head first; `None` for the network's own.
    pub queue: Vec<Option<FlowId>>,
    /// How many may wait.
    pub queue_limit: usize,
    /// Part of its battery that is left, 0 to 1; `None` on mains.
    pub battery: Option<f64>,
    /// Joules spent so far.
    pub joules: f64,
}

/// More of a node, for an inspector.
#[derive(Clone, Debug, PartialEq)]
pub struct NodeDetail {
    /// Contention window, in slots.
    pub contention_window: u16,
    /// Attempts of the present packet: short and long retries.
    pub retries: (u8, u8),
    /// Limits of both.
    pub retry_limits: (u8, u8),
    /// The packet that the MAC has in hand, and the next hop.
    pub in_hand: Option<(Option<FlowId>, NodeId)>,
    /// Until when it keeps silent, if that is later than now.
    pub nav_until: Option<SimTime>,
    /// Power of the signal in reception, and from whom.
    pub locked: Option<(Watts, Option<NodeId>)>,
    /// Transmit power.
    pub transmit_power: Watts,
    /// Frames and packets counted so far: RTS, CTS, DATA, ACK sent, retries, drops at the retry limit, collisions, queue drops.
    pub counts: [(&'static str, u64); 8],
    /// Joules by radio state, those that are not zero.
    pub by_state: Vec<(RadioState, f64)>,
    /// Joules by class of what was sent and received, those that are not zero.
    pub by_class: Vec<(Class, f64)>,
}

impl View<'_> {
    /// How many nodes there are.
    pub fn node_count(&self) -> usize {
        self.index().nodes.len()
    }

    /// All nodes.
    pub fn nodes(&self) -> Vec<NodeView> {
        (0..).map(NodeId).take(self.node_count()).filter_map(|id| self.node(id)).collect()
    }

    /// One node; `None` if there is none with this number.
    pub fn node(&self, id: NodeId) -> Option<NodeView> {
        let entity = *self.index().nodes.get(id.index())?;
        let station = self.get::<Station>(entity)?;
        let spec = &self.sim().blueprint().nodes[id.index()];
        let egress = self.get::<Egress>(entity)?;
        let position = self.get::<Location>(entity).filter(|_| station.wireless).map(|location| location.position);
        Some(NodeView {
            id,
            name: spec.name.clone(),
            position,
            on: station.on,
            radio: self.radio(station, entity),
            queue: egress.queue.iter().map(|queued| queued.packet.flow).collect(),
            queue_limit: egress.queue.limit(),
            battery: self.battery(id),
            joules: self.joules(entity),
        })
    }

    fn radio(&self, station: &Station, entity: bevy_ecs::entity::Entity) -> RadioView {
        let (Some(radio), Some(mac)) = (self.get::<Radio>(entity), self.get::<Mac>(entity)) else {
            return RadioView::None;
        };
        let phy = &self.sim().world().resource::<Channel>().phy;
        let now = self.now();
        if !station.wireless {
            return RadioView::None;
        }
        if !station.on {
            return RadioView::Off;
        }
        if radio.is_transmitting() {
            return RadioView::Transmit;
        }
        if let Some(lock) = radio.lock() {
            return if lock.signal.reach.decodable { RadioView::Receive } else { RadioView::Busy };
        }
        if radio.carrier_busy(phy) {
            return RadioView::Busy;
        }
        if mac.nav_until() > now {
            return RadioView::Nav;
        }
        match mac.backoff() {
            Backoff::Counting { slots, bare: false, .. } if slots > 0 => {
                let left = mac.backoff().slots_left(now, phy.slot, true);
                RadioView::Backoff((left as f32 / f32::from(mac.contention_window().max(1))).clamp(0.03, 1.0))
            }
            _ => RadioView::Idle,
        }
    }

    /// From the ledger: the battery itself is settled only when the radio changes its state.
    fn battery(&self, id: NodeId) -> Option<f64> {
        let BatteryConfig::Linear { energy } = self.sim().blueprint().nodes[id.index()].battery else { return None };
        Some((1.0 - self.joules(self.index().nodes[id.index()]) / energy.0).clamp(0.0, 1.0))
    }

    fn joules(&self, entity: bevy_ecs::entity::Entity) -> f64 {
        let draw = &self.sim().world().resource::<Channel>().draw;
        let Some(ledger) = self.get::<Ledger>(entity) else { return 0.0 };
        let times = ledger.times(self.now());
        let spent = RadioState::ALL.iter().map(|state| meter::energy(draw[state.index()], times.of(*state))).sum();
        meter::joules(spent).0
    }

    /// Where a node stood at `at`, as far as the commands of this line have moved it; `None` without a radio.
    pub fn position_at(&self, id: NodeId, at: SimTime) -> Option<(f64, f64)> {
        let (x, y) = self.sim().blueprint().nodes.get(id.index())?.position?;
        let moved = self.commands().iter().take_while(|entry| entry.at <= at).filter_map(|entry| match entry.command {
            SimCommand::MoveNode { node, x, y } if node == id => Some((x.0, y.0)),
            _ => None,
        });
        Some(moved.last().unwrap_or((x.0, y.0)))
    }

    /// More about one node.
    pub fn node_detail(&self, id: NodeId) -> Option<NodeDetail> {
        let entity = *self.index().nodes.get(id.index())?;
        let (station, mac) = (self.get::<Station>(entity)?, self.get::<Mac>(entity)?);
        let profile = self.sim().blueprint().radio_power.profile();
        let ledger = self.get::<Ledger>(entity)?;
        let (times, classes) = (ledger.times(self.now()), ledger.classes(self.now()));
        let joules = |state: &RadioState| (*state, meter::joules(meter::of_state(&times, profile, *state)).0);
        let of_class = |class: &Class| (*class, meter::joules(meter::of_class(&classes, profile, *class)).0);
        let lock = self.get::<Radio>(entity).and_then(Radio::lock);
        let counts = mac.counters();
        Some(NodeDetail {
            contention_window: mac.contention_window(),
            retries: mac.retries(),
            retry_limits: (mac.rules().mac.short_retry_limit, mac.rules().mac.long_retry_limit),
            in_hand: mac.packet().map(|(packet, next)| (packet.flow, next)),
            nav_until: Some(mac.nav_until()).filter(|until| *until > self.now()),
            locked: lock.map(|lock| (lock.signal.reach.power, self.sender_of(lock.signal.frame))),
            transmit_power: self.transmit_power(id),
            counts: [
                ("RTS sent", counts.rts_sent),
                ("CTS sent", counts.cts_sent),
                ("DATA sent", counts.data_sent),
                ("ACK sent", counts.ack_sent),
                ("retries", counts.retries),
                ("retry drops", counts.retry_drops),
                ("collisions", station.counters.collisions),
                ("queue drops", station.counters.queue_drops),
            ],
            by_state: RadioState::ALL.iter().map(joules).filter(|(_, joules)| *joules > 0.0).collect(),
            by_class: Class::ALL.iter().map(of_class).filter(|(_, joules)| *joules > 0.0).collect(),
        })
    }

    /// Which attempt of its packet a node's MAC is at, from 1, and how many it has: for short frames (RTS, or DATA without it).
    pub fn attempt(&self, id: NodeId) -> Option<(u8, u8)> {
        let mac = self.get::<Mac>(*self.index().nodes.get(id.index())?)?;
        Some((mac.retries().0.saturating_add(1), mac.rules().mac.short_retry_limit))
    }

    /// The transmit power of a node.
    pub fn transmit_power(&self, id: NodeId) -> Watts {
        let own = self.index().nodes.get(id.index()).and_then(|entity| self.get::<Location>(*entity));
        own.and_then(|location| location.transmit_power).unwrap_or(self.phy().transmit_power)
    }

    /// The radio and channel of all nodes.
    pub fn phy(&self) -> &PhyConfig {
        &self.sim().blueprint().phy
    }

    /// How far a node is decoded, and how far it is sensed, in metres.
    pub fn ranges(&self, id: NodeId) -> (Metres, Metres) {
        let config = PhyConfig { transmit_power: self.transmit_power(id), ..self.phy().clone() };
        let farthest = |holds: &dyn Fn(&propagation::Reach) -> bool| {
            let (mut near, mut far) = (0.0, 100_000.0);
            for _ in 0..48 {
                let middle = f64::midpoint(near, far);
                match propagation::reach(&config, Metres(middle)) {
                    Some(reach) if holds(&reach) => near = middle,
                    _ => far = middle,
                }
            }
            Metres(near)
        };
        (farthest(&|reach| reach.decodable), farthest(&|reach| reach.sensed))
    }
}
