//! What a figure shows: which lanes, which curves in each, which events on them.

use crate::export::figure::curve;
use crate::export::figure::scale::{Axis, unit_for};
use crate::export::{ExportError, Names};
use crate::ids::FlowId;
use crate::metrics::metric::{Reading, Subject};
use crate::metrics::rate;
use crate::metrics::series::Point;
use crate::metrics::{MarkKind, Metric, Owner, Recorder};
use crate::palette::{self, Glyph, Ink};
use crate::units::{SimDuration, SimTime};

/// Columns into which a curve is cut: two a pixel of the widest plot.
const COLUMNS: u64 = 1200;
/// More nodes or links than this are shown as their sum.
const MOST_SINGLE: usize = 6;

/// The time that a figure shows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: SimTime,
    pub(super) until: SimTime,
    pub(super) window: SimDuration,
}

/// The look of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CurveStyle {
    pub(super) ink: Ink,
    pub(super) width: f64,
    pub(super) dash: (f64, f64),
    pub(super) glyph: Option<(Glyph, bool)>,
}

/// One curve, in the lane's unit.
#[derive(Debug)]
pub(super) struct Curve {
    pub(super) points: Vec<Point>,
    pub(super) style: CurveStyle,
    /// Its line in the legend; `None`: the lane explains it once for all.
    pub(super) label: Option<String>,
    flow: Option<FlowId>,
}

/// An event on a curve.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) at: SimTime,
    pub(super) value: f64,
    pub(super) kind: MarkKind,
}

/// A lane of the figure.
#[derive(Debug)]
pub(super) struct Lane {
    pub(super) title: &'static str,
    pub(super) unit: String,
    pub(super) axis: Axis,
    pub(super) curves: Vec<Curve>,
    /// Dashed companions of several flows, explained once.
    pub(super) companion: Option<&'static str>,
    pub(super) events: Vec<Event>,
    /// Every kind of event with how many there were.
    pub(super) counts: Vec<(MarkKind, usize)>,
    pub(super) tall: bool,
}

impl Lane {
    /// Lines in its legend.
    pub(super) fn legend_lines(&self) -> usize {
        let named = self.curves.iter().filter(|c| c.label.is_some()).count();
        named + usize::from(self.companion.is_some()) + self.counts.len()
    }
}

/// The lanes for `what`, in that order; a metric that is drawn beside another has no lane of its own.
pub(super) fn lanes(recorder: &Recorder, names: &Names, what: &[Metric], span: Span) -> Result<Vec<Lane>, ExportError> {
    let mut lanes = Vec::new();
    for &metric in what {
        if host(metric).is_some_and(|host| what.contains(&host)) {
            continue;
        }
        let companion = companion(metric, what).filter(|c| recorder.owners(*c).next().is_some());
        lanes.extend(lane(recorder, names, metric, companion, span));
    }
    if lanes.is_empty() {
        let asked: Vec<&str> = what.iter().map(|m| m.name()).collect();
        return Err(ExportError::NothingRecorded(asked.join(", ")));
    }
    let carrier = lanes.iter().position(|l| l.title == Metric::Cwnd.label());
    let carrier = carrier.or_else(|| lanes.iter().position(|l| l.curves.iter().any(|c| c.flow.is_some())));
    if let Some(lane) = carrier.and_then(|i| lanes.get_mut(i)) {
        add_events(lane, recorder, span);
    }
    Ok(lanes)
}

/// Whether there is anything of `metric` to draw.
pub(super) fn is_recorded(recorder: &Recorder, metric: Metric, span: Span) -> bool {
    let points = |owner| single(recorder, metric, owner, span, style(metric, owner)).points;
    recorder.owners(metric).any(|owner| points(owner).iter().any(|point| point.value.is_finite()))
}

/// In whose lane `metric` is drawn if that is shown too.
const fn host(metric: Metric) -> Option<Metric> {
    match metric {
        Metric::Ssthresh => Some(Metric::Cwnd),
        Metric::Rto => Some(Metric::Rtt),
        Metric::Goodput => Some(Metric::Throughput),
        _ => None,
    }
}

/// What is drawn dashed in the lane of `metric`: the threshold always, others where they were asked for.
fn companion(metric: Metric, what: &[Metric]) -> Option<Metric> {
    match metric {
        Metric::Cwnd => Some(Metric::Ssthresh),
        Metric::Rtt => Some(Metric::Rto).filter(|m| what.contains(m)),
        Metric::Throughput => Some(Metric::Goodput).filter(|m| what.contains(m)),
        _ => None,
    }
}

