//! A bulk transfer over a chain: one point of ns-2's table of chains, run here, and found there.

use super::parallel;
use super::run::{FlowResult, MacResult, SEGMENT, bulk, configured, measure};
use super::stats::Sample;
use super::table::{Measured, Row, Rule};

/// One flow, and what all stations came to.
pub(super) type Result = (FlowResult, MacResult);

/// One point of the table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Point {
    /// As Hopscope and as ns-2 spells it.
    pub(super) routing: (&'static str, &'static str),
    pub(super) hops: u32,
    pub(super) window: u32,
    pub(super) variant: (&'static str, &'static str),
    /// Payload of a segment in bytes.
    pub(super) segment: u64,
    pub(super) rts: bool,
}

pub(super) const STATIC: (&str, &str) = ("Static", "STATIC");
pub(super) const AODV: (&str, &str) = ("Aodv", "AODV");

/// The variants that both have, as Hopscope and as ns-2 spells them.
pub(super) const VARIANTS: [(&str, &str); 3] = [("NewReno", "Newreno"), ("Reno", "Reno"), ("Tahoe", "Tahoe")];

impl Point {
    /// The usual one: NewReno, full segments, RTS.
    pub(super) const fn new(routing: (&'static str, &'static str), hops: u32, window: u32) -> Self {
        Self { routing, hops, window, variant: VARIANTS[0], segment: SEGMENT, rts: true }
    }

    fn run(&self, seed: u64) -> Result {
        let Self { hops, window, segment, .. } = *self;
        let (flow, script) = bulk(seed, 0, (0, hops), self.variant.0, window);
        let flow = flow.replace(&format!("\"{SEGMENT} B\""), &format!("\"{segment} B\""));
        let topology = format!("Chain(hops: {hops}, spacing: \"200 m\")");
        let (mut flows, mac) = measure(configured(self.routing.0, self.rts, &topology, seed, &flow, &script), window);
        (flows.remove(0), mac)
    }

    /// What ns-2 measured of it, in its table of runs or in the summary.
    pub(super) fn measured(&self, table: &Measured, column: &str, is_summary: bool) -> Sample {
        let numbers = [u64::from(self.hops), u64::from(self.window), self.segment].map(|number| number.to_string());
        let filter = [
            ("routing", self.routing.1),
            ("hops", &*numbers[0]),
            ("window", &*numbers[1]),
            ("pkt", &*numbers[2]),
            ("variant", self.variant.1),
            ("rts", if self.rts { "on" } else { "off" }),
        ];
        if is_summary { table.summary(&filter, column) } else { table.runs(&filter, column) }
    }

    /// The point in words.
    pub(super) fn label(&self) -> String {
        let Self { hops, window, segment, .. } = self;
        let segment = if *segment == SEGMENT { String::new() } else { format!(", {segment} B") };
        let rts = if self.rts { "" } else { ", no RTS" };
        format!("{hops} hops, {} w {window}{segment}{rts}", self.variant.0)
    }

    /// A row of the table of ns-2's runs.
    pub(super) fn row(&self, measured: &Measured, results: &[Result], (what, column, ours): Column, rule: Rule) -> Row {
        let values: Vec<f64> = results.iter().map(ours).collect();
        let theirs = self.measured(measured, column, false);
        Row { point: self.label(), what, ours: Sample::of(&values), theirs, rule }
    }
}

/// All points with so many seeds each, side by side.
pub(super) fn run_all(points: &[(Point, u64)]) -> Vec<Vec<Result>> {
    let jobs: Vec<(Point, u64)> =
        points.iter().flat_map(|(point, seeds)| (1..=*seeds).map(|seed| (*point, seed))).collect();
    let mut results = parallel::map(&jobs, |(point, seed)| point.run(*seed)).into_iter();
    points.iter().map(|(_, seeds)| results.by_ref().take(usize::try_from(*seeds).unwrap()).collect()).collect()
}

/// A column of the measurements: in words, as ns-2's table calls it, and where we have it.
pub(super) type Column = (&'static str, &'static str, fn(&Result) -> f64);

pub(super) const GOODPUT: Column = ("goodput", "goodput_kbps", |(flow, _)| flow.goodput_kbps);
pub(super) const RTS: Column = ("mac_rts", "mac_rts", |(_, mac)| mac.rts);
pub(super) const COLLISIONS: Column = ("col", "col", |(_, mac)| mac.collisions);
pub(super) const GIVEN_UP: Column = ("ret_rts", "ret_rts", |(_, mac)| mac.given_up);

/// What a sender came to besides.
pub(super) const SENDER: [Column; 4] = [
    ("retx", "retx", |(flow, _)| flow.retransmissions),
    ("timeouts", "timeouts", |(flow, _)| flow.timeouts),
    ("cwnd", "cwnd", |(flow, _)| flow.cwnd),
    ("rtt ms", "rtt_ms", |(flow, _)| flow.rtt_ms),
];
