//! Additive increase, multiplicative decrease: the law of Tahoe, Reno and NewReno, which differ in their recovery only.
//!
//! Sources: RFC 5681 section 3.1; spec/transport.md 2.5.

use super::{AckInfo, Controller, Window};

/// Additive increase, multiplicative decrease.
#[derive(Clone, Debug, PartialEq)]
pub struct Reno {
    window: Window,
}

impl Reno {
    pub(super) const fn new(window: Window) -> Self {
        Self { window }
    }
}

impl Controller for Reno {
    fn base(&self) -> &Window {
        &self.window
    }

    fn base_mut(&mut self) -> &mut Window {
        &mut self.window
    }

    fn on_ack(&mut self, ack: &AckInfo) {
        self.window.increase(ack.acked);
    }
}
