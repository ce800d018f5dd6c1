//! A run as a value: step it, command it, copy it, go back in it.

use std::sync::Arc;

use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::Schedule;
use bevy_ecs::world::World;

use crate::kernel::calendar::Calendar;
use crate::kernel::clock::Clock;
use crate::kernel::digest::Digest;
use crate::kernel::snapshot::{Registry, Snapshot};
use crate::sim::access::Index;
use crate::sim::blueprint::Blueprint;
use crate::sim::books::{Progress, Stopped};
use crate::sim::build::{Layer, SimBuilder};
use crate::sim::check::{Balance, PERIOD};
use crate::sim::command::SimCommand;
use crate::sim::event::SimEvent;
use crate::sim::intake::{CommandCursor, CommandLog};
use crate::units::{SimDuration, SimTime};

/// The grain of time when nothing else is said.
pub const DEFAULT_STEP: SimDuration = SimDuration::from_millis(1);

/// The longest simulated time of a run: a day.
pub const LONGEST: SimDuration = SimDuration::from_secs(24 * 3600);

/// Keyframes kept; at 100 kB each, 50 MB.
const MOST_KEYFRAMES: usize = 512;

/// How often samples are due, for layers that sample; the step is cut there.
#[derive(Resource, Clone, Copy, Debug, PartialEq, Eq)]
pub struct SamplePeriod(pub SimDuration);

/// A command that comes too late.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a command for {at} came when it was already {now}; seek back first")]
pub struct TooLate {
    /// When it was to take effect.
    pub at: SimTime,
    /// What time it is.
    pub now: SimTime,
}

/// A keyframe: a snapshot with its instant.
#[derive(Clone)]
struct Keyframe {
    at: SimTime,
    snapshot: Arc<Snapshot>,
}

/// A run.
pub struct Simulation {
    world: World,
    schedule: Schedule,
    registry: Registry,
    carried: Vec<fn(&World, &mut World)>,
    on_branch: Vec<fn(&mut World, SimTime)>,
    entities: Vec<Entity>,
    blueprint: Arc<Blueprint>,
    layers: Vec<Layer>,
    /// The fixed step, if one was asked for; otherwise steps in which only the drain has work are run as one.
    step: Option<SimDuration>,
    /// The first is at time zero.
    keyframes: Vec<Keyframe>,
    keyframe_every: Option<SimDuration>,
    /// How far the run has ever come on this line.
    frontier: SimTime,
}

impl Simulation {
    /// The run that `blueprint` describes, at time zero, with these layers on top.
    pub fn build(blueprint: Arc<Blueprint>, layers: &[Layer]) -> Self {
        let mut builder = SimBuilder::new(&blueprint);
        for layer in layers {
            layer(&mut builder);
        }
        let SimBuilder { world, schedule, registry, carried, on_branch } = builder;
        let entities = world.resource::<Index>().entities();
        let mut simulation = Self {
            world,
            schedule,
            registry,
            carried,
            on_branch,
            entities,
            blueprint,
            layers: layers.to_vec(),
            step: None,
            keyframes: Vec::new(),
            keyframe_every: None,
            frontier: SimTime::ZERO,
        };
        simulation.take_keyframe();
        simulation
    }

    /// Sets the fixed step: the grain at which systems run, of no effect on what they compute. At least 1 us.
    ///
    /// Unless this is called, steps of [`DEFAULT_STEP`] in which no set but the drain has work are run as one.
    pub fn set_step(&mut self, step: SimDuration) {
        self.step = Some(step.max(SimDuration::from_micros(1)));
    }

    /// Takes a keyframe about this often from now on, so that seeking is quick.
    pub const fn keep_keyframes(&mut self, every: SimDuration) {
        self.keyframe_every = Some(every);
    }

    /// What time it is in the run.
    pub fn now(&self) -> SimTime {
        self.world.resource::<Clock>().now()
    }

    /// Events handled since the start.
    pub fn events(&self) -> u64 {
        self.world.resource::<Clock>().events()
    }

    /// The hash of everything that has happened.
    pub fn digest(&self) -> Digest {
        *self.world.resource::<Digest>()
    }

    /// Why and when the run ended, if it has.
    pub fn stopped(&self) -> Option<(Stopped, SimTime)> {
        self.world.resource::<Progress>().stopped
    }

    /// When and how the books did not balance, if that ever happened.
    pub fn imbalance(&self) -> Option<&(SimTime, String)> {
        self.world.resource::<Balance>().broken.as_ref()
    }

    /// When the run ends if nothing stops it before.
    pub fn end(&self) -> SimTime {
        SimTime::ZERO + self.blueprint.duration.unwrap_or(LONGEST)
    }

    /// What the run was built from.
    pub const fn blueprint(&self) -> &Arc<Blueprint> {
        &self.blueprint
    }

    /// The world, for reading.
    pub const fn world(&self) -> &World {
        &self.world
    }

    /// The world, for settings that are no part of the run: taps, recorders. What is part of it changes by commands only.
    pub const fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// The registry of what belongs to the run.
    pub const fn registry(&self) -> &Registry {
        &self.registry
    }

    /// Runs to the end.
    pub fn run(&mut self) {
        self.run_until(self.end());
    }

    /// Runs until everything before `target` has happened, or the run ends.
    pub fn run_until(&mut self, target: SimTime) {
        let target = target.min(self.end());
        while self.now() < target && self.stopped().is_none() {
            self.advance(target);
        }
        self.frontier = self.frontier.max(self.now());
        if self.stopped().is_none() && self.now() >= self.end() {
            let reason = if self.blueprint.duration.is_some() { Stopped::Duration } else { Stopped::Limit };
            let now = self.now();
            self.world.resource_mut::<Progress>().stopped = Some((reason, now));
        }
    }

