//! The sender: sequence numbers, the window test, the retransmission timer, and the clockwork between them.
//!
//! The window law is passed in, because it is a component of its own. For one input the sender first brings its state up to date,
//! then sends what has to be sent again, then what the window allows; outputs come in that order, and an event of the journal
//! before the segments that it causes.
//!
//! Sources: RFC 5681, RFC 6298 section 5, RFC 3042; spec/transport.md 1.1, 2.5 and 2.12.

mod control;
mod transmit;

use super::config::TcpConfig;
use super::output::{Phase, SenderCounters, TcpEvent, TcpOutput, TcpTimer, TcpView};
use super::rtt::RttClock;
use crate::congestion::{AckInfo, Algorithm};
use crate::kernel::outputs::Outputs;
use crate::packet::TcpHeader;
use crate::recovery::{Counting, Engine, Flight, Reaction, Sending, Turn};
use crate::units::{SimDuration, SimTime};

/// The sequence number of the first payload byte; the SYN takes the number before it.
const FIRST_PAYLOAD: u64 = 1;

/// How far the connection has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Idle,
    SynSent { lost: bool },
    Established,
    Finished,
}

/// The sending end of a connection.
#[derive(Clone, Debug, bevy_ecs::component::Component)]
pub struct TcpSender {
    config: TcpConfig,
    stage: Stage,
    engine: Engine,
    rtt: RttClock,
    /// First byte not acknowledged.
    una: u64,
    /// Next byte to send.
    nxt: u64,
    /// One above the highest byte ever sent.
    max: u64,
    /// One above the last byte that the application has supplied.
    supplied: u64,
    /// The application supplies no more.
    closed: bool,
    /// Nothing new is sent.
    stopped: bool,
    /// What the receiver can take beyond `una`, in bytes.
    receiver_window: u64,
    /// Outstanding bytes that limited transmit sent beyond the window.
    beyond_window: u64,
    /// The congestion window, and nothing else, held data back when data was last sent: it may grow.
    held_by_window: bool,
    timer_armed: bool,
    last_sent: SimTime,
    counters: SenderCounters,
    path_hops: Option<u8>,
}

impl TcpSender {
    /// A sender that waits for [`TcpSender::on_start`]. `clock_phase` is how far its clock is into a tick at the start of the run:
    /// uniform in `0..config.clock_granularity`, and of effect in preset Ns2 only.
    pub fn new(config: &TcpConfig, clock_phase: SimDuration) -> Self {
        Self {
            stage: Stage::Idle,
            engine: Engine::new(config.recovery, config.recovery_rules(config.recovery)),
            rtt: RttClock::new(config, clock_phase),
            una: 0,
            nxt: 0,
            max: 0,
            supplied: FIRST_PAYLOAD,
            closed: false,
            stopped: false,
            receiver_window: u64::from(config.max_window) * u64::from(config.segment),
            beyond_window: 0,
            held_by_window: false,
            timer_armed: false,
            last_sent: SimTime::ZERO,
            counters: SenderCounters::default(),
            path_hops: None,
            config: config.clone(),
        }
    }

    /// The application opens the connection.
    pub fn on_start(&mut self, now: SimTime, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        if self.stage != Stage::Idle {
            return;
        }
        if self.config.handshake {
            self.stage = Stage::SynSent { lost: false };
            self.send_syn(now, out);
        } else {
            (self.una, self.nxt, self.max) = (FIRST_PAYLOAD, FIRST_PAYLOAD, FIRST_PAYLOAD);
            self.establish(now, law, out);
        }
    }

    /// The application may send `total` payload bytes in all so far (`u64::MAX`: without end). It can only become more.
    pub fn supply(&mut self, now: SimTime, total: u64, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.supplied = self.supplied.max(total.saturating_add(FIRST_PAYLOAD));
        self.resume_sending(now, law, out);
    }

    /// The application has supplied everything: once that is acknowledged, the connection reports [`TcpOutput::Finished`].
    pub fn close(&mut self, out: &mut Outputs<TcpOutput>) {
        self.closed = true;
        self.finish_if_done(out);
    }

