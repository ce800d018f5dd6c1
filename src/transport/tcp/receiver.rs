//! The receiver: puts segments in order and acknowledges them.
//!
//! In: segments and the delayed-acknowledgement timer. Out: for one segment, first what the application gets, then the
//! acknowledgement. The advertised window does not shrink by what is out of order, since that lies inside the window already, so
//! duplicate acknowledgements repeat it (RFC 5681 section 2). Sources: RFC 5681 section 4.2, RFC 2018; spec/transport.md 2.4.

use super::config::{Preset, TcpConfig};
use super::output::{HEADERS, ReceiverCounters, TcpOutput, TcpTimer};
use super::reassembly::Reassembly;
use crate::kernel::outputs::Outputs;
use crate::packet::{TcpFlags, TcpHeader};
use crate::units::{SimDuration, SimTime};

/// Bytes of one SACK block on the wire.
const SACK_BLOCK: u32 = 8;
/// Bytes of the SACK option around its blocks: two no-operations, kind and length (spec/transport.md 1.2).
const SACK_OPTION: u32 = 4;

/// The receiving end of a connection.
#[derive(Clone, Debug, bevy_ecs::component::Component)]
pub struct TcpReceiver {
    segment: u64,
    window: u32,
    delayed_ack: Option<SimDuration>,
    sack: bool,
    sack_option: u32,
    /// The next byte expected.
    next: u64,
    out_of_order: Reassembly,
    /// Bytes in order that are not acknowledged yet.
    unacked: u64,
    timer_armed: bool,
    hops: u8,
    counters: ReceiverCounters,
}

impl TcpReceiver {
    /// A receiver that waits for the SYN, or for data if `config` has no handshake.
    pub fn new(config: &TcpConfig) -> Self {
        Self {
            segment: u64::from(config.segment),
            window: config.max_window.saturating_mul(config.segment),
            delayed_ack: config.delayed_ack,
            sack: config.sack,
            sack_option: if config.preset == Preset::Ns2 { 0 } else { SACK_OPTION },
            next: u64::from(!config.handshake),
            out_of_order: Reassembly::default(),
            unacked: 0,
            timer_armed: false,
            hops: 0,
            counters: ReceiverCounters::default(),
        }
    }

    /// A segment arrived that had taken `hops` hops.
    pub fn on_segment(&mut self, now: SimTime, header: &TcpHeader, hops: u8, out: &mut Outputs<TcpOutput>) {
        self.hops = hops;
        if header.flags.syn {
            self.counters.segments += 1;
            self.counters.duplicates += u64::from(self.next > 0);
            self.next = self.next.max(1);
            self.acknowledge(true, out);
        } else if header.len > 0 && self.next > 0 {
            self.on_data(now, header.seq, header.seq + u64::from(header.len), out);
        }
    }

    /// A timer expired.
    pub fn on_timer(&mut self, timer: TcpTimer, out: &mut Outputs<TcpOutput>) {
        if timer == TcpTimer::DelayedAck && self.timer_armed {
            self.timer_armed = false;
            self.acknowledge(false, out);
        }
    }

    /// Changes the advertised window to `segments`, from the next acknowledgement on.
    pub fn set_max_window(&mut self, segments: u32) {
        self.window = u32::try_from(u64::from(segments.max(1)) * self.segment).unwrap_or(u32::MAX);
    }

    /// The next byte expected: everything below arrived.
    pub const fn next_expected(&self) -> u64 {
        self.next
    }

    /// What it has done so far.
    pub const fn counters(&self) -> &ReceiverCounters {
        &self.counters
    }

    fn on_data(&mut self, now: SimTime, seq: u64, end: u64, out: &mut Outputs<TcpOutput>) {
        self.counters.segments += 1;
        self.counters.bytes += end - seq;
        if seq > self.next || end <= self.next {
            // Out of order or old: acknowledged at once, so that the sender counts it (RFC 5681 4.2).
            let is_new = seq > self.next && self.out_of_order.insert(seq, end);
            self.counters.duplicates += u64::from(!is_new);
            self.acknowledge(false, out);
            return;
        }
        let fills_gap = !self.out_of_order.is_empty();
        let next = self.out_of_order.advance(end);
        let delivered = next - self.next;
        self.next = next;
        self.unacked += delivered;
        self.counters.bytes_delivered += delivered;
        out.push(TcpOutput::Deliver(delivered));
        match self.delayed_ack {
            Some(delay) if !fills_gap && self.unacked < 2 * self.segment => {
                if !self.timer_armed {
                    assert!(delay > SimDuration::ZERO, "an acknowledgement cannot be delayed by no time");
                    self.timer_armed = true;
                    out.push(TcpOutput::Arm(TcpTimer::DelayedAck, now + delay));
                }
            }
            _ => self.acknowledge(false, out),
        }
    }

    fn acknowledge(&mut self, syn: bool, out: &mut Outputs<TcpOutput>) {
        self.unacked = 0;
        if self.timer_armed {
            self.timer_armed = false;
            out.push(TcpOutput::Disarm(TcpTimer::DelayedAck));
        }
        self.counters.acks += 1;
        let mut header = TcpHeader {
            seq: u64::from(!syn),
            ack: self.next,
            window: self.window,
            flags: TcpFlags { syn, ack: true, fin: false },
            hops_echo: self.hops,
            ..TcpHeader::default()
        };
        let mut size = HEADERS;
        if self.sack && !self.out_of_order.is_empty() {
            header.sack_len = self.out_of_order.report(&mut header.sack);
            size += self.sack_option + SACK_BLOCK * u32::from(header.sack_len);
        }
        out.push(TcpOutput::Send { header, size });
    }
}
