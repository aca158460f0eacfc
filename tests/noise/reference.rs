//! Tests of every library function against the independent double-precision reference in tests/reference.

use std::fs;
use std::path::Path;
use std::process::Command;

use noise_playground::grid::SampleGrid;

use crate::probe::{evaluate, report, shipped_files};
use crate::support;

const CASES: &str = include_str!("../reference/cases.txt");

/// Variables of the expressions. Points are multiples of 2^-8, numbers are multiples of 2^-12: exact in both
/// precisions, also after doubling.
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

/// One sample per unit, so that each is in a different lattice cell.
const GRID: SampleGrid = SampleGrid {
    center: [0.0, 0.0],
    span: 64.0,
    size: [64, 64],
};

#[test]
fn functions_agree_with_the_reference() {
    let functions = functions();
    let vectors = CASES.lines().filter_map(case);
    let mut bytes = Vec::new();
    for vector in ["vec4f(q, s)".to_owned(), "vec4f(t, u, 0.0, 0.0)".to_owned()]
        .into_iter()
        .chain(vectors)
    {
        bytes.extend_from_slice(&samples(&vector, &functions));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("samples.r32");
    fs::write(&file, bytes).unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let compared = Command::new(root.join("target/python/bin/python3"))
        .arg("-B")
        .arg(root.join("tests/reference/compare.py"))
        .arg(&file)
        .output()
        .expect("tests/run installs the packages of the reference");
    assert!(
        compared.status.success(),
        "{}{}",
        String::from_utf8_lossy(&compared.stdout),
        String::from_utf8_lossy(&compared.stderr)
    );
}

#[test]
fn every_library_generator_has_a_reference_case() {
    let generators = shipped_files().iter().flat_map(|file| &file.generators);
    let missing: Vec<String> = generators
        .map(|generator| &generator.address)
        .filter(|address| address.file.as_str().starts_with("noise/"))
        .filter(|address| !CASES.contains(&format!(" {}(", address.function)))
        .map(ToString::to_string)
        .collect();
    report(&missing);
}

/// Parses a line of cases.txt (tolerance, number of components, expression) and returns the expression as a `vec4f`.
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

/// Evaluates an expression at the random points and returns the samples as little-endian bytes.
fn samples(vector: &str, functions: &[(String, String)]) -> Vec<u8> {
    let called = |name: &str| vector.contains(&format!("{name}(")) || name == "pcg4d";
    let imports: String = functions
        .iter()
        .filter(|(_, name)| called(name))
        .map(|(module, name)| format!("import package::noise::{module}::{name};\n"))
        .collect();
    let body = format!("{NAMES} {{ let p = q.xy; return {vector}; }}");
    let field = evaluate(&imports, &body, GRID);
    field
        .samples
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect()
}

/// Returns the functions of the library as (module, name).
fn functions() -> Vec<(String, String)> {
    let mut functions = Vec::new();
    for source in support::shipped().iter() {
        let Some(module) = source.path.as_str().strip_prefix("noise/") else {
            continue;
        };
        for line in source.text.lines() {
            if let Some((name, _)) = line
                .strip_prefix("fn ")
                .and_then(|rest| rest.split_once('('))
            {
                functions.push((module.trim_end_matches(".wgsl").to_owned(), name.to_owned()));
            }
        }
    }
    functions
}
