//! Cards: which scenario, which picture of it, and the run that makes it.

use crate::scenario::{self, Scenario};
use crate::session::run::{Recording, Run};
use crate::ui::panels::gallery::picture::Picture;
use crate::ui::panels::gallery::runner::{self, Span};
use crate::units::SimTime;

/// What a card shows of its run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shows {
    /// Windows over time, with losses.
    Windows,
    /// Throughput of each flow over time.
    Throughput,
    /// Joules over time, by radio state.
    Energy,
    /// What is left in a battery over time.
    Battery,
    /// The map, at the first collision or the first frame after the flows have begun.
    Map,
    /// Frames of each node over a few milliseconds.
    Strip,
    /// Segments over time, as they were sent and lost.
    Sequence,
}

/// A section of the gallery: its title, and its cards with what they show and from when to when, in milliseconds.
type Section = (&'static str, &'static [(&'static str, Shows, (u64, u64))]);

const SECTIONS: [Section; 3] = [
    (
        "Start here",
        &[
            ("chain8.ron", Shows::Windows, (0, 20_000)),
            ("hidden_terminal.ron", Shows::Map, (0, 2_000)),
            ("scripted_losses.ron", Shows::Sequence, (0, 450)),
            ("idle_node.ron", Shows::Energy, (0, 10_000)),
        ],
    ),
    (
        "Windows and fairness",
        &[
            ("dumbbell.ron", Shows::Windows, (2_500, 26_000)),
            ("cross4.ron", Shows::Throughput, (0, 30_000)),
            ("lossy_path.ron", Shows::Windows, (1_500, 10_000)),
            ("bursty_path.ron", Shows::Windows, (1_000, 30_000)),
            ("switch_controller.ron", Shows::Windows, (14_000, 26_000)),
        ],
    ),
    (
        "Air, batteries, wires",
        &[
            ("one_hop.ron", Shows::Strip, (0, 1_500)),
            ("chain2.ron", Shows::Strip, (0, 1_500)),
            ("chain4.ron", Shows::Map, (0, 6_000)),
            ("exposed_terminal.ron", Shows::Map, (0, 2_000)),
            ("aodv_chain.ron", Shows::Windows, (0, 40_000)),
            ("idle_node_battery.ron", Shows::Battery, (0, 2_000)),
        ],
    ),
];

/// A card.
pub(super) struct Card {
    /// The scenario's file name.
    pub(super) file: &'static str,
    /// The title of its section.
    pub(super) section: &'static str,
    /// What it asks.
    pub(super) question: String,
    /// What it is, in a line.
    pub(super) facts: String,
    /// What should appear.
    pub(super) expect: String,
    /// What there is of its picture.
    pub(super) picture: Picture,
    shows: Shows,
    span: Span,
    work: Work,
}

enum Work {
    Waiting(Box<Scenario>),
    Running(Box<Run>),
    Done,
}

/// All cards, section by section; scenarios that no section names come last.
pub(super) fn all() -> Vec<Card> {
    let named = SECTIONS.iter().flat_map(|(section, cards)| cards.iter().map(move |card| (*section, *card)));
    let mut list: Vec<_> = named.collect();
    for (file, _) in scenario::gallery() {
        if !list.iter().any(|(_, (known, ..))| known == file) {
            list.push(("More", (file, Shows::Windows, (0, 10_000))));
        }
    }
    list.into_iter().filter_map(|(section, (file, shows, span))| Card::new(section, file, shows, span)).collect()
}

impl Card {
    fn new(section: &'static str, file: &'static str, shows: Shows, (from, until): (u64, u64)) -> Option<Self> {
        const NOTHING: &[&str] = &[];
        let (file, text) = scenario::find(file)?;
        let scenario = scenario::parse(file, text, NOTHING).ok()?;
        let span = scenario.blueprint.duration.map_or_else(String::new, |span| format!(", {} s", span.secs_f64()));
        Some(Self {
            file,
            section,
            question: scenario.question.clone(),
            facts: format!("{}{span}", scenario.title),
            expect: scenario.expect.clone(),
            picture: Picture::default(),
            shows,
            span: Span { from: SimTime::from_nanos(from * 1_000_000), until: SimTime::from_nanos(until * 1_000_000) },
            work: Work::Waiting(Box::new(scenario)),
        })
    }

    /// Whether it is asked for by these words, in lower case.
    pub(super) fn matches(&self, words: &str) -> bool {
        let all = [self.question.as_str(), &self.facts, self.file, &self.expect, self.section];
        words.split_whitespace().all(|word| all.iter().any(|text| text.to_lowercase().contains(word)))
    }

    /// Whether its picture is finished.
    pub(super) const fn is_done(&self) -> bool {
        matches!(self.work, Work::Done)
    }

    /// A piece of its run, some milliseconds at most.
    pub(super) fn advance(&mut self) {
        self.work = match std::mem::replace(&mut self.work, Work::Done) {
            Work::Waiting(scenario) => {
                let recording =
                    Recording { series: true, flight: true, trace: self.shows == Shows::Sequence, captures: false };
                Work::Running(Box::new(Run::new(*scenario, self.file, recording)))
            }
            Work::Running(mut run) => {
                let done = runner::step(&mut run, self.shows, self.span.until);
                runner::summarise(&mut self.picture, &mut run, self.shows, self.span);
                if done { Work::Done } else { Work::Running(run) }
            }
            Work::Done => Work::Done,
        };
    }
}
