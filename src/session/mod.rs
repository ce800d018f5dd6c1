//! A run while somebody watches it: lines (a run and its branches), a cursor that goes both ways, speed, undo.
//!
//! In: [`Command`]s of the viewer and, each picture, the time since the last one. Out: [`View`], which answers what is to be drawn.
//! Nothing here draws, and nothing here changes what a run computes other than by its logged commands: the session decides *how far*
//! a run goes in a picture, never what it does on the way.
//!
//! - [`run`]: a simulation with what is recorded beside it, and its names; the command line uses it alone.
//! - [`flight`], [`totals`]: recorders for the map and the energy lane.
//! - [`mod@line`]: a run in a session: the original or a branch.
//! - [`session`]: all lines, the active one, what is done and undone.
//! - [`pacer`]: how far to go in a picture; [`speed`]: the wished speed, as a slider and in words; [`follow`]: slowing down for events.
//! - [`stepping`]: to the next and the previous event, frame, loss.
//! - [`difference`]: the first difference of two lines.
//! - [`view`]: the named questions of panels.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "a view is lent like what it stands for")]

pub mod command;
pub mod difference;
pub mod flight;
pub mod follow;
pub mod line;
pub mod pacer;
pub mod run;
#[expect(clippy::module_inception, reason = "the module is what its main type is")]
pub mod session;
pub mod speed;
pub mod stepping;
pub mod totals;
pub mod view;

pub use command::{Command, Goal, Notice};
pub use line::{Line, LineId};
pub use run::{Recording, Run};
pub use session::Session;
pub use speed::Speed;
pub use view::View;
