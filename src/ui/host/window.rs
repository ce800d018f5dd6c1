//! The dashboard in a window.

use std::time::{Duration, Instant};

use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPlugin, EguiPrimaryContextPass};

use crate::session::pacer::Budget;
use crate::ui::{Dashboard, shell, theme};

/// The machine's time that a picture may spend on the run.
const BUDGET: Duration = Duration::from_millis(8);

/// Bevy's name for what the dashboard holds.
#[derive(Resource)]
struct Held(Dashboard);

/// Opens the window and returns when it is closed.
pub fn open(dashboard: Dashboard) {
    let window = Window { title: "Hopscope".to_owned(), resolution: (1280, 720).into(), ..Window::default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() }))
        .add_plugins(EguiPlugin::default())
        .insert_resource(Held(dashboard))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(Camera2d);
        })
        .add_systems(Update, update)
        .add_systems(EguiPrimaryContextPass, draw)
        .run();
}

fn update(mut held: ResMut<Held>, time: Res<Time<Real>>) {
    let start = Instant::now();
    let mut clock = || start.elapsed();
    held.0.update(time.delta(), &mut Budget { span: BUDGET, clock: &mut clock });
}

fn draw(mut contexts: EguiContexts, mut held: ResMut<Held>, mut ready: Local<bool>) -> Result {
    let ctx = contexts.ctx_mut()?;
    if !*ready {
        theme::install_fonts(ctx);
        *ready = true;
    }
    held.0.theme.apply(ctx);
    shell::show(ctx, &mut held.0);
    Ok(())
}
