//! `hopscope list WHAT`: what can be named in a scenario, with its source.

use clap::ValueEnum;

use crate::cli::{CliError, Outcome, Streams};
use crate::congestion;
use crate::energy::power;
use crate::metrics::metric::Reading;
use crate::metrics::table::Table;
use crate::metrics::{Metric, rate};
use crate::recovery;
use crate::scenario;
use crate::scenario::fields::SCENARIO;
use crate::scenario::schema::{Body, Shape, Variant};
use crate::traffic;

/// Arguments of `list`.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// What to list
    what: What,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum What {
    /// Window and rate laws
    Controllers,
    /// Sources of data
    Traffic,
    /// Radios, and what they draw
    Radios,
    /// Processors, and what they draw
    Cpus,
    /// Queues of wired links
    Queues,
    /// Routing protocols
    Routing,
    /// Scenarios that come with the program
    Scenarios,
    /// What can be recorded, plotted and exported
    Metrics,
}

/// Prints the list.
pub(super) fn run(args: &Args, streams: &mut Streams) -> Result<Outcome, CliError> {
    let table = match args.what {
        What::Controllers => named(&["flows", "transport", "controller"], controller_source),
        What::Traffic => named(&["flows", "traffic"], traffic_source),
        What::Radios => return radios(streams),
        What::Cpus => named(&["energy", "cpu"], |_| String::new()),
        What::Queues => named(&["links", "queue"], |_| String::new()),
        What::Routing => named(&["routing"], routing_source),
        What::Scenarios => scenarios(),
        What::Metrics => metrics(),
    };
    streams.result(&table.to_string())?;
    Ok(Outcome::Done)
}

fn radios(streams: &mut Streams) -> Result<Outcome, CliError> {
    let radios = named(&["radio"], |_| String::new());
    let powers = named(&["energy", "radio"], power_source);
    streams.result(&format!("radio:\n{radios}\nenergy.radio:\n{powers}"))?;
    Ok(Outcome::Done)
}

/// The names that the field at `path` of a scenario can have.
fn named(path: &[&str], source: impl Fn(&str) -> String) -> Table {
    let mut table = Table::new(&["<name", "<parameters", "<source"]);
    for variant in variants(&SCENARIO, path).unwrap_or_default() {
        let parameters = match variant.body {
            Body::Unit => String::new(),
            Body::Fields(fields) => fields.iter().map(|f| f.name).collect::<Vec<_>>().join(", "),
            Body::One(_) => "one".to_owned(),
            Body::Later => "not in this version".to_owned(),
        };
        table.row([variant.name.to_owned(), parameters, source(variant.name)]);
    }
    table
}

/// Walks from `shape` along field names; lists stand for what they hold, choices for any of their variants.
fn variants(shape: &'static Shape, path: &[&str]) -> Option<&'static [Variant]> {
    let Some((first, rest)) = path.split_first() else {
        return match shape {
            Shape::Choice { variants, .. } | Shape::Profile { variants, .. } => Some(variants),
            _ => None,
        };
    };
    let step = |fields: &'static [scenario::schema::Field]| {
        fields.iter().find(|f| f.name == *first).and_then(|f| variants(f.shape, rest))
    };
    match shape {
        Shape::List { of, .. } => variants(of, path),
        Shape::Record(fields) | Shape::Profile { fields, .. } => step(fields),
        Shape::Choice { variants, .. } => variants.iter().find_map(|v| match v.body {
            Body::Fields(fields) => step(fields),
            _ => None,
        }),
        Shape::Leaf(_) | Shape::Pair(_) => None,
    }
}

fn controller_source(name: &str) -> String {
    let Some((config, engine)) = recovery::controller(name) else { return String::new() };
    let law = congestion::Kind::ALL.iter().find(|kind| kind.config() == config);
    law.map_or_else(String::new, |law| format!("{} law, {} recovery: {}", law.label(), engine.name(), law.source()))
}

fn traffic_source(name: &str) -> String {
    let known = traffic::Config::ALL.iter().find(|(known, _)| *known == name);
    known.map_or_else(String::new, |(_, source)| (*source).to_owned())
}

fn routing_source(name: &str) -> String {
    match name {
        "Static" => "shortest paths, breadth first",
        "Aodv" => "RFC 3561; preset Ns2: ns-2.35",
        _ => "",
    }
    .to_owned()
}

fn power_source(name: &str) -> String {
    let profile = power::Kind::named(name).map(power::Kind::profile);
    profile.map_or_else(String::new, |p| format!("{} ({})", p.source, format!("{:?}", p.certainty).to_lowercase()))
}

fn scenarios() -> Table {
    let mut table = Table::new(&["<name", "<title", "<question"]);
    for (name, text) in scenario::gallery() {
        if let Ok(scenario) = scenario::parse(name, text, &[] as &[&str]) {
            table.row([(*name).to_owned(), scenario.title, scenario.question]);
        }
    }
    table
}

fn metrics() -> Table {
    let mut table = Table::new(&["<name", "<of", "<unit", "<column", "<reading"]);
    for metric in Metric::ALL {
        let owners: Vec<&str> = metric.subjects().iter().map(|s| s.name()).collect();
        let reading = match metric.reading() {
            Reading::Change => "at every change".to_owned(),
            Reading::Sample => format!("sampled every {}", rate::SAMPLE_PERIOD),
            Reading::Counter => format!("total, sampled every {}", rate::SAMPLE_PERIOD),
            Reading::Rate { .. } => format!("mean over a window, at least {}", rate::LEAST_WINDOW),
        };
        table.row([metric.name(), &owners.join(", "), metric.unit(), metric.column(), &reading]);
    }
    table
}
