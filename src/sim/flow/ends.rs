//! The two ends of a flow: what a connection wishes, what its application writes, what arrives.

use crate::fact::{FactId, Micros, What};
use crate::ids::{FlowId, NodeId};
use crate::kernel::outputs::Outputs;
use crate::kernel::timers::Surfaced;
use crate::packet::{Body, Packet, UdpHeader};
use crate::sim::access::{Access, Env, Flow};
use crate::sim::books::Stopped;
use crate::sim::event::{FlowTimer, SimEvent};
use crate::sim::flow::FlowInfo;
use crate::sim::tap::Noticed;
use crate::transport::tcp::{TcpEvent, TcpOutput, TcpTimer, TcpView};
use crate::units::SimTime;

impl Env<'_> {
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
            TcpOutput::Send { header, size } => self.make(flow, at, size, Body::Tcp(header), header.seq),
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

    /// A packet of the flow has arrived or is lost. A flow of datagrams that sends no more is complete with its last one.
    pub(super) fn leave_network(&mut self, flow: Flow) {
        flow.stats.inside -= 1;
        if flow.stats.closing && flow.stats.inside == 0 && flow.sender.is_none() {
            self.finish(flow);
        }
    }

    fn make(&mut self, flow: Flow, source: NodeId, size: u32, body: Body, seq: u64) {
        let now = self.clock.now();
        flow.stats.inside += 1;
        let info = flow.info;
        let (flow, destination) = (info.id, if source == info.from { info.to } else { info.from });
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
                *cause = self.fact(flow.losses.cause_of_timeout(seq), what);
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
            let counted = counted_window(flow, after);
            flow.stats.note_window(now, counted);
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

/// The window as averages count it: where ns-2 lets it drift above what may be used, the greatest window.
fn counted_window(flow: Flow, view: &TcpView) -> f64 {
    let most = flow.sender.as_ref().map_or(f64::INFINITY, |sender| f64::from(sender.config().max_window));
    view.cwnd.min(most)
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
                self.close_flow(id);
                self.read_energy(id);
            }
            FlowTimer::Traffic => {
                if flow.stats.active {
                    write(&mut flow, env);
                }
                self.flush(info.from);
            }
            FlowTimer::Rto => {
                self.explain_lateness(id);
                let (mut flow, env) = self.flow(id);
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
        // What has stopped for good stays so: its time and its bytes are counted.
        if flow.stats.active || flow.stats.closing {
            return;
        }
        env.progress.clocked += u32::from(flow.source.is_clocked());
        let again = flow.stats.started.is_some();
        flow.stats.active = true;
        if !again {
            flow.stats.started = Some(now);
            flow.stats.cwnd_since = now;
            let view = view(&mut flow);
            flow.stats.cwnd = view.map_or(0.0, |view| counted_window(&mut flow, &view));
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
        env.progress.clocked -= u32::from(flow.source.is_clocked());
        flow.timers.0[FlowTimer::Traffic as usize].disarm();
        if let Some(sender) = &mut flow.sender {
            sender.stop();
        }
        env.digest.mix(env.clock.now().nanos(), 0x501 | u64::from(id.0) << 16);
    }

    /// The source of a flow has stopped for good: what it has sent so far is all that the flow has to carry.
    fn close_flow(&mut self, id: FlowId) {
        let (mut flow, env) = self.flow(id);
        flow.stats.closing = true;
        if flow.sender.is_some() {
            let from = flow.info.from;
            env.run_tcp(&mut flow, from, |flow, _, out| {
                if let Some(sender) = &mut flow.sender {
                    sender.close_at_sent(out);
                }
            });
        } else if flow.stats.inside == 0 {
            env.finish(&mut flow);
        }
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
        env.progress.note_delivery(now);
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
            Body::Arp(_) | Body::Aodv(_) => {}
        }
        let (mut flow, env) = self.flow(id);
        env.leave_network(&mut flow);
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
        env.make(flow, info.from, payload + info.udp_header, body, seq);
    }
    if let Some(next) = flow.source.next_datagram() {
        flow.stats.due = u32::try_from(next.payload.0).unwrap_or(u32::MAX);
        env.arm_flow(flow, FlowTimer::Traffic, next.at);
    }
}
