//! The station: its state, when it may send, and the timers it keeps (spec/wireless.md 5.1 and 5.2).

use std::sync::Arc;

use bevy_ecs::component::Component;

use crate::ids::NodeId;
use crate::kernel::outputs::Outputs;
use crate::mac::backoff::{Backoff, SlotSource};
use crate::mac::config::{BackoffDraw, EifsRule, MacConfig, RtsRule};
use crate::mac::frame::{Frame, FrameKind};
use crate::mac::timing::Timing;
use crate::packet::{BROADCAST, Packet};
use crate::phy::config::PhyConfig;
use crate::units::{Bytes, SimDuration, SimTime};

/// Rules and spans of a station, shared by all that have the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The rules by name.
    pub mac: MacConfig,
    /// The spans.
    pub timing: Timing,
}

impl Rules {
    /// The rules of a station with this radio.
    pub fn new(phy: &PhyConfig, mac: &MacConfig) -> Arc<Self> {
        Arc::new(Self { mac: mac.clone(), timing: Timing::new(phy, mac) })
    }

    /// Whether a unicast MPDU of `size` is preceded by an RTS.
    pub const fn needs_rts(&self, size: Bytes) -> bool {
        /// What ns-2 adds to the MPDU before it compares.
        const PLCP_BYTES: u64 = 24;
        let threshold = self.mac.rts_threshold.0;
        match self.mac.rts_rule {
            RtsRule::LongerThan => size.0 > threshold,
            RtsRule::WithPlcpAtLeast => size.0 + PLCP_BYTES >= threshold,
        }
    }
}

/// The timers of a station.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum MacTimer {
    /// The backoff (or bare interframe space) is over.
    Access,
    /// SIFS before a response, or before DATA, is over.
    Sifs,
    /// The wait for CTS, DATA or ACK is over.
    Response,
    /// No exchange followed an RTS that set the NAV.
    NavReset,
    /// The own frame has left.
    AirEnd,
}

impl MacTimer {
    /// All timers, in the order of their numbers.
    pub const ALL: [Self; 5] = [Self::Access, Self::Sifs, Self::Response, Self::NavReset, Self::AirEnd];
}

/// What a station is in the middle of, from the first bit of its own frame until the answer or its timeout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Exchange {
    /// Nothing.
    #[default]
    None,
    /// RTS sent, CTS awaited.
    Rts,
    /// CTS sent; the rules of ns-2 also wait here for the DATA.
    Cts,
    /// DATA sent, ACK awaited (or a broadcast on air).
    Data,
    /// ACK on air.
    Ack,
}

/// Which attempts failed when a station gives up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GaveUp {
    /// No CTS came.
    Rts,
    /// No ACK came.
    Data,
}

/// What a station noticed that explains what others see; for the journal and the counters, no layer acts on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MacEvent {
    /// No CTS came from `to`; so many attempts by now.
    NoCts {
        /// Who did not answer.
        to: NodeId,
        /// Attempts so far.
        attempts: u8,
    },
    /// No ACK came from `to`.
    NoAck {
        /// Who did not answer.
        to: NodeId,
        /// Attempts so far.
        attempts: u8,
    },
    /// An RTS from `from` was heard but not answered: the medium is reserved or busy.
    CtsWithheld {
        /// Who asked.
        from: NodeId,
        /// Until when this station keeps silent (now, if signals make the medium busy).
        nav_until: SimTime,
        /// Who reserved the medium.
        reserved_by: NodeId,
    },
    /// A frame from `from` was heard but not taken: this station is in the middle of another exchange.
    Occupied {
        /// Whose frame was not taken.
        from: NodeId,
        /// What it was.
        kind: FrameKind,
    },
    /// The CTS came, but the medium became busy before the DATA (ns-2).
    DataHeld,
}

/// What the station wants done, in order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum MacOutput {
    /// Put this on air now.
    Transmit(Frame),
    /// Set a timer.
    Arm(MacTimer, SimTime),
    /// Clear a timer.
    Disarm(MacTimer),
    /// A packet for the layer above.
    Deliver {
        /// The packet.
        packet: Packet,
        /// The previous hop.
        from: NodeId,
    },
    /// The packet has been acknowledged, or broadcast.
    Sent {
        /// The packet.
        packet: Packet,
        /// The next hop.
        to: NodeId,
    },
    /// The retry limit is reached; the packet is lost unless the layer above saves it.
    Failed {
        /// The packet.
        packet: Packet,
        /// The next hop.
        to: NodeId,
        /// What failed.
        reason: GaveUp,
        /// After how many attempts.
        attempts: u8,
    },
    /// The station can take the next packet.
    Ready,
    /// For the journal.
    Event(MacEvent),
}

/// Running totals of a station.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MacCounters {
    /// RTS put on air.
    pub rts_sent: u64,
    /// CTS put on air.
    pub cts_sent: u64,
    /// Data frames put on air, broadcasts included.
    pub data_sent: u64,
    /// ACK put on air.
    pub ack_sent: u64,
    /// Times the station won the medium for a packet that it had won it for before: a further RTS, or without RTS a further DATA.
    pub retries: u64,
    /// Packets given up.
    pub retry_drops: u64,
}

