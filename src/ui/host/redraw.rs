//! When a picture is drawn: always while the run goes on, else only when there is something new to see.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use bevy::prelude::*;
use bevy::window::RequestRedraw;
use bevy::winit::{UpdateMode, WinitSettings};
use bevy_egui::EguiContexts;

use crate::session::Session;
use crate::ui::dashboard::Screen;
use crate::ui::host::Held;

/// While nothing happens a picture is drawn this often: an interrupt from the terminal is noticed then.
const IDLE: Duration = Duration::from_secs(1);

/// While there are toasts, which vanish by themselves.
const TOASTS: Duration = Duration::from_millis(200);

/// Sets the pace.
pub(super) struct RedrawPlugin;

impl Plugin for RedrawPlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Wish>().add_systems(PreUpdate, listen).add_systems(Last, pace);
    }
}

/// The soonest that egui has asked to be drawn again since the last picture, in milliseconds: a tooltip that comes after a while, a
/// cursor that blinks. (What it wants at once reaches the window by itself.)
#[derive(Resource, Clone)]
struct Wish(Arc<AtomicU64>);

impl Default for Wish {
    fn default() -> Self {
        Self(Arc::new(AtomicU64::new(u64::MAX)))
    }
}

fn listen(mut contexts: EguiContexts, wish: Res<Wish>, mut listening: Local<bool>) {
    if *listening {
        return;
    }
    let Ok(ctx) = contexts.ctx_mut() else { return };
    let wish = wish.0.clone();
    ctx.set_request_repaint_callback(move |info| {
        let delay = u64::try_from(info.delay.as_millis()).unwrap_or(u64::MAX);
        wish.fetch_min(delay, Ordering::Relaxed);
    });
    *listening = true;
}

fn pace(
    held: Res<Held>,
    wish: Res<Wish>,
    mut settings: ResMut<WinitSettings>,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    let dashboard = &held.0;
    let moves = match dashboard.screen {
        Screen::Run => dashboard.session.as_ref().is_some_and(Session::is_playing),
        // Cards get their pictures one after the other.
        Screen::Gallery => !dashboard.panels.gallery.is_done(),
    };
    let toasts = dashboard.panels.toasts.notices().next().is_some();
    let wish = wish.0.swap(u64::MAX, Ordering::Relaxed);
    let mode = if moves {
        UpdateMode::Continuous
    } else {
        let wait = Duration::from_millis(wish).min(if toasts { TOASTS } else { IDLE });
        UpdateMode::reactive_low_power(wait.max(Duration::from_millis(4)))
    };
    if settings.focused_mode != mode {
        settings.focused_mode = mode;
        settings.unfocused_mode = mode;
    }
    // What was pushed in this picture is done in the next one, and what lies under the pointer is shown there.
    if !dashboard.outbox.list().is_empty() || dashboard.hovering != dashboard.hovered {
        redraw.write(RequestRedraw);
    }
}
