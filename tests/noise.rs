//! The shipped noises against their published numbers, on the GPU: hashes bit for bit, golden values,
//! identities, bounds, moments, gradients, periods, precision.

mod support;

use noise_playground::control::{HostInputs, Values};
use noise_playground::field::Field;
use noise_playground::generator::compile;
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu, read_field};
use noise_playground::grid::SampleGrid;
use noise_playground::source::{ModulePath, SourceTree};

const IMPORTS: &str = "
import package::noise::hash::{pcg, pcg2d, pcg3d, pcg4d, lattice2, lattice3, unit, signed_unit, quintic, quintic_slope};
import package::noise::value::{value, value_deriv, value3};
import package::noise::perlin::{perlin, perlin_deriv, perlin_pseudo_deriv, perlin_tiled, perlin_split, perlin3, perlin3_deriv};
import package::noise::turbulence::{fbm, fbm_deriv, billowed, ridged, iq_turbulence, swiss_turbulence, jordan_turbulence};
import package::noise::turbulence::{fbm3, billowed3, ridged3, swiss_turbulence3, jordan_turbulence3};
import package::noise::warp::{warp, warped_fbm};
import package::noise::sphere::swiss_sphere;
";

/// Eight octaves with the authors' values, without the parenthesis.
const OCTAVES: &str = "0u, 8, 2.0, 0.5";
const JORDAN: &str = "0u, 8, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8";

/// The body of a function `(p: vec2f) -> vec4f`, evaluated over a grid.
fn evaluate(gpu: &Gpu, body: &str, grid: SampleGrid) -> Field {
    let shipped = SourceTree::read(&support::shader_folder(), &SourceTree::default(), &[]).unwrap();
    let probe = format!("{IMPORTS}\nfn probe(p: vec2f) -> vec4f {{\n{body}\n}}\n");
    let files = shipped.iter().map(|source| (source.path.as_str().to_owned(), source.text.clone()));
    let tree: SourceTree = files.chain([("probe.wgsl".to_owned(), probe)]).collect();
    let compiled = compile(&tree, tree.get(&ModulePath::new("probe.wgsl")).unwrap());
    let generator = compiled.main().unwrap_or_else(|| panic!("{body}\n{:#?}", compiled.diagnostics));
    let pipeline = EvaluatePipeline::new(gpu, compiled.linked.as_ref().unwrap(), generator).unwrap();
    let field = FieldTexture::new(gpu, grid.size, generator.channels).unwrap();
    let inputs = EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &HostInputs::default());
    let mut encoder = gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
    pipeline.evaluate(gpu, &mut encoder, &inputs, &field);
    gpu.queue.submit([encoder.finish()]);
    read_field(gpu, &field).unwrap()
}

/// One sample for each expression of type `vec4f`.
fn table(gpu: &Gpu, rows: &[String]) -> Vec<[f32; 4]> {
    let cases: String = rows.iter().enumerate().map(|(at, row)| format!("case {at}: {{ return {row}; }}\n")).collect();
    let count = rows.len() as u32;
    let grid = SampleGrid { center: [f64::from(count) / 2.0, 0.0], span: f64::from(count), size: [count, 1] };
    let field = evaluate(gpu, &format!("switch i32(p.x) {{ {cases} default: {{ return vec4f(0.0); }} }}"), grid);
    field.samples.chunks_exact(4).map(|sample| [sample[0], sample[1], sample[2], sample[3]]).collect()
}

/// A million samples, no two in one lattice cell.
fn wide(gpu: &Gpu, expression: &str) -> Field {
    let grid = SampleGrid { center: [0.37, 0.81], span: 1024.0 * 1.3717, size: [1024, 1024] };
    evaluate(gpu, &format!("return {expression};"), grid)
}

/// Multiples of 9/128, where adding or taking 1/256 is exact, over five thousand cells.
const DYADIC: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 512.0 * 0.140_625, size: [512, 512] };

fn dyadic(gpu: &Gpu, expression: &str) -> Field {
    evaluate(gpu, &format!("return {expression};"), DYADIC)
}

fn channel(field: &Field, index: usize) -> impl Iterator<Item = f64> {
    field.samples.chunks_exact(4).map(move |sample| f64::from(sample[index]))
}

fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value * value, count + 1.0));
    (sum / count).sqrt()
}

fn max_abs(values: impl Iterator<Item = f64>) -> f64 {
    values.map(f64::abs).fold(0.0, f64::max)
}

/// Fails with all that is wrong, not with the first.
#[track_caller]
fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n"));
}

