//! The report of a run, schema `hopscope.run/1`: field names and their order are a contract with scripts.
//!
//! In comes a [`Report`]: what was counted. Out comes a [`Summary`]: that and what follows from it. Definitions:
//!
//! - goodput: payload delivered in order to the receiving application, first byte to last, times 8, over the time from the
//!   flow's start to its finish, or to the end of the run ([`GOODPUT`] prints it). Headers and retransmissions don't count.
//! - Jain's index of the goodputs x of n flows: `(sum x)^2 / (n sum x^2)` (Jain, Chiu, Hawe 1984); none if nothing arrived.
//! - energy per bit, of the measured node from the flow's start to its finish, by bits of goodput (spec/energy.md 4): *total* is
//!   all of it, *idealized* leaves idle time out, *sleep* puts the radio to sleep in idle time.

use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::energy::meter::{ConnectionEnergy, joules_per_bit};
use crate::fact::DropReason;
use crate::units::{BitRate, Bytes, SimTime};

/// The schema's name.
pub const SCHEMA: &str = "hopscope.run/1";

/// The formula of goodput, for the heading of every table that shows it.
pub const GOODPUT: &str = "goodput = payload bytes delivered in order x 8 / (finish or end of run - start)";

/// What a run counted: the input of a [`Summary`].
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The scenario's file name.
    pub scenario: String,
    /// SHA-256 of the scenario as it was run, in hexadecimal digits.
    pub scenario_sha256: String,
    /// The seed.
    pub seed: u64,
    /// When the run ended.
    pub end: SimTime,
    /// Why it ended: `duration`, `all flows complete`, `stalled`, `interrupted` ...
    pub stopped: String,
    /// The digest, as it is printed.
    pub digest: String,
    /// Events carried out.
    pub events: u64,
    /// Time that it took, in seconds of the wall clock; nobody but the command line knows it.
    pub wall_seconds: f64,
    /// The flows in scenario order.
    pub flows: Vec<FlowReport>,
    /// The nodes in scenario order.
    pub nodes: Vec<NodeSummary>,
    /// The wired links in scenario order, a direction each.
    pub links: Vec<LinkSummary>,
    /// Fates of all packets.
    pub packets: Packets,
    /// What counts as consumption: `radio` or `system`.
    pub scope: &'static str,
    /// Energy of all nodes by what it was spent on.
    pub joules_by_class: ClassJoules,
}

/// What was counted of a flow.
#[derive(Clone, Debug, Default)]
pub struct FlowReport {
    /// Its name.
    pub name: String,
    /// `tcp`, `udp`, `tfrc` ...
    pub transport: &'static str,
    /// The window or rate law, if there is one.
    pub controller: Option<String>,
    /// The sending node.
    pub source: u32,
    /// The receiving node.
    pub sink: u32,
    /// When it started.
    pub start: SimTime,
    /// When its last byte was delivered or it was stopped for good.
    pub finish: Option<SimTime>,
    /// Payload delivered in order.
    pub delivered: Bytes,
    /// Segments, the SYN included sent, each time counted.
    pub segments_sent: u64,
    /// Of these, not for the first time.
    pub retransmissions: u64,
    /// Expiries of the retransmission timer.
    pub timeouts: u64,
    /// Recoveries that duplicate acknowledgements began.
    pub fast_retransmits: u64,
    /// Mean of the samples of the round-trip time, in seconds.
    pub rtt_mean_s: Option<f64>,
    /// Mean of the window over time, in segments.
    pub cwnd_mean_segments: Option<f64>,
    /// TFRC's loss event rate at the end.
    pub loss_event_rate: Option<f64>,
    /// Whose energy: `source`, `sink`, `path`, `network`.
    pub measured: &'static str,
    /// Energy of the measured node over the flow's time; `None` if it has no radio.
    pub energy: Option<ConnectionEnergy>,
}

