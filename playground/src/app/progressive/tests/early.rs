//! Tests of pictures that the window presents ahead of a full frame.

use super::*;

/// Updates a picture that the window presents early and that it enlarges itself.
fn early_frame(bench: &mut Bench) -> UpdateResult {
    bench.shared.presentation = Presentation::EarlyEnlarged;
    let work = bench.frame();
    bench.shared.presentation = Presentation::Full;
    work
}

fn enlarge(bench: &mut Bench) {
    let mut encoder = bench.gpu.encoder();
    let (gpu, shared) = (&bench.gpu, &mut bench.shared);
    bench.picture.enlarge_coarse(gpu, shared, &mut encoder);
    gpu.queue.submit([encoder.finish()]);
}

#[test]
fn window_enlarges_coarse_picture_until_the_next_frame() {
    // Even if the full picture fits the frame.
    let size = [300, 301];
    let mut bench = Bench::new(PLAIN, size, 0.0);
    assert_eq!(early_frame(&mut bench).samples, 150 * 151);
    assert_eq!(bench.picture.coarse().unwrap().picture.size(), [150, 151]);
    enlarge(&mut bench);
    assert!(bench.picture.coarse().is_none());
    assert_eq!(bench.frame().samples, 300 * 301);

    // 26,666 samples fit a frame, so that this picture is coarse in a full frame too.
    let mut enlarged = Bench::new(PLAIN, size, 0.0003);
    enlarged.frame();
    let mut bench = Bench::new(PLAIN, size, 0.0003);
    assert_eq!(early_frame(&mut bench).samples, 150 * 151);
    assert!(bench.pixels() != enlarged.pixels());
    enlarge(&mut bench);
    assert!(bench.pixels() == enlarged.pixels());
    assert!(!bench.frame().shaded && bench.picture.progress().is_some());
}

#[test]
fn early_picture_of_a_large_pane_has_few_samples() {
    let mut bench = Bench::new(PLAIN, [1024, 300], 0.0);
    assert_eq!(early_frame(&mut bench).samples, 256 * 75);
    assert_eq!(bench.picture.coarse().unwrap().step, 4);
}

#[test]
fn picture_that_was_presented_early_stays_until_the_albedo_is_complete() {
    let text = "
        import playground::surface::Surface;
        fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(p.y); }
        fn surface(s: Surface) -> vec3f { return s.normal * 0.5 + 0.5; }
    ";
    // 100,000 samples fit a frame: all of the field, or all of the coarse albedo, or both in the next.
    let mut bench = Bench::new(text, [300, 301], 0.00008);
    bench.shading.mode = ViewMode::Relief;
    bench.frames();
    let before = bench.pixels();
    bench.set(0.3);
    assert!(early_frame(&mut bench).shaded);
    enlarge(&mut bench);
    let early = bench.pixels();
    assert!(early != before);
    bench.shared.budget_ms /= 4.0;
    assert!(!bench.frame().shaded);
    assert!(bench.pixels() == early);
}

#[test]
fn picture_is_complete_soon_although_each_chunk_waits_for_a_busy_processor() {
    let mut bench = Bench::new(PLAIN, [640, 480], 1e-3);
    bench.shared.timer = EvaluationTimer::FixedSubmission(30.0);
    for value in [0.5, 0.7] {
        bench.set(value);
        let frames = bench.frames().len();
        assert!(frames < 40, "{value}: {frames}");
    }
}
