//! What the whole network has spent and lost, over time: joules by radio state, and collisions.
//!
//! Sampled every [`PERIOD`], because it asks every node. It lies outside snapshots and reads the run without changing it.

use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::energy::ledger::{Ledger, RadioState};
use crate::energy::meter;
use crate::kernel::clock::Clock;
use crate::kernel::schedule::StepSystems;
use crate::metrics::Series;
use crate::sim::access::Channel;
use crate::sim::build::SimBuilder;
use crate::sim::station::Station;
use crate::units::SimDuration;

/// Simulated time between samples.
pub const PERIOD: SimDuration = SimDuration::from_millis(100);

/// Totals of the network over time.
#[derive(Resource, Clone, Debug, Default)]
pub struct Totals {
    joules: [Series; RadioState::ALL.len()],
    collisions: Series,
}

impl Totals {
    /// Joules that all radios together have spent in `state`.
    pub const fn joules(&self, state: RadioState) -> &Series {
        &self.joules[state.index()]
    }

    /// Frames that were lost at the node they were for because signals overlapped.
    pub const fn collisions(&self) -> &Series {
        &self.collisions
    }

    /// Changes whenever a value does.
    pub fn version(&self) -> u64 {
        self.joules.iter().chain([&self.collisions]).map(Series::version).sum()
    }
}

/// The layer that samples them. It relies on the series' recorder to end steps at full [`PERIOD`]s.
pub fn record(builder: &mut SimBuilder) {
    builder.recording(Totals::default(), |world, at| {
        let totals = &mut *world.resource_mut::<Totals>();
        for series in totals.joules.iter_mut().chain([&mut totals.collisions]) {
            series.truncate(at);
        }
    });
    builder.schedule.add_systems(sample.in_set(StepSystems::Sample));
}

fn sample(clock: Res<Clock>, channel: Res<Channel>, nodes: Query<(&Ledger, &Station)>, mut totals: ResMut<Totals>) {
    let now = clock.now();
    if !now.nanos().is_multiple_of(PERIOD.nanos()) {
        return;
    }
    let mut spent = [0; RadioState::ALL.len()];
    let mut collisions = 0;
    for (ledger, station) in &nodes {
        collisions += station.counters.collisions;
        let times = ledger.times(now);
        for state in RadioState::ALL {
            spent[state.index()] += meter::energy(channel.draw[state.index()], times.of(*state));
        }
    }
    for state in RadioState::ALL {
        totals.joules[state.index()].push(now, meter::joules(spent[state.index()]).0);
    }
    totals.collisions.push(now, collisions as f64);
}
