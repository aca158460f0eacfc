//! Derived gradients of the noise library, against those of its reference in `tests/reference` by forward duals.

use std::fs;

use noise_playground::field::Channel;
use noise_playground::generator::Derivative;
use noise_playground::generator::control::Values;

use crate::support::{self, shipped};
use crate::{Subject, beside_shipped};

const CASES: &str = include_str!("../reference/cases.txt");

/// The scalar functions of a point among the cases.
fn expressions() -> impl Iterator<Item = &'static str> {
    CASES.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut fields = line.splitn(3, ' ').skip(1);
        let (components, expression) = (fields.next()?, fields.next()?);
        let (_, arguments) = expression.split_once('(')?;
        let is_of_point = arguments.starts_with("p,") || arguments.starts_with("q,");
        (components == "1" && is_of_point).then_some(expression)
    })
}

/// Multiples of 2^-8, without regularity, within 16 of the origin.
fn points() -> Vec<[f64; 4]> {
    let number = |index: usize, step: f64| {
        ((index as f64 * step).fract() * 8192.0).floor() / 256.0 - 16.0 + 1.0 / 512.0
    };
    let point = |index| {
        let [x, y, z] =
            [0.819_172_513, 0.671_043_607, 0.549_700_478].map(|step| number(index, step));
        [x, y, z, 0.0]
    };
    (1..=256).map(point).collect()
}

#[test]
fn gradients_agree_with_forward_duals_of_the_reference() {
    let points = points();
    let mut bytes: Vec<u8> =
        points.iter().flatten().flat_map(|number| number.to_le_bytes()).collect();
    let tree = shipped();
    for expression in expressions() {
        let name = expression.split('(').next().unwrap();
        let declares = format!("fn {name}(");
        let mut sources = tree.iter().filter(|source| source.path.as_str().starts_with("noise/"));
        let source = sources.find(|source| source.text.contains(&declares)).unwrap();
        let module = source.path.as_str().trim_end_matches(".wgsl").replace('/', "::");
        let text = format!(
            "import package::{module}::{name};\nfn f(q: vec3f) -> f32 {{ let p = q.xy; return {expression}; }}"
        );
        let gradient =
            Subject::new(beside_shipped(&text)).derived(&Derivative::Gradient, Channel::X);
        let found = gradient.evaluate(&Values::default(), &points);
        bytes.extend(found.iter().flatten().flat_map(|number| number.to_le_bytes()));
    }
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("gradients");
    fs::write(&file, bytes).unwrap();
    support::compare_with_reference("gradients.py", [file.into_os_string()]);
}
