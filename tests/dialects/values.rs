//! Tests of uniforms without a struct, several uniforms, results in structs, and capabilities of the graphics adapter.

use super::summary;
use noise_playground::field::{Channel, Returns};
use noise_playground::{RenderSettings, Subject, compile, evaluate};

/// Evaluates a shader file at the world position (1, 0) with the default control values, and returns the sample.
fn sample(text: &str) -> Vec<f32> {
    let generator = &compile(text).unwrap()[0];
    let mut settings = RenderSettings::new(generator, 1);
    settings.grid.center = [1.0, 0.0];
    let field = evaluate(&Subject::new(generator, settings)).unwrap();
    field.samples[..field.channels as usize].to_vec()
}

#[test]
fn uniforms_are_controls_or_groups_by_their_own_names() {
    let text = "/// How much. @range(0, 8, 1, 3)
        @group(0) @binding(0) var<uniform> gain: f32;
        @group(1) @binding(2) var<uniform> offset: vec3f;
        struct Wave {
            /// @range(0, 9, 1, 5)
            height: f32,
            /// @seed(7)
            @align(16) seed: u32 }
        @group(1) @binding(3) var<uniform> wave: Wave;
        @group(3) @binding(0) var<uniform> steps: array<vec4f, 2>;
        fn add(x: f32) -> f32 { return x + offset.z; }
        fn height(p: vec2f) -> vec4f { return vec4f(gain, add(p.x), wave.height, f32(wave.seed)) + steps[1]; }";
    let generator = &compile(text).unwrap()[0];
    let controls: Vec<(&str, Option<&str>, &str)> = generator
        .controls()
        .iter()
        .map(|control| (control.name.as_str(), control.group.as_deref(), control.doc.as_str()))
        .collect();
    assert_eq!(
        controls,
        [
            ("gain", None, "How much."),
            ("offset", None, ""),
            ("height", Some("wave"), ""),
            ("seed", Some("wave"), ""),
            ("steps", None, ""),
        ]
    );
    assert_eq!(sample(text), [3.5, 2.0, 5.5, 7.5]);
}

#[test]
fn passes_of_a_grid_program_read_several_uniforms() {
    let text = "/// @grid(4)
        @group(1) @binding(0) var<storage, read_write> heights: array<f32>;
        /// @default(2)
        @group(0) @binding(0) var<uniform> first: f32;
        /// @default(3)
        @group(0) @binding(1) var<uniform> second: f32;
        /// @pass
        @compute @workgroup_size(4, 4) fn fill(@builtin(global_invocation_id) id: vec3u) {
            heights[id.y * 4u + id.x] = first * 10.0 + second; }";
    assert_eq!(sample(text), [23.0]);
}

#[test]
fn struct_members_are_channels_by_name() {
    let text = "struct Noise { count: u32, gradient: vec2f, noise: f32, rest: f32 }
        fn height(p: vec2f) -> Noise { return Noise(1u, vec2f(2.0, 3.0), p.x, 9.0); }";
    let generator = &compile(text).unwrap()[0];
    assert_eq!((generator.returns(), generator.channels()), (Returns::Gradient, 3));
    assert_eq!(generator.channel_names(), ["noise", "gradient.x", "gradient.y"]);
    assert_eq!(generator.channel_named("gradient.y"), Some(Channel::Z));
    assert_eq!(generator.channel_name(Channel::YMinusX), "y-x");
    assert_eq!(sample(text), [1.0, 2.0, 3.0]);
    let text = "struct Cell { ids: vec3i, distances: vec2f, seeds: array<f32, 4>, edge: f32, color: vec3f }
        fn cell(p: vec2f) -> Cell { return Cell(vec3i(), p + 1.0, array<f32, 4>(), 7.0, vec3f()); }";
    let generator = &compile(text).unwrap()[0];
    assert_eq!((generator.returns(), generator.channels()), (Returns::Channels, 3));
    assert_eq!(generator.channel_names(), ["distances.x", "distances.y", "edge"]);
    assert_eq!(sample(text), [2.0, 1.0, 7.0]);
    let none = "struct Id { id: vec2u }\nfn id(p: vec2f) -> Id { return Id(); }";
    assert_eq!(summary(&[("a.wgsl", none)], "a.wgsl"), "");
}

#[test]
fn packing_of_halves_is_core_and_wide_numbers_are_what_the_adapter_has() {
    let packed = "fn height(p: vec2f) -> f32 { return unpack2x16float(pack2x16float(p)).x; }";
    assert_eq!(sample(packed), [1.0]);
    let wide = [
        "enable f16;\nfn height(p: vec2f) -> f32 { return f32(f16(p.x)); }",
        "fn height(p: vec2f) -> f32 { return f32(f64(p.x)); }",
        "fn height(p: vec2f) -> f32 { return f32(i64(p.x) + 0li); }",
    ];
    for text in wide {
        let generator = &compile(text).unwrap()[0];
        let settings = RenderSettings::new(generator, 1);
        match evaluate(&Subject::new(generator, settings)) {
            Ok(field) => assert_eq!(field.samples[0], 0.0),
            Err(error) => assert!(error.to_string().contains("this adapter has no "), "{error}"),
        }
    }
}

#[test]
fn subgroups_may_be_enabled() {
    let text =
        "enable f16, subgroups;\nfn height(p: vec2f) -> f32 { return f32(f16(subgroupAdd(p.x))); }";
    assert_eq!(summary(&[("a.wgsl", text)], "a.wgsl"), "height");
}
