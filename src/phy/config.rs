//! What a radio is: propagation, thresholds, rates and frame timing (spec/wireless.md 1, 2, 4).

use crate::phy::modulation::{Modulation, Preamble};
use crate::units::{BitRate, Bytes, Db, Metres, SimDuration, Watts};

/// How power falls with distance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Propagation {
    /// Free space up to the cross-over distance, then the fourth power (spec/wireless.md 1).
    TwoRayGround,
    /// The square of the distance.
    FreeSpace,
    /// Free space up to a reference distance, then another power, and obstacles at random between each two places.
    LogDistance {
        /// The power of the distance.
        exponent: f64,
        /// Free space up to here.
        reference: Metres,
        /// Standard deviation of what obstacles add or take, in dB, drawn once for each pair of nodes and the same both ways.
        shadowing: Db,
    },
    /// No power at all, only three ranges.
    UnitDisk {
        /// A frame can be decoded up to here.
        transmit: Metres,
        /// The medium is busy up to here.
        carrier_sense: Metres,
        /// A signal spoils a reception up to here.
        interference: Metres,
    },
}

/// What happens when signals overlap at a receiver.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Reception {
    /// Each newcomer is compared with the frame in reception, never summed (profile `Ns2`, spec/wireless.md 2.1).
    Pairwise,
    /// Cumulative signal to interference and noise (profile `Std`, spec/wireless.md 2.2).
    Sinr,
    /// Any overlap kills (profile `Disk`, spec/wireless.md 2.3).
    AnyOverlap,
}

/// A radio and its channel.
#[derive(Clone, Debug, PartialEq)]
pub struct PhyConfig {
    /// Path loss.
    pub propagation: Propagation,
    /// Overlapping signals.
    pub reception: Reception,
    /// Transmit power.
    pub transmit_power: Watts,
    /// Carrier frequency in hertz.
    pub frequency: f64,
    /// Antenna height over ground, both ends.
    pub antenna_height: Metres,
    /// A signal at least this strong can be decoded.
    pub receive_threshold: Watts,
    /// A signal at least this strong makes the medium busy.
    pub carrier_sense_threshold: Watts,
    /// How many times stronger the frame in reception has to be to survive a newcomer.
    pub capture_ratio: f64,
    /// Least ratio of signal to interference and noise for a good frame, as a factor (reception `Sinr`).
    pub sinr_threshold: f64,
    /// Least ratio for locking on to a preamble, as a factor (reception `Sinr`).
    pub preamble_threshold: f64,
    /// Thermal noise with the receiver's noise figure (reception `Sinr`).
    pub noise: Watts,
    /// Probability that a bit is wrong, independent for each bit of the MPDU.
    pub bit_error_rate: f64,
    /// How bits are put on air.
    pub modulation: Modulation,
    /// Rate of unicast data.
    pub data_rate: BitRate,
    /// Rate of broadcasts, and with DSSS of control frames.
    pub basic_rate: BitRate,
    /// Long preamble and PLCP header; with OFDM all that is not symbols of data.
    pub plcp: SimDuration,
    /// A slot of the backoff.
    pub slot: SimDuration,
    /// Short interframe space.
    pub sifs: SimDuration,
}

impl PhyConfig {
    /// 914 MHz WaveLAN, 2 Mb/s data and 1 Mb/s control: range 250 m, carrier sense 550 m (spec/wireless.md 1 and 4.1).
    pub fn wavelan_2mb() -> Self {
        Self {
            propagation: Propagation::TwoRayGround,
            reception: Reception::Sinr,
            transmit_power: Watts(0.281_838_15),
            frequency: 914e6,
            antenna_height: Metres(1.5),
            receive_threshold: Watts(3.652e-10),
            carrier_sense_threshold: Watts(1.559e-11),
            capture_ratio: 10.0,
            sinr_threshold: 10.0,
            preamble_threshold: libm::pow(10.0, 0.4),
            noise: Watts(4.39e-13),
            bit_error_rate: 0.0,
            modulation: Modulation::Dsss { preamble: Preamble::Long },
            data_rate: BitRate(2_000_000),
            basic_rate: BitRate(1_000_000),
            plcp: SimDuration::from_micros(192),
            slot: SimDuration::from_micros(20),
            sifs: SimDuration::from_micros(10),
        }
    }

    /// As [`PhyConfig::wavelan_2mb`] with data at 1 Mb/s.
    pub fn dsss_1mb() -> Self {
        Self { data_rate: BitRate(1_000_000), ..Self::wavelan_2mb() }
    }

    /// 802.11b on channel 6: 11 Mb/s data, 1 Mb/s control, with WaveLAN's powers and thresholds, so with its ranges, too.
    pub fn wifi_11b() -> Self {
        Self { data_rate: BitRate(11_000_000), frequency: 2.437e9, ..Self::wavelan_2mb() }
    }

    /// 802.11g without stations of 802.11b, on channel 6: 54 Mb/s data, short slots; powers and thresholds as before.
    pub fn wifi_11g() -> Self {
        Self {
            modulation: Modulation::Ofdm,
            data_rate: BitRate(54_000_000),
            basic_rate: BitRate(6_000_000),
            plcp: SimDuration::from_micros(26),
            slot: SimDuration::from_micros(9),
            ..Self::wifi_11b()
        }
    }

    /// DIFS: SIFS and two slots.
    pub fn difs(&self) -> SimDuration {
        self.sifs + self.slot * 2
    }

    /// EIFS: SIFS, an acknowledgement at the lowest rate, DIFS (364 us; OFDM 88 us).
    pub fn eifs(&self) -> SimDuration {
        self.sifs + self.air_time(Bytes(14), self.modulation.lowest()) + self.difs()
    }

    /// The rate of RTS, CTS and ACK.
    pub fn control_rate(&self) -> BitRate {
        self.modulation.control(self.data_rate, self.basic_rate)
    }

    /// Air time of a frame of `size` (MPDU with FCS) at `rate`, preamble included.
    pub fn air_time(&self, size: Bytes, rate: BitRate) -> SimDuration {
        self.modulation.air_time(size, rate, self.plcp)
    }
}