fn lane(recorder: &Recorder, names: &Names, metric: Metric, dashed: Option<Metric>, span: Span) -> Option<Lane> {
    let owners: Vec<Owner> = recorder.owners(metric).collect();
    let flows = owners.first()?.subject() == Subject::Flow;
    let mut curves = Vec::new();
    // Companions first, so that they lie below.
    for owner in dashed.into_iter().flat_map(|m| recorder.owners(m).map(move |o| (m, o))) {
        curves.push(single(recorder, owner.0, owner.1, span, companion_style(owner.1)));
    }
    if !flows && owners.len() > MOST_SINGLE {
        curves.push(total(recorder, metric, &owners, span));
    } else {
        for &owner in &owners {
            let label = Some(names.of(owner));
            curves.push(Curve { label, ..single(recorder, metric, owner, span, style(metric, owner)) });
        }
    }
    let (low, high) = range(&curves, metric == Metric::Cwnd)?;
    let (factor, unit) = unit_for(metric, high);
    for point in curves.iter_mut().flat_map(|c| &mut c.points) {
        point.value *= factor;
    }
    let unit = match metric.reading() {
        // Ticks say it in words.
        _ if !metric.codes().is_empty() => String::new(),
        Reading::Rate { .. } => format!("{unit}, mean of {}", span.window),
        Reading::Change | Reading::Sample | Reading::Counter => unit.to_owned(),
    };
    let tall = metric == Metric::Cwnd;
    let axis = match metric.codes() {
        [] => Axis::for_values(low * factor, high * factor, if tall { 5.0 } else { 3.0 }),
        names => Axis::coded(low, high, names),
    };
    Some(Lane {
        title: metric.label(),
        unit,
        axis,
        curves,
        companion: dashed.map(Metric::label),
        events: Vec::new(),
        counts: Vec::new(),
        tall,
    })
}

/// Least and greatest value to show. A threshold that is far above the window, as before the first loss, is cut off.
fn range(curves: &[Curve], cut: bool) -> Option<(f64, f64)> {
    let values = |of: fn(&Curve) -> bool| {
        let points = curves.iter().filter(move |c| of(c)).flat_map(|c| &c.points);
        points.map(|p| p.value).filter(|v| v.is_finite())
    };
    let low = values(|c| c.label.is_some()).fold(f64::INFINITY, f64::min);
    let high = values(|c| c.label.is_some()).fold(f64::NEG_INFINITY, f64::max);
    let limit = if cut { 1.5 * high } else { f64::INFINITY };
    let shown = values(|c| c.label.is_none()).filter(|v| *v <= limit).fold(high, f64::max);
    (low <= high).then_some((low, shown))
}

fn single(recorder: &Recorder, metric: Metric, owner: Owner, span: Span, style: CurveStyle) -> Curve {
    let flow = if let Owner::Flow(id) = owner { Some(id) } else { None };
    let points = recorder.series(metric, owner).map_or_else(Vec::new, |series| match metric.reading() {
        Reading::Rate { scale, .. } => rate::blocks(series, span.from, span.until, span.window, scale),
        Reading::Change | Reading::Sample | Reading::Counter => curve::reduce(series, span.from, span.until, COLUMNS),
    });
    Curve { points, style, label: None, flow }
}

/// The sum over many nodes or links.
fn total(recorder: &Recorder, metric: Metric, owners: &[Owner], span: Span) -> Curve {
    let all: Vec<_> = owners.iter().filter_map(|o| recorder.series(metric, *o)).collect();
    let points = match metric.reading() {
        Reading::Rate { scale, .. } => {
            let mut sums: Vec<Point> = Vec::new();
            for series in &all {
                let one = rate::blocks(series, span.from, span.until, span.window, scale);
                for point in one {
                    match sums.binary_search_by_key(&point.at, |p| p.at) {
                        Ok(i) => sums[i].value += point.value,
                        Err(i) => sums.insert(i, point),
                    }
                }
            }
            sums
        }
        Reading::Change | Reading::Sample | Reading::Counter => curve::sum(&all, span.from, span.until, COLUMNS),
    };
    let kind = owners.first().map_or("", |o| o.subject().name());
    let style = CurveStyle { ink: palette::TEXT2, width: 1.25, dash: (0.0, 0.0), glyph: None };
    Curve { points, style, label: Some(format!("all {} {kind}s", owners.len())), flow: None }
}

fn style(metric: Metric, owner: Owner) -> CurveStyle {
    let look = palette::flow(owner.index());
    let width = if metric == Metric::Cwnd { 1.75 } else { 1.5 };
    let dash = if look.second_round { (10.0, 4.0) } else { (0.0, 0.0) };
    CurveStyle { ink: look.ink, width, dash, glyph: Some((look.glyph, look.second_round)) }
}

fn companion_style(owner: Owner) -> CurveStyle {
    CurveStyle { ink: palette::flow(owner.index()).ink, width: 1.0, dash: (5.0, 3.0), glyph: None }
}

fn add_events(lane: &mut Lane, recorder: &Recorder, span: Span) {
    let until = span.until.saturating_add(SimDuration::from_nanos(1));
    for (at, mark) in recorder.marks().range(span.from, until) {
        let curve =
            lane.curves.iter().filter(|c| c.label.is_some()).find(|c| mark.flow.is_none() || c.flow == mark.flow);
        let Some(curve) = curve else { continue };
        // A command to the whole run stands at the foot of the lane.
        let value = if mark.flow.is_some() { curve::value_before(&curve.points, *at) } else { Some(lane.axis.low) };
        let Some(value) = value else { continue };
        lane.events.push(Event { at: *at, value, kind: mark.kind });
    }
    let count = |kind| (kind, lane.events.iter().filter(|e| e.kind == kind).count());
    lane.counts = MarkKind::ALL.into_iter().map(count).filter(|(_, n)| *n > 0).collect();
}
