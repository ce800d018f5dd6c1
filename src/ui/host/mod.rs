//! The Bevy application around the dashboard: in a window, or off-screen.

pub mod adapter;
mod blending;
mod capture;
mod input;
mod log;
mod map;
pub mod offscreen;
pub mod picture;
mod redraw;
mod remember;
pub mod window;

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiGlobalSettings, EguiPlugin, EguiPreUpdateSet, EguiPrimaryContextPass};

use crate::session::pacer::Budget;
use crate::ui::dashboard::Screen;
use crate::ui::map::Picture;
use crate::ui::{Dashboard, Theme, shell, theme};

/// The machine's time that a picture may spend on the run.
const BUDGET: Duration = Duration::from_millis(8);

/// Bevy's name for what the dashboard holds.
#[derive(Resource)]
struct Held(Dashboard);

/// What every application around a dashboard does: passes time, draws panels and map.
struct DashboardPlugin;

impl Plugin for DashboardPlugin {
    fn build(&self, app: &mut App) {
        app.add_plugins((EguiPlugin::default(), blending::BlendingPlugin, map::MapPlugin))
            .add_systems(PreUpdate, input::put_right.after(EguiPreUpdateSet::ProcessInput))
            .add_systems(Update, update)
            .add_systems(EguiPrimaryContextPass, draw);
        // The cameras are made by `map`.
        app.world_mut().resource_mut::<EguiGlobalSettings>().auto_create_primary_context = false;
    }
}

#[expect(clippy::disallowed_methods, reason = "what a picture may spend is the machine's time")]
fn update(mut held: ResMut<Held>, time: Res<Time<Real>>) {
    let start = Instant::now();
    let mut clock = || start.elapsed();
    held.0.update(time.delta(), &mut Budget { span: BUDGET, clock: &mut clock });
}

fn draw(
    mut contexts: EguiContexts,
    mut held: ResMut<Held>,
    mut drawn: ResMut<map::Drawn>,
    mut ready: Local<bool>,
    mut styled: Local<Option<Theme>>,
) -> Result {
    let ctx = contexts.ctx_mut()?;
    let dashboard = &mut held.0;
    if !*ready {
        theme::install_fonts(ctx);
        // The scale is the dashboard's, in steps of its own.
        ctx.options_mut(|options| options.zoom_with_keyboard = false);
        *ready = true;
    }
    if ctx.zoom_factor().to_bits() != dashboard.scale.to_bits() {
        ctx.set_zoom_factor(dashboard.scale);
    }
    if styled.replace(dashboard.theme) != Some(dashboard.theme) {
        dashboard.theme.apply(ctx);
    }
    shell::show(ctx, dashboard);
    if dashboard.screen == Screen::Run && dashboard.session.is_some() {
        map::lay_out(ctx, &dashboard.panels.map.picture, &mut drawn);
    } else {
        map::lay_out(ctx, &Picture::default(), &mut drawn);
    }
    Ok(())
}
