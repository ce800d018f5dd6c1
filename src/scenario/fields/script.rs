//! Commands.

use super::super::limits::{RATE, WINDOW};
use super::super::schema::Leaf::{Integer, Rate};
use super::super::schema::Need::{Default, Required};
use super::super::schema::Shape::{self, Choice, Leaf, Pair, Record};
use super::super::schema::{Field, field, fields, later};
use super::common::{FLOW_REF, INSTANT, NODE, PLACE, POWER, PROBABILITY};
use super::flow::{CONTROLLER, RECOVERY};
use super::network::LINK_DELAYS;

pub(super) static SCRIPT_ENTRY: Shape =
    Record(&[field("at", &INSTANT, Required, "when"), field("do", &COMMAND, Required, "what is done")]);
pub(super) static COMMAND: Shape = Choice {
    what: "a command",
    variants: &[
        fields(
            "SetController",
            &[
                field("flow", &FLOW_REF, Required, "a TCP flow"),
                field("controller", &CONTROLLER, Required, "its new window law"),
                field("recovery", &RECOVERY, Default("by controller"), "its new loss recovery"),
            ],
        ),
        fields(
            "SetTransport",
            &[
                field("flow", &FLOW_REF, Required, "a TCP flow"),
                field("max_window", &Leaf(Integer(1, WINDOW)), Required, "most segments in flight"),
            ],
        ),
        fields(
            "SetLink",
            &[
                field("from", &NODE, Required, "where the direction begins"),
                field("to", &NODE, Required, "where it ends; a link joins the two"),
                field(
                    "bandwidth",
                    &Leaf(Rate(0, RATE)),
                    Default("as it is"),
                    "new rate, at least 100 b/s; \"0 b/s\" is unlimited",
                ),
                field("delay", &LINK_DELAYS, Default("as it is"), "new propagation delay"),
                field("loss", &PROBABILITY, Default("as it is"), "in place of all `Loss` of this direction"),
            ],
        ),
        fields(
            "SetRadio",
            &[
                field("node", &NODE, Required, "a node with a radio"),
                field("transmit_power", &POWER, Required, "new power at the antenna"),
            ],
        ),
        fields(
            "MoveNode",
            &[
                field("node", &NODE, Required, "a node with a radio"),
                field("to", &Pair(&PLACE), Required, "its new place, eastward and northward"),
            ],
        ),
        fields("NodeOff", ONE_NODE),
        fields("NodeOn", ONE_NODE),
        fields("FlowStop", ONE_FLOW),
        fields("FlowStart", ONE_FLOW),
        fields("Flip", &[field("frame", &Leaf(Integer(0, u64::MAX)), Required, "the frame, by its number in the run")]),
        later("SetMac"),
        later("SetEnergy"),
    ],
    default: None,
};
pub(super) static ONE_NODE: &[Field] = &[field("node", &NODE, Required, "which")];
pub(super) static ONE_FLOW: &[Field] = &[field("flow", &FLOW_REF, Required, "which")];
