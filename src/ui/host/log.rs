//! What the application says on standard error: warnings and errors, and an error in a system as a toast as well.

use std::sync::{Mutex, Once, PoisonError};

use bevy::app::PluginGroupBuilder;
use bevy::ecs::error::{BevyError, ErrorContext, FallbackErrorHandler, Severity};
use bevy::log::{Level, LogPlugin};
use bevy::prelude::*;

use crate::session::Notice;
use crate::ui::UiCommand;
use crate::ui::host::Held;

/// What is not worth a line: it concerns whoever packages a driver, or says that a software driver is slow.
const FILTER: &str = "wgpu=error,naga=error,winit=error,bevy_egui=error,bevy_render::renderer=error,bevy_winit=error";

/// The plugins with a log that is quiet while all is well; `RUST_LOG` asks for more.
pub(super) fn quiet(plugins: PluginGroupBuilder) -> PluginGroupBuilder {
    static FIRST: Once = Once::new();
    let mut first = false;
    FIRST.call_once(|| first = true);
    if first {
        plugins.set(LogPlugin { level: Level::WARN, filter: FILTER.to_owned(), ..default() })
    } else {
        // A process has one log.
        plugins.disable::<LogPlugin>()
    }
}

/// Errors that systems have returned and nobody was told of yet; each is told once.
static ERRORS: Mutex<Errors> = Mutex::new(Errors { told: Vec::new(), new: Vec::new() });

struct Errors {
    told: Vec<String>,
    new: Vec<String>,
}

/// Logs an error and keeps it for a toast. The handler has no access to the world, hence the static place.
fn keep(error: BevyError, context: ErrorContext) {
    if matches!(error.severity(), Severity::Ignore | Severity::Trace | Severity::Debug) {
        return;
    }
    let words = format!("{} `{}`: {error}", context.kind(), context.name());
    let mut errors = ERRORS.lock().unwrap_or_else(PoisonError::into_inner);
    if !errors.told.contains(&words) {
        bevy::log::error!("{words}");
        errors.told.push(words.clone());
        errors.new.push(words);
    }
}

/// Errors of systems become log lines and toasts instead of panics.
pub(super) fn tell_errors(app: &mut App) {
    app.insert_resource(FallbackErrorHandler(keep)).add_systems(First, |mut held: ResMut<Held>| {
        let new = std::mem::take(&mut ERRORS.lock().unwrap_or_else(PoisonError::into_inner).new);
        for words in new {
            held.0.apply(UiCommand::Tell(Notice::Problem(format!("The dashboard failed in {words}"))));
        }
    });
}
