//! Facts.

// ---- Drop reasons -------------------------------------------------------------------------------------------------------------

macro_rules! drop_reasons {
    ($($(#[$doc:meta])* $variant:ident = $name:literal;)*) => {
        /// Why a packet came to its end before its destination. One enum for engine, map, tables and captures.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum DropReason {
            $($(#[$doc])* $variant,)*
        }

        impl DropReason {
            /// Every reason, in the order in which tables list them.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            /// The name in files.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

drop_reasons! {
    /// A queue had no room for it.
    QueueFull = "queue_full";
    /// It had to make room for a routing packet.
    QueueFullRouting = "queue_full_routing";
    /// The MAC tried as often as it may.
    RetryLimit = "retry_limit";
    /// No route leads to its destination.
    NoRoute = "no_route";
    /// It has taken as many hops as it may.
    Ttl = "ttl";
    /// It came back to a node that it had left.
    Loop = "loop";
    /// The address of its next hop could not be resolved.
    Arp = "arp";
    /// The buffer of packets that wait for a route had no room.
    SendBufferFull = "send_buffer_full";
    /// It waited too long for a route.
    SendBufferTimeout = "send_buffer_timeout";
    /// An impairment of the path took it.
    Impairment = "impairment";
    /// Bit errors.
    BitError = "bit_error";
    /// The link went down under it, or was down.
    LinkDown = "link_down";
    /// The run ended while it was on its way.
    EndOfRun = "end_of_run";
    /// Whoever held it was switched off.
    Aborted = "aborted";
}

impl DropReason {
    /// The reason as an index into a table that is ordered like [`DropReason::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl std::fmt::Display for DropReason {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.name())
    }
}

/// A text that names no drop reason.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no drop reason")]
pub struct UnknownDropReason(pub String);

impl std::str::FromStr for DropReason {
    type Err = UnknownDropReason;

    fn from_str(text: &str) -> Result<Self, UnknownDropReason> {
        Self::ALL.iter().copied().find(|reason| reason.name() == text).ok_or_else(|| UnknownDropReason(text.to_owned()))
    }
}

#[cfg(test)]
mod drop_reason_tests {
    use super::*;

    #[test]
    fn every_drop_reason_reads_back_its_name_and_has_its_own_index() {
        for (index, reason) in DropReason::ALL.iter().enumerate() {
            assert_eq!(reason.index(), index);
            assert_eq!(reason.name().parse(), Ok(*reason));
        }
        assert_eq!(DropReason::ALL.len(), 14);
        assert_eq!("QueueFull".parse::<DropReason>().unwrap_err().to_string(), "`QueueFull` is no drop reason");
    }
}

// ---- End of drop reasons ------------------------------------------------------------------------------------------------------
