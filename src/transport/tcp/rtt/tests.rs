//! The table of spec/transport.md 2.3, ns-2's ticks by hand, and what Karn's algorithm leaves out.

use super::RttClock;
use crate::transport::tcp::config::{Preset, TcpConfig};
use crate::units::{SimDuration, SimTime};

fn millis(millis: u64) -> SimDuration {
    SimDuration::from_millis(millis)
}

fn at(ms: u64) -> SimTime {
    SimTime::ZERO + millis(ms)
}

fn clock(preset: Preset, phase_micros: u64) -> RttClock {
    RttClock::new(&TcpConfig::of(preset), SimDuration::from_micros(phase_micros))
}

/// Times one segment from `sent` for `rtt` milliseconds.
fn sample(clock: &mut RttClock, seq: u64, sent: u64, rtt: u64) {
    clock.on_first_transmission(seq, seq + 1, at(sent));
    assert_eq!(clock.on_ack(seq + 1, at(sent + rtt), false), Some(millis(rtt)));
}

#[test]
fn rfc_6298_by_hand() {
    let mut clock = clock(Preset::Rfc, 0);
    assert_eq!((clock.srtt(), clock.rto()), (None, SimDuration::from_secs(1)));
    // Sample, SRTT and RTTVAR in seconds, RTO in milliseconds.
    for (seq, (rtt, srtt, rttvar, rto)) in [
        (100, "0.1000000", "0.0500000", 300),
        (200, "0.1125000", "0.0625000", 370),
        (100, "0.1109375", "0.0500000", 320),
        (100, "0.1095703", "0.0402344", 280),
    ]
    .into_iter()
    .enumerate()
    {
        sample(&mut clock, 1 + seq as u64, 0, rtt);
        assert_eq!(format!("{:.7}", clock.srtt().unwrap().secs_f64()), srtt);
        assert_eq!(format!("{:.7}", clock.rttvar().secs_f64()), rttvar);
        assert_eq!(clock.rto(), millis(rto));
    }
}

#[test]
fn ns2_counts_ticks() {
    // A phase of 5.5588 ms. Sent at 0, back at 44.077 ms: (44.077 + 5.5588) / 10 is 4 ticks, so S = 32, V = 8 and the time-out
    // is 8 + 4 = 12 ticks, below the least of 0.2 s.
    let mut clock = clock(Preset::Ns2, 5_559);
    assert_eq!(clock.rto(), SimDuration::from_secs(3));
    sample(&mut clock, 1, 0, 44);
    assert_eq!((clock.srtt(), clock.rttvar(), clock.rto()), (Some(millis(40)), millis(20), millis(200)));
    // 25 ticks: d = 25 - 4 = 21, S = 53, V = 8 + 21 - 2 = 27, time-out 27 + 6 = 33 ticks.
    sample(&mut clock, 2, 100, 250);
    assert_eq!(clock.rto(), millis(330));
    // The third doubling goes to 8, the fourth to 16, which forgets the mean: V = 27 + 6 = 33 ticks, S = 0.
    for (backoff, rto) in [
        (2, 660),
        (4, 1_320),
        (8, 2_640),
        (16, 5_280),
        (32, 10_560),
        (64, 21_120),
        (128, 42_240),
        (256, 60_000),
        (256, 60_000),
    ] {
        clock.on_timeout();
        assert_eq!((clock.backoff(), clock.rto()), (backoff, millis(rto)));
    }
    // The next sample starts afresh: 5 ticks.
    sample(&mut clock, 3, 200, 50);
    assert_eq!((clock.srtt(), clock.rttvar(), clock.backoff()), (Some(millis(50)), millis(25), 1));
}

#[test]
fn the_timeout_doubles_to_its_bound_and_stays() {
    let mut clock = clock(Preset::Rfc, 0);
    for seconds in [2, 4, 8, 16, 32, 60, 60, 60] {
        clock.on_timeout();
        assert_eq!(clock.rto(), SimDuration::from_secs(seconds));
    }
    for _ in 0..1_000 {
        clock.on_timeout();
    }
    assert_eq!((clock.rto(), clock.backoff()), (SimDuration::from_secs(60), 64));
}

#[test]
fn a_retransmitted_range_gives_no_sample() {
    let mut clock = clock(Preset::Rfc, 0);
    clock.on_first_transmission(101, 201, at(0));
    clock.on_retransmission(1, 101);
    assert_eq!(clock.on_ack(201, at(300), false), Some(millis(300)), "another range was sent again");
    clock.on_first_transmission(201, 301, at(300));
    clock.on_timeout();
    clock.on_retransmission(201, 301);
    assert_eq!(clock.on_ack(301, at(900), false), None);
    assert_eq!(clock.backoff(), 2, "the acknowledgement of a retransmission clears no backoff");
    assert_eq!(clock.on_ack(401, at(950), false), None);
    assert_eq!(clock.backoff(), 1, "that of data sent once does");
}

#[test]
fn ns2_stops_the_measurement_at_every_episode() {
    let mut clock = clock(Preset::Ns2, 0);
    clock.on_first_transmission(101, 201, at(0));
    clock.on_fast_retransmit();
    assert_eq!(clock.on_ack(201, at(300), false), None);
    clock.on_timeout();
    clock.on_first_transmission(201, 301, at(300));
    assert_eq!(clock.on_ack(301, at(600), true), None, "covered by a partial acknowledgement");
    assert_eq!(clock.backoff(), 1);
}
