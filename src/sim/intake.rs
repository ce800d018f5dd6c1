//! Commands take effect here, at their exact instant, and nowhere else.

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::fact::{DropReason, FactId, Place, What};
use crate::ids::{LinkId, NodeId};
use crate::kernel::timers::Surfaced;
use crate::packet::Packet;
use crate::sim::access::{Access, Location};
use crate::sim::command::SimCommand;
use crate::sim::event::SimEvent;
use crate::sim::tap::Noticed;
use crate::sim::topology::TopologyChanged;
use crate::units::{BitRate, SimDuration, SimTime};

/// Who gave a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The scenario's script.
    Script,
    /// Whoever watches.
    Viewer,
}

/// A command with its instant.
#[derive(Clone, Debug, PartialEq)]
pub struct Logged {
    /// When it takes effect.
    pub at: SimTime,
    /// What it does.
    pub command: SimCommand,
    /// Who gave it.
    pub origin: Origin,
}

/// The commands of a run in the order in which they take effect. It outlives a seek: what lies ahead is repeated.
#[derive(Resource, Clone, Debug, Default)]
pub struct CommandLog {
    entries: Vec<Logged>,
}

impl CommandLog {
    /// A log with a script to come.
    pub fn of_script(script: &[(SimTime, SimCommand)]) -> Self {
        let logged = |(at, command): &(SimTime, SimCommand)| Logged {
            at: *at,
            command: command.clone(),
            origin: Origin::Script,
        };
        let mut entries: Vec<Logged> = script.iter().map(logged).collect();
        entries.sort_by_key(|entry| entry.at);
        Self { entries }
    }

    /// All commands.
    pub fn entries(&self) -> &[Logged] {
        &self.entries
    }

    /// The instant of the first command from place `next` on.
    pub fn next_at(&self, next: usize) -> Option<SimTime> {
        self.entries.get(next).map(|entry| entry.at)
    }

    /// The instant of the first command from place `next` on that is later than `now`.
    pub fn next_after(&self, next: usize, now: SimTime) -> Option<SimTime> {
        self.entries.iter().skip(next).map(|entry| entry.at).find(|at| *at > now)
    }

    /// Adds a viewer's command behind those of the same instant.
    pub fn insert(&mut self, at: SimTime, command: SimCommand) {
        let place = self.entries.partition_point(|other| other.at <= at);
        self.entries.insert(place, Logged { at, command, origin: Origin::Viewer });
    }

    /// Forgets the viewer's commands from place `next` on; the script stays.
    pub fn forget_ahead(&mut self, next: usize) {
        let mut place = 0;
        self.entries.retain(|entry| {
            place += 1;
            place <= next || entry.origin == Origin::Script
        });
    }
}

/// How many commands of the log have taken effect: part of the run.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CommandCursor(pub usize);

/// Carries out every command that is due now.
pub fn intake(
    mut access: Access,
    log: Res<CommandLog>,
    mut cursor: ResMut<CommandCursor>,
    mut places: Query<&mut Location>,
    mut changed: ResMut<TopologyChanged>,
) {
    let now = access.env.clock.now();
    while let Some(Logged { at, command, .. }) = log.entries.get(cursor.0).filter(|entry| entry.at <= now) {
        debug_assert_eq!(*at, now, "a command takes effect at its instant");
        let index = u32::try_from(cursor.0).unwrap_or(u32::MAX);
        cursor.0 += 1;
        access.env.digest.mix(now.nanos(), 0x700 | u64::from(index) << 16);
        let fact = access.env.fact(FactId::NONE, What::Command { index });
        access.env.tap.plot(now, Noticed::Command { index });
        match command {
            SimCommand::MoveNode { node, x, y } => {
                if let Ok(mut location) = places.get_mut(access.env.index.nodes[node.index()]) {
                    location.position = (x.0, y.0);
                }
                access.env.causes.moved[node.index()] = fact;
                access.env.causes.topology = fact;
                changed.0 = true;
            }
            SimCommand::SetRadio { node, transmit_power } => {
                if let Ok(mut location) = places.get_mut(access.env.index.nodes[node.index()]) {
                    location.transmit_power = Some(*transmit_power);
                }
                access.env.causes.moved[node.index()] = fact;
                access.env.causes.topology = fact;
                changed.0 = true;
            }
            SimCommand::NodeOff { node } => {
                access.switch_off(*node, fact);
                access.env.causes.topology = fact;
                changed.0 = true;
            }
            SimCommand::NodeOn { node } => {
                access.switch_on(*node);
                access.env.causes.topology = fact;
                changed.0 = true;
            }
            SimCommand::Flip { frame } => access.env.flips.turn(*frame),
            SimCommand::SetLink { link, bandwidth, delay, loss } => {
                if loss.is_some() {
                    access.env.causes.links[link.index()] = fact;
                }
                access.set_link(*link, *bandwidth, *delay, *loss);
            }
            other => access.steer_flow(other),
        }
    }
}

