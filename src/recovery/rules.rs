//! The named rules in which recovery engines differ, and the sets of them that the presets use.

use super::Kind;
use crate::congestion::Precision;

/// The window after a fast recovery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExitRule {
    /// The threshold, but not more than one segment above the flight, so that no burst follows (RFC 6582 3.2, step 3, option 1).
    FlightLimited,
    /// The threshold (RFC 6582 option 2, RFC 5681 3.2 step 6).
    Ssthresh,
    /// As it is, and one step of growth (ns-2).
    Keep,
}

/// What is halved at a loss.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SsthreshRule {
    /// The flight size, without what limited transmit sent (RFC 5681 equation 4).
    Flight,
    /// The window in use, the lesser of the congestion window and the receiver's (RFC 2001, ns-2).
    MinCwndRwnd,
}

/// Which partial acknowledgements restart the retransmission timer (RFC 6582 section 4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PartialTimer {
    /// The first of a recovery only.
    Impatient,
    /// Every one.
    SlowButSteady,
}

/// How an acknowledgement is counted when the window grows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Counting {
    /// By the bytes it covers, one segment at most; not at all while the window is not what holds the sender back.
    Bytes,
    /// As one segment, always.
    Packets,
}

/// A complete set of rules for one engine.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    /// The window after a fast recovery.
    pub exit: ExitRule,
    /// What is halved at a loss.
    pub ssthresh: SsthreshRule,
    /// How the result is rounded.
    pub precision: Precision,
    /// Which partial acknowledgements restart the timer.
    pub partial_timer: PartialTimer,
    /// How growth is counted.
    pub counting: Counting,
    /// No second fast retransmit before everything sent at the last loss is acknowledged.
    pub guard: bool,
    /// That guard does not hold for the first segment of data.
    pub first_segment_unguarded: bool,
    /// A repeated time-out of the same segment lowers the threshold again.
    pub repeated_timeout_cuts: bool,
    /// Most segments that one acknowledgement releases during a recovery; `None` is no limit.
    pub recovery_burst: Option<u32>,
    /// The first two duplicate acknowledgements release what the window allows, beside limited transmit.
    pub early_dupacks_send: bool,
    /// Limited transmit sends new data only, not what a time-out has to be sent again.
    pub limited_sends_new_only: bool,
    /// A time-out leaves the count of duplicate acknowledgements as it is.
    pub timeout_keeps_dupacks: bool,
    /// A lost SYN counts like any other loss; otherwise it leaves the threshold and makes the initial window one segment.
    pub lost_syn_cuts: bool,
    /// The window that is shown includes what duplicate acknowledgements add to it.
    pub shows_inflation: bool,
}

impl Rules {
    /// The RFCs (spec/transport.md 2.5 to 2.8).
    pub const fn rfc(kind: Kind) -> Self {
        Self {
            exit: match kind {
                Kind::NewReno => ExitRule::FlightLimited,
                Kind::Tahoe | Kind::Reno => ExitRule::Ssthresh,
            },
            ssthresh: SsthreshRule::Flight,
            precision: Precision::Exact,
            partial_timer: PartialTimer::Impatient,
            counting: Counting::Bytes,
            guard: !matches!(kind, Kind::Reno),
            first_segment_unguarded: false,
            repeated_timeout_cuts: false,
            recovery_burst: None,
            early_dupacks_send: true,
            limited_sends_new_only: true,
            timeout_keeps_dupacks: false,
            lost_syn_cuts: false,
            shows_inflation: true,
        }
    }

    /// ns-2.35 (spec/transport.md 2.12).
    pub const fn ns2(kind: Kind) -> Self {
        Self {
            exit: ExitRule::Keep,
            ssthresh: SsthreshRule::MinCwndRwnd,
            precision: Precision::WholeThreshold,
            partial_timer: PartialTimer::Impatient,
            counting: Counting::Packets,
            guard: true,
            first_segment_unguarded: true,
            repeated_timeout_cuts: true,
            recovery_burst: match kind {
                Kind::NewReno => Some(2),
                Kind::Tahoe | Kind::Reno => None,
            },
            early_dupacks_send: matches!(kind, Kind::Tahoe),
            limited_sends_new_only: false,
            // Its Reno clears the count before the common code runs; its Tahoe is the common code.
            timeout_keeps_dupacks: matches!(kind, Kind::Tahoe),
            lost_syn_cuts: true,
            shows_inflation: false,
        }
    }

    /// These rules with what a connection wants otherwise.
    #[must_use]
    pub const fn with(mut self, options: Options) -> Self {
        if let Some(exit) = options.exit {
            self.exit = exit;
        }
        if let Some(ssthresh) = options.ssthresh {
            self.ssthresh = ssthresh;
        }
        if let Some(precision) = options.precision {
            self.precision = precision;
        }
        if let Some(partial_timer) = options.partial_timer {
            self.partial_timer = partial_timer;
        }
        self
    }
}

/// The rules that a connection may choose by itself; `None` leaves the preset's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The window after a fast recovery.
    pub exit: Option<ExitRule>,
    /// What is halved at a loss.
    pub ssthresh: Option<SsthreshRule>,
    /// How the result is rounded.
    pub precision: Option<Precision>,
    /// Which partial acknowledgements restart the timer.
    pub partial_timer: Option<PartialTimer>,
}
