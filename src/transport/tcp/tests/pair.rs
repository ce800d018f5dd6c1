//! A sender and a receiver with a wire between them: fixed delay, one packet after the other, losses by list or by chance.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};

use crate::congestion::Algorithm;
use crate::kernel::outputs::Outputs;
use crate::packet::TcpHeader;
use crate::rng::{Owner, Purpose, Stream};
use crate::transport::tcp::config::TcpConfig;
use crate::transport::tcp::{TcpEvent, TcpOutput, TcpReceiver, TcpSender, TcpTimer, TcpView};
use crate::units::{SimDuration, SimTime};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    Data(usize),
    Ack(usize),
    SenderTimer(u64),
    ReceiverTimer(u64),
}

/// What the wire loses.
#[derive(Clone, Debug)]
pub(super) enum Loss {
    /// The first transmissions of these segments, numbered from 0 by `(seq - 1) / segment`.
    First(Vec<u64>),
    /// Each data packet and each acknowledgement with these probabilities.
    Random(Box<Stream>, f64, f64),
    /// Everything, until this instant.
    AllUntil(SimTime),
}

impl Loss {
    /// Independent losses of data and acknowledgements.
    pub(super) fn random(seed: u64, data: f64, acks: f64) -> Self {
        Self::Random(Box::new(Stream::new(seed, Owner::Run, Purpose::Impairment(0))), data, acks)
    }
}

/// Counts of packets for the balance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Balance {
    pub(super) lost: u64,
    pub(super) in_flight: u64,
}

/// Two ends and the wire.
#[derive(Clone, Debug)]
pub(super) struct Pair {
    pub(super) now: SimTime,
    pub(super) sender: TcpSender,
    pub(super) receiver: TcpReceiver,
    pub(super) law: Algorithm,
    pub(super) loss: Loss,
    pub(super) balance: Balance,
    pub(super) delivered: u64,
    pub(super) finished: bool,
    /// A line for every input of the sender, see [`Pair::describe`].
    pub(super) log: Vec<String>,
    pub(super) events: Vec<(SimTime, TcpEvent)>,
    /// Segment, and whether it was sent before, in the order of sending.
    pub(super) sent: Vec<(u64, bool)>,
    /// When each first byte was sent for the first time, and how often in all.
    pub(super) history: BTreeMap<u64, (SimTime, u32)>,
    segment: u64,
    calendar: BinaryHeap<Reverse<(SimTime, u64, Event)>>,
    pushed: u64,
    wire_free: SimTime,
    headers: Vec<TcpHeader>,
    timers: [(u64, bool); 2],
}

/// One way.
const DELAY: SimDuration = SimDuration::from_millis(50);
/// Between two packets of a burst.
const SPACING: SimDuration = SimDuration::from_millis(1);

impl Pair {
    /// A connection that starts with `bytes` to send.
    pub(super) fn new(config: &TcpConfig, bytes: u64, loss: Loss) -> Self {
        let mut pair = Self::idle(config, loss);
        pair.input("start", |sender, now, law, out| {
            sender.supply(now, bytes, law, out);
            if bytes < u64::MAX {
                sender.close(out);
            }
            sender.on_start(now, law, out);
        });
        pair
    }

    /// A connection that starts with nothing to send, over a wire without loss.
    pub(super) fn silent(config: &TcpConfig) -> Self {
        let mut pair = Self::idle(config, Loss::First(Vec::new()));
        pair.input("start", TcpSender::on_start);
        pair
    }

    fn idle(config: &TcpConfig, loss: Loss) -> Self {
        Self {
            now: SimTime::ZERO,
            sender: TcpSender::new(config, SimDuration::from_millis(3)),
            receiver: TcpReceiver::new(config),
            law: config.start_controller(),
            loss,
            balance: Balance::default(),
            delivered: 0,
            finished: false,
            log: Vec::new(),
            events: Vec::new(),
            sent: Vec::new(),
            history: BTreeMap::new(),
            segment: u64::from(config.segment),
            calendar: BinaryHeap::new(),
            pushed: 0,
            wire_free: SimTime::ZERO,
            headers: Vec::new(),
            timers: [(0, false); 2],
        }
    }

    /// Gives the sender an input and carries out what it asks for.
    pub(super) fn input(
        &mut self,
        name: &str,
        act: impl FnOnce(&mut TcpSender, SimTime, &mut Algorithm, &mut Outputs<TcpOutput>),
    ) {
        let mut out = Outputs::default();
        act(&mut self.sender, self.now, &mut self.law, &mut out);
        let first = self.sent.len();
        for output in out.drain() {
            self.carry_out(output, true);
        }
        let line = self.describe(name, first);
        self.log.push(line);
    }

