//! What happens when signals overlap at a receiver: pairwise capture, cumulative interference, or any overlap kills.
//!
//! Signals that begin in the same nanosecond are handed over strongest first, so no rule here depends on node numbers.

use crate::phy::config::{PhyConfig, Reception};
use crate::phy::radio::{Lock, Radio, Signal, Spoilt, Started};
use crate::units::SimTime;

/// A signal begins at `radio`.
pub(super) fn start(radio: &mut Radio, now: SimTime, signal: Signal, config: &PhyConfig) -> Started {
    match config.reception {
        Reception::Pairwise => pairwise(radio, now, signal, config),
        Reception::Sinr => sinr(radio, now, signal, config),
        Reception::AnyOverlap => any_overlap(radio, now, signal),
    }
}

/// Whether signals make the medium busy.
pub(super) fn carrier_busy(radio: &Radio, config: &PhyConfig) -> bool {
    radio.lock.is_some()
        || match config.reception {
            Reception::Pairwise => false,
            Reception::Sinr => total_power(radio, None) >= config.carrier_sense_threshold.0,
            Reception::AnyOverlap => radio.arriving.iter().any(|signal| signal.reach.sensed),
        }
}

/// Why a frame that nothing spoilt is lost all the same when it ends.
pub(super) fn verdict(lock: &Lock, _config: &PhyConfig) -> Option<Spoilt> {
    (!lock.signal.reach.decodable).then_some(Spoilt::TooWeak)
}

/// Each newcomer is compared with the locked signal alone (spec/wireless.md 2.1).
///
/// A later, stronger frame never captures the receiver, and interference is never summed: that is how ns-2 does it.
fn pairwise(radio: &mut Radio, now: SimTime, signal: Signal, config: &PhyConfig) -> Started {
    let own = radio.transmitting.then_some(Spoilt::OwnTransmission);
    let Some(lock) = &mut radio.lock else {
        radio.lock = Some(Lock { signal, since: now, spoilt: own });
        return Started::default();
    };
    let (locked, newcomer) = (lock.signal, signal);
    if locked.reach.power.0 / newcomer.reach.power.0 >= config.capture_ratio {
        return Started {
            lost: Some((newcomer.frame, Spoilt::Ignored { with: locked.frame })),
            keep_silent: Some(newcomer.end.since(now) + config.eifs()),
        };
    }
    // Both are lost; the receiver stays busy with whichever lasts longer.
    if newcomer.end > locked.end {
        let loser = lock.spoilt.unwrap_or(Spoilt::Collision { with: newcomer.frame });
        let spoilt = Some(Spoilt::Collision { with: locked.frame });
        *lock = Lock { signal: newcomer, since: lock.since, spoilt };
        Started { lost: Some((locked.frame, loser)), keep_silent: None }
    } else {
        lock.spoilt.get_or_insert(Spoilt::Collision { with: newcomer.frame });
        Started { lost: Some((newcomer.frame, Spoilt::Collision { with: locked.frame })), keep_silent: None }
    }
}

/// Signal to noise and the sum of all other signals (spec/wireless.md 2.2).
fn sinr(radio: &mut Radio, now: SimTime, signal: Signal, config: &PhyConfig) -> Started {
    radio.arriving.push(signal);
    radio.arriving.sort_unstable_by_key(|other| other.frame);
    let quality = |radio: &Radio, wanted: &Signal| {
        wanted.reach.power.0 / (config.noise.0 + total_power(radio, Some(wanted.frame)))
    };
    if let Some(mut lock) = radio.lock {
        if quality(radio, &lock.signal) < config.sinr_threshold {
            lock.spoilt.get_or_insert(Spoilt::Collision { with: signal.frame });
        }
        let with = lock.signal.frame;
        radio.lock = Some(lock);
        return Started { lost: Some((signal.frame, Spoilt::Ignored { with })), keep_silent: None };
    }
    let can_lock =
        signal.reach.decodable && quality(radio, &signal) >= config.preamble_threshold && !radio.transmitting;
    if can_lock {
        let spoilt = (quality(radio, &signal) < config.sinr_threshold).then(|| strongest_other(radio, signal.frame));
        radio.lock = Some(Lock { signal, since: now, spoilt });
        return Started::default();
    }
    let reason = if radio.transmitting {
        Spoilt::OwnTransmission
    } else if signal.reach.decodable {
        strongest_other(radio, signal.frame)
    } else {
        Spoilt::TooWeak
    };
    Started { lost: Some((signal.frame, reason)), keep_silent: None }
}

/// Any overlap within the interference range kills (spec/wireless.md 2.3).
fn any_overlap(radio: &mut Radio, now: SimTime, signal: Signal) -> Started {
    let overlap = radio.arriving.iter().find(|other| other.reach.interferes).map(|other| other.frame);
    radio.arriving.push(signal);
    let mut started = Started::default();
    if let Some(lock) = &mut radio.lock {
        if signal.reach.interferes {
            lock.spoilt.get_or_insert(Spoilt::Collision { with: signal.frame });
        }
        let with = lock.signal.frame;
        started.lost = Some((signal.frame, Spoilt::Collision { with }));
    } else if radio.transmitting {
        started.lost = Some((signal.frame, Spoilt::OwnTransmission));
    } else if signal.reach.decodable {
        radio.lock = Some(Lock { signal, since: now, spoilt: overlap.map(|with| Spoilt::Collision { with }) });
    } else {
        started.lost = Some((signal.frame, Spoilt::TooWeak));
    }
    started
}

/// Power of all signals but one, added in the order of their frames so that the sum is the same in every replay.
fn total_power(radio: &Radio, except: Option<crate::ids::FrameId>) -> f64 {
    radio.arriving.iter().filter(|signal| Some(signal.frame) != except).map(|signal| signal.reach.power.0).sum()
}

/// Whom to blame: the strongest other signal on air, or noise.
fn strongest_other(radio: &Radio, frame: crate::ids::FrameId) -> Spoilt {
    radio
        .arriving
        .iter()
        .filter(|other| other.frame != frame)
        .max_by(|a, b| a.reach.power.0.total_cmp(&b.reach.power.0))
        .map_or(Spoilt::TooWeak, |other| Spoilt::Collision { with: other.frame })
}
