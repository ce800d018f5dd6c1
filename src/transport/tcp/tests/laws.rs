//! What theory says of a long connection under random loss (spec/transport.md 9.4).

use super::pair::{Loss, Pair};
use crate::recovery::Kind;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::units::{SimDuration, SimTime};

/// The mean deflated window over `seconds` of a bulk transfer with loss probability `p`, and the time-outs it took.
fn mean_window(config: &TcpConfig, p: f64, seed: u64, seconds: u64) -> (f64, u64) {
    let mut pair = Pair::new(config, u64::MAX, Loss::random(seed, p, 0.0));
    let samples = seconds * 10;
    let mut sum = 0.0;
    for tick in 1..=samples {
        pair.run_until(SimTime::ZERO + SimDuration::from_millis(100 * tick));
        sum += pair.law.window();
    }
    (sum / samples as f64, pair.sender.counters().timeouts)
}

#[test]
fn additive_increase_balances_loss() {
    // Mathis: one segment a round trip up, half down at each loss, gives sqrt(3 / 2p) segments; with delayed acknowledgements the
    // growth is half as fast, which gives sqrt(3 / 4p).
    let p: f64 = 0.01;
    for (delayed_ack, expected) in
        [(None, libm::sqrt(1.5 / p)), (Some(SimDuration::from_millis(100)), libm::sqrt(0.75 / p))]
    {
        let config = TcpConfig { max_window: 200, delayed_ack, ..TcpConfig::of(Preset::Rfc) };
        let mean = (0..4).map(|seed| mean_window(&config, p, seed, 1_000).0).sum::<f64>() / 4.0;
        assert!((mean / expected - 1.0).abs() < 0.2, "mean window {mean:.2}, expected {expected:.2}");
    }
}

#[test]
fn reno_times_out_more_than_newreno_at_five_percent() {
    let timeouts = |recovery| -> u64 {
        let config = TcpConfig { recovery, ..TcpConfig::of(Preset::Rfc) };
        (0..8).map(|seed| mean_window(&config, 0.05, seed, 300).1).sum()
    };
    let (reno, newreno) = (timeouts(Kind::Reno), timeouts(Kind::NewReno));
    assert!(reno >= newreno && newreno > 0, "Reno {reno}, NewReno {newreno}");
}
