//! The path of the golden traces: sender, two routers, receiver, with store-and-forward links and one short queue.
//!
//! ```text
//!   sender ──access──▶ r0 ──bottleneck, DropTail──▶ r1 ──access──▶ receiver      acknowledgements take the same links back
//! ```

use std::cmp::Reverse;
use std::collections::{BinaryHeap, VecDeque};

use hopscope::congestion::Algorithm;
use hopscope::kernel::outputs::Outputs;
use hopscope::packet::TcpHeader;
use hopscope::recovery::Kind;
use hopscope::transport::tcp::config::{Preset, TcpConfig};
use hopscope::transport::tcp::{TcpOutput, TcpReceiver, TcpSender, TcpTimer};
use hopscope::units::{BitRate, Bytes, SimDuration, SimTime};

/// The clock phase of the sender in the golden runs.
const CLOCK_PHASE: SimDuration = SimDuration::from_nanos(5_558_800);

/// Rates, delays, queue and connection of one family of golden runs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Topology {
    access: (BitRate, SimDuration),
    bottleneck: (BitRate, SimDuration),
    /// Packets that fit into the bottleneck's queue, one less than ns-2's limit.
    queue: usize,
    pub(crate) payload: u32,
    pub(crate) window: u32,
}

impl Topology {
    pub(crate) const B: Self = Self {
        access: (BitRate(8_000_000), SimDuration::from_micros(100)),
        bottleneck: (BitRate(800_000), SimDuration::from_millis(100)),
        queue: 24,
        payload: 1000,
        window: 28,
    };

    pub(crate) const fn a(window: u32) -> Self {
        Self {
            access: (BitRate(100_000_000), SimDuration::from_millis(1)),
            bottleneck: (BitRate(10_000_000), SimDuration::from_millis(20)),
            queue: 49,
            payload: 1460,
            window,
        }
    }
}

/// What a run adds up to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Totals {
    pub(crate) acked: u64,
    pub(crate) sent: u64,
    pub(crate) retransmitted: u64,
    pub(crate) timeouts: u64,
}

/// A row of a golden trace.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    micros: u64,
    event: String,
    seq: i64,
    cwnd: String,
    ssthresh: String,
    dupacks: u32,
}

impl Row {
    pub(crate) fn read_all(text: &str) -> Vec<Self> {
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        let rows = reader.records().map(|row| {
            let row = row.unwrap();
            let (seconds, micros) = row[0].split_once('.').unwrap();
            Self {
                micros: seconds.parse::<u64>().unwrap() * 1_000_000 + micros.parse::<u64>().unwrap(),
                event: row[2].to_owned(),
                seq: row[3].parse().unwrap(),
                cwnd: row[4].to_owned(),
                ssthresh: row[5].to_owned(),
                dupacks: row[6].parse().unwrap(),
            }
        });
        rows.collect()
    }

    /// Everything as printed. Only the time of `timer` rows may be off by one in its last digit: ns-2 prints variables with one
    /// digit less than packets.
    pub(crate) fn matches(&self, other: &Self) -> bool {
        let slack = u64::from(self.event == "timer");
        self.micros.abs_diff(other.micros) <= slack && Self { micros: other.micros, ..self.clone() } == *other
    }
}

/// A link that sends one packet after the other; its queue is unlimited unless `limit` says how many may wait.
#[derive(Debug)]
struct Link {
    rate: BitRate,
    delay: SimDuration,
    limit: usize,
    free: SimTime,
    /// When each waiting packet begins to be sent.
    waiting: VecDeque<SimTime>,
}

impl Link {
    fn new((rate, delay): (BitRate, SimDuration), limit: usize) -> Self {
        Self { rate, delay, limit, free: SimTime::ZERO, waiting: VecDeque::new() }
    }

