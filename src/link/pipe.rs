//! One direction of a wired link: impairments, queue, service, wire (spec/wireless.md 8).
//!
//! ```text
//! offer -> impairments in order -> queue -> service (8 size / rate) -> wire (delay) -> Deliver
//!              | lost                | full     | on_sent                 | on_arrival
//! ```
//!
//! In: packets by [`Pipe::offer`], the calendar's entries by [`Pipe::on_sent`] and [`Pipe::on_arrival`], and changes while it
//! runs. Out: [`PipeOutput`]. The packet in service is not in the queue. Several packets may be on the wire; they arrive in the
//! order in which they were offered, also when the delay is shortened under them. A service or a delay of no time is carried out
//! at once, without a calendar entry. Entries that a change made stale are recognised and ignored.

use std::collections::VecDeque;

use bevy_ecs::component::Component;

use crate::fact::DropReason;
use crate::ids::LinkId;
use crate::kernel::outputs::Outputs;
use crate::kernel::timers::{Deadline, Surfaced};
use crate::link::config::{Impairment, MAX_IMPAIRMENTS, PipeConfig};
use crate::link::impairment::{Stage, Verdict};
use crate::packet::Packet;
use crate::queue::drop_tail::{DropTail, Offer, PriorityRule};
use crate::rng::{Owner, Purpose, Stream};
use crate::units::{BitRate, Bytes, SimDuration, SimTime};

/// The place that a loss has which was added to a running pipe without one.
pub const LIVE_PLACE: u8 = u8::MAX;

// Places in the list stay below the one of a loss that is added later.
const _: () = assert!(MAX_IMPAIRMENTS <= LIVE_PLACE as usize);

/// What a pipe wants done.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PipeOutput {
    /// Call [`Pipe::on_sent`] at this later instant.
    ArmSent(SimTime),
    /// Call [`Pipe::on_arrival`] at this later instant.
    ArmArrival(SimTime),
    /// The packet has reached the other end.
    Deliver(Packet),
    /// The packet is gone.
    Drop {
        /// Which.
        packet: Packet,
        /// Why.
        cause: PipeDrop,
    },
}

/// Why a pipe dropped a packet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PipeDrop {
    /// The queue had no room.
    QueueFull {
        /// Packets that waited.
        length: usize,
        /// The queue's limit.
        limit: usize,
    },
    /// An impairment took it.
    Impairment {
        /// Its place in the list, from 0, or [`LIVE_PLACE`].
        place: u8,
        /// Its name.
        name: &'static str,
    },
    /// The link was down or went down.
    LinkDown,
}

impl PipeDrop {
    /// The reason as everybody else names it.
    pub const fn reason(self) -> DropReason {
        match self {
            Self::QueueFull { .. } => DropReason::QueueFull,
            Self::Impairment { .. } => DropReason::Impairment,
            Self::LinkDown => DropReason::LinkDown,
        }
    }
}

/// One direction of a wired link.
#[derive(Component, Clone, Debug)]
pub struct Pipe {
    seed: u64,
    link: LinkId,
    bandwidth: BitRate,
    delay: SimDuration,
    up: bool,
    /// With the place that names each in a drop and selects its stream.
    stages: Vec<(u8, Stage)>,
    queue: DropTail<Packet>,
    in_service: Option<Packet>,
    sent: Deadline,
    /// With the instant at which each may arrive; one behind another that may arrive later waits for it.
    wire: VecDeque<(SimTime, Packet)>,
    arrival: Deadline,
}

impl Pipe {
    /// An empty pipe that is up. `link` selects its random streams in the run with this `seed`.
    ///
    /// # Panics
    /// If there are more than [`MAX_IMPAIRMENTS`] impairments.
    pub fn new(seed: u64, link: LinkId, config: &PipeConfig) -> Self {
        assert!(config.impairments.len() <= MAX_IMPAIRMENTS, "{link} has more than {MAX_IMPAIRMENTS} impairments");
        let stages = (0..)
            .zip(&config.impairments)
            .map(|(place, impairment)| (place, stage(seed, link, place, impairment)))
            .collect();
        Self {
            seed,
            link,
            bandwidth: config.bandwidth,
            delay: config.delay,
            up: true,
            stages,
            queue: DropTail::new(config.queue_limit, config.queue_wastes_one, PriorityRule::FifoAhead),
            in_service: None,
            sent: Deadline::default(),
            wire: VecDeque::new(),
            arrival: Deadline::default(),
        }
    }

    /// A packet enters.
    pub fn offer(&mut self, now: SimTime, packet: Packet, out: &mut Outputs<PipeOutput>) {
        if !self.up {
            return out.push(PipeOutput::Drop { packet, cause: PipeDrop::LinkDown });
        }
        for (place, stage) in &mut self.stages {
            if stage.judge(now, &packet) == Verdict::Lose {
                let cause = PipeDrop::Impairment { place: *place, name: stage.name() };
                return out.push(PipeOutput::Drop { packet, cause });
            }
        }
        if self.in_service.is_none() {
            return self.serve(now, packet, out);
        }
        match self.queue.offer(packet) {
            Offer::Queued => {}
            Offer::Refused(packet) | Offer::Displaced(packet) => {
                let cause = PipeDrop::QueueFull { length: self.queue.len(), limit: self.queue.limit() };
                out.push(PipeOutput::Drop { packet, cause });
            }
        }
    }

