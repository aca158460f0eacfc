//! Fuzzing of shaders, which are linked, parsed, reflected, wrapped, guarded, and built.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use naga::valid::{Capabilities, ValidationFlags, Validator};
use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{Control, HostInputs, Values};
use noise_playground::generator::{
    CompiledFile, Derivative, DeriveError, Generator, LoopGuard, Modules, Precision, Schedule,
    compile, derive, merge_diagnostics, taps,
};
use noise_playground::gpu::EvaluatePipeline;
use noise_playground::source::{ModulePath, Source, SourceTree};
use noise_playground::wgsl::diagnostic::Diagnostic;
use noise_playground::{Subject, evaluate};

use crate::mutate::mutate;
use crate::prints::debug_print;
use crate::random::Random;
use crate::run::run;
use crate::support::{gpu, shipped};

#[test]
fn mutated_shaders_do_not_panic() {
    run("shaders", 60, changed_shaders(), |input| {
        compile_changed(input);
    });
}

/// Builds pipelines of mutated shaders that compile. The driver may reject them, but must not crash.
#[test]
fn mutated_pipelines_do_not_panic() {
    run("pipelines", 40, changed_shaders(), |input| {
        for file in compile_changed(input) {
            if let Some(generator) = file.main() {
                let _ = EvaluatePipeline::new(gpu(), generator);
            }
        }
    });
}

/// Inserts taps, which record inner values, into mutated shaders. Every resulting module must be valid.
#[test]
fn mutated_shaders_with_taps_do_not_panic() {
    run("taps", 40, changed_shaders(), |input| {
        for file in compile_changed(input) {
            for generator in &file.generators {
                check_taps(generator);
            }
        }
    });
}

/// Evaluates the tap of the returned value in mutated shaders, which must equal the generator's result.
#[test]
fn returned_taps_of_mutated_shaders_equal_their_results() {
    run("returned_taps", 12, changed_shaders(), |input| {
        for file in compile_changed(input) {
            if let Some(generator) = file.main().filter(|main| main.program().is_none()) {
                let tapped = generator.at_tap(&"return".parse().unwrap()).unwrap();
                let [plain, tapped] = [generator, &Arc::new(tapped)].map(evaluated);
                assert_eq!(plain, tapped, "{}", generator.address());
            }
        }
    });
}

/// Differentiates mutated shaders, once and twice, and in double precision. Every resulting module must be valid.
#[test]
fn derivatives_of_mutated_shaders_are_valid() {
    run("derivatives", 200, changed_shaders(), |input| {
        for file in compile_changed(input) {
            for generator in file.generators.iter().chain(&file.hidden) {
                check_derivatives(generator);
            }
        }
    });
}

