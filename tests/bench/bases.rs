//! Benchmark of every noise function of the library: `cargo bench --bench bases [SIDE]`. Use a side of 256 with a
//! software driver.

use std::time::Instant;

use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{CompiledFile, Generator, compile};
use noise_playground::gpu::{EvaluateInputs, EvaluatePipeline, FieldTexture, Gpu};
use noise_playground::source::{ModulePath, SourceTree};

/// Benchmarked noises: name, WGSL expression of `p` in the plane and `q` in the volume, and number of operations in the
/// source text, if counted. Fused floating-point operations, integer operations, comparisons, conversions, roots and
/// sines count one each.
const BASES: [(&str, &str, Option<u32>); 29] = [
    ("nothing", "p.x", None),
    ("pcg3d", "f32(cell2(vec2i(p), 7u).x)", Some(15)),
    ("pcg4d", "f32(cell3(vec3i(q), 7u).x)", None),
    ("lattice2", "f32(lattice2(vec2i(p), 7u))", None),
    ("cheap2", "f32(cheap2(vec2i(p), 7u))", None),
    ("value", "value(p, 7u)", Some(90)),
    ("value_deriv", "all3(value_deriv(p, 7u))", None),
    ("value3", "value3(q, 7u)", None),
    ("perlin", "perlin(p, 7u)", Some(135)),
    ("perlin_cheap", "perlin_cheap(p, 7u)", None),
    ("perlin_deriv", "all3(perlin_deriv(p, 7u))", Some(163)),
    ("perlin_tiled", "perlin_tiled(p, 7u, vec2i(5))", None),
    ("perlin3", "perlin3(q, 7u)", None),
    ("perlin3_deriv", "all4(perlin3_deriv(q, 7u))", None),
    ("simplex", "simplex(p, 7u)", Some(128)),
    ("simplex_deriv", "all3(simplex_deriv(p, 7u))", Some(158)),
    ("simplex3", "simplex3(q, 7u)", None),
    ("simplex3_deriv", "all4(simplex3_deriv(q, 7u))", None),
    ("psrdnoise", "all3(psrdnoise(p, vec2f(8.0), 0.5))", None),
    ("cellular", "all2(cellular(p, 7u))", Some(232)),
    ("cellular_exact", "all2(cellular_exact(p, 7u, 1.0))", None),
    ("cellular_tiled", "all2(cellular_tiled(p, 7u, vec2i(5)))", None),
    ("cellular3", "all2(cellular3(q, 7u))", Some(753)),
    ("cellular3_exact", "all2(cellular3_exact(q, 7u, 1.0))", None),
    ("gabor", "gabor(p, 7u, 1.0, 0.8, 0.5, 8)", None),
    ("gabor_isotropic", "gabor_isotropic(p, 7u, 1.0, 0.5, 8)", None),
    ("gullies", "all2(gullies(p, vec2f(0.7, 0.0), 7u, 0.5))", Some(557)),
    ("curl", "all2(curl(p, 7u))", None),
    ("curl3", "all3(curl3(q, 7u))", None),
];

const IMPORTS: &str = "
import package::noise::hash::{cell2, cell3, lattice2, cheap2};
import package::noise::value::{value, value_deriv, value3};
import package::noise::perlin::{perlin, perlin_cheap, perlin_deriv, perlin_tiled, perlin3, perlin3_deriv};
import package::noise::simplex::{simplex, simplex_deriv, simplex3, simplex3_deriv, psrdnoise};
import package::noise::cellular::{cellular, cellular_exact, cellular_tiled, cellular3, cellular3_exact};
import package::noise::gabor::{gabor, gabor_isotropic};
import package::noise::erosion::gullies;
import package::noise::curl::{curl, curl3};
// Sums all components, because the compiler would remove the computation of unused ones.
fn all2(v: vec2f) -> f32 { return v.x + v.y; }
fn all3(v: vec3f) -> f32 { return v.x + v.y + v.z; }
fn all4(v: vec4f) -> f32 { return v.x + v.y + v.z + v.w; }
";

/// Number of evaluations per submission. `ROUNDS` is the number of measured submissions, of which the median is
/// printed, after one warm-up submission.
const REPEATS: u32 = 5;
const ROUNDS: usize = 7;

fn main() {
    let side = std::env::args().skip(1).find_map(|text| text.parse().ok());
    let side: u32 = side.unwrap_or(1024);
    let gpu = Gpu::headless(None).expect("an adapter");
    let file = bases();
    let field = FieldTexture::new(&gpu, [side; 2], 1).expect("a field");
    println!("{}, {side} x {side} samples, medians of {ROUNDS}", gpu.name());
    println!("{:16} {:>10} {:>10} {:>11}", "", "operations", "ms", "Gsamples/s");
    for (name, _, operations) in BASES {
        let generator = file
            .generators
            .iter()
            .find(|generator| generator.address().function == format!("bench_{name}"))
            .expect("the function");
        let milliseconds = median_ms(&gpu, generator, &field, side);
        let operations = operations.map_or_else(String::new, |count| count.to_string());
        let rate = f64::from(side) * f64::from(side) / milliseconds / 1e6;
        println!("{name:16} {operations:>10} {milliseconds:10.3} {rate:11.3}");
    }
}

/// Compiles a shader file with one function for each benchmarked noise.
fn bases() -> CompiledFile {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let shipped = SourceTree::open(&folder).expect("the built-in folder");
    let functions = BASES.map(|(name, expression, _)| {
        format!(
            "fn bench_{name}(p: vec2f) -> f32 {{ let q = vec3f(p, 0.3); return {expression}; }}\n"
        )
    });
    let text = format!("{IMPORTS}{}", functions.concat());
    let sources = shipped
        .iter()
        .map(|source| (source.path.to_string(), source.text.to_string()))
        .chain([("bases.wgsl".to_owned(), text)]);
    let tree: SourceTree = sources.collect();
    compile(&tree, tree.get(&ModulePath::new("bases.wgsl")).expect("the file"))
}

/// Returns the median time, in milliseconds, of one evaluation over a square grid that is 64 world units wide.
fn median_ms(
    gpu: &Gpu,
    generator: &std::sync::Arc<Generator>,
    field: &FieldTexture,
    side: u32,
) -> f64 {
    let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
    let grid = SampleGrid { center: [0.0, 0.0], span: 64.0, size: [side; 2] };
    let host = HostInputs::default();
    let inputs =
        EvaluateInputs::new(generator, &Values::default(), grid, 0.0, &host).expect("inputs");
    let run = || {
        let mut encoder = gpu.encoder();
        for _ in 0..REPEATS {
            pipeline
                .evaluate(gpu, &mut encoder, &inputs, grid.region(), field, None)
                .expect("an evaluation");
        }
        let commands = encoder.finish();
        let begun = Instant::now();
        gpu.queue.submit([commands]);
        gpu.device.poll(wgpu::PollType::wait_indefinitely()).expect("the device");
        begun.elapsed().as_secs_f64() * 1e3 / f64::from(REPEATS)
    };
    run();
    let mut times: Vec<f64> = (0..ROUNDS).map(|_| run()).collect();
    times.sort_by(f64::total_cmp);
    times[ROUNDS / 2]
}
