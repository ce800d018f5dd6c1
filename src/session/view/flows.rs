//! Flows as they are now.

use crate::congestion::Algorithm;
use crate::ids::{FlowId, NodeId};
use crate::metrics::rate::{LEAST_WINDOW, trailing};
use crate::metrics::{Metric, Owner};
use crate::routing::aodv::Aodv;
use crate::routing::static_routes::RouteTable;
use crate::session::view::View;
use crate::sim::blueprint::RoutingSpec;
use crate::sim::flow::FlowStats;
use crate::transport::tcp::{SenderCounters, TcpSender, TcpView};
use crate::units::{SimDuration, SimTime};

/// A flow as it is now.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowView {
    /// Which.
    pub id: FlowId,
    /// Its name.
    pub name: String,
    /// Where its data come from.
    pub from: NodeId,
    /// Where its data go.
    pub to: NodeId,
    /// Its controller, or `UDP`.
    pub law: String,
    /// Throughput over the last second, in kb/s; `None` before it starts.
    pub throughput: Option<f64>,
    /// Whether its source is on.
    pub active: bool,
    /// When its source started.
    pub started: Option<SimTime>,
    /// When all that it had to send was acknowledged.
    pub finished: Option<SimTime>,
    /// Payload bytes delivered in order.
    pub delivered: u64,
    /// Its TCP sender, if it has one.
    pub tcp: Option<TransportView>,
}

/// A TCP sender as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TransportView {
    /// Window, threshold, timers.
    pub state: TcpView,
    /// What it has done so far.
    pub counters: SenderCounters,
    /// The greatest window it may use, in segments.
    pub max_window: u32,
    /// Payload of a full segment in bytes.
    pub segment: u32,
}

impl TransportView {
    /// The number of the first segment that is not acknowledged; 0 is the SYN.
    pub const fn next_unacknowledged(&self) -> u64 {
        match self.state.snd_una {
            0 => 0,
            byte => (byte - 1) / if self.segment == 0 { 1 } else { self.segment as u64 } + 1,
        }
    }
}

impl View<'_> {
    /// All flows.
    pub fn flows(&self) -> Vec<FlowView> {
        (0..).map(FlowId).take(self.index().flows.len()).filter_map(|id| self.flow(id)).collect()
    }

    /// One flow; `None` if there is none with this number.
    pub fn flow(&self, id: FlowId) -> Option<FlowView> {
        let entity = *self.index().flows.get(id.index())?;
        let spec = &self.sim().blueprint().flows[id.index()];
        let stats = self.get::<FlowStats>(entity)?;
        let sender = self.get::<TcpSender>(entity).zip(self.get::<Algorithm>(entity));
        let law = match sender {
            None => "UDP".to_owned(),
            // The Reno law goes by the name of its recovery.
            Some((sender, Algorithm::Reno(_))) => sender.config().recovery.name().to_owned(),
            #[expect(unreachable_patterns, reason = "until there is a second law")]
            Some((_, other)) => other.kind().label().to_owned(),
        };
        let tcp = sender.map(|(sender, law)| TransportView {
            state: sender.view(law),
            counters: *sender.counters(),
            max_window: sender.config().max_window,
            segment: sender.config().segment,
        });
        let throughput = self
            .recorder()
            .series(Metric::Throughput, Owner::Flow(id))
            .and_then(|series| trailing(series, self.now(), SimDuration::from_secs(1).max(LEAST_WINDOW), 8e-3));
        Some(FlowView {
            id,
            name: spec.name.clone(),
            from: spec.from,
            to: spec.to,
            law,
            throughput: throughput.filter(|_| stats.started.is_some()),
            active: stats.active,
            started: stats.started,
            finished: stats.finished,
            delivered: stats.delivered,
            tcp,
        })
    }

    /// The nodes on the way of a flow as it is routed now, source first, as far as the way leads; only the source if there is none.
    pub fn route(&self, flow: FlowId) -> Vec<NodeId> {
        let Some(spec) = self.sim().blueprint().flows.get(flow.index()) else { return Vec::new() };
        let routes = self.sim().world().resource::<RouteTable>();
        let mut way = vec![spec.from];
        while let Some(at) = way.last().copied().filter(|at| *at != spec.to) {
            let next = match self.get::<Aodv>(self.index().nodes[at.index()]) {
                Some(aodv) => aodv.next_hop(spec.to, self.now()),
                None => routes.next_hop(at, spec.to),
            };
            // Routers that have not heard of a broken link may send packets in a circle.
            let Some(next) = next.filter(|next| !way.contains(next)) else { break };
            way.push(next);
        }
        way
    }

    /// How ways are found: a name, and what it means.
    pub fn routing(&self) -> (&'static str, &'static str) {
        match &self.sim().blueprint().routing {
            RoutingSpec::Static => ("Static", "Shortest paths, known from the start"),
            RoutingSpec::Aodv(config) if config.is_ns2() => (
                "AODV (Ns2)",
                "Ways are looked for when they are needed: RFC 3561 with the parameters and habits of ns-2.35",
            ),
            RoutingSpec::Aodv(_) => ("AODV", "Ways are looked for when they are needed: RFC 3561"),
        }
    }
}