fn check_derivatives(generator: &Generator) {
    let is_float = |control: &&Control| derive(generator, &by(control), Channel::X).is_ok();
    let control = generator.controls().iter().find(is_float).map(by);
    let derivatives = [Derivative::ValueAndGradient, Derivative::Hessian].into_iter();
    for derivative in derivatives.chain(control) {
        match derive(generator, &derivative, Channel::X) {
            Ok(derived) => {
                let mut modules = Modules::new(&derived).unwrap();
                let iterations = derived.loop_budget().iterations;
                modules.bound(derived.linked(), iterations, &mut LoopGuard::default());
                let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
                validator.validate(&modules.evaluate).unwrap();
                // Something may have no version in double precision, which is an error and no panic.
                let _ = Modules::at_points(&derived, Precision::Double);
            }
            Err(DeriveError::Shader(error)) => {
                let refused = ["cannot be differentiated", "calls", "bytes"];
                let is_refused = refused.iter().any(|words| error.message.contains(words));
                assert!(is_refused, "{}", error.human());
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

fn by(control: &Control) -> Derivative {
    Derivative::Sensitivity { control: control.name.clone(), component: 0 }
}

/// Inserts taps for inner values of each size into each function of a generator, in single and double precision, and
/// each group of taps.
fn check_taps(generator: &Generator) {
    let groups = generator.with_all_taps().into_iter();
    for group in groups.flat_map(|all| (0..).map_while(move |group| all.with_tap_group(group))) {
        Modules::new(&group).unwrap();
    }
    let mut seen = BTreeSet::new();
    for tap in taps(generator).unwrap() {
        if seen.insert((tap.function.clone(), tap.channels)) {
            let address = format!("{}::{}", tap.function, tap.name);
            let tapped = generator.at_tap(&address.parse().unwrap()).unwrap();
            let mut modules = Modules::new(&tapped).unwrap();
            modules.bound(
                tapped.linked(),
                tapped.loop_budget().iterations,
                &mut LoopGuard::default(),
            );
            let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
            validator.validate(&modules.evaluate).unwrap();
            // Something may have no version in double precision, which is an error and no panic.
            let _ = Modules::at_points(&tapped, Precision::Double);
        }
    }
}

/// Evaluates a generator. Returns the bits of its samples, or `None` if the driver rejects it or a loop runs away.
fn evaluated(generator: &Arc<Generator>) -> Option<Vec<u32>> {
    let grid = SampleGrid { center: [0.3, -0.2], span: 3.0, size: [8, 8] };
    let samples = evaluate(&Subject::new(generator, grid)).ok()?.samples;
    // Bits of a NaN may differ.
    let bits = |sample: f32| if sample.is_nan() { 0 } else { sample.to_bits() };
    Some(samples.into_iter().map(bits).collect())
}

fn changed_shaders() -> impl Fn(&mut Random) -> Vec<u8> {
    let extras = extras();
    let texts: Vec<&str> = files().iter().map(|(_, text)| text.as_str()).collect();
    move |random| {
        let index = random.below(texts.len());
        let mut input = format!("{index}\n").into_bytes();
        input.extend(mutate(random, texts[index], &texts, &extras));
        input
    }
}

/// Compiles a shader that a fuzzing input changes, and one that imports it. Performs all later steps that need no GPU,
/// and returns the compiled files.
fn compile_changed(input: &[u8]) -> Vec<CompiledFile> {
    let newline = input.iter().position(|byte| *byte == b'\n').unwrap();
    let index: usize = std::str::from_utf8(&input[..newline]).unwrap().parse().unwrap();
    let path = &files()[index].0;
    let bytes = input[newline + 1..].to_vec();
    let unreadable = Source::from_bytes(path, bytes.clone()).unreadable;
    assert!(unreadable.is_none_or(|why| !why.human().is_empty()));

    let mut texts = files().to_vec();
    texts[index].1 = String::from_utf8_lossy(&bytes).into_owned();
    let tree = SourceTree::from_iter(texts);
    let wanted = [Some(path), importers().get(path)];
    let compiled: Vec<CompiledFile> = wanted
        .into_iter()
        .flatten()
        .map(|path| compile(&tree, tree.get(&ModulePath::new(path)).unwrap()))
        .collect();
    for diagnostic in merge_diagnostics(&compiled) {
        assert!(!diagnostic.human().is_empty() && diagnostic.location.is_some());
        check_words(&diagnostic);
    }
    for file in &compiled {
        for generator in &file.generators {
            use_generator(generator);
        }
    }
    compiled
}

/// Checks that the message and notes of a diagnostic contain no debug print of naga's data structures.
fn check_words(diagnostic: &Diagnostic) {
    for text in [&diagnostic.message].into_iter().chain(&diagnostic.notes) {
        assert_eq!(debug_print(text), None, "{text}");
    }
}

/// Performs all steps of using a generator that need no GPU: sets control values, schedules, encodes, wraps and guards
/// it.
fn use_generator(generator: &Generator) {
    let mut values = Values::default();
    for control in generator.controls() {
        for text in ["", "0", "-1e300", "1,2", "#ffé", "4294967295", "nan"] {
            if let Ok(value) = control.parse(text) {
                values.set(control, value);
            }
        }
    }
    for values in [Values::default(), values] {
        let host = HostInputs::default();
        let _ = Schedule::new(generator, &values);
        for layout in [generator.uniform(), generator.arguments()] {
            assert_eq!(
                layout.encode(generator.controls(), &values, &host, &[]).len(),
                layout.size as usize
            );
        }
    }
    let mut modules = Modules::new(generator).unwrap();
    let mut guard = LoopGuard::default();
    modules.bound(generator.linked(), generator.loop_budget().iterations, &mut guard);
    for report in [0, 1, 0xffff, u32::MAX] {
        assert_eq!(guard.runaway(report).is_some(), report != 0);
    }
    for module in std::iter::once(&modules.evaluate).chain(&modules.surface) {
        let mut validator = Validator::new(ValidationFlags::all(), Capabilities::default());
        validator.validate(module).unwrap();
    }
}

/// Returns paths and texts of the built-in shaders.
fn files() -> &'static [(String, String)] {
    static FILES: OnceLock<Vec<(String, String)>> = OnceLock::new();
    FILES.get_or_init(|| {
        let tree = shipped();
        let files = tree.iter().map(|source| (source.path.to_string(), source.text.clone()));
        files.collect()
    })
}

/// Returns, for the path of each built-in shader, the path of a shader that imports it, if there is one.
fn importers() -> &'static BTreeMap<String, String> {
    static IMPORTERS: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    IMPORTERS.get_or_init(|| {
        let tree = shipped();
        let mut importers = BTreeMap::new();
        for source in tree.iter() {
            for needed in compile(&tree, source).depends_on {
                if needed != source.path {
                    importers.insert(needed.to_string(), source.path.to_string());
                }
            }
        }
        importers
    })
}

/// Returns tags, imports and declarations that are inserted into shaders, valid and invalid ones.
fn extras() -> Vec<String> {
    let arguments = [
        "", "()", "(", "(1)", "(0, 1, 0.1, 8)", "(-1e999, nan)", "(\"a\", \"b\")", "(\"",
        "(2 ** 40)", "(1 / 0)", "(é)", "(x, 1 % 0)",
    ];
    let tags = [
        "range", "default", "step", "log", "color", "toggle", "enum", "angle", "seed", "xy",
        "octaves", "curve", "gradient", "group", "label", "unit", "hidden", "auto", "view", "mode",
        "returns", "loop_budget", "grid", "pass", "dispatch", "param",
    ];
    let mut extras: Vec<String> = Vec::new();
    for tag in tags {
        for (index, arguments) in arguments.iter().enumerate() {
            let comment = if index % 3 == 0 { "//!" } else { "///" };
            extras.push(format!("{comment} @{tag}{arguments}\n"));
        }
    }
    let pieces = [
        "import package::noise::hash::pcg3d;\n",
        "import super::super::super::etc::passwd;\n",
        "import package::generators::swiss::{height, height as height, Params as p};\n",
        "import playground::surface::Surface;\n",
        "import playground::nothing::at_all;\n",
        "import package;\n",
        "import a::{b::{c::{d}}};\n",
        "import package::noise::*;\n",
        "fn surface(s: Surface) -> vec3f { return s.normal; }\n",
        "fn height(p: vec2f, a: array<vec4f, 3>, b: f32) -> f32 { loop { if b > p.x { continue; } } return a[0].x; }\n",
        "fn density(p: vec3f) -> vec4f { for (var i = 0u; ; i -= 3u) { while true { i++; } } return vec4f(); }\n",
        "fn vec2f() {}\n",
        "struct f32 { f32: f32 }\n",
        "alias A = array<A, 4>;\n",
        "const a = b; const b = a;\n",
        "override o: f32 = 1;\n",
        "@group(1) @binding(0) var<storage, read_write> heights: array<f32>;\n",
        "@group(0) @binding(0) var<uniform> again: vec4f;\n",
        "@group(2) @binding(0) var<uniform> playground_grid: vec4f;\n",
        "@compute @workgroup_size(0, 8) fn pass_a(@builtin(global_invocation_id) id: vec3u) { heights[id.x] += 1.0; }\n",
        "@fragment fn fs() -> @location(0) vec4f { return dpdx(vec4f()); }\n",
        "enable f16;\n",
        "diagnostic(off, derivative_uniformity);\n",
        "@if(x) fn conditional() {}\n",
        "const_assert false;\n",
        "switch 1 { case 1: { continue; } default { break; } }\n",
        "loop { continuing { break if true; } }\n",
        "_ = 1 << 33u;\n",
        "var x = 1 / 0;\n",
    ];
    extras.extend(pieces.map(str::to_owned));
    extras
}
