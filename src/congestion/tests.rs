//! The battery that every law of the registry passes, and standard worlds as tables.

use super::{AckInfo, Algorithm, Config, ExitInfo, Kind, LossInfo, PartialInfo, Precision, Window};
use crate::rng::{Owner, Purpose, Stream};
use crate::units::{SimDuration, SimTime};

fn start(kind: Kind, cwnd: f64, ssthresh: f64) -> Algorithm {
    kind.config().start(Window { cwnd, ssthresh })
}

fn ack(millis: u64, flight_before: f64) -> AckInfo {
    AckInfo {
        now: SimTime::ZERO + SimDuration::from_millis(millis),
        ack: 0,
        acked: 1.0,
        rtt: Some(SimDuration::from_millis(100)),
        flight_before,
        app_limited: false,
        hops: 1,
    }
}

fn loss(millis: u64, basis: f64) -> LossInfo {
    LossInfo {
        now: SimTime::ZERO + SimDuration::from_millis(millis),
        basis,
        precision: Precision::Exact,
        restart: false,
        threshold_stands: false,
    }
}

/// A round of `rounds`: every segment of the window is acknowledged within 100 ms.
fn round(law: &mut Algorithm, number: u64) {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small positive window")]
    let segments = law.window() as u64;
    for k in 0..segments {
        law.on_ack(&ack(number * 100 + k, law.window()));
    }
}

#[test]
fn the_registry_names_every_law_once() {
    let mut labels: Vec<&str> = Kind::ALL.iter().map(|kind| kind.label()).collect();
    labels.sort_unstable();
    labels.dedup();
    assert_eq!(labels.len(), Kind::ALL.len());
    for kind in Kind::ALL {
        assert!(!kind.source().is_empty());
        assert_eq!(start(*kind, 2.0, 20.0).kind(), *kind);
    }
}

#[test]
fn every_configuration_survives_serialization() {
    for kind in Kind::ALL {
        let text = ron::to_string(&kind.config()).unwrap();
        assert_eq!(ron::from_str::<Config>(&text).unwrap(), kind.config(), "{text}");
    }
    assert_eq!(ron::from_str::<Config>("Reno"), Ok(Config::Reno));
}

#[test]
fn no_law_grows_while_the_application_is_the_limit() {
    for kind in Kind::ALL {
        let mut law = start(*kind, 5.0, 20.0);
        for millis in 0..1_000 {
            law.on_ack(&AckInfo { app_limited: true, ..ack(millis, 1.0) });
        }
        assert_eq!(law.window().to_bits(), 5.0_f64.to_bits(), "{kind:?}");
    }
}

#[test]
fn no_loss_raises_a_window() {
    for kind in Kind::ALL {
        for cwnd in [1.0, 1.5, 2.0, 3.0, 7.945, 20.0, 1000.0] {
            for basis in [1.0, 2.0, cwnd, 2.0 * cwnd, 5000.0] {
                for precision in [Precision::Exact, Precision::Whole, Precision::WholeThreshold] {
                    let mut law = start(*kind, cwnd, 64.0);
                    law.on_third_dupack(&LossInfo { precision, ..loss(0, basis) });
                    assert!(law.window() <= cwnd && law.window() >= 1.0, "{kind:?} {cwnd} {basis}: {law:?}");
                    assert!(law.ssthresh() >= 2.0);
                }
            }
        }
    }
}

#[test]
fn a_timeout_goes_to_the_declared_window() {
    for kind in Kind::ALL {
        for threshold_stands in [false, true] {
            let mut law = start(*kind, 12.0, 30.0);
            law.on_rto(&LossInfo { threshold_stands, ..loss(0, 12.0) });
            assert_eq!(law.window().to_bits(), kind.loss_window().to_bits(), "{kind:?}");
            assert!(law.ssthresh() >= 2.0 && (!threshold_stands || law.ssthresh().to_bits() == 30.0_f64.to_bits()));
        }
    }
}

