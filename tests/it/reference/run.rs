//! One run of a chain or cross with bulk transfers, measured as the scripts of ns-2 measure it (`tests/reference/README.md`).

use hopscope::congestion::Algorithm;
use hopscope::fact::{DropReason, FactId, LostBecause, What};
use hopscope::ids::FlowId;
use hopscope::journal::Journal;
use hopscope::mac::dcf::Mac;
use hopscope::rng::{Owner, Purpose, Stream};
use hopscope::scenario;
use hopscope::sim::access::Index;
use hopscope::sim::blueprint::TransportSpec;
use hopscope::sim::flow::FlowInfo;
use hopscope::sim::simulation::Simulation;
use hopscope::sim::station::Station;
use hopscope::sim::tap::{Detail, Noticed, Observation, Tap};
use hopscope::transport::tcp::TcpSender;
use hopscope::units::{SimDuration, SimTime};

/// Payload of a segment in bytes, where nothing else is said.
pub(super) const SEGMENT: u64 = 1460;

/// When runs end.
pub(super) const END: SimTime = SimTime::from_nanos(50_000_000_000);

/// A run as text: the same radio, MAC and queues as `ns2/chain.tcl` sets.
pub(super) fn scenario(topology: &str, seed: u64, flows: &str, script: &str) -> Simulation {
    routed("Static", topology, seed, flows, script)
}

/// The same with another routing.
pub(super) fn routed(routing: &str, topology: &str, seed: u64, flows: &str, script: &str) -> Simulation {
    configured(routing, true, topology, seed, flows, script)
}

