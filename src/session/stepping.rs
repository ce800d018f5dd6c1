//! Steps by what happens: to the next and the previous event, frame, loss. Each leaves the run just after it.

use crate::metrics::MarkKind;
use crate::session::Run;
use crate::sim::medium::Medium;
use crate::units::{SimDuration, SimTime};

/// The grain of time: just after an instant.
const TICK: SimDuration = SimDuration::from_nanos(1);

/// Events looked at for a frame before giving up: in a run without radios there is none.
const PATIENCE: u32 = 200_000;

fn before(at: SimTime, span: SimDuration) -> SimTime {
    SimTime::from_nanos(at.nanos().saturating_sub(span.nanos()))
}

/// Handles what happens next. Returns whether there was something.
pub fn next_event(run: &mut Run) -> bool {
    let end = run.sim().end();
    match run.sim().next_at().filter(|at| *at < end) {
        Some(at) => {
            run.run_until(at.saturating_add(TICK));
            true
        }
        None => false,
    }
}

/// Goes to just after the last instant before now at which something happened.
pub fn previous_event(run: &mut Run) -> bool {
    // Now is just after an event: that one is to be undone.
    let now = before(run.now(), TICK);
    search_back(run, now, |run| {
        let mut last = None;
        while let Some(at) = run.sim().next_at().filter(|at| *at < now) {
            last = Some(at);
            run.run_until(at.saturating_add(TICK));
        }
        last
    })
}

/// Handles events until a frame begins.
pub fn next_frame(run: &mut Run) -> bool {
    let frames = |run: &Run| run.sim().world().resource::<Medium>().frames();
    let known = frames(run);
    let mut looked = 0;
    while frames(run) == known {
        looked += 1;
        if looked > PATIENCE || run.sim().stopped().is_some() || !next_event(run) {
            return false;
        }
    }
    true
}

/// Goes to just after the last start of a frame before now.
pub fn previous_frame(run: &mut Run) -> bool {
    let now = before(run.now(), TICK);
    search_back(run, now, |run| {
        run.run_until(now);
        let flight = run.flight()?;
        flight.between(SimTime::ZERO, now).map(|flown| flown.start).filter(|start| *start < now).last()
    })
}

/// Goes to just after the last loss or timeout before now.
pub fn previous_loss(run: &mut Run) -> bool {
    let marks = run.recorder().marks().range(SimTime::ZERO, before(run.now(), TICK));
    let is_loss = |kind| matches!(kind, MarkKind::Loss | MarkKind::Timeout);
    let last = marks.iter().rev().find(|(_, mark)| is_loss(mark.kind)).map(|(at, _)| *at);
    if let Some(at) = last {
        run.seek(at.saturating_add(TICK));
    }
    last.is_some()
}

/// Looks for the last thing before `now`: `find` is called at ever earlier instants and goes forward from there. Leaves the run just
/// after what was found, or where it was.
fn search_back(run: &mut Run, now: SimTime, find: impl Fn(&mut Run) -> Option<SimTime>) -> bool {
    let was = run.now();
    let mut span = SimDuration::from_micros(200);
    loop {
        let from = before(now, span);
        run.seek(from);
        if let Some(at) = find(run).filter(|at| *at >= from) {
            run.seek(at.saturating_add(TICK));
            return true;
        }
        if from == SimTime::ZERO {
            run.seek(was);
            return false;
        }
        span = span.saturating_mul(8);
    }
}
