//! The flight recorder: the latest frames, with who sent them to whom, when, and how they ended. For the map and the radio strip.
//!
//! In: what the tap noticed. Out: frames by time. It lies outside snapshots and is bounded. A replay that comes past a frame again
//! finds it here; one that comes past older frames than it holds starts it anew.

use std::collections::VecDeque;

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Res, ResMut};

use crate::fact::Role;
use crate::ids::{FlowId, FrameId, NodeId, PacketId};
use crate::kernel::schedule::StepSystems;
use crate::metrics::layer;
use crate::packet::FrameKind;
use crate::sim::build::SimBuilder;
use crate::sim::tap::{Detail, Noticed, Observation, Tap};
use crate::units::{SimDuration, SimTime};

/// Frames kept, the latest: some ten seconds of a busy chain.
pub const CAPACITY: usize = 1 << 14;

/// How a frame ended at the node it was for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outcome {
    /// It has not, or it was for everybody.
    #[default]
    Open,
    /// It was decoded.
    Good,
    /// It was lost.
    Lost,
}

/// A frame that was sent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Flown {
    /// Its number in the run.
    pub id: FrameId,
    /// RTS, CTS, DATA or ACK.
    pub kind: FrameKind,
    /// Sender.
    pub from: NodeId,
    /// Receiver, or `packet::BROADCAST`.
    pub to: NodeId,
    /// MPDU bytes.
    pub size: u32,
    /// When its first bit left.
    pub start: SimTime,
    /// Its time on air.
    pub air_time: SimDuration,
    /// Whose packet it carries or is for.
    pub flow: Option<FlowId>,
    /// The packet inside.
    pub packet: Option<PacketId>,
    /// What that is to its transport; `None` for control frames and packets of no flow.
    pub role: Option<Role>,
    /// First byte of the TCP segment inside.
    pub seq: Option<u64>,
    /// How it ended.
    pub outcome: Outcome,
}

impl Flown {
    /// When its last bit leaves.
    pub fn end(&self) -> SimTime {
        self.start + self.air_time
    }

    /// Whether it is on air at `at`.
    pub fn is_on_air(&self, at: SimTime) -> bool {
        self.start <= at && at < self.end()
    }
}

/// The latest frames of a run. See the module's documentation.
#[derive(Resource, Clone, Debug, Default)]
pub struct FlightRecorder {
    frames: VecDeque<Flown>,
}

impl FlightRecorder {
    fn note(&mut self, observation: &Observation) {
        let at = observation.at;
        match observation.what {
            Noticed::FrameStart { frame, kind, from, to, size, air_time, packet, flow, role, seq } => {
                let outcome = Outcome::Open;
                let flown =
                    Flown { id: frame, kind, from, to, size, start: at, air_time, flow, packet, role, seq, outcome };
                self.push(flown);
            }
            Noticed::FrameEnd { frame, at: node, good, .. } => {
                if let Some(flown) = self.place(frame).and_then(|place| self.frames.get_mut(place))
                    && flown.to == node
                {
                    flown.outcome = if good { Outcome::Good } else { Outcome::Lost };
                }
            }
            _ => {}
        }
    }

    fn push(&mut self, flown: Flown) {
        if self.place(flown.id).is_some() {
            return;
        }
        if self.frames.back().is_some_and(|last| last.id.0 + 1 != flown.id.0) {
            self.frames.clear();
        }
        if self.frames.len() == CAPACITY {
            self.frames.pop_front();
        }
        self.frames.push_back(flown);
    }

    /// Frames have consecutive numbers.
    fn place(&self, id: FrameId) -> Option<usize> {
        let first = self.frames.front()?.id.0;
        usize::try_from(id.0.checked_sub(first)?).ok().filter(|place| *place < self.frames.len())
    }

    /// The frame with this number, if it is kept.
    pub fn frame(&self, id: FrameId) -> Option<&Flown> {
        self.frames.get(self.place(id)?)
    }

    /// The frames that are on air at any instant of `from..until`, in the order in which they began.
    pub fn between(&self, from: SimTime, until: SimTime) -> impl Iterator<Item = &Flown> {
        // No frame lasts longer than this, so nothing earlier can reach into the window.
        const LONGEST: u64 = 50_000_000;
        let early = SimTime::from_nanos(from.nanos().saturating_sub(LONGEST));
        let start = self.frames.partition_point(|flown| flown.start < early);
        self.frames.range(start..).take_while(move |flown| flown.start < until).filter(move |flown| flown.end() > from)
    }

    /// From when to when frames are known.
    pub fn span(&self) -> Option<(SimTime, SimTime)> {
        Some((self.frames.front()?.start, self.frames.back()?.end()))
    }

    /// Forgets what began at or after `at`: a branch flies its own.
    pub fn truncate(&mut self, at: SimTime) {
        self.frames.truncate(self.frames.partition_point(|flown| flown.start < at));
        for flown in self.frames.iter_mut().rev().take_while(|flown| flown.end() >= at) {
            flown.outcome = Outcome::Open;
        }
    }
}

/// Everything that was noticed, in order, while somebody compares two runs.
#[derive(Resource, Clone, Debug, Default)]
pub(super) struct Transcript(pub(super) Option<Vec<Observation>>);

/// The layer that keeps frames, before the series' recorder empties the tap.
pub fn record(builder: &mut SimBuilder) {
    builder.recording(FlightRecorder::default(), |world, at| world.resource_mut::<FlightRecorder>().truncate(at));
    builder.recording(Transcript::default(), |_, _| {});
    builder.world.resource_mut::<Tap>().set_detail(Detail::Everything);
    builder.schedule.add_systems(take_up.before(layer::take_up).in_set(StepSystems::Sample));
}

fn take_up(tap: Res<Tap>, mut flight: ResMut<FlightRecorder>, mut transcript: ResMut<Transcript>) {
    for observation in tap.noticed() {
        flight.note(observation);
    }
    if let Some(list) = &mut transcript.0 {
        list.extend_from_slice(tap.noticed());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(number: u64, at: u64) -> Observation {
        let what = Noticed::FrameStart {
            frame: FrameId(number),
            kind: FrameKind::Rts,
            from: NodeId(0),
            to: NodeId(1),
            size: 20,
            air_time: SimDuration::from_micros(350),
            packet: None,
            flow: None,
            role: None,
            seq: None,
        };
        Observation { at: SimTime::from_nanos(at * 1_000_000), what }
    }

    fn starts(flight: &FlightRecorder) -> Vec<u64> {
        flight.between(SimTime::ZERO, SimTime::MAX).map(|flown| flown.id.0).collect()
    }

    #[test]
    fn a_replay_repeats_and_one_from_before_starts_anew() {
        let mut flight = FlightRecorder::default();
        for n in (5..9).chain(6..10) {
            flight.note(&frame(n, n));
        }
        assert_eq!(starts(&flight), [5, 6, 7, 8, 9]);
        flight.note(&frame(2, 2));
        assert_eq!(starts(&flight), [2]);
    }

    #[test]
    fn a_window_holds_what_reaches_into_it() {
        let mut flight = FlightRecorder::default();
        for n in 0..10 {
            flight.note(&frame(n, n));
        }
        let us = |t: u64| SimTime::from_nanos(t * 1_000);
        let ids: Vec<u64> = flight.between(us(3_100), us(5_000)).map(|flown| flown.id.0).collect();
        assert_eq!(ids, [3, 4], "3 is still on air at 3.1 ms, 5 begins at the end");
        flight.truncate(us(4_000));
        assert_eq!(starts(&flight), [0, 1, 2, 3]);
    }
}