impl Access<'_, '_> {
    fn steer_flow(&mut self, command: &SimCommand) {
        match command {
            SimCommand::SetController { flow, controller, recovery } => {
                let (mut item, env) = self.flow(*flow);
                let from = item.info.from;
                env.run_tcp(&mut item, from, |flow, now, out| {
                    if let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) {
                        sender.set_controller(now, (controller, *recovery), law, out);
                    }
                });
                self.flush(from);
            }
            SimCommand::SetTransport { flow, max_window } => {
                let (mut item, env) = self.flow(*flow);
                let from = item.info.from;
                if let Some(receiver) = &mut item.receiver {
                    receiver.set_max_window(*max_window);
                }
                env.run_tcp(&mut item, from, |flow, now, out| {
                    if let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) {
                        sender.set_max_window(now, *max_window, law, out);
                    }
                });
                self.flush(from);
            }
            SimCommand::FlowStop { flow } => self.stop_flow(*flow),
            SimCommand::FlowStart { flow } => self.start_flow(*flow),
            _ => {}
        }
    }

    fn set_link(&mut self, link: LinkId, bandwidth: Option<BitRate>, delay: Option<SimDuration>, loss: Option<f64>) {
        let (mut pipe, _) = self.pipe(link);
        let (old_bandwidth, old_delay) = (pipe.bandwidth(), pipe.delay());
        pipe.set(bandwidth.unwrap_or(old_bandwidth), delay.unwrap_or(old_delay));
        if let Some(rate) = loss {
            pipe.set_loss(rate);
        }
    }

    /// A node falls silent at once, even in the middle of a frame; what it held is lost.
    pub fn switch_off(&mut self, id: NodeId, cause: FactId) {
        let (mut node, env) = self.node(id);
        if !node.station.on {
            return;
        }
        env.cut_transmission(&mut node);
        // The packet in hand is lost here; bits that have left and not arrived must not bring it to the next hop as well.
        env.medium.spoil(id);
        node.station.on = false;
        env.causes.off[id.index()] = cause;
        node.station.disarm_all();
        node.radio.switch_off();
        let in_hand = node.mac.switch_off().filter(|packet| env.handover.0[id.index()] != Some(packet.id));
        let mut lost: Vec<Packet> = in_hand.into_iter().collect();
        lost.extend(std::iter::from_fn(|| node.egress.queue.take()).map(|queued| queued.packet));
        lost.extend(node.egress.addresses.clear());
        // Packets inside the link layer have calendar entries that find nothing.
        lost.extend(node.egress.down.drain(..).map(|(_, queued)| queued.packet));
        lost.extend(node.egress.up.drain(..).map(|(_, packet)| packet));
        if let Some(router) = &mut node.router {
            lost.extend(router.switch_off());
        }
        for packet in &lost {
            env.lose(Place::Node(id), id, packet, DropReason::LinkDown, (0, 0), cause);
        }
        env.settle_radio(&mut node);
        self.set_wires_down(id);
        self.note_losses();
    }

    /// A node comes back, knowing no addresses and hearing only what begins from now on. An empty battery stays empty.
    pub fn switch_on(&mut self, id: NodeId) {
        let (mut node, env) = self.node(id);
        if node.station.on || node.battery.remaining() == Some(0) {
            return;
        }
        node.station.on = true;
        env.causes.off[id.index()] = FactId::NONE;
        node.radio.switch_on();
        env.settle_radio(&mut node);
        self.set_wires_up(id);
    }

    /// A battery may be empty: if it is, the node is off.
    pub fn battery(&mut self, id: NodeId) {
        let now = self.env.clock.now();
        let (mut node, env) = self.node(id);
        match node.station.empty.surface(now) {
            Surfaced::Stale => {}
            Surfaced::Later(at) => env.schedule(at, id, SimEvent::Battery { node: id.0 }),
            Surfaced::Fires => {
                let fact = env.fact(FactId::NONE, What::BatteryEmpty { node: id });
                env.digest.mix(now.nanos(), 0x800 | u64::from(id.0) << 16);
                self.switch_off(id, fact);
            }
        }
    }

    /// A wire carries again when both of its ends are on.
    fn set_wires_up(&mut self, id: NodeId) {
        for (other, link) in self.env.index.wires[id.index()].clone() {
            if self.at_node(other, |node, _| node.station.on) {
                for link in [link, LinkId(link.0 ^ 1)] {
                    self.run_pipe(link, |pipe, _, _| pipe.set_up());
                }
            }
        }
    }

    fn set_wires_down(&mut self, id: NodeId) {
        for (_, link) in self.env.index.wires[id.index()].clone() {
            for link in [link, LinkId(link.0 ^ 1)] {
                self.run_pipe(link, |pipe, _, out| pipe.set_down(out));
            }
        }
    }
}