    /// The application supplies no more than has been sent so far.
    pub fn close_at_sent(&mut self, out: &mut Outputs<TcpOutput>) {
        self.supplied = self.max.max(FIRST_PAYLOAD);
        self.close(out);
    }

    /// An acknowledgement arrived.
    pub fn on_segment(&mut self, now: SimTime, header: &TcpHeader, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        if !header.flags.ack || header.ack > self.max || self.stage == Stage::Idle {
            return;
        }
        self.counters.acks += 1;
        if let Stage::SynSent { .. } = self.stage {
            if header.ack >= FIRST_PAYLOAD {
                self.on_syn_ack(now, header, law, out);
            }
            return;
        }
        let same_window = self.receiver_window == u64::from(header.window);
        if header.ack >= self.una {
            self.receiver_window = u64::from(header.window);
        }
        if header.ack > self.una {
            self.on_new_ack(now, header, law, out);
        } else if header.ack == self.una && self.max > self.una && same_window && header.is_bare_ack() {
            self.on_dup_ack(now, header, law, out);
        } else {
            self.send(now, self.engine.share(), law, out);
        }
    }

    /// A timer expired.
    pub fn on_timer(&mut self, now: SimTime, timer: TcpTimer, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        if timer != TcpTimer::Rto || !self.timer_armed {
            return;
        }
        self.timer_armed = false;
        if self.una == self.max {
            return;
        }
        self.counters.timeouts += 1;
        let expired = self.rtt.rto();
        // RFC 5681 3.1: the flight counts before anything is taken back.
        let flight = self.flight();
        match &mut self.stage {
            Stage::SynSent { lost } if !self.engine.rules().lost_syn_cuts => *lost = true,
            _ => self.engine.on_rto(law, &flight, now),
        }
        self.rtt.on_timeout();
        out.push(TcpOutput::Event(TcpEvent::Timeout { seq: self.una, rto: expired, backoff: self.rtt.backoff() }));
        self.beyond_window = 0;
        self.arm(now, out);
        if let Stage::SynSent { .. } = self.stage {
            self.send_syn(now, out);
            return;
        }
        self.nxt = self.una;
        self.send(now, Sending::Window, law, out);
    }

    /// What the sender is at this instant.
    pub fn view(&self, law: &Algorithm) -> TcpView {
        let shown = if self.engine.rules().shows_inflation { self.engine.inflation() } else { 0.0 };
        TcpView {
            cwnd: law.window() + shown,
            window: self.window(law, 0.0),
            ssthresh: law.ssthresh(),
            phase: self.phase(law),
            dupacks: self.engine.dupacks(),
            snd_una: self.una,
            snd_nxt: self.nxt,
            snd_max: self.max,
            in_flight: self.max - self.una,
            srtt: self.rtt.srtt(),
            rttvar: self.rtt.rttvar(),
            rto: self.rtt.rto(),
            backoff: self.rtt.backoff(),
        }
    }

    /// What the sender is doing.
    pub fn phase(&self, law: &Algorithm) -> Phase {
        match self.stage {
            Stage::Idle => Phase::Idle,
            Stage::SynSent { .. } => Phase::Connecting,
            Stage::Finished => Phase::Finished,
            Stage::Established if self.engine.in_recovery() => Phase::FastRecovery,
            Stage::Established if law.window() < law.ssthresh() => Phase::SlowStart,
            Stage::Established => Phase::CongestionAvoidance,
        }
    }

    /// What it has done so far.
    pub const fn counters(&self) -> &SenderCounters {
        &self.counters
    }

    /// The parameters in force.
    pub const fn config(&self) -> &TcpConfig {
        &self.config
    }

    fn on_syn_ack(&mut self, now: SimTime, header: &TcpHeader, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.receiver_window = u64::from(header.window);
        self.una = FIRST_PAYLOAD;
        self.sample(FIRST_PAYLOAD, now, false, out);
        self.timer_armed = false;
        self.establish(now, law, out);
        self.disarm_if_idle(out);
    }

