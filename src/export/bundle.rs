//! Everything of a run into one directory: `series.csv`, `summary.json`, `digest.txt`, `figure.svg`, `figure.png`.
//!
//! All but `summary.json` (it says how long the run took) are the same bytes for the same run.

use std::fs;
use std::path::Path;

use crate::export::atomic::{self, AtomicFile, Existing};
use crate::export::figure::{self, FigureRequest, Format};
use crate::export::{ExportError, RunInfo, csv};
use crate::metrics::summary::Summary;
use crate::metrics::{Metric, Recorder};
use crate::units::SimTime;

/// The summary as JSON, with a newline at its end.
pub fn json(summary: &Summary) -> Result<String, ExportError> {
    let text = serde_json::to_string_pretty(summary);
    let error =
        |e: serde_json::Error| ExportError::Io { action: "build", path: "summary.json".into(), source: e.into() };
    Ok(text.map_err(error)? + "\n")
}

/// The files that [`write()`] may leave.
pub const FILES: [&str; 5] = ["summary.json", "digest.txt", "series.csv", "figure.svg", "figure.png"];

/// Makes the directory if it is not there and sees whether files can be written into it, so that a long run is not in vain.
pub fn prepare(directory: &Path) -> Result<(), ExportError> {
    let io = |source| ExportError::Io { action: "make the directory", path: directory.to_owned(), source };
    fs::create_dir_all(directory).map_err(io)?;
    // Dropped, it leaves nothing.
    AtomicFile::create(&directory.join("summary.json"), Existing::Replace).map(drop)
}

/// Writes all files of a run that ended at `end` into `directory`, which is made if it is not there. Returns the names of
/// those that replaced another one. Files of a run in which nothing was recorded are summary and digest alone.
pub fn write(
    directory: &Path,
    info: &RunInfo,
    recorder: &Recorder,
    summary: &Summary,
    end: SimTime,
    existing: Existing,
) -> Result<Vec<&'static str>, ExportError> {
    prepare(directory)?;
    let mut files =
        vec![("summary.json", json(summary)?.into_bytes()), ("digest.txt", format!("{}\n", info.digest).into_bytes())];
    if recorder.metrics().next().is_some() {
        files.push(("series.csv", csv::series(info, recorder, Metric::ALL)?));
    }
    let request = FigureRequest::standard(recorder, end);
    if !request.what.is_empty() && end > SimTime::ZERO {
        files.push(("figure.svg", figure::figure(info, recorder, &request, Format::Svg)?));
        files.push(("figure.png", figure::figure(info, recorder, &request, Format::Png)?));
    }
    let mut replaced = Vec::new();
    for (name, bytes) in files {
        if atomic::write(&directory.join(name), &bytes, existing)? {
            replaced.push(name);
        }
    }
    Ok(replaced)
}
