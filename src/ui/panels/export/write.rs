//! Writing what the export dialog asks for. Each file appears whole or not at all.

use crate::export::atomic::{self, Existing};
use crate::export::csv;
use crate::export::figure::{self, FigureRequest, Format};
use crate::metrics::Metric;
use crate::session::Session;
use crate::ui::command::{ExportKind, ExportRequest};
use crate::ui::panels::lanes;
use crate::ui::panels::lanes::Lane;

/// Who has written a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// It is written.
    File,
    /// The application around has to: it needs the window.
    ByHost,
}

/// Writes what `request` asks for. Nothing is replaced that the request does not allow to be.
pub fn write(session: &Session, lanes: &lanes::State, request: &ExportRequest) -> Result<Written, String> {
    let existing = if request.replace { Existing::Replace } else { Existing::Keep };
    let bytes = match request.what {
        // Whoever makes it looks at the file again.
        ExportKind::Screenshot(_) if !request.replace && request.path.exists() => {
            return Err(format!("{} exists already and is left as it is", request.path.display()));
        }
        ExportKind::Screenshot(_) => return Ok(Written::ByHost),
        ExportKind::Figure => figure(session, lanes, request)?,
        ExportKind::Csv => table(session, lanes)?,
        ExportKind::Script => script(session)?,
    };
    atomic::write(&request.path, &bytes, existing).map_err(|error| error.to_string())?;
    Ok(Written::File)
}

/// The metrics of the lanes that are shown; all of a run's own figure if none of them has any.
fn metrics(session: &Session, lanes: &lanes::State) -> Vec<Metric> {
    let of = |lane: &Lane| -> &[Metric] {
        match lane {
            Lane::Cwnd => &[Metric::Cwnd, Metric::Ssthresh],
            Lane::Rtt => &[Metric::Rtt],
            Lane::Throughput => &[Metric::Throughput, Metric::Goodput],
            Lane::Energy => &[Metric::Joules],
            Lane::Power => &[Metric::Power],
            Lane::Radio => &[],
        }
    };
    let view = session.view();
    let recorder = view.recorder();
    let shown = Lane::ALL.iter().filter(|lane| lanes.is_shown(**lane)).flat_map(of).copied();
    let shown: Vec<Metric> = shown.filter(|metric| recorder.owners(*metric).next().is_some()).collect();
    if shown.is_empty() { FigureRequest::standard(recorder, view.now()).what } else { shown }
}

fn figure(session: &Session, lanes: &lanes::State, request: &ExportRequest) -> Result<Vec<u8>, String> {
    let format = Format::of(&request.path).map_err(|error| error.to_string())?;
    let view = session.view();
    let (from, until) = lanes.shown(&view);
    let until = until.min(view.frontier());
    if until <= from {
        return Err("Nothing is recorded in the shown span yet: press Space.".to_owned());
    }
    let what = FigureRequest { from, ..FigureRequest::new(&metrics(session, lanes), until) };
    figure::figure(&view.run().info(), view.recorder(), &what, format).map_err(|error| error.to_string())
}

fn table(session: &Session, lanes: &lanes::State) -> Result<Vec<u8>, String> {
    let view = session.view();
    let span = lanes.shown(&view);
    let metrics = metrics(session, lanes);
    csv::series_between(&view.run().info(), view.recorder(), &metrics, span).map_err(|error| error.to_string())
}

fn script(session: &Session) -> Result<Vec<u8>, String> {
    let script = session.script();
    if script.is_empty() {
        return Err("Nothing was changed in this line, so there is no command log.".to_owned());
    }
    let info = session.view().run().info();
    Ok(format!(
        "// The command log of {}, seed {}: a scenario takes it as its `script:`.\n{script}\n",
        info.scenario, info.seed
    )
    .into_bytes())
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;
    use crate::scenario;
    use crate::session::Command;
    use crate::units::SimTime;

    fn session() -> Session {
        const NOTHING: &[&str] = &[];
        let (name, text) = scenario::find("chain2").unwrap();
        let mut session = Session::new(scenario::parse(name, text, NOTHING).unwrap(), name);
        session.apply(Command::Seek(SimTime::from_nanos(2_000_000_000)));
        session
    }

    fn ask(what: ExportKind, path: PathBuf) -> ExportRequest {
        ExportRequest { what, path, replace: false }
    }

    #[test]
    fn files_are_written_and_never_replaced_unasked() {
        let folder = tempfile::tempdir().unwrap();
        let (session, lanes) = (session(), lanes::State::default());
        for (what, name) in [(ExportKind::Figure, "a.svg"), (ExportKind::Figure, "a.png"), (ExportKind::Csv, "a.csv")] {
            let request = ask(what, folder.path().join(name));
            assert_eq!(write(&session, &lanes, &request), Ok(Written::File));
            assert!(std::fs::metadata(&request.path).unwrap().len() > 500, "{name}");
            assert!(write(&session, &lanes, &request).unwrap_err().contains("exists already"), "{name}");
            assert_eq!(write(&session, &lanes, &ExportRequest { replace: true, ..request }), Ok(Written::File));
        }
        let screenshot = ask(ExportKind::Screenshot(2.0), folder.path().join("b.png"));
        assert_eq!(write(&session, &lanes, &screenshot), Ok(Written::ByHost));
    }

    #[test]
    fn a_command_log_is_a_script() {
        let folder = tempfile::tempdir().unwrap();
        let (mut session, lanes) = (session(), lanes::State::default());
        let request = ask(ExportKind::Script, folder.path().join("log.ron"));
        assert!(write(&session, &lanes, &request).unwrap_err().contains("no command log"));
        let flow = crate::ids::FlowId(0);
        session.apply(Command::Give(crate::sim::command::SimCommand::SetTransport { flow, max_window: 4 }));
        assert_eq!(write(&session, &lanes, &request), Ok(Written::File));
        let text = std::fs::read_to_string(&request.path).unwrap();
        let log = scenario::script::parse(session.view().scenario(), "log.ron", &text).unwrap();
        assert_eq!(log.len(), 1);
    }
}
