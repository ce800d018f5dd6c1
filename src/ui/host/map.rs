//! The map drawn by Bevy: one mesh, under a camera whose viewport is the map's tile.
//!
//! In comes the [`Picture`] that the map's panel has computed, in points of the window; out goes one reused mesh of its shapes and
//! labels, rebuilt only when the picture has changed. Text is laid out with the fonts of the egui context and takes its glyphs from
//! the same atlas, so that letters are as sharp, and as wide, as the panel measured them.
//!
//! Two cameras share the target: this one clears it and draws the map, then egui's draws the panels over it.

use bevy::asset::{AssetEventSystems, RenderAssetUsages, load_internal_asset, uuid_handle};
use bevy::camera::visibility::{NoFrustumCulling, RenderLayers};
use bevy::camera::{CameraOutputMode, CameraUpdateSystems, RenderTarget, ScalingMode, Viewport};
use bevy::ecs::system::SystemParam;
use bevy::mesh::{Indices, MeshVertexBufferLayoutRef, PrimitiveTopology, VertexAttributeValues};
use bevy::prelude::*;
use bevy::render::render_resource::{AsBindGroup, BlendState, RenderPipelineDescriptor, SpecializedMeshPipelineError};
use bevy::shader::ShaderRef;
use bevy::sprite_render::{AlphaMode2d, Material2d, Material2dKey, Material2dPlugin};
use bevy_egui::{EguiContext, EguiManagedTextures, EguiPostUpdateSet, PrimaryEguiContext};

use crate::ui::host::blending;
use crate::ui::map::Picture;

const SHADER: Handle<Shader> = uuid_handle!("3f0b52a1-7d0c-4c58-9a5e-0c6f1d7f3b86");

/// How the mesh is painted: its vertex colours, times the coverage of glyphs.
#[derive(Asset, AsBindGroup, TypePath, Clone, Debug)]
pub(super) struct Ink {
    /// The atlas of the egui context; its first texel is white, for what has no texture.
    #[texture(0)]
    #[sampler(1)]
    glyphs: Handle<Image>,
}

impl Material2d for Ink {
    fn fragment_shader() -> ShaderRef {
        SHADER.into()
    }

    fn alpha_mode(&self) -> AlphaMode2d {
        AlphaMode2d::Blend
    }

    fn specialize(
        descriptor: &mut RenderPipelineDescriptor,
        _layout: &MeshVertexBufferLayoutRef,
        _key: Material2dKey<Self>,
    ) -> Result<(), SpecializedMeshPipelineError> {
        let targets = descriptor.fragment.iter_mut().flat_map(|fragment| &mut fragment.targets);
        for target in targets.flatten() {
            target.blend = Some(BlendState::PREMULTIPLIED_ALPHA_BLENDING);
        }
        Ok(())
    }
}

/// The camera of the map.
#[derive(Component)]
struct MapCamera;

/// The mesh of the map.
#[derive(Component)]
struct MapMesh;

/// What was drawn last, and what is to be drawn.
#[derive(Resource, Default)]
pub(super) struct Drawn {
    picture: Picture,
    /// Pixels to a point, and the atlas' size, for which it was laid out.
    laid_out: (f32, [usize; 2]),
    /// The glyphs came from this image.
    glyphs: Option<Handle<Image>>,
    /// To be tessellated: the picture has changed.
    pending: Option<Vec<egui::Shape>>,
    /// The mesh was rebuilt in the last picture: new glyphs may have reached the graphics card only after that.
    rebind: bool,
}

/// Draws what is given to [`lay_out`] in each picture.
pub(super) struct MapPlugin;

impl Plugin for MapPlugin {
    fn build(&self, app: &mut App) {
        load_internal_asset!(app, SHADER, "map.wgsl", Shader::from_wgsl);
        app.add_plugins(Material2dPlugin::<Ink>::default()).init_resource::<Drawn>().add_systems(
            PostUpdate,
            draw.after(EguiPostUpdateSet::PostProcessOutput).before(CameraUpdateSystems).before(AssetEventSystems),
        );
    }
}

/// What the mesh is made of.
#[derive(SystemParam)]
pub(super) struct Stores<'w> {
    textures: Res<'w, EguiManagedTextures>,
    meshes: ResMut<'w, Assets<Mesh>>,
    inks: ResMut<'w, Assets<Ink>>,
}

