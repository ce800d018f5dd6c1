//! Packet scripts: a pipe, a calendar of its own, and what came out when.

use super::*;
use crate::ids::FlowId;
use crate::kernel::calendar::{Calendar, Class};
use crate::link::samples::datagram;
use crate::packet::{Body, TcpFlags, TcpHeader};

const MBIT_10: BitRate = BitRate(10_000_000);

fn config(bandwidth: BitRate, delay: SimDuration) -> PipeConfig {
    PipeConfig { bandwidth, delay, queue_limit: 50, queue_wastes_one: false, impairments: Vec::new() }
}

/// The packet `id` of `flow` with this header.
fn segment(id: u64, flow: u32, header: TcpHeader) -> Packet {
    Packet { flow: Some(FlowId(flow)), size: 40 + header.len, body: Body::Tcp(header), ..datagram(id) }
}

fn us(micros: u64) -> SimTime {
    SimTime::ZERO + SimDuration::from_micros(micros)
}

#[derive(Clone, Copy)]
enum Entry {
    Sent,
    Arrival,
}

/// A pipe with a clock and a notebook.
struct Bench {
    pipe: Pipe,
    now: SimTime,
    calendar: Calendar<Entry>,
    out: Outputs<PipeOutput>,
    delivered: Vec<(SimTime, u64)>,
    dropped: Vec<(u64, PipeDrop)>,
    entries: usize,
}

impl Bench {
    fn new(config: &PipeConfig) -> Self {
        Self {
            pipe: Pipe::new(1, LinkId(0), config),
            now: SimTime::ZERO,
            calendar: Calendar::default(),
            out: Outputs::default(),
            delivered: Vec::new(),
            dropped: Vec::new(),
            entries: 0,
        }
    }

    /// Handles everything due before `at`, then moves there.
    fn run_to(&mut self, at: SimTime) {
        while let Some((now, entry)) = self.calendar.pop_before(at) {
            self.now = now;
            match entry {
                Entry::Sent => self.pipe.on_sent(now, &mut self.out),
                Entry::Arrival => self.pipe.on_arrival(now, &mut self.out),
            }
            self.carry_out();
        }
        self.now = at;
    }

    fn offer(&mut self, packet: Packet) {
        self.pipe.offer(self.now, packet, &mut self.out);
        self.carry_out();
    }

    fn set_down(&mut self) {
        self.pipe.set_down(&mut self.out);
        self.carry_out();
    }

    fn finish(&mut self) -> &[(SimTime, u64)] {
        self.run_to(SimTime::MAX);
        assert_eq!(self.pipe.packets().count(), 0);
        &self.delivered
    }

    fn carry_out(&mut self) {
        for output in self.out.drain() {
            let (at, entry) = match output {
                PipeOutput::Deliver(packet) => {
                    self.delivered.push((self.now, packet.id.0));
                    continue;
                }
                PipeOutput::Drop { packet, cause } => {
                    self.dropped.push((packet.id.0, cause));
                    continue;
                }
                PipeOutput::ArmSent(at) => (at, Entry::Sent),
                PipeOutput::ArmArrival(at) => (at, Entry::Arrival),
            };
            assert!(at > self.now, "armed for the present instant");
            self.entries += 1;
            self.calendar.schedule(at, Class::Other, 0, entry);
        }
    }

    fn delivered_ids(&self) -> Vec<u64> {
        self.delivered.iter().map(|(_, id)| *id).collect()
    }

    fn dropped_ids(&self) -> Vec<u64> {
        self.dropped.iter().map(|(id, _)| *id).collect()
    }
}

/// spec/wireless.md 12, check 27.
#[test]
fn ten_megabits_and_ten_milliseconds_take_11_2_ms_and_space_packets_by_1_2_ms() {
    let mut bench = Bench::new(&config(MBIT_10, SimDuration::from_millis(10)));
    for id in 0..4 {
        bench.offer(datagram(id));
    }
    assert_eq!(bench.finish(), [(us(11_200), 0), (us(12_400), 1), (us(13_600), 2), (us(14_800), 3)]);
    assert_eq!(bench.entries, 8, "one entry for each end of service and each arrival");
}

/// reference/README 15: of a burst of 60 pass 51, or 50 where the queue wastes one place; one of them is in service.
#[test]
fn a_burst_of_60_passes_up_to_the_queue_and_the_packet_in_service() {
    for (wastes_one, pass) in [(false, 51), (true, 50)] {
        let mut bench =
            Bench::new(&PipeConfig { queue_wastes_one: wastes_one, ..config(MBIT_10, SimDuration::from_millis(1)) });
        for id in 0..60 {
            bench.offer(datagram(id));
        }
        assert_eq!(bench.pipe.packets().map(|p| p.id.0).collect::<Vec<_>>(), (0..pass).collect::<Vec<_>>());
        bench.finish();
        assert_eq!(bench.delivered_ids(), (0..pass).collect::<Vec<_>>());
        assert_eq!(bench.dropped_ids(), (pass..60).collect::<Vec<_>>());
        let length = usize::try_from(pass).unwrap() - 1;
        let cause = PipeDrop::QueueFull { length, limit: 50 };
        assert!(bench.dropped.iter().all(|(_, dropped)| *dropped == cause), "{:?}", bench.dropped);
        assert_eq!(cause.reason(), DropReason::QueueFull);
    }
}

