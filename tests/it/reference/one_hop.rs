//! One saturated hop against the table of spec/wireless.md 6: 1500-byte IP packets, DIFS + mean backoff + exchange.
//!
//! Two stations a metre apart, so that propagation does not count. Profile Ns2 has 20 bytes of header around a datagram, Std 28: the
//! payload differs so that the packet does not.

use std::fmt::Write as _;

use hopscope::scenario;
use hopscope::sim::access::Index;
use hopscope::sim::flow::FlowStats;
use hopscope::sim::simulation::Simulation;
use hopscope::units::SimTime;

use super::parallel;

/// Data and basic rate in Mb/s; cycle in us with RTS Ns2, with RTS Std, without Ns2, without Std.
const CYCLES: [(f64, f64, [f64; 4]); 6] = [
    (1.0, 1.0, [13_804.0, 13_830.0, 13_128.0, 13_154.0]),
    (2.0, 1.0, [7668.0, 7686.0, 6992.0, 7010.0]),
    (2.0, 2.0, [7476.0, 7494.0, 6936.0, 6954.0]),
    (5.5, 1.0, [3764.0, 3777.0, 3088.0, 3101.0]),
    (11.0, 1.0, [2648.0, 2660.0, 1972.0, 1984.0]),
    (11.0, 2.0, [2456.0, 2468.0, 1916.0, 1928.0]),
];

/// Payload and RTS threshold of each column.
const COLUMNS: [(&str, &str, u64, u32); 4] = [
    ("RTS, Ns2", "Ns2", 1480, 0),
    ("RTS, Std", "Std", 1472, 0),
    ("basic, Ns2", "Ns2", 1480, 3000),
    ("basic, Std", "Std", 1472, 3000),
];

/// The mean cycle in us over 20 s.
fn cycle(data: f64, basic: f64, (_, profile, payload, threshold): (&str, &str, u64, u32)) -> f64 {
    let text = format!(
        "(duration: \"21 s\", radio: (profile: Wavelan2Mb, data_rate: \"{data} Mb/s\", basic_rate: \"{basic} Mb/s\"),
          mac: (profile: {profile}, rts_threshold: \"{threshold} B\"), topology: Chain(hops: 1, spacing: \"1 m\"),
          flows: [(from: 0, to: 1, traffic: Cbr(rate: \"12 Mb/s\", packet: \"{payload} B\"), transport: Udp)])"
    );
    let scenario =
        scenario::parse("one_hop.ron", &text, &[] as &[&str]).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let mut simulation = Simulation::new(&scenario);
    let mut packets_at = |seconds| {
        simulation.run_until(SimTime::from_secs_f64(seconds));
        let world = simulation.world();
        world.get::<FlowStats>(world.resource::<Index>().flows[0]).unwrap().delivered / payload
    };
    let before = packets_at(1.0);
    20e6 / (packets_at(21.0) - before) as f64
}

#[test]
#[expect(clippy::print_stdout, reason = "the table is the evidence; it is shown with --nocapture")]
fn saturated_cycles() {
    /// Four standard deviations of the mean of 1450 (slowest) to 10,000 (fastest) backoffs of 184 us each are at most 0.4 %.
    const TOLERANCE: f64 = 0.005;
    let jobs: Vec<(usize, usize)> = (0..CYCLES.len()).flat_map(|row| (0..4).map(move |column| (row, column))).collect();
    let results = parallel::map(&jobs, |(row, column)| cycle(CYCLES[*row].0, CYCLES[*row].1, COLUMNS[*column]));
    let mut text =
        String::from("\none saturated hop, cycle in us\nrates     column        ours   by hand  difference\n");
    let mut wrong = 0;
    for ((row, column), ours) in jobs.iter().zip(results) {
        let (data, basic, expected) = CYCLES[*row];
        let difference = ours / expected[*column] - 1.0;
        wrong += usize::from(difference.abs() > TOLERANCE);
        let (name, expected) = (COLUMNS[*column].0, expected[*column]);
        writeln!(text, "{data:>4}/{basic} {name:>12} {ours:>9.1} {expected:>9.1} {:>8.2} %", 100.0 * difference)
            .unwrap();
    }
    println!("{text}");
    assert!(wrong == 0, "{wrong} cycle(s) are wrong{text}");
}
