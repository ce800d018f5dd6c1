//! Whether the books balance: packets, time and energy.

use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Query, Res, ResMut};

use crate::energy::battery::Battery;
use crate::energy::ledger::Ledger;
use crate::energy::meter;
use crate::ids::PacketId;
use crate::kernel::clock::Clock;
use crate::link::pipe::Pipe;
use crate::mac::dcf::Mac;
use crate::packet::Packet;
use crate::routing::aodv::Aodv;
use crate::sim::access::{Channel, Handover, Index};
use crate::sim::books::Books;
use crate::sim::station::{Egress, Station};
use crate::units::{SimDuration, SimTime};

/// How often the books are checked.
pub const PERIOD: SimDuration = SimDuration::from_secs(1);

/// The verdict of the last check.
#[derive(Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Balance {
    /// When the books did not balance for the first time, and how.
    pub broken: Option<(SimTime, String)>,
}

type NodeColumns =
    (&'static Station, &'static Mac, &'static Egress, &'static Ledger, &'static Battery, Option<&'static Aodv>);

/// What the check reads besides nodes and pipes.
type Account<'w> = (Res<'w, Index>, Res<'w, Channel>, Res<'w, Books>, Res<'w, Handover>);

/// Checks all books at every full [`PERIOD`].
pub fn check(
    clock: Res<Clock>,
    (index, channel, books, handover): Account,
    nodes: Query<NodeColumns>,
    pipes: Query<&Pipe>,
    mut balance: ResMut<Balance>,
) {
    let now = clock.now();
    if !now.nanos().is_multiple_of(PERIOD.nanos()) || balance.broken.is_some() {
        return;
    }
    let mut inside: u64 = pipes.iter().map(|pipe| pipe.packets().count() as u64).sum();
    for entity in &index.nodes {
        let Ok((station, mac, egress, ledger, battery, router)) = nodes.get(*entity) else { continue };
        let handed = handover.0[station.id.index()];
        inside += held(mac, handed) + of_flows(egress.queue.iter().map(|queued| &queued.packet));
        inside += of_flows(egress.down.iter().map(|(_, queued)| &queued.packet));
        inside += of_flows(egress.up.iter().map(|(_, packet)| packet)) + egress.addresses.held() as u64;
        inside += router.map_or(0, |router| router.held().count() as u64);
        if let Some(problem) = time_and_energy(now, station, ledger, battery, &channel) {
            balance.broken = Some((now, problem));
            return;
        }
    }
    if inside != books.in_flight() {
        balance.broken = Some((
            now,
            format!(
                "packets: {} sent, {} delivered, {} lost should leave {} inside, but {inside} are there",
                books.sent,
                books.delivered,
                books.lost(),
                books.in_flight()
            ),
        ));
    }
}

fn of_flows<'a>(packets: impl Iterator<Item = &'a Packet>) -> u64 {
    packets.filter(|packet| packet.flow.is_some()).count() as u64
}

/// The packet in the MAC's hands, unless the next hop has it already.
fn held(mac: &Mac, handed: Option<PacketId>) -> u64 {
    let ours = mac.packet().filter(|(packet, _)| packet.flow.is_some() && handed != Some(packet.id));
    u64::from(ours.is_some())
}

fn time_and_energy(
    now: SimTime,
    station: &Station,
    ledger: &Ledger,
    battery: &Battery,
    channel: &Channel,
) -> Option<String> {
    let times = ledger.times(now);
    let elapsed = now.since(SimTime::ZERO);
    if times.total() != elapsed {
        return Some(format!("time: the radio states of {} sum to {} after {elapsed}", station.id, times.total()));
    }
    let drained = battery.consumed()?;
    let closed = ledger.times(ledger.since());
    let spent: u128 = crate::energy::ledger::RadioState::ALL
        .iter()
        .map(|state| meter::energy(channel.draw[state.index()], closed.of(*state)))
        .sum();
    // At its death a battery is cut to exactly nothing: up to one nanosecond's draw is not in it.
    let slack = u128::from(channel.draw.iter().copied().max().unwrap_or(0));
    (drained.abs_diff(spent) > slack)
        .then(|| format!("energy: the battery of {} gave {drained} aJ, its radio took {spent} aJ", station.id))
}