#[test]
fn hashes_are_the_published_ones_bit_for_bit() {
    let expected: [(&str, &[u32]); 14] = [
        ("vec4u(pcg(0u), pcg(1u), pcg(42u), 0u)", &[0x07bb_2fe2, 0xa8be_ea3c, 0x48f4_32ff]),
        ("vec4u(pcg2d(vec2u(1u, 2u)), 0u, 0u)", &[0x02bb_3f0c, 0x0cc2_73a5]),
        ("vec4u(pcg3d(vec3u(0u)), 0u)", &[0x9baf_d7c6, 0xa8e8_8a6b, 0x3f15_482c]),
        ("vec4u(pcg3d(vec3u(1u, 2u, 3u)), 0u)", &[0xfa9f_79a6, 0x48f2_f44c, 0x596f_5ab1]),
        ("vec4u(pcg3d(vec3u(0xffffffffu, 0u, 7u)), 0u)", &[0x3cc3_de4a, 0xc605_f1cd, 0xa4d2_84e3]),
        ("pcg4d(vec4u(0u))", &[0x0f02_f829, 0x2d56_8769, 0x32b0_c43b, 0xd325_48ea]),
        ("pcg4d(vec4u(1u, 2u, 3u, 4u))", &[0x3622_cd16, 0xf114_71d8, 0xe110_9b3f, 0x02b9_4c2f]),
        ("vec4u(lattice2(vec2i(0, 0), 1u))", &[0x27d4_eb2d]),
        ("vec4u(lattice2(vec2i(1, 2), 3u))", &[0x310f_5a10]),
        ("vec4u(lattice2(vec2i(-1, 5), 7u))", &[0xa937_821d]),
        ("vec4u(lattice3(vec3i(1, 2, 3), 4u))", &[0x3a4d_d252]),
        ("vec4u(lattice3(vec3i(-1, 0, 9), 0u))", &[0xb16e_3950]),
        ("vec4u(u32(unit(0xffffffffu) * 16777216.0), u32(unit(255u)), 0u, 0u)", &[0x00ff_ffff, 0]),
        ("vec4u(u32(signed_unit(0u) == -1.0), u32(signed_unit(0x80000000u) == 0.0), 0u, 0u)", &[1, 1]),
    ];
    // A texture of floats holds 16 bits exactly: two rows a vector.
    let halves = |half: &str| expected.map(|(vector, _)| format!("vec4f(({vector} >> vec4u({half})) & vec4u(65535u))"));
    let gpu = support::gpu();
    let (low, high) = (table(&gpu, &halves("0u")), table(&gpu, &halves("16u")));
    let mut failures = Vec::new();
    for (((expression, words), low), high) in expected.into_iter().zip(low).zip(high) {
        let found: Vec<u32> = (0..words.len()).map(|at| (high[at] as u32) << 16 | low[at] as u32).collect();
        if found != words {
            failures.push(format!("{expression} = {found:08x?}, not {words:08x?}"));
        }
    }
    report(&failures);
}

#[test]
fn golden_values() {
    let plane: [(&str, [[f64; 3]; 3]); 10] = [
        ("perlin_deriv(AT.xy, 0u)", [[-0.045_786, 0.077_609, -0.676_454], [0.599_502, -0.238_709, 0.980_754], [-0.245_126, 0.337_062, -1.198_011]]),
        ("value_deriv(AT.xy, 0u)", [[0.052_116, 0.229_516, 0.429_099], [-0.116_779, 0.625_834, 2.553_587], [0.180_720, -0.976_947, -2.358_812]]),
        ("fbm(AT.xy, OCTAVES)", [[-0.219_013; 3], [0.875_875; 3], [0.051_851; 3]]),
        ("billowed(AT.xy, OCTAVES)", [[0.263_962; 3], [1.044_764; 3], [0.583_696; 3]]),
        ("ridged(AT.xy, OCTAVES)", [[1.728_226; 3], [0.947_424; 3], [1.408_492; 3]]),
        ("iq_turbulence(AT.xy, OCTAVES)", [[0.387_136; 3], [0.877_464; 3], [0.474_667; 3]]),
        ("swiss_turbulence(AT.xy, OCTAVES, 0.15)", [[1.699_734; 3], [0.541_147; 3], [1.250_902; 3]]),
        ("jordan_turbulence(AT.xy, JORDAN, 1.0)", [[0.040_288; 3], [0.437_756; 3], [0.144_455; 3]]),
        ("fbm_deriv(AT.xy, OCTAVES).x", [[-0.219_013; 3], [0.875_875; 3], [0.051_851; 3]]),
        ("perlin_split(vec2i(floor(AT.xy)), fract(AT.xy), 0u)", [[-0.045_786, 0.077_609, -0.676_454], [0.599_502, -0.238_709, 0.980_754], [-0.245_126, 0.337_062, -1.198_011]]),
    ];
    let points = ["vec3f(1.3, 2.7, -0.45)", "vec3f(10.25, -3.6, 5.8)", "vec3f(-7.77, 0.41, 0.0)"];
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (expression, expected) in plane {
        let expression = expression.replace("OCTAVES", OCTAVES).replace("JORDAN", JORDAN);
        let rows = points.map(|point| format!("vec4f(vec3f({}), 0.0)", expression.replace("AT", point)));
        compare(&mut failures, &expression, &table(&gpu, &rows), &expected);
    }
    let volume = [[-0.492_414, 0.866_737, -0.581_722, 0.145_923], [0.047_290, -0.458_300, 0.060_953, 0.471_772]];
    let rows = [points[0], points[1]].map(|point| format!("perlin3_deriv({point}, 0u)"));
    compare(&mut failures, "perlin3_deriv", &table(&gpu, &rows), &volume);
    report(&failures);
}

