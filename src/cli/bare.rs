//! `hopscope` without a verb: the dashboard on the gallery. Where no window can be opened, the default scenario's results instead,
//! with a picture of the dashboard if anything can draw.

use std::path::Path;
use std::time::Instant;

use crate::cli::{CliError, Outcome, Streams, interrupt, progress};
use crate::export::atomic::Existing;
use crate::export::bundle;
use crate::ids::FlowId;
use crate::metrics::summary::Summary;
use crate::scenario;
use crate::session::command::{Direction, Stride};
use crate::session::view::Thing;
use crate::session::{Command, Recording, Run};
use crate::ui::Dashboard;
use crate::ui::dashboard::Source;
use crate::ui::host::offscreen::{self, Canvas, OffscreenError};
use crate::ui::host::window;
use crate::units::{SimDuration, SimTime};

/// Where the results go.
const DIRECTORY: &str = "hopscope-out";

/// The scenario that shows most of the program.
const SCENARIO: &str = "chain8.ron";

/// The picture's name.
const PICTURE: &str = "screenshot.png";

/// A moment in the middle of a transfer; the next frame on air after it is shown.
const MOMENT: SimTime = SimTime::from_nanos(12_000_000_000);

/// The lanes know the run up to here.
const KNOWN: SimTime = SimTime::from_nanos(20_000_000_000);

/// Opens the window, or does without.
pub(super) fn run(streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    match window::open(Dashboard::default()) {
        Ok(closed) => return Ok(closed.into()),
        Err(error) => streams.note(&format!("{error}")),
    }
    streams.note(&format!(
        "Without a window, the results of {SCENARIO} go to {DIRECTORY}/ (`hopscope --help` lists the commands)."
    ));
    results(Path::new(DIRECTORY), streams)
}

fn results(directory: &Path, streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    // Before anything is left behind that an interrupt would have to clear away.
    interrupt::listen();
    bundle::prepare(directory)?;
    let mut run = Run::new(load()?, SCENARIO, Recording { series: true, ..Recording::default() });
    #[expect(clippy::disallowed_methods, reason = "how long it took is told to the person who waited")]
    let started = Instant::now();
    let whole = progress::run(&mut run, SimTime::MAX, false, |_| Ok(())).map_err(CliError::Output)?;
    let mut report = run.report();
    report.wall_seconds = started.elapsed().as_secs_f64();
    if !whole {
        "interrupted".clone_into(&mut report.stopped);
    }
    let summary = Summary::from(report);
    let mut replaced = bundle::write(directory, &run.info(), run.recorder(), &summary, run.now(), Existing::Replace)?;
    let mut written = bundle::FILES.to_vec();
    if whole {
        match picture(directory) {
            Ok(there) => {
                written.insert(0, PICTURE);
                replaced.extend(there.then_some(PICTURE));
            }
            Err(CliError::Picture(OffscreenError::NoAdapter(words))) => {
                streams.note(&format!("There is no {PICTURE}: {words}."));
            }
            Err(error) => return Err(error),
        }
    }
    let listed = |name: &&str| {
        let again = if replaced.contains(name) { " (replaced)" } else { "" };
        format!("{}{again}", directory.join(name).display())
    };
    streams.result(&format!("wrote {}\n", written.iter().map(listed).collect::<Vec<_>>().join(", ")))?;
    Ok(if whole { Outcome::Done } else { Outcome::Interrupted })
}

fn load() -> Result<scenario::Scenario, CliError> {
    const NOTHING: &[&str] = &[];
    Ok(scenario::load(Path::new(SCENARIO), NOTHING)?)
}

/// The dashboard with a frame in mid-air. Returns whether another picture was replaced.
fn picture(directory: &Path) -> Result<bool, CliError> {
    let mut dashboard = Dashboard::default();
    dashboard.show(load()?, SCENARIO, Source::Gallery(SCENARIO));
    if let Some(session) = &mut dashboard.session {
        session.apply(Command::Seek(KNOWN));
        session.apply(Command::Seek(MOMENT));
        session.apply(Command::Step(Stride::Frame, Direction::Forward));
        session.apply(Command::Seek(session.line().now().saturating_add(SimDuration::from_millis(1))));
        session.take_notices();
        dashboard.selected = Some(Thing::Flow(FlowId(0)));
    }
    let (pixels, dashboard) = offscreen::draw(dashboard, Canvas { size: (1920, 1080), scale: 1.0 })?;
    let run = dashboard.session.as_ref().map(|session| {
        let run = session.line().run();
        (run.info(), format!("dashboard=all at={} size=1920x1080 scale=1 theme=dark", run.now()).replace(" s ", "s "))
    });
    Ok(pixels.write(
        &directory.join(PICTURE),
        run.as_ref().map(|(info, view)| (info, view.as_str())),
        Existing::Replace,
    )?)
}
