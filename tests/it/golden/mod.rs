//! Golden traces: under preset Ns2 a connection does, event by event, what ns-2.35 did on the same path.
//!
//! The traces and the meaning of their columns are described in `tests/reference/README.md`; Vegas and SACK come with their models.

mod dumbbell;

use std::fmt::Write as _;
use std::fs;

use dumbbell::{Dumbbell, Row, Topology, Totals};
use hopscope::recovery::Kind;
use hopscope::units::{SimDuration, SimTime};

const REFERENCE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference");

/// The engines as the file names spell them.
const VARIANTS: [(&str, Kind); 3] = [("Tahoe", Kind::Tahoe), ("Reno", Kind::Reno), ("Newreno", Kind::NewReno)];

fn read(path: &str) -> String {
    fs::read_to_string(format!("{REFERENCE}/{path}")).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The totals that `golden_summary.csv` has for a run: segments acknowledged with the SYN, sent, retransmitted, time-outs.
fn expected_totals(topology: &str, variant: &str, drops: &str, window: &str) -> Totals {
    let summary = read("golden_summary.csv");
    let mut reader = csv::Reader::from_reader(summary.as_bytes());
    let row = reader
        .records()
        .map(|row| row.unwrap())
        .find(|row| [&row[0], &row[1], &row[2], &row[3], &row[4]] == [topology, variant, drops, "1", window])
        .unwrap_or_else(|| panic!("no totals for {topology} {variant} {drops}"));
    let number = |column: usize| row[column].parse().unwrap();
    Totals { acked: number(7), sent: number(8), retransmitted: number(9), timeouts: number(10) }
}

fn totals_of(dumbbell: &Dumbbell) -> Totals {
    let counters = dumbbell.sender.counters();
    let view = dumbbell.sender.view(&dumbbell.law);
    Totals {
        acked: 1 + (view.snd_una - 1) / u64::from(dumbbell.topology.payload),
        sent: counters.segments,
        retransmitted: counters.retransmissions,
        timeouts: counters.timeouts,
    }
}

/// Where two traces part, with the rows before it.
fn first_difference(ours: &[Row], theirs: &[Row]) -> Option<String> {
    let end = ours.len().max(theirs.len());
    let at = (0..end).find(|&i| match (ours.get(i), theirs.get(i)) {
        (Some(ours), Some(theirs)) => !ours.matches(theirs),
        _ => true,
    })?;
    let mut text = format!("row {} of {} (ours: {}):\n", at + 2, theirs.len(), ours.len());
    for i in at.saturating_sub(5)..(at + 3).min(end) {
        writeln!(text, "  ns-2 {:?}\n  ours {:?}", theirs.get(i), ours.get(i)).unwrap();
    }
    Some(text)
}

fn compare(letter: &str, topology: Topology, duration: SimDuration, drop_lists: &[&str]) {
    for (variant, kind) in VARIANTS {
        for drops in drop_lists {
            let list: Vec<u64> = drops.split(',').map(|index| index.parse().unwrap()).collect();
            let mut dumbbell = Dumbbell::new(topology, kind, &list);
            dumbbell.run_until(SimTime::ZERO + duration);
            let file = format!("ns2/golden/{letter}_{variant}_{}.csv", drops.replace(',', "-"));
            let theirs = Row::read_all(&read(&file));
            if let Some(difference) = first_difference(&dumbbell.rows, &theirs) {
                panic!("{file}, {difference}");
            }
            let expected = expected_totals(letter, variant, drops, &topology.window.to_string());
            assert_eq!(totals_of(&dumbbell), expected, "{file}");
        }
    }
}

#[test]
fn wired_path_a_row_by_row() {
    compare("A", Topology::a(32), SimDuration::from_secs(3), &["14", "14,28", "14,26,28,30"]);
}

#[test]
fn wired_path_b_row_by_row() {
    compare("B", Topology::B, SimDuration::from_secs(8), &["14", "14,26,28,30"]);
}

#[test]
fn a_minute_of_path_a_with_losses_of_its_own_making() {
    for (variant, kind) in VARIANTS {
        let file = format!("ns2/golden/dumbbell_{variant}_1flow.csv");
        let mut dumbbell = Dumbbell::new(Topology::a(200), kind, &[]);
        dumbbell.keep_rows = false;
        for (line, sample) in read(&file).lines().skip(1).enumerate() {
            let column: Vec<&str> = sample.split(',').collect();
            dumbbell.run_until(column[0].parse::<f64>().map(SimTime::from_secs_f64).unwrap());
            let view = dumbbell.sender.view(&dumbbell.law);
            let ours = (format!("{:.3}", view.cwnd), view.ssthresh.to_string());
            assert_eq!(ours, (column[2].to_owned(), column[3].to_owned()), "{file}, line {}: {sample}", line + 2);
        }
        dumbbell.run_until(SimTime::ZERO + SimDuration::from_secs(60));
        assert_eq!(totals_of(&dumbbell), expected_totals("A", variant, "", "200"), "{file}");
    }
}

/// The fast retransmission of segment 14 is lost as well. ns-2 (`golden.tcl topo=A variant=Tahoe drops=14,31`): time-out at
/// 0.428390 s, and the 16 duplicates counted until then stay counted, so that no further one counts as a first or second.
#[test]
fn tahoe_keeps_its_count_of_duplicates_over_a_timeout() {
    let mut dumbbell = Dumbbell::new(Topology::a(32), Kind::Tahoe, &[14, 31]);
    dumbbell.run_until(SimTime::from_secs_f64(0.428_38));
    assert_eq!(totals_of(&dumbbell).timeouts, 0);
    dumbbell.run_until(SimTime::from_secs_f64(0.428_40));
    assert_eq!((totals_of(&dumbbell).timeouts, dumbbell.sender.view(&dumbbell.law).dupacks), (1, 16));
}