fn compare<const N: usize>(failures: &mut Vec<String>, name: &str, found: &[[f32; 4]], expected: &[[f64; N]]) {
    for (found, expected) in found.iter().zip(expected) {
        if max_abs(found.iter().zip(expected).map(|(found, expected)| f64::from(*found) - expected)) > 2e-5 {
            failures.push(format!("{name}: {found:?}, not {expected:?}"));
        }
    }
}

#[test]
fn lattice_points_are_zeros_of_every_octave() {
    const S: f64 = 1.992_187_5;
    let expected = [
        ("perlin(AT, 0u)", 0.0),
        ("fbm(AT, OCTAVES)", 0.0),
        ("billowed(AT, OCTAVES)", 0.0),
        ("ridged(AT, OCTAVES)", S),
        ("iq_turbulence(AT, OCTAVES)", 0.5),
        ("swiss_turbulence(AT, OCTAVES, 0.15)", S),
        ("jordan_turbulence(AT, JORDAN, 1.0)", 0.0),
        ("perlin3(vec3f(AT, 5.0), 0u)", 0.0),
        ("fbm3(vec3f(AT, 5.0), OCTAVES)", 0.0),
        ("ridged3(vec3f(AT, 5.0), OCTAVES)", S),
        ("swiss_turbulence3(vec3f(AT, 5.0), OCTAVES, 0.15)", S),
        ("jordan_turbulence3(vec3f(AT, 5.0), JORDAN, 1.0)", 0.0),
        ("fbm(p, 7u, 1, 2.0, 0.5) - perlin(p, 7u)", 0.0),
        ("billowed(p, 7u, 1, 2.0, 0.5) - abs(perlin(p, 7u))", 0.0),
        ("ridged(p, 7u, 1, 2.0, 0.5) - (1.0 - abs(perlin(p, 7u)))", 0.0),
        ("warp(p, 7u, 4, 2.0, 0.5, 0.5, 0.0).x - p.x", 0.0),
        ("warped_fbm(p, OCTAVES, 0.0) - fbm(p, OCTAVES)", 0.0),
    ];
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (expression, value) in expected {
        let expression = expression.replace("OCTAVES", OCTAVES).replace("JORDAN", JORDAN).replace("AT", "floor(p)");
        let error = max_abs(channel(&dyadic(&gpu, &format!("vec4f({expression})")), 0).map(|found| found - value));
        if error > 1e-6 {
            failures.push(format!("{expression} strays from {value} by {error:e}"));
        }
    }
    report(&failures);
}

