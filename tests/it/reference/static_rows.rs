//! Every row that ns-2 has of chains with static routes and a law that is there: windows, segments, with and without RTS.
//!
//! The default run takes a few points. `HOPSCOPE_REFERENCE=full cargo test --release --no-default-features --test it
//! reference::static_rows -- --nocapture` takes all of them and prints every row.

use std::env;

use super::parallel;
use super::run::{FlowResult, MacResult, bulk, measure};
use super::stats::{Sample, half_width};
use super::table::Measured;
use hopscope::scenario::parse;
use hopscope::sim::simulation::Simulation;

const SEEDS: u64 = 5;

/// What is compared, by its column, and the part by which the mean may differ where the interval is narrower.
const COLUMNS: [(&str, f64); 3] = [("goodput_kbps", 0.05), ("mac_rts", 0.10), ("col", 0.10)];

#[derive(Clone, Debug)]
struct Point {
    hops: u32,
    window: u32,
    segment: u32,
    rts: bool,
    variant: String,
}

impl Point {
    fn run(&self, seed: u64) -> (FlowResult, MacResult) {
        let Self { hops, window, segment, .. } = self;
        let controller = if self.variant == "Newreno" { "NewReno" } else { &self.variant };
        let (flow, script) = bulk(seed, 0, (0, *hops), controller, *window);
        let flow = flow.replace("\"1460 B\"", &format!("\"{segment} B\""));
        let threshold = if self.rts { 0 } else { 3000 };
        let text = format!(
            "(seed: {seed}, duration: \"50 s\", radio: Wavelan2Mb, mac: (profile: Ns2, rts_threshold: \"{threshold} B\"), \
             topology: Chain(hops: {hops}, spacing: \"200 m\"), routing: Static, flows: [{flow}], script: [{script}])"
        );
        let scenario = parse("reference.ron", &text, &[] as &[&str]).unwrap();
        let (mut flows, mac) = measure(Simulation::new(&scenario), *window);
        (flows.remove(0), mac)
    }

    fn filter(&self) -> [(&'static str, String); 6] {
        [
            ("routing", "STATIC".to_owned()),
            ("hops", self.hops.to_string()),
            ("window", self.window.to_string()),
            ("pkt", self.segment.to_string()),
            ("rts", if self.rts { "on" } else { "off" }.to_owned()),
            ("variant", self.variant.clone()),
        ]
    }
}

/// All points, or those whose place is a multiple of nine.
fn points(measured: &Measured) -> Vec<Point> {
    let columns = ["routing", "hops", "window", "pkt", "rts", "variant"];
    let all = measured.values(&columns).into_iter().filter_map(|row| {
        let known = ["Newreno", "Reno", "Tahoe"].contains(&row[5].as_str());
        (row[0] == "STATIC" && known).then(|| Point {
            hops: row[1].parse().unwrap(),
            window: row[2].parse().unwrap(),
            segment: row[3].parse().unwrap(),
            rts: row[4] == "on",
            variant: row[5].clone(),
        })
    });
    let full = env::var("HOPSCOPE_REFERENCE").is_ok_and(|value| value == "full");
    all.enumerate().filter(|(place, _)| full || place % 9 == 0).map(|(_, point)| point).collect()
}

/// Within the bound or inside Welch's interval in 95 rows of 100, and none farther off than twice that.
#[expect(clippy::print_stdout, reason = "the table is the evidence; it is shown with --nocapture")]
#[test]
fn chains_of_all_windows_and_segments() {
    let measured = Measured::read("chain_tcp_summary.csv");
    let points = points(&measured);
    let jobs: Vec<(&Point, u64)> = points.iter().flat_map(|point| (1..=SEEDS).map(move |seed| (point, seed))).collect();
    let results = parallel::map(&jobs, |(point, seed)| point.run(*seed));
    let (mut rows, mut outside, mut beyond) = (0, Vec::new(), Vec::new());
    for (point, results) in points.iter().zip(results.chunks(usize::try_from(SEEDS).unwrap())) {
        let filter = point.filter();
        let filter: Vec<(&str, &str)> = filter.iter().map(|(name, value)| (*name, value.as_str())).collect();
        for (column, part) in COLUMNS {
            // Without RTS none is sent.
            if column == "mac_rts" && !point.rts {
                continue;
            }
            let ours: Vec<f64> = results
                .iter()
                .map(|(flow, mac)| match column {
                    "goodput_kbps" => flow.goodput_kbps,
                    "mac_rts" => mac.rts,
                    _ => mac.collisions,
                })
                .collect();
            let (ours, theirs) = (Sample::of(&ours), measured.summary(&filter, column));
            let bound = (part * theirs.mean.abs()).max(half_width(ours, theirs, 0.05));
            let off = (ours.mean - theirs.mean).abs();
            let line = format!(
                "{:>2} hops, {} w {} {} B rts {}: {column} {:.1} against {:.1}, bound {bound:.1}",
                point.hops, point.variant, point.window, point.segment, point.rts, ours.mean, theirs.mean
            );
            rows += 1;
            if off > bound {
                println!("{line}  OUTSIDE by {:.2}", off / bound);
                outside.push(line.clone());
            }
            if off > 2.0 * bound {
                beyond.push(line);
            }
        }
    }
    println!(
        "{rows} rows of {} points, {} outside their bound, {} beyond twice that",
        points.len(),
        outside.len(),
        beyond.len()
    );
    assert!(outside.len() * 20 <= rows, "{} of {rows}: {outside:#?}", outside.len());
    assert!(beyond.is_empty(), "{beyond:#?}");
}
