//! The parameters of AODV in two sets (spec/wireless.md 9.2), each settable by name.

use crate::units::SimDuration;

/// A named set of parameters, and the habits that go with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// RFC 3561: expanding rings with a timer for each, route errors to those who use a route, sequence numbers with a validity.
    Rfc,
    /// ns-2.35: a flood at once, retries only with a new packet or at the purge, local repair with a very long delay.
    Ns2,
}

/// All parameters of a router.
#[derive(Clone, Debug, PartialEq)]
pub struct AodvConfig {
    /// Where they came from; decides the habits.
    pub preset: Preset,
    /// `ACTIVE_ROUTE_TIMEOUT`: how long a route lasts that nothing uses.
    pub active_route_timeout: SimDuration,
    /// `MY_ROUTE_TIMEOUT`: the lifetime that a destination gives in its reply.
    pub my_route_timeout: SimDuration,
    /// How long a route back to the origin of a request lasts.
    pub reverse_route_life: SimDuration,
    /// `NODE_TRAVERSAL_TIME`: what a hop is thought to take.
    pub node_traversal_time: SimDuration,
    /// `NET_DIAMETER`: hops that a flood of the whole network may take.
    pub net_diameter: u8,
    /// How long a request is known again (`PATH_DISCOVERY_TIME`).
    pub request_id_life: SimDuration,
    /// `RREQ_RETRIES`: further floods of the whole network after the first.
    pub request_retries: u8,
    /// Pause after the last of them; in Ns2 also the longest wait for a reply.
    pub request_pause: SimDuration,
    /// `TTL_START`: hops of the first ring.
    pub ttl_start: u8,
    /// `TTL_INCREMENT`.
    pub ttl_increment: u8,
    /// `TTL_THRESHOLD`: the largest ring.
    pub ttl_threshold: u8,
    /// Whether a node in the middle looks for another way itself.
    pub local_repair: bool,
    /// Packets that wait for a route at one node.
    pub send_buffer: usize,
    /// How long they wait.
    pub send_buffer_time: SimDuration,
    /// Rebroadcasts are delayed by up to this, uniformly.
    pub broadcast_jitter: SimDuration,
    /// Gap between the packets that a reply sets free.
    pub release_spacing: SimDuration,
    /// Most requests, and most errors, of one node in a second; 0 is no limit.
    pub rate_limit: u16,
    /// `DELETE_PERIOD`: how long a route that is down is remembered; zero is for ever.
    pub delete_period: SimDuration,
    /// `HELLO_INTERVAL`: a node on an active route broadcasts at least this often; zero is never.
    pub hello_interval: SimDuration,
    /// `ALLOWED_HELLO_LOSS`: silent intervals after which a neighbour is gone.
    pub allowed_hello_loss: u8,
    /// Whether a node that answers for a destination tells that, too, where the origin is.
    pub gratuitous_reply: bool,
}

impl AodvConfig {
    /// The parameters of `preset`.
    pub const fn of(preset: Preset) -> Self {
        let rfc = Self {
            preset,
            active_route_timeout: SimDuration::from_secs(3),
            my_route_timeout: SimDuration::from_secs(6),
            reverse_route_life: SimDuration::from_secs(3),
            node_traversal_time: SimDuration::from_millis(40),
            net_diameter: 35,
            request_id_life: SimDuration::from_millis(5_600),
            request_retries: 2,
            request_pause: SimDuration::ZERO,
            ttl_start: 1,
            ttl_increment: 2,
            ttl_threshold: 7,
            local_repair: false,
            send_buffer: 64,
            send_buffer_time: SimDuration::from_secs(30),
            broadcast_jitter: SimDuration::from_millis(10),
            release_spacing: SimDuration::ZERO,
            rate_limit: 10,
            delete_period: SimDuration::from_secs(15),
            hello_interval: SimDuration::from_secs(1),
            allowed_hello_loss: 2,
            gratuitous_reply: false,
        };
        match preset {
            Preset::Rfc => rfc,
            Preset::Ns2 => Self {
                active_route_timeout: SimDuration::from_secs(10),
                my_route_timeout: SimDuration::from_secs(10),
                reverse_route_life: SimDuration::from_secs(6),
                node_traversal_time: SimDuration::from_millis(30),
                net_diameter: 30,
                request_id_life: SimDuration::from_secs(6),
                request_retries: 3,
                request_pause: SimDuration::from_secs(10),
                ttl_start: 5,
                local_repair: true,
                release_spacing: SimDuration::from_millis(10),
                rate_limit: 0,
                delete_period: SimDuration::ZERO,
                hello_interval: SimDuration::ZERO,
                allowed_hello_loss: 3,
                ..rfc
            },
        }
    }

    /// Whether the habits are those of ns-2.
    pub const fn is_ns2(&self) -> bool {
        matches!(self.preset, Preset::Ns2)
    }

    /// `NET_TRAVERSAL_TIME`: there and back through the whole network.
    pub fn net_traversal_time(&self) -> SimDuration {
        self.node_traversal_time * (2 * u64::from(self.net_diameter))
    }

    /// `RING_TRAVERSAL_TIME` for a ring of `ttl` hops (RFC 3561 section 10, `TIMEOUT_BUFFER` 2).
    pub fn ring_traversal_time(&self, ttl: u8) -> SimDuration {
        self.node_traversal_time * (2 * (u64::from(ttl) + 2))
    }

    /// Farthest destination, in hops, for which a node in the middle looks itself (`MAX_REPAIR_TTL`, 0.3 of the diameter).
    pub const fn max_repair_ttl(&self) -> u8 {
        self.net_diameter / 10 * 3 + self.net_diameter % 10 * 3 / 10
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// spec/wireless.md 9.2: the ring timeouts of the RFC set in milliseconds, and the spans derived from others.
    #[test]
    fn spans_of_the_rfc_set_by_hand() {
        let rfc = AodvConfig::of(Preset::Rfc);
        let rings = [1, 3, 5, 7].map(|ttl| rfc.ring_traversal_time(ttl).nanos() / 1_000_000);
        assert_eq!(rings, [240, 400, 560, 720]);
        assert_eq!(rfc.net_traversal_time(), SimDuration::from_millis(2_800));
        assert_eq!(rfc.request_id_life, rfc.net_traversal_time() * 2);
        assert_eq!(rfc.max_repair_ttl(), 10);
    }
}
