//! Tests of progressive pictures: which stages run again after a change, and in which chunks.

mod early;
mod horizons;
mod programs;

use noise_playground::compile;
use noise_playground::field::grid::SampleGrid;
use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::gpu::{PipelineCost, SampleCost, read_field, read_picture, read_report};
use noise_playground::view::shading::{Light, Palette, Shading, ViewMode};

use super::*;

const PLAIN: &str = "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }";

struct Bench {
    gpu: Gpu,
    shared: SharedPipelines,
    pipeline: Arc<EvaluatePipeline>,
    picture: ProgressivePicture,
    size: [u32; 2],
    values: Values,
    shading: Shading,
    /// Present time that animated shaders read, in seconds.
    time: f64,
}

impl Bench {
    /// Creates a picture of a shader. Each sample is assumed to cost this number of milliseconds.
    fn new(text: &str, size: [u32; 2], ms_per_sample: f64) -> Self {
        let gpu = Gpu::headless(None).unwrap();
        let generator = &compile([("a.wgsl", text)]).unwrap()[0];
        let mut pipeline = EvaluatePipeline::new(&gpu, generator).unwrap();
        let cost = SampleCost::new(1, ms_per_sample);
        pipeline.cost = Some(PipelineCost { evaluate: cost, surface: cost });
        let shared = SharedPipelines {
            timer: EvaluationTimer::Fixed(ms_per_sample),
            ..SharedPipelines::new(&gpu)
        };
        Self {
            picture: ProgressivePicture::new(&gpu, size, generator).unwrap(),
            pipeline: Arc::new(pipeline),
            values: Values::default(),
            shading: Shading::default(),
            time: 0.0,
            gpu,
            shared,
            size,
        }
    }

    fn frame(&mut self) -> UpdateResult {
        let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: self.size };
        let (gpu, generator) = (&self.gpu, &self.pipeline.generator);
        let host = HostInputs { time: self.time, ..HostInputs::default() };
        let inputs = EvaluateInputs::new(generator, &self.values, grid, 0.0, &host).unwrap();
        let mut encoder = gpu.encoder();
        self.picture.receive(gpu, &self.shared.timer);
        let Self { shared, pipeline, shading, .. } = self;
        let frame = FrameInputs {
            settings: RenderSettings { shading: *shading, ..grid.into() },
            role: Role::Shaded,
            counts_non_finite: false,
            deviation: 1.0,
            is_canceled: false,
        };
        let work =
            self.picture.update(gpu, shared, &mut encoder, pipeline, inputs, &frame).unwrap();
        gpu.queue.submit([encoder.finish()]);
        work
    }

    /// Updates the picture until it is complete. Returns the result of each update.
    fn frames(&mut self) -> Vec<UpdateResult> {
        let mut frames = vec![self.frame()];
        while self.picture.progress().is_some() {
            frames.push(self.frame());
        }
        frames
    }

    fn pixels(&self) -> Vec<u8> {
        read_picture(&self.gpu, &self.picture.targets().picture).unwrap()
    }

    fn samples(&self) -> Vec<f32> {
        read_field(&self.gpu, &self.picture.targets().field).unwrap().samples
    }

    fn center_sample(&self) -> f32 {
        let [width, height] = self.size.map(|count| count as usize);
        self.samples()[height / 2 * width + width / 2]
    }

    fn set(&mut self, value: f64) {
        let control = &self.pipeline.generator.controls()[0];
        self.values.set(control, value.into());
    }
}

#[test]
fn only_stages_after_changed_input_run_again() {
    let mut bench = Bench::new(PLAIN, [1024, 1024], 0.0);
    let update = |bench: &mut Bench| {
        let work = bench.frame();
        (work.evaluated, work.measured, work.shaded)
    };
    assert_eq!(update(&mut bench), (true, true, true));
    assert_eq!(update(&mut bench), (false, false, false));

    bench.shading.light = Light { azimuth: 200.0, altitude: 20.0 };
    bench.shading.exaggeration = 3.0;
    bench.shading.palette = Some(Palette::Vik);
    assert_eq!(update(&mut bench), (false, false, true));
    bench.shading.mode = ViewMode::Contour;
    assert_eq!(update(&mut bench), (false, false, true));

    bench.set(0.25);
    assert_eq!(update(&mut bench), (true, true, true));
}

