//! Tests of field inputs: textures of a generator that other generators or data files fill.

#![allow(clippy::unwrap_used, reason = "tests and their helpers may panic")]

#[path = "fields/files.rs"]
mod files;
#[path = "fields/runs.rs"]
mod runs;
mod support;

use std::sync::Arc;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, Schedule, compile};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline};
use noise_playground::source::{ModulePath, SourceTree};

use support::{evaluate_inputs, generator, gpu};

/// WGSL of waves in the plane, which fill the field inputs of other generators.
const WAVES: &str =
    "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(3.0 * p.x) * cos(p.y); }";

/// Returns the WGSL of a 17 x 17 grid program whose samples are `expression`, with `value` the sample of a field input.
fn program(source: &str, expression: &str) -> String {
    format!(
        "//! @view(1, 2, 8)
struct Params {{
    /// @auto(placement ground)
    at: vec4f,
    /// @range(0, 9)
    offset: f32,
}}
@group(0) @binding(0) var<uniform> params: Params;
/// The ground. @field({source})
@group(0) @binding(1) var ground: texture_2d<f32>;
/// @grid(17)
@group(1) @binding(0) var<storage, read_write> heights: array<f32>;
/// @pass
@compute @workgroup_size(1) fn fill(@builtin(global_invocation_id) id: vec3u) {{
    let value = textureLoad(ground, vec2i(id.xy) * vec2i(textureDimensions(ground)) / 17, 0).x;
    heights[id.y * 17u + id.x] = {expression} + params.offset;
}}
"
    )
}

fn tree(files: &[(&str, &str)]) -> SourceTree {
    files.iter().copied().collect()
}

/// Returns the generator compiled with the control values `set`, given in the notation of `--set`, and these values.
fn filled(generator: &Arc<Generator>, set: &[(&str, &str)]) -> (Arc<Generator>, Values) {
    let (mut generator, mut values) = (Arc::clone(generator), Values::default());
    for (name, text) in set {
        let mut controls = generator.controls().iter();
        let control = controls.find(|control| control.name == *name);
        let control = control.unwrap_or_else(|| panic!("no control {name}"));
        values.set(control, control.parse(text).unwrap());
        generator = generator.with_values(&values).unwrap();
    }
    (generator, values)
}

/// Evaluates a generator on a grid of 17 samples in width: a grid program's own grid, or that of the tag `@view`.
fn evaluated(generator: &Arc<Generator>, set: &[(&str, &str)]) -> Field {
    let (generator, values) = filled(generator, set);
    let schedule = Schedule::new(&generator, &values).unwrap();
    let grid = match schedule {
        Some(schedule) => schedule.grid(&generator),
        None => generator.initial_grid(17),
    };
    let host = HostInputs::default();
    let inputs = EvaluateInputs::new(&generator, &values, grid, 0.0, &host).unwrap();
    evaluate_inputs(&generator, &inputs)
}

/// Compiles a file of a folder and returns its first error.
fn error(files: &[(&str, &str)], file: &str) -> String {
    let tree = tree(files);
    let compiled = compile(&tree, tree.get(&ModulePath::new(file)).unwrap());
    let mut errors = compiled.diagnostics.iter().filter(|found| found.is_error());
    errors.next().expect("an error").short()
}

#[test]
fn function_fills_a_texture_on_the_grid_of_the_program() {
    let program = program("waves.wgsl", "value");
    let tree = tree(&[("waves.wgsl", WAVES), ("copy.wgsl", &program)]);
    let copy = generator(&tree, "copy.wgsl", None);
    let names: Vec<&str> = copy.controls().iter().map(|control| control.name.as_str()).collect();
    assert_eq!(names, ["ground", "ground.gain", "offset"]);
    assert_eq!(copy.controls()[1].group.as_deref(), Some("ground ›"));
    let found = evaluated(&copy, &[("ground.gain", "2.5")]);
    let waves = generator(&tree, "waves.wgsl", None);
    let grid = SampleGrid { center: [1.0, 2.0], span: 8.0, size: [17, 17] };
    let (waves, values) = filled(&waves, &[("gain", "2.5")]);
    let inputs = EvaluateInputs::new(&waves, &values, grid, 0.0, &HostInputs::default());
    assert_eq!(found, evaluate_inputs(&waves, &inputs.unwrap()));
    assert!(found.samples.iter().any(|sample| *sample > 2.0));
}

