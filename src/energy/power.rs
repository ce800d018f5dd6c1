//! What radios draw: published and derived powers, each with its source (spec/energy.md 1.1, 1.2, 8).
//!
//! One line of the registry makes a profile: its name in scenario files, nanowatts per state, where they come from. Where a
//! source has several values, the one that holds for 802.11b stands here. A radio that wakes up draws twice its idle power, an
//! assumption that counts for nothing while waking takes no time (spec/energy.md 2); one that is off draws nothing.

use crate::energy::ledger::{RadioState, STATES};
use crate::units::Watts;

/// How far numbers can be trusted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// Printed in one of the papers that this project reproduces.
    Published,
    /// Computed from published numbers.
    Derived,
    /// From another public source.
    Literature,
    /// From another public source, by memory: verify before quoting.
    Recalled,
}

/// What a radio draws in each state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PowerProfile {
    /// The name in scenario files.
    pub name: &'static str,
    /// How far to trust it.
    pub certainty: Certainty,
    /// Where the numbers come from.
    pub source: &'static str,
    nanowatts: [u64; STATES],
}

impl PowerProfile {
    /// The power in a state, exactly.
    pub const fn nanowatts(&self, state: RadioState) -> u64 {
        self.nanowatts[state.index()]
    }

    /// The power in a state.
    pub fn watts(&self, state: RadioState) -> Watts {
        Watts(self.nanowatts(state) as f64 / 1e9)
    }
}

