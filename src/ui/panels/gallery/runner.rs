//! From a run to a card's picture: how far it goes, and what is kept of it.

use crate::energy::ledger::RadioState;
use crate::ids::{FlowId, NodeId};
use crate::metrics::series::Point;
use crate::metrics::{MarkKind, Metric, Owner, Series, rate};
use crate::packet::FrameKind;
use crate::session::flight::Outcome;
use crate::session::run::Run;
use crate::session::view::View;
use crate::ui::panels::gallery::card::Shows;
use crate::ui::panels::gallery::picture::{Block, Curve, Dot, Hop, Picture, Spot};
use crate::units::{SimDuration, SimTime};

/// Pieces that a run is cut into.
const PIECES: u64 = 120;

/// Points that a curve keeps at most.
const POINTS: usize = 600;

/// What part of a run is shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) from: SimTime,
    pub(super) until: SimTime,
}

impl Span {
    /// Where an instant lies: 0 at the left end, 1 at the right.
    fn part(self, at: SimTime) -> f32 {
        let (at, from, until) = (at.nanos() as f64, self.from.nanos() as f64, self.until.nanos() as f64);
        ((at - from) / (until - from).max(1.0)) as f32
    }
}

/// Lets a run go on a little. Returns whether it has come far enough.
pub(super) fn step(run: &mut Run, shows: Shows, until: SimTime) -> bool {
    match shows {
        Shows::Map => return step_map(run, until),
        Shows::Strip => run.run_until(until),
        _ => {
            let piece = SimDuration::from_nanos((until.nanos() / PIECES).max(1));
            run.run_until(until.min(run.now().saturating_add(piece)));
        }
    }
    run.now() >= until || run.stopped().is_some()
}

/// To the first collision of a data frame or an RTS that is under way, or the last frame before `until`.
fn step_map(run: &mut Run, until: SimTime) -> bool {
    const PIECE: SimDuration = SimDuration::from_micros(400);
    // Before that, flows begin and addresses are being found.
    let settled = SimTime::from_nanos(1_200_000_000);
    if run.now() < settled {
        run.run_until(settled);
    }
    for _ in 0..40 {
        run.run_until(run.now().saturating_add(PIECE));
        let view = View::new(run);
        let frames = view.frames(SimDuration::ZERO);
        let collided = view.collisions(SimDuration::ZERO).iter().any(|collision| collision.fact.is_none());
        let long = frames
            .iter()
            .filter(|frame| frame.on_air && frame.flown.kind == FrameKind::Data && (0.25..0.8).contains(&frame.sent));
        if (collided && frames.len() > 1 && long.clone().next().is_some()) || run.now() >= until {
            return true;
        }
        // Where nothing collides, a picture with a frame half sent.
        let never = run.scenario().blueprint.flows.len() > 1
            && run.now() > settled.saturating_add(SimDuration::from_millis(400));
        if never && long.clone().next().is_some() {
            return true;
        }
    }
    false
}

/// Puts what there is into `picture`.
pub(super) fn summarise(picture: &mut Picture, run: &mut Run, shows: Shows, span: Span) {
    match shows {
        Shows::Windows => windows(picture, run, span),
        Shows::Throughput => throughput(picture, run, span),
        Shows::Energy => energy(picture, run, span),
        Shows::Battery => battery(picture, run, span),
        Shows::Map => map(picture, run),
        Shows::Strip => strip(picture, run),
        Shows::Sequence => sequence(picture, run, span),
    }
}

/// At most [`POINTS`] points of a series, the least and the greatest of each bucket kept.
fn thinned(series: &Series, span: Span) -> Vec<(f32, f64)> {
    let before = series.value_at(span.from).map(|value| Point { at: span.from, value });
    let within = series.range(span.from, span.until).filter(|point| point.value.is_finite());
    let all: Vec<Point> = before.into_iter().chain(within).collect();
    let bucket = all.len().div_ceil(POINTS / 2).max(1);
    let mut kept = Vec::new();
    for points in all.chunks(bucket) {
        let highest = points.iter().max_by(|a, b| a.value.total_cmp(&b.value));
        let lowest = points.iter().min_by(|a, b| a.value.total_cmp(&b.value));
        let mut both: Vec<_> = highest.into_iter().chain(lowest).collect();
        both.sort_by_key(|point| point.at);
        both.dedup_by_key(|point| point.at);
        kept.extend(both.into_iter().map(|point| (span.part(point.at), point.value)));
    }
    kept
}

fn scaled(points: Vec<(f32, f64)>, top: f64) -> Vec<(f32, f32)> {
    points.into_iter().map(|(x, y)| (x, (y / top.max(1e-9)) as f32)).collect()
}