#[test]
fn bounds_means_and_deviations() {
    const S: f64 = 1.992_187_5;
    let far = f64::INFINITY;
    let expected = [
        ("perlin(p, 0u)", 0.0, 0.3235, -0.9912, 0.9912),
        ("value(p, 0u)", 0.0, 0.4525, -1.0, 1.0),
        ("perlin3(vec3f(p, 0.37 * p.x), 0u)", 0.0, 0.2606, -1.0, 1.0),
        ("value3(vec3f(p, 0.37 * p.x), 0u)", 0.0, 0.4005, -1.0, 1.0),
        ("fbm(p, OCTAVES)", 0.0, 0.3737, -0.9912 * S, 0.9912 * S),
        ("billowed(p, OCTAVES)", 0.526, 0.218, 0.0, S),
        ("ridged(p, OCTAVES)", 1.466, 0.218, 0.0, S),
        ("iq_turbulence(p, OCTAVES)", 0.5, 0.230, 0.5 - S, 0.5 + S),
        ("swiss_turbulence(p, OCTAVES, 0.15)", 1.253, 0.367, 0.0, S),
        ("swiss_turbulence(p, 0u, 8, 2.0, 0.6, 0.15)", 1.497, 0.456, 0.0, 2.458_01),
        ("jordan_turbulence(p, JORDAN, 1.0)", 0.162, 0.143, 0.0, far),
        ("jordan_turbulence(p, JORDAN, 0.0)", 0.227, 0.147, 0.0, far),
    ];
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (expression, mean, deviation, low, high) in expected {
        let expression = expression.replace("OCTAVES", OCTAVES).replace("JORDAN", JORDAN);
        let field = wide(&gpu, &format!("vec4f({expression})"));
        let count = f64::from(field.size[0] * field.size[1]);
        let found_mean = channel(&field, 0).sum::<f64>() / count;
        let found_deviation = rms(channel(&field, 0).map(|value| value - found_mean));
        let outside = channel(&field, 0).filter(|value| !(low - 1e-5..=high + 1e-5).contains(value)).count();
        if (found_mean - mean).abs() > 0.01 || (found_deviation / deviation - 1.0).abs() > 0.02 || outside > 0 {
            failures.push(format!(
                "{expression}: mean {found_mean:.4} ({mean}), deviation {found_deviation:.4} ({deviation}), {outside} outside"
            ));
        }
    }
    report(&failures);
}

#[test]
fn gradients_are_those_of_central_differences() {
    let plane = [("perlin_deriv(p, 3u)", "perlin(AT, 3u)"), ("value_deriv(p, 3u)", "value(AT, 3u)"), ("fbm_deriv(p, 3u, 2, 2.0, 0.25)", "fbm(AT, 3u, 2, 2.0, 0.25)")];
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (analytic, value) in plane {
        let slope = |step: &str| difference(value, "p", step);
        let differences = format!("vec3f({value}, {}, {})", slope("vec2f(h, 0.0)"), slope("vec2f(0.0, h)")).replace("AT", "p");
        check_gradient(&gpu, &mut failures, analytic, &format!("vec4f({analytic} - {differences}, 0.0)"));
    }
    let slope = |step: &str| difference("perlin3(AT, 3u)", "q", step);
    let [x, y, z] = ["vec3f(h, 0.0, 0.0)", "vec3f(0.0, h, 0.0)", "vec3f(0.0, 0.0, h)"].map(slope);
    let differences = format!("vec4f(perlin3(q, 3u), {x}, {y}, {z})");
    check_gradient(&gpu, &mut failures, "perlin3_deriv", &format!("perlin3_deriv(q, 3u) - {differences}"));
    report(&failures);
}

/// A central difference of `value` at `at`, `h` being 1/256.
fn difference(value: &str, at: &str, step: &str) -> String {
    let side = |sign: &str| value.replace("AT", &format!("{at} {sign} {step}"));
    format!("({} - {}) / (2.0 * h)", side("+"), side("-"))
}

fn check_gradient(gpu: &Gpu, failures: &mut Vec<String>, name: &str, error: &str) {
    let body = format!("let h = 0.00390625; let q = vec3f(p, 0.5 * p.x - p.y); return {error};");
    let field = evaluate(gpu, &body, DYADIC);
    for (index, quantity) in ["value", "d/dx", "d/dy", "d/dz"].into_iter().enumerate() {
        let (max, rms) = (max_abs(channel(&field, index)), rms(channel(&field, index)));
        if max > 3e-3 || rms > 2e-4 {
            failures.push(format!("{name}, {quantity}: max error {max:e}, rms {rms:e}"));
        }
    }
}

#[test]
fn the_pseudo_derivative_is_no_derivative() {
    let field = dyadic(&support::gpu(), "vec4f(perlin_pseudo_deriv(p, 0u) - perlin_deriv(p, 0u), 0.0)");
    assert_eq!(max_abs(channel(&field, 0)), 0.0, "their values are equal");
    let error = rms(channel(&field, 1));
    assert!((error / 0.83 - 1.0).abs() < 0.02, "rms error {error}, not .83");
}

