//! Ctrl-C: the first one asks the run to stop and keep what it has, the second ends the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static WANTED: AtomicBool = AtomicBool::new(false);
static INSTALL: Once = Once::new();

/// Listens from now on.
pub(super) fn listen() {
    INSTALL.call_once(|| {
        let heard = || {
            if WANTED.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        };
        // Without a handler Ctrl-C ends the program at once, which is acceptable.
        let _ = ctrlc::set_handler(heard);
    });
}

/// Whether somebody asked to stop.
pub(super) fn wanted() -> bool {
    WANTED.load(Ordering::Relaxed)
}