#[test]
fn what_takes_no_time_needs_no_calendar_entry() {
    let unlimited = BitRate(0);
    for (bandwidth, delay, arrives, entries) in [
        (unlimited, SimDuration::ZERO, us(0), 0),
        (unlimited, SimDuration::from_millis(10), us(10_000), 1),
        (MBIT_10, SimDuration::ZERO, us(1_200), 1),
    ] {
        let mut bench = Bench::new(&config(bandwidth, delay));
        bench.offer(datagram(0));
        assert_eq!(bench.finish(), [(arrives, 0)]);
        assert_eq!(bench.entries, entries);
    }
}

#[test]
fn an_unlimited_rate_fills_no_queue() {
    let mut bench = Bench::new(&config(BitRate(0), SimDuration::from_millis(10)));
    for id in 0..200 {
        bench.offer(datagram(id));
    }
    bench.finish();
    assert_eq!(bench.delivered, (0..200).map(|id| (us(10_000), id)).collect::<Vec<_>>());
    assert_eq!(bench.entries, 1, "one entry serves all that arrive in one instant");
}

/// Each row: what is set at 5 ms, when packet 0 is on the wire and packet 1, offered at 4.8 ms, in service till 6 ms.
#[test]
fn a_change_leaves_service_and_wire_alone_and_keeps_the_order() {
    let ms = SimDuration::from_millis;
    for (bandwidth, delay, arrivals) in [
        (MBIT_10, ms(10), [us(11_200), us(16_000), us(17_200)]),
        // Half the rate: from packet 2 on.
        (BitRate(5_000_000), ms(10), [us(11_200), us(16_000), us(18_400)]),
        // No delay: packets 1 and 2 still come after packet 0, and not before their own service.
        (MBIT_10, ms(0), [us(11_200), us(11_200), us(11_200)]),
        (MBIT_10, ms(20), [us(11_200), us(26_000), us(27_200)]),
        // No service time: packet 2 follows packet 1 at once.
        (BitRate(0), ms(10), [us(11_200), us(16_000), us(16_000)]),
    ] {
        let mut bench = Bench::new(&config(MBIT_10, ms(10)));
        bench.offer(datagram(0));
        bench.run_to(us(4_800));
        bench.offer(datagram(1));
        bench.offer(datagram(2));
        bench.run_to(us(5_000));
        bench.pipe.set(bandwidth, delay);
        let expected: Vec<_> = arrivals.into_iter().zip(0..).collect();
        assert_eq!(bench.finish(), expected, "{bandwidth}, {delay}");
    }
}

#[test]
fn a_rate_that_becomes_unlimited_empties_the_queue_after_the_packet_in_service() {
    let mut bench = Bench::new(&config(MBIT_10, SimDuration::from_millis(10)));
    for id in 0..4 {
        bench.offer(datagram(id));
    }
    bench.pipe.set(BitRate(0), SimDuration::from_millis(10));
    assert_eq!(bench.finish(), [0, 1, 2, 3].map(|id| (us(11_200), id)));
}

#[test]
fn a_cut_link_loses_what_has_not_left_and_what_comes_until_it_is_mended() {
    let mut bench = Bench::new(&config(MBIT_10, SimDuration::from_millis(10)));
    for id in 0..4 {
        bench.offer(datagram(id));
    }
    bench.run_to(us(2_000));
    bench.set_down();
    assert!(!bench.pipe.is_up());
    bench.run_to(us(2_100));
    bench.offer(datagram(4));
    assert_eq!(bench.dropped_ids(), [1, 2, 3, 4]);
    assert!(bench.dropped.iter().all(|(_, cause)| cause.reason() == DropReason::LinkDown));
    bench.run_to(us(2_200));
    bench.pipe.set_up();
    // Its service is longer than what is left of the entry that packet 1 had armed for 2.4 ms.
    bench.offer(datagram(5));
    assert_eq!(bench.finish(), [(us(11_200), 0), (us(13_400), 5)]);
}

#[test]
fn loss_stays_within_its_binomial_interval_and_follows_a_change() {
    let lossy = PipeConfig {
        impairments: vec![Impairment::Loss { rate: 0.05, data_only: false }],
        ..config(BitRate(0), SimDuration::ZERO)
    };
    let mut bench = Bench::new(&lossy);
    for id in 0..100_000 {
        bench.offer(datagram(id));
    }
    // Mean 5000, standard deviation sqrt(100,000 * 0.05 * 0.95) = 68.9: four of those either way.
    assert!((4_725..=5_275).contains(&bench.dropped.len()), "{}", bench.dropped.len());
    let cause = PipeDrop::Impairment { place: 0, name: "Loss" };
    assert!(bench.dropped.iter().all(|(_, dropped)| *dropped == cause));

    for (rate, lost) in [(1.0, 100), (0.0, 0)] {
        bench.dropped.clear();
        bench.pipe.set_loss(rate);
        for id in 0..100 {
            bench.offer(datagram(id));
        }
        assert_eq!(bench.dropped.len(), lost);
    }
}

