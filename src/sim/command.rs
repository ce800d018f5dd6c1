//! What steers a run: the commands that a scenario's script schedules and that a viewer gives while it runs.
//!
//! In: ids of things that the scenario has, never names; `scenario::script` turns names into ids and back, so a command log can be
//! written as the `script:` of a scenario. A command is data: it acts only where `Intake` takes it up, at its exact nanosecond, and
//! commands of one instant act in the order in which they were given.

use crate::congestion;
use crate::ids::{FlowId, FrameId, LinkId, NodeId};
use crate::recovery;
use crate::units::{BitRate, Metres, SimDuration, Watts};

/// One change to a run.
#[derive(Clone, Debug, PartialEq)]
pub enum SimCommand {
    /// Gives a TCP flow another window law and loss recovery. cwnd, ssthresh and the RTT estimates stay, a running recovery ends.
    SetController {
        /// The flow.
        flow: FlowId,
        /// The new window law.
        controller: congestion::Config,
        /// The new loss recovery.
        recovery: recovery::Kind,
    },
    /// Changes parameters of a TCP flow.
    SetTransport {
        /// The flow.
        flow: FlowId,
        /// Most segments in flight from now on, at least 1.
        max_window: u32,
    },
    /// Changes one direction of a wired link; what is `None` stays as it is.
    SetLink {
        /// The direction.
        link: LinkId,
        /// New rate; zero is unlimited.
        bandwidth: Option<BitRate>,
        /// New propagation delay, for packets that enter from now on.
        delay: Option<SimDuration>,
        /// New probability that a packet is lost, in place of all `Loss` impairments of this direction.
        loss: Option<f64>,
    },
    /// Changes a node's radio.
    SetRadio {
        /// The node.
        node: NodeId,
        /// New transmit power, for frames that start from now on.
        transmit_power: Watts,
    },
    /// Puts a node elsewhere, at once.
    MoveNode {
        /// The node.
        node: NodeId,
        /// Its new place, eastward.
        x: Metres,
        /// Its new place, northward.
        y: Metres,
    },
    /// Switches a node off: its radio falls silent and hears nothing, its wired links carry nothing.
    NodeOff {
        /// The node.
        node: NodeId,
    },
    /// Switches a node on again.
    NodeOn {
        /// The node.
        node: NodeId,
    },
    /// Stops a flow's traffic source.
    FlowStop {
        /// The flow.
        flow: FlowId,
    },
    /// Starts a flow's traffic source (again).
    FlowStart {
        /// The flow.
        flow: FlowId,
    },
    /// Turns the fate of a frame: one that would be lost arrives, one that would arrive is lost.
    Flip {
        /// The frame, by its number in the run.
        frame: FrameId,
    },
}