#[test]
fn placement_is_that_of_the_source() {
    let of = |expression: &str| program("waves.wgsl", expression);
    let place = "select(select(params.at.x, params.at.y, id.x == 1u), select(params.at.z, params.at.w, id.x == 3u), id.x > 1u)";
    let placed = of(place);
    let files = [("waves.wgsl", WAVES), ("place.wgsl", &placed)];
    let field = evaluated(&generator(&tree(&files), "place.wgsl", None), &[("offset", "0")]);
    let spacing = (8.0_f64 / 17.0) as f32;
    assert_eq!(field.samples[..4], [-3.0, 6.0, spacing, spacing]);
    // A program as the source keeps its own place.
    let inner = of("value").replace("@view(1, 2, 8)", "@view(10, 20, 4)").replace("17", "5");
    let files = [
        ("waves.wgsl", WAVES),
        ("inner.wgsl", &inner),
        ("place.wgsl", &of(place).replace("waves", "inner")),
    ];
    let field = evaluated(&generator(&tree(&files), "place.wgsl", None), &[("offset", "0")]);
    assert_eq!(field.samples[..4], [8.0, 22.0, 0.8, 0.8]);
}

#[test]
fn stages_form_a_tree_whose_values_nest() {
    let files = [
        ("waves.wgsl", WAVES),
        ("one.wgsl", &program("waves.wgsl", "2.0 * value")),
        ("two.wgsl", &program("one.wgsl", "3.0 * value")),
    ];
    let two = generator(&tree(&files), "two.wgsl", None);
    let set = [("ground.ground.gain", "0"), ("ground.offset", "5"), ("offset", "0.5")];
    assert!(evaluated(&two, &set).samples.iter().all(|sample| *sample == 15.5));
    let group = |name: &str| {
        let mut controls = two.controls().iter();
        controls.find(|control| control.name == name).unwrap().group.clone()
    };
    assert_eq!(group("ground.ground.gain").as_deref(), Some("ground › ground ›"));
}

#[test]
fn other_source_brings_its_own_controls() {
    let files = [
        ("waves.wgsl", WAVES),
        ("flat.wgsl", "fn height(p: vec2f, level: f32) -> f32 { return level; }"),
        ("copy.wgsl", &program("waves.wgsl", "value")),
    ];
    let copy = generator(&tree(&files), "copy.wgsl", None);
    let set = [("ground", "flat.wgsl::height"), ("ground.level", "4"), ("offset", "0")];
    assert!(evaluated(&copy, &set).samples.iter().all(|sample| *sample == 4.0));
    let (filled, values) = filled(&copy, &set[..1]);
    assert!(filled.controls().iter().all(|control| control.name != "ground.gain"));
    assert!(Arc::ptr_eq(&filled.with_values(&values).unwrap(), &filled));
    let default = filled.with_values(&Values::default()).unwrap();
    assert_eq!(default.controls(), copy.controls());
}

#[test]
fn wrong_sources_are_errors_at_their_tags() {
    let check = |source: &str, text: &str, expected: &str| {
        let program = program(source, "value");
        let found = error(&[("waves.wgsl", text), ("a/copy.wgsl", &program)], "a/copy.wgsl");
        assert!(found.starts_with("a/copy.wgsl:9:") && found.contains(expected), "{found}");
    };
    check("gone.wgsl", WAVES, "no file \"gone.wgsl\" in the folder");
    check("dem/gone.tif", WAVES, "no file \"dem/gone.tif\" in the folder");
    check("waves.wgsl::depth", WAVES, "waves.wgsl has no generator `depth`");
    check("waves.wgsl", "fn f(p: vec3f) -> f32 { return p.x; }", "is a volume");
    check("../waves.wgsl", WAVES, "outside of the folder");
    check("/etc/passwd.tif", WAVES, "outside of the folder");
    check("notes.txt", WAVES, "neither a shader nor a data file");
    check("a.r16", WAVES, "needs its width and height");
    check("", WAVES, "`@field` takes a file");
    check("a/copy.wgsl", WAVES, "a circle of fields: a/copy.wgsl takes a/copy.wgsl");
    let broken = error(
        &[("waves.wgsl", "fn f() { x }"), ("copy.wgsl", &program("waves.wgsl", "value"))],
        "copy.wgsl",
    );
    assert!(broken.starts_with("waves.wgsl:1:"), "{broken}");
}

#[test]
fn circle_of_stages_names_its_files() {
    let [a, b] = ["b.wgsl", "a.wgsl"].map(|source| program(source, "value"));
    let found = error(&[("a.wgsl", &a), ("b.wgsl", &b)], "a.wgsl");
    assert!(found.contains("a circle of fields: a.wgsl takes b.wgsl takes a.wgsl"), "{found}");
}

