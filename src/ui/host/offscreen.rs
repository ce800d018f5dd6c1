//! The dashboard without a window or a display: the same panels, the same map, into pixels.

use bevy::app::PluginsState;
use bevy::asset::RenderAssetUsages;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::RenderPlugin;
use bevy::render::pipelined_rendering::PipelinedRenderingPlugin;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::settings::{RenderCreation, WgpuSettings};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::time::TimeUpdateStrategy;
use bevy::window::ExitCondition;
use bevy::winit::WinitPlugin;
use bevy_egui::{EguiContext, PrimaryEguiContext};
use std::time::Duration;

use crate::export::ExportError;
use crate::session::pacer::Budget;
use crate::ui::Dashboard;
use crate::ui::dashboard::Screen;
use crate::ui::host::adapter::{self, Adapter, NoAdapter};
use crate::ui::host::picture::Pixels;
use crate::ui::host::{DashboardPlugin, Held, log, map};

/// How large a picture is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Canvas {
    /// Width and height in points: what fits in.
    pub size: (u16, u16),
    /// Pixels to a point.
    pub scale: f32,
}

impl Canvas {
    /// Width and height in pixels.
    pub fn pixels(self) -> (u32, u32) {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a length in pixels is whole and positive"
        )]
        let pixels = |points: u16| (f32::from(points) * self.scale).round() as u32;
        (pixels(self.size.0), pixels(self.size.1))
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum OffscreenError {
    /// Nothing can draw.
    #[error(transparent)]
    NoAdapter(#[from] NoAdapter),
    /// It cannot draw that much.
    #[error("a picture of {0} x {1} pixels is too large: {name} draws at most {largest} in each direction", name = .2.name, largest = .2.largest)]
    TooLarge(u32, u32, Adapter),
    /// The picture was drawn, and never came back from the graphics card.
    #[error("the graphics adapter gave no picture back")]
    Lost,
    /// Its pixels are of no known kind.
    #[error(transparent)]
    Export(#[from] ExportError),
}

/// At least this many pictures are drawn: panels learn their sizes in the first ones.
const LEAST: usize = 8;

/// At most this many, for panels that never come to rest.
const MOST: usize = 600;

/// What a picture takes for those who look at the clock.
const PICTURE: Duration = Duration::from_millis(16);

/// The pixels, once they have come back.
#[derive(Resource, Default)]
struct Captured(Option<Result<Pixels, ExportError>>);

/// Draws `dashboard` as it is, and gives it back with its picture.
pub fn draw(mut dashboard: Dashboard, canvas: Canvas) -> Result<(Pixels, Dashboard), OffscreenError> {
    let adapter = adapter::find()?;
    let (width, height) = canvas.pixels();
    if width.max(height) > adapter.largest {
        return Err(OffscreenError::TooLarge(width, height, adapter));
    }
    if dashboard.screen == Screen::Gallery {
        // The cards' pictures, without regard to time.
        let mut clock = || Duration::ZERO;
        dashboard.panels.gallery.advance(&mut Budget { span: Duration::MAX, clock: &mut clock });
    }
    let mut app = application(dashboard, &adapter);
    let target = target(&mut app, canvas);
    app.add_systems(Startup, {
        let target = target.clone();
        move |mut commands: Commands, mut stores: map::Stores| map::spawn(&mut commands, &mut stores, &target)
    });
    while app.plugins_state() == PluginsState::Adding {
        bevy::tasks::tick_global_task_pools_on_main_thread();
    }
    app.finish();
    app.cleanup();
    settle(&mut app);
    let pixels = capture(&mut app, target)?;
    let held = app.world_mut().remove_resource::<Held>().ok_or(OffscreenError::Lost)?;
    Ok((pixels, held.0))
}

fn application(dashboard: Dashboard, adapter: &Adapter) -> App {
    let mut app = App::new();
    let windows = WindowPlugin { primary_window: None, exit_condition: ExitCondition::DontExit, ..default() };
    let settings = WgpuSettings { backends: Some(adapter.backends), ..default() };
    let render = RenderPlugin {
        render_creation: RenderCreation::Automatic(Box::new(settings)),
        // No picture without its pipelines.
        synchronous_pipeline_compilation: true,
        ..default()
    };
    let plugins = DefaultPlugins
        .build()
        .disable::<WinitPlugin>()
        .disable::<PipelinedRenderingPlugin>()
        .disable::<bevy::app::TerminalCtrlCHandlerPlugin>()
        .disable::<bevy::app::PanicHandlerPlugin>()
        .set(windows)
        .set(render);
    app.add_plugins(log::quiet(plugins))
        .insert_resource(Held(dashboard))
        .insert_resource(TimeUpdateStrategy::ManualDuration(PICTURE))
        .init_resource::<Captured>()
        .add_plugins(DashboardPlugin);
    app
}

/// The image that is drawn into.
fn target(app: &mut App, canvas: Canvas) -> RenderTarget {
    let (width, height) = canvas.pixels();
    let size = Extent3d { width, height, depth_or_array_layers: 1 };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_fill(size, TextureDimension::D2, &[0; 4], format, RenderAssetUsages::default());
    image.texture_descriptor.usage = TextureUsages::TEXTURE_BINDING
        | TextureUsages::COPY_DST
        | TextureUsages::COPY_SRC
        | TextureUsages::RENDER_ATTACHMENT;
    let handle = app.world_mut().resource_mut::<Assets<Image>>().add(image);
    RenderTarget::Image(ImageRenderTarget { handle, scale_factor: canvas.scale })
}

/// Draws pictures until nothing in them changes any more.
fn settle(app: &mut App) {
    let mut contexts = app.world_mut().query_filtered::<&mut EguiContext, With<PrimaryEguiContext>>();
    for picture in 0..MOST {
        app.update();
        let world = app.world_mut();
        let restless = contexts.iter_mut(world).any(|mut context| context.get_mut().has_requested_repaint());
        let wishes = !world.resource::<Held>().0.outbox.list().is_empty();
        if picture >= LEAST && !restless && !wishes {
            return;
        }
    }
}

fn capture(app: &mut App, target: RenderTarget) -> Result<Pixels, OffscreenError> {
    let take = |captured: On<ScreenshotCaptured>, mut place: ResMut<Captured>| {
        place.0 = Some(Pixels::of(captured.image.clone()));
    };
    app.world_mut().spawn(Screenshot(target)).observe(take);
    for _ in 0..MOST {
        app.update();
        if let Some(pixels) = app.world_mut().resource_mut::<Captured>().0.take() {
            return Ok(pixels?);
        }
    }
    Err(OffscreenError::Lost)
}
