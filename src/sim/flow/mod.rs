//! A flow as the dispatcher sees it: what it is, its deadlines, its counters.
//!
//! - [`ends`]: what the two ends wish, and what becomes of it.
//! - [`losses`]: packets lost for good, remembered so that a timeout can say why.

pub mod ends;
pub mod losses;

use bevy_ecs::component::Component;

use crate::energy::ledger::StateTimes;
use crate::ids::{FlowId, NodeId};
use crate::kernel::timers::Deadline;
use crate::sim::event::FlowTimer;
use crate::units::{SimDuration, SimTime};

pub use losses::{Loss, LossLog};

/// What never changes of a flow.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowInfo {
    /// Which flow.
    pub id: FlowId,
    /// Where data come from.
    pub from: NodeId,
    /// Where data go.
    pub to: NodeId,
    /// Payload of a full segment, for naming segments by number; 0 for datagrams.
    pub segment: u32,
    /// Bytes of header around a datagram's payload.
    pub udp_header: u32,
    /// Whether it can ever be complete.
    pub finite: bool,
}

/// The deadlines of a flow.
#[derive(Component, Clone, Debug, Default)]
pub struct FlowTimers([Deadline; FlowTimer::COUNT]);

impl FlowTimers {
    /// Sets a timer; gives the instant at which an entry has to go into the calendar, if one has to.
    #[must_use = "the entry has to be pushed"]
    pub fn arm(&mut self, timer: FlowTimer, at: SimTime) -> Option<SimTime> {
        self.0[timer as usize].arm(at)
    }
}

/// Running totals of a flow.
#[derive(Component, Clone, Debug, Default)]
pub struct FlowStats {
    /// When its source started.
    pub started: Option<SimTime>,
    /// When all that it had to send was acknowledged.
    pub finished: Option<SimTime>,
    /// Whether its source is on.
    pub active: bool,
    /// Whether its source has stopped for good: the flow is complete when nothing of it is on its way any more.
    pub closing: bool,
    /// Packets of it in the network.
    pub inside: u64,
    /// Payload bytes handed to the receiving application in order.
    pub delivered: u64,
    /// IP bytes that reached the receiver, retransmissions included.
    pub wire: u64,
    /// Datagrams sent.
    pub datagrams: u64,
    /// Bytes that a clocked source has written to a connection.
    pub written: u64,
    /// Bytes that a clocked source writes next.
    pub due: u32,
    /// Sum of round-trip samples.
    pub rtt_sum: SimDuration,
    /// Number of round-trip samples.
    pub rtt_count: u64,
    /// Integral of the congestion window over time, in segment-seconds, up to `cwnd_since`.
    pub cwnd_integral: f64,
    /// The window since then, at most the greatest window, in segments.
    pub cwnd: f64,
    /// Since when the window has that value.
    pub cwnd_since: SimTime,
    /// Times by radio state of the source's node when the flow started, for its energy.
    pub energy_from: Option<StateTimes>,
    /// The same when it finished.
    pub energy_until: Option<StateTimes>,
}

impl FlowStats {
    /// Time average from the start to `now` of the congestion window, at most the greatest window, in segments.
    pub fn cwnd_mean(&self, now: SimTime) -> f64 {
        let Some(started) = self.started else { return 0.0 };
        let span = now.since(started).secs_f64();
        if span > 0.0 { (self.cwnd_integral + self.cwnd * now.since(self.cwnd_since).secs_f64()) / span } else { 0.0 }
    }

    fn note_window(&mut self, now: SimTime, cwnd: f64) {
        self.cwnd_integral += self.cwnd * now.since(self.cwnd_since).secs_f64();
        self.cwnd = cwnd;
        self.cwnd_since = now;
    }
}