/// The packet that a station is trying to send.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Current {
    pub(super) data: Frame,
    pub(super) uses_rts: bool,
    /// An RTS has to go out (again) before the DATA.
    pub(super) rts_pending: bool,
    /// The station has won the medium for this packet before.
    pub(super) tried: bool,
}

/// The medium access of one node.
#[derive(Component, Clone, Debug)]
pub struct Mac {
    pub(super) rules: Arc<Rules>,
    pub(super) node: NodeId,
    pub(super) slots: SlotSource,
    pub(super) backoff: Backoff,
    pub(super) cw: u16,
    pub(super) short_retries: u8,
    pub(super) long_retries: u8,
    pub(super) sequence: u16,
    pub(super) current: Option<Current>,
    pub(super) response: Option<Frame>,
    pub(super) exchange: Exchange,
    pub(super) on_air: bool,
    pub(super) carrier: bool,
    /// Since when neither signals nor own exchanges occupy the medium.
    pub(super) quiet_since: SimTime,
    pub(super) nav_until: SimTime,
    pub(super) nav_by: NodeId,
    /// The NAV before an RTS set it, while that may still be taken back.
    pub(super) nav_before: Option<SimTime>,
    pub(super) eifs_next: bool,
    pub(super) timeout_deferred: bool,
    /// Last sequence number taken from each sender, for recognising repeated frames.
    pub(super) seen: Vec<(NodeId, u16)>,
    pub(super) counters: MacCounters,
}

impl Mac {
    /// An idle station.
    pub fn new(node: NodeId, rules: Arc<Rules>, slots: SlotSource) -> Self {
        Self {
            cw: rules.mac.cw_min,
            rules,
            node,
            slots,
            backoff: Backoff::None,
            short_retries: 0,
            long_retries: 0,
            sequence: 0,
            current: None,
            response: None,
            exchange: Exchange::None,
            on_air: false,
            carrier: false,
            quiet_since: SimTime::ZERO,
            nav_until: SimTime::ZERO,
            nav_by: BROADCAST,
            nav_before: None,
            eifs_next: false,
            timeout_deferred: false,
            seen: Vec::new(),
            counters: MacCounters::default(),
        }
    }

    /// The layer above hands down a packet for `to` (or [`BROADCAST`]). Only after [`MacOutput::Ready`], or while idle.
    pub fn on_packet(&mut self, now: SimTime, packet: Packet, to: NodeId, out: &mut Outputs<MacOutput>) {
        debug_assert!(self.current.is_none(), "the station still has a packet");
        let data = Frame::data(self.node, to, packet, self.sequence, &self.rules.timing);
        self.sequence = self.sequence.wrapping_add(1) & 0xfff;
        let uses_rts = to != BROADCAST && self.rules.needs_rts(data.size);
        self.current = Some(Current { data, uses_rts, rts_pending: uses_rts, tried: false });
        if self.backoff == Backoff::None {
            if self.rules.mac.always_back_off || !self.is_idle(now) {
                self.draw();
            } else {
                self.access_after_space(now, out);
            }
        }
        self.review(now, out);
    }

    /// A timer fires.
    pub fn on_timer(&mut self, now: SimTime, timer: MacTimer, out: &mut Outputs<MacOutput>) {
        match timer {
            MacTimer::Access => self.access(now, out),
            MacTimer::Sifs => self.after_sifs(now, out),
            MacTimer::Response => self.no_response(now, out),
            MacTimer::NavReset => self.take_nav_back(now),
            MacTimer::AirEnd => self.air_end(now, out),
        }
        self.review(now, out);
    }

    /// Signals begin or cease to make the medium busy, without a frame that this station could take.
    pub fn on_carrier(&mut self, now: SimTime, busy: bool, out: &mut Outputs<MacOutput>) {
        if busy {
            self.nav_before = None;
        }
        self.set_carrier(now, busy, out);
        self.review(now, out);
    }

    /// The receiver promised silence for `span` from now (pairwise capture).
    pub fn keep_silent(&mut self, now: SimTime, span: SimDuration, by: NodeId) {
        self.extend_nav(now + span, by);
    }

    /// The rules in force.
    pub const fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// Totals so far.
    pub const fn counters(&self) -> MacCounters {
        self.counters
    }

    /// What the station is in the middle of.
    pub const fn exchange(&self) -> Exchange {
        self.exchange
    }

    /// The contention window.
    pub const fn contention_window(&self) -> u16 {
        self.cw
    }

    /// The backoff.
    pub const fn backoff(&self) -> Backoff {
        self.backoff
    }

    /// Until when the medium is reserved for others.
    pub const fn nav_until(&self) -> SimTime {
        self.nav_until
    }

    /// Attempts without CTS, and without ACK, of the packet in hand.
    pub const fn retries(&self) -> (u8, u8) {
        (self.short_retries, self.long_retries)
    }

