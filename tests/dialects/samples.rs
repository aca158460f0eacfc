//! Tests of complete shaders as in tutorials and galleries: a first triangle, a picture with uniforms, a port from
//! Shadertoy.

use noise_playground::source::SourceTree;

use super::fragments::pixels;
use super::{compiled, summary};

/// Checks inputs from the vertex stage: their first two components are 0 to 1 over the picture, 0.5 in the center.
#[test]
fn first_triangle_of_a_tutorial_is_its_color() {
    let text = "struct VertexOutput { @builtin(position) clip: vec4f, @location(0) color: vec3f }
        @vertex fn vs_main(@builtin(vertex_index) index: u32) -> VertexOutput {
            var positions = array<vec2f, 3>(vec2f(0.0, 0.5), vec2f(-0.5, -0.5), vec2f(0.5, -0.5));
            var out: VertexOutput;
            out.clip = vec4f(positions[index], 0.0, 1.0);
            out.color = vec3f(1.0, 0.5, 0.25);
            return out;
        }
        @fragment fn fs_main(in: VertexOutput) -> @location(0) vec4f { return vec4f(in.color + 0.5, 1.0); }";
    assert_eq!(pixels(text, [1, 1]), [[1.0, 1.0, 0.5, 1.0]]);
    let notes = summary(&[("a.wgsl", text)], "a.wgsl");
    assert_eq!(notes, "a.wgsl:2:20: note: `vs_main` is left out: it is a vertex entry point");
}

#[test]
fn textured_cube_of_a_tutorial_says_what_it_lacks() {
    let text = "struct Uniforms { modelViewProjection: mat4x4f }
        @group(0) @binding(0) var<uniform> uniforms: Uniforms;
        @group(0) @binding(1) var mySampler: sampler;
        @group(0) @binding(2) var myTexture: texture_2d<f32>;
        @vertex fn vs(@location(0) position: vec4f) -> @builtin(position) vec4f { return uniforms.modelViewProjection * position; }
        @fragment fn fs(@location(0) uv: vec2f) -> @location(0) vec4f { return textureSample(myTexture, mySampler, uv); }";
    let tree = SourceTree::from(text);
    let file = compiled(&tree, "main.wgsl");
    let found: Vec<String> = file.diagnostics.iter().map(|one| one.short()).collect();
    assert!(!found.is_empty() && file.generators.is_empty());
    assert!(
        found
            .iter()
            .any(|one| one.contains("`textureSample` is not available in a compute shader")
                || one.contains("modelViewProjection")),
        "{found:?}"
    );
}

#[test]
fn port_from_shadertoy_has_its_coordinates_and_its_time() {
    let text = "struct Globals {
            /// @auto(resolution)
            iResolution: vec2f,
            /// @auto(time)
            iTime: f32,
        }
        @group(0) @binding(0) var<uniform> globals: Globals;
        fn palette(t: f32) -> vec3f {
            return 0.5 + 0.5 * cos(6.2831853 * (t + vec3f(0.0, 0.25, 0.5)));
        }
        @fragment fn mainImage(@builtin(position) fragCoord: vec4f) -> @location(0) vec4f {
            let uv = (2.0 * fragCoord.xy - globals.iResolution) / globals.iResolution.y;
            return vec4f(palette(length(uv) + globals.iTime), 1.0);
        }";
    let found = pixels(text, [4, 2]);
    for (index, pixel) in found.iter().enumerate() {
        let [x, y] = [(index % 4) as f64, (index / 4) as f64].map(|at| 2.0 * at + 1.0);
        let distance = ((x - 4.0) / 2.0).hypot((y - 2.0) / 2.0);
        for (channel, phase) in [0.0, 0.25, 0.5].into_iter().enumerate() {
            let expected = 0.5 + 0.5 * (std::f64::consts::TAU * (distance + phase)).cos();
            assert!((f64::from(pixel[channel]) - expected).abs() < 1e-4, "{index}: {pixel:?}");
        }
        assert_eq!(pixel[3], 1.0);
    }
}
