//! The arithmetic that window laws share: growth by additive increase, cuts, and how their results are rounded.
//!
//! Sources: RFC 5681 section 3.1; spec/transport.md 2.5 and 2.12 ("Cut").

use super::LossInfo;

/// A slow start threshold below this makes no sense, in segments (RFC 5681 equation 4).
pub(super) const MIN_SSTHRESH: f64 = 2.0;

/// How window and threshold are rounded when a loss cuts them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Precision {
    /// Not at all.
    #[default]
    Exact,
    /// Both down to whole segments, as in the lecture slides that the hand traces follow.
    Whole,
    /// The threshold down to whole segments, the window not at all (ns-2: a window of 15 becomes 7.5 with threshold 7).
    WholeThreshold,
}

/// A congestion window and a slow start threshold, both in segments.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// The window, at least 1, without what a recovery adds.
    pub cwnd: f64,
    /// Below it the window grows exponentially.
    pub ssthresh: f64,
}

impl Window {
    /// Additive increase (RFC 5681 3.1): one segment an acknowledgement in slow start, one segment a window after it.
    #[inline]
    pub fn increase(&mut self, acked: f64) {
        // An acknowledgement counts one segment at most, however much it covers.
        let acked = acked.min(1.0);
        self.cwnd += if self.cwnd < self.ssthresh { acked } else { acked / self.cwnd };
    }

    /// A loss leaves `target` segments. The window never rises by it: a flight can be greater than the window after a time-out.
    pub fn cut(&mut self, target: f64, loss: &LossInfo) {
        self.lower_threshold(target, loss);
        let wanted = match loss.precision {
            _ if loss.restart => 1.0,
            Precision::Exact | Precision::Whole => self.ssthresh,
            Precision::WholeThreshold => target,
        };
        self.cwnd = wanted.min(self.cwnd).max(1.0);
    }

    /// A time-out leaves `loss_window` segments and a threshold of `target`.
    pub fn collapse(&mut self, target: f64, loss_window: f64, loss: &LossInfo) {
        self.lower_threshold(target, loss);
        self.cwnd = loss_window;
    }

    /// The window shrinks by `excess` segments, to one at least.
    pub fn deflate(&mut self, excess: f64) {
        self.cwnd = (self.cwnd - excess).max(1.0);
    }

    fn lower_threshold(&mut self, target: f64, loss: &LossInfo) {
        if loss.threshold_stands {
            return;
        }
        let target = match loss.precision {
            Precision::Exact => target,
            Precision::Whole | Precision::WholeThreshold => target.floor(),
        };
        self.ssthresh = target.max(MIN_SSTHRESH);
    }
}
