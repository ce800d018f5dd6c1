//! Is there anything that can draw? Asked before an application is built, because Bevy's renderer would panic.

use bevy::tasks::block_on;
use wgpu::{Backends, Instance, InstanceDescriptor, RequestAdapterOptions};

/// A graphics adapter that draws.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Adapter {
    /// Its name, as the driver gives it.
    pub name: String,
    /// Through which interfaces it was found.
    pub backends: Backends,
    /// Most pixels in a row or column of a picture.
    pub largest: u32,
}

/// There is none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no graphics adapter was found, so nothing can be drawn; {}", REMEDY)]
pub struct NoAdapter;

/// How to get one.
const REMEDY: &str = if cfg!(target_os = "linux") {
    "a driver that needs no graphics card will do: on Debian and Ubuntu `apt install mesa-vulkan-drivers`, on Fedora `dnf install \
     mesa-vulkan-drivers`, on Arch `pacman -S vulkan-swrast`"
} else {
    "install the driver of this machine's graphics card"
};

/// The best adapter, hardware before software. `WGPU_BACKEND` restricts where it is looked for.
pub fn find() -> Result<Adapter, NoAdapter> {
    let wish = Backends::from_env().unwrap_or_default();
    // The second tier opens windowing libraries, which complain where there is no window system: only if nothing else is there.
    [wish & Backends::PRIMARY, wish & Backends::SECONDARY].into_iter().find_map(probe).ok_or(NoAdapter)
}

fn probe(backends: Backends) -> Option<Adapter> {
    if backends.is_empty() {
        return None;
    }
    let instance = Instance::new(InstanceDescriptor { backends, ..InstanceDescriptor::new_without_display_handle() });
    let adapter = block_on(instance.request_adapter(&RequestAdapterOptions::default())).ok()?;
    Some(Adapter { name: adapter.get_info().name, backends, largest: adapter.limits().max_texture_dimension_2d })
}