#[test]
fn heavy_picture_is_coarse_first_then_evaluated_in_chunks() {
    let size = [250, 203];
    let mut whole = Bench::new(PLAIN, size, 0.0);
    assert_eq!(whole.frames().len(), 1);

    // 8000 samples fit a frame of 8 ms. A coarse picture with one sample per 3 × 3 pixels has 84 × 68.
    let mut bench = Bench::new(PLAIN, size, 0.001);
    let frames = bench.frames();
    let (coarse, chunks) = frames.split_first().unwrap();
    assert_eq!(coarse.samples, 84 * 68);
    assert!(coarse.evaluated && coarse.measured && coarse.shaded);
    let (last, before) = chunks.split_last().unwrap();
    assert!(chunks.iter().all(|work| (1..=8000).contains(&work.samples)));
    assert!(before.iter().all(|work| !work.evaluated && !work.shaded));
    assert!(last.evaluated && last.measured && last.shaded);
    assert_eq!(chunks.iter().map(|work| work.samples).sum::<u64>(), 250 * 203);
    assert_eq!(bench.frame(), UpdateResult::default());
    assert!(bench.samples() == whole.samples());
    assert!(bench.pixels() == whole.pixels());
    let took = bench.picture.evaluate_ms().unwrap();
    assert!((took - 0.001 * 250.0 * 203.0).abs() < 1e-6, "{took}");
}

#[test]
fn newer_inputs_abandon_older_work() {
    let mut bench = Bench::new(PLAIN, [256, 256], 0.001);
    for step in 0..5 {
        bench.set(f64::from(step));
        assert_eq!(bench.frame().samples, 64 * 64);
    }
    bench.frame();
    bench.set(0.5);
    assert_eq!(bench.frame().samples, 64 * 64);
    bench.frames();

    let mut whole = Bench::new(PLAIN, [256, 256], 0.0);
    whole.set(0.5);
    whole.frames();
    assert!(bench.samples() == whole.samples());
    assert!(bench.pixels() == whole.pixels());
}

#[test]
fn coarse_picture_resembles_full_one() {
    let mut bench = Bench::new(PLAIN, [256, 256], 0.001);
    bench.shading.mode = ViewMode::Texture;
    bench.frame();
    let coarse = bench.pixels();
    bench.frames();
    let whole = bench.pixels();
    let differences = coarse.iter().zip(&whole).map(|(one, other)| one.abs_diff(*other));
    let mean = differences.map(f64::from).sum::<f64>() / coarse.len() as f64;
    assert!((0.01..4.0).contains(&mean), "{mean}");
}

#[test]
fn changed_light_shades_coarse_picture_again() {
    let mut bench = Bench::new(PLAIN, [256, 256], 0.001);
    bench.frame();
    let before = bench.pixels();
    bench.shading.light.azimuth = 100.0;
    assert!(bench.frame().shaded);
    assert!(bench.pixels() != before);
    assert!(bench.picture.progress().is_some());
}

#[test]
fn pictures_divide_frame_budget() {
    let mut bench = Bench::new(PLAIN, [512, 512], 0.0004);
    assert_eq!(bench.frame().samples, 128 * 128);
    bench.set(0.5);
    bench.shared.divide_budget(4);
    assert_eq!(bench.frame().samples, 64 * 64);
    assert!(bench.frame().samples <= 5000);
}

