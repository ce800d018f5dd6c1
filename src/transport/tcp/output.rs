//! What TCP asks for and what it shows of itself.

use crate::packet::TcpHeader;
use crate::units::{SimDuration, SimTime};

/// IP and TCP header without options, in bytes; the size of a SYN and of a pure acknowledgement (spec/transport.md 1.2).
pub const HEADERS: u32 = 40;

/// The timers of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TcpTimer {
    /// The sender's retransmission timer.
    Rto,
    /// The receiver's delayed acknowledgement.
    DelayedAck,
}

/// What a connection asks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TcpOutput {
    /// A segment goes out.
    Send {
        /// Its header.
        header: TcpHeader,
        /// Size of the IP packet in bytes.
        size: u32,
    },
    /// A timer is set, or moved, to an instant later than now.
    Arm(TcpTimer, SimTime),
    /// A timer is cleared.
    Disarm(TcpTimer),
    /// So many payload bytes became available to the application in order.
    Deliver(u64),
    /// Something that the journal may ask about.
    Event(TcpEvent),
    /// Everything the application had was acknowledged.
    Finished,
}

/// Something that happened to a connection. Sequence numbers are those of the first byte concerned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TcpEvent {
    /// The handshake is over.
    Established,
    /// The third duplicate acknowledgement started a fast retransmit.
    ThirdDupAck {
        /// The segment sent again.
        seq: u64,
    },
    /// The retransmission timer expired.
    Timeout {
        /// The segment it ran for.
        seq: u64,
        /// How long it had run.
        rto: SimDuration,
        /// The factor on the RTO that follows.
        backoff: u32,
    },
    /// An acknowledgement advanced without ending the recovery.
    PartialAck {
        /// The segment sent again.
        seq: u64,
    },
    /// A fast recovery ended by an acknowledgement.
    RecoveryExit,
    /// A round-trip time was measured.
    RttSample {
        /// The sample.
        rtt: SimDuration,
    },
    /// The window shrank to the initial one after an idle time.
    IdleRestart,
}

/// What a sender is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Not started.
    Idle,
    /// The SYN is not acknowledged.
    Connecting,
    /// Below the threshold.
    SlowStart,
    /// At or above the threshold.
    CongestionAvoidance,
    /// A fast recovery is running.
    FastRecovery,
    /// Everything is acknowledged, and no more follows.
    Finished,
}

/// A sender at one instant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TcpView {
    /// The congestion window in segments; with the inflation of a fast recovery, except in preset Ns2.
    pub cwnd: f64,
    /// The window that is usable: also limited by the receiver's and the greatest window, in segments.
    pub window: f64,
    /// The slow start threshold in segments.
    pub ssthresh: f64,
    /// What the sender is doing.
    pub phase: Phase,
    /// Duplicate acknowledgements counted.
    pub dupacks: u32,
    /// First byte not acknowledged.
    pub snd_una: u64,
    /// Next byte to send.
    pub snd_nxt: u64,
    /// One above the highest byte sent.
    pub snd_max: u64,
    /// Bytes outstanding.
    pub in_flight: u64,
    /// The smoothed round-trip time, once there is one.
    pub srtt: Option<SimDuration>,
    /// Its mean deviation.
    pub rttvar: SimDuration,
    /// The retransmission time-out in force, with backoff.
    pub rto: SimDuration,
    /// The factor that time-outs put on it.
    pub backoff: u32,
}

/// What a sender has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SenderCounters {
    /// Segments sent: SYN, data and retransmissions.
    pub segments: u64,
    /// Of these, those sent before.
    pub retransmissions: u64,
    /// Payload bytes sent, with retransmissions.
    pub bytes: u64,
    /// Payload bytes of retransmissions.
    pub bytes_retransmitted: u64,
    /// Payload bytes acknowledged.
    pub bytes_acked: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Fast retransmits.
    pub fast_retransmits: u64,
    /// Partial acknowledgements.
    pub partial_acks: u64,
    /// Acknowledgements received.
    pub acks: u64,
    /// Of these, duplicates.
    pub dup_acks: u64,
    /// Times the retransmission timer was set.
    pub timer_arms: u64,
}

/// What a receiver has done so far.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReceiverCounters {
    /// Segments received: SYN and data.
    pub segments: u64,
    /// Of these, those that brought nothing new.
    pub duplicates: u64,
    /// Payload bytes received, with duplicates.
    pub bytes: u64,
    /// Payload bytes handed to the application.
    pub bytes_delivered: u64,
    /// Acknowledgements sent.
    pub acks: u64,
}
