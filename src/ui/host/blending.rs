//! Transparency as egui means it.
//!
//! egui mixes colours as they are stored, in sRGB: half white over white is white, and its letters are drawn to be mixed so. A target
//! that mixes light instead turns that into grey, and every soft edge on a light ground with it. Bevy's cameras can keep sRGB
//! ([`CompositingSpace::Srgb`]); bevy_egui 0.42 does not know of it: its shader ends with a conversion to light, and its pipeline
//! expects a target that converts back. Both are put right here, so that panels and map look as they do in egui's own window.

use bevy::camera::CompositingSpace;
use bevy::prelude::*;
use bevy::render::render_resource::{PipelineCache, SpecializedRenderPipelines, TextureFormat};
use bevy::render::{Render, RenderApp, RenderSystems};
use bevy::shader::Source;
use bevy_egui::render::systems::EguiPipelines;
use bevy_egui::render::{EGUI_SHADER_HANDLE, EguiPipeline, EguiPipelineKey};

/// How bevy_egui's fragments end, and how they have to.
const CONVERTED: &str = "return vec4<f32>(linear_from_gamma_rgb(color_gamma.rgb), color_gamma.a);";
const AS_IT_IS: &str = "return color_gamma;";

/// Mixes colours in sRGB, in targets of cameras that have [`space`].
pub(super) struct BlendingPlugin;

impl Plugin for BlendingPlugin {
    fn build(&self, app: &mut App) {
        let mut shaders = app.world_mut().resource_mut::<Assets<Shader>>();
        if let Some(mut shader) = shaders.get_mut(&EGUI_SHADER_HANDLE) {
            let text = shader.source.as_str().replace(CONVERTED, AS_IT_IS);
            shader.source = Source::Wgsl(text.into());
        }
        if let Some(app) = app.get_sub_app_mut(RenderApp) {
            app.add_systems(Render, match_target.in_set(RenderSystems::PhaseSort));
        }
    }
}

/// What the cameras of the dashboard need.
pub(super) const fn space() -> CompositingSpace {
    CompositingSpace::Srgb
}

/// Replaces the pipelines that bevy_egui has chosen by those for a target that keeps sRGB.
fn match_target(
    mut pipelines: ResMut<EguiPipelines>,
    mut specialized: ResMut<SpecializedRenderPipelines<EguiPipeline>>,
    pipeline: Res<EguiPipeline>,
    cache: Res<PipelineCache>,
) {
    let key = EguiPipelineKey { target_format: TextureFormat::Rgba8Unorm };
    for chosen in pipelines.0.values_mut() {
        *chosen = specialized.specialize(&cache, &pipeline, key);
    }
}

#[cfg(test)]
mod tests {
    use bevy::asset::AssetPlugin;
    use bevy_egui::EguiPlugin;

    use super::*;

    #[test]
    fn the_shader_is_the_one_that_is_put_right() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default(), bevy::input::InputPlugin, WindowPlugin::default()));
        app.init_asset::<Shader>().init_asset::<Image>().add_plugins(EguiPlugin::default());
        let text = |app: &App| {
            app.world().resource::<Assets<Shader>>().get(&EGUI_SHADER_HANDLE).unwrap().source.as_str().to_owned()
        };
        assert_eq!(text(&app).matches(CONVERTED).count(), 1, "another version of bevy_egui");
        app.add_plugins(BlendingPlugin);
        assert!(!text(&app).contains(CONVERTED) && text(&app).contains(AS_IT_IS));
    }
}