macro_rules! power_profiles {
    ($($(#[$default:meta])* $kind:ident: $transmit:literal, $receive:literal, $idle:literal, $sleep:literal nW,
       $certainty:ident, $source:literal;)*) => {
        /// Which power profile.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub enum Kind {
            $($(#[$default])* #[doc = $source] $kind,)*
        }

        impl Kind {
            /// Every profile, in the order in which lists show them.
            pub const ALL: &[Self] = &[$(Self::$kind),*];

            /// The profile with its numbers.
            pub const fn profile(self) -> &'static PowerProfile {
                match self {
                    $(Self::$kind => &PowerProfile {
                        name: stringify!($kind),
                        certainty: Certainty::$certainty,
                        source: $source,
                        nanowatts: [$transmit, $receive, $idle, $sleep, 2 * $idle, 0],
                    },)*
                }
            }
        }
    };
}

power_profiles! {
    #[default]
    WavelanSingh: 1_478_000_000, 900_000_000, 780_000_000, 50_000_000 nW, Published,
        "Lucent 802.11 \"Silver\" 11 Mb/s; Singh & Singh, energy of TCP Reno, NewReno and SACK in multi-hop wireless networks";
    WavelanWang: 1_327_100_000, 913_300_000, 802_300_000, 50_000_000 nW, Derived,
        "WaveLAN, 263/181/159 mA at 5.046 V; Wang & Singh, computational energy cost of TCP, INFOCOM 2004; \
         sleep as WavelanSingh";
    Ns2Default: 660_000_000, 395_000_000, 0, 0 nW, Literature,
        "ns-2.35 PHY defaults; idle is free, for comparison only";
    Esp32: 792_000_000, 330_000_000, 330_000_000, 99_000_000 nW, Literature,
        "ESP32 series datasheet (Espressif), 3.3 V: 240 mA at 802.11b 1 Mb/s 19.5 dBm, 100 mA receiving, 30 mA in modem-sleep";
    Esp32S2: 627_000_000, 208_000_000, 208_000_000, 1_800_000 nW, Literature,
        "ESP32-S2-WROOM datasheet (Espressif), 3.3 V: 190 mA at 802.11b 1 Mb/s, 63 mA receiving, 550 uA in light-sleep";
    Intel5300Siso: 1_280_000_000, 940_000_000, 820_000_000, 100_000_000 nW, Recalled,
        "Halperin, Greenstein, Sheth & Wetherall, Demystifying 802.11n Power Consumption, HotPower 2010, one antenna";
    Cc2538: 72_000_000, 60_000_000, 60_000_000, 3_900 nW, Recalled,
        "TI CC2538 datasheet, 3.0 V: 24 mA at 0 dBm, 20 mA receiving, 1.3 uA in PM2; \
         an 802.15.4 radio, its timing is not modelled";
    Cc2420: 52_200_000, 56_400_000, 56_400_000, 60_000 nW, Recalled,
        "TI CC2420 datasheet, 3.0 V: 17.4 mA at 0 dBm, 18.8 mA listening, 20 uA asleep; \
         an 802.15.4 radio, its timing is not modelled";
}

impl Kind {
    /// The profile of this name, as scenario files write it.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|kind| kind.profile().name == name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The table of spec/energy.md 8, in watts, as printed there: transmit, receive, idle listening, sleep.
    const SPEC: [(&str, [f64; 4]); 8] = [
        ("WavelanSingh", [1.478, 0.900, 0.780, 0.050]),
        ("WavelanWang", [1.3271, 0.9133, 0.8023, 0.050]),
        ("Ns2Default", [0.660, 0.395, 0.0, 0.0]),
        ("Esp32", [0.792, 0.330, 0.330, 0.099]),
        ("Esp32S2", [0.627, 0.208, 0.208, 1.8e-3]),
        ("Intel5300Siso", [1.28, 0.94, 0.82, 0.10]),
        ("Cc2538", [0.072, 0.060, 0.060, 3.9e-6]),
        // Listening draws what receiving does; 426 uA is the current of a radio that does not listen.
        ("Cc2420", [0.0522, 0.0564, 0.0564, 60e-6]),
    ];

    #[test]
    fn every_profile_has_the_numbers_of_its_own_device() {
        assert_eq!(Kind::ALL.len(), SPEC.len());
        for (kind, (name, powers)) in Kind::ALL.iter().zip(SPEC) {
            let profile = kind.profile();
            assert_eq!(profile.name, name);
            assert_eq!(Kind::named(name), Some(*kind));
            assert!(!profile.source.is_empty());
            for (state, watts) in RadioState::ALL.iter().zip(powers) {
                let printed = libm::round(watts * 1e9);
                assert_eq!(profile.nanowatts(*state).to_string(), printed.to_string(), "{name}, {}", state.name());
            }
            assert_eq!(profile.nanowatts(RadioState::Transition), 2 * profile.nanowatts(RadioState::Idle));
            assert_eq!(profile.nanowatts(RadioState::Off), 0);
        }
        assert_eq!(Kind::named("wavelan"), None);
        assert_eq!(Kind::default(), Kind::WavelanSingh);
    }

    /// spec/energy.md 1.2 and 8: current times voltage gives the printed power, to its last digit or 1 %, whichever is more.
    #[test]
    fn derived_powers_follow_from_their_currents() {
        use RadioState::{Receive, Sleep, Transmit};
        for (kind, state, milliamperes, volts) in [
            (Kind::WavelanWang, Transmit, 263.0, 5.046),
            (Kind::WavelanWang, Receive, 181.0, 5.046),
            (Kind::WavelanWang, RadioState::Idle, 159.0, 5.046),
            (Kind::Esp32, Transmit, 240.0, 3.3),
            (Kind::Esp32, Sleep, 30.0, 3.3),
            (Kind::Esp32S2, Transmit, 190.0, 3.3),
            (Kind::Esp32S2, Receive, 63.0, 3.3),
            (Kind::Esp32S2, Sleep, 0.550, 3.3),
            (Kind::Cc2538, Transmit, 24.0, 3.0),
            (Kind::Cc2538, Sleep, 0.0013, 3.0),
            (Kind::Cc2420, Transmit, 17.4, 3.0),
            (Kind::Cc2420, Receive, 18.8, 3.0),
        ] {
            let printed = kind.profile().watts(state).0;
            let product = milliamperes * volts / 1e3;
            assert!((printed / product - 1.0).abs() < 0.01, "{kind:?}, {}: {printed} and {product} W", state.name());
        }
    }
}
