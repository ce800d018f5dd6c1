//! The two ends of a flow: what a connection wishes, what the books and the journal note about it.

use bevy_ecs::component::Component;

use crate::energy::ledger::StateTimes;
use crate::fact::{DropReason, FactId, Micros, Place, What};
use crate::ids::{FlowId, NodeId};
use crate::kernel::outputs::Outputs;
use crate::kernel::timers::{Deadline, Surfaced};
use crate::packet::{Body, Packet, TcpHeader, UdpHeader};
use crate::sim::access::{Access, Env, Flow};
use crate::sim::books::Stopped;
use crate::sim::event::{FlowTimer, SimEvent};
use crate::sim::tap::Noticed;
use crate::transport::tcp::{TcpEvent, TcpOutput, TcpTimer, TcpView};
use crate::units::{SimDuration, SimTime};

/// What never changes of a flow.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct FlowInfo {
    /// Which flow.
    pub id: FlowId,
    /// Where data come from.
    pub from: NodeId,
    /// Where data go.
    pub to: NodeId,
    /// Payload of a full segment, for naming segments by number; 0 for datagrams.
    pub segment: u32,
    /// Bytes of header around a datagram's payload.
    pub udp_header: u32,
    /// Whether it can ever be complete.
    pub finite: bool,
}

/// The deadlines of a flow.
#[derive(Component, Clone, Debug, Default)]
pub struct FlowTimers([Deadline; FlowTimer::COUNT]);

impl FlowTimers {
    /// Sets a timer; gives the instant at which an entry has to go into the calendar, if one has to.
    #[must_use = "the entry has to be pushed"]
    pub fn arm(&mut self, timer: FlowTimer, at: SimTime) -> Option<SimTime> {
        self.0[timer as usize].arm(at)
    }
}

/// Running totals of a flow.
#[derive(Component, Clone, Debug, Default)]
pub struct FlowStats {
    /// When its source started.
    pub started: Option<SimTime>,
    /// When all that it had to send was acknowledged.
    pub finished: Option<SimTime>,
    /// Whether its source is on.
    pub active: bool,
    /// Payload bytes handed to the receiving application in order.
    pub delivered: u64,
    /// IP bytes that reached the receiver, retransmissions included.
    pub wire: u64,
    /// Datagrams sent.
    pub datagrams: u64,
    /// Bytes that a clocked source has written to a connection.
    pub written: u64,
    /// Bytes that a clocked source writes next.
    pub due: u32,
    /// Sum of round-trip samples.
    pub rtt_sum: SimDuration,
    /// Number of round-trip samples.
    pub rtt_count: u64,
    /// Integral of the congestion window over time, in segment-seconds, up to `cwnd_since`.
    pub cwnd_integral: f64,
    /// The window since then, in segments.
    pub cwnd: f64,
    /// Since when the window has that value.
    pub cwnd_since: SimTime,
    /// Times by radio state of the source's node when the flow started, for its energy.
    pub energy_from: Option<StateTimes>,
    /// The same when it finished.
    pub energy_until: Option<StateTimes>,
}

impl FlowStats {
    /// Time average of the congestion window from the start to `now`, in segments.
    pub fn cwnd_mean(&self, now: SimTime) -> f64 {
        let Some(started) = self.started else { return 0.0 };
        let span = now.since(started).secs_f64();
        if span > 0.0 { (self.cwnd_integral + self.cwnd * now.since(self.cwnd_since).secs_f64()) / span } else { 0.0 }
    }

    fn note_window(&mut self, now: SimTime, cwnd: f64) {
        self.cwnd_integral += self.cwnd * now.since(self.cwnd_since).secs_f64();
        self.cwnd = cwnd;
        self.cwnd_since = now;
    }
}

/// A segment that was lost in the event at hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Loss {
    flow: FlowId,
    seq: u64,
    is_ack: bool,
    fact: FactId,
}

/// Which segments of a flow were lost, the latest of them: so that a timeout can say why. No transport looks.
#[derive(Component, Clone, Debug)]
pub struct LossLog {
    segments: [(u64, FactId); Self::KEPT],
    next: u8,
    ack: FactId,
    /// What began the recovery that runs, or ran last.
    recovery: FactId,
}