/// Makes both cameras for `target`, and the mesh.
pub(super) fn spawn(commands: &mut Commands, stores: &mut Stores<'_>, target: &RenderTarget) {
    commands.spawn((
        MapCamera,
        Camera2d,
        Camera { order: 0, output_mode: CameraOutputMode::Skip, ..default() },
        Msaa::Off,
        blending::space(),
        target.clone(),
    ));
    // Both have the same target and no multisampling, so they draw into the same texture; this one keeps what is there.
    commands.spawn((
        PrimaryEguiContext,
        Camera2d,
        Camera {
            order: 1,
            clear_color: ClearColorConfig::None,
            output_mode: CameraOutputMode::Write {
                blend_state: Some(BlendState::REPLACE),
                clear_color: ClearColorConfig::None,
            },
            ..default()
        },
        Msaa::Off,
        blending::space(),
        RenderLayers::none(),
        target.clone(),
    ));
    let mut mesh = Mesh::new(PrimitiveTopology::TriangleList, RenderAssetUsages::default());
    // Never without a triangle: room is kept for what has none, and not found again.
    fill(&mut mesh, &[nothing()], 1.0, Vec2::ZERO);
    let ink = Ink { glyphs: Handle::default() };
    commands.spawn((
        MapMesh,
        Mesh2d(stores.meshes.add(mesh)),
        MeshMaterial2d(stores.inks.add(ink)),
        Visibility::Hidden,
        NoFrustumCulling,
    ));
}

/// Takes over a picture inside an egui pass: lays out its labels, if anything has changed, while the atlas can still take glyphs.
pub(super) fn lay_out(ctx: &egui::Context, picture: &Picture, drawn: &mut Drawn) {
    #[expect(clippy::redundant_closure_for_method_calls, reason = "the method itself holds for one lifetime only")]
    let now = (ctx.pixels_per_point(), ctx.fonts(|fonts| fonts.font_image_size()));
    if drawn.laid_out == now && drawn.glyphs.is_some() && same(picture, &drawn.picture) {
        return;
    }
    drawn.laid_out = now;
    drawn.picture.clone_from(picture);
    drawn.pending = picture.laid_out(ctx);
}

fn same(a: &Picture, b: &Picture) -> bool {
    a.tile == b.tile && a.ground == b.ground && a.shapes == b.shapes && a.labels == b.labels
}

/// Brings camera and mesh up to date.
fn draw(
    mut drawn: ResMut<Drawn>,
    context: Single<(Entity, &mut EguiContext), With<PrimaryEguiContext>>,
    camera: Single<(&mut Camera, &mut Projection), With<MapCamera>>,
    mesh: Single<(&Mesh2d, &MeshMaterial2d<Ink>, &mut Visibility), With<MapMesh>>,
    mut stores: Stores,
) {
    let (context, mut ctx) = context.into_inner();
    let (handle, material, mut visibility) = mesh.into_inner();
    let Some(tile) = drawn.picture.tile else {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    };
    // Number 0 is the atlas of the fonts.
    let Some(glyphs) = stores.textures.get(&(context, 0)).map(|texture| texture.handle.clone()) else { return };
    let ppp = drawn.laid_out.0;
    let pending = drawn.pending.take();
    if pending.is_some() || drawn.rebind {
        // Written to although it may not differ: what is bound to the image has to be bound anew when the image has changed.
        let Some(mut ink) = stores.inks.get_mut(&material.0) else { return };
        ink.glyphs = glyphs.clone();
    }
    drawn.rebind = pending.is_some();
    if drawn.glyphs.as_ref() != Some(&glyphs) {
        // The atlas was made anew: the glyphs of a mesh that is kept lie elsewhere in it.
        drawn.glyphs = pending.is_some().then_some(glyphs);
    }
    let Some(shapes) = pending else { return };
    let place = look_at(tile, ppp, camera.into_inner(), drawn.picture.ground);
    let clipped = egui::epaint::ClippedShape { clip_rect: tile, shape: egui::Shape::Vec(shapes) };
    let triangles = ctx.get_mut().tessellate(vec![clipped], ppp);
    if triangles.is_empty() {
        visibility.set_if_neq(Visibility::Hidden);
        return;
    }
    let Some(mut mesh) = stores.meshes.get_mut(&handle.0) else { return };
    fill(&mut mesh, &triangles, ppp, place);
    visibility.set_if_neq(Visibility::Visible);
}

