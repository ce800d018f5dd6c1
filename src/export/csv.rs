//! The recorded series as one tidy table, made to be read by pandas, R or gnuplot without a word of preparation.
//!
//! `#` lines say which run it is and what is meant; then one header line; then a row at every instant at which any value of an
//! owner (a flow, a node, a link) changed or was sampled, in order of time and then of owner. A row holds *all* values of that
//! owner as they are from that instant on, so each column can be plotted by itself and filtered by `kind` and `name`. What is
//! not known yet, or does not exist for that owner, is empty. Times have nine decimals (nanoseconds, exact); other numbers
//! have as many digits as they need to be read back exactly.
//!
//! Rates are means over the [`LEAST_WINDOW`] that ends at the row's time.

use crate::export::{ExportError, RunInfo};
use crate::metrics::metric::Reading;
use crate::metrics::rate::{self, LEAST_WINDOW};
use crate::metrics::summary::GOODPUT;
use crate::metrics::{Metric, Owner, Recorder, Series};
use crate::units::SimTime;

/// One owner's part of the table.
struct Part<'a> {
    owner: Owner,
    kind: &'static str,
    name: String,
    columns: Vec<Option<&'a Series>>,
}

/// The table of `metrics` (those without points are left out).
pub fn series(info: &RunInfo, recorder: &Recorder, metrics: &[Metric]) -> Result<Vec<u8>, ExportError> {
    series_between(info, recorder, metrics, (SimTime::ZERO, SimTime::MAX))
}

/// The same with the rows of `from <= time < until` alone.
pub fn series_between(
    info: &RunInfo,
    recorder: &Recorder,
    metrics: &[Metric],
    span: (SimTime, SimTime),
) -> Result<Vec<u8>, ExportError> {
    let metrics: Vec<Metric> = metrics.iter().copied().filter(|m| recorder.owners(*m).next().is_some()).collect();
    if metrics.is_empty() {
        return Err(ExportError::NothingRecorded("any metric".to_owned()));
    }
    let parts = parts(info, recorder, &metrics);
    let mut text = comments(info).into_bytes();
    let mut table = ::csv::Writer::from_writer(&mut text);
    write_rows(&mut table, &metrics, &parts, span).map_err(in_memory)?;
    table.flush().map_err(|e| in_memory(e.into()))?;
    drop(table);
    Ok(text)
}

/// The `#` lines that every table of a run begins with.
pub fn comments(info: &RunInfo) -> String {
    format!(
        "{}{}# {GOODPUT}\n# rates (throughput, goodput, power) are means over the preceding {LEAST_WINDOW}; a value holds \
         until the next row of its name\n",
        info.header(),
        info.digest_line(),
    )
}

fn parts<'a>(info: &RunInfo, recorder: &'a Recorder, metrics: &[Metric]) -> Vec<Part<'a>> {
    let mut owners: Vec<Owner> = metrics.iter().flat_map(|m| recorder.owners(*m)).collect();
    owners.sort_unstable();
    owners.dedup();
    let part = |owner: Owner| Part {
        owner,
        kind: owner.subject().name(),
        name: info.names.of(owner),
        columns: metrics.iter().map(|m| recorder.series(*m, owner)).collect(),
    };
    owners.into_iter().map(part).collect()
}

fn write_rows<W: std::io::Write>(
    table: &mut ::csv::Writer<W>,
    metrics: &[Metric],
    parts: &[Part<'_>],
    (from, until): (SimTime, SimTime),
) -> Result<(), ::csv::Error> {
    let heading = ["time_s", "kind", "name"].into_iter().chain(metrics.iter().map(|m| m.column()));
    table.write_record(heading)?;
    let mut rows: Vec<(SimTime, Owner, usize)> = Vec::new();
    for (i, part) in parts.iter().enumerate() {
        rows.extend(part.columns.iter().flatten().flat_map(|s| s.range(from, until)).map(|p| (p.at, part.owner, i)));
    }
    rows.sort_unstable();
    rows.dedup();
    for (at, _, i) in rows {
        let part = &parts[i];
        let cells = metrics.iter().zip(&part.columns).map(|(m, s)| cell(*m, *s, at));
        let head = [seconds(at), part.kind.to_owned(), part.name.clone()];
        table.write_record(head.into_iter().chain(cells))?;
    }
    Ok(())
}

fn cell(metric: Metric, series: Option<&Series>, at: SimTime) -> String {
    let value = series.and_then(|s| match metric.reading() {
        Reading::Rate { scale, .. } => rate::trailing(s, at, LEAST_WINDOW, scale),
        Reading::Change | Reading::Sample | Reading::Counter => s.value_at(at),
    });
    value.filter(|v| v.is_finite()).map_or_else(String::new, |v| v.to_string())
}

/// An instant in seconds with nine decimals, exact.
pub fn seconds(at: SimTime) -> String {
    format!("{}.{:09}", at.nanos() / 1_000_000_000, at.nanos() % 1_000_000_000)
}

fn in_memory(error: ::csv::Error) -> ExportError {
    ExportError::Io { action: "build", path: "series.csv".into(), source: error.into() }
}
