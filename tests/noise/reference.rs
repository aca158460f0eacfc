//! Tests of every function in the noise library against the independent double-precision reference in
//! `tests/reference`.

use std::fs;

use noise_playground::field::grid::SampleGrid;

use crate::probe::{evaluate, evaluate_twin, report, shipped_files};
use crate::support;

const CASES: &str = include_str!("../reference/cases.txt");

/// WGSL that defines the random variables of the test expressions. Points are multiples of 2^-8, numbers are multiples
/// of 2^-12: both are exact in single and double precision, also after doubling.
const NAMES: &str = "
let h = pcg4d(vec4u(bitcast<vec2u>(vec2i(floor(p))), 3u, 5u));
let numbers = pcg4d(h);
let q = vec3f(h.xyz >> vec3u(19u)) / 256.0 - 16.0;
let s = f32(numbers.x >> 20u) / 4096.0;
let t = f32(numbers.y >> 20u) / 4096.0;
let u = f32(numbers.z >> 20u) / 4096.0;
let cell3d = vec3i(floor(q));
let cell = cell3d.xy;
let on_sphere = normalize(q);
let knots = array<vec4f, 8>(vec4f(0.0, 0.5, 0.0, -1.0), vec4f(0.25, 0.0, 1.0, 1.0), vec4f(0.5, 1.5, 0.0, 2.0),
    vec4f(1.0, 1.0, -1.0, 0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0), vec4f(0.0));
";

/// Sample grid with one sample per unit, so that each is in a different lattice cell.
const GRID: SampleGrid = SampleGrid { center: [0.0, 0.0], span: 64.0, size: [64, 64] };

#[test]
fn functions_agree_with_the_reference() {
    let functions = functions();
    let mut bytes = Vec::new();
    for vector in vectors() {
        let (imports, body) = probe(&vector, &functions);
        let numbers = evaluate(&imports, &body, GRID).samples.into_iter();
        bytes.extend(numbers.flat_map(f32::to_le_bytes));
    }
    compare(&bytes, "single");
}

#[test]
fn twins_of_functions_agree_with_the_reference_in_double_precision() {
    let functions = functions();
    let positions: Vec<[f64; 4]> = (0..GRID.size[0] * GRID.size[1])
        .map(|index| [index % GRID.size[0], index / GRID.size[0]].map(f64::from))
        .map(|sample| GRID.world_from_sample(sample))
        .map(|[x, y]| [x, y, 0.0, 0.0])
        .collect();
    let mut bytes = Vec::new();
    for vector in vectors() {
        let (imports, body) = probe(&vector, &functions);
        let results = evaluate_twin(&imports, &body, &positions).into_iter();
        bytes.extend(results.flatten().flat_map(f64::to_le_bytes));
    }
    compare(&bytes, "double");
}

/// Returns the WGSL vector expressions to be evaluated: the random points themselves, and all test cases.
fn vectors() -> impl Iterator<Item = String> {
    let points = ["vec4f(q, s)", "vec4f(t, u, 0.0, 0.0)"].map(str::to_owned);
    points.into_iter().chain(CASES.lines().filter_map(case))
}

/// Compares samples of all vector expressions, given as bytes, with the reference, and panics if they differ.
#[track_caller]
fn compare(bytes: &[u8], precision: &str) {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("samples");
    fs::write(&file, bytes).unwrap();
    support::compare_with_reference("compare.py", [file.into_os_string(), precision.into()]);
}

#[test]
fn every_library_generator_has_a_reference_case() {
    let generators = shipped_files().iter().flat_map(|file| &file.generators);
    let missing: Vec<String> = generators
        .map(|generator| generator.address())
        .filter(|address| address.file.as_str().starts_with("noise/"))
        .filter(|address| !CASES.contains(&format!(" {}(", address.function)))
        .map(ToString::to_string)
        .collect();
    report(&missing);
}

/// Parses a line of `cases.txt` (tolerance, number of components, expression). Returns the expression as a WGSL
/// `vec4f`; `None` for other lines.
fn case(line: &str) -> Option<String> {
    let mut parts = line.splitn(3, ' ');
    let is_case = !line.is_empty() && !line.starts_with('#');
    let (_, components, expression) = (parts.next()?, parts.next()?, parts.next()?);
    let filled = match components {
        "1" => format!("vec4f({expression}, 0.0, 0.0, 0.0)"),
        "2" => format!("vec4f({expression}, 0.0, 0.0)"),
        "3" => format!("vec4f({expression}, 0.0)"),
        _ => expression.to_owned(),
    };
    is_case.then_some(filled)
}

/// Returns the import statements and the body of a WGSL function that evaluates an expression at random points.
fn probe(vector: &str, functions: &[(String, String)]) -> (String, String) {
    let called = |name: &str| vector.contains(&format!("{name}(")) || name == "pcg4d";
    let imports = functions
        .iter()
        .filter(|(_, name)| called(name))
        .map(|(module, name)| format!("import package::noise::{module}::{name};\n"))
        .collect();
    let body = format!("{NAMES} {{ let p = q.xy; return {vector}; }}");
    (imports, body)
}

/// Returns the functions of the noise library as pairs of module and name.
fn functions() -> Vec<(String, String)> {
    let mut functions = Vec::new();
    for source in support::shipped().iter() {
        let Some(module) = source.path.as_str().strip_prefix("noise/") else {
            continue;
        };
        for line in source.text.lines() {
            if let Some((name, _)) = line.strip_prefix("fn ").and_then(|rest| rest.split_once('('))
            {
                functions.push((module.trim_end_matches(".wgsl").to_owned(), name.to_owned()));
            }
        }
    }
    functions
}