#[test]
fn function_that_feeds_a_function_is_an_import() {
    let reader = "/// @field(waves.wgsl)
@group(0) @binding(0) var ground: texture_2d<f32>;
fn height(p: vec2f) -> f32 { return textureLoad(ground, vec2i(p), 0).x; }";
    let found = error(&[("waves.wgsl", WAVES), ("reader.wgsl", reader)], "reader.wgsl");
    assert!(found.contains("import package::waves::height;"), "{found}");
}

#[test]
fn function_reads_a_program_and_its_sources_keep_their_place() {
    let reader = "//! @view(0, 0, 1)
/// @field(copy.wgsl)
@group(2) @binding(7) var ground: texture_2d<f32>;
fn height(p: vec2f) -> f32 { return textureLoad(ground, vec2i(3, 4), 0).x + 0.0 * p.x; }";
    let copy = program("waves.wgsl", "value");
    let files = [("waves.wgsl", WAVES), ("copy.wgsl", copy.as_str()), ("reader.wgsl", reader)];
    let tree = tree(&files);
    let set = [("offset", "2")];
    let grid = evaluated(&generator(&tree, "copy.wgsl", None), &set);
    let read = evaluated(&generator(&tree, "reader.wgsl", None), &[("ground.offset", "2")]);
    assert!(read.samples.iter().all(|sample| *sample == grid.sample(3, 4)[0]));
    // The same at single positions, which have a pipeline of their own.
    let reader = generator(&tree, "reader.wgsl", None);
    let points = noise_playground::gpu::PointPipeline::new(
        gpu(),
        &reader,
        noise_playground::generator::Precision::Single,
    )
    .unwrap();
    let (_, values) = filled(&reader, &[("ground.offset", "2")]);
    let inputs =
        EvaluateInputs::new(&reader, &values, reader.initial_grid(4), 0.0, &HostInputs::default())
            .unwrap();
    let samples = points.evaluate(gpu(), &inputs, &[[0.0; 4], [0.5; 4]]).unwrap();
    assert!(samples.iter().all(|sample| sample[0] as f32 == grid.sample(3, 4)[0]));
}

#[test]
fn only_stages_after_a_changed_value_run_again() {
    let files = [
        ("waves.wgsl", WAVES),
        ("one.wgsl", &program("waves.wgsl", "2.0 * value")),
        ("two.wgsl", &program("one.wgsl", "3.0 * value")),
    ];
    let two = generator(&tree(&files), "two.wgsl", None);
    let pipeline = EvaluatePipeline::new(gpu(), &two).unwrap();
    let inputs = |set: &[(&str, &str)]| {
        let (_, values) = filled(&two, set);
        let grid = two.initial_grid(17);
        EvaluateInputs::new(&two, &values, grid, 0.0, &HostInputs::default()).unwrap()
    };
    let finish = |run: &mut noise_playground::gpu::Run| {
        while !run.is_done() {
            let mut encoder = gpu().encoder();
            run.advance(gpu(), &mut encoder, u64::MAX, None);
            gpu().queue.submit([encoder.finish()]);
        }
    };
    let mut run = pipeline.run(gpu(), &inputs(&[]), None).unwrap().unwrap();
    assert_eq!((run.passes(), run.completed_stages()), ([0, 3], 0));
    finish(&mut run);
    assert_eq!(run.passes(), [3, 3]);
    let again = |run, set: &[(&str, &str)]| {
        let mut run = pipeline.run(gpu(), &inputs(set), Some(run)).unwrap().unwrap();
        let passes = run.passes();
        finish(&mut run);
        (passes[0], run)
    };
    let (kept, run) = again(run, &[]);
    assert_eq!(kept, 3);
    let (kept, run) = again(run, &[("offset", "1")]);
    assert_eq!(kept, 2);
    let (kept, run) = again(run, &[("offset", "1"), ("ground.offset", "1")]);
    assert_eq!(kept, 1);
    let (kept, _) =
        again(run, &[("offset", "1"), ("ground.offset", "1"), ("ground.ground.gain", "1")]);
    assert_eq!(kept, 0);
}

#[test]
fn runaway_loop_of_a_source_has_its_own_location() {
    let endless = "fn height(p: vec2f) -> f32 {
    var x = p.x;
    loop { x += 1.0; }
    return x;
}";
    let files = [("endless.wgsl", endless), ("copy.wgsl", &program("endless.wgsl", "value"))];
    let copy = generator(&tree(&files), "copy.wgsl", None);
    let grid = copy.initial_grid(17);
    let found = noise_playground::evaluate(&noise_playground::Subject::new(&copy, grid));
    let error = found.unwrap_err().to_string();
    assert!(error.starts_with("endless.wgsl:3:5: error: loop exceeded"), "{error}");
}
