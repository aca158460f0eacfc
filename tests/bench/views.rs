//! Benchmark of the GPU stages of three-dimensional views: `cargo bench --bench views`. Arguments: the width and height
//! of the picture, and the samples of the terrain, of the solid and of a planet's face, for example `3840x2160 2048 256
//! 512`.

mod paired;

use noise_playground::RenderSettings;
use noise_playground::generator::compile;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{
    EvaluateInputs, EvaluatePipeline, Gpu, HostPipelines, PictureTargets, RayInputs, RayRegion,
    SceneData, ShadeInputs, SunInputs,
};
use noise_playground::source::{ModulePath, SourceTree};
use noise_playground::view::shading::ViewMode;
use noise_playground::view::space::camera::Scene;
use noise_playground::view::space::settings::Pass;
use paired::{Meter, median};

const RUNS: usize = 9;

/// Returns the median time, in milliseconds, of submissions of the recorded commands, after one warm-up submission.
fn median_ms(
    (gpu, meter): (&Gpu, &Meter),
    mut record: impl FnMut(&mut wgpu::CommandEncoder),
) -> f64 {
    let mut run = || meter.nanoseconds(gpu, &mut record) / 1e6;
    run();
    median((0..RUNS).map(|_| run()).collect())
}

/// Measures one three-dimensional view of a built-in generator, with one ray per pixel, and prints the times of its
/// stages.
fn measure(gpu: &Gpu, shader: (&str, &str), mode: ViewMode, scene: Scene, numbers: [u32; 3]) {
    let (file, function) = shader;
    let [width, height, samples] = numbers;
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("shaders");
    let tree = SourceTree::open(&folder).expect("the built-in folder");
    let compiled = compile(&tree, tree.get(&ModulePath::new(file)).expect("the file"));
    let mut generators = compiled.generators.iter();
    let found = generators.find(|generator| generator.address().function == function);
    let generator = found.expect("the function");
    let pipeline = EvaluatePipeline::new(gpu, generator).expect("a pipeline");
    let mut settings = RenderSettings::new(generator, 1);
    settings.grid.size = [width, height];
    settings.shading.mode = mode;
    (settings.scene.samples, settings.scene.rays) = (Some(samples), 1);
    let grid = settings.data_grid();
    let (values, inputs) = (Values::default(), HostInputs::default());
    let inputs = EvaluateInputs::new(generator, &values, grid, 0.0, &inputs).expect("inputs");
    let inputs = inputs.of_view(&settings);
    let rays = RayInputs::new(&settings, scene, grid);
    let data = SceneData::new(gpu, grid.size, generator, &rays, false).expect("data");
    let targets = PictureTargets::of_scene(gpu, &data, [width, height], 1, Pass::Color);
    let targets = targets.expect("targets");
    let hits = &targets.scene.as_ref().expect("a scene").hits;
    let whole = RayRegion::whole(hits, [0, 0], 1);
    let (sun, mut host) = (SunInputs::new(settings.shading.light), HostPipelines::new(gpu));
    let shade = ShadeInputs::new(&settings.shading, [grid.spacing(); 2], false);
    let meter = Meter::new(gpu);
    let mut print =
        |stage: &str, record: &mut dyn FnMut(&mut wgpu::CommandEncoder, &mut HostPipelines)| {
            let ms = median_ms((gpu, &meter), |encoder| record(encoder, &mut host));
            println!("{:8} {stage:10} {ms:9.3} ms", mode.name());
        };
    print("evaluate", &mut |encoder, _| {
        let (region, field) = (inputs.grid.region(), &data.field);
        let evaluated = pipeline.evaluate(gpu, encoder, &inputs, region, field, None);
        evaluated.expect("an evaluation");
    });
    print("range", &mut |encoder, host| {
        host.measure_range(gpu, encoder, &settings.shading, &data.field, &data.value_range);
    });
    print("bounds", &mut |encoder, host| {
        data.compute_bounds(gpu, encoder, host, &rays);
    });
    print("rays", &mut |encoder, host| {
        targets.trace(gpu, encoder, host, &rays, whole, None);
    });
    print("shadows", &mut |encoder, host| {
        targets.cast_shadows(gpu, encoder, host, (&rays, sun), whole, None);
    });
    print("shade", &mut |encoder, host| {
        let shaded = targets.shade_hits(gpu, encoder, host, (&rays, &shade), whole, false);
        shaded.expect("a picture");
    });
}

fn main() {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .flat_map(|argument| argument.split('x').map(str::to_owned).collect::<Vec<_>>())
        .filter_map(|number| number.parse().ok())
        .collect();
    let [width, height, terrain, solid, planet] = numbers[..] else {
        return main_with([760, 720, 1024, 96, 256]);
    };
    main_with([width, height, terrain, solid, planet]);
}

fn main_with([width, height, terrain, solid, planet]: [u32; 5]) {
    let gpu = Gpu::headless(None).expect("an adapter");
    println!(
        "{}, {width} x {height} rays, {terrain}^2, {solid}^3 and 6 x {planet}^2 samples, {}, medians of {RUNS}",
        gpu.name(),
        Meter::new(&gpu).unit()
    );
    let of = |samples| [width, height, samples];
    let fbm = ("generators/fbm.wgsl", "height");
    measure(&gpu, fbm, ViewMode::Terrain, Scene::Terrain, of(terrain));
    let caves = ("generators/caves.wgsl", "density");
    measure(&gpu, caves, ViewMode::Solid, Scene::Solid, of(solid));
    let globe = ("generators/planet.wgsl", "elevation");
    measure(&gpu, globe, ViewMode::Planet, Scene::Planet, of(planet));
}