impl Default for LossLog {
    fn default() -> Self {
        Self { segments: [(u64::MAX, FactId::NONE); Self::KEPT], next: 0, ack: FactId::NONE, recovery: FactId::NONE }
    }
}

impl LossLog {
    const KEPT: usize = 32;

    fn note(&mut self, loss: &Loss) {
        if loss.is_ack {
            self.ack = loss.fact;
            return;
        }
        self.segments[usize::from(self.next)] = (loss.seq, loss.fact);
        self.next = (self.next + 1) % u8::try_from(Self::KEPT).unwrap_or(1);
    }

    /// The latest loss of the segment that begins at `seq`; failing that, of an acknowledgement.
    fn cause(&self, seq: u64) -> FactId {
        let latest = self.segments.iter().filter(|(lost, _)| *lost == seq).map(|(_, fact)| *fact).max();
        latest.unwrap_or(self.ack)
    }
}

impl Env<'_> {
    /// Writes a fact that happens now.
    pub fn fact(&mut self, cause: FactId, what: What) -> FactId {
        let at = self.clock.now();
        self.journal.write(&mut self.cursor, crate::fact::Fact { at, cause, what })
    }

    /// A packet is lost for good: books, journal, trace, and a note for its flow.
    pub fn lose(
        &mut self,
        place: Place,
        node: NodeId,
        packet: &Packet,
        reason: DropReason,
        (count, limit): (u16, u16),
        cause: FactId,
    ) {
        let now = self.clock.now();
        self.digest.mix(now.nanos() ^ packet.id.0.rotate_left(40), 0x300 | reason as u64);
        let retransmission = packet.tcp().is_some_and(|header| header.retransmission);
        let what = What::Dropped { place, packet: packet.id, reason, count, limit, retransmission };
        let fact = self.fact(cause, what);
        let link = match place {
            Place::Node(_) => None,
            Place::Link(link) => Some(link),
        };
        let (flow, size) = (packet.flow, packet.size);
        self.tap.plot(now, Noticed::Drop { flow, packet: packet.id, node, link, reason, size });
        if let Some(flow) = flow {
            self.books.dropped[reason as usize] += 1;
            if let Some(header) = packet.tcp() {
                self.scratch.losses.push(Loss { flow, seq: header.seq, is_ack: packet.is_pure_ack(), fact });
            }
        }
    }

    /// Sets a timer of a flow.
    pub fn arm_flow(&mut self, flow: Flow, timer: FlowTimer, at: SimTime) {
        debug_assert!(at > self.clock.now(), "{timer:?} of {} was armed for the present instant", flow.info.id);
        if let Some(entry) = flow.timers.arm(timer, at) {
            self.push_flow(flow.info, timer, entry);
        }
    }

    fn push_flow(&mut self, info: &FlowInfo, timer: FlowTimer, at: SimTime) {
        self.schedule(at, info.from, SimEvent::Flow { flow: info.id.0, timer });
    }

    /// Lets a connection handle something, and carries out what it wishes; packets it makes wait in `outgoing`.
    pub fn run_tcp(&mut self, flow: Flow, at: NodeId, input: impl FnOnce(Flow, SimTime, &mut Outputs<TcpOutput>)) {
        let now = self.clock.now();
        let before = view(flow);
        let mut out = std::mem::take(&mut self.scratch.tcp);
        input(flow, now, &mut out);
        let mut cause = FactId::NONE;
        for output in out.drain() {
            self.tcp_output(flow, at, output, &mut cause);
        }
        self.scratch.tcp = out;
        if let (Some(before), Some(after)) = (before, view(flow)) {
            self.compare(flow, &before, &after, cause);
        }
    }

    fn tcp_output(&mut self, flow: Flow, at: NodeId, output: TcpOutput, cause: &mut FactId) {
        match output {
            TcpOutput::Send { header, size } => self.make_segment(flow.info, at, header, size),
            TcpOutput::Arm(timer, due) => self.arm_flow(flow, flow_timer(timer), due),
            TcpOutput::Disarm(timer) => flow.timers.0[flow_timer(timer) as usize].disarm(),
            TcpOutput::Deliver(bytes) => flow.stats.delivered += bytes,
            TcpOutput::Event(event) => self.tcp_event(flow, event, cause),
            TcpOutput::Finished => self.finish(flow),
        }
    }

    /// The flow is complete; the run may be, too.
    fn finish(&mut self, flow: Flow) {
        if flow.stats.finished.is_some() || !flow.info.finite {
            return;
        }
        flow.stats.finished = Some(self.clock.now());
        self.digest.mix(self.clock.now().nanos(), 0x400 | u64::from(flow.info.id.0) << 16);
        self.progress.open_flows = self.progress.open_flows.saturating_sub(1);
        if self.progress.open_flows == 0 && self.progress.ends_when_complete {
            self.progress.stopped = Some((Stopped::Complete, self.clock.now()));
        }
    }

    fn make_segment(&mut self, info: &FlowInfo, at: NodeId, header: TcpHeader, size: u32) {
        let destination = if at == info.from { info.to } else { info.from };
        self.make(info.id, at, destination, size, Body::Tcp(header), header.seq);
    }

    fn make(&mut self, flow: FlowId, source: NodeId, destination: NodeId, size: u32, body: Body, seq: u64) {
        let now = self.clock.now();
        let id = self.books.number();
        self.books.sent += 1;
        self.digest.mix(now.nanos() ^ (u64::from(source.0) << 40), u64::from(size) << 40 ^ seq);
        self.tap.trace(now, || Noticed::Made { flow, packet: id, node: source, size, seq });
        let ttl = self.channel.ttl;
        let packet = Packet { id, flow: Some(flow), source, destination, size, ttl, hops: 0, body, created: now };
        self.scratch.outgoing.push(packet);
    }

    fn tcp_event(&mut self, flow: Flow, event: TcpEvent, cause: &mut FactId) {
        let now = self.clock.now();
        let id = flow.info.id;
        match event {
            TcpEvent::ThirdDupAck { seq } => {
                *cause = self.fact(flow.losses.cause(seq), What::ThirdDupAck { flow: id, seq });
                flow.losses.recovery = *cause;
                self.tap.plot(now, Noticed::ThirdDupAck { flow: id, fact: *cause });
            }
            TcpEvent::Timeout { seq, rto, backoff } => {
                let backoff = u16::try_from(backoff).unwrap_or(u16::MAX);
                let what = What::Timeout { flow: id, seq, rto: Micros::from(rto), backoff };
                *cause = self.fact(flow.losses.cause(seq), what);
                self.tap.plot(now, Noticed::Timeout { flow: id, fact: *cause });
            }
            TcpEvent::RttSample { rtt } => {
                flow.stats.rtt_sum += rtt;
                flow.stats.rtt_count += 1;
                self.tap.plot(now, Noticed::Rtt { flow: id, rtt });
            }
            TcpEvent::PartialAck { seq } => {
                let recovery = flow.losses.recovery;
                *cause = self.fact(flow.losses.cause(seq), What::PartialAck { flow: id, seq, recovery });
            }
            TcpEvent::RecoveryExit => {
                *cause = self.fact(flow.losses.recovery, What::RecoveryExit { flow: id });
            }
            TcpEvent::IdleRestart => *cause = self.fact(FactId::NONE, What::IdleRestart { flow: id }),
            TcpEvent::Established => {}
        }
    }

    /// Notes what an event changed of window, threshold and phase.
    #[expect(clippy::cast_possible_truncation, reason = "facts keep windows as f32")]
    fn compare(&mut self, flow: Flow, before: &TcpView, after: &TcpView, cause: FactId) {
        let now = self.clock.now();
        let window_changed = before.cwnd.to_bits() != after.cwnd.to_bits();
        let threshold_changed = before.ssthresh.to_bits() != after.ssthresh.to_bits();
        if window_changed {
            flow.stats.note_window(now, after.cwnd);
        }
        if !(window_changed || threshold_changed || before.phase != after.phase || before.in_flight != after.in_flight)
        {
            return;
        }
        let id = flow.info.id;
        self.digest.mix(after.cwnd.to_bits() ^ u64::from(id.0), after.ssthresh.to_bits() ^ after.snd_nxt);
        if after.cwnd < before.cwnd || threshold_changed {
            let (from, to, ssthresh) = (before.cwnd as f32, after.cwnd as f32, after.ssthresh as f32);
            self.fact(cause, What::Window { flow: id, from, to, ssthresh });
        }
        self.tap.plot(now, Noticed::Sender { flow: id, view: *after });
    }
}

