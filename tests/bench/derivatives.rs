//! Benchmark of exact derivatives: `cargo bench --bench derivatives [SIDE]`. Times of a value, of the value with its
//! gradient, and of the time to build each pipeline. Use a side of 256 with a software driver.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::compile;
use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::{Derivative, Generator, derive};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu};
use noise_playground::grid::SampleGrid;
use noise_playground::shading::Channel;
use noise_playground::source::SourceTree;

/// Swiss turbulence of 8 octaves over a noise whose slope is BASIS, in the plane; and noises with their expressions.
const TEXT: &str = "
import package::noise::perlin::{perlin, perlin_deriv};
import package::noise::simplex::{simplex, simplex_deriv};
import package::noise::turbulence::{fbm, fbm_deriv};
fn basis(p: vec2f, seed: u32) -> f32 { return perlin(p, seed); }
fn swiss(p: vec2f) -> f32 {
    var sum = 0.0;
    var slide = vec2f(0.0);
    var frequency = 1.0;
    var amplitude = 1.0;
    for (var i = 0; i < 8; i++) {
        let n = BASIS((p + 0.15 * slide) * frequency, 7u + u32(i));
        sum += amplitude * (1.0 - abs(n.x));
        slide -= amplitude * n.x * n.yz;
        frequency *= 1.92;
        amplitude *= 0.6 * saturate(sum);
    }
    return sum;
}
fn perlin_value(p: vec2f) -> f32 { return perlin(p, 7u); }
fn perlin_by_hand(p: vec2f) -> vec3f { return perlin_deriv(p, 7u); }
fn simplex_value(p: vec2f) -> f32 { return simplex(p, 7u); }
fn simplex_by_hand(p: vec2f) -> vec3f { return simplex_deriv(p, 7u); }
fn fbm_value(p: vec2f) -> f32 { return fbm(p, 7u, 8.0, 1.92, 0.5); }
fn fbm_by_hand(p: vec2f) -> vec3f { return fbm_deriv(p, 7u, 8.0, 1.92, 0.5); }
";

const REPEATS: u32 = 5;
const ROUNDS: usize = 7;

fn main() {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1024);
    let gpu = Gpu::headless(None).expect("an adapter");
    println!("{}, {side} x {side} samples, medians of {ROUNDS}", gpu.name());
    println!("{:38} {:>10} {:>10}", "", "ms", "build ms");
    for basis in ["basis_deriv", "perlin_deriv"] {
        let swiss = find(basis, "swiss");
        print(&gpu, side, &format!("swiss over {basis}"), &swiss);
        let gradient = value_and_gradient(&swiss);
        print(&gpu, side, &format!("swiss over {basis}, with gradient"), &gradient);
    }
    for name in ["perlin", "simplex", "fbm"] {
        let value = find("perlin_deriv", &format!("{name}_value"));
        print(&gpu, side, name, &value);
        print(&gpu, side, &format!("{name}, with gradient"), &value_and_gradient(&value));
        let by_hand = find("perlin_deriv", &format!("{name}_by_hand"));
        print(&gpu, side, &format!("{name}, with gradient by hand"), &by_hand);
    }
}

fn find(basis: &str, function: &str) -> Arc<Generator> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let noises = shipped.iter().map(|source| (source.path.to_string(), source.text.clone()));
    let own = ("own.wgsl".to_owned(), TEXT.replace("BASIS", basis));
    let generators = compile(noises.chain([own]).collect::<SourceTree>()).expect("the shaders");
    let is_found = |generator: &&Arc<Generator>| {
        generator.address.to_string() == format!("own.wgsl::{function}")
    };
    Arc::clone(generators.iter().find(is_found).expect("the function"))
}

fn value_and_gradient(generator: &Generator) -> Arc<Generator> {
    let derived = derive(generator, &Derivative::ValueAndGradient, Channel::X);
    Arc::new(derived.expect("a derivative"))
}

/// Prints the median time of one evaluation over a square grid that is 64 world units wide.
fn print(gpu: &Gpu, side: u32, name: &str, generator: &Arc<Generator>) {
    let begun = Instant::now();
    let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
    let built = begun.elapsed().as_secs_f64() * 1e3;
    let field = FieldTexture::of_generator(gpu, [side; 2], generator).expect("a field");
    let grid = SampleGrid { center: [0.0, 0.0], span: 64.0, size: [side; 2] };
    let host = HostInputs::default();
    let inputs =
        EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host).expect("inputs");
    let run = || {
        let mut encoder =
            gpu.device.create_command_encoder(&wgpu::CommandEncoderDescriptor::default());
        for _ in 0..REPEATS {
            let region = grid.region();
            let evaluated = pipeline.evaluate(gpu, &mut encoder, &inputs, region, &field, None);
            evaluated.expect("an evaluation");
        }
        let commands = encoder.finish();
        let begun = Instant::now();
        gpu.queue.submit([commands]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
        begun.elapsed().as_secs_f64() * 1e3 / f64::from(REPEATS)
    };
    let first = run();
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    let median = times[ROUNDS / 2];
    // Software drivers compile at the first run.
    let built = built + f64::from(REPEATS) * (first - median).max(0.0);
    println!("{name:38} {median:10.3} {built:10.1}");
}
