//! A figure for a publication: lanes over one time axis, on white, in the colours and shapes of the dashboard.
//!
//! `cwnd` as steps with `ssthresh` dashed, losses, third duplicate acknowledgements and timeouts as shapes on the curve and
//! counted in the legend; rates as means over a window that the label names; units on every lane. In come the recorder and a
//! [`FigureRequest`]; out comes SVG, or PNG made from that SVG with the fonts of this program, so that it looks the same
//! everywhere. The same run and request give the same bytes. A long run stays a small file: dense stretches keep their least,
//! greatest and last value for each half pixel.
//!
//! SVG is written directly: plotting libraries give whole pixels, no real dashes and no metadata.

mod curve;
mod glyph;
mod lane;
mod layout;
pub(crate) mod metadata;
mod png;
mod scale;
mod svg;
mod time;

use std::path::Path;

use crate::export::{ExportError, RunInfo};
use crate::metrics::{Metric, Recorder, rate};
use crate::units::SimTime;

pub use metadata::NAMESPACE;
pub use png::png;

/// What a figure shows.
#[derive(Clone, Debug)]
pub struct FigureRequest {
    /// The metrics; each gets a lane, but `ssthresh`, `rto` and `goodput` are drawn dashed in the lane of `cwnd`, `rtt` and
    /// `throughput` if those are shown too.
    pub what: Vec<Metric>,
    /// The left end of the time axis.
    pub from: SimTime,
    /// The right end.
    pub until: SimTime,
    /// Width in CSS pixels (1/96 inch).
    pub width: f64,
}

impl FigureRequest {
    /// `what` from the start to `until`, as wide as a page.
    pub fn new(what: &[Metric], until: SimTime) -> Self {
        Self { what: what.to_vec(), from: SimTime::ZERO, until, width: 800.0 }
    }

    /// The lanes that a run's own figure has, as far as they were recorded.
    pub fn standard(recorder: &Recorder, until: SimTime) -> Self {
        let usual = [Metric::Cwnd, Metric::Throughput, Metric::Rtt, Metric::Queue, Metric::Joules, Metric::Power];
        let known = |m: &Metric| recorder.owners(*m).next().is_some();
        Self::new(&usual.into_iter().filter(known).collect::<Vec<_>>(), until)
    }
}

/// A format of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Scalable, text as text.
    Svg,
    /// Pixels.
    Png,
}

impl Format {
    /// The format that the ending of `path` names.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        let ending = path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
        match ending.as_deref() {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => Err(ExportError::UnknownFormat(path.to_owned())),
        }
    }
}

/// The figure as SVG.
pub fn svg(info: &RunInfo, recorder: &Recorder, request: &FigureRequest) -> Result<String, ExportError> {
    let lanes = lane::lanes(recorder, &info.names, &request.what, span(request))?;
    let entries = metadata::entries(info, &view(request));
    Ok(layout::draw(info, request, &lanes, &metadata::xml(&entries)))
}

/// The figure in `format`; PNG has two pixels for each CSS pixel.
pub fn figure(
    info: &RunInfo,
    recorder: &Recorder,
    request: &FigureRequest,
    format: Format,
) -> Result<Vec<u8>, ExportError> {
    let svg = svg(info, recorder, request)?;
    match format {
        Format::Svg => Ok(svg.into_bytes()),
        Format::Png => Ok(metadata::into_png(&png(&svg, 2.0)?, &metadata::entries(info, &view(request)))),
    }
}

/// The metrics of `request` of which there is nothing to draw.
pub fn missing(recorder: &Recorder, request: &FigureRequest) -> Vec<Metric> {
    let span = span(request);
    request.what.iter().copied().filter(|metric| !lane::is_recorded(recorder, *metric, span)).collect()
}

fn span(request: &FigureRequest) -> lane::Span {
    let window = rate::window_for(request.until.since(request.from));
    lane::Span { from: request.from, until: request.until, window }
}

/// What is shown, in one line, for the metadata.
fn view(request: &FigureRequest) -> String {
    let what: Vec<&str> = request.what.iter().map(|m| m.name()).collect();
    format!("what={} from={} until={} width={}", what.join(","), request.from, request.until, request.width)
        .replace(" s", "s")
}