/// The sender's state, if it is TCP.
fn view(flow: Flow) -> Option<TcpView> {
    flow.sender.as_ref().zip(flow.law.as_ref()).map(|(sender, law)| sender.view(law))
}

const fn flow_timer(timer: TcpTimer) -> FlowTimer {
    match timer {
        TcpTimer::Rto => FlowTimer::Rto,
        TcpTimer::DelayedAck => FlowTimer::DelayedAck,
    }
}

impl Access<'_, '_> {
    /// A timer of a flow surfaces.
    pub fn flow_timer(&mut self, id: FlowId, timer: FlowTimer) {
        let (mut flow, env) = self.flow(id);
        match flow.timers.0[timer as usize].surface(env.clock.now()) {
            Surfaced::Stale => return,
            Surfaced::Later(at) => return env.push_flow(flow.info, timer, at),
            Surfaced::Fires => {}
        }
        let info = *flow.info;
        match timer {
            FlowTimer::Start => self.start_flow(id),
            FlowTimer::Stop => {
                self.stop_flow(id);
                let (mut flow, env) = self.flow(id);
                env.finish(&mut flow);
                self.read_energy(id);
            }
            FlowTimer::Traffic => {
                if flow.stats.active {
                    write(&mut flow, env);
                }
                self.flush(info.from);
            }
            FlowTimer::Rto => {
                env.run_tcp(&mut flow, info.from, |flow, now, out| {
                    if let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) {
                        sender.on_timer(now, TcpTimer::Rto, law, out);
                    }
                });
                self.flush(info.from);
            }
            FlowTimer::DelayedAck => {
                env.run_tcp(&mut flow, info.to, |flow, _, out| {
                    if let Some(receiver) = &mut flow.receiver {
                        receiver.on_timer(TcpTimer::DelayedAck, out);
                    }
                });
                self.flush(info.to);
            }
        }
    }

    /// The source of a flow starts, or starts again.
    pub fn start_flow(&mut self, id: FlowId) {
        let (mut flow, env) = self.flow(id);
        let now = env.clock.now();
        if flow.stats.active {
            return;
        }
        let again = flow.stats.started.is_some();
        flow.stats.active = true;
        if !again {
            flow.stats.started = Some(now);
            flow.stats.cwnd_since = now;
        }
        let info = *flow.info;
        env.digest.mix(now.nanos(), 0x500 | u64::from(id.0) << 16);
        if flow.sender.is_some() {
            let supply = flow.source.supply();
            env.run_tcp(&mut flow, info.from, |flow, now, out| {
                let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) else { return };
                if again {
                    sender.resume(now, law, out);
                } else {
                    sender.on_start(now, law, out);
                    sender.supply(now, supply, law, out);
                    if supply > 0 && supply < u64::MAX {
                        sender.close(out);
                    }
                }
            });
        }
        flow.source.restart(now);
        // What comes by the clock is due for the first time at the start itself.
        if let Some(first) = flow.source.next_datagram() {
            flow.stats.due = u32::try_from(first.payload.0).unwrap_or(u32::MAX);
            write(&mut flow, env);
        }
        self.flush(info.from);
        self.read_energy(id);
    }

    /// The source of a flow stops: no new data, but what is on its way is still cared for.
    pub fn stop_flow(&mut self, id: FlowId) {
        let (mut flow, env) = self.flow(id);
        if !std::mem::take(&mut flow.stats.active) {
            return;
        }
        flow.timers.0[FlowTimer::Traffic as usize].disarm();
        if let Some(sender) = &mut flow.sender {
            sender.stop();
        }
        env.digest.mix(env.clock.now().nanos(), 0x501 | u64::from(id.0) << 16);
    }

    /// Reads the ledger of a flow's source at its start and at its finish.
    fn read_energy(&mut self, id: FlowId) {
        let (flow, _) = self.flow(id);
        let (from, stats) = (flow.info.from, &flow.stats);
        let due = match (stats.started, stats.finished) {
            (Some(_), _) if stats.energy_from.is_none() => true,
            (_, Some(_)) => stats.energy_until.is_none(),
            _ => false,
        };
        if !due {
            return;
        }
        let (node, env) = self.node(from);
        let times = node.ledger.times(env.clock.now());
        let (mut flow, _) = self.flow(id);
        let finished = flow.stats.finished.is_some();
        flow.stats.energy_from.get_or_insert(times);
        if finished {
            flow.stats.energy_until.get_or_insert(times);
        }
    }

    /// A packet of a flow has reached the node it is for.
    pub fn deliver(&mut self, at: NodeId, packet: &Packet) {
        let Some(id) = packet.flow else { return };
        let (mut flow, env) = self.flow(id);
        let now = env.clock.now();
        env.books.delivered += 1;
        env.digest.mix(now.nanos() ^ packet.id.0.rotate_left(40), 0x600 | u64::from(at.0) << 16);
        env.tap.trace(now, || Noticed::Delivered { flow: id, packet: packet.id, node: at, size: packet.size });
        let at_receiver = at == flow.info.to;
        if at_receiver {
            flow.stats.wire += u64::from(packet.size);
        }
        match &packet.body {
            Body::Tcp(header) => {
                env.run_tcp(&mut flow, at, |flow, now, out| {
                    if at_receiver {
                        if let Some(receiver) = &mut flow.receiver {
                            receiver.on_segment(now, header, packet.hops, out);
                        }
                    } else if let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) {
                        sender.on_segment(now, header, law, out);
                    }
                });
                let finished = flow.stats.finished.is_some();
                self.flush(at);
                if finished {
                    self.read_energy(id);
                }
            }
            Body::Udp(header) => flow.stats.delivered += u64::from(header.len),
            Body::Arp(_) => {}
        }
    }

    /// Sends what connections at `node` have made, and tells the flows which segments were lost.
    pub fn flush(&mut self, node: NodeId) {
        if !self.env.scratch.outgoing.is_empty() {
            let mut outgoing = std::mem::take(&mut self.env.scratch.outgoing);
            for packet in outgoing.drain(..) {
                self.send(node, packet);
            }
            self.env.scratch.outgoing = outgoing;
        }
        self.note_losses();
    }

    /// Tells the flows which of their segments were lost in this event.
    pub fn note_losses(&mut self) {
        if self.env.scratch.losses.is_empty() {
            return;
        }
        let mut losses = std::mem::take(&mut self.env.scratch.losses);
        for loss in losses.drain(..) {
            self.flow(loss.flow).0.losses.note(&loss);
        }
        self.env.scratch.losses = losses;
    }
}

/// The application writes what is due, and the timer is set for the next time: a datagram, or bytes for the connection.
fn write(flow: Flow, env: &mut Env) {
    let info = *flow.info;
    let payload = flow.stats.due;
    if flow.sender.is_some() {
        flow.stats.written += u64::from(payload);
        let written = flow.stats.written;
        env.run_tcp(flow, info.from, |flow, now, out| {
            if let (Some(sender), Some(law)) = (&mut flow.sender, &mut flow.law) {
                sender.supply(now, written, law, out);
            }
        });
    } else {
        let seq = flow.stats.datagrams;
        flow.stats.datagrams += 1;
        let body = Body::Udp(UdpHeader { seq, len: payload });
        env.make(info.id, info.from, info.to, payload + info.udp_header, body, seq);
    }
    if let Some(next) = flow.source.next_datagram() {
        flow.stats.due = u32::try_from(next.payload.0).unwrap_or(u32::MAX);
        env.arm_flow(flow, FlowTimer::Traffic, next.at);
    }
}
