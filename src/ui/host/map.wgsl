// The map's triangles, mixed exactly as egui's own, so that a colour or a letter looks the same in the map and in a panel.
//
// Vertex colours are egui's: sRGB, premultiplied. So is the target: see `blending.rs`.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var glyphs: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var glyphs_sampler: sampler;

fn srgb_from_linear(linear: vec3<f32>) -> vec3<f32> {
    let lower = linear * vec3<f32>(12.92);
    let higher = vec3<f32>(1.055) * pow(linear, vec3<f32>(1.0 / 2.4)) - vec3<f32>(0.055);
    return select(higher, lower, linear < vec3<f32>(0.0031308));
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let coverage = textureSample(glyphs, glyphs_sampler, mesh.uv);
    return vec4<f32>(srgb_from_linear(coverage.rgb), coverage.a) * mesh.color;
}
