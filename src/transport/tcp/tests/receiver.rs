//! Receiver scripts: what is acknowledged when, and how SACK blocks are ordered (spec/transport.md 2.4).

use crate::kernel::outputs::Outputs;
use crate::packet::TcpHeader;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::transport::tcp::{TcpOutput, TcpReceiver, TcpTimer};
use crate::units::{SimDuration, SimTime};

fn config() -> TcpConfig {
    TcpConfig { segment: 1000, handshake: false, ..TcpConfig::of(Preset::Rfc) }
}

/// Segment `k`, counted from 1.
fn data(k: u64) -> TcpHeader {
    TcpHeader { seq: 1 + (k - 1) * 1000, len: 1000, ..TcpHeader::default() }
}

/// What the receiver does with segment `k` at `millis`, in words: segments delivered, `ack` next expected with blocks and size.
fn arrival(receiver: &mut TcpReceiver, millis: u64, k: u64) -> String {
    let mut out = Outputs::default();
    receiver.on_segment(SimTime::ZERO + SimDuration::from_millis(millis), &data(k), 4, &mut out);
    words(&mut out)
}

fn words(out: &mut Outputs<TcpOutput>) -> String {
    let segment = |seq: u64| (seq - 1) / 1000 + 1;
    let words: Vec<String> = out
        .drain()
        .map(|output| match output {
            TcpOutput::Deliver(bytes) => format!("deliver {}", bytes / 1000),
            TcpOutput::Send { header, size } => {
                let blocks: Vec<String> = header
                    .sack_blocks()
                    .iter()
                    .map(|block| format!(" [{},{})", segment(block.left), segment(block.right)))
                    .collect();
                format!("ack {}{} ({size} B)", segment(header.ack), blocks.concat())
            }
            TcpOutput::Arm(TcpTimer::DelayedAck, due) => format!("wait until {due}"),
            TcpOutput::Disarm(TcpTimer::DelayedAck) => "wait no longer".to_owned(),
            other => panic!("{other:?}"),
        })
        .collect();
    words.join(", ")
}

#[test]
fn every_segment_is_acknowledged() {
    let mut receiver = TcpReceiver::new(&config());
    for (k, expected) in [
        (1, "deliver 1, ack 2 (40 B)"),
        (3, "ack 2 (40 B)"),
        (4, "ack 2 (40 B)"),
        (6, "ack 2 (40 B)"),
        (2, "deliver 3, ack 5 (40 B)"),
        (4, "ack 5 (40 B)"),
        (5, "deliver 2, ack 7 (40 B)"),
    ] {
        assert_eq!(arrival(&mut receiver, 0, k), expected, "segment {k}");
    }
    let counters = receiver.counters();
    assert_eq!((counters.segments, counters.duplicates, counters.bytes_delivered, counters.acks), (7, 1, 6_000, 7));
}

#[test]
fn blocks_are_reported_latest_first() {
    // 1 and 4 of six segments are lost; "SACK 2", "SACK 3,2", "SACK 5,3,2".
    let mut receiver = TcpReceiver::new(&TcpConfig { sack: true, ..config() });
    for (k, expected) in [
        (2, "ack 1 [2,3) (52 B)"),
        (3, "ack 1 [2,4) (52 B)"),
        (5, "ack 1 [5,6) [2,4) (60 B)"),
        (7, "ack 1 [7,8) [5,6) [2,4) (68 B)"),
        (9, "ack 1 [9,10) [7,8) [5,6) (68 B)"),
        (3, "ack 1 [2,4) [9,10) [7,8) (68 B)"),
        (1, "deliver 3, ack 4 [9,10) [7,8) [5,6) (68 B)"),
        (4, "deliver 2, ack 6 [9,10) [7,8) (60 B)"),
    ] {
        assert_eq!(arrival(&mut receiver, 0, k), expected, "segment {k}");
    }
    // ns-2 counts the blocks only.
    let mut receiver = TcpReceiver::new(&TcpConfig { sack: true, preset: Preset::Ns2, ..config() });
    assert_eq!(arrival(&mut receiver, 0, 2), "ack 1 [2,3) (48 B)");
}

#[test]
fn a_delayed_acknowledgement_waits_for_the_second_segment_or_the_timer() {
    let delayed_ack = Some(SimDuration::from_millis(100));
    let mut receiver = TcpReceiver::new(&TcpConfig { delayed_ack, ..config() });
    for (millis, k, expected) in [
        (0, 1, "deliver 1, wait until 0.1 s"),
        (10, 2, "deliver 1, wait no longer, ack 3 (40 B)"),
        (20, 4, "ack 3 (40 B)"),
        (30, 3, "deliver 2, ack 5 (40 B)"),
        (40, 5, "deliver 1, wait until 0.14 s"),
        (50, 7, "wait no longer, ack 6 (40 B)"),
        (60, 6, "deliver 2, ack 8 (40 B)"),
        (70, 8, "deliver 1, wait until 0.17 s"),
    ] {
        assert_eq!(arrival(&mut receiver, millis, k), expected, "segment {k}");
    }
    let mut out = Outputs::default();
    receiver.on_timer(TcpTimer::DelayedAck, &mut out);
    assert_eq!(words(&mut out), "ack 9 (40 B)");
    receiver.on_timer(TcpTimer::DelayedAck, &mut out);
    assert!(out.is_empty(), "a timer that is not set does nothing");
}

#[test]
fn the_acknowledgement_echoes_the_hops_and_repeats_the_window() {
    let mut receiver = TcpReceiver::new(&config());
    let mut out = Outputs::default();
    receiver.on_segment(SimTime::ZERO, &data(2), 7, &mut out);
    let Some(TcpOutput::Send { header, .. }) = out.drain().next_back() else { panic!("no acknowledgement") };
    assert_eq!((header.hops_echo, header.window, header.ack), (7, 20_000, 1));
}
