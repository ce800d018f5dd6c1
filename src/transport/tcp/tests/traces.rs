//! The hand-computed traces H1 to H3, H5 and H6 (spec/transport.md 2.11).
//!
//! Segments are numbered from 0, so that the fourth round of slow start from one segment is 7..14, and an acknowledgement names
//! the next segment expected. Each line is `input | cwnd after it | what it sent`.

use super::pair::{Loss, Pair};
use crate::congestion::Precision;
use crate::recovery::{ExitRule, Kind, Options, SsthreshRule};
use crate::transport::tcp::TcpEvent;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::units::{SimDuration, SimTime};

/// Slow start from one segment, no limited transmit, and a retransmission timer far away.
fn config(recovery: Kind, options: Options) -> TcpConfig {
    TcpConfig {
        recovery,
        recovery_options: options,
        initial_window: 1,
        max_window: 64,
        handshake: false,
        limited_transmit: false,
        rto_min: SimDuration::from_secs(1),
        ..TcpConfig::of(Preset::Rfc)
    }
}

const WHOLE: Options = Options { precision: Some(Precision::Whole), exit: None, ssthresh: None, partial_timer: None };

fn run(config: &TcpConfig, lost: &[u64], millis: u64) -> Pair {
    let mut pair = Pair::new(config, u64::MAX, Loss::First(lost.to_vec()));
    pair.run_until(SimTime::ZERO + SimDuration::from_millis(millis));
    pair
}

/// The lines from the acknowledgement that makes the window 15.
fn from_window_15(pair: &Pair) -> Vec<&str> {
    pair.log.iter().map(String::as_str).skip_while(|line| !line.starts_with("ack 14 | 15")).collect()
}

fn starts_with(pair: &Pair, expected: &[&str]) {
    let lines = from_window_15(pair);
    assert_eq!(&lines[..expected.len()], expected, "full log: {lines:#?}");
}

fn has_timeout(pair: &Pair) -> bool {
    pair.events.iter().any(|(_, event)| matches!(event, TcpEvent::Timeout { .. }))
}

#[test]
fn h1_one_loss() {
    let expected = [
        "ack 14 | 15 | new 27, new 28",
        "dup 14 | 15 | ",
        "dup 14 | 15 | ",
        "dup 14 | 10.5 | rtx 14",
        "dup 14 | 11.5 | ",
        "dup 14 | 12.5 | ",
        "dup 14 | 13.5 | ",
        "dup 14 | 14.5 | ",
        "dup 14 | 15.5 | ",
        "dup 14 | 16.5 | new 29",
        "dup 14 | 17.5 | new 30",
        "dup 14 | 18.5 | new 31",
        "dup 14 | 19.5 | new 32",
        "dup 14 | 20.5 | new 33",
        "dup 14 | 21.5 | new 34",
    ];
    // Rule A: min(7.5, 6 outstanding + 1). Rule B: the threshold.
    for (exit, last) in
        [(ExitRule::FlightLimited, "ack 29 | 7 | new 35"), (ExitRule::Ssthresh, "ack 29 | 7.5 | new 35")]
    {
        let pair = run(&config(Kind::NewReno, Options { exit: Some(exit), ..Options::default() }), &[14], 700);
        starts_with(&pair, &expected);
        assert_eq!(from_window_15(&pair)[expected.len()], last);
        assert_eq!(pair.view().ssthresh.to_string(), "7.5");
    }
}

#[test]
fn h1_with_limited_transmit_peaks_higher() {
    let config = TcpConfig { limited_transmit: true, ..config(Kind::NewReno, Options::default()) };
    let pair = run(&config, &[14], 700);
    // The two segments that limited transmit adds do not count in the flight (15, not 17), and bring two more duplicates.
    starts_with(
        &pair,
        &["ack 14 | 15 | new 27, new 28", "dup 14 | 15 | new 29", "dup 14 | 15 | new 30", "dup 14 | 10.5 | rtx 14"],
    );
    assert!(pair.log.iter().any(|line| line.starts_with("dup 14 | 23.5")), "{:#?}", pair.log);
}

#[test]
fn h2_newreno_repairs_one_hole_a_round_trip() {
    let pair = run(&config(Kind::NewReno, WHOLE), &[14, 18, 22], 900);
    starts_with(
        &pair,
        &[
            "ack 14 | 15 | new 27, new 28",
            "dup 14 | 15 | ",
            "dup 14 | 15 | ",
            "dup 14 | 10 | rtx 14",
            "dup 14 | 11 | ",
            "dup 14 | 12 | ",
            "dup 14 | 13 | ",
            "dup 14 | 14 | ",
            "dup 14 | 15 | ",
            "dup 14 | 16 | new 29",
            "dup 14 | 17 | new 30",
            "dup 14 | 18 | new 31",
            "dup 14 | 19 | new 32",
            "ack 18 | 16 | rtx 18, new 33",
            "dup 18 | 17 | new 34",
            "dup 18 | 18 | new 35",
            "dup 18 | 19 | new 36",
            "dup 18 | 20 | new 37",
            "ack 22 | 17 | rtx 22, new 38",
            "dup 22 | 18 | new 39",
            "dup 22 | 19 | new 40",
            "dup 22 | 20 | new 41",
            "dup 22 | 21 | new 42",
            "dup 22 | 22 | new 43",
            "ack 38 | 7 | new 44",
        ],
    );
    assert_eq!(pair.retransmitted(), [14, 18, 22]);
    assert!(!has_timeout(&pair));
}

