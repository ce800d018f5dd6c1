//! Everything that can be in the calendar.

use crate::kernel::calendar::Class;
use crate::mac::dcf::MacTimer;

/// A future event. Small, because the calendar moves it around.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SimEvent {
    /// A station's timer.
    Mac {
        /// The node.
        node: u32,
        /// Which.
        timer: MacTimer,
    },
    /// A flow's timer.
    Flow {
        /// The flow.
        flow: u32,
        /// Which.
        timer: FlowTimer,
    },
    /// A transmission's first bit reaches all hearers at one distance.
    SignalStart {
        /// Its place in the medium.
        air: u32,
        /// Which distance.
        group: u16,
    },
    /// A transmission's last bit has reached all hearers at one distance.
    SignalEnd {
        /// Its place in the medium.
        air: u32,
        /// Which distance.
        group: u16,
    },
    /// A packet has passed the link layer on its way down.
    LinkLayerDown {
        /// The node.
        node: u32,
    },
    /// A packet has passed the link layer on its way up.
    LinkLayerUp {
        /// The node.
        node: u32,
    },
    /// A pipe has put a packet on the wire.
    PipeSent {
        /// The link.
        link: u32,
    },
    /// A packet reaches the end of a pipe.
    PipeArrival {
        /// The link.
        link: u32,
    },
    /// A router has something to do.
    Route {
        /// The node.
        node: u32,
    },
    /// A battery is empty unless its load has changed.
    Battery {
        /// The node.
        node: u32,
    },
}

const _: () = assert!(size_of::<SimEvent>() <= 12);

impl SimEvent {
    /// What comes first in one instant (spec/wireless.md 0).
    pub const fn class(self) -> Class {
        match self {
            Self::Mac { .. } | Self::Flow { .. } | Self::Route { .. } | Self::Battery { .. } => Class::Timer,
            Self::SignalEnd { .. } => Class::SignalEnd,
            Self::SignalStart { .. } => Class::SignalStart,
            Self::LinkLayerDown { .. }
            | Self::LinkLayerUp { .. }
            | Self::PipeSent { .. }
            | Self::PipeArrival { .. } => Class::Other,
        }
    }
}

/// The timers of a flow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum FlowTimer {
    /// The source starts.
    Start,
    /// The source stops.
    Stop,
    /// The next datagram is due.
    Traffic,
    /// The sender's retransmission timer.
    Rto,
    /// The receiver's delayed acknowledgement.
    DelayedAck,
}

impl FlowTimer {
    /// How many there are.
    pub const COUNT: usize = 5;
}