/// The same, with or without RTS.
pub(super) fn configured(routing: &str, rts: bool, topology: &str, seed: u64, flows: &str, script: &str) -> Simulation {
    let threshold = if rts { 0 } else { 3000 };
    let text = format!(
        "(seed: {seed}, duration: \"50 s\", radio: Wavelan2Mb, mac: (profile: Ns2, rts_threshold: \"{threshold} B\"), topology: {topology}, routing: {routing}, flows: [{flows}], script: [{script}])"
    );
    let scenario =
        scenario::parse("reference.ron", &text, &[] as &[&str]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    Simulation::new(&scenario)
}

/// The start of a flow as text: 1 s + U(0, 0.5 s), another draw for each flow and seed.
pub(super) fn start(seed: u64, flow: u32) -> String {
    let part = Stream::new(seed, Owner::Flow(flow), Purpose::Placement).unit();
    format!("\"{:.9} s\"", 1.0 + 0.5 * part)
}

/// A bulk transfer as text, and the command that gives it its window.
///
/// The scripts set `window_` after an agent is made. What that does to the first slow start threshold: a node without radio resets
/// its agents when the run begins, and the threshold becomes the window; a mobile node does not, and it stays the 20 segments of
/// the default window. So a sender begins here with 20 as well, and gets its window before it starts.
pub(super) fn bulk(seed: u64, flow: u32, (from, to): (u32, u32), controller: &str, window: u32) -> (String, String) {
    const DEFAULT_WINDOW: u32 = 20;
    let start = start(seed, flow);
    let flow_text = format!(
        "(from: {from}, to: {to}, start: {start}, traffic: Bulk, \
         transport: Tcp(controller: {controller}, preset: Ns2, max_window: {DEFAULT_WINDOW}, segment: \"1460 B\"))"
    );
    (flow_text, format!("(at: \"0.5 s\", do: SetTransport(flow: {flow}, max_window: {window}))"))
}

/// What one flow came to.
#[derive(Clone, Debug, Default)]
pub(super) struct FlowResult {
    /// In-order segments acknowledged x 1460 x 8 over the time from its start, in kb/s.
    pub(super) goodput_kbps: f64,
    pub(super) retransmissions: f64,
    pub(super) timeouts: f64,
    /// min(cwnd, window), sampled each 10 ms from the start.
    pub(super) cwnd: f64,
    /// Mean over new cumulative acknowledgements whose newest segment was sent once.
    pub(super) rtt_ms: f64,
}

/// What all stations together came to.
#[derive(Clone, Debug, Default)]
pub(super) struct MacResult {
    /// RTS sent.
    pub(super) rts: f64,
    /// Frames lost at the node they were for because signals overlapped.
    pub(super) collisions: f64,
    /// Packets given up after the seventh RTS.
    pub(super) given_up: f64,
    /// Frames with messages of the routing protocol.
    pub(super) routing: f64,
    /// Links that routing took for broken, and those of them that were not.
    pub(super) broken: f64,
    pub(super) false_alarms: f64,
    /// Floods begun, and route errors sent.
    pub(super) floods: f64,
    pub(super) errors: f64,
    /// Data, and acknowledgements, that the MAC gave up, whether they were lost, kept for a repair or had arrived.
    pub(super) lost_data: f64,
    pub(super) lost_acks: f64,
    /// Packets lost for want of a route, and those lost with a broken link: the one given up and its queue.
    pub(super) no_route: f64,
    pub(super) by_link: f64,
}

/// Follows one flow through the observations of a run.
struct Follower {
    segment: u64,
    window: f64,
    start: SimTime,
    /// When and how often each segment was sent.
    sent: Vec<(SimTime, u32)>,
    acked: u64,
    rtt: (f64, u32),
    cwnd: f64,
    /// Next sample of the window.
    sample_at: SimTime,
    samples: (f64, u32),
}

impl Follower {
    const PERIOD: SimDuration = SimDuration::from_millis(10);

    fn new(start: SimTime, window: f64, segment: u64) -> Self {
        // The scripts sample at whole hundredths of a second, beginning with the first one after the start.
        let mut sample_at = SimTime::from_nanos(1_000_000_000);
        while sample_at < start {
            sample_at += Self::PERIOD;
        }
        Self {
            segment,
            window,
            start,
            sent: Vec::new(),
            acked: 0,
            rtt: (0.0, 0),
            cwnd: 1.0,
            sample_at,
            samples: (0.0, 0),
        }
    }

    fn sample_up_to(&mut self, now: SimTime) {
        while self.sample_at <= now {
            self.samples = (self.samples.0 + self.cwnd.min(self.window), self.samples.1 + 1);
            self.sample_at += Self::PERIOD;
        }
    }

    fn made(&mut self, at: SimTime, seq: u64) {
        let segment = usize::try_from(segment(seq, self.segment)).unwrap();
        if self.sent.len() <= segment {
            self.sent.resize(segment + 1, (at, 0));
        }
        self.sent[segment] = (at, self.sent[segment].1 + 1);
    }

    fn sender(&mut self, at: SimTime, cwnd: f64, snd_una: u64) {
        self.sample_up_to(at);
        self.cwnd = cwnd;
        let acked = snd_una.saturating_sub(1) / self.segment;
        if acked > self.acked {
            self.acked = acked;
            let (sent, times) = self.sent[usize::try_from(acked).unwrap()];
            if times == 1 {
                self.rtt = (self.rtt.0 + at.since(sent).secs_f64(), self.rtt.1 + 1);
            }
        }
    }
}

/// The number of the segment of so many bytes that begins at `seq`; 0 is the SYN.
pub(super) const fn segment(seq: u64, bytes: u64) -> u64 {
    if seq == 0 { 0 } else { 1 + (seq - 1) / bytes }
}

/// Runs to the end with everything observed; all senders have this window.
pub(super) fn measure(mut simulation: Simulation, window: u32) -> (Vec<FlowResult>, MacResult) {
    let segment = simulation.blueprint().flows.iter().find_map(|flow| match &flow.transport {
        TransportSpec::Tcp(config) => Some(u64::from(config.segment)),
        TransportSpec::Udp => None,
    });
    let segment = segment.unwrap_or(SEGMENT);
    simulation.world_mut().resource_mut::<Tap>().set_detail(Detail::Everything);
    let starts: Vec<SimTime> = simulation.blueprint().flows.iter().map(|flow| flow.start).collect();
    let mut followers: Vec<Follower> =
        starts.iter().map(|start| Follower::new(*start, f64::from(window), segment)).collect();
    let mut mac = MacResult::default();
    let mut next_fact = 1;
    let mut at = SimTime::ZERO;
    while at < END {
        at += SimDuration::from_millis(500);
        simulation.run_until(at);
        observe(&simulation, &mut followers);
        count_facts(&simulation, &mut next_fact, &mut mac);
        simulation.world_mut().resource_mut::<Tap>().clear();
    }
    assert_eq!(simulation.imbalance(), None);
    let world = simulation.world();
    let index = world.resource::<Index>();
    mac.rts = index.nodes.iter().map(|node| world.get::<Mac>(*node).unwrap().counters().rts_sent as f64).sum();
    for counters in index.nodes.iter().map(|node| world.get::<Station>(*node).unwrap().counters) {
        mac.routing += counters.routing_frames as f64;
        mac.broken += counters.route_failures as f64;
        mac.false_alarms += counters.false_link_failures as f64;
        mac.floods += counters.route_requests as f64;
        mac.errors += counters.route_errors as f64;
    }
    let flows = followers.into_iter().zip(&index.flows).map(|(mut follower, entity)| {
        follower.sample_up_to(END);
        let (sender, law) = (world.get::<TcpSender>(*entity).unwrap(), world.get::<Algorithm>(*entity).unwrap());
        let counters = sender.counters();
        let segments = sender.view(law).snd_una.saturating_sub(1) / segment;
        FlowResult {
            goodput_kbps: (segments * segment * 8) as f64 / END.since(follower.start).secs_f64() / 1000.0,
            retransmissions: counters.retransmissions as f64,
            timeouts: counters.timeouts as f64,
            cwnd: follower.samples.0 / f64::from(follower.samples.1),
            rtt_ms: 1000.0 * follower.rtt.0 / f64::from(follower.rtt.1),
        }
    });
    (flows.collect(), mac)
}

fn observe(simulation: &Simulation, followers: &mut [Follower]) {
    let world = simulation.world();
    let index = world.resource::<Index>();
    for Observation { at, what } in world.resource::<Tap>().noticed() {
        match *what {
            Noticed::Made { flow, node, seq, .. } => {
                let FlowId(place) = flow;
                if world.get::<FlowInfo>(index.flows[flow.index()]).unwrap().from == node {
                    followers[place as usize].made(*at, seq);
                }
            }
            Noticed::Sender { flow, view } => followers[flow.index()].sender(*at, view.cwnd, view.snd_una),
            _ => {}
        }
    }
}

fn count_facts(simulation: &Simulation, next: &mut u64, mac: &mut MacResult) {
    let journal = simulation.world().resource::<Journal>();
    let source = simulation.blueprint().flows[0].from;
    while let Some(fact) = journal.fact(FactId(*next)) {
        *next += 1;
        match fact.what {
            What::FrameLost { why: LostBecause::Collision, .. } => mac.collisions += 1.0,
            What::NoCts { attempts: 7, .. } => mac.given_up += 1.0,
            What::RouteBroken { target, repair, .. } => {
                mac.by_link += f64::from(u8::from(!repair));
                if target == source { mac.lost_acks += 1.0 } else { mac.lost_data += 1.0 }
            }
            What::Dropped { reason: DropReason::NoRoute, count: 0, .. } => mac.no_route += 1.0,
            What::Dropped { reason: DropReason::NoRoute, .. } => mac.by_link += 1.0,
            _ => {}
        }
    }
}
