//! Every row that ns-2 has of chains with static routes and a law that is there: windows, segments, with and without RTS.
//!
//! The default run takes a few points. `HOPSCOPE_REFERENCE=full cargo test --release --no-default-features --test it
//! reference::static_rows -- --nocapture` takes all of them and prints every row.

use super::chain::{COLLISIONS, Column, GOODPUT, Point, RTS, STATIC, VARIANTS, run_all};
use super::stats::{Sample, half_width};
use super::table::{Measured, is_full};

/// What is compared, and the part by which the mean may differ where the interval is narrower.
const COLUMNS: [(Column, f64); 3] = [(GOODPUT, 0.05), (RTS, 0.10), (COLLISIONS, 0.10)];

/// All points, or those whose place is a multiple of nine; five seeds each.
fn points(measured: &Measured) -> Vec<(Point, u64)> {
    let columns = ["routing", "hops", "window", "pkt", "rts", "variant"];
    let all = measured.values(&columns).into_iter().filter(|row| row[0] == STATIC.1).filter_map(|row| {
        let variant = VARIANTS.into_iter().find(|(_, theirs)| *theirs == row[5])?;
        let point = Point::new(STATIC, row[1].parse().unwrap(), row[2].parse().unwrap());
        Some(Point { variant, segment: row[3].parse().unwrap(), rts: row[4] == "on", ..point })
    });
    all.enumerate().filter(|(place, _)| is_full() || place % 9 == 0).map(|(_, point)| (point, 5)).collect()
}

/// Within the bound or inside Welch's interval in 95 rows of 100, and none farther off than twice that.
#[expect(clippy::print_stdout, reason = "the table is the evidence; it is shown with --nocapture")]
#[test]
fn chains_of_all_windows_and_segments() {
    let measured = Measured::read("chain_tcp_summary.csv");
    let points = points(&measured);
    let (mut rows, mut outside, mut beyond) = (0, Vec::new(), Vec::new());
    for ((point, _), results) in points.iter().zip(run_all(&points)) {
        // Without RTS none is sent.
        for ((what, column, ours), part) in COLUMNS.into_iter().filter(|((what, ..), _)| point.rts || *what != RTS.0) {
            let ours = Sample::of(&results.iter().map(ours).collect::<Vec<f64>>());
            let theirs = point.measured(&measured, column, true);
            let bound = (part * theirs.mean.abs()).max(half_width(ours, theirs, 0.05));
            let off = (ours.mean - theirs.mean).abs();
            let line =
                format!("{}: {what} {:.1} against {:.1}, bound {bound:.1}", point.label(), ours.mean, theirs.mean);
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
