//! How long frames are on air (spec/wireless.md 4): DSSS of 802.11 and 802.11b, and the OFDM of 802.11g.

use crate::units::{BitRate, Bytes, SimDuration};

/// How bits are put on air.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modulation {
    /// Direct sequence spread spectrum and CCK (802.11b): 1, 2, 5.5 and 11 Mb/s, or any other rate.
    Dsss {
        /// Preamble and PLCP header at 1 Mb/s.
        preamble: Preamble,
    },
    /// Orthogonal frequency division multiplexing at the extended rate (802.11g, pure): [`OFDM_RATES`].
    Ofdm,
}

/// The preamble of DSSS.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preamble {
    /// 144 bits of preamble and 48 of header at 1 Mb/s.
    Long,
    /// Half as long, where the rate is above 1 Mb/s: 72 bits at 1 Mb/s, the header at 2 Mb/s.
    Short,
}

/// The rates of 802.11g's OFDM.
pub const OFDM_RATES: [BitRate; 8] = {
    const fn mega(rate: u64) -> BitRate {
        BitRate(rate * 1_000_000)
    }
    [mega(6), mega(9), mega(12), mega(18), mega(24), mega(36), mega(48), mega(54)]
};

/// The rates at which stations with OFDM answer, from the slowest.
const OFDM_BASIC: [BitRate; 3] = [BitRate(6_000_000), BitRate(12_000_000), BitRate(24_000_000)];

/// The lowest rate of DSSS.
const DSSS_LOWEST: BitRate = BitRate(1_000_000);

impl Modulation {
    /// The rate that everybody understands.
    pub const fn lowest(self) -> BitRate {
        match self {
            Self::Dsss { .. } => DSSS_LOWEST,
            Self::Ofdm => OFDM_BASIC[0],
        }
    }

    /// The rate of RTS, and of CTS and ACK that answer a frame at `data`; with DSSS it is set as `basic`.
    pub fn control(self, data: BitRate, basic: BitRate) -> BitRate {
        match self {
            Self::Dsss { .. } => basic,
            Self::Ofdm => OFDM_BASIC.into_iter().rev().find(|rate| rate.0 <= data.0).unwrap_or(OFDM_BASIC[0]),
        }
    }

    /// Time on air of `size` (MPDU with FCS) at `rate`. `plcp` is the long preamble with its header; OFDM has preamble (16 us),
    /// SIGNAL (4 us) and signal extension (6 us) in its place.
    ///
    /// DSSS: whole microseconds. OFDM: symbols of 4 us, with 16 bits of SERVICE and 6 tail bits.
    pub fn air_time(self, size: Bytes, rate: BitRate, plcp: SimDuration) -> SimDuration {
        match self {
            Self::Dsss { preamble } => {
                let is_short = preamble == Preamble::Short && rate.0 > DSSS_LOWEST.0;
                let plcp = if is_short { SimDuration::from_nanos(plcp.nanos() / 2) } else { plcp };
                plcp + SimDuration::from_micros(size.time_at(rate).nanos().div_ceil(1_000))
            }
            Self::Ofdm => {
                // Megabits a second times four microseconds are bits a symbol.
                let bits = (rate.0 / 250_000).max(1);
                plcp + SimDuration::from_micros(4 * (22 + 8 * size.0).div_ceil(bits))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LONG: Modulation = Modulation::Dsss { preamble: Preamble::Long };
    const SHORT: Modulation = Modulation::Dsss { preamble: Preamble::Short };

    fn micros(modulation: Modulation, size: u64, kilobits: u64) -> u64 {
        let plcp = SimDuration::from_micros(if modulation == Modulation::Ofdm { 26 } else { 192 });
        modulation.air_time(Bytes(size), BitRate(kilobits * 1_000), plcp).nanos() / 1_000
    }

    /// spec/wireless.md 4.2, whole; check 8.
    #[test]
    fn dsss_frames_of_the_table() {
        for (size, long, short) in [
            (20, [352, 272, 222, 207], [176, 111]),
            (14, [304, 248, 213, 203], [152, 107]),
            (74, [784, 488, 300, 246], [392, 150]),
            (76, [800, 496, 303, 248], [400, 152]),
            (1500, [12_192, 6_192, 2_374, 1_283], [6_096, 1_187]),
            (1534, [12_464, 6_328, 2_424, 1_308], [6_232, 1_212]),
            (1536, [12_480, 6_336, 2_427, 1_310], [6_240, 1_214]),
        ] {
            assert_eq!([1_000, 2_000, 5_500, 11_000].map(|rate| micros(LONG, size, rate)), long, "{size} B");
            assert_eq!([2_000, 11_000].map(|rate| micros(SHORT, size, rate)), short, "{size} B, short preamble");
            assert_eq!(micros(SHORT, size, 1_000), long[0], "1 Mb/s always has the long preamble");
        }
    }

    /// spec/wireless.md 4.3; check 13.
    #[test]
    fn ofdm_frames_of_the_table() {
        for (rate, data, ack, control) in
            [(6, 2_078, 50, 6), (12, 1_054, 38, 12), (24, 542, 34, 24), (36, 370, 34, 24), (54, 254, 34, 24)]
        {
            assert_eq!(micros(Modulation::Ofdm, 1536, rate * 1_000), data, "{rate} Mb/s");
            let answer = Modulation::Ofdm.control(BitRate(rate * 1_000_000), BitRate(6_000_000));
            assert_eq!(answer, BitRate(control * 1_000_000));
            assert_eq!(micros(Modulation::Ofdm, 14, control * 1_000), ack, "the ACK to {rate} Mb/s");
        }
        assert_eq!(OFDM_RATES.map(|rate| rate.0 / 250_000), [24, 36, 48, 72, 96, 144, 192, 216]);
    }
}
