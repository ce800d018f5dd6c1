//! What only the application can do for the dashboard: pictures of the window into files, and the end.
//!
//! A picture at the window's own scale is taken of the window. For any other, both cameras draw into an image for some pictures,
//! with as many points and more pixels; meanwhile the window keeps showing what it showed.

use std::collections::VecDeque;

use bevy::asset::RenderAssetUsages;
use bevy::camera::{ImageRenderTarget, RenderTarget};
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat, TextureUsages};
use bevy::render::view::screenshot::{Screenshot, ScreenshotCaptured};
use bevy::window::{PrimaryWindow, RequestRedraw};

use crate::export::atomic::Existing;
use crate::session::Notice;
use crate::ui::command::{ExportKind, ExportRequest};
use crate::ui::dashboard::HostCommand;
use crate::ui::host::Held;
use crate::ui::host::picture::Pixels;

/// Pictures that are drawn before one is taken: dialogs close, panels learn their sizes.
const SETTLE: u8 = 8;

/// Pictures after which a picture is given up.
const PATIENCE: u8 = 120;

/// Does what the dashboard asks of its host.
pub(super) struct CapturePlugin;

impl Plugin for CapturePlugin {
    fn build(&self, app: &mut App) {
        app.init_resource::<Captures>().add_systems(PostUpdate, (take_commands, go_on).chain());
    }
}

/// The picture under way and those that wait.
#[derive(Resource, Default)]
struct Captures {
    waiting: VecDeque<ExportRequest>,
    current: Option<Current>,
}

struct Current {
    request: ExportRequest,
    target: RenderTarget,
    /// Pictures drawn since it began.
    age: u8,
}

fn take_commands(mut held: ResMut<Held>, mut captures: ResMut<Captures>, mut exit: MessageWriter<AppExit>) {
    for command in held.0.host.drain(..) {
        match command {
            HostCommand::Screenshot(request) => captures.waiting.push_back(request),
            HostCommand::Quit => {
                exit.write(AppExit::Success);
            }
        }
    }
}

fn go_on(
    mut captures: ResMut<Captures>,
    mut held: ResMut<Held>,
    mut images: ResMut<Assets<Image>>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut cameras: Query<&mut RenderTarget, With<Camera>>,
    mut commands: Commands,
    mut redraw: MessageWriter<RequestRedraw>,
) {
    if captures.current.is_none() {
        let Some(request) = captures.waiting.pop_front() else { return };
        let target = target(&request, &window, &mut images);
        for mut camera in &mut cameras {
            camera.clone_from(&target);
        }
        captures.current = Some(Current { request, target, age: 0 });
    }
    // It takes some pictures, also while nothing else happens.
    redraw.write(RequestRedraw);
    let Some(current) = &mut captures.current else { return };
    current.age += 1;
    if current.age == SETTLE {
        commands.spawn(Screenshot(current.target.clone())).observe(save);
    } else if current.age == PATIENCE {
        held.0.panels.toasts.tell(Notice::Problem("The window gave no picture: is it minimised?".to_owned()));
        end(&mut captures, &mut images, &mut cameras);
    }
}

/// What is drawn into for a picture of this scale.
fn target(request: &ExportRequest, window: &Window, images: &mut Assets<Image>) -> RenderTarget {
    let ExportKind::Screenshot(scale) = request.what else { return RenderTarget::default() };
    if (scale - 1.0).abs() < 1e-3 {
        return RenderTarget::default();
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "a length in pixels is whole and positive"
    )]
    let pixels = |length: u32| ((length as f32 * scale).round() as u32).max(1);
    let size = Extent3d {
        width: pixels(window.physical_width()),
        height: pixels(window.physical_height()),
        depth_or_array_layers: 1,
    };
    let format = TextureFormat::Rgba8UnormSrgb;
    let mut image = Image::new_fill(size, TextureDimension::D2, &[0; 4], format, RenderAssetUsages::default());
    image.texture_descriptor.usage |= TextureUsages::RENDER_ATTACHMENT | TextureUsages::COPY_SRC;
    RenderTarget::Image(ImageRenderTarget { handle: images.add(image), scale_factor: window.scale_factor() * scale })
}

/// Writes the picture that has come back.
fn save(
    picture: On<ScreenshotCaptured>,
    mut captures: ResMut<Captures>,
    mut held: ResMut<Held>,
    mut images: ResMut<Assets<Image>>,
    mut cameras: Query<&mut RenderTarget, With<Camera>>,
) {
    let Some(request) = captures.current.as_ref().map(|current| current.request.clone()) else { return };
    end(&mut captures, &mut images, &mut cameras);
    let existing = if request.replace { Existing::Replace } else { Existing::Keep };
    let dashboard = &mut held.0;
    let run = dashboard.session.as_ref().map(|session| {
        let run = session.line().run();
        (run.info(), format!("dashboard at={}", run.now()).replace(" s", "s"))
    });
    let written = Pixels::of(picture.image.clone()).and_then(|pixels| {
        pixels.write(&request.path, run.as_ref().map(|(info, view)| (info, view.as_str())), existing)
    });
    let notice = match written {
        Ok(_) => Notice::Info(format!("Wrote {}", request.path.display())),
        Err(error) => Notice::Problem(error.to_string()),
    };
    dashboard.panels.toasts.tell(notice);
}

/// The cameras draw into the window again.
fn end(captures: &mut Captures, images: &mut Assets<Image>, cameras: &mut Query<&mut RenderTarget, With<Camera>>) {
    if let Some(Current { target: RenderTarget::Image(image), .. }) = captures.current.take() {
        images.remove(&image.handle);
    }
    for mut camera in cameras {
        *camera = RenderTarget::default();
    }
}