/// The report of a run: what `run --json` prints.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the schema in docs and interfaces describes each field")]
pub struct Summary {
    pub schema: &'static str,
    pub version: &'static str,
    pub scenario: String,
    pub scenario_sha256: String,
    pub seed: u64,
    pub sim_seconds: f64,
    pub stopped: String,
    pub digest: String,
    pub events: u64,
    pub wall_seconds: f64,
    pub events_per_second: f64,
    pub flows: Vec<FlowSummary>,
    pub nodes: Vec<NodeSummary>,
    pub links: Vec<LinkSummary>,
    pub jain_index: Option<f64>,
    pub packets: Packets,
    pub energy: NetworkEnergy,
    pub joules_by_class: ClassJoules,
}

/// A flow in the report.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field; see FlowReport")]
pub struct FlowSummary {
    pub name: String,
    pub transport: &'static str,
    pub controller: Option<String>,
    pub source: u32,
    pub sink: u32,
    pub start_s: f64,
    pub finish_s: Option<f64>,
    pub delivered_bytes: u64,
    pub goodput_bps: f64,
    pub segments_sent: u64,
    pub retransmissions: u64,
    pub timeouts: u64,
    pub fast_retransmits: u64,
    pub rtt_mean_s: Option<f64>,
    pub cwnd_mean_segments: Option<f64>,
    pub loss_event_rate: Option<f64>,
    pub energy: FlowEnergySummary,
}

/// A flow's energy in the report; the figures are absent where nothing was delivered.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field; see the module's documentation")]
pub struct FlowEnergySummary {
    pub measured: &'static str,
    pub scope: &'static str,
    pub total_joules_per_bit: Option<f64>,
    pub idealized_joules_per_bit: Option<f64>,
    pub sleep_joules_per_bit: Option<f64>,
}

/// A node in the report.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct NodeSummary {
    pub id: u32,
    pub name: String,
    pub joules: NodeJoules,
    pub state_seconds: StateSeconds,
    pub mac: MacCounts,
    pub queue_drops: u64,
    pub route_failures: u64,
    pub routing: RoutingCounts,
}

/// What a node's routing did; all zero where routes are static, except failures.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field; see `NodeCounters`")]
pub struct RoutingCounts {
    pub false_link_failures: u64,
    pub floods: u64,
    pub errors_sent: u64,
    pub frames_sent: u64,
}

/// A node's energy by radio state, and its processor's.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct NodeJoules {
    pub total: f64,
    pub transmit: f64,
    pub receive: f64,
    pub idle: f64,
    pub sleep: f64,
    pub transition: f64,
    pub cpu: f64,
}

impl NodeJoules {
    /// The same with `total` as the sum of the parts.
    #[must_use]
    pub fn summed(self) -> Self {
        let radio = self.transmit + self.receive + self.idle + self.sleep + self.transition;
        Self { total: radio + self.cpu, ..self }
    }
}

/// How long a radio was in each state.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct StateSeconds {
    pub transmit: f64,
    pub receive: f64,
    pub idle: f64,
    pub sleep: f64,
    pub transition: f64,
    pub off: f64,
}

/// What a MAC counted.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct MacCounts {
    pub rts_sent: u64,
    pub data_sent: u64,
    pub retries: u64,
    pub retry_drops: u64,
    pub collisions: u64,
}

/// One direction of a wired link in the report.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct LinkSummary {
    pub id: u32,
    pub from: u32,
    pub to: u32,
    pub queue_peak_packets: u64,
    pub packets_inside: u64,
}

/// What became of all packets: sent = delivered + in flight + dropped.
#[derive(Clone, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct Packets {
    pub sent: u64,
    pub delivered: u64,
    pub in_flight: u64,
    pub dropped: Drops,
}

/// Dropped packets by reason. All reasons are printed: first the three that every wireless run has, then the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Drops([u64; DropReason::ALL.len()]);

impl Drops {
    /// From counts in the order of [`DropReason::ALL`].
    pub const fn new(counts: [u64; DropReason::ALL.len()]) -> Self {
        Self(counts)
    }

    /// Reasons and counts in the order of the schema.
    pub fn iter(&self) -> impl Iterator<Item = (DropReason, u64)> + '_ {
        const FIRST: [DropReason; 3] = [DropReason::RetryLimit, DropReason::QueueFull, DropReason::NoRoute];
        let others = DropReason::ALL.into_iter().filter(|r| !FIRST.contains(r));
        FIRST.into_iter().chain(others).map(|reason| (reason, self.0[reason as usize]))
    }

    /// All of them.
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }
}

