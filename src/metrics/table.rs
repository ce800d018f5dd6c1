//! Tables for people: aligned columns, units in the heading, and a [`Summary`] as such tables.

use std::fmt::{self, Write as _};

use crate::metrics::summary::{FlowSummary, GOODPUT, NodeSummary, Summary};

/// What stands where there is no value.
pub const NONE: &str = "\u{2013}";

/// A table with aligned columns; headings that begin with `<` are set left (without the sign), others right.
#[derive(Clone, Debug, Default)]
pub struct Table {
    left: Vec<bool>,
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these headings.
    pub fn new(headings: &[&str]) -> Self {
        let left = headings.iter().map(|h| h.starts_with('<')).collect();
        let row = headings.iter().map(|h| h.trim_start_matches('<').to_owned()).collect();
        Self { left, rows: vec![row] }
    }

    /// Adds a row.
    pub fn row<S: Into<String>>(&mut self, cells: impl IntoIterator<Item = S>) {
        self.rows.push(cells.into_iter().map(Into::into).collect());
    }

    /// Whether there is nothing but the heading.
    pub fn is_empty(&self) -> bool {
        self.rows.len() < 2
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = |column: usize| self.rows.iter().filter_map(|r| r.get(column)).map(|c| c.chars().count()).max();
        let widths: Vec<usize> = (0..self.left.len()).map(|c| width(c).unwrap_or(0)).collect();
        for row in &self.rows {
            let mut line = String::new();
            for ((cell, width), left) in row.iter().zip(&widths).zip(&self.left) {
                let gap = if line.is_empty() { "" } else { "  " };
                if *left { write!(line, "{gap}{cell:<width$}")? } else { write!(line, "{gap}{cell:>width$}")? }
            }
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// `value` with `digits` after the point, or a dash.
pub fn number(value: Option<f64>, digits: usize) -> String {
    value.map_or_else(|| NONE.to_owned(), |v| format!("{v:.digits$}"))
}

/// The summary of a run as text, for standard output.
pub fn summary(s: &Summary) -> String {
    let mut parts = vec![format!(
        "{}  seed {}  {} s simulated ({})  {} events in {:.2} s\ndigest {}  version {}\n",
        s.scenario, s.seed, s.sim_seconds, s.stopped, s.events, s.wall_seconds, s.digest, s.version
    )];
    if !s.flows.is_empty() {
        parts.push(format!("{GOODPUT}\n{}", flows(&s.flows)));
    }
    if s.flows.iter().any(|f| f.energy.total_joules_per_bit.is_some()) {
        let energy = flow_energy(&s.flows);
        parts.push(format!("energy per bit of goodput at the measured node, {} scope\n{energy}", s.energy.scope));
    }
    let radios: Vec<&NodeSummary> = s.nodes.iter().filter(|n| n.joules.total > 0.0).collect();
    if !radios.is_empty() {
        let kept = radios.len().min(MOST_NODES);
        let more = radios.len() - kept;
        let rest = if more > 0 { format!("... and {more} more nodes (--json has all)\n") } else { String::new() };
        parts.push(format!("energy, time and MAC by node\n{}{rest}", nodes(&radios[..kept])));
    }
    parts.push(packets(s));
    parts.join("\n")
}

/// Nodes that the table shows; a longer one is for programs.
const MOST_NODES: usize = 32;

fn packets(s: &Summary) -> String {
    let p = &s.packets;
    let lost = p.dropped.total();
    let reasons: Vec<String> = p.dropped.iter().filter(|(_, n)| *n > 0).map(|(r, n)| format!("{n} {r}")).collect();
    let reasons = if reasons.is_empty() { String::new() } else { format!(" ({})", reasons.join(", ")) };
    let mut lines = vec![
        format!(
            "packets: {} sent = {} delivered + {} in flight + {lost} dropped{reasons}",
            p.sent, p.delivered, p.in_flight
        ),
        format!("fairness of goodputs (Jain) {}", number(s.jain_index, 4)),
    ];
    if s.energy.network_joules > 0.0 {
        let per_bit = micro(s.energy.network_joules_per_bit);
        lines.push(format!("energy of all nodes {:.3} J, {per_bit} uJ/bit", s.energy.network_joules));
    }
    lines.join("\n") + "\n"
}

fn micro(joules_per_bit: Option<f64>) -> String {
    number(joules_per_bit.map(|j| j * 1e6), 3)
}

fn flows(flows: &[FlowSummary]) -> Table {
    let mut table = Table::new(&[
        "<flow",
        "<law",
        "start s",
        "finish s",
        "goodput kb/s",
        "delivered B",
        "sent",
        "resent",
        "timeouts",
        "fast rtx",
        "RTT ms",
        "cwnd seg",
    ]);
    for f in flows {
        table.row([
            f.name.clone(),
            f.controller.clone().unwrap_or_else(|| f.transport.to_owned()),
            format!("{:.3}", f.start_s),
            number(f.finish_s, 3),
            format!("{:.1}", f.goodput_bps / 1000.0),
            f.delivered_bytes.to_string(),
            f.segments_sent.to_string(),
            f.retransmissions.to_string(),
            f.timeouts.to_string(),
            f.fast_retransmits.to_string(),
            number(f.rtt_mean_s.map(|s| s * 1000.0), 1),
            number(f.cwnd_mean_segments, 2),
        ]);
    }
    table
}

fn flow_energy(flows: &[FlowSummary]) -> Table {
    let mut table = Table::new(&["<flow", "<measured", "total uJ/bit", "idealized uJ/bit", "with sleep uJ/bit"]);
    for f in flows {
        let e = &f.energy;
        table.row([
            f.name.clone(),
            e.measured.to_owned(),
            micro(e.total_joules_per_bit),
            micro(e.idealized_joules_per_bit),
            micro(e.sleep_joules_per_bit),
        ]);
    }
    table
}

fn nodes(nodes: &[&NodeSummary]) -> Table {
    let mut table = Table::new(&[
        "<node",
        "total J",
        "transmit J",
        "receive J",
        "idle J",
        "sleep J",
        "transmit s",
        "receive s",
        "idle s",
        "RTS",
        "DATA",
        "retries",
        "retry drops",
        "collisions",
        "queue drops",
    ]);
    for n in nodes {
        let joules = [n.joules.total, n.joules.transmit, n.joules.receive, n.joules.idle, n.joules.sleep];
        let seconds = [n.state_seconds.transmit, n.state_seconds.receive, n.state_seconds.idle];
        let counts =
            [n.mac.rts_sent, n.mac.data_sent, n.mac.retries, n.mac.retry_drops, n.mac.collisions, n.queue_drops];
        let measured = joules.iter().chain(&seconds).map(|v| format!("{v:.3}"));
        let counted = counts.iter().map(u64::to_string);
        table.row(std::iter::once(n.name.clone()).chain(measured).chain(counted));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::metrics::summary::{FlowReport, Report};
    use crate::units::{Bytes, SimTime};

    #[test]
    fn columns_line_up() {
        let mut table = Table::new(&["<name", "J"]);
        table.row(["n0", "40.5"]);
        table.row(["relay", "7"]);
        assert_eq!(table.to_string(), "name      J\nn0     40.5\nrelay     7\n");
    }

    #[test]
    fn the_formula_stands_above_the_goodputs() {
        let flow = FlowReport { name: "ftp".into(), delivered: Bytes(100_000), ..FlowReport::default() };
        let report = Report { end: SimTime::from_secs_f64(2.0), flows: vec![flow], ..Report::default() };
        let text = summary(&report.into());
        assert!(text.contains(GOODPUT) && text.contains("400.0"), "{text}");
    }
}