    fn establish(&mut self, now: SimTime, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        // RFC 5681 3.1: after a lost SYN the initial window is one segment.
        let lost = self.stage == Stage::SynSent { lost: true };
        self.stage = Stage::Established;
        law.open(if lost { 1.0 } else { f64::from(self.config.initial_window) });
        self.last_sent = now;
        out.push(TcpOutput::Event(TcpEvent::Established));
        self.send(now, Sending::Window, law, out);
        self.finish_if_done(out);
    }

    fn on_new_ack(&mut self, now: SimTime, header: &TcpHeader, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        let acked_bytes = header.ack - self.una;
        let acked = self.segments(acked_bytes);
        let rtt = self.sample(header.ack, now, self.engine.is_partial(header.ack), out);
        let mut info = AckInfo { rtt, acked, app_limited: !self.held_by_window, ..self.ack_info(now, header) };
        if self.engine.rules().counting == Counting::Packets {
            info = AckInfo { acked: 1.0, app_limited: false, ..info };
        }
        self.una = header.ack;
        self.nxt = self.nxt.max(header.ack);
        self.beyond_window = 0;
        self.counters.bytes_acked += acked_bytes;
        let flight = self.flight();
        let reaction = self.engine.on_new_ack(law, &flight, acked, &info);
        self.carry_out(now, reaction, law, out);
        self.disarm_if_idle(out);
        self.finish_if_done(out);
    }

    fn on_dup_ack(&mut self, now: SimTime, header: &TcpHeader, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.counters.dup_acks += 1;
        let (flight, info) = (self.flight(), self.ack_info(now, header));
        let reaction = self.engine.on_dup_ack(law, &flight, &info);
        self.carry_out(now, reaction, law, out);
    }

    fn carry_out(&mut self, now: SimTime, reaction: Reaction, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        match reaction.turn {
            Some(Turn::ThirdDupAck) => {
                self.counters.fast_retransmits += 1;
                self.rtt.on_fast_retransmit();
                out.push(TcpOutput::Event(TcpEvent::ThirdDupAck { seq: self.una }));
            }
            Some(Turn::PartialAck) => {
                self.counters.partial_acks += 1;
                out.push(TcpOutput::Event(TcpEvent::PartialAck { seq: self.una }));
            }
            Some(Turn::Exit) => out.push(TcpOutput::Event(TcpEvent::RecoveryExit)),
            None => {}
        }
        if reaction.rewind {
            self.nxt = self.una;
        }
        if reaction.restart_timer {
            self.timer_armed = false;
            if self.una < self.max {
                self.arm(now, out);
            }
        }
        if reaction.retransmit {
            self.retransmit_first(now, out);
        }
        self.send(now, reaction.send, law, out);
    }

    fn sample(&mut self, ack: u64, now: SimTime, partial: bool, out: &mut Outputs<TcpOutput>) -> Option<SimDuration> {
        let rtt = self.rtt.on_ack(ack, now, partial)?;
        out.push(TcpOutput::Event(TcpEvent::RttSample { rtt }));
        Some(rtt)
    }

    /// What the law is told about `header` if it acknowledges nothing new.
    fn ack_info(&self, now: SimTime, header: &TcpHeader) -> AckInfo {
        AckInfo {
            now,
            ack: header.ack,
            acked: 0.0,
            rtt: None,
            flight_before: self.segments(self.max - self.una),
            app_limited: false,
            hops: header.hops_echo,
        }
    }

    fn flight(&self) -> Flight {
        Flight {
            una: self.una,
            max: self.max,
            size: self.segments(self.max - self.una - self.beyond_window),
            receiver: f64::from(self.config.max_window).min(self.segments(self.receiver_window)),
            first_segment: self.una == FIRST_PAYLOAD,
        }
    }

    fn finish_if_done(&mut self, out: &mut Outputs<TcpOutput>) {
        if self.closed && self.stage == Stage::Established && self.una == self.supplied {
            self.stage = Stage::Finished;
            out.push(TcpOutput::Finished);
        }
    }

    fn segments(&self, bytes: u64) -> f64 {
        bytes as f64 / f64::from(self.config.segment)
    }
}