impl Serialize for Drops {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (reason, count) in self.iter() {
            map.serialize_entry(reason.name(), &count)?;
        }
        map.end()
    }
}

/// Energy of all nodes over the whole run.
#[derive(Clone, Debug, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct NetworkEnergy {
    pub scope: &'static str,
    pub network_joules: f64,
    pub network_joules_per_bit: Option<f64>,
}

/// Energy of all nodes by what it was spent on, in joules.
#[derive(Clone, Copy, Debug, Default, Serialize)]
#[expect(missing_docs, reason = "the schema describes each field")]
pub struct ClassJoules {
    pub collided: f64,
    pub overheard: f64,
    pub mac_control: f64,
    pub routing: f64,
    pub mac_retry: f64,
    pub tcp_retransmission: f64,
    pub tcp_ack: f64,
    pub data_first: f64,
    pub unattributed: f64,
    pub idle: f64,
    pub sleep: f64,
    pub transition: f64,
    pub off: f64,
}

impl From<Report> for Summary {
    fn from(report: Report) -> Self {
        let flows: Vec<_> = report.flows.into_iter().map(|f| flow(f, report.end, report.scope)).collect();
        let goodputs: Vec<f64> = flows.iter().map(|f| f.goodput_bps).collect();
        let bits = flows.iter().map(|f| f.delivered_bytes * 8).sum();
        let joules = report.nodes.iter().map(|n| n.joules.total).sum();
        let wall = report.wall_seconds;
        Self {
            schema: SCHEMA,
            version: env!("CARGO_PKG_VERSION"),
            scenario: report.scenario,
            scenario_sha256: report.scenario_sha256,
            seed: report.seed,
            sim_seconds: report.end.secs_f64(),
            stopped: report.stopped,
            digest: report.digest,
            events: report.events,
            wall_seconds: wall,
            events_per_second: if wall > 0.0 { report.events as f64 / wall } else { 0.0 },
            jain_index: jain(&goodputs),
            packets: report.packets,
            energy: NetworkEnergy {
                scope: report.scope,
                network_joules: joules,
                network_joules_per_bit: per_bit(joules, bits),
            },
            flows,
            nodes: report.nodes,
            links: report.links,
            joules_by_class: report.joules_by_class,
        }
    }
}

fn flow(f: FlowReport, end: SimTime, scope: &'static str) -> FlowSummary {
    let bits = f.delivered.bits();
    FlowSummary {
        goodput_bps: goodput(f.delivered, f.start, f.finish.unwrap_or(end)),
        name: f.name,
        transport: f.transport,
        controller: f.controller,
        source: f.source,
        sink: f.sink,
        start_s: f.start.secs_f64(),
        finish_s: f.finish.map(SimTime::secs_f64),
        delivered_bytes: f.delivered.0,
        segments_sent: f.segments_sent,
        retransmissions: f.retransmissions,
        timeouts: f.timeouts,
        fast_retransmits: f.fast_retransmits,
        rtt_mean_s: f.rtt_mean_s,
        cwnd_mean_segments: f.cwnd_mean_segments,
        loss_event_rate: f.loss_event_rate,
        energy: FlowEnergySummary {
            measured: f.measured,
            scope,
            total_joules_per_bit: f.energy.and_then(|e| joules_per_bit(e.total, bits)),
            idealized_joules_per_bit: f.energy.and_then(|e| joules_per_bit(e.idealized, bits)),
            sleep_joules_per_bit: f.energy.and_then(|e| joules_per_bit(e.sleep, bits)),
        },
    }
}

/// Payload bits delivered in order per second from `start` to `end`; zero over no time.
pub fn goodput(delivered: Bytes, start: SimTime, end: SimTime) -> f64 {
    BitRate::mean(delivered, end.since(start))
}

