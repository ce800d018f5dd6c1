//! What recorders and traces want to see, noticed while events are handled and taken up after the step.
//!
//! A tap is no part of a run: with it on or off a run does the same.

use bevy_ecs::resource::Resource;

use crate::fact::{DropReason, FactId, Role};
use crate::ids::{FlowId, FrameId, LinkId, NodeId, PacketId};
use crate::packet::{FrameKind, Packet};
use crate::transport::tcp::TcpView;
use crate::units::{SimDuration, SimTime};

/// How much is noticed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Detail {
    /// Nothing.
    #[default]
    Off,
    /// What plots need: changes of windows, round trips, losses.
    Plots,
    /// Every frame and packet too.
    Everything,
}

/// Something noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observation {
    /// When.
    pub at: SimTime,
    /// What.
    pub what: Noticed,
}

/// What can be noticed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Noticed {
    /// A sender's state after it changed.
    Sender {
        /// Whose.
        flow: FlowId,
        /// The state.
        view: TcpView,
    },
    /// A round-trip time.
    Rtt {
        /// Whose.
        flow: FlowId,
        /// The sample.
        rtt: SimDuration,
    },
    /// A third duplicate acknowledgement.
    ThirdDupAck {
        /// Whose.
        flow: FlowId,
        /// Its fact.
        fact: FactId,
    },
    /// A timeout.
    Timeout {
        /// Whose.
        flow: FlowId,
        /// Its fact.
        fact: FactId,
    },
    /// A packet was lost for good.
    Drop {
        /// Whose.
        flow: Option<FlowId>,
        /// Which.
        packet: PacketId,
        /// At which node (for a pipe: where the pipe begins).
        node: NodeId,
        /// On which link, if not at a node.
        link: Option<LinkId>,
        /// Why.
        reason: DropReason,
        /// Bytes of the packet.
        size: u32,
    },
    /// A frame begins.
    FrameStart {
        /// Its number.
        frame: FrameId,
        /// Its kind.
        kind: FrameKind,
        /// Sender.
        from: NodeId,
        /// Receiver.
        to: NodeId,
        /// MPDU bytes.
        size: u32,
        /// Time on air.
        air_time: SimDuration,
        /// What it carries or is for.
        packet: Option<PacketId>,
        /// Whose packet that is.
        flow: Option<FlowId>,
        /// What the packet inside is to its transport; `None` for control frames and packets of no flow.
        role: Option<Role>,
        /// First byte of the TCP segment inside.
        seq: Option<u64>,
    },
    /// A frame that was for a node has ended there.
    FrameEnd {
        /// Its number.
        frame: FrameId,
        /// Its kind.
        kind: FrameKind,
        /// Sender.
        from: NodeId,
        /// Where it ended.
        at: NodeId,
        /// Whether it could be decoded.
        good: bool,
    },
    /// A packet was made.
    Made {
        /// Whose.
        flow: FlowId,
        /// Which.
        packet: PacketId,
        /// Where.
        node: NodeId,
        /// IP bytes.
        size: u32,
        /// First byte of its payload, or number of the datagram.
        seq: u64,
    },
    /// A packet reached the node it was for.
    Delivered {
        /// Whose.
        flow: FlowId,
        /// Which.
        packet: PacketId,
        /// Where.
        node: NodeId,
        /// IP bytes.
        size: u32,
    },
    /// The way of a flow failed, or is there again.
    Route {
        /// Whose.
        flow: FlowId,
        /// Whether there is one now.
        up: bool,
    },
    /// A command took effect.
    Command {
        /// Its place in the log.
        index: u32,
    },
}

/// The list of what was noticed since somebody last took it.
#[derive(Resource, Clone, Debug, Default)]
pub struct Tap {
    detail: Detail,
    noticed: Vec<Observation>,
    captures: bool,
    captured: Vec<Captured>,
}

/// A packet at the IP layer of a node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Captured {
    /// When.
    pub at: SimTime,
    /// Where.
    pub node: NodeId,
    /// The packet, as it leaves its source or reaches a node.
    pub packet: Packet,
}

impl Tap {
    /// Sets how much is noticed from now on.
    pub const fn set_detail(&mut self, detail: Detail) {
        self.detail = detail;
    }

    /// How much is noticed.
    pub const fn detail(&self) -> Detail {
        self.detail
    }

    /// Notices something that plots need.
    pub fn plot(&mut self, at: SimTime, what: Noticed) {
        if self.detail >= Detail::Plots {
            self.noticed.push(Observation { at, what });
        }
    }

    /// Notices something that only a full trace needs.
    pub fn trace(&mut self, at: SimTime, what: impl FnOnce() -> Noticed) {
        if self.detail >= Detail::Everything {
            self.noticed.push(Observation { at, what: what() });
        }
    }

    /// Sets whether packets are captured from now on.
    pub const fn set_captures(&mut self, captures: bool) {
        self.captures = captures;
    }

    /// A packet leaves its source, or reaches the IP layer of a node.
    pub fn capture(&mut self, at: SimTime, node: NodeId, packet: &Packet) {
        if self.captures {
            self.captured.push(Captured { at, node, packet: *packet });
        }
    }

    /// Takes what was captured, oldest first.
    pub fn take_captured(&mut self) -> Vec<Captured> {
        std::mem::take(&mut self.captured)
    }

    /// What was noticed, oldest first.
    pub fn noticed(&self) -> &[Observation] {
        &self.noticed
    }

    /// Forgets what was noticed.
    pub fn clear(&mut self) {
        self.noticed.clear();
    }
}
