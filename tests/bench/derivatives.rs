//! Benchmark of exact derivatives: `cargo bench --bench derivatives [SIDE]`. How many times as long as a value it takes
//! to evaluate and to build the value with its gradient, derived and by hand, for every gradient that the library has by
//! hand; and a picture with exact normals, as a multiple of one with those of its samples. A software driver gets a
//! side of 256 unless another one is given.

use std::sync::Arc;
use std::time::Instant;

use noise_playground::compile;
use noise_playground::field::Channel;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Derivative, Generator, derive};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, Gpu, HostPipelines, PictureTargets};
use noise_playground::source::SourceTree;
use noise_playground::view::shading::{Normals, Shading, ViewMode};

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
    let gpu = Gpu::headless(None).expect("an adapter");
    let default = if gpu.name().contains("llvmpipe") { 256 } else { 1024 };
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok()).unwrap_or(default);
    let bench = Bench { gpu, side };
    println!("{}, {side} x {side} samples, least times of {ROUNDS}", bench.gpu.name());
    println!("{:34} {:>9} {:>9} {:>9} {:>9}", "", "value", "derived", "by hand", "derived /");
    println!(
        "{:34} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "", "ms", "/ value", "/ value", "by hand", "build"
    );
    for basis in ["basis_deriv", "perlin_deriv"] {
        bench.print(&format!("swiss over {basis}"), &find(basis, "swiss"), None);
    }
    for (value, by_hand) in by_hand() {
        bench.print(&value.address().function, &value, Some(&by_hand));
    }
    println!("\n{:34} {:>9} {:>9}", "relief", "samples", "exact");
    println!("{:34} {:>9} {:>9}", "", "ms", "/ samples");
    for file in ["fbm", "swiss", "cellular", "hills"] {
        bench.print_normals(file);
    }
}

struct Bench {
    gpu: Gpu,
    side: u32,
}

/// A picture of a generator that can be drawn again and again.
struct Drawn {
    pipeline: EvaluatePipeline,
    targets: PictureTargets,
    inputs: EvaluateInputs,
    shading: Shading,
    build_ms: f64,
    least_ms: f64,
}

impl Bench {
    /// Prints the times of a value, and of the value with its gradient.
    fn print(&self, name: &str, value: &Arc<Generator>, by_hand: Option<&Arc<Generator>>) {
        let derived = derive(value, &Derivative::ValueAndGradient, Channel::X);
        let derived = Arc::new(derived.expect("a derivative"));
        let values = Shading { mode: ViewMode::Texture, ..Shading::default() };
        let generators = [value, &derived].into_iter().chain(by_hand);
        let mut drawn: Vec<Drawn> =
            generators.map(|generator| self.draw(generator, values)).collect();
        self.time(&mut drawn, false);
        let least: Vec<f64> = drawn.iter().map(|drawn| drawn.least_ms).collect();
        let build = drawn[1].build_ms / drawn[0].build_ms;
        let ratio = least[1] / least[0];
        match least.get(2) {
            Some(hand) => {
                let (of_hand, apart) = (hand / least[0], least[1] / hand);
                println!(
                    "{name:34} {:9.3} {ratio:9.2} {of_hand:9.2} {apart:9.2} {build:9.2}",
                    least[0]
                );
            }
            None => {
                println!("{name:34} {:9.3} {ratio:9.2} {:>9} {:>9} {build:9.2}", least[0], "", "");
            }
        }
    }

    /// Prints the times of whole pictures, with their evaluation.
    fn print_normals(&self, file: &str) {
        let is_of_file = |generator: &&Arc<Generator>| {
            generator.is_main()
                && generator.address().file.to_string() == format!("generators/{file}.wgsl")
        };
        let generators = compile(shipped().collect::<SourceTree>()).expect("the shaders");
        let generator = generators.iter().find(is_of_file).expect("the file");
        let exact = generator.with_exact_normals(Channel::X).expect("a gradient").into();
        let relief = |normals| Shading { mode: ViewMode::Relief, normals, ..Shading::default() };
        let mut drawn = [(generator, Normals::Samples), (&exact, Normals::Exact)]
            .map(|(generator, normals)| self.draw(generator, relief(normals)));
        self.time(&mut drawn, true);
        let [samples, exact] = drawn.map(|drawn| drawn.least_ms);
        println!("{file:34} {samples:9.3} {:9.2}", exact / samples);
    }

    /// Over a square grid that is 64 world units wide.
    fn draw(&self, generator: &Arc<Generator>, shading: Shading) -> Drawn {
        let begun = Instant::now();
        let pipeline = EvaluatePipeline::new(&self.gpu, generator).expect("a pipeline");
        let build_ms = begun.elapsed().as_secs_f64() * 1e3;
        let size = [self.side; 2];
        let grid = SampleGrid { center: [0.0, 0.0], span: 64.0, size };
        let (values, host) = (Values::default(), HostInputs::default());
        let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &host).expect("inputs");
        let targets = PictureTargets::new(&self.gpu, size, generator).expect("textures");
        Drawn { pipeline, targets, inputs, shading, build_ms, least_ms: f64::INFINITY }
    }

    /// Alternates, so that the load of the machine changes all times alike.
    fn time(&self, drawn: &mut [Drawn], shades: bool) {
        let mut host = HostPipelines::new(&self.gpu);
        for drawn in drawn.iter_mut() {
            let first = self.run(drawn, shades, &mut host);
            let second = self.run(drawn, shades, &mut host);
            // Software drivers compile at the first run.
            drawn.build_ms += f64::from(REPEATS) * (first - second).max(0.0);
        }
        for _ in 0..ROUNDS {
            for drawn in drawn.iter_mut() {
                drawn.least_ms = drawn.least_ms.min(self.run(drawn, shades, &mut host));
            }
        }
    }

    /// Returns the milliseconds of one evaluation, or of one whole picture.
    fn run(&self, drawn: &Drawn, shades: bool, host: &mut HostPipelines) -> f64 {
        let Drawn { pipeline, targets, inputs, shading, .. } = drawn;
        let gpu = &self.gpu;
        let mut encoder = gpu.encoder();
        for _ in 0..REPEATS {
            let recorded = if shades {
                targets.record(gpu, &mut encoder, host, pipeline, inputs, shading)
            } else {
                let region = inputs.grid.region();
                pipeline.evaluate(gpu, &mut encoder, inputs, region, &targets.field, None)
            };
            recorded.expect("an evaluation");
        }
        let commands = encoder.finish();
        let begun = Instant::now();
        gpu.queue.submit([commands]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
        begun.elapsed().as_secs_f64() * 1e3 / f64::from(REPEATS)
    }
}

/// Functions of the library, each with the one that also returns its gradient.
fn by_hand() -> Vec<(Arc<Generator>, Arc<Generator>)> {
    let generators = compile(shipped().collect::<SourceTree>()).expect("the shaders");
    let pair = |written: &Arc<Generator>| {
        let name = written.address().function.strip_suffix("_deriv")?;
        let mut values = generators.iter();
        let value = values.find(|value| value.address().function == name)?;
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
        generator.address().to_string() == format!("own.wgsl::{function}")
    };
    Arc::clone(generators.iter().find(is_found).expect("the function"))
}
