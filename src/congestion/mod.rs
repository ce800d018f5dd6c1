//! Window laws: how many segments may be in flight.
//!
//! A law hears what happened to the connection, by hooks named after the cause, and answers with a window and a slow start
//! threshold in segments of SMSS bytes. What to send again and when is not its business but that of [`crate::recovery`], which is
//! orthogonal: any law goes with any engine. The window here is the *deflated* one; what duplicate acknowledgements add during a
//! fast recovery is the engine's bookkeeping.
//!
//! In: [`AckInfo`], [`LossInfo`], [`PartialInfo`], [`ExitInfo`]. Out: [`Controller::window`] and [`Controller::ssthresh`]. Hooks are
//! called in the order in which things happen, at most one of them for one acknowledgement.
//!
//! To add a law: write its file, add its line to `controllers!` below. Sources: spec/transport.md 1.4, 2.5 and the law's own.

mod window;

#[cfg(test)]
mod tests;

use serde::{Deserialize, Serialize};

use crate::units::{SimDuration, SimTime};

pub use window::{Precision, Window};

/// What a law is told about an acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AckInfo {
    /// When it arrived.
    pub now: SimTime,
    /// The next byte that the receiver expects.
    pub ack: u64,
    /// Segments it newly acknowledges, as the preset counts them (a fraction for a short one; preset Ns2: 1).
    pub acked: f64,
    /// The round-trip time it measured, if it measured one.
    pub rtt: Option<SimDuration>,
    /// Segments outstanding before it.
    pub flight_before: f64,
    /// Something else than the window held the sender back: the window must not grow.
    pub app_limited: bool,
    /// Hops that the acknowledged packet had taken.
    pub hops: u8,
}

/// What a law is told about a loss.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LossInfo {
    /// When it was noticed.
    pub now: SimTime,
    /// Segments that count as the load that was too much: the flight size or the window, as the engine's rule says.
    pub basis: f64,
    /// How window and threshold are rounded.
    pub precision: Precision,
    /// The window starts again from one segment (Tahoe).
    pub restart: bool,
    /// The threshold was already lowered for this segment and stands (RFC 5681 3.1, on repeated time-outs).
    pub threshold_stands: bool,
}

/// What a law is told about a partial acknowledgement.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartialInfo {
    /// When it arrived.
    pub now: SimTime,
    /// Segments acknowledged beyond what duplicate acknowledgements had added: the window shrinks by as much.
    pub excess: f64,
}

/// What a law is told at the end of a fast recovery.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ExitInfo {
    /// When it ended.
    pub now: SimTime,
    /// The greatest window that does not cause a burst, in segments; infinite if the rule has none.
    pub limit: f64,
}

/// A window law. All hooks have defaults that suit a law which only wants to differ in one of them.
pub trait Controller {
    /// The window after a retransmission time-out, in segments.
    const LOSS_WINDOW: f64 = 1.0;

    /// The window and threshold that this law keeps.
    fn base(&self) -> &Window;

    /// The same, to change.
    fn base_mut(&mut self) -> &mut Window;

    /// An acknowledgement advanced outside of a fast recovery.
    fn on_ack(&mut self, _ack: &AckInfo) {}

    /// A duplicate acknowledgement came (also during a fast recovery, also the third).
    fn on_dupack(&mut self, _ack: &AckInfo) {}

    /// A fast retransmit begins.
    fn on_third_dupack(&mut self, loss: &LossInfo) {
        let target = loss.basis / 2.0;
        self.base_mut().cut(target, loss);
    }

    /// An acknowledgement advanced during a fast recovery without ending it.
    fn on_partial_ack(&mut self, partial: &PartialInfo) {
        self.base_mut().deflate(partial.excess);
    }

    /// A fast recovery ended by an acknowledgement.
    fn on_recovery_exit(&mut self, exit: &ExitInfo) {
        let window = self.base_mut();
        window.cwnd = window.ssthresh.min(exit.limit).max(1.0);
    }

    /// The retransmission timer expired.
    fn on_rto(&mut self, loss: &LossInfo) {
        let target = loss.basis / 2.0;
        self.base_mut().collapse(target, Self::LOSS_WINDOW, loss);
    }

    /// The connection opens, or sends again after an idle time: at most `initial` segments at once (RFC 5681 4.1).
    fn on_idle_restart(&mut self, initial: f64) {
        let window = self.base_mut();
        window.cwnd = window.cwnd.min(initial);
    }

    /// The window in segments, at least 1.
    fn window(&self) -> f64 {
        self.base().cwnd
    }

    /// The slow start threshold in segments.
    fn ssthresh(&self) -> f64 {
        self.base().ssthresh
    }
}

