//! Runs a session to an instant in slices, shows how far it is, and stops when asked to.

use std::io::{IsTerminal, stderr};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::cli::interrupt;
use crate::session::Run;
use crate::units::{SimDuration, SimTime};

/// Slices of a run whose end is known.
const SLICES: u64 = 500;
/// A slice where the end is not known, or far.
const LONGEST_SLICE: SimDuration = SimDuration::from_secs(1);

/// Runs until `until` or the end of the run, whichever comes first; `each` is called after every slice. Returns whether it got
/// there: `false` after an interrupt. The bar appears on standard error if that is a terminal and `quiet` is not set.
pub(super) fn run(
    session: &mut Run,
    until: SimTime,
    quiet: bool,
    mut each: impl FnMut(&mut Run) -> std::io::Result<()>,
) -> std::io::Result<bool> {
    interrupt::listen();
    let end = session.planned_end().map_or(until, |end| end.min(until));
    let bar = bar(end, quiet || !stderr().is_terminal());
    let span = end.since(session.now());
    let slice = SimDuration::from_nanos((span.nanos() / SLICES).clamp(1, LONGEST_SLICE.nanos()));
    while session.stopped().is_none() && session.now() < until {
        if interrupt::wanted() {
            bar.finish_and_clear();
            return Ok(false);
        }
        session.run_until(session.now().saturating_add(slice).min(until));
        each(session)?;
        bar.set_position(session.now().nanos() / 1_000_000);
        bar.set_message(format!("{:.1} s simulated", session.now().secs_f64()));
    }
    bar.finish_and_clear();
    Ok(true)
}

fn bar(end: SimTime, hidden: bool) -> ProgressBar {
    let target = if hidden { ProgressDrawTarget::hidden() } else { ProgressDrawTarget::stderr() };
    let known = end < SimTime::MAX;
    let bar = ProgressBar::with_draw_target(known.then_some(end.nanos() / 1_000_000), target);
    let template = if known { "{bar:40} {percent:>3} %  {msg}  {eta} left" } else { "{spinner}  {msg}  {elapsed}" };
    if let Ok(style) = ProgressStyle::with_template(template) {
        bar.set_style(style);
    }
    bar
}