#[test]
fn another_law_starts_from_the_same_window() {
    for from in Kind::ALL {
        for to in Kind::ALL {
            let law = start(*from, 7.5, 7.0).replaced_by(&to.config());
            assert_eq!((law.kind(), law.window(), law.ssthresh()), (*to, 7.5, 7.0));
        }
    }
}

#[test]
fn a_hundred_thousand_random_operations() {
    for kind in Kind::ALL {
        let mut random = Stream::new(1, Owner::Run, Purpose::Traffic);
        let mut law = start(*kind, 2.0, 20.0);
        let mut millis = 0;
        for step in 0..100_000 {
            millis += u64::from(random.below(500));
            let basis = 1.0 + 200.0 * random.unit();
            let before = law.window();
            let operation = random.below(24);
            match operation {
                0 => law.on_third_dupack(&LossInfo { restart: random.happens(0.3), ..loss(millis, basis) }),
                1 => law.on_rto(&LossInfo { threshold_stands: random.happens(0.3), ..loss(millis, basis) }),
                2 => law.on_partial_ack(&PartialInfo { now: ack(millis, basis).now, excess: basis / 40.0 }),
                3 => law.on_recovery_exit(&ExitInfo { now: ack(millis, basis).now, limit: basis / 20.0 }),
                4 => law.on_idle_restart(2.0),
                5 => law.on_dupack(&ack(millis, basis)),
                6 => law = law.replaced_by(&Kind::ALL[step % Kind::ALL.len()].config()),
                _ => law.on_ack(&AckInfo {
                    acked: random.unit() * 3.0,
                    app_limited: operation == 7,
                    ..ack(millis, basis)
                }),
            }
            let (window, threshold) = (law.window(), law.ssthresh());
            assert!(window >= 1.0 && window.is_finite(), "{kind:?} step {step}: window {before} -> {window}");
            assert!(threshold >= 2.0 && threshold.is_finite(), "{kind:?} step {step}: threshold {threshold}");
            assert!(window <= before + 1.0 || operation == 3, "{kind:?} step {step}: {before} -> {window}");
        }
    }
}

/// A standard world: what happens in each round after it was acknowledged.
fn world(kind: Kind, name: &str) -> String {
    let (cwnd, ssthresh) = if name == "near the threshold" { (6.0, 8.0) } else { (2.0, 1000.0) };
    let mut law = start(kind, cwnd, ssthresh);
    let windows: Vec<String> = (0..10)
        .map(|number| {
            round(&mut law, number);
            match (name, number) {
                ("loss in round 4", 4) | ("two losses", 3 | 6) => {
                    law.on_third_dupack(&loss(number * 100, law.window()));
                }
                ("time-out in round 4", 4) => law.on_rto(&loss(number * 100, law.window())),
                _ => {}
            }
            format!("{:8.2}", law.window())
        })
        .collect();
    format!("{:<8}{name:<20}{}", format!("{kind:?}"), windows.concat())
}

#[test]
fn standard_worlds() {
    // Window after each of ten rounds.
    let table: Vec<String> = ["no loss", "near the threshold", "loss in round 4", "two losses", "time-out in round 4"]
        .into_iter()
        .flat_map(|name| Kind::ALL.iter().map(move |kind| world(*kind, name)))
        .collect();
    insta::assert_snapshot!(table.join("\n"), @r"
    Reno    no loss                 4.00    8.00   16.00   32.00   64.00  128.00  256.00  512.00 1000.02 1001.02
    Reno    near the threshold      8.49    9.39   10.31   11.24   12.18   13.13   14.09   15.05   16.02   16.99
    Reno    loss in round 4         4.00    8.00   16.00   32.00   32.00   32.99   33.94   34.90   35.86   36.83
    Reno    two losses              4.00    8.00   16.00   16.00   16.97   17.89    9.41   10.33   11.26   12.20
    Reno    time-out in round 4     4.00    8.00   16.00   32.00    1.00    2.00    4.00    8.00   16.00   32.00
    ");
}
