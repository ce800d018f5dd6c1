//! How far a run goes in one picture: what the wished speed asks for, within a budget of the machine's time.
//!
//! The pacer cuts the way into slices that take about a millisecond each. Slices end steps early and change nothing: a run computes
//! the same in one piece.

use std::time::Duration;

use crate::metrics::MarkKind;
use crate::session::command::Goal;
use crate::session::follow::Follow;
use crate::session::line::Line;
use crate::session::session::Motion;
use crate::session::{Run, Speed};
use crate::sim::books::Books;
use crate::sim::medium::Medium;
use crate::units::{SimDuration, SimTime};

/// The machine's time that a picture may spend on the run, and a clock to measure it with.
pub struct Budget<'a> {
    /// How much.
    pub span: Duration,
    /// The machine's time since some fixed instant.
    pub clock: &'a mut dyn FnMut() -> Duration,
}

/// A screen that was busy elsewhere does not make the run leap: at most this counts as shown.
const LONGEST_PICTURE: Duration = Duration::from_millis(100);

/// What a slice should take.
const SLICE: Duration = Duration::from_millis(1);

/// See the module's documentation.
#[derive(Clone, Debug, Default)]
pub struct Pacer {
    /// Simulated time of a slice, adapted to what slices take; zero at first.
    slice: SimDuration,
    measured: Measured,
    /// The last measure with enough behind it.
    achieved: Option<f64>,
    events_per_second: Option<f64>,
    hurries: bool,
}

/// What was reached since the last measure.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    on_screen: Duration,
    simulated: SimDuration,
    machine: Duration,
    events: u64,
}

impl Pacer {
    /// Forgets what was reached: it would mix two motions.
    pub fn rest(&mut self) {
        self.measured = Measured::default();
        self.achieved = None;
    }

    /// Simulated seconds in a second on screen.
    pub const fn achieved(&self) -> Option<f64> {
        self.achieved
    }

    /// Whether the last picture went faster than wished.
    pub const fn hurries(&self) -> bool {
        self.hurries
    }

    /// Events in a second of the machine's time.
    pub const fn events_per_second(&self) -> Option<f64> {
        self.events_per_second
    }

    /// Goes on. Returns whether the goal of `motion` is reached.
    pub fn advance(
        &mut self,
        line: &mut Line,
        motion: Motion,
        wish: Speed,
        follow: &mut Follow,
        wall: Duration,
        budget: &mut Budget<'_>,
    ) -> bool {
        let begin = line.now();
        let events = line.run().sim().events();
        let start = (budget.clock)();
        let speed = if motion == Motion::Playing {
            follow.speed(begin, wish, end_of_silence(line.run()))
        } else {
            Speed::Unlimited
        };
        self.hurries = matches!((speed, wish), (Speed::Ratio(speed), Speed::Ratio(wish)) if speed > wish);
        let mut target = begin.saturating_add(speed.in_wall(wall.min(LONGEST_PICTURE)));
        if let Motion::Until(Goal::Time(at)) = motion {
            target = at;
        }
        let mut reached = false;
        while !reached && line.now() < target && !line.is_over() {
            let before = (budget.clock)();
            if before.saturating_sub(start) >= budget.span {
                break;
            }
            let from = line.now();
            let slice = self.slice.max(SimDuration::from_micros(10));
            line.drive(|run| run.run_until(target.min(from.saturating_add(slice))));
            self.adapt(slice, line.now().since(from), (budget.clock)().saturating_sub(before));
            let stop = match motion {
                Motion::Until(goal) => goal.reached(line.run(), from),
                _ if follow.matters(wish) => {
                    let marks = line.run().recorder().marks();
                    if let Some(back) = follow.look(marks, from, line.now(), wish) {
                        line.seek(back);
                        break;
                    }
                    None
                }
                _ => None,
            };
            if let Some(stop) = stop {
                line.seek(stop);
                reached = true;
            }
        }
        if let Motion::Until(Goal::Time(at)) = motion {
            reached = line.now() >= at;
        }
        self.measure(line, (begin, events), wall, (budget.clock)().saturating_sub(start));
        reached
    }

    /// Slices get longer or shorter until they take about [`SLICE`].
    fn adapt(&mut self, slice: SimDuration, went: SimDuration, took: Duration) {
        let factor = SLICE.as_secs_f64() / took.as_secs_f64().max(1e-6);
        if went == slice || factor < 1.0 {
            let next = slice.nanos() as f64 * factor.clamp(0.25, 4.0);
            self.slice = SimDuration::from_secs_f64((next * 1e-9).min(10.0));
        }
    }

    fn measure(&mut self, line: &Line, (begin, events): (SimTime, u64), wall: Duration, machine: Duration) {
        /// Shorter, and the number on screen could not be read.
        const WINDOW: Duration = Duration::from_millis(500);
        self.measured.on_screen += wall;
        self.measured.simulated += line.now().since(begin);
        self.measured.machine += machine;
        self.measured.events += line.run().sim().events().saturating_sub(events);
        let Measured { on_screen, simulated, machine, events } = self.measured;
        if on_screen >= WINDOW {
            self.achieved = Some(simulated.secs_f64() / on_screen.as_secs_f64());
            self.events_per_second = Some(events as f64 / machine.as_secs_f64().max(1e-6));
            self.measured = Measured::default();
        }
    }
}

/// When something happens next, if nothing is on its way now: no frame on air, no packet in the network.
fn end_of_silence(run: &Run) -> Option<SimTime> {
    let world = run.sim().world();
    let silent = world.resource::<Books>().in_flight() == 0 && world.resource::<Medium>().on_air().next().is_none();
    run.sim().next_at().filter(|_| silent)
}

impl Goal {
    /// Just after the instant at which it was reached, if that lies between `from` and now.
    fn reached(self, run: &Run, from: SimTime) -> Option<SimTime> {
        let wanted = |kind: MarkKind| match self {
            Self::Loss => kind == MarkKind::Loss,
            Self::Timeout => kind == MarkKind::Timeout,
            Self::LossOrTimeout => matches!(kind, MarkKind::Loss | MarkKind::Timeout),
            Self::Time(_) | Self::FlowComplete | Self::End => false,
        };
        let just_after = |at: SimTime| at.saturating_add(SimDuration::from_nanos(1));
        if self == Self::FlowComplete {
            let finished = run.report().flows.into_iter().filter_map(|flow| flow.finish);
            return finished.filter(|at| *at >= from).min().map(just_after);
        }
        let marks = run.recorder().marks().range(from, run.now());
        marks.iter().find(|(_, mark)| wanted(mark.kind)).map(|(at, _)| just_after(*at))
    }
}
