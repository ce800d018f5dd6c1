// The map's triangles, blended exactly as egui's own, so that a colour or a letter looks the same in the map and in a panel.
//
// Vertex colours are egui's: sRGB, premultiplied. Colours are multiplied by the coverage of glyphs in that space, then turned into
// the linear values that the target takes. The target mixes in linear light, egui means mixing in sRGB: the opacity is chosen so that
// over the map's ground both give the same lightness, whether letters are light on dark, dark on light, or a halo on its own ground.

#import bevy_sprite::mesh2d_vertex_output::VertexOutput

@group(#{MATERIAL_BIND_GROUP}) @binding(0) var glyphs: texture_2d<f32>;
@group(#{MATERIAL_BIND_GROUP}) @binding(1) var glyphs_sampler: sampler;
@group(#{MATERIAL_BIND_GROUP}) @binding(2) var<uniform> ground: vec4<f32>;

const LIGHTNESS: vec3<f32> = vec3<f32>(0.2126, 0.7152, 0.0722);

fn linear_from_srgb(srgb: vec3<f32>) -> vec3<f32> {
    let lower = srgb / vec3<f32>(12.92);
    let higher = pow((srgb + vec3<f32>(0.055)) / vec3<f32>(1.055), vec3<f32>(2.4));
    return select(higher, lower, srgb < vec3<f32>(0.04045));
}

fn srgb_from_linear(linear: vec3<f32>) -> vec3<f32> {
    let lower = linear * vec3<f32>(12.92);
    let higher = vec3<f32>(1.055) * pow(linear, vec3<f32>(1.0 / 2.4)) - vec3<f32>(0.055);
    return select(higher, lower, linear < vec3<f32>(0.0031308));
}

@fragment
fn fragment(mesh: VertexOutput) -> @location(0) vec4<f32> {
    let coverage = textureSample(glyphs, glyphs_sampler, mesh.uv);
    let color = vec4<f32>(srgb_from_linear(coverage.rgb), coverage.a) * mesh.color;
    if color.a < 0.002 {
        return vec4<f32>(0.0);
    }
    let own = linear_from_srgb(min(color.rgb / color.a, vec3<f32>(1.0)));
    let below = linear_from_srgb(ground.rgb);
    let meant = linear_from_srgb(color.rgb + ground.rgb * (1.0 - color.a));
    let span = dot(own - below, LIGHTNESS);
    var part = color.a;
    if abs(span) > 0.02 {
        part = clamp(dot(meant - below, LIGHTNESS) / span, 0.0, 1.0);
    }
    return vec4<f32>(own * part, part);
}