    /// The packet in hand and its next hop.
    pub fn packet(&self) -> Option<(&Packet, NodeId)> {
        self.current.as_ref().and_then(|current| Some((current.data.packet.as_ref()?, current.data.to)))
    }

    /// Gives these backoff slots before random ones: an exchange computed by hand.
    pub fn script_slots(&mut self, slots: impl IntoIterator<Item = u32>) {
        self.slots.script(slots);
    }

    /// Forgets everything but counters, streams and which frames it has taken, as when the power fails; gives back the packet in
    /// hand. A frame that it took before and that is repeated afterwards must not bring its packet a second time.
    pub fn switch_off(&mut self) -> Option<Packet> {
        let packet = self.current.and_then(|current| current.data.packet);
        let fresh = Self::new(self.node, self.rules.clone(), self.slots.clone());
        let seen = std::mem::take(&mut self.seen);
        *self = Self { sequence: self.sequence, counters: self.counters, seen, ..fresh };
        packet
    }

    /// Whether nothing keeps the station from counting down (spec/wireless.md 5.1).
    pub fn is_idle(&self, now: SimTime) -> bool {
        !self.carrier && !self.on_air && self.exchange == Exchange::None && now >= self.nav_until
    }

    pub(super) fn set_carrier(&mut self, now: SimTime, busy: bool, out: &mut Outputs<MacOutput>) {
        if std::mem::replace(&mut self.carrier, busy) && !busy {
            self.quiet_since = now;
            if self.timeout_deferred {
                self.timeout_deferred = false;
                self.no_response(now, out);
            }
        }
    }

    /// Leaves the present exchange: from now on the medium is idle as far as this station is concerned.
    pub(super) fn end_exchange(&mut self, now: SimTime) {
        self.exchange = Exchange::None;
        self.quiet_since = now;
    }

    pub(super) fn extend_nav(&mut self, until: SimTime, by: NodeId) {
        if until > self.nav_until {
            self.nav_until = until;
            self.nav_by = by;
        }
    }

    /// Draws a fresh backoff; it starts counting at the next [`Mac::review`] if the medium is idle.
    pub(super) fn draw(&mut self) {
        let range = match self.rules.mac.backoff_draw {
            BackoffDraw::BelowCw => u32::from(self.cw),
            BackoffDraw::UpToCw => u32::from(self.cw) + 1,
        };
        self.backoff = Backoff::Frozen { slots: self.slots.below(range) };
    }

    pub(super) fn double_window(&mut self) {
        self.cw = (self.cw * 2 + 1).min(self.rules.mac.cw_max);
    }

    fn space(&self) -> SimDuration {
        if self.eifs_next && self.rules.mac.eifs == EifsRule::Ifs {
            self.rules.timing.eifs
        } else {
            self.rules.timing.difs
        }
    }

    /// A first access on an idle medium: at once if it has been idle for the interframe space, else when it will have been.
    fn access_after_space(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let since = self.quiet_since.max(self.nav_until);
        let space = self.space();
        if since + space <= now {
            self.access(now, out);
        } else {
            self.backoff = Backoff::Counting { since, space, slots: 0, bare: true };
            out.push(MacOutput::Arm(MacTimer::Access, since + space));
        }
    }

    /// No exchange followed the RTS that set the NAV: the reservation is void (rule 10).
    fn take_nav_back(&mut self, now: SimTime) {
        let Some(before) = self.nav_before.take() else { return };
        self.nav_until = before;
        if let Backoff::Counting { since, slots, bare: false, .. } = self.backoff
            && since > now
        {
            self.backoff = Backoff::Frozen { slots };
        }
    }

    /// Brings the backoff in line with the medium: freezes or resumes it.
    ///
    /// A backoff that only the NAV holds back resumes at once, counting from the end of the NAV: that needs no timer.
    pub(super) fn review(&mut self, now: SimTime, out: &mut Outputs<MacOutput>) {
        let occupied = self.carrier || self.on_air || self.exchange != Exchange::None;
        let timing = &self.rules.timing;
        match self.backoff {
            Backoff::Frozen { slots } if !occupied => {
                let since = now.max(self.nav_until);
                self.backoff = Backoff::Counting { since, space: self.space(), slots, bare: false };
                if let Some(expiry) = self.backoff.expiry(timing.slot) {
                    out.push(MacOutput::Arm(MacTimer::Access, expiry));
                }
            }
            Backoff::Counting { bare, .. } if occupied => {
                let expiry = self.backoff.expiry(timing.slot).unwrap_or(now);
                // A signal younger than the CCA latency is not noticed in time: the station is going to collide.
                let committed = !self.on_air && expiry.since(now) < self.rules.mac.cca_latency;
                if !committed {
                    out.push(MacOutput::Disarm(MacTimer::Access));
                    let slots = self.backoff.slots_left(now, timing.slot, self.rules.mac.counts_last_slot);
                    self.backoff = Backoff::Frozen { slots };
                    if bare {
                        self.draw();
                    }
                }
            }
            Backoff::None | Backoff::Frozen { .. } | Backoff::Counting { .. } => {}
        }
    }
}