#[test]
fn coarse_picture_is_shown_once_something_is_recognized() {
    let mut bench = Bench::new(PLAIN, [256, 128], 0.01);
    let blank = bench.pixels();
    // A sample per 4 × 4 pixels: 64 × 32, of which 200 fit a frame.
    bench.shared.divide_budget(4);
    let first = bench.frame();
    assert!(first.samples < 1000 && !first.shaded && bench.pixels() == blank);
    let frames: Vec<_> = (0..3).map(|_| bench.frame()).collect();
    assert!(frames[2].shaded && frames[2].evaluated && bench.pixels() != blank);
    assert_eq!(frames.iter().map(|work| work.samples).sum::<u64>(), 64 * 32 - first.samples);
}

#[test]
fn inputs_that_change_in_each_frame_are_shown() {
    let mut bench = Bench::new(PLAIN, [256, 128], 0.01);
    bench.shared.divide_budget(4);
    let shaded = (0..12).filter(|step| {
        bench.set(f64::from(*step));
        bench.frame().shaded
    });
    assert_eq!(shaded.count(), 3);
}

#[test]
fn coarse_picture_becomes_finer_if_it_was_cheap() {
    let mut bench = Bench::new(PLAIN, [512, 512], 0.0015);
    bench.shared.timer = EvaluationTimer::Fixed(0.0001);
    assert_eq!(bench.frame().samples, 64 * 64);
    let frame = bench.frame();
    assert_eq!(frame.samples, 256 * 256);
    assert!(frame.shaded);
    let chunks = bench.frames();
    assert_eq!(chunks.iter().map(|work| work.samples).sum::<u64>(), 512 * 512);
}

#[test]
fn expensive_chunk_makes_next_one_smaller() {
    let mut bench = Bench::new(PLAIN, [256, 256], 0.001);
    bench.frame();
    let first = bench.frame().samples;
    bench.shared.timer = EvaluationTimer::Fixed(0.01);
    let slow = bench.frame().samples;
    let next = bench.frame().samples;
    assert!(first > 6000 && slow > 6000 && next <= 800, "{first} {slow} {next}");
}

#[test]
fn runaway_loop_of_first_chunk_is_reported_after_last() {
    let text = "fn height(p: vec2f) -> f32 {
        var sum = 0.0;
        while p.y > 3.9 && sum < 1.0 { sum *= 0.5; }
        return sum;
    }";
    let mut bench = Bench::new(text, [256, 256], 0.001);
    let runaway = |bench: &Bench| {
        let report = read_report(&bench.gpu, &bench.picture.targets().field).unwrap();
        bench.pipeline.runaway(&report)
    };
    // No sample of the coarse picture is that far north; the first chunk has those that are.
    bench.frame();
    assert_eq!(runaway(&bench), None);
    bench.frame();
    let reported = runaway(&bench);
    let location = reported.as_ref().and_then(|found| found.location.as_ref());
    assert_eq!(location.map(|at| at.start.line), Some(3));
    assert!(bench.frames().len() > 4);
    assert_eq!(runaway(&bench), reported);
}

#[test]
fn albedo_is_evaluated_in_chunks_and_visible_when_complete() {
    let text = "
        import playground::surface::Surface;
        fn height(p: vec2f) -> f32 { return sin(p.x) * cos(p.y); }
        fn surface(s: Surface) -> vec3f { return s.normal * 0.5 + 0.5; }
    ";
    let mut bench = Bench::new(text, [256, 256], 0.001);
    bench.shading.mode = ViewMode::Relief;
    let frames = bench.frames();
    let albedo_count = frames.iter().filter(|work| work.albedo).count();
    // The albedo of the coarse picture is completed once, and that of the full one 8 frames after its field.
    assert_eq!(albedo_count, 2);
    let evaluated = frames.iter().rposition(|work| work.evaluated).unwrap();
    assert!(frames.len() - evaluated >= 8, "{}", frames.len() - evaluated);
    assert!(frames[evaluated..frames.len() - 1].iter().all(|work| !work.shaded));
    assert!(frames.last().unwrap().shaded);

    let mut whole = Bench::new(text, [256, 256], 0.0);
    whole.shading.mode = ViewMode::Relief;
    whole.frames();
    assert!(bench.pixels() == whole.pixels());

    // Other modes use no albedo and do not wait for it.
    bench.shading.mode = ViewMode::Texture;
    bench.frame();
    assert_eq!(bench.picture.progress(), None);
}