fn windows(picture: &mut Picture, run: &Run, span: Span) {
    let recorder = run.recorder();
    let flows: Vec<Owner> = recorder.owners(Metric::Cwnd).take(4).collect();
    let curve =
        |metric: Metric, owner: &Owner| recorder.series(metric, *owner).map(|series| (*owner, thinned(series, span)));
    let curves: Vec<(Owner, Vec<(f32, f64)>)> = flows.iter().filter_map(|owner| curve(Metric::Cwnd, owner)).collect();
    let top = curves.iter().flat_map(|(_, points)| points).map(|(_, y)| *y).fold(1.0, f64::max) * 1.08;
    let now = span.part(run.now().min(span.until));
    let drawn = |owner: Owner, points, dashed| {
        let mut points = scaled(points, top);
        if let Some(last) = points.last().copied() {
            points.push((now, last.1));
        }
        Curve { flow: FlowId(u32::try_from(owner.index()).unwrap_or(0)), points, stepped: true, dashed }
    };
    picture.curves.clear();
    // The threshold of one flow is told apart from its window; those of several would be a tangle.
    if let [one] = flows.as_slice()
        && let Some((owner, points)) = curve(Metric::Ssthresh, one)
    {
        // Before the first loss it stands for any window.
        let known =
            points.into_iter().map(|(x, y)| (x, if y > top { f64::NAN } else { y })).filter(|(_, y)| y.is_finite());
        picture.curves.push(drawn(owner, known.collect(), true));
    }
    picture.curves.extend(curves.into_iter().map(|(owner, points)| drawn(owner, points, false)));
    let mut dots = Vec::new();
    for (at, mark) in recorder.marks().range(span.from, span.until) {
        let owner = mark.flow.map_or_else(|| flows.first().copied().unwrap_or(Owner::Flow(FlowId(0))), Owner::Flow);
        let before = SimTime::from_nanos(at.nanos().saturating_sub(1));
        let value = recorder.series(Metric::Cwnd, owner).and_then(|series| series.value_at(before)).unwrap_or(0.0);
        dots.push((mark.kind, Dot { x: span.part(*at), y: (value / top) as f32, shape: mark.kind.shape() }));
    }
    picture.dots = few(dots);
}

/// Only as many events as can be told apart: commands and timeouts before third duplicate ACKs, these before losses.
fn few(mut dots: Vec<(MarkKind, Dot)>) -> Vec<Dot> {
    const APART: f32 = 0.045;
    const MOST: usize = 16;
    let rank = |kind: MarkKind| match kind {
        MarkKind::Command => 0,
        MarkKind::Timeout | MarkKind::RouteChange => 1,
        MarkKind::ThirdDuplicateAck => 2,
        MarkKind::Loss => 3,
    };
    dots.sort_by_key(|(kind, _)| rank(*kind));
    let mut kept: Vec<Dot> = Vec::new();
    for (_, dot) in dots {
        if kept.len() < MOST && kept.iter().all(|other| (other.x - dot.x).abs() >= APART) {
            kept.push(dot);
        }
    }
    kept
}

fn throughput(picture: &mut Picture, run: &Run, span: Span) {
    let recorder = run.recorder();
    let window = SimDuration::from_nanos((span.until.nanos() / 40).max(1));
    let curve = |owner: Owner| {
        let series = recorder.series(Metric::Throughput, owner)?;
        let points = rate::blocks(series, SimTime::ZERO, run.now(), window, 8e-3);
        Some((owner, points.into_iter().map(|point| (span.part(point.at), point.value)).collect::<Vec<_>>()))
    };
    let curves: Vec<_> = recorder.owners(Metric::Throughput).take(4).filter_map(curve).collect();
    let top = curves.iter().flat_map(|(_, points)| points).map(|(_, y)| *y).fold(1.0, f64::max) * 1.1;
    picture.curves = curves
        .into_iter()
        .map(|(owner, points)| Curve {
            flow: FlowId(u32::try_from(owner.index()).unwrap_or(0)),
            points: scaled(points, top),
            stepped: true,
            dashed: false,
        })
        .collect();
}

fn energy(picture: &mut Picture, run: &Run, span: Span) {
    let Some(totals) = run.totals() else { return };
    let states = [RadioState::Transmit, RadioState::Receive, RadioState::Idle];
    let instants: Vec<SimTime> =
        (0..=60).map(|k| SimTime::from_nanos(span.until.nanos() / 60 * k)).filter(|at| *at <= run.now()).collect();
    let value = |state: RadioState, at: SimTime| totals.joules(state).value_at(at).unwrap_or(0.0);
    let last = instants.last().copied().unwrap_or_default();
    let total: f64 = states.iter().map(|state| value(*state, last)).sum();
    let top = total * span.until.nanos() as f64 / last.nanos().max(1) as f64 * 1.1;
    let mut below = vec![0.0; instants.len()];
    picture.areas = states
        .into_iter()
        .filter(|state| value(*state, last) > 0.0)
        .map(|state| {
            let points = instants.iter().zip(&mut below).map(|(at, below)| {
                let low = *below;
                *below += value(state, *at);
                (span.part(*at), (low / top) as f32, (*below / top) as f32)
            });
            (state, points.collect())
        })
        .collect();
    if total > 0.0 {
        picture.caption =
            Some((span.part(last), (total / top) as f32, format!("{} J", crate::ui::format::joules(total))));
    }
}