#[test]
fn a_pipe_without_loss_can_be_given_one() {
    let mut bench = Bench::new(&config(BitRate(0), SimDuration::ZERO));
    bench.offer(datagram(0));
    bench.pipe.set_loss(1.0);
    bench.offer(datagram(1));
    bench.pipe.set_loss(0.0);
    bench.offer(datagram(2));
    assert_eq!(bench.delivered_ids(), [0, 2]);
    assert_eq!(bench.dropped, [(1, PipeDrop::Impairment { place: LIVE_PLACE, name: "Loss" })]);
}

#[test]
fn both_directions_and_all_places_lose_different_packets() {
    let losses = |link: u32, place: usize| {
        let mut impairments = vec![Impairment::Loss { rate: 0.0, data_only: false }; place];
        impairments.push(Impairment::Loss { rate: 0.5, data_only: false });
        let config = PipeConfig { impairments, ..config(BitRate(0), SimDuration::ZERO) };
        let mut bench = Bench { pipe: Pipe::new(1, LinkId(link), &config), ..Bench::new(&config) };
        for id in 0..64 {
            bench.offer(datagram(id));
        }
        bench.dropped_ids()
    };
    assert_eq!(losses(0, 0), losses(0, 0));
    assert_ne!(losses(0, 0), losses(1, 0));
    assert_ne!(losses(0, 0), losses(0, 1));
}

/// Each row is a packet of a flow with segments of 1000 bytes, and whether the list 0, 3, 5 of that flow takes it.
#[test]
fn a_drop_list_takes_first_transmissions_of_its_segments_and_nothing_else() {
    let syn = TcpFlags { syn: true, ..TcpFlags::default() };
    let syn_ack = TcpFlags { syn: true, ack: true, fin: false };
    let ack = TcpFlags { ack: true, ..TcpFlags::default() };
    let fin = TcpFlags { fin: true, ack: true, syn: false };
    let header = |seq, len, flags| TcpHeader { seq, len, flags, ..TcpHeader::default() };
    let again = |header| TcpHeader { retransmission: true, ..header };
    let rows = [
        ("the SYN", 7, header(0, 0, syn), true),
        ("the SYN again", 7, again(header(0, 0, syn)), false),
        ("the answer to a SYN", 7, header(0, 0, syn_ack), false),
        ("segment 1", 7, header(1, 1000, ack), false),
        ("segment 3", 7, header(2001, 1000, ack), true),
        ("segment 3 again", 7, again(header(2001, 1000, ack)), false),
        ("segment 4", 7, header(3001, 1000, ack), false),
        ("segment 5, a short last one", 7, header(4001, 100, ack), true),
        ("an acknowledgement that stands at segment 3", 7, header(2001, 0, ack), false),
        ("a FIN after segment 2", 7, header(2001, 0, fin), false),
        ("the middle of segment 3", 7, header(2501, 500, ack), false),
        ("segment 3 of another flow", 8, header(2001, 1000, ack), false),
    ];
    let listed = Impairment::Drop { segments: vec![5, 0, 3], flow: FlowId(7), segment: 1000 };
    let mut bench = Bench::new(&PipeConfig { impairments: vec![listed], ..config(BitRate(0), SimDuration::ZERO) });
    for (id, (what, flow, header, taken)) in (0..).zip(rows) {
        bench.offer(segment(id, flow, header));
        assert_eq!(bench.dropped_ids().contains(&id), taken, "{what}");
    }
    assert!(bench.dropped.iter().all(|(_, cause)| *cause == PipeDrop::Impairment { place: 0, name: "Drop" }));
}

#[test]
fn a_copy_of_a_pipe_goes_on_as_the_pipe_does() {
    let lossy = PipeConfig {
        impairments: vec![Impairment::Loss { rate: 0.3, data_only: false }],
        ..config(MBIT_10, SimDuration::from_millis(10))
    };
    let mut bench = Bench::new(&lossy);
    let script = |bench: &mut Bench| {
        for id in 0..20 {
            bench.offer(datagram(id));
        }
    };
    script(&mut bench);
    bench.run_to(us(15_000));
    let mut copy = Bench { pipe: bench.pipe.clone(), calendar: bench.calendar.clone(), ..Bench::new(&lossy) };
    copy.now = bench.now;
    bench.delivered.clear();
    bench.dropped.clear();
    for side in [&mut bench, &mut copy] {
        script(side);
        side.finish();
    }
    assert_eq!(bench.delivered, copy.delivered);
    assert_eq!(bench.dropped, copy.dropped);
}