    /// One step, cut short at what is due, or a leap over time in which nothing is.
    fn advance(&mut self, target: SimTime) {
        let now = self.now();
        let next_event = self.world.resource::<Calendar<SimEvent>>().next_at();
        // Commands that are due now act in this step; the next one after them ends it.
        let cursor = self.world.resource::<CommandCursor>().0;
        let later_command = self.world.resource::<CommandLog>().next_after(cursor, now);
        // A fixed step leaps over steps without events; without one, nothing but what is due below ends the step.
        let mut end = match (self.step, next_event) {
            (Some(step), Some(event)) => next_multiple(now, step).max(last_multiple(event, step)),
            (Some(_), None) | (None, _) => target,
        };
        end = end.min(target).min(next_multiple(now, PERIOD));
        if let Some(period) = self.world.get_resource::<SamplePeriod>() {
            end = end.min(next_multiple(now, period.0));
        }
        if let Some(command) = later_command {
            end = end.min(command);
        }
        self.world.resource_mut::<Clock>().set_step_end(end);
        self.schedule.run(&mut self.world);
        if let Some(every) = self.keyframe_every {
            let last = self.keyframes.last().map_or(SimTime::ZERO, |keyframe| keyframe.at);
            if self.now() >= last + every {
                self.take_keyframe();
            }
        }
    }

    /// Gives a command that takes effect at `at`. If the run has been further than now, this begins a branch: what was recorded
    /// of the future, and the viewer's commands in it, are forgotten here (fork before to keep the old line).
    pub fn command(&mut self, at: SimTime, command: SimCommand) -> Result<(), TooLate> {
        let now = self.now();
        if at < now {
            return Err(TooLate { at, now });
        }
        if now < self.frontier {
            self.begin_branch();
        }
        self.world.resource_mut::<CommandLog>().insert(at, command);
        Ok(())
    }

    fn begin_branch(&mut self) {
        let now = self.now();
        for forget in &self.on_branch {
            forget(&mut self.world, now);
        }
        self.keyframes.retain(|keyframe| keyframe.at <= now);
        self.frontier = now;
    }

    /// How far the run has ever come on this line: what lies before it is a matter of record.
    pub const fn frontier(&self) -> SimTime {
        self.frontier
    }

    /// When the next thing happens: an event or a command. `None` if nothing ever does.
    pub fn next_at(&self) -> Option<SimTime> {
        let cursor = self.world.resource::<CommandCursor>().0;
        let command = self.world.resource::<CommandLog>().next_at(cursor);
        let event = self.world.resource::<Calendar<SimEvent>>().next_at();
        command.into_iter().chain(event).min()
    }

    /// Forgets everything that was recorded or ordered by the viewer ahead of now: from here on the run is another line.
    pub fn forget_ahead(&mut self) {
        if self.now() < self.frontier {
            self.begin_branch();
        }
    }

    /// The instants of the keyframes, in order.
    pub fn keyframe_times(&self) -> impl Iterator<Item = SimTime> + '_ {
        self.keyframes.iter().map(|keyframe| keyframe.at)
    }

    /// A copy of everything that belongs to the run.
    pub fn snapshot(&self) -> Snapshot {
        self.registry.save(&self.world, &self.entities)
    }

    /// Goes to where `snapshot` was taken. It has to be one of this run or of a fork of it.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.registry.restore(&mut self.world, &self.entities, snapshot);
        self.world.resource_mut::<Balance>().broken = None;
    }

    fn take_keyframe(&mut self) {
        let keyframe = Keyframe { at: self.now(), snapshot: Arc::new(self.snapshot()) };
        self.keyframes.push(keyframe);
        // A long run keeps every second one, at twice the distance from now on: memory stays bounded, seeking gets coarser.
        if self.keyframes.len() > MOST_KEYFRAMES {
            let mut place = 0;
            self.keyframes.retain(|_| {
                place += 1;
                place % 2 == 1
            });
            self.keyframe_every = self.keyframe_every.map(|every| every.saturating_mul(2));
        }
    }

    /// A second run that is where this one is, with the same past, recordings and commands to come.
    #[must_use]
    pub fn fork(&self) -> Self {
        let mut fork = Self::build(self.blueprint.clone(), &self.layers);
        fork.restore(&self.snapshot());
        for carry in &self.carried {
            carry(&self.world, &mut fork.world);
        }
        fork.step = self.step;
        fork.keyframes.clone_from(&self.keyframes);
        fork.keyframe_every = self.keyframe_every;
        fork.frontier = self.frontier;
        fork
    }

    /// Goes to `target`, back or forth: everything before it has happened, nothing at it. Logged commands are repeated. Where the
    /// run has been before, it starts from the keyframe nearest to the target, ahead or behind.
    pub fn seek(&mut self, target: SimTime) {
        let now = self.now();
        let keyframe = self.keyframes.iter().rev().find(|keyframe| keyframe.at <= target);
        if let Some(keyframe) = keyframe.filter(|keyframe| target < now || keyframe.at > now).cloned() {
            self.restore(&keyframe.snapshot);
        }
        self.run_until(target);
    }

    /// How many keyframes are kept, and roughly how many bytes they take.
    pub fn keyframes(&self) -> (usize, usize) {
        (self.keyframes.len(), self.keyframes.iter().map(|keyframe| keyframe.snapshot.bytes()).sum())
    }
}

/// The first multiple of `grain` after `now`.
fn next_multiple(now: SimTime, grain: SimDuration) -> SimTime {
    last_multiple(now, grain).saturating_add(grain)
}

/// The last multiple of `grain` not after `at`.
const fn last_multiple(at: SimTime, grain: SimDuration) -> SimTime {
    SimTime::from_nanos(at.nanos() / grain.nanos() * grain.nanos())
}
