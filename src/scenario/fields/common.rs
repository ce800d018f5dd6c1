//! Shapes that stand in several places.

use super::super::limits::{DURATION, NAME, NODES, POSITION, PROSE, QUEUE, SECOND};
use super::super::schema::Leaf::{Flag, Flow, Integer, Length, Node, Number, Power, Ratio, Text, Time};
use super::super::schema::Need;
use super::super::schema::Need::Default;
use super::super::schema::Shape::{self, Leaf};

pub(super) static PROSE_TEXT: Shape = Leaf(Text(PROSE));
pub(super) static NAME_TEXT: Shape = Leaf(Text(NAME));
pub(super) static FLAG: Shape = Leaf(Flag);
pub(super) static NODE: Shape = Leaf(Node);
pub(super) static FLOW_REF: Shape = Leaf(Flow);
pub(super) static INSTANT: Shape = Leaf(Time(0, DURATION));
pub(super) static POWER: Shape = Leaf(Power(1e3));
pub(super) static THRESHOLD: Shape = Leaf(Ratio(-100.0, 100.0));
pub(super) static SPACING: Shape = Leaf(Length(0.01, POSITION));
pub(super) static PLACE: Shape = Leaf(Length(-POSITION, POSITION));
pub(super) static COUNT: Shape = Leaf(Integer(1, NODES));
pub(super) static PROBABILITY: Shape = Leaf(Number(0.0, 1.0));
pub(super) static FRAME_TIME: Shape = Leaf(Time(1_000, SECOND));
pub(super) static PACKETS: Shape = Leaf(Integer(1, QUEUE));

/// What a field has that overrides a set of parameters.
pub(super) const PRESET: Need = Default("by preset");
/// What a field has that overrides a profile.
pub(super) const PROFILE: Need = Default("by profile");
