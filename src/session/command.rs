//! What a viewer can ask of a session. Menus, keys and scripts of actions are made of these.

use crate::session::{LineId, Speed};
use crate::sim::command::SimCommand;
use crate::units::SimTime;

/// Something that a viewer wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Command {
    /// Goes on at the wished speed.
    Play,
    /// Stops where it is.
    Pause,
    /// One or the other.
    TogglePlay,
    /// Sets the wished speed.
    SetSpeed(Speed),
    /// The next step faster (+1) or slower (-1).
    StepSpeed(i32),
    /// Whether to slow down for losses and timeouts by itself.
    SetFollow(bool),
    /// To the next or previous event, frame, loss.
    Step(Stride, Direction),
    /// Goes on as fast as possible until something is reached, then stops.
    RunUntil(Goal),
    /// To an instant, back or forth.
    Seek(SimTime),
    /// To the start.
    SeekStart,
    /// As far as the line has ever come.
    SeekFrontier,
    /// A change to the run, now. If the line has been further than now, a branch begins.
    Give(SimCommand),
    /// A branch that begins now, with nothing changed.
    Branch,
    /// Watches another line.
    Watch(LineId),
    /// Closes a line.
    Close(LineId),
    /// Back to before the last change.
    Undo,
    /// The change once more.
    Redo,
}

/// How far a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stride {
    /// To the next event of the calendar (all that happens in the same nanosecond).
    Event,
    /// To the next frame on air.
    Frame,
    /// To the next loss or timeout.
    Loss,
}

/// Which way a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards later.
    Forward,
    /// Towards earlier.
    Back,
}

/// Where a run is to stop by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// At an instant.
    Time(SimTime),
    /// Just after the next loss.
    Loss,
    /// Just after the next timeout.
    Timeout,
    /// Just after the next of either.
    LossOrTimeout,
    /// Just after a flow is complete.
    FlowComplete,
    /// When the run ends.
    End,
}

impl Goal {
    /// The goals that need no number, with the words for a menu.
    pub const MENU: [(Self, &'static str); 4] = [
        (Self::Loss, "next loss"),
        (Self::Timeout, "next timeout"),
        (Self::FlowComplete, "flow complete"),
        (Self::End, "the end"),
    ];
}

/// Something that a viewer should be told.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// What happened, in a few words.
    Info(String),
    /// What went wrong, and what to do.
    Problem(String),
}

impl Notice {
    /// The words.
    pub fn text(&self) -> &str {
        match self {
            Self::Info(text) | Self::Problem(text) => text,
        }
    }
}
