//! The dashboard in a window.

use bevy::camera::RenderTarget;
use bevy::prelude::*;

use crate::ui::Dashboard;
use crate::ui::host::{DashboardPlugin, Held, map};

/// Opens the window and returns when it is closed.
pub fn open(dashboard: Dashboard) {
    let window = Window { title: "Hopscope".to_owned(), resolution: (1280, 720).into(), ..Window::default() };
    App::new()
        .add_plugins(DefaultPlugins.set(WindowPlugin { primary_window: Some(window), ..WindowPlugin::default() }))
        .insert_resource(Held(dashboard))
        .add_plugins(DashboardPlugin)
        .add_systems(Startup, |mut commands: Commands, mut meshes: ResMut<Assets<Mesh>>| {
            map::spawn(&mut commands, &mut meshes, &RenderTarget::default());
        })
        .run();
}