/// Returns the numbers of buffers, bind groups and textures that 100 frames create, after a first one.
fn created_by(bench: &mut Bench, mut change: impl FnMut(&mut Bench, u32)) -> u64 {
    let mut created = 0;
    for frame in 0..=100 {
        change(bench, frame);
        bench.frame();
        if frame == 0 {
            created = bench.gpu.created_resources();
        }
    }
    bench.gpu.created_resources() - created
}

#[test]
fn frames_of_drag_or_animation_create_no_gpu_resources() {
    let surface = "
        import playground::surface::Surface;
        fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }
        fn surface(s: Surface) -> vec3f { return s.normal * 0.5 + 0.5; }
    ";
    let animated = "fn height(p: vec4f) -> f32 { return sin(p.x + p.w); }";
    // At no cost, each frame evaluates a full picture; otherwise a coarse one.
    for ms_per_sample in [0.0, 0.001] {
        for text in [PLAIN, surface, programs::PROGRAM] {
            let mut bench = Bench::new(text, [256, 256], ms_per_sample);
            let drag = |bench: &mut Bench, frame| bench.set(0.01 * f64::from(frame));
            assert_eq!(created_by(&mut bench, drag), 0, "{text}");
        }
        let mut bench = Bench::new(animated, [256, 256], ms_per_sample);
        let animate = |bench: &mut Bench, frame| bench.time = f64::from(frame) / 60.0;
        assert_eq!(created_by(&mut bench, animate), 0);
    }
}

/// Prints the frame times of a heavy shader: `cargo test --release -p playground frames_of_heavy_shader -- --ignored
/// --nocapture`.
#[test]
#[ignore = "a measurement"]
fn frames_of_heavy_shader_are_short() {
    for iterations in [100, 10_000, 60_000] {
        let text = format!(
            "fn height(p: vec2f) -> f32 {{
                var sum = p.x;
                for (var i = 0u; i < {iterations}u; i++) {{ sum = sin(sum + p.y); }}
                return sum;
            }}"
        );
        let mut bench = Bench::new(&text, [1024, 1024], 0.0);
        if iterations > 10_000 && bench.gpu.is_software() {
            continue;
        }
        bench.shared = SharedPipelines::new(&bench.gpu);
        let grid = SampleGrid { center: [0.0, 0.0], span: 8.0, size: bench.size };
        let host = HostInputs::default();
        let generator = &bench.pipeline.generator;
        let inputs = EvaluateInputs::new(generator, &bench.values, grid, 0.0, &host).unwrap();
        let limit = std::time::Duration::from_secs(60);
        let cost = bench.pipeline.calibrate(&bench.gpu, &inputs, limit).unwrap();
        Arc::get_mut(&mut bench.pipeline).unwrap().cost = Some(cost);
        let mut times = Vec::new();
        let started = std::time::Instant::now();
        while bench.picture.progress().is_some() {
            let frame = std::time::Instant::now();
            bench.frame();
            let wait = wgpu::PollType::wait_indefinitely();
            bench.gpu.device.poll(wait).unwrap();
            times.push(frame.elapsed().as_secs_f64() * 1e3);
        }
        let total = started.elapsed().as_secs_f64() * 1e3;
        let coarse = times[0];
        times.sort_by(f64::total_cmp);
        println!(
            "{iterations} iterations per sample, 1024 x 1024: first picture after {coarse:.1} ms, {} frames of {:.1} ms \
             (median; the longest {:.1}), all in {total:.0} ms",
            times.len(),
            times[times.len() / 2],
            times[times.len() - 1],
        );
    }
}
