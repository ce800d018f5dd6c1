//! Timers as a table of deadlines: re-arming is a store, not a heap operation.
//!
//! Each deadline has at most one *valid* entry in the calendar. When an entry surfaces before the deadline it stands for, the
//! owner pushes it again at the deadline; when the deadline was cleared, it is forgotten. So an RTO that every acknowledgement
//! re-arms costs one store each time and one calendar entry per time-out interval.

use crate::units::SimTime;

/// A deadline and the calendar entry that stands for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Deadline {
    due: Option<SimTime>,
    entry: Option<SimTime>,
}

/// What a calendar entry that surfaced means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surfaced {
    /// The deadline is now: act.
    Fires,
    /// The deadline was moved: push the entry again at this instant.
    Later(SimTime),
    /// Nothing is due: the deadline was cleared, or an earlier entry took over.
    Stale,
}

impl Deadline {
    /// When the timer is due, if it is armed.
    pub const fn due(&self) -> Option<SimTime> {
        self.due
    }

    /// Whether the timer is armed.
    pub const fn is_armed(&self) -> bool {
        self.due.is_some()
    }

    /// Sets the deadline. Returns the instant at which a calendar entry has to be pushed, if one has to.
    #[must_use = "the entry has to be pushed"]
    pub fn arm(&mut self, at: SimTime) -> Option<SimTime> {
        self.due = Some(at);
        match self.entry {
            Some(entry) if entry <= at => None,
            _ => {
                self.entry = Some(at);
                Some(at)
            }
        }
    }

    /// Clears the deadline; its calendar entry will surface stale.
    pub const fn disarm(&mut self) {
        self.due = None;
    }

    /// Judges an entry that surfaced at `now`.
    pub fn surface(&mut self, now: SimTime) -> Surfaced {
        if self.entry != Some(now) {
            return Surfaced::Stale;
        }
        self.entry = None;
        match self.due {
            Some(due) if due <= now => {
                self.due = None;
                Surfaced::Fires
            }
            Some(due) => {
                self.entry = Some(due);
                Surfaced::Later(due)
            }
            None => Surfaced::Stale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(nanos: u64) -> SimTime {
        SimTime::from_nanos(nanos)
    }

    #[test]
    fn moving_a_deadline_later_costs_no_entry() {
        let mut timer = Deadline::default();
        assert_eq!(timer.arm(at(10)), Some(at(10)));
        assert_eq!(timer.arm(at(20)), None);
        assert_eq!(timer.arm(at(30)), None);
        assert_eq!(timer.surface(at(10)), Surfaced::Later(at(30)));
        assert_eq!(timer.surface(at(30)), Surfaced::Fires);
        assert!(!timer.is_armed());
    }

    #[test]
    fn moving_a_deadline_earlier_leaves_a_stale_entry() {
        let mut timer = Deadline::default();
        assert_eq!(timer.arm(at(30)), Some(at(30)));
        assert_eq!(timer.arm(at(10)), Some(at(10)));
        assert_eq!(timer.surface(at(10)), Surfaced::Fires);
        assert_eq!(timer.surface(at(30)), Surfaced::Stale);
    }

    #[test]
    fn a_cleared_deadline_does_not_fire() {
        let mut timer = Deadline::default();
        assert_eq!(timer.arm(at(10)), Some(at(10)));
        timer.disarm();
        assert_eq!(timer.surface(at(10)), Surfaced::Stale);
        assert_eq!(timer.arm(at(20)), Some(at(20)));
        assert_eq!(timer.surface(at(20)), Surfaced::Fires);
    }
}