/// Expands the registry into modules, the enums [`Kind`], [`Config`] and [`Algorithm`] and their dispatch.
///
/// A line is `module: Name, "label", "source";`, or `module: Name(config: module::Config), ...` for a law with parameters, whose
/// `new` then takes a reference to them after the window to start from.
macro_rules! controllers {
    ($($module:ident: $name:ident $(($binding:ident: $config:ty))?, $label:literal, $source:literal;)+) => {
        $(pub mod $module;)+

        /// Which law.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Kind {
            $(#[doc = $label] $name,)+
        }

        /// A window law with its parameters.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub enum Config {
            $(#[doc = $label] $name $(($config))?,)+
        }

        /// A window law at work on one connection.
        #[derive(Clone, Debug, PartialEq, bevy_ecs::component::Component)]
        pub enum Algorithm {
            $(#[doc = $label] $name($module::$name),)+
        }

        impl Kind {
            /// All laws, in the order of the registry.
            pub const ALL: &'static [Self] = &[$(Self::$name),+];

            /// Its name for people.
            pub const fn label(self) -> &'static str {
                match self { $(Self::$name => $label,)+ }
            }

            /// Where it is defined.
            pub const fn source(self) -> &'static str {
                match self { $(Self::$name => $source,)+ }
            }

            /// The law with its default parameters.
            pub fn config(self) -> Config {
                match self { $(Self::$name => Config::$name $((<$config>::default()))?,)+ }
            }

            /// The window after a retransmission time-out, in segments.
            pub const fn loss_window(self) -> f64 {
                match self { $(Self::$name => <$module::$name as Controller>::LOSS_WINDOW,)+ }
            }
        }

        impl Config {
            /// The law at work, starting from `window`.
            pub fn start(&self, window: Window) -> Algorithm {
                match self { $(Self::$name $(($binding))? => Algorithm::$name($module::$name::new(window $(, $binding)?)),)+ }
            }
        }

        impl Algorithm {
            /// Which law it is.
            pub const fn kind(&self) -> Kind {
                match self { $(Self::$name(_) => Kind::$name,)+ }
            }
        }

        /// Hands `$call` on to the law that is active.
        macro_rules! delegate {
            ($self:ident, $law:ident => $call:expr) => {
                match $self { $(Algorithm::$name($law) => $call,)+ }
            };
        }
    };
}

controllers! {
    reno: Reno, "Reno (AIMD)", "RFC 5681";
}

impl Algorithm {
    /// The window in segments, at least 1, without what a recovery adds.
    #[inline]
    pub fn window(&self) -> f64 {
        delegate!(self, law => law.window())
    }

    /// The slow start threshold in segments.
    #[inline]
    pub fn ssthresh(&self) -> f64 {
        delegate!(self, law => law.ssthresh())
    }

    /// Another law takes over with the window and threshold of this one.
    #[must_use]
    pub fn replaced_by(&self, config: &Config) -> Self {
        config.start(Window { cwnd: self.window(), ssthresh: self.ssthresh() })
    }

    /// See [`Controller::on_ack`]; nothing happens while something else than the window holds the sender back.
    #[inline]
    pub fn on_ack(&mut self, ack: &AckInfo) {
        if !ack.app_limited {
            delegate!(self, law => law.on_ack(ack));
        }
    }

    /// See [`Controller::on_dupack`].
    #[inline]
    pub fn on_dupack(&mut self, ack: &AckInfo) {
        delegate!(self, law => law.on_dupack(ack));
    }

    /// See [`Controller::on_third_dupack`].
    pub fn on_third_dupack(&mut self, loss: &LossInfo) {
        delegate!(self, law => law.on_third_dupack(loss));
    }

    /// See [`Controller::on_partial_ack`].
    pub fn on_partial_ack(&mut self, partial: &PartialInfo) {
        delegate!(self, law => law.on_partial_ack(partial));
    }

    /// See [`Controller::on_recovery_exit`].
    pub fn on_recovery_exit(&mut self, exit: &ExitInfo) {
        delegate!(self, law => law.on_recovery_exit(exit));
    }

    /// See [`Controller::on_rto`].
    pub fn on_rto(&mut self, loss: &LossInfo) {
        delegate!(self, law => law.on_rto(loss));
    }

    /// See [`Controller::on_idle_restart`].
    pub fn on_idle_restart(&mut self, initial: f64) {
        delegate!(self, law => law.on_idle_restart(initial));
    }

    /// The handshake is over: the window becomes the initial one.
    pub fn open(&mut self, initial: f64) {
        delegate!(self, law => law.base_mut().cwnd = initial.max(1.0));
    }
}
