//! Fuzzing of shader files in the dialects of other tools: includes, directives, conditions, fragment entry points.

use noise_playground::generator::control::Values;
use noise_playground::generator::{Modules, compile};
use noise_playground::source::{ModulePath, SourceTree};

use crate::mutate::mutate;
use crate::random::Random;
use crate::run::run;

/// Shader files in all dialects, which include and import each other.
const FILES: [(&str, &str); 5] = [
    (
        "a.wgsl",
        "//! A @define(COUNT, 3) @feature(sharp, on)\n#include \"lib/base.wgsl\"\n#import shared::waves::{wave, twice as t}\n\
         import playground::noise::hash::pcg3d;\n#ifdef COUNT\nconst count = #COUNT;\n#else\nconst count = #{SIZE};\n#endif\n\
         @if(sharp && !soft) fn height(p: vec2f) -> f32 { return base(p) + wave(p) + f32(count); }\n\
         @elif(soft) fn height(p: vec2f) -> f32 { return t(p); }\n@else fn height(p: vec2f) -> f32 { return shared::waves::wave(p); }\n",
    ),
    (
        "lib/base.wgsl",
        "#include \"deep.wgsl\"\n#include <deep.wgsl>\n@group(0) @binding(1) var<uniform> gain: f32;\n\
         fn base(p: vec2f) -> f32 { @if(deep) { return deep(p); } return gain * p.x; }\n",
    ),
    (
        "lib/deep.wgsl",
        "#ifndef DEEP\n#define DEEP 2\n#if DEEP >= 2\nfn deep(p: vec2f) -> f32 { return p.y; }\n#endif\n#endif\n",
    ),
    (
        "waves.wgsl",
        "#define_import_path shared::waves\n/// @range(0, 4)\n@group(0) @binding(2) var<uniform> speed: vec3f;\n\
         fn wave(p: vec2f) -> f32 { return sin(p.x) * speed.y; }\nfn twice(p: vec2f) -> f32 { return 2.0 * wave(p); }\n\
         struct Noise { noise: f32, gradient: vec2f }\nfn both(p: vec2f) -> Noise { return Noise(wave(p), p); }\n",
    ),
    (
        "pixels.wgsl",
        "struct Input { @builtin(position) at: vec4f, @location(0) uv: vec2f }\nstruct Size { width: f32 }\n\
         @group(1) @binding(0) var<uniform> size: Size;\n@vertex fn vertex() -> @builtin(position) vec4f { return vec4f(); }\n\
         @fragment fn main(input: Input) -> @location(0) vec4f { if input.uv.x > 0.5 { discard; } return input.at / size.width; }\n\
         @fragment fn other(@location(0) uv: vec2f, @builtin(front_facing) front: bool) -> @location(0) vec3f { return dpdx(uv).xyx; }\n",
    ),
];

/// Valid and invalid fragments of text that are inserted into the shader files.
const EXTRAS: [&str; 26] = [
    "#include \"a.wgsl\"\n",
    "#include \"../waves.wgsl\" // twice\n",
    "#include \"é/../../x.wgsl\"\n",
    "#include\n",
    "#import shared::waves\n",
    "#import shared::{waves::{wave as w, gone}}\n",
    "#import bevy_pbr::utils::PI\n",
    "#import \"waves.wgsl\"::{wave}\n",
    "#import {\n",
    "#define_import_path a::b\n",
    "#define X é\n",
    "#ifdef X\n",
    "#ifndef\n",
    "#if X == 3 // no\n",
    "#else if X < 2\n",
    "#elif\n",
    "#endif\n",
    "#{X}",
    "#X",
    "@if(a || !(b && true))",
    "@elif(a)",
    "@else",
    "@if(",
    "@fragment fn f(@location(3) a: vec4<u32>) -> @location(0) f32 { return f32(a.x); }\n",
    "@group(0) @binding(0) var<uniform> matrix: mat4x4f;\n",
    "enable f16;\n",
];

#[test]
fn mutated_dialects_do_not_panic() {
    run("dialects", 300, changed, compile_all);
}

/// Creates a fuzzing input: the index of a shader file in the list, and a changed text for this file.
fn changed(random: &mut Random) -> Vec<u8> {
    let texts: Vec<&str> = FILES.iter().map(|(_, text)| *text).collect();
    let extras: Vec<String> = EXTRAS.iter().map(|piece| (*piece).to_owned()).collect();
    let index = random.below(FILES.len());
    let mut input = format!("{index}\n").into_bytes();
    input.extend(mutate(random, texts[index], &texts, &extras));
    input
}

/// Compiles the file that a fuzzing input changes, and the first file, which uses almost all others. Compiles each of
/// their generators again with all features switched.
fn compile_all(input: &[u8]) {
    let newline = input.iter().position(|byte| *byte == b'\n').unwrap();
    let index = std::str::from_utf8(&input[..newline]).unwrap();
    let index: usize = index.parse().unwrap();
    let mut texts = FILES.map(|(path, text)| (path, text.to_owned()));
    texts[index].1 = String::from_utf8_lossy(&input[newline + 1..]).into_owned();
    let tree = SourceTree::from_iter(texts);
    for (path, _) in FILES.iter().take(1).chain(&FILES[index..=index]) {
        let file = compile(&tree, tree.get(&ModulePath::new(path)).unwrap());
        for diagnostic in &file.diagnostics {
            assert!(!diagnostic.human().is_empty() && diagnostic.location.is_some());
        }
        for generator in &file.generators {
            Modules::new(generator).unwrap();
            let mut values = Values::default();
            for control in generator.controls().iter().filter(|control| control.is_feature()) {
                values.set(control, (1.0 - control.default.first()).into());
            }
            let _ = generator.with_features(&values.features());
        }
    }
}
