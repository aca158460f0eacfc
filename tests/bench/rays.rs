//! Benchmark of the camera rays of a terrain: the library's against those of a bare kernel on the same ground, in
//! alternation. Run by `cargo bench --bench rays [SAMPLES] [RAYS]`, both along each side.

#[path = "rays/bare.rs"]
mod bare;
mod paired;

use bare::Bare;
use noise_playground::RenderSettings;
use noise_playground::generator::compile;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, HostPipelines, PictureTargets, RayInputs, RayRegion,
    SceneData,
};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::settings::Pass;
use paired::{Meter, median};

/// Most of the library's time over that of the bare kernel.
const GOAL: f64 = 1.5;
const ROUNDS: usize = 7;

/// Azimuth, altitude and distance; the vertical field of view is 45 degrees.
const CAMERAS: [[f64; 3]; 4] =
    [[30.0, 35.0, 1.2], [30.0, 8.0, 1.2], [30.0, 75.0, 1.2], [155.0, 20.0, 0.6]];

const GROUND: &str = "
import package::noise::turbulence::fbm;
fn height(p: vec2f) -> f32 { return 0.6 * fbm(p, 7u, 8.0, 2.0, 0.5); }";

/// Imported by `GROUND`; embedded so that the benchmark runs on machines without the files.
const NOISE: [(&str, &str); 3] = [
    ("noise/hash.wgsl", include_str!("../../shaders/noise/hash.wgsl")),
    ("noise/perlin.wgsl", include_str!("../../shaders/noise/perlin.wgsl")),
    ("noise/turbulence.wgsl", include_str!("../../shaders/noise/turbulence.wgsl")),
];

fn main() {
    let mut numbers = std::env::args().skip(1).filter_map(|text| text.parse().ok());
    let samples = numbers.next().unwrap_or(2048_u32).next_power_of_two();
    let rays = numbers.next().unwrap_or(1024_u32);
    let gpu = Gpu::headless(None).expect("an adapter");
    let files = NOISE
        .into_iter()
        .chain([("ground.wgsl", GROUND), ("bare.wgsl", include_str!("rays/bare.wgsl"))]);
    let tree = files.collect();
    let meter = Meter::new(&gpu);
    println!("{}, {samples}^2 samples, {rays}^2 rays, medians of {ROUNDS}", gpu.name());
    println!("{} a ray; camera      library  bare kernel    ratio     goal", meter.unit());
    for camera in CAMERAS {
        let mut library = Library::new(&gpu, &tree, [samples, rays], camera);
        let bare = Bare::new(&gpu, &tree, [samples, rays], camera);
        let mut rounds = Vec::new();
        for _ in 0..=ROUNDS {
            let ours = meter.nanoseconds(&gpu, |encoder| library.trace(&gpu, encoder));
            let bare = meter.nanoseconds(&gpu, |encoder| bare.trace(encoder));
            rounds.push([ours, bare].map(|time| time / f64::from(rays).powi(2)));
        }
        // The first round warms up.
        let rounds = &rounds[1..];
        let [ours, bare] =
            [0, 1].map(|way| median(rounds.iter().map(|round| round[way]).collect()));
        let ratio = median(rounds.iter().map(|[ours, bare]| ours / bare).collect());
        let [azimuth, altitude, distance] = camera;
        println!(
            "{azimuth:15},{altitude:3},{distance:4} {ours:9.3} ns {bare:9.3} ns {ratio:8.2} {GOAL:8.2}"
        );
    }
}

/// The library's rays through the ground.
struct Library {
    targets: PictureTargets,
    host: HostPipelines,
    rays: RayInputs,
}

impl Library {
    fn new(gpu: &Gpu, tree: &SourceTree, [samples, size]: [u32; 2], camera: [f64; 3]) -> Self {
        let compiled = compile(tree, tree.get(&ModulePath::new("ground.wgsl")).expect("the file"));
        let generator = compiled.main().expect("a generator");
        let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
        let mut settings = RenderSettings::new(generator, size);
        settings.grid.span = bare::SPAN;
        settings.shading.mode = ViewMode::Terrain;
        let [azimuth, altitude, distance] = camera;
        let camera = format!("{azimuth},{altitude},{distance},{}", bare::FIELD_OF_VIEW);
        let scene = &mut settings.scene;
        scene.camera = Some(Scene::Terrain.parse_camera(&camera).expect("a camera"));
        scene.target = Some([0.0; 3]);
        (scene.samples, scene.rays, scene.pass) = (Some(samples), 1, Pass::Depth);
        let grid = settings.data_grid();
        let (values, inputs) = (Values::default(), HostInputs::default());
        let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &inputs).expect("inputs");
        let rays = RayInputs::new(&settings, Scene::Terrain, grid);
        let data = SceneData::new(gpu, grid.size, generator, &rays, false).expect("data");
        let mut host = HostPipelines::new(gpu);
        let mut encoder = gpu.encoder();
        pipeline
            .evaluate(gpu, &mut encoder, &inputs, grid.region(), &data.field, None)
            .expect("an evaluation");
        data.compute_bounds(gpu, &mut encoder, &mut host, &rays);
        gpu.queue.submit([encoder.finish()]);
        let targets = PictureTargets::of_scene(gpu, &data, [size; 2], 1, Pass::Depth);
        Self { targets: targets.expect("targets"), host, rays }
    }

    fn trace(&mut self, gpu: &Gpu, encoder: &mut wgpu::CommandEncoder) {
        let hits = &self.targets.scene.as_ref().expect("a scene").hits;
        let whole = RayRegion::whole(hits, [0, 0], 1);
        self.targets.trace(gpu, encoder, &mut self.host, &self.rays, whole, None);
    }
}
