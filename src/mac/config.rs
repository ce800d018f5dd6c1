//! The rules of the distributed coordination function that differ between simulators and the standard, each by name
//! (spec/wireless.md 0 and 5). A profile sets all of them; a scenario may override each.

use crate::phy::modulation::Modulation;
use crate::units::{Bytes, SimDuration};

/// A named set of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Profile {
    /// As ns-2.35 does it.
    Ns2,
    /// As the standard says.
    Std,
    /// For computing by hand.
    Disk,
}

/// From what range a backoff is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BackoffDraw {
    /// `0..CW-1`.
    BelowCw,
    /// `0..CW`.
    UpToCw,
}

/// What a bad frame does to the next access.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EifsRule {
    /// The NAV is extended by EIFS; DIFS follows in addition.
    Nav,
    /// EIFS instead of DIFS, until a good frame.
    Ifs,
    /// Nothing.
    Off,
}

/// How the RTS threshold is compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RtsRule {
    /// RTS if the MPDU (header and FCS included) is longer than the threshold.
    LongerThan,
    /// RTS if the MPDU with 24 bytes of PLCP is at least the threshold.
    WithPlcpAtLeast,
}

/// All rules of a station's MAC, its queue and its link layer.
#[derive(Clone, Debug, PartialEq)]
pub struct MacConfig {
    /// Where the rules came from.
    pub profile: Profile,
    /// Backoff range.
    pub backoff_draw: BackoffDraw,
    /// A packet that finds the medium idle backs off all the same.
    pub always_back_off: bool,
    /// EIFS.
    pub eifs: EifsRule,
    /// MAC header, LLC and FCS around an IP packet.
    pub overhead: Bytes,
    /// A transmission is not held back by a signal younger than this.
    pub cca_latency: SimDuration,
    /// How the threshold is compared.
    pub rts_rule: RtsRule,
    /// The threshold; 0 is "always".
    pub rts_threshold: Bytes,
    /// Attempts of frames without RTS, and of RTS.
    pub short_retry_limit: u8,
    /// Attempts of data frames after RTS.
    pub long_retry_limit: u8,
    /// Smallest contention window.
    pub cw_min: u16,
    /// Largest contention window.
    pub cw_max: u16,
    /// DATA after a CTS is held back by a busy medium (a new RTS follows, no retry counted).
    pub data_senses_medium: bool,
    /// DATA that followed an RTS is taken only while the wait after the own CTS runs.
    pub data_needs_own_cts: bool,
    /// The CTS test is made when the SIFS is over.
    pub cts_test_after_sifs: bool,
    /// A NAV that an RTS set is cleared when no exchange follows.
    pub nav_reset: bool,
    /// A response timeout waits for the end of a reception.
    pub timeout_waits_for_reception: bool,
    /// A fresh backoff follows a give-up.
    pub back_off_after_give_up: bool,
    /// A slot that ends in the instant the medium becomes busy counts.
    pub counts_last_slot: bool,
    /// Addresses have to be resolved.
    pub arp: bool,
    /// Link-layer delay of each packet, downwards and upwards.
    pub link_layer_delay: SimDuration,
    /// Packets in the interface queue.
    pub queue_limit: usize,
    /// A queue drops when it would *reach* its limit, so one place stays unused.
    pub queue_wastes_one: bool,
    /// Hops that a packet may take.
    pub ttl: u8,
    /// Bytes of IP and UDP header around a datagram's payload.
    pub udp_header: u32,
}

impl MacConfig {
    /// The rules of `profile`.
    pub fn of(profile: Profile) -> Self {
        let std = Self {
            profile,
            backoff_draw: BackoffDraw::UpToCw,
            always_back_off: false,
            eifs: EifsRule::Ifs,
            overhead: Bytes(36),
            cca_latency: SimDuration::from_micros(15),
            rts_rule: RtsRule::LongerThan,
            rts_threshold: Bytes(0),
            short_retry_limit: 7,
            long_retry_limit: 4,
            cw_min: 31,
            cw_max: 1023,
            data_senses_medium: false,
            data_needs_own_cts: false,
            cts_test_after_sifs: false,
            nav_reset: true,
            timeout_waits_for_reception: true,
            back_off_after_give_up: true,
            counts_last_slot: true,
            arp: false,
            link_layer_delay: SimDuration::from_micros(25),
            queue_limit: 50,
            queue_wastes_one: false,
            ttl: 64,
            udp_header: 28,
        };
        match profile {
            Profile::Std => std,
            Profile::Disk => Self { eifs: EifsRule::Off, cca_latency: SimDuration::ZERO, ..std },
            Profile::Ns2 => Self {
                backoff_draw: BackoffDraw::BelowCw,
                always_back_off: true,
                eifs: EifsRule::Nav,
                overhead: Bytes(34),
                cca_latency: SimDuration::ZERO,
                rts_rule: RtsRule::WithPlcpAtLeast,
                data_senses_medium: true,
                data_needs_own_cts: true,
                cts_test_after_sifs: true,
                nav_reset: false,
                timeout_waits_for_reception: false,
                back_off_after_give_up: false,
                counts_last_slot: false,
                arp: true,
                queue_wastes_one: true,
                ttl: 32,
                udp_header: 20,
                ..std
            },
        }
    }

    /// The same rules with what the standard says of a radio's modulation: OFDM has the smaller contention window and senses sooner.
    #[must_use]
    pub fn for_modulation(self, modulation: Modulation) -> Self {
        match modulation {
            Modulation::Dsss { .. } => self,
            Modulation::Ofdm => {
                Self { cw_min: 15, cca_latency: self.cca_latency.min(SimDuration::from_micros(4)), ..self }
            }
        }
    }
}