fn battery(picture: &mut Picture, run: &Run, span: Span) {
    let nodes = run.scenario().blueprint.nodes.len().min(4);
    let view = View::new(run);
    let now = span.part(run.now());
    for node in (0..).map(NodeId).take(nodes) {
        let Some(left) = view.node(node).and_then(|node| node.battery) else { continue };
        let flow = FlowId(node.0);
        let place = picture.curves.iter().position(|curve| curve.flow == flow);
        let place = place.unwrap_or_else(|| {
            picture.curves.push(Curve { flow, points: vec![(0.0, 0.92)], stepped: false, dashed: false });
            picture.curves.len() - 1
        });
        if let Some(curve) = picture.curves.get_mut(place) {
            let (was, is) = (curve.points.last().map_or(1.0, |point| point.1), left as f32 * 0.92);
            curve.points.push((now, is));
            if is <= 0.0 && was > 0.0 {
                picture.caption =
                    Some((now, 0.0, format!("{} is empty", run.scenario().blueprint.nodes[node.index()].name)));
            }
        }
    }
}

fn map(picture: &mut Picture, run: &Run) {
    let view = View::new(run);
    let nodes = view.nodes();
    let placed: Vec<_> = nodes.iter().filter_map(|node| node.position.map(|at| (node, at))).collect();
    picture.spots = placed
        .iter()
        .map(|(node, (x, y))| Spot { at: (*x as f32, *y as f32), radio: node.radio, collided: false, range: None })
        .collect();
    let place = |id: NodeId| placed.iter().position(|(node, _)| node.id == id);
    let flows = (0..).map(FlowId).take(run.scenario().blueprint.flows.len());
    picture.routes = flows.map(|flow| (flow, view.route(flow).into_iter().filter_map(place).collect())).collect();
    let frames = view.frames(SimDuration::ZERO);
    picture.hops = frames
        .iter()
        .filter(|frame| frame.on_air)
        .filter_map(|frame| {
            let (from, to) = (place(frame.flown.from)?, place(frame.flown.to)?);
            Some(Hop { from, to, sent: frame.sent, flow: frame.flown.flow, data: frame.flown.kind == FrameKind::Data })
        })
        .collect();
    for collision in view.collisions(SimDuration::ZERO) {
        if let Some(spot) = place(collision.at).and_then(|place| picture.spots.get_mut(place)) {
            spot.collided = true;
        }
        for sender in [collision.from, collision.with] {
            let reach = view.ranges(sender).1.0 as f32;
            if let Some(spot) = place(sender).and_then(|place| picture.spots.get_mut(place)) {
                spot.range = Some(reach);
            }
        }
    }
    if picture.spots.iter().all(|spot| spot.range.is_none()) {
        // Nothing collides: whose frames are heard how far.
        for sender in frames.iter().filter(|frame| frame.on_air).map(|frame| frame.flown.from) {
            let reach = view.ranges(sender).1.0 as f32;
            if let Some(spot) = place(sender).and_then(|place| picture.spots.get_mut(place)) {
                spot.range = Some(reach);
            }
        }
    }
}

/// The last milliseconds: who sent what, and who it was for.
fn strip(picture: &mut Picture, run: &Run) {
    const WINDOW: SimDuration = SimDuration::from_millis(24);
    let Some(flight) = run.flight() else { return };
    let until = run.now();
    let from = SimTime::from_nanos(until.nanos().saturating_sub(WINDOW.nanos()));
    let place = |at: SimTime| ((at.nanos().max(from.nanos()) - from.nanos()) as f64 / WINDOW.nanos() as f64) as f32;
    picture.rows = run.scenario().blueprint.nodes.iter().take(6).map(|node| node.name.clone()).collect();
    let block = |row: NodeId, flown: &crate::session::flight::Flown, up| Block {
        row: row.index(),
        from: place(flown.start),
        until: place(flown.end()).min(1.0),
        kind: flown.kind,
        flow: flown.flow,
        up,
        lost: flown.outcome == Outcome::Lost,
        ack: flown.role == Some(crate::fact::Role::Ack),
    };
    picture.blocks = flight
        .between(from, until)
        .flat_map(|flown| [block(flown.from, flown, true), block(flown.to, flown, false)])
        .filter(|block| block.row < picture.rows.len())
        .collect();
}

/// Segments as the source sends them, again or for the first time, and those that are dropped.
fn sequence(picture: &mut Picture, run: &mut Run, span: Span) {
    let source = run.scenario().blueprint.flows.first().map(|flow| flow.from);
    for line in run.take_trace() {
        match (line.event, line.packet, line.seq) {
            ("send", Some(packet), Some(seq)) if line.layer == "transport" && line.node == source && seq > 0 => {
                let again = picture.highest.is_some_and(|highest| seq <= highest);
                picture.highest = Some(picture.highest.map_or(seq, |highest| highest.max(seq)));
                picture.sent.push((span.part(line.at), seq, again));
                picture.of_packet.push((packet, span.part(line.at), seq));
            }
            ("drop", Some(packet), _) => {
                let sent = picture.of_packet.iter().rev().find(|(known, ..)| *known == packet);
                if let Some((_, x, seq)) = sent {
                    picture.lost.push((*x, *seq));
                }
            }
            _ => {}
        }
    }
}