/// A triangle without extent.
fn nothing() -> egui::ClippedPrimitive {
    let mut mesh = egui::Mesh::default();
    for _ in 0..3 {
        mesh.colored_vertex(egui::Pos2::ZERO, egui::Color32::TRANSPARENT);
    }
    mesh.add_triangle(0, 1, 2);
    egui::ClippedPrimitive { clip_rect: egui::Rect::NOTHING, primitive: egui::epaint::Primitive::Mesh(mesh) }
}

/// Points the camera at the tile: a unit of the world is a pixel, and its origin the tile's left upper corner. Returns that corner
/// in pixels of the target.
fn look_at(
    tile: egui::Rect,
    ppp: f32,
    (mut camera, mut projection): (Mut<'_, Camera>, Mut<'_, Projection>),
    ground: egui::Color32,
) -> Vec2 {
    let pixel = |at: egui::Pos2| Vec2::new(at.x, at.y) * ppp;
    let target = camera.physical_target_size().unwrap_or(UVec2::ONE);
    let from = pixel(tile.min).round().max(Vec2::ZERO).as_uvec2().min(target - 1);
    let until = pixel(tile.max).round().max(Vec2::ZERO).as_uvec2().clamp(from + 1, target);
    let size = until - from;
    camera.viewport = Some(Viewport { physical_position: from, physical_size: size, ..default() });
    let [red, green, blue, _] = ground.to_array();
    camera.clear_color = ClearColorConfig::Custom(Color::srgb_u8(red, green, blue));
    *projection = Projection::Orthographic(OrthographicProjection {
        scaling_mode: ScalingMode::Fixed { width: size.x as f32, height: size.y as f32 },
        viewport_origin: Vec2::new(0.0, 1.0),
        ..OrthographicProjection::default_2d()
    });
    from.as_vec2()
}

/// Fills the mesh with egui's triangles, moved so that `place` (in pixels) is the origin, and y up.
fn fill(mesh: &mut Mesh, triangles: &[egui::ClippedPrimitive], ppp: f32, place: Vec2) {
    let mut positions = match mesh.remove_attribute(Mesh::ATTRIBUTE_POSITION) {
        Some(VertexAttributeValues::Float32x3(list)) => list,
        _ => Vec::new(),
    };
    let mut uvs = match mesh.remove_attribute(Mesh::ATTRIBUTE_UV_0) {
        Some(VertexAttributeValues::Float32x2(list)) => list,
        _ => Vec::new(),
    };
    let mut colors = match mesh.remove_attribute(Mesh::ATTRIBUTE_COLOR) {
        Some(VertexAttributeValues::Float32x4(list)) => list,
        _ => Vec::new(),
    };
    let mut indices = match mesh.remove_indices() {
        Some(Indices::U32(list)) => list,
        _ => Vec::new(),
    };
    positions.clear();
    uvs.clear();
    colors.clear();
    indices.clear();
    for primitive in triangles {
        let egui::epaint::Primitive::Mesh(part) = &primitive.primitive else { continue };
        let first = u32::try_from(positions.len()).unwrap_or(u32::MAX);
        positions.extend(
            part.vertices.iter().map(|vertex| [vertex.pos.x * ppp - place.x, place.y - vertex.pos.y * ppp, 0.0]),
        );
        uvs.extend(part.vertices.iter().map(|vertex| [vertex.uv.x, vertex.uv.y]));
        colors.extend(part.vertices.iter().map(|vertex| vertex.color.to_array().map(|part| f32::from(part) / 255.0)));
        indices.extend(part.indices.iter().map(|index| first + index));
    }
    mesh.insert_attribute(Mesh::ATTRIBUTE_POSITION, positions);
    mesh.insert_attribute(Mesh::ATTRIBUTE_UV_0, uvs);
    mesh.insert_attribute(Mesh::ATTRIBUTE_COLOR, colors);
    mesh.insert_indices(Indices::U32(indices));
}
