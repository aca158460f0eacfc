//! Helper functions for tests of noises: evaluate a WGSL function body over a grid, as the application does, and check
//! the samples.

use std::sync::OnceLock;

use noise_playground::field::Field;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::{CompiledFile, Precision, compile};
use noise_playground::source::SourceTree;

use crate::support;

/// WGSL that replaces OCTAVES in an expression: seed 0, and eight octaves with the published values.
const OCTAVES: &str = "0u, 8, 2.0, 0.5";
/// WGSL that replaces JORDAN in an expression: the parameters of Jordan turbulence except the last.
const JORDAN: &str = "0u, 8, 2.0, 0.8, 0.5, 0.4, 0.35, 1.0, 0.8";

/// Sum of the amplitudes of eight octaves with gain 1/2.
pub(crate) const S: f64 = 1.992_187_5;

/// Sample grid over 5000 lattice cells. Its coordinates are multiples of 9/128, to which 1/256 can be added without
/// rounding.
pub(crate) const DYADIC: SampleGrid =
    SampleGrid { center: [0.0, 0.0], span: 512.0 * 0.140_625, size: [512, 512] };

/// Smaller sample grid for expensive noises. Its coordinates are multiples of 9/128, to which 1/256 can be added
/// without rounding.
pub(crate) const DYADIC_FEW: SampleGrid =
    SampleGrid { center: [0.0, 0.0], span: 160.0 * 0.140_625, size: [160, 160] };

/// Sample grid of a million samples, each in a different lattice cell.
pub(crate) const WIDE: SampleGrid =
    SampleGrid { center: [0.37, 0.81], span: 1024.0 * 1.3717, size: [1024, 1024] };

/// Returns all built-in shader files, compiled once for all tests.
pub(crate) fn shipped_files() -> &'static [CompiledFile] {
    static FILES: OnceLock<Vec<CompiledFile>> = OnceLock::new();
    FILES.get_or_init(|| {
        let tree = support::shipped();
        tree.iter().map(|source| compile(&tree, source)).collect()
    })
}

/// Evaluates a WGSL function body `(p: vec2f) -> vec4f` over a grid. `imports` are import statements for the built-in
/// shaders.
pub(crate) fn evaluate(imports: &str, body: &str, grid: SampleGrid) -> Field {
    support::evaluate(&probe(imports, body), "probe.wgsl", "probe", &[], grid)
}

/// Evaluates the double-precision twin of a WGSL function body `(p: vec2f) -> vec4f` at positions.
pub(crate) fn evaluate_twin(imports: &str, body: &str, positions: &[[f64; 4]]) -> Vec<[f64; 4]> {
    let generator = support::generator(&probe(imports, body), "probe.wgsl", Some("probe"));
    support::evaluate_points(&generator, Precision::Double, positions)
}

/// Returns a folder with the built-in shaders and a file with the WGSL function body `(p: vec2f) -> vec4f`.
fn probe(imports: &str, body: &str) -> SourceTree {
    let body = body.replace("OCTAVES", OCTAVES).replace("JORDAN", JORDAN);
    let probe = format!("{imports}\nfn probe(p: vec2f) -> vec4f {{\n{body}\n}}\n");
    let shipped = support::shipped();
    let files = shipped.iter().map(|source| (source.path.as_str().to_owned(), source.text.clone()));
    files.chain([("probe.wgsl".to_owned(), probe)]).collect()
}

/// Evaluates a WGSL expression of type `vec4f` over a grid.
pub(crate) fn samples(imports: &str, expression: &str, grid: SampleGrid) -> Field {
    evaluate(imports, &format!("return {expression};"), grid)
}

/// Evaluates each of several WGSL expressions of type `vec4f` once, and returns their results.
pub(crate) fn table(imports: &str, rows: &[String]) -> Vec<[f32; 4]> {
    let cases: String = rows
        .iter()
        .enumerate()
        .map(|(at, row)| format!("case {at}: {{ return {row}; }}\n"))
        .collect();
    let count = rows.len() as u32;
    let grid = SampleGrid {
        center: [f64::from(count) / 2.0, 0.0],
        span: f64::from(count),
        size: [count, 1],
    };
    let body = format!("switch i32(p.x) {{ {cases} default: {{ return vec4f(0.0); }} }}");
    let field = evaluate(imports, &body, grid);
    field
        .samples
        .chunks_exact(4)
        .map(|sample| [sample[0], sample[1], sample[2], sample[3]])
        .collect()
}