#[test]
fn tiled_noise_repeats_exactly() {
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (x, y) in [(1, 1), (2, 3), (5, 7), (16, 4), (289, 1)] {
        let tiled = |at: &str| format!("perlin_tiled({at}, 3u, vec2i({x}, {y}))");
        let (here, east, north) = (tiled("p"), tiled(&format!("p + vec2f({x}.0, 0.0)")), tiled(&format!("p - vec2f(0.0, {y}.0)")));
        let field = dyadic(&gpu, &format!("vec4f({here} - {east}, {here} - {north}, {here}, 0.0)"));
        let error = max_abs(channel(&field, 0).chain(channel(&field, 1)));
        if error != 0.0 || rms(channel(&field, 2)) < 0.1 {
            failures.push(format!("period ({x}, {y}): {error:e} off, rms {}", rms(channel(&field, 2))));
        }
    }
    report(&failures);
    let inside = dyadic(&gpu, "vec4f(perlin_tiled(abs(p), 3u, vec2i(64, 64)) - perlin(abs(p), 3u))");
    assert_eq!(max_abs(channel(&inside, 0)), 0.0, "within the period it is perlin");
}

#[test]
fn split_coordinates_are_exact_far_out_where_plain_ones_err_as_predicted() {
    let gpu = support::gpu();
    let near = dyadic(&gpu, "vec4f(perlin_split(vec2i(floor(p)), p - floor(p), 3u) - perlin_deriv(p, 3u), 0.0)");
    assert_eq!(max_abs(near.samples.iter().map(|value| f64::from(*value))), 0.0, "near the origin both are equal");
    let grid = SampleGrid { center: [0.0, 0.0], span: 512.0 * 0.073_713, size: [512, 512] };
    let mut failures = Vec::new();
    for (exponent, expected) in [(10, 4.7e-5), (14, 7.5e-4), (16, 3.0e-3), (18, 1.2e-2), (20, 4.8e-2)] {
        let offset = 1 << exponent;
        let body = format!(
            "let q = abs(p); let exact = perlin_split(vec2i(floor(q)) + vec2i({offset}), q - floor(q), 3u).x;
             return vec4f(perlin(q + vec2f({offset}.0), 3u) - exact);"
        );
        let error = rms(channel(&evaluate(&gpu, &body, grid), 0));
        if (error / expected - 1.0).abs() > 0.2 {
            failures.push(format!("2^{exponent}: rms error {error:e}, not {expected:e}"));
        }
    }
    report(&failures);
}

#[test]
fn a_seed_changes_the_field_and_nothing_else_does() {
    let gpu = support::gpu();
    let field = |seed: u32| wide(&gpu, &format!("vec4f(swiss_turbulence(p, {seed}u, 8, 2.0, 0.6, 0.15), perlin3_deriv(vec3f(p, 0.3), {seed}u).xyz)"));
    let first = field(7);
    assert!(first == field(7), "the same inputs give the same bits");
    let other = field(1_000_007);
    let means = |field: &Field| channel(field, 1).sum::<f64>() / 1_048_576.0;
    let product = channel(&first, 1).zip(channel(&other, 1)).map(|(a, b)| a * b).sum::<f64>() / 1_048_576.0;
    let correlation = (product - means(&first) * means(&other)) / (rms(channel(&first, 1)) * rms(channel(&other, 1)));
    assert!(correlation.abs() < 0.01, "two seeds correlate by {correlation}");
}

#[test]
fn volume_turbulences_stay_within_their_bounds() {
    const S: f64 = 1.992_187_5;
    let expected = [
        ("fbm3(q, OCTAVES)", -S, S),
        ("billowed3(q, OCTAVES)", 0.0, S),
        ("ridged3(q, OCTAVES)", 0.0, S),
        ("swiss_turbulence3(q, OCTAVES, 0.15)", 0.0, S),
        ("jordan_turbulence3(q, JORDAN, 1.0)", 0.0, f64::INFINITY),
        ("swiss_sphere(normalize(q), 0u, 2.0, 8, 2.0, 0.5, 0.15)", 0.0, S),
    ];
    let gpu = support::gpu();
    let mut failures = Vec::new();
    for (expression, low, high) in expected {
        let expression = expression.replace("OCTAVES", OCTAVES).replace("JORDAN", JORDAN).replace("(q", "(vec3f(p, 0.5 * p.x - p.y + 0.3)");
        let field = dyadic(&gpu, &format!("vec4f({expression})"));
        let outside = channel(&field, 0).filter(|value| !(low - 1e-5..=high + 1e-5).contains(value)).count();
        let spread = rms(channel(&field, 0));
        if outside > 0 || spread < 0.05 {
            failures.push(format!("{expression}: {outside} outside, rms {spread}"));
        }
    }
    report(&failures);
}
