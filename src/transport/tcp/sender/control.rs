//! What a viewer may change on a running connection.

use super::super::output::TcpOutput;
use super::{Stage, TcpSender};
use crate::congestion::{self, Algorithm};
use crate::kernel::outputs::Outputs;
use crate::recovery;
use crate::routing::notice::RouteNotice;
use crate::units::SimTime;

impl TcpSender {
    /// Another law and engine take over. Window, threshold and round-trip times stay; a running recovery ends.
    pub fn set_controller(
        &mut self,
        now: SimTime,
        (config, kind): (&congestion::Config, recovery::Kind),
        law: &mut Algorithm,
        out: &mut Outputs<TcpOutput>,
    ) {
        *law = law.replaced_by(config);
        self.config.controller = config.clone();
        self.config.recovery = kind;
        self.engine.replace(kind, self.config.recovery_rules(kind));
        self.resume_sending(now, law, out);
    }

    /// Routing tells what became of the way. Plain TCP goes on as if nothing had been said (spec/wireless.md 9.4 names the transports
    /// that do not); it only remembers how long the way is.
    pub const fn on_route(&mut self, notice: RouteNotice) {
        if let RouteNotice::Hops(hops) = notice {
            self.path_hops = Some(hops);
        }
    }

    /// Hops of the way to the receiver, as routing told last; `None` where it never does.
    pub const fn path_hops(&self) -> Option<u8> {
        self.path_hops
    }

    /// At most `segments` (at least 1) are outstanding from now on.
    pub fn set_max_window(&mut self, now: SimTime, segments: u32, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.config.max_window = segments.max(1);
        self.resume_sending(now, law, out);
    }

    /// Nothing new is sent until [`TcpSender::resume`]; what is outstanding is still looked after.
    pub const fn stop(&mut self) {
        self.stopped = true;
    }

    /// New data may be sent again.
    pub fn resume(&mut self, now: SimTime, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        self.stopped = false;
        self.resume_sending(now, law, out);
    }

    /// Sends what the window allows, if the connection is at work.
    pub(super) fn resume_sending(&mut self, now: SimTime, law: &mut Algorithm, out: &mut Outputs<TcpOutput>) {
        if self.stage == Stage::Established {
            self.send(now, self.engine.share(), law, out);
        }
    }
}