/// Evaluates a WGSL expression with AT replaced by each of the points. Adds a message to `failures` for each point
/// whose result differs from `expected` by more than `tolerances`.
pub(crate) fn check_golden<const N: usize>(
    failures: &mut Vec<String>,
    imports: &str,
    (expression, expected): (&str, &[[f64; N]]),
    points: &[&str],
    tolerances: [f64; 4],
) {
    let vector = match N {
        1 => format!("vec4f({expression}, 0.0, 0.0, 0.0)"),
        2 => format!("vec4f({expression}, 0.0, 0.0)"),
        3 => format!("vec4f({expression}, 0.0)"),
        _ => expression.to_owned(),
    };
    let rows: Vec<String> =
        points.iter().take(expected.len()).map(|point| vector.replace("AT", point)).collect();
    for (found, expected) in table(imports, &rows).iter().zip(expected) {
        let is_wrong = |at: usize| (f64::from(found[at]) - expected[at]).abs() > tolerances[at];
        if (0..N).any(is_wrong) {
            failures.push(format!("{expression}: {:?}, not {expected:?}", &found[..N]));
        }
    }
}

/// Points in the plane at which golden values are known, as WGSL. `VOLUME` contains the points in the volume.
pub(crate) const PLANE: [&str; 3] = ["vec2f(1.3, 2.7)", "vec2f(10.25, -3.6)", "vec2f(-7.77, 0.41)"];
pub(crate) const VOLUME: [&str; 2] = ["vec3f(1.3, 2.7, -0.45)", "vec3f(10.25, -3.6, 5.8)"];

/// Iterates over one of the four components of all samples of a field.
pub(crate) fn channel(field: &Field, index: usize) -> impl Iterator<Item = f64> {
    field.samples.chunks_exact(4).map(move |sample| f64::from(sample[index]))
}

pub(crate) fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value, count + 1.0));
    sum / count
}

pub(crate) fn rms(values: impl Iterator<Item = f64>) -> f64 {
    mean(values.map(|value| value * value)).sqrt()
}

/// Returns the largest absolute value, or NaN if one of the values is NaN.
pub(crate) fn max_abs(values: impl Iterator<Item = f64>) -> f64 {
    let larger = |max: f64, value: f64| if value > max || value.is_nan() { value } else { max };
    values.map(f64::abs).fold(0.0, larger)
}

/// Expected moments of one component: mean, standard deviation, lower bound and upper bound.
pub(crate) type Moments = [f64; 4];

/// WGSL that replaces SEED in an expression: a different seed for every lattice cell.
const SEED: &str = "pcg(u32(i32(floor(p.x))) ^ pcg(u32(i32(floor(p.y)))))";

/// Evaluates a WGSL vector expression over a million lattice cells. Adds a message to `failures` for each component
/// whose mean differs by 0.01, whose standard deviation differs by 2 %, or with samples beyond the bounds.
pub(crate) fn check_moments(
    failures: &mut Vec<String>,
    imports: &str,
    vector: &str,
    expected: &[Moments],
) {
    let imports = format!("{imports}\nimport package::noise::hash::pcg;");
    let field = samples(&imports, &vector.replace("SEED", SEED), WIDE);
    for (component, [expected_mean, expected_deviation, low, high]) in expected.iter().enumerate() {
        let mean = mean(channel(&field, component));
        let deviation = rms(channel(&field, component).map(|value| value - mean));
        let inside = low - 1e-5..=high + 1e-5;
        let outside = channel(&field, component).filter(|value| !inside.contains(value)).count();
        if (mean - expected_mean).abs() > 0.01
            || (deviation / expected_deviation - 1.0).abs() > 0.02
            || outside > 0
        {
            failures.push(format!(
                "{vector}[{component}]: mean {mean:.4} ({expected_mean}), deviation {deviation:.4} ({expected_deviation}), {outside} outside"
            ));
        }
    }
}

/// Panics with the messages of all failures, if there are any.
#[track_caller]
pub(crate) fn report(failures: &[String]) {
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n"));
}