    /// When a packet that comes at `now` reaches the other end; `None` if it is dropped.
    fn carry(&mut self, now: SimTime, size: u32) -> Option<SimTime> {
        while self.waiting.front().is_some_and(|begin| *begin <= now) {
            self.waiting.pop_front();
        }
        if self.waiting.len() >= self.limit {
            return None;
        }
        let begin = self.free.max(now);
        if begin > now {
            self.waiting.push_back(begin);
        }
        self.free = begin + Bytes(u64::from(size)).time_at(self.rate);
        Some(self.free + self.delay)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Place {
    /// Data at the first router, the second one, the receiver.
    Data(u8),
    /// Acknowledgements at the second router, the first one, the sender.
    Ack(u8),
    /// The retransmission timer, valid if it carries the latest number.
    Rto(u64),
}

/// The path with one connection on it.
pub(crate) struct Dumbbell {
    pub(crate) topology: Topology,
    pub(crate) sender: TcpSender,
    pub(crate) law: Algorithm,
    pub(crate) rows: Vec<Row>,
    pub(crate) keep_rows: bool,
    receiver: TcpReceiver,
    forward: [Link; 3],
    back: [Link; 3],
    drops: Vec<u64>,
    arrivals: u64,
    calendar: BinaryHeap<Reverse<(SimTime, u64, Place, usize)>>,
    pushed: u64,
    headers: Vec<(TcpHeader, u32)>,
    free_slots: Vec<usize>,
    rto: u64,
    rto_armed: bool,
    out: Outputs<TcpOutput>,
}

impl Dumbbell {
    /// A bulk transfer from time zero; `drops` are the indices of lost packets, counted over arrivals at the bottleneck.
    pub(crate) fn new(topology: Topology, kind: Kind, drops: &[u64]) -> Self {
        let config = TcpConfig {
            recovery: kind,
            segment: topology.payload,
            max_window: topology.window,
            ..TcpConfig::of(Preset::Ns2)
        };
        let path = |limit| {
            [
                Link::new(topology.access, usize::MAX),
                Link::new(topology.bottleneck, limit),
                Link::new(topology.access, usize::MAX),
            ]
        };
        let mut dumbbell = Self {
            topology,
            sender: TcpSender::new(&config, CLOCK_PHASE),
            law: config.start_controller(),
            rows: Vec::new(),
            keep_rows: true,
            receiver: TcpReceiver::new(&config),
            forward: path(topology.queue),
            back: path(usize::MAX),
            drops: drops.to_vec(),
            arrivals: 0,
            calendar: BinaryHeap::new(),
            pushed: 0,
            headers: Vec::new(),
            free_slots: Vec::new(),
            rto: 0,
            rto_armed: false,
            out: Outputs::default(),
        };
        dumbbell.sender.supply(SimTime::ZERO, u64::MAX, &mut dumbbell.law, &mut dumbbell.out);
        dumbbell.sender.on_start(SimTime::ZERO, &mut dumbbell.law, &mut dumbbell.out);
        dumbbell.carry_out_sender(SimTime::ZERO);
        dumbbell
    }

    /// Handles every event up to and including `end`.
    pub(crate) fn run_until(&mut self, end: SimTime) {
        while self.calendar.peek().is_some_and(|Reverse((at, ..))| *at <= end) {
            let Some(Reverse((now, _, place, slot))) = self.calendar.pop() else { return };
            match place {
                Place::Rto(number) if self.rto_armed && number == self.rto => {
                    self.rto_armed = false;
                    self.sender.on_timer(now, TcpTimer::Rto, &mut self.law, &mut self.out);
                    self.row(now, "timer", -1);
                    self.carry_out_sender(now);
                }
                Place::Rto(_) => {}
                Place::Data(2) => {
                    let (header, _) = self.take(slot);
                    self.receiver.on_segment(now, &header, 0, &mut self.out);
                    self.carry_out_receiver(now);
                }
                Place::Data(hop) => self.hop(now, Place::Data(hop + 1), slot),
                Place::Ack(2) => {
                    let (header, _) = self.take(slot);
                    self.sender.on_segment(now, &header, &mut self.law, &mut self.out);
                    self.row(now, "ack", self.segment(header.ack) - 1);
                    self.carry_out_sender(now);
                }
                Place::Ack(hop) => self.hop(now, Place::Ack(hop + 1), slot),
            }
        }
    }

    fn carry_out_sender(&mut self, now: SimTime) {
        let mut out = std::mem::take(&mut self.out);
        for output in out.drain() {
            match output {
                TcpOutput::Send { header, size } => {
                    self.row(now, if header.retransmission { "retx" } else { "send" }, self.segment(header.seq));
                    let slot = self.put(header, size);
                    self.hop(now, Place::Data(0), slot);
                }
                TcpOutput::Arm(timer, due) => {
                    assert_eq!(timer, TcpTimer::Rto);
                    (self.rto, self.rto_armed) = (self.rto + 1, true);
                    self.push(due, Place::Rto(self.rto), 0);
                }
                TcpOutput::Disarm(_) => self.rto_armed = false,
                TcpOutput::Event(_) | TcpOutput::Deliver(_) | TcpOutput::Finished => {}
            }
        }
        self.out = out;
    }

    fn carry_out_receiver(&mut self, now: SimTime) {
        let mut out = std::mem::take(&mut self.out);
        for output in out.drain() {
            if let TcpOutput::Send { header, size } = output {
                let slot = self.put(header, size);
                self.hop(now, Place::Ack(0), slot);
            }
        }
        self.out = out;
    }

    /// A packet enters the link that ends at `place`.
    fn hop(&mut self, now: SimTime, place: Place, slot: usize) {
        let (header, size) = self.headers[slot];
        let link = match place {
            Place::Data(hop) => &mut self.forward[usize::from(hop)],
            Place::Ack(hop) => &mut self.back[usize::from(hop)],
            Place::Rto(_) => unreachable!("a timer does not travel"),
        };
        let mut listed = false;
        if place == Place::Data(1) {
            listed = self.drops.contains(&self.arrivals);
            self.arrivals += 1;
        }
        let arrival = if listed { None } else { link.carry(now, size) };
        if let Some(arrival) = arrival {
            self.push(arrival, place, slot);
        } else {
            self.row(now, "drop", self.segment(header.seq));
            self.free_slots.push(slot);
        }
    }

    fn push(&mut self, at: SimTime, place: Place, slot: usize) {
        self.pushed += 1;
        self.calendar.push(Reverse((at, self.pushed, place, slot)));
    }

    fn put(&mut self, header: TcpHeader, size: u32) -> usize {
        let slot = self.free_slots.pop().unwrap_or(self.headers.len());
        self.headers.resize(self.headers.len().max(slot + 1), (header, size));
        self.headers[slot] = (header, size);
        slot
    }

    fn take(&mut self, slot: usize) -> (TcpHeader, u32) {
        self.free_slots.push(slot);
        self.headers[slot]
    }

    /// ns-2's number of the segment that begins at `seq`.
    fn segment(&self, seq: u64) -> i64 {
        let payload = u64::from(self.topology.payload);
        i64::try_from(seq.checked_sub(1).map_or(0, |bytes| bytes.div_ceil(payload) + 1)).unwrap()
    }

    fn row(&mut self, now: SimTime, event: &str, seq: i64) {
        if !self.keep_rows {
            return;
        }
        let view = self.sender.view(&self.law);
        self.rows.push(Row {
            micros: (now.nanos() + 500) / 1000,
            event: event.to_owned(),
            seq,
            cwnd: format!("{:.3}", view.cwnd),
            ssthresh: view.ssthresh.to_string(),
            dupacks: view.dupacks,
        });
    }
}
