//! What derivatives cost: the time of an evaluation, and from a new text to its first evaluation, as multiples of the
//! value's own.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Derivative, Generator, derive};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture};

use crate::beside_shipped;
use crate::support::gpu;

const SIDE: u32 = 160;

/// In pairs, since other tests and programs run beside them.
const ROUNDS: usize = 20;

/// Swiss turbulence of 8 octaves over the derived slope of Perlin noise.
const SWISS: &str = "
import package::noise::perlin::perlin;
/// @hidden
fn basis(p: vec2f, seed: u32) -> f32 { return perlin(p, seed); }
fn swiss(p: vec2f) -> f32 {
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; i < 8; i++) {
        let n = basis_deriv((p + 0.15 * slide) * frequency, 7u + u32(i));
        sum += amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yz;
        frequency *= 1.92;
        amplitude *= 0.6 * saturate(sum);
    }
    return sum;
}";

struct Timed {
    pipeline: EvaluatePipeline,
    inputs: EvaluateInputs,
    field: FieldTexture,
}

impl Timed {
    fn new(generator: Arc<Generator>) -> Self {
        let grid = SampleGrid { center: [0.0, 0.0], span: 64.0, size: [SIDE; 2] };
        let (values, host) = (Values::default(), HostInputs::default());
        Self {
            pipeline: EvaluatePipeline::new(gpu(), &generator).unwrap(),
            inputs: EvaluateInputs::new(&generator, &values, grid, 0.0, &host).unwrap(),
            field: FieldTexture::of_generator(gpu(), grid.size, &generator).unwrap(),
        }
    }

    fn evaluate(&self) -> f64 {
        let gpu = gpu();
        let mut encoder = gpu.encoder();
        let region = self.inputs.grid.region();
        self.pipeline.evaluate(gpu, &mut encoder, &self.inputs, region, &self.field, None).unwrap();
        let begun = Instant::now();
        gpu.queue.submit([encoder.finish()]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).unwrap();
        begun.elapsed().as_secs_f64()
    }
}

/// How many times as long the gradient takes as the value: the median.
fn ratio(time: impl Fn(bool, usize) -> f64) -> f64 {
    let pair = |round| {
        let [value, gradient] = [false, true].map(|has_gradient| time(has_gradient, round));
        gradient / value
    };
    let mut ratios: Vec<f64> = (0..ROUNDS).map(pair).collect();
    ratios.sort_by(f64::total_cmp);
    ratios[ROUNDS / 2]
}

/// From a text that no driver has in its cache.
fn first_evaluation(has_gradient: bool, round: usize) -> f64 {
    let seed = std::process::id() as usize * ROUNDS + round;
    let begun = Instant::now();
    let value = beside_shipped(&SWISS.replace("7u", &format!("{seed}u")));
    Timed::new(if has_gradient { with_gradient(&value) } else { value }).evaluate();
    begun.elapsed().as_secs_f64()
}

fn with_gradient(value: &Generator) -> Arc<Generator> {
    derive(value, &Derivative::ValueAndGradient, Channel::X).unwrap().into()
}

#[test]
fn gradient_takes_at_most_three_times_as_long_as_the_value_and_twice_as_long_to_build() {
    let value = beside_shipped(SWISS);
    let pair = [Arc::clone(&value), with_gradient(&value)].map(Timed::new);
    let evaluated = ratio(|has_gradient, _| pair[usize::from(has_gradient)].evaluate());
    let built = ratio(first_evaluation);
    println!("evaluation {evaluated:.2}, build {built:.2}");
    assert!(evaluated < 3.0, "{evaluated}");
    assert!(built < 2.0, "{built}");
}
