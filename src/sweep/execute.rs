//! Runs side by side. Each is a simulation of its own on one thread; nothing is shared, so it does not matter on which.
//!
//! Threads of the standard library: they take the next run as they become free, which is all that is needed here.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crate::metrics::summary::Summary;
use crate::scenario::Scenario;
use crate::session::{Recording, Run};
use crate::sweep::journal::Row;
use crate::sweep::measures;
use crate::sweep::plan::Plan;
use crate::units::{SimDuration, SimTime};

/// A run is asked this often, in simulated time, whether it is to stop.
const SLICE: SimDuration = SimDuration::from_secs(1);

/// Carries out runs on so many threads; `load` makes the scenario of each, `done` is called for each as it ends, one at a time, and
/// says whether to go on. Runs that have not ended when `stop` says so are dropped.
pub fn all<J: Sync>(
    jobs: &[J],
    threads: usize,
    work: impl Fn(&J) -> Option<Row> + Sync,
    done: impl FnMut(Row) -> bool + Send,
) {
    let (next, over) = (AtomicUsize::new(0), AtomicBool::new(false));
    let done = Mutex::new(done);
    thread::scope(|scope| {
        for _ in 0..threads.clamp(1, jobs.len().max(1)) {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed)
                    && let Some(job) = jobs.get(next.fetch_add(1, Ordering::Relaxed))
                    && let Some(row) = work(job)
                {
                    // A poisoned lock means that writing has failed on another thread.
                    let goes_on = done.lock().is_ok_and(|mut done| done(row));
                    if !goes_on {
                        over.store(true, Ordering::Relaxed);
                    }
                }
            });
        }
    });
}

/// Carries out one run; `None` if it was stopped in the middle. A model that panics makes a row that says so.
pub fn one(plan: &Plan, job: usize, scenario: Scenario, stop: &(dyn Fn() -> bool + Sync)) -> Option<Row> {
    let outcome = catch_unwind(AssertUnwindSafe(|| {
        let mut run = Run::new(scenario, &plan.scenario, Recording::default());
        while run.stopped().is_none() {
            if stop() {
                return None;
            }
            run.run_until(run.now().saturating_add(SLICE).min(SimTime::MAX));
        }
        if let Some(words) = run.imbalance() {
            return Some(failure(job, format!("the books do not balance: {words}")));
        }
        Some(row(plan, job, &Summary::from(run.report())))
    }));
    outcome.unwrap_or_else(|cause| {
        let words = cause.downcast_ref::<String>().cloned();
        let words = words.or_else(|| cause.downcast_ref::<&str>().map(|words| (*words).to_owned()));
        Some(failure(job, format!("a model failed: {}", words.unwrap_or_default())))
    })
}

fn row(plan: &Plan, job: usize, summary: &Summary) -> Row {
    let all = measures::all(summary);
    let value = |name: &String| all.iter().find(|(known, _)| known == name).and_then(|(_, value)| *value);
    Row {
        job,
        stopped: summary.stopped.clone(),
        failed: false,
        digest: summary.digest.clone(),
        values: plan.measures.iter().map(|name| value(name).map(|value| value.to_string())).collect(),
    }
}

/// The row of a run that came to nothing.
pub const fn failure(job: usize, stopped: String) -> Row {
    Row { job, stopped, failed: true, digest: String::new(), values: Vec::new() }
}
