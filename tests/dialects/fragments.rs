//! Tests of fragment entry points, which are generators of the colors of pixels.

use super::{compiled, summary};
use noise_playground::field::Returns;
use noise_playground::generator::Domain;
use noise_playground::source::SourceTree;
use noise_playground::{RenderSettings, SampleGrid, Subject, compile, evaluate};

/// Evaluates the initial view of a shader file. Returns the samples of all pixels row by row, padded with zeros to four
/// channels.
pub(crate) fn pixels(text: &str, size: [u32; 2]) -> Vec<[f32; 4]> {
    let generator = &compile(text).unwrap()[0];
    let mut settings = RenderSettings::new(generator, size[0]);
    settings.grid.size = size;
    let field = evaluate(&Subject::new(generator, settings)).unwrap();
    let samples = field.samples.chunks(field.channels as usize);
    samples
        .map(|sample| {
            let mut padded = [0.0; 4];
            padded[..sample.len()].copy_from_slice(sample);
            padded
        })
        .collect()
}

#[test]
fn position_is_in_pixels_from_the_upper_left_and_uv_from_0_to_1() {
    let text = "@fragment fn main(@builtin(position) p: vec4f, @location(0) uv: vec2f) -> @location(0) vec4f {
        return vec4f(p.xy, uv); }";
    let generator = &compile(text).unwrap()[0];
    assert_eq!((generator.domain(), generator.returns()), (Domain::Plane, Returns::Color));
    assert!(generator.is_main());
    let size = [5, 3];
    let found = pixels(text, size);
    for (index, pixel) in found.iter().enumerate() {
        let [x, y] = [index % 5, index / 5].map(|at| at as f32 + 0.5);
        assert_eq!(*pixel, [x, y, x / 5.0, y / 3.0]);
    }
    let placed = format!("//! @view(100.5, -7, 0.25)\n{text}");
    assert_eq!(pixels(&placed, size), found, "the initial view is the whole picture");
    let zoomed = SampleGrid { center: [-2.0, 2.0], span: 4.0, size: [8, 8] };
    let field = evaluate(&Subject::new(generator, zoomed)).unwrap();
    assert_eq!(field.sample(0, 0), [0.25, 0.25, 0.03125, 0.03125].map(|at: f32| at * 1.0));
}

#[test]
fn inputs_and_results_may_be_structs_and_discard_is_transparent() {
    let text = "struct Input { @builtin(position) at: vec4f, @builtin(front_facing) front: bool, @location(1) uv: vec2f,
            @location(2) color: vec3f, @location(3) @interpolate(flat) kind: u32 }
        struct Output { @location(1) other: vec4f, @location(0) color: vec3f }
        struct Params {
            /// @range(0, 4, 1, 2)
            gain: f32 }
        @group(2) @binding(0) var<uniform> params: Params;
        @vertex fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f { return vec4f(); }
        @fragment fn fragment(input: Input) -> Output {
            if input.at.x < 1.0 { discard; }
            return Output(vec4f(), vec3f(input.uv, params.gain)); }";
    let found = pixels(text, [2, 1]);
    assert_eq!(found, [[0.0; 4], [0.75, 0.5, 2.0, 0.0]]);
}

#[test]
fn uniforms_of_other_programs_are_set_by_their_names() {
    let text = |members: &str, color: &str| {
        format!(
            "struct Frame {{ {members} }}
            @group(0) @binding(0) var<uniform> frame: Frame;
            @fragment fn main(@builtin(position) at: vec4f) -> @location(0) vec4f {{ return {color}; }}"
        )
    };
    let plain = text(
        "time: f32, resolution: vec2f, mouse: vec2f,",
        "vec4f(at.xy / frame.resolution, frame.mouse)",
    );
    // The pointer is at the center of the world.
    let found = pixels(&plain, [4, 2]);
    assert_eq!(found[0], [0.125, 0.25, 2.0, 1.0]);
    assert_eq!(found[7], [0.875, 0.75, 2.0, 1.0]);
    assert!(compile(plain.as_str()).unwrap()[0].controls().is_empty());
    let shadertoy = text(
        "iTime: f32, iResolution: vec3f, gap: f32, iMouse: vec4f, iFrame: i32, iTimeDelta: f32,",
        "vec4f(at.xy / frame.iResolution.xy, frame.iResolution.z, frame.iMouse.w + f32(frame.iFrame))",
    );
    assert_eq!(pixels(&shadertoy, [4, 2])[0], [0.125, 0.25, 1.0, 0.0]);
    let names = |text: &str| -> Vec<String> {
        compile(text).unwrap()[0].controls().iter().map(|control| control.name.clone()).collect()
    };
    assert_eq!(names(&shadertoy), ["gap"]);
    let tagged = text("\n/// @range(0, 2)\n time: f32, mouse: f32,", "vec4f(frame.time)");
    assert_eq!(names(&tagged), ["time", "mouse"], "a tag or another type makes a control");
    let function = "struct P { time: f32 } @group(0) @binding(0) var<uniform> p: P; fn height(q: vec2f) -> f32 { return p.time; }";
    assert_eq!(names(function), ["time"]);
}

#[test]
fn attribute_at_the_end_of_the_file_is_not_that_of_the_call() {
    let text = "@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return uv.xyxy; }\n@fragment";
    assert_eq!(pixels(text, [1, 1]), [[0.5; 4]]);
}

#[test]
fn entry_points_that_cannot_run_are_left_out_with_the_reason() {
    let check = |text: &str, expect: &str| {
        assert_eq!(summary(&[("a.wgsl", text)], "a.wgsl"), expect);
    };
    check(
        "@group(0) @binding(0) var image: texture_2d<f32>;\n@group(0) @binding(1) var smooth_: sampler;\n\
         @fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return textureSample(image, smooth_, uv); }",
        "a.wgsl:3:74: warning: `main` is left out: `textureSample` is not available in a compute shader",
    );
    check(
        "@fragment fn main(@location(0) uv: vec2f) -> @location(0) vec4f { return dpdx(uv).xxyy; }",
        "a.wgsl:1:74: warning: `main` is left out: derivatives are not available in a compute shader",
    );
    check(
        "/// @hidden\n@fragment fn main() -> @location(0) vec4f { return vec4f(); }\n\
         @fragment fn depth() -> @builtin(frag_depth) f32 { return 0.0; }\n\
         @compute @workgroup_size(1) fn compute() {}\nfn height(p: vec2f) -> f32 { return p.x; }",
        "a.wgsl:3:14: note: `depth` is left out: it returns no floats at `@location(0)`\n\
         a.wgsl:4:32: note: `compute` is left out: a compute entry point needs `@pass`, and a buffer with `@grid`",
    );
    check(
        "enable f16;\n@vertex fn vertex() -> @builtin(position) vec4f { return vec4f(); }\n\
         @fragment fn half(@location(0) a: vec2<f16>) -> @location(0) vec4f { return vec4f(); }",
        "a.wgsl:2:12: note: `vertex` is left out: it is a vertex entry point\n\
         a.wgsl:3:14: note: `half` is left out: it has an input of a type that no value is known for",
    );
}

#[test]
fn file_opens_with_an_entry_point_that_can_run() {
    let text = "@fragment fn first(@location(0) uv: vec2f) -> @location(0) vec4f { return uv.xyxy; }\n\
        @fragment fn last(@location(0) uv: vec2f) -> @location(0) vec4f { return dpdx(uv).xxyy; }";
    let tree = SourceTree::from(text);
    let file = compiled(&tree, "main.wgsl");
    assert_eq!(file.generators.len(), 1);
    assert_eq!(file.main().unwrap().address().function, "first");
}
