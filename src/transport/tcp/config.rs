//! The parameters of a TCP connection and its presets (spec/transport.md 2.2).

use crate::congestion;
use crate::recovery;
use crate::units::SimDuration;

/// A named set of parameters and strategies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Preset {
    /// The RFCs.
    #[default]
    Rfc,
    /// ns-2.35, event by event (spec/transport.md 2.12).
    Ns2,
    /// FreeBSD 4.3.
    FreeBsd43,
}

/// Everything that two connections may differ in.
#[derive(Clone, Debug, PartialEq)]
pub struct TcpConfig {
    /// Where the parameters came from; selects the named strategies.
    pub preset: Preset,
    /// The window law.
    pub controller: congestion::Config,
    /// The loss recovery engine.
    pub recovery: recovery::Kind,
    /// Payload of a full segment in bytes (SMSS).
    pub segment: u32,
    /// Most segments in flight: the receiver's window.
    pub max_window: u32,
    /// Segments sent before the first acknowledgement of data.
    pub initial_window: u32,
    /// RTO before the first sample.
    pub rto_initial: SimDuration,
    /// Least RTO.
    pub rto_min: SimDuration,
    /// Greatest RTO.
    pub rto_max: SimDuration,
    /// Clock granularity G; the RTO is rounded up to a multiple of it. Zero: exact.
    pub clock_granularity: SimDuration,
    /// Longest time that an acknowledgement is delayed; `None` acknowledges every segment.
    pub delayed_ack: Option<SimDuration>,
    /// New segments on the first two duplicate acknowledgements (RFC 3042).
    pub limited_transmit: bool,
    /// The window shrinks to the initial one after an idle time longer than the RTO (RFC 5681 4.1).
    pub idle_restart: bool,
    /// A SYN opens the connection.
    pub handshake: bool,
    /// Rules of the recovery engine that differ from the preset's.
    pub recovery_options: recovery::Options,
    /// The receiver reports what arrived out of order (RFC 2018).
    pub sack: bool,
}

impl TcpConfig {
    /// The parameters of `preset`, with NewReno.
    pub fn of(preset: Preset) -> Self {
        let rfc = Self {
            preset,
            controller: congestion::Config::Reno,
            recovery: recovery::Kind::NewReno,
            segment: 1460,
            max_window: 20,
            initial_window: 2,
            rto_initial: SimDuration::from_secs(1),
            rto_min: SimDuration::from_millis(200),
            rto_max: SimDuration::from_secs(60),
            clock_granularity: SimDuration::from_millis(10),
            delayed_ack: None,
            limited_transmit: true,
            idle_restart: true,
            handshake: true,
            recovery_options: recovery::Options::default(),
            sack: false,
        };
        match preset {
            Preset::Rfc => rfc,
            Preset::Ns2 => Self { segment: 1000, rto_initial: SimDuration::from_secs(3), idle_restart: false, ..rfc },
            Preset::FreeBsd43 => Self {
                max_window: 11,
                rto_initial: SimDuration::from_secs(3),
                rto_min: SimDuration::from_secs(1),
                rto_max: SimDuration::from_secs(64),
                delayed_ack: Some(SimDuration::from_millis(100)),
                limited_transmit: false,
                ..rfc
            },
        }
    }

    /// The window law as the connection starts with it: one segment for the SYN, the threshold at the greatest window.
    pub fn start_controller(&self) -> congestion::Algorithm {
        self.controller.start(congestion::Window { cwnd: 1.0, ssthresh: f64::from(self.max_window) })
    }

    /// The rules of the engine `kind` on this connection.
    pub const fn recovery_rules(&self, kind: recovery::Kind) -> recovery::Rules {
        let rules = match self.preset {
            Preset::Rfc | Preset::FreeBsd43 => recovery::Rules::rfc(kind),
            Preset::Ns2 => recovery::Rules::ns2(kind),
        };
        rules.with(self.recovery_options)
    }
}
