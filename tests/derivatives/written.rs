//! Derivatives that the noise library has by hand, against those of the functions themselves.

use noise_playground::field::Channel;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{self, Derivative, Precision, derive};
use noise_playground::gpu::{EvaluateInputs, PointPipeline};

use crate::positions;
use crate::support::{gpu, shipped};

/// Functions of the library whose name ends with this return their value and gradient.
const SUFFIX: &str = "_deriv";

/// Relative to the root mean square.
const TOLERANCES: [(Precision, f64); 2] = [(Precision::Single, 1e-6), (Precision::Double, 1e-12)];

#[test]
fn derivatives_by_hand_agree_with_derived_ones() {
    let tree = shipped();
    let mut names = Vec::new();
    let mut failures = Vec::new();
    let all = tree.iter().map(|source| generator::compile(&tree, source));
    let all: Vec<_> = all.flat_map(|file| file.generators).collect();
    for written in &all {
        let Some(name) = written.address().function.strip_suffix(SUFFIX) else {
            continue;
        };
        let Some(plain) = all.iter().find(|plain| plain.address().function == name) else {
            continue;
        };
        let derived = derive(plain, &Derivative::ValueAndGradient, Channel::X).unwrap();
        let (positions, derived_channels) = (positions(plain), derived.channels() as usize);
        for (precision, tolerance) in TOLERANCES {
            let [derived, written] = [&derived.clone().into(), written].map(|generator| {
                let (host, grid) = (HostInputs::default(), generator.initial_grid(1));
                let values = Values::default();
                let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &host).unwrap();
                let pipeline = PointPipeline::new(gpu(), generator, precision).unwrap();
                pipeline.evaluate(gpu(), &inputs, &positions).unwrap()
            });
            for channel in 0..derived_channels {
                let numbers = written.iter().map(|result| result[channel]);
                let errors: Vec<f64> = derived
                    .iter()
                    .zip(numbers.clone())
                    .map(|(derived, written)| derived[channel] - written)
                    .collect();
                let scale = rms(&numbers.collect::<Vec<_>>());
                let error = rms(&errors) / scale;
                if error.is_nan() || error > tolerance {
                    failures.push(format!("{name} {channel} {precision:?}: {error:e}"));
                }
            }
        }
        names.push(name.to_owned());
    }
    assert!(failures.is_empty(), "{failures:#?}");
    assert!(names.len() >= 10, "{names:?}");
}

fn rms(numbers: &[f64]) -> f64 {
    let squares = numbers.iter().map(|number| number * number).sum::<f64>();
    (squares / numbers.len() as f64).sqrt()
}
