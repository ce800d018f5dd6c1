//! The energy of all radios by what they were doing: stacked areas, transmit at the bottom, and the total as a line.

use std::sync::Arc;

use egui::{Color32, Painter, Shape, Stroke, pos2};

use crate::energy::ledger::RadioState;
use crate::palette;
use crate::session::totals::Totals;
use crate::session::view::energy::Spent;
use crate::ui::panels::lanes::Lane;
use crate::ui::panels::lanes::pointer::Pane;
use crate::ui::panels::lanes::scene::Scene;
use crate::ui::plot::quads;
use crate::ui::theme::Theme;
use crate::units::SimTime;

/// The areas from bottom to top.
pub const PARTS: [Part; 3] = [Part::Transmit, Part::Receive, Part::Idle];

/// What radios were doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Sending.
    Transmit,
    /// Receiving: locked on a signal.
    Receive,
    /// Everything else: idle, asleep, waking up.
    Idle,
}

impl Part {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Transmit => "transmit",
            Self::Receive => "receive",
            Self::Idle => "idle",
        }
    }

    /// Its area.
    pub fn color(self, theme: Theme) -> Color32 {
        match self {
            Self::Transmit => theme.t1(),
            Self::Receive => theme.ink(palette::RECEIVE_AREA),
            Self::Idle => theme.ink(palette::IDLE_AREA),
        }
    }

    const fn holds(self, state: RadioState) -> bool {
        match self {
            Self::Transmit => matches!(state, RadioState::Transmit),
            Self::Receive => matches!(state, RadioState::Receive),
            Self::Idle => !matches!(state, RadioState::Transmit | RadioState::Receive),
        }
    }
}

/// Joules at `at` by part, in the order of [`PARTS`].
pub fn joules(spent: &Spent<'_>, at: SimTime) -> [f64; 3] {
    PARTS.map(|part| {
        let states = RadioState::ALL.iter().filter(|state| part.holds(**state));
        states.map(|state| spent.joules(*state, at)).sum()
    })
}

/// Joules of all at `at`.
pub fn total(scene: &Scene<'_>, at: SimTime) -> f64 {
    scene.view.spent().map_or(0.0, |spent| joules(&spent, at).iter().sum())
}

/// Changes when the areas do; zero for other lanes.
pub fn version(lane: Lane, scene: &Scene<'_>) -> u64 {
    if lane == Lane::Energy { scene.view.totals().map_or(0, Totals::version) } else { 0 }
}

/// Draws the areas.
pub fn draw(painter: &Painter, pane: &Pane<'_>, scene: &Scene<'_>) {
    let Some(spent) = scene.view.spent() else { return };
    // Up to the last sample, or the cursor: what lies beyond is not known yet.
    let known = spent.end(scene.frontier);
    let end = scene.time.x_of(known.min(scene.time.until)).max(pane.plot.left());
    let steps = ((end - pane.plot.left()) / 2.0).ceil().max(1.0) as u32;
    let mut edges = vec![Vec::new(); PARTS.len() + 1];
    for i in 0..=steps {
        let x = (pane.plot.left() + 2.0 * i as f32).min(end);
        let joules = joules(&spent, scene.time.time_at(x).min(known));
        let mut sum = 0.0;
        edges[0].push((x, pane.value.y_of(0.0)));
        for (place, value) in joules.into_iter().enumerate() {
            sum += value;
            edges[place + 1].push((x, pane.value.y_of(sum)));
        }
    }
    for (place, part) in PARTS.into_iter().enumerate() {
        let columns: Vec<(f32, f32, f32)> =
            edges[place + 1].iter().zip(&edges[place]).map(|((x, above), (_, below))| (*x, *above, *below)).collect();
        painter.add(Shape::Mesh(Arc::new(quads::area(&columns, part.color(scene.theme)))));
    }
    let line = edges[PARTS.len()].iter().map(|(x, y)| pos2(*x, *y)).collect();
    painter.add(Shape::line(line, Stroke::new(1.5, scene.theme.t1())));
}
