//! `hopscope shot FILE --at 12s -o x.png`: the dashboard drawn off-screen at that moment.

use std::io::Write;
use std::path::PathBuf;

use clap::ValueEnum;

use crate::cli::options::ScenarioArgs;
use crate::cli::outputs::keep_apart;
use crate::cli::{CliError, Outcome, Streams};
use crate::export::ExportError;
use crate::export::atomic::{AtomicFile, Existing};
use crate::palette::Ground;
use crate::scenario;
use crate::session::Command;
use crate::session::view::Thing;
use crate::ui::dashboard::Source;
use crate::ui::dock::{Dock, Pane};
use crate::ui::host::offscreen::{self, Canvas};
use crate::ui::{Dashboard, Theme};
use crate::units::SimTime;

/// Arguments of `shot`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    scenario: ScenarioArgs,
    /// The moment that is shown
    #[arg(long, value_name = "TIME", default_value = "0 s")]
    at: SimTime,
    /// Run this far first, so that the lanes show what comes after the moment
    #[arg(long, value_name = "TIME")]
    run_to: Option<SimTime>,
    /// Width and height in points
    #[arg(long, value_name = "WIDTHxHEIGHT", default_value = "1920x1080", value_parser = size)]
    size: (u16, u16),
    /// Pixels to a point
    #[arg(long, default_value_t = 1.0, value_parser = scale)]
    scale: f32,
    /// What is shown
    #[arg(long, value_enum, default_value_t = Part::All)]
    view: Part,
    /// Colours
    #[arg(long, value_enum, default_value_t = Colors::Dark)]
    theme: Colors,
    /// Select a node or flow by its name
    #[arg(long, value_name = "NAME")]
    select: Option<String>,
    /// The picture (PNG)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// No notes
    #[arg(short, long)]
    quiet: bool,
}

/// What of the dashboard is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// The map alone
    Map,
    /// The lanes alone
    Plots,
    /// The whole dashboard
    All,
}

/// Colours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Colors {
    /// On dark ground
    Dark,
    /// On light ground
    Light,
}

fn size(text: &str) -> Result<(u16, u16), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(width, height)| Some((width.trim().parse().ok()?, height.trim().parse().ok()?)));
    match sides {
        Some((width @ 640..=7680, height @ 400..=7680)) => Ok((width, height)),
        Some((width, height)) => {
            Err(format!("{width}x{height}: the dashboard needs 640x400 points, and 7680x7680 are the most"))
        }
        None => Err("a size is WIDTHxHEIGHT, like 1920x1080".to_owned()),
    }
}

fn scale(text: &str) -> Result<f32, String> {
    match text.parse() {
        Ok(scale) if (0.5..=4.0).contains(&scale) => Ok(scale),
        _ => Err("a scale is a number from 0.5 to 4".to_owned()),
    }
}

/// Runs the scenario to the moment and draws it. What the window remembers of a person plays no part.
pub(super) fn run(args: &Args, streams: &mut Streams<'_>) -> Result<Outcome, CliError> {
    if !args.output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png")) {
        let path = args.output.display();
        return Err(CliError::Usage(format!("{path} does not end in .png, the format of pictures")));
    }
    let scenario = args.scenario.path().map(|path| ("the scenario", path));
    keep_apart(&scenario.into_iter().chain([("--output", args.output.clone())]).collect::<Vec<_>>())?;
    let dashboard = dashboard(args)?;
    // Before what takes time, so that it is not in vain.
    let mut file = AtomicFile::create(&args.output, Existing::Replace)?;
    let (pixels, dashboard) = offscreen::draw(dashboard, Canvas { size: args.size, scale: args.scale })?;
    let Some(session) = &dashboard.session else { return Ok(Outcome::Failed) };
    let png = pixels.png(Some((&session.line().run().info(), &view(args))))?;
    let unwritable = |source| ExportError::Io { action: "write", path: args.output.clone(), source };
    file.write_all(&png).map_err(unwritable)?;
    if file.commit()? && !args.quiet {
        streams.note(&format!("replaced {}", args.output.display()));
    }
    if let Some(failure) = &session.line().failure {
        streams.note(&format!("a model failed at {}: {failure}", session.line().now()));
        return Ok(Outcome::Failed);
    }
    Ok(Outcome::Done)
}

/// The dashboard at the moment that is wanted.
fn dashboard(args: &Args) -> Result<Dashboard, CliError> {
    let scenario = args.scenario.load()?;
    let name = args.scenario.name();
    let source = match (args.scenario.path(), scenario::find(&name)) {
        (Some(path), _) => Source::File(path),
        (None, Some((file, _))) => Source::Gallery(file),
        (None, None) => Source::File(PathBuf::from(&name)),
    };
    let mut dashboard = Dashboard { theme: Theme { ground: args.theme.ground() }, ..Dashboard::default() };
    dashboard.show(scenario, &name, source);
    match args.view {
        Part::All => {}
        Part::Map => dashboard.dock = Dock::only(Pane::Map),
        Part::Plots => dashboard.dock = Dock::only(Pane::Lanes),
    }
    if let Some(session) = &mut dashboard.session {
        if let Some(until) = args.run_to {
            if until < args.at {
                let words = format!("--run-to {until} lies before --at {}: the moment would not be reached", args.at);
                return Err(CliError::Usage(words));
            }
            session.apply(Command::Seek(until));
        }
        session.apply(Command::Seek(args.at));
        let now = session.line().now();
        if now < args.at && session.line().failure.is_none() {
            return Err(CliError::Usage(format!("the run ends at {now}, before --at {}", args.at)));
        }
        // A picture of a moment has no room for what happened on the way to it.
        session.take_notices();
        let selected = args.select.as_ref().map(|name| thing(session.view().run().info().names, name)).transpose()?;
        dashboard.selected = selected;
    }
    Ok(dashboard)
}

fn thing(names: crate::export::Names, name: &str) -> Result<Thing, CliError> {
    let place =
        |list: &[String]| list.iter().position(|known| known == name).and_then(|place| u32::try_from(place).ok());
    if let Some(flow) = place(&names.flows) {
        return Ok(Thing::Flow(crate::ids::FlowId(flow)));
    }
    if let Some(node) = place(&names.nodes) {
        return Ok(Thing::Node(crate::ids::NodeId(node)));
    }
    let known = names.flows.iter().chain(&names.nodes).map(String::as_str);
    Err(CliError::unknown("node or flow", name, known))
}

/// What is shown, in one line, for the metadata.
fn view(args: &Args) -> String {
    let (width, height) = args.size;
    let part = args.view.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned());
    let theme = if args.theme == Colors::Light { "light" } else { "dark" };
    let at = args.at.to_string().replace(' ', "");
    format!("dashboard={part} at={at} size={width}x{height} scale={} theme={theme}", args.scale)
}

impl Colors {
    const fn ground(self) -> Ground {
        match self {
            Self::Dark => Ground::Dark,
            Self::Light => Ground::Light,
        }
    }
}
