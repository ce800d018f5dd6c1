//! The layer that records: takes up what the tap noticed in a step, and samples counters and levels.
//!
//! In: the tap and, every [`SAMPLE_PERIOD`], the state of flows and of whoever is watched. Out: pushes into the [`Recorder`],
//! in order of time. It reads the run and writes nothing of it: with it or without it, a run does the same.

use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::energy::ledger::{Ledger, RadioState};
use crate::energy::meter;
use crate::ids::{FlowId, LinkId, NodeId};
use crate::kernel::clock::Clock;
use crate::kernel::schedule::StepSystems;
use crate::link::pipe::Pipe;
use crate::mac::dcf::Mac;
use crate::metrics::rate::SAMPLE_PERIOD;
use crate::metrics::{Mark, MarkKind, Metric, Owner, Recorder};
use crate::sim::access::{Channel, Index};
use crate::sim::build::SimBuilder;
use crate::sim::flow::{FlowInfo, FlowStats};
use crate::sim::simulation::SamplePeriod;
use crate::sim::station::Egress;
use crate::sim::tap::{Detail, Noticed, Tap};
use crate::units::SimTime;

/// Records the series of flows, and of nodes and links that the recorder watches.
pub fn record(builder: &mut SimBuilder) {
    builder.recording(Recorder::new(), |world, at| world.resource_mut::<Recorder>().truncate(at));
    builder.registry.outside::<SamplePeriod>(&mut builder.world);
    builder.world.insert_resource(SamplePeriod(SAMPLE_PERIOD));
    builder.world.resource_mut::<Tap>().set_detail(Detail::Plots);
    builder.schedule.add_systems((take_up, sample).chain().in_set(StepSystems::Sample));
}

/// Takes up what was noticed and empties the tap.
pub fn take_up(mut tap: ResMut<Tap>, mut recorder: ResMut<Recorder>, index: Res<Index>, flows: Query<&FlowInfo>) {
    for observation in tap.noticed() {
        let at = observation.at;
        let mark = |flow, kind| Mark { flow, kind };
        match &observation.what {
            Noticed::Sender { flow, view } => {
                let info = flows.get(index.flows[flow.index()]).expect("every flow has its columns");
                let owner = Owner::Flow(*flow);
                recorder.change(at, Metric::Cwnd, owner, view.cwnd);
                recorder.change(at, Metric::Ssthresh, owner, view.ssthresh);
                recorder.change(at, Metric::Phase, owner, f64::from(view.phase as u8));
                recorder.change(at, Metric::Rto, owner, view.rto.secs_f64());
                recorder.change(at, Metric::InFlight, owner, view.in_flight as f64 / f64::from(info.segment.max(1)));
            }
            Noticed::Rtt { flow, rtt } => recorder.change(at, Metric::Rtt, Owner::Flow(*flow), rtt.secs_f64()),
            Noticed::ThirdDupAck { flow, .. } => recorder.mark(at, mark(Some(*flow), MarkKind::ThirdDuplicateAck)),
            Noticed::Timeout { flow, .. } => recorder.mark(at, mark(Some(*flow), MarkKind::Timeout)),
            Noticed::Drop { flow: Some(flow), .. } => recorder.mark(at, mark(Some(*flow), MarkKind::Loss)),
            Noticed::Route { flow, .. } => recorder.mark(at, mark(Some(*flow), MarkKind::RouteChange)),
            Noticed::Command { .. } => recorder.mark(at, mark(None, MarkKind::Command)),
            _ => {}
        }
    }
    tap.clear();
}

/// Samples at every full [`SAMPLE_PERIOD`].
fn sample(
    clock: Res<Clock>,
    index: Res<Index>,
    channel: Res<Channel>,
    flows: Query<&FlowStats>,
    nodes: Query<(&Ledger, &Mac, &Egress)>,
    pipes: Query<&Pipe>,
    mut recorder: ResMut<Recorder>,
) {
    let now = clock.now();
    if !now.nanos().is_multiple_of(SAMPLE_PERIOD.nanos()) {
        return;
    }
    for (id, entity) in (0..).map(FlowId).zip(&index.flows) {
        let stats = flows.get(*entity).expect("every flow has its columns");
        if stats.started.is_some() {
            recorder.sample(now, Metric::Throughput, Owner::Flow(id), stats.wire as f64);
            recorder.sample(now, Metric::Goodput, Owner::Flow(id), stats.delivered as f64);
        }
    }
    for (id, entity) in (0..).map(NodeId).zip(&index.nodes) {
        let owner = Owner::Node(id);
        if !recorder.records(owner) {
            continue;
        }
        let (ledger, mac, egress) = nodes.get(*entity).expect("every node has its columns");
        recorder.sample(now, Metric::Joules, owner, joules(ledger, &channel, now));
        recorder.sample(now, Metric::MacRetries, owner, mac.counters().retries as f64);
        recorder.sample(now, Metric::Queue, owner, egress.queue.len() as f64);
    }
    for (id, entity) in (0..).map(LinkId).zip(&index.links) {
        let owner = Owner::Link(id);
        if recorder.records(owner) {
            let pipe = pipes.get(*entity).expect("every link has its pipe");
            recorder.sample(now, Metric::Queue, owner, pipe.queue().len() as f64);
        }
    }
}

fn joules(ledger: &Ledger, channel: &Channel, now: SimTime) -> f64 {
    let times = ledger.times(now);
    let spent = RadioState::ALL.iter().map(|state| meter::energy(channel.draw[state.index()], times.of(*state))).sum();
    meter::joules(spent).0
}
