//! Tests of pictures of grid programs, of which each frame executes some passes.

use super::*;

/// Source text of a grid program that adds the gain to 64 × 64 samples in each of 12 passes.
pub(super) const PROGRAM: &str = "
    /// @grid(64)
    @group(1) @binding(0) var<storage, read_write> heights: array<f32>;
    struct Params { gain: f32 }
    @group(0) @binding(0) var<uniform> params: Params;

    /// @pass(12)
    @compute @workgroup_size(8, 8)
    fn add(@builtin(global_invocation_id) id: vec3u) {
        heights[id.y * 64u + id.x] += params.gain;
    }
";

#[test]
fn grid_program_runs_some_passes_per_frame_and_is_visible_when_done() {
    let mut bench = Bench::new(PROGRAM, [128, 128], 0.001);
    bench.set(1.0);
    let pass = 64 * 64;
    // Each frame runs as many passes as fit 8 ms; the last one also resamples the view.
    let frames = bench.frames();
    let samples: Vec<u64> = frames.iter().map(|work| work.samples).collect();
    assert_eq!(samples.len(), 12);
    assert!(samples[..11].iter().all(|samples| *samples == pass));
    assert_eq!(samples[11], pass + 128 * 128);
    assert!(frames[..11].iter().all(|work| !work.evaluated));
    // The state after eight passes is shown, but not measured.
    let shown = (0..11).filter(|index| frames[*index].shaded);
    assert_eq!(shown.collect::<Vec<_>>(), [7]);
    assert!(!frames[7].measured);
    assert!(frames[11].evaluated && frames[11].shaded);
    assert_eq!(bench.center_sample(), 12.0);
    assert_eq!(bench.frame(), UpdateResult::default());
    let took = bench.picture.evaluate_ms().unwrap();
    assert!((took - 0.001 * 12.0 * 64.0 * 64.0).abs() < 1e-6, "{took}");

    // New values restart the grid run; the previous picture stays visible meanwhile.
    bench.set(0.5);
    bench.frame();
    bench.set(2.0);
    let restarted = bench.frame();
    assert!(restarted.samples == pass && !restarted.evaluated);
    assert!(bench.picture.progress().is_some_and(|progress| progress < 0.1));
    bench.frames();
    assert_eq!(bench.center_sample(), 24.0);
}

#[test]
fn program_with_ground_color_is_visible_after_a_limited_number_of_frames() {
    let surface = "
    import playground::surface::Surface;
    fn surface(s: Surface) -> vec3f { return s.normal * 0.5 + 0.5; }
";
    // A sample seems to cost a fraction of a frame, as on a busy machine.
    let mut bench = Bench::new(&[surface, PROGRAM].concat(), [256, 256], 0.05);
    bench.set(1.0);
    bench.shading.mode = ViewMode::Relief;
    let frames = bench.frames();
    assert!(frames.len() <= 12 + 128 + 2, "{}", frames.len());
    assert!(frames.last().unwrap().shaded);
}

#[test]
fn another_size_resamples_same_grid_run() {
    let mut bench = Bench::new(PROGRAM, [128, 128], 0.0);
    bench.set(1.0);
    bench.frames();
    bench.size = [64, 128];
    let generator = Arc::clone(&bench.pipeline.generator);
    let narrow = ProgressivePicture::new(&bench.gpu, bench.size, &generator).unwrap();
    let wide = std::mem::replace(&mut bench.picture, narrow);
    let mut encoder = bench.gpu.encoder();
    bench.picture.continue_from(&mut encoder, wide);
    assert_eq!(bench.frame().samples, 64 * 128);
    assert_eq!(bench.center_sample(), 12.0);
}

#[test]
fn pictures_of_one_program_run_it_once() {
    let mut bench = Bench::new(PROGRAM, [128, 128], 0.001);
    bench.set(1.0);
    let generator = Arc::clone(&bench.pipeline.generator);
    let mut other = ProgressivePicture::new(&bench.gpu, bench.size, &generator).unwrap();
    let (run, view) = (12 * 64 * 64, 128 * 128);
    let mut both = |bench: &mut Bench| {
        let mut samples = 0;
        loop {
            for _ in 0..2 {
                samples += bench.frame().samples;
                std::mem::swap(&mut bench.picture, &mut other);
            }
            if bench.picture.progress().is_none() && other.progress().is_none() {
                return samples;
            }
        }
    };
    assert_eq!(both(&mut bench), run + 2 * view);
    assert_eq!(bench.center_sample(), 12.0);
    bench.set(2.0);
    assert_eq!(both(&mut bench), run + 2 * view);
    assert_eq!(bench.center_sample(), 24.0);

    // For other values of the selected cell the program runs again; for its previous values, the existing run is used.
    bench.set(3.0);
    let samples = bench.frames().into_iter().map(|work| work.samples);
    assert_eq!(samples.sum::<u64>(), run + view);
    bench.set(2.0);
    let samples = bench.frames().into_iter().map(|work| work.samples);
    assert_eq!(samples.sum::<u64>(), view);
    assert_eq!(bench.center_sample(), 24.0);
}
