//! Radio and MAC: a profile, and what the file overrides of it.

use super::super::document::Node;
use super::super::error::Problems;
use super::super::quantity;
use super::{integer_in, quantity_in};
use crate::mac::config::{BackoffDraw, EifsRule, MacConfig, Profile, RtsRule};
use crate::phy::config::{PhyConfig, Propagation, Reception};
use crate::phy::modulation::{Modulation, OFDM_RATES, Preamble};
use crate::units::{BitRate, Db, Metres, Watts};

/// The rules of the MAC.
pub(super) fn mac(node: Option<&Node>, radio: Option<&Node>, problems: &mut Problems) -> MacConfig {
    let name = node.and_then(|node| node.name().or_else(|| node.field("profile")?.name()));
    let mut mac = MacConfig::of(match name {
        Some("Ns2") => Profile::Ns2,
        Some("Disk") => Profile::Disk,
        _ => Profile::Std,
    })
    .for_modulation(radio_named(radio).modulation);
    let Some(node) = node else { return mac };
    let choice = |name: &str| node.field(name).and_then(Node::name);
    match choice("backoff_draw") {
        Some("BelowCw") => mac.backoff_draw = BackoffDraw::BelowCw,
        Some("UpToCw") => mac.backoff_draw = BackoffDraw::UpToCw,
        _ => {}
    }
    match choice("eifs") {
        Some("Nav") => mac.eifs = EifsRule::Nav,
        Some("Ifs") => mac.eifs = EifsRule::Ifs,
        Some("Off") => mac.eifs = EifsRule::Off,
        _ => {}
    }
    match choice("rts_rule") {
        Some("LongerThan") => mac.rts_rule = RtsRule::LongerThan,
        Some("WithPlcpAtLeast") => mac.rts_rule = RtsRule::WithPlcpAtLeast,
        _ => {}
    }
    mac_flags(node, &mut mac);
    mac_numbers(node, &mut mac);
    check_mac(node, &mac, problems);
    mac
}

fn mac_flags(node: &Node, mac: &mut MacConfig) {
    let flags: [(&str, &mut bool); 10] = [
        ("always_back_off", &mut mac.always_back_off),
        ("data_senses_medium", &mut mac.data_senses_medium),
        ("data_needs_own_cts", &mut mac.data_needs_own_cts),
        ("cts_test_after_sifs", &mut mac.cts_test_after_sifs),
        ("nav_reset", &mut mac.nav_reset),
        ("timeout_waits_for_reception", &mut mac.timeout_waits_for_reception),
        ("back_off_after_give_up", &mut mac.back_off_after_give_up),
        ("counts_last_slot", &mut mac.counts_last_slot),
        ("arp", &mut mac.arp),
        ("queue_wastes_one", &mut mac.queue_wastes_one),
    ];
    for (name, place) in flags {
        assign(place, node.field(name).and_then(Node::flag));
    }
}

fn mac_numbers(node: &Node, mac: &mut MacConfig) {
    assign(&mut mac.overhead, quantity_in(node, "overhead"));
    assign(&mut mac.cca_latency, quantity_in(node, "cca_latency"));
    assign(&mut mac.rts_threshold, quantity_in(node, "rts_threshold"));
    assign(&mut mac.short_retry_limit, integer_in(node, "short_retry_limit"));
    assign(&mut mac.long_retry_limit, integer_in(node, "long_retry_limit"));
    assign(&mut mac.cw_min, integer_in(node, "cw_min"));
    assign(&mut mac.cw_max, integer_in(node, "cw_max"));
    assign(&mut mac.link_layer_delay, quantity_in(node, "link_layer_delay"));
    assign(&mut mac.queue_limit, integer_in(node, "queue_limit"));
    assign(&mut mac.ttl, integer_in(node, "ttl"));
    assign(&mut mac.udp_header, integer_in(node, "udp_header"));
}

fn check_mac(node: &Node, mac: &MacConfig, problems: &mut Problems) {
    let place = |name: &str| node.field(name).unwrap_or(node).span;
    if mac.cw_min > mac.cw_max {
        let message = format!("`mac.cw_min`, {}, is greater than `mac.cw_max`, {}", mac.cw_min, mac.cw_max);
        problems.add(place("cw_min"), message);
    }
    if mac.queue_wastes_one && mac.queue_limit == 1 {
        let message = "`mac.queue_limit` has to be at least 2 where `queue_wastes_one` holds: one place stays empty";
        problems.add(place("queue_limit"), message);
    }
}

/// The radio that a scenario names, without what it overrides.
fn radio_named(node: Option<&Node>) -> PhyConfig {
    match node.and_then(|node| node.name().or_else(|| node.field("profile")?.name())) {
        Some("Dsss1Mb") => PhyConfig::dsss_1mb(),
        Some("Wifi11bMb5") => PhyConfig { data_rate: BitRate(5_500_000), ..PhyConfig::wifi_11b() },
        Some("Wifi11bMb11") => PhyConfig::wifi_11b(),
        Some("Wifi11gMb54") => PhyConfig::wifi_11g(),
        _ => PhyConfig::wavelan_2mb(),
    }
}