    /// Handles the next event; false if there is none up to `end`.
    pub(super) fn step(&mut self, end: SimTime) -> bool {
        if self.calendar.peek().is_none_or(|Reverse((at, ..))| *at > end) {
            return false;
        }
        let Some(Reverse((at, _, event))) = self.calendar.pop() else { return false };
        assert!(at >= self.now, "time moves on");
        self.now = at;
        match event {
            Event::Data(index) => {
                self.balance.in_flight -= 1;
                let mut out = Outputs::default();
                let header = self.headers[index];
                self.receiver.on_segment(at, &header, 3, &mut out);
                out.drain().for_each(|output| self.carry_out(output, false));
            }
            Event::Ack(index) => {
                let header = self.headers[index];
                let una = self.view().snd_una;
                let name = if header.ack > una { "ack" } else { "dup" };
                let name = format!("{name} {}", self.index(header.ack));
                self.input(&name, |sender, now, law, out| sender.on_segment(now, &header, law, out));
            }
            Event::SenderTimer(number) if self.timers[0] == (number, true) => {
                self.timers[0].1 = false;
                self.input("timer", |sender, now, law, out| sender.on_timer(now, TcpTimer::Rto, law, out));
            }
            Event::ReceiverTimer(number) if self.timers[1] == (number, true) => {
                self.timers[1].1 = false;
                let mut out = Outputs::default();
                self.receiver.on_timer(TcpTimer::DelayedAck, &mut out);
                out.drain().for_each(|output| self.carry_out(output, false));
            }
            Event::SenderTimer(_) | Event::ReceiverTimer(_) => {}
        }
        true
    }

    /// Handles every event up to `end`, which is then the present.
    pub(super) fn run_until(&mut self, end: SimTime) {
        while self.step(end) {}
        self.now = end;
    }

    pub(super) fn view(&self) -> TcpView {
        self.sender.view(&self.law)
    }

    /// The number of the segment that begins at `seq`.
    pub(super) fn index(&self, seq: u64) -> u64 {
        seq.saturating_sub(1).div_ceil(self.segment)
    }

    /// How often each segment was retransmitted, of those that were.
    pub(super) fn retransmitted(&self) -> Vec<u64> {
        self.sent.iter().filter(|(_, again)| *again).map(|(segment, _)| *segment).collect()
    }

    /// `name | cwnd | what was sent`, for example `dup 14 | 10.5 | rtx 14`.
    fn describe(&self, name: &str, first: usize) -> String {
        let view = self.view();
        let sent: Vec<String> = self.sent[first..]
            .iter()
            .map(|(segment, again)| format!("{} {segment}", if *again { "rtx" } else { "new" }))
            .collect();
        let cwnd = (view.cwnd * 1000.0).round() / 1000.0;
        format!("{name} | {cwnd} | {}", sent.join(", "))
    }

    fn carry_out(&mut self, output: TcpOutput, from_sender: bool) {
        match output {
            TcpOutput::Send { header, .. } if from_sender => self.send_data(header),
            TcpOutput::Send { header, .. } => {
                let lost = match &mut self.loss {
                    Loss::Random(stream, _, acks) => stream.happens(*acks),
                    Loss::AllUntil(end) => self.now < *end,
                    Loss::First(_) => false,
                };
                self.headers.push(header);
                if !lost {
                    self.push(self.now + DELAY, Event::Ack(self.headers.len() - 1));
                }
            }
            TcpOutput::Arm(timer, due) => {
                assert!(due > self.now, "armed for the present");
                let slot = &mut self.timers[usize::from(timer == TcpTimer::DelayedAck)];
                *slot = (slot.0 + 1, true);
                let number = slot.0;
                self.push(
                    due,
                    match timer {
                        TcpTimer::Rto => Event::SenderTimer(number),
                        TcpTimer::DelayedAck => Event::ReceiverTimer(number),
                    },
                );
            }
            TcpOutput::Disarm(timer) => self.timers[usize::from(timer == TcpTimer::DelayedAck)].1 = false,
            TcpOutput::Deliver(bytes) => self.delivered += bytes,
            TcpOutput::Event(event) => self.events.push((self.now, event)),
            TcpOutput::Finished => {
                assert!(!self.finished, "a connection finishes once");
                self.finished = true;
            }
        }
    }

    fn send_data(&mut self, header: TcpHeader) {
        let segment = self.index(header.seq);
        let again = header.retransmission;
        self.sent.push((segment, again));
        let entry = self.history.entry(header.seq).or_insert((self.now, 0));
        entry.1 += 1;
        assert_eq!(again, entry.1 > 1, "a segment that was sent before is a retransmission");
        let lost = match &mut self.loss {
            Loss::First(list) => !again && !header.flags.syn && list.contains(&segment),
            Loss::Random(stream, data, _) => stream.happens(*data),
            Loss::AllUntil(end) => self.now < *end,
        };
        if lost {
            self.balance.lost += 1;
            return;
        }
        self.balance.in_flight += 1;
        self.wire_free = self.wire_free.max(self.now) + SPACING;
        self.headers.push(header);
        self.push(self.wire_free + DELAY, Event::Data(self.headers.len() - 1));
    }

    fn push(&mut self, at: SimTime, event: Event) {
        self.pushed += 1;
        self.calendar.push(Reverse((at, self.pushed, event)));
    }
}