#[test]
fn h3_reno_runs_dry_after_three_losses() {
    let upto_the_exit = [
        "dup 14 | 10 | rtx 14",
        "dup 14 | 11 | ",
        "dup 14 | 12 | ",
        "dup 14 | 13 | ",
        "dup 14 | 14 | ",
        "dup 14 | 15 | ",
        "dup 14 | 16 | new 29",
        "dup 14 | 17 | new 30",
        "dup 14 | 18 | new 31",
        "dup 14 | 19 | new 32",
        "ack 18 | 7 | ",
        "dup 18 | 7 | ",
        "dup 18 | 7 | ",
    ];
    for (rule, rest) in [
        (SsthreshRule::Flight, ["dup 18 | 10 | rtx 18", "dup 18 | 11 | ", "ack 22 | 7 | ", "timer | 1 | rtx 22"]),
        (SsthreshRule::MinCwndRwnd, ["dup 18 | 6 | rtx 18", "dup 18 | 7 | ", "ack 22 | 3 | ", "timer | 1 | rtx 22"]),
    ] {
        let pair = run(&config(Kind::Reno, Options { ssthresh: Some(rule), ..WHOLE }), &[14, 18, 22], 2_000);
        let lines: Vec<&str> = from_window_15(&pair).into_iter().skip(3).collect();
        let expected = [upto_the_exit.as_slice(), rest.as_slice()].concat();
        assert_eq!(&lines[..expected.len()], expected, "{rule:?}");
    }
}

#[test]
fn h3_reno_survives_two_losses() {
    let pair = run(&config(Kind::Reno, WHOLE), &[14, 18], 900);
    assert!(!has_timeout(&pair));
    assert_eq!(pair.retransmitted(), [14, 18]);
    assert_eq!(pair.sender.counters().fast_retransmits, 2);
    let exit = pair.log.iter().find(|line| line.starts_with("ack 34"));
    assert_eq!(
        exit.map(String::as_str),
        Some("ack 34 | 8 | new 34, new 35, new 36, new 37, new 38, new 39, new 40, new 41")
    );
}

#[test]
fn h5_tahoe_sends_again_what_has_arrived() {
    let pair = run(&config(Kind::Tahoe, WHOLE), &[14, 18, 22], 900);
    let lines: Vec<&str> = from_window_15(&pair).into_iter().filter(|line| !line.ends_with("| ")).collect();
    assert_eq!(
        &lines[..5],
        [
            "ack 14 | 15 | new 27, new 28",
            "dup 14 | 1 | rtx 14",
            "ack 18 | 2 | rtx 18, rtx 19",
            "ack 22 | 3 | rtx 22, rtx 23, rtx 24",
            "ack 29 | 4 | new 29, new 30, new 31, new 32",
        ]
    );
    assert_eq!(pair.retransmitted(), [14, 18, 19, 22, 23, 24]);
}

#[test]
fn h6_slow_start_then_one_round_of_congestion_avoidance() {
    let pair = run(&config(Kind::NewReno, Options::default()), &[], 420);
    let at = |prefix: &str| pair.log.iter().find(|line| line.starts_with(prefix)).map(String::as_str);
    assert_eq!(at("start"), Some("start | 1 | new 0"));
    assert_eq!(at("ack 1 "), Some("ack 1 | 2 | new 1, new 2"));
    assert_eq!(at("ack 3 "), Some("ack 3 | 4 | new 5, new 6"));
    assert_eq!(at("ack 7 "), Some("ack 7 | 8 | new 13, new 14"));

    // From a window of 7 in congestion avoidance: Tahoe, Reno and NewReno share the law.
    let mut law =
        config(Kind::Reno, Options::default()).controller.start(crate::congestion::Window { cwnd: 7.0, ssthresh: 7.0 });
    let windows: Vec<String> = (0..7)
        .map(|_| {
            law.on_ack(&crate::congestion::AckInfo {
                now: SimTime::ZERO,
                ack: 0,
                acked: 1.0,
                rtt: None,
                flight_before: 7.0,
                app_limited: false,
                hops: 0,
            });
            format!("{:.6}", law.window())
        })
        .collect();
    assert_eq!(windows, ["7.142857", "7.282857", "7.420166", "7.554934", "7.687298", "7.817382", "7.945302"]);
}

#[test]
fn t11_one_loss_pattern_tells_the_variants_apart() {
    let logs: Vec<Vec<String>> = Kind::ALL
        .into_iter()
        .map(|kind| {
            let pair = run(&config(kind, WHOLE), &[14, 18, 22], 2_000);
            assert_eq!(pair.sender.config().recovery, kind, "the sender says which engine it runs");
            pair.log
        })
        .collect();
    assert!(logs[0] != logs[1] && logs[1] != logs[2] && logs[0] != logs[2]);
    // Without loss there is nothing to tell apart.
    let clean: Vec<Vec<String>> = Kind::ALL.into_iter().map(|kind| run(&config(kind, WHOLE), &[], 1_000).log).collect();
    assert!(clean[0] == clean[1] && clean[1] == clean[2]);
}