/// Radio and channel.
pub(super) fn phy(node: Option<&Node>, profile: Profile, problems: &mut Problems) -> PhyConfig {
    let mut phy = radio_named(node);
    (phy.propagation, phy.reception) = match profile {
        Profile::Ns2 => (Propagation::TwoRayGround, Reception::Pairwise),
        Profile::Std => (Propagation::TwoRayGround, Reception::Sinr),
        Profile::Disk => (disk(None), Reception::AnyOverlap),
    };
    let Some(node) = node else { return phy };
    assign(&mut phy.propagation, node.field("propagation").and_then(propagation));
    assign(&mut phy.reception, node.field("reception").and_then(reception));
    let power = |name: &str| node.field(name).and_then(Node::text).and_then(quantity::power);
    assign(&mut phy.transmit_power, power("transmit_power"));
    assign(&mut phy.receive_threshold, power("receive_threshold"));
    assign(&mut phy.carrier_sense_threshold, power("carrier_sense_threshold"));
    assign(&mut phy.noise, power("noise"));
    let ratio = |name: &str| quantity_in(node, name).map(|Db(value)| libm::pow(10.0, value / 10.0));
    assign(&mut phy.capture_ratio, ratio("capture"));
    assign(&mut phy.sinr_threshold, ratio("sinr_threshold"));
    assign(&mut phy.preamble_threshold, ratio("preamble_threshold"));
    assign(&mut phy.frequency, node.field("frequency").and_then(Node::text).and_then(quantity::frequency));
    assign(&mut phy.antenna_height, quantity_in(node, "antenna_height"));
    assign(&mut phy.bit_error_rate, node.field("bit_error_rate").and_then(Node::number));
    assign(&mut phy.data_rate, quantity_in(node, "data_rate"));
    assign(&mut phy.basic_rate, quantity_in(node, "basic_rate"));
    if let (Modulation::Dsss { preamble }, Some(name)) =
        (&mut phy.modulation, node.field("preamble").and_then(Node::name))
    {
        *preamble = if name == "Short" { Preamble::Short } else { Preamble::Long };
    }
    assign(&mut phy.plcp, quantity_in(node, "plcp"));
    assign(&mut phy.slot, quantity_in(node, "slot"));
    assign(&mut phy.sifs, quantity_in(node, "sifs"));
    check_phy(node, &phy, problems);
    phy
}

fn propagation(node: &Node) -> Option<Propagation> {
    match node.name()? {
        "TwoRayGround" => Some(Propagation::TwoRayGround),
        "FreeSpace" => Some(Propagation::FreeSpace),
        "LogDistance" => Some(Propagation::LogDistance {
            exponent: node.field("exponent").and_then(Node::number).unwrap_or(2.386),
            reference: quantity_in(node, "reference").unwrap_or(Metres(1.0)),
            shadowing: quantity_in(node, "shadowing").unwrap_or(Db(4.0)),
        }),
        "UnitDisk" => Some(disk(Some(node))),
        _ => None,
    }
}

/// Three ranges, by default those of WaveLAN.
fn disk(node: Option<&Node>) -> Propagation {
    let range = |name: &str, default| node.and_then(|node| quantity_in(node, name)).unwrap_or(Metres(default));
    Propagation::UnitDisk {
        transmit: range("transmit", 250.0),
        carrier_sense: range("carrier_sense", 550.0),
        interference: range("interference", 550.0),
    }
}

fn reception(node: &Node) -> Option<Reception> {
    match node.name()? {
        "Pairwise" => Some(Reception::Pairwise),
        "Sinr" => Some(Reception::Sinr),
        "AnyOverlap" => Some(Reception::AnyOverlap),
        _ => None,
    }
}

fn check_phy(node: &Node, phy: &PhyConfig, problems: &mut Problems) {
    let place = |name: &str| node.field(name).unwrap_or(node).span;
    let (Watts(receive), Watts(sense)) = (phy.receive_threshold, phy.carrier_sense_threshold);
    if sense > receive {
        let message = format!(
            "`radio.carrier_sense_threshold`, {sense:e} W, is above `radio.receive_threshold`, {receive:e} W: \
             what can be decoded has to be heard"
        );
        problems.add(place("carrier_sense_threshold"), message);
    }
    if phy.modulation == Modulation::Ofdm {
        for (name, rate) in [("data_rate", phy.data_rate), ("basic_rate", phy.basic_rate)] {
            if !OFDM_RATES.contains(&rate) {
                let rates = OFDM_RATES.map(|rate| (rate.0 / 1_000_000).to_string()).join(", ");
                problems
                    .add(place(name), format!("`radio.{name}`, {rate}, is no rate of OFDM, which has {rates} Mb/s"));
            }
        }
        if node.field("preamble").is_some() {
            problems.add(place("preamble"), "OFDM has one preamble only: `preamble` belongs to DSSS");
        }
    }
    if let Propagation::UnitDisk { transmit, carrier_sense, .. } = phy.propagation
        && transmit > carrier_sense
    {
        let message = format!(
            "the `transmit` range, {transmit}, is longer than the `carrier_sense` range, {carrier_sense}: \
             what can be decoded has to be heard"
        );
        problems.add(place("propagation"), message);
    }
    // Ranges have no powers to compare, and "any overlap" has no range but theirs (spec/wireless.md 2.3).
    let is_disk = matches!(phy.propagation, Propagation::UnitDisk { .. });
    if is_disk != (phy.reception == Reception::AnyOverlap) {
        let span = node.field("reception").or_else(|| node.field("propagation")).unwrap_or(node).span;
        problems.add(span, "propagation UnitDisk and reception AnyOverlap (MAC profile Disk) go together only");
    }
}

pub(super) fn assign<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}
