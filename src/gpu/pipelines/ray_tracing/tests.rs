use super::*;
use crate::RenderSettings;
use crate::generator::control::{HostInputs, Values};
use crate::gpu::testing::pipeline;
use crate::gpu::{
    EvaluateInputs, Gpu, HostPipelines, PendingPicture, PictureTargets, ReadPicture, SceneData,
    TimeSlicer,
};
use crate::view::shading::ViewMode;
use crate::view::space::camera::Scene;
use crate::view::space::settings::Pass;

/// Renders a terrain view in which each ray stops after at most `limit` steps.
fn traced(limit: u32, pass: Pass) -> ReadPicture {
    let gpu = &Gpu::headless(None).unwrap();
    let pipeline = pipeline(gpu, "fn height(p: vec2f) -> f32 { return sin(3.0 * p.x) * p.y; }");
    let mut settings = RenderSettings::new(&pipeline.generator, 40);
    settings.shading.mode = ViewMode::Terrain;
    settings.scene.samples = Some(100);
    settings.scene.rays = 1;
    settings.scene.pass = pass;
    let grid = settings.scene.data_grid(settings.grid);
    let values = Values::default();
    let inputs =
        EvaluateInputs::new(&pipeline.generator, &values, grid, 0.0, &HostInputs::default());
    let inputs = inputs.unwrap();
    let rays = RayInputs::new(&settings, Scene::Terrain, grid).with_step_limit(limit);
    let mut data = SceneData::new(gpu, grid.size, &pipeline.generator, &rays, false).unwrap();
    let limit = std::time::Duration::from_secs(60);
    let mut slicer = TimeSlicer::new(gpu, &pipeline, &inputs, limit).unwrap();
    let mut host = HostPipelines::new(gpu);
    let mut encoder = gpu.encoder();
    let scene = (&rays, &settings.shading);
    let evaluated = slicer.evaluate_scene(&mut encoder, &mut host, &inputs, scene, &mut data);
    evaluated.unwrap();
    let targets = PictureTargets::of_scene(gpu, &data, [40, 40], 1, pass).unwrap();
    let scene = (&rays, &settings.shading, [0, 0]);
    let traced = slicer.trace(&mut encoder, &mut host, &inputs, scene, &targets);
    traced.unwrap();
    let samples = (pass != Pass::Color).then(|| settings.grid.region());
    let readback = targets.read_back(gpu, &mut encoder, samples, pass == Pass::Color).unwrap();
    let submission = gpu.queue.submit([encoder.finish()]);
    let pending = PendingPicture { submission, readback };
    pending.wait(gpu, &pipeline).unwrap()
}

#[test]
fn rays_at_the_step_limit_are_counted_and_not_finite() {
    let complete = traced(10_000, Pass::Depth);
    assert_eq!(complete.gave_up, 0);
    assert!(complete.samples.iter().all(|depth| depth.is_finite()));

    let steps = traced(10_000, Pass::Steps).samples;
    let expected = steps.iter().filter(|steps| **steps > 12.0).count();
    let limited = traced(12, Pass::Depth);
    assert!(expected > 50, "{expected}");
    assert_eq!(limited.gave_up as usize, expected);
    assert_eq!(limited.samples.iter().filter(|depth| depth.is_nan()).count(), expected);

    let picture = traced(12, Pass::Color).pixels;
    let magenta = picture.chunks_exact(4).filter(|pixel| pixel[..3] == [255, 0, 255]);
    assert_eq!(magenta.count(), expected);
}