    /// The entry that [`PipeOutput::ArmSent`] asked for has come up: the last bit of the packet in service is on the wire.
    pub fn on_sent(&mut self, now: SimTime, out: &mut Outputs<PipeOutput>) {
        match self.sent.surface(now) {
            Surfaced::Fires => {}
            Surfaced::Later(at) => return out.push(PipeOutput::ArmSent(at)),
            Surfaced::Stale => return,
        }
        if let Some(packet) = self.in_service.take() {
            self.put_on_wire(now, packet, out);
        }
        // Usually one round; more only if the rate has become unlimited meanwhile.
        while self.in_service.is_none() {
            let Some(next) = self.queue.take() else { break };
            self.serve(now, next, out);
        }
    }

    /// The entry that [`PipeOutput::ArmArrival`] asked for has come up: whatever is due arrives.
    pub fn on_arrival(&mut self, now: SimTime, out: &mut Outputs<PipeOutput>) {
        match self.arrival.surface(now) {
            Surfaced::Fires => {}
            Surfaced::Later(at) => return out.push(PipeOutput::ArmArrival(at)),
            Surfaced::Stale => return,
        }
        while let Some((_, packet)) = self.wire.pop_front_if(|(at, _)| *at <= now) {
            out.push(PipeOutput::Deliver(packet));
        }
        if let Some((at, _)) = self.wire.front() {
            self.arm_arrival(*at, out);
        }
    }

    /// Sets rate and delay from now on. The packet in service keeps the end of its service, those on the wire their arrival.
    pub const fn set(&mut self, bandwidth: BitRate, delay: SimDuration) {
        self.bandwidth = bandwidth;
        self.delay = delay;
    }

    /// Sets the rate of the first independent loss; a pipe without one gets it ahead of its other impairments, at
    /// [`LIVE_PLACE`].
    pub fn set_loss(&mut self, rate: f64) {
        for (_, stage) in &mut self.stages {
            if let Stage::Loss(loss) = stage {
                return loss.set_rate(rate);
            }
        }
        let loss = stage(self.seed, self.link, LIVE_PLACE, &Impairment::Loss { rate, data_only: false });
        self.stages.insert(0, (LIVE_PLACE, loss));
    }

    /// Cuts the link here: what waits and what is in service is lost, what is on the wire already still arrives.
    pub fn set_down(&mut self, out: &mut Outputs<PipeOutput>) {
        self.up = false;
        self.sent.disarm();
        let waiting = std::iter::from_fn(|| self.queue.take());
        for packet in self.in_service.take().into_iter().chain(waiting) {
            out.push(PipeOutput::Drop { packet, cause: PipeDrop::LinkDown });
        }
    }

    /// Mends the link.
    pub const fn set_up(&mut self) {
        self.up = true;
    }

    /// Whether packets are taken.
    pub const fn is_up(&self) -> bool {
        self.up
    }

    /// What waits.
    pub const fn queue(&self) -> &DropTail<Packet> {
        &self.queue
    }

    /// The rate, zero for unlimited.
    pub const fn bandwidth(&self) -> BitRate {
        self.bandwidth
    }

    /// The propagation delay.
    pub const fn delay(&self) -> SimDuration {
        self.delay
    }

    /// The probability of the first independent loss; zero without one.
    pub fn loss(&self) -> f64 {
        let rate = |(_, stage): &(u8, Stage)| match stage {
            Stage::Loss(loss) => Some(loss.rate()),
            _ => None,
        };
        self.stages.iter().find_map(rate).unwrap_or(0.0)
    }

    /// What is on the wire with the instants at which its last bits arrive, the next to arrive first.
    pub fn on_wire(&self) -> impl Iterator<Item = (SimTime, &Packet)> {
        self.wire.iter().map(|(at, packet)| (*at, packet))
    }

    /// The packet in service, and when its last bit will be on the wire.
    pub fn in_service(&self) -> Option<(SimTime, &Packet)> {
        self.sent.due().zip(self.in_service.as_ref())
    }

    /// All packets inside, the next to arrive first: on the wire, in service, waiting.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.wire.iter().map(|(_, packet)| packet).chain(&self.in_service).chain(self.queue.iter())
    }

    /// Starts the service of `packet`; one that takes no time is over at once.
    fn serve(&mut self, now: SimTime, packet: Packet, out: &mut Outputs<PipeOutput>) {
        let service = Bytes(u64::from(packet.size)).time_at(self.bandwidth);
        if service == SimDuration::ZERO {
            return self.put_on_wire(now, packet, out);
        }
        self.in_service = Some(packet);
        if let Some(at) = self.sent.arm(now.saturating_add(service)) {
            out.push(PipeOutput::ArmSent(at));
        }
    }

    /// The packet travels. With others ahead it is looked at when they have arrived, so it never overtakes them.
    fn put_on_wire(&mut self, now: SimTime, packet: Packet, out: &mut Outputs<PipeOutput>) {
        let earliest = now.saturating_add(self.delay);
        if self.wire.is_empty() {
            if earliest == now {
                return out.push(PipeOutput::Deliver(packet));
            }
            self.arm_arrival(earliest, out);
        }
        self.wire.push_back((earliest, packet));
    }

    fn arm_arrival(&mut self, at: SimTime, out: &mut Outputs<PipeOutput>) {
        if let Some(at) = self.arrival.arm(at) {
            out.push(PipeOutput::ArmArrival(at));
        }
    }
}

fn stage(seed: u64, link: LinkId, place: u8, impairment: &Impairment) -> Stage {
    Stage::new(impairment, Stream::new(seed, Owner::Link(link.0), Purpose::Impairment(place)))
}

#[cfg(test)]
mod tests;
