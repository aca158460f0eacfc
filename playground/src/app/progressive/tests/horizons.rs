//! Tests of horizons that are measured over several frames.

use noise_playground::{RenderSettings, Subject, render};

use super::shared::FRAME_BUDGET_MS;
use super::*;

const HILLS: &str =
    "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(3.0 * p.x) * cos(2.0 * p.y); }";

/// Milliseconds per sample with which a frame's budget is spent after a fiftieth of the picture.
const COST: f64 = 8.0 / (160.0 * 120.0 / 50.0);

fn rendered(bench: &Bench) -> Vec<u8> {
    let mut settings =
        RenderSettings::from(SampleGrid { center: [0.0, 0.0], span: 8.0, size: bench.size });
    settings.shading = bench.shading;
    let subject = Subject::new(&bench.pipeline.generator, settings);
    let picture = render(&Subject { values: bench.values.clone(), ..subject });
    picture.unwrap().pixels
}

/// Asserts that the pixels are nearly those of a complete render, but coarse.
fn assert_coarse(bench: &Bench, whole: &[u8]) {
    let coarse = bench.pixels();
    let errors = coarse.iter().zip(whole).map(|(a, b)| u64::from(a.abs_diff(*b)));
    let mean = errors.sum::<u64>() as f64 / whole.len() as f64;
    assert!(coarse != whole && mean < 6.0, "{mean}");
}

#[test]
fn sky_is_complete_at_rest() {
    let mut bench = Bench::new(HILLS, [160, 120], COST);
    bench.shading.mode = ViewMode::Sky;
    let frames = bench.frames();
    assert!(frames.len() > 16, "{}", frames.len());
    assert!(bench.pixels() == rendered(&bench));
    // Another palette measures nothing again.
    bench.shading.palette = Some(Palette::Vik);
    let frames = bench.frames();
    assert_eq!(frames.len(), 1);
    assert!(bench.pixels() == rendered(&bench));
    bench.set(0.9);
    assert!(bench.frames().len() > 16);
    assert!(bench.pixels() == rendered(&bench));
}

#[test]
fn rest_of_a_budget_is_no_chunk_whose_cost_limits_the_next_frame() {
    let mut bench = Bench::new(HILLS, [256, 192], COST);
    bench.shading.mode = ViewMode::Sky;
    bench.frames();
    bench.set(0.9);
    bench.shared.timer = EvaluationTimer::FixedSubmission(0.4);
    let frames = bench.frames();
    assert!(frames.len() < 20, "{}", frames.len());
    assert!(bench.pixels() == rendered(&bench));
}

#[test]
fn sky_that_takes_several_frames_is_coarse_first() {
    let mut bench = Bench::new(HILLS, [640, 480], 0.0);
    bench.shading.mode = ViewMode::Sky;
    // A frame affords the whole field, but a part of the sky.
    bench.shared.timer = EvaluationTimer::Fixed(FRAME_BUDGET_MS / (640.0 * 480.0));
    for value in [0.5, 0.7, 0.9] {
        bench.set(value);
        assert!(bench.frame().shaded, "{value}");
        assert!(bench.picture.progress().is_some());
        assert_coarse(&bench, &rendered(&bench));
    }
    bench.frames();
    let whole = bench.pixels();
    assert!(whole == rendered(&bench));
    // The finished one is shown again.
    let exaggeration = bench.shading.exaggeration;
    bench.shading.exaggeration = 3.0;
    assert!(bench.frame().shaded && bench.pixels() != whole);
    bench.shading.exaggeration = exaggeration;
    assert!(bench.frame().shaded && bench.picture.progress().is_none());
    assert!(bench.pixels() == whole);
}

#[test]
fn sky_that_a_frame_affords_is_complete_in_each() {
    let mut bench = Bench::new(HILLS, [320, 240], 0.0);
    bench.shading.mode = ViewMode::Sky;
    bench.frames();
    for value in [0.6, 0.7] {
        bench.set(value);
        assert_eq!(bench.frames().len(), 1);
        assert!(bench.pixels() == rendered(&bench));
    }
}

#[test]
fn costly_field_shows_the_sky_of_its_coarse_picture_in_each_frame() {
    let size = [320, 240];
    let mut bench = Bench::new(HILLS, size, 5.0 * FRAME_BUDGET_MS / f64::from(size[0] * size[1]));
    bench.shading.mode = ViewMode::Sky;
    bench.frames();
    for value in [0.6, 0.7, 0.9] {
        bench.set(value);
        assert!(bench.frame().shaded, "{value}");
        assert!(bench.picture.visible().1 > 1);
        assert_coarse(&bench, &rendered(&bench));
        assert!(!bench.frame().shaded, "nothing has changed");
    }
    // The previous sky is not shown again.
    let whole = rendered(&bench);
    while bench.picture.progress().is_some() {
        assert_coarse(&bench, &whole);
        bench.frame();
    }
    assert!(bench.pixels() == whole);
}

#[test]
fn shadows_follow_a_sun_that_never_rests() {
    let mut bench = Bench::new(HILLS, [160, 120], COST);
    bench.shading.shadow = Some(true);
    bench.shading.light.altitude = 15.0;
    bench.frames();
    let at_rest = bench.pixels();
    assert!(at_rest == rendered(&bench));
    // Measurements are completed although the sun moves in each frame, since the field does not change.
    let (mut completed, mut previous) = (0, None);
    for frame in 0..60 {
        bench.shading.light.azimuth = f64::from(frame);
        bench.frame();
        let progress = bench.picture.horizons.progress();
        completed += u32::from(progress < previous);
        previous = progress;
        assert!(bench.picture.horizons.visible().is_some(), "the last ones stay");
    }
    assert!(completed >= 2, "{completed}");
    bench.frames();
    assert!(bench.pixels() == rendered(&bench));
    assert!(bench.pixels() != at_rest);
    bench.shading.shadow = None;
    bench.frames();
    assert!(bench.pixels() == rendered(&bench));
    assert!(bench.picture.horizons.visible().is_none(), "freed");
}