/// Jain's fairness index; `None` if all are zero or there is none.
pub fn jain(rates: &[f64]) -> Option<f64> {
    let sum: f64 = rates.iter().sum();
    let squares: f64 = rates.iter().map(|x| x * x).sum();
    (squares > 0.0).then(|| sum * sum / (rates.len() as f64 * squares))
}

fn per_bit(joules: f64, bits: u64) -> Option<f64> {
    (bits > 0).then(|| joules / bits as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::SimDuration;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() <= 1e-12 * b.abs()
    }

    /// Case R8: 100 segments of 1000 B in 2 s are 400 kb/s, whatever was sent again and however long the headers.
    #[test]
    fn goodput_excludes_headers_and_retransmissions() {
        let flow = FlowReport {
            start: SimTime::from_secs_f64(1.0),
            finish: Some(SimTime::from_secs_f64(3.0)),
            delivered: Bytes(100 * 1000),
            segments_sent: 117,
            retransmissions: 17,
            ..FlowReport::default()
        };
        let run = |end: f64, finish| {
            let flows = vec![FlowReport { finish, ..flow.clone() }];
            Summary::from(Report { end: SimTime::from_secs_f64(end), flows, ..Report::default() })
        };
        assert!(
            close(run(50.0, flow.finish).flows[0].goodput_bps, 400_000.0),
            "to the finish, not to the end of the run"
        );
        assert!(close(run(5.0, None).flows[0].goodput_bps, 200_000.0), "to the end of the run while not finished");
        assert!(run(0.5, None).flows[0].goodput_bps == 0.0, "not started yet");
    }

    /// spec/energy.md 4, `wavelan_singh` at 2 Mb/s and 100 kb/s goodput: 8.149, 0.739, 1.214 uJ/bit. In one second 0.05 s at
    /// 1.478 W and 0.95 s idle at 0.780 W.
    #[test]
    fn energy_per_bit_agrees_with_the_table() {
        let nj = |nanojoules: u128| nanojoules * 1_000_000_000;
        let sent = 1_478_000_000 / 20;
        let energy = ConnectionEnergy {
            total: nj(sent + 780_000_000 / 20 * 19),
            idealized: nj(sent),
            sleep: nj(sent + 50_000_000 / 20 * 19),
        };
        let f = FlowReport { delivered: Bytes(12_500), energy: Some(energy), ..FlowReport::default() };
        let e = flow(f, SimTime::ZERO + SimDuration::from_secs(1), "radio").energy;
        let micro = |x: Option<f64>| format!("{:.3}", x.unwrap() * 1e6);
        let all = [e.total_joules_per_bit, e.idealized_joules_per_bit, e.sleep_joules_per_bit].map(micro);
        assert_eq!(all, ["8.149", "0.739", "1.214"]);
        let nothing = flow(FlowReport::default(), SimTime::ZERO, "radio").energy;
        assert_eq!(nothing.total_joules_per_bit, None);
    }

    /// By hand: (1 + 3)^2 / (2 (1 + 9)) = 0.8; one that takes all of n is 1/n.
    #[test]
    fn jain_by_hand() {
        assert_eq!(jain(&[1.0, 3.0]), Some(0.8));
        assert_eq!(jain(&[5.0, 5.0, 5.0]), Some(1.0));
        assert_eq!(jain(&[0.0, 7.0, 0.0, 0.0]), Some(0.25));
        assert_eq!((jain(&[]), jain(&[0.0])), (None, None));
    }

    #[test]
    fn node_and_network_add_up() {
        let joules = NodeJoules { transmit: 2.0, receive: 3.0, idle: 35.0, cpu: 0.5, ..NodeJoules::default() }.summed();
        assert!(close(joules.total, 40.5));
        let node = NodeSummary { joules, ..NodeSummary::default() };
        let flows = vec![FlowReport { delivered: Bytes(1000), ..FlowReport::default() }; 2];
        let summary = Summary::from(Report { nodes: vec![node.clone(), node], flows, ..Report::default() });
        assert!(close(summary.energy.network_joules, 81.0));
        assert!(close(summary.energy.network_joules_per_bit.unwrap(), 81.0 / 16_000.0));
    }
}
