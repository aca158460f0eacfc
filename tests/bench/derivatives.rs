//! Benchmark of exact derivatives: `cargo bench --bench derivatives [SIDE]`. Times of a value, of the value with its
//! gradient, and of the time to build each pipeline; for every gradient that the library has by hand, of both. Use a
//! side of 256 with a software driver.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::compile;
use noise_playground::control::{HostInputs, Values};
use noise_playground::generator::{Derivative, Generator, derive};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu};
use noise_playground::grid::SampleGrid;
use noise_playground::shading::Channel;
use noise_playground::source::SourceTree;

/// Swiss turbulence of 8 octaves over a noise whose slope is BASIS, in the plane.
const TEXT: &str = "
import package::noise::perlin::{perlin, perlin_deriv};
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
";

const REPEATS: u32 = 5;
/// Other programs only add to a time, so the least is the most exact.
const ROUNDS: usize = 25;

fn main() {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(1024);
    let gpu = Gpu::headless(None).expect("an adapter");
    println!("{}, {side} x {side} samples, least times of {ROUNDS}", gpu.name());
    println!("{:38} {:>10} {:>10}", "", "ms", "build ms");
    for basis in ["basis_deriv", "perlin_deriv"] {
        let swiss = find(basis, "swiss");
        print(&gpu, side, &format!("swiss over {basis}"), &swiss);
        let gradient = value_and_gradient(&swiss);
        print(&gpu, side, &format!("swiss over {basis}, with gradient"), &gradient);
    }
    for (value, by_hand) in by_hand() {
        let name = &value.address.function;
        print(&gpu, side, name, &value);
        print(&gpu, side, &format!("{name}, with gradient"), &value_and_gradient(&value));
        print(&gpu, side, &format!("{name}, with gradient by hand"), &by_hand);
    }
}

/// Functions of the library, each with the one that also returns its gradient.
fn by_hand() -> Vec<(Arc<Generator>, Arc<Generator>)> {
    let generators = compile(shipped().collect::<SourceTree>()).expect("the shaders");
    let pair = |written: &Arc<Generator>| {
        let name = written.address.function.strip_suffix("_deriv")?;
        let mut values = generators.iter();
        let value = values.find(|value| value.address.function == name)?;
        Some((Arc::clone(value), Arc::clone(written)))
    };
    generators.iter().filter_map(pair).collect()
}

fn shipped() -> impl Iterator<Item = (String, String)> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let files = shipped.iter().map(|source| (source.path.to_string(), source.text.clone()));
    files.collect::<Vec<_>>().into_iter()
}

fn find(basis: &str, function: &str) -> Arc<Generator> {
    let own = ("own.wgsl".to_owned(), TEXT.replace("BASIS", basis));
    let generators = compile(shipped().chain([own]).collect::<SourceTree>()).expect("the shaders");
    let is_found = |generator: &&Arc<Generator>| {
        generator.address.to_string() == format!("own.wgsl::{function}")
    };
    Arc::clone(generators.iter().find(is_found).expect("the function"))
}

fn value_and_gradient(generator: &Generator) -> Arc<Generator> {
    let derived = derive(generator, &Derivative::ValueAndGradient, Channel::X);
    Arc::new(derived.expect("a derivative"))
}

/// Prints the least time of one evaluation over a square grid that is 64 world units wide.
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
    let least = (0..ROUNDS).map(|_| run()).fold(f64::INFINITY, f64::min);
    // Software drivers compile at the first run.
    let built = built + f64::from(REPEATS) * (first - least).max(0.0);
    println!("{name:38} {least:10.3} {built:10.1}");
}
