//! Tests of horizons that are measured over several frames.

use noise_playground::{RenderSettings, Subject, render};

use super::*;

const HILLS: &str =
    "fn height(p: vec2f, gain: f32) -> f32 { return gain * sin(3.0 * p.x) * cos(2.0 * p.y); }";

/// Milliseconds per sample with which a frame's budget is spent after an eighth of the picture.
const COST: f64 = 8.0 / (64.0 * 48.0 / 8.0);

/// Returns the pixels of a complete render with the settings of the bench.
fn rendered(bench: &Bench) -> Vec<u8> {
    let mut settings =
        RenderSettings::from(SampleGrid { center: [0.0, 0.0], span: 8.0, size: bench.size });
    settings.shading = bench.shading;
    let subject = Subject::new(&bench.pipeline.generator, settings);
    let picture = render(&Subject { values: bench.values.clone(), ..subject });
    picture.unwrap().pixels
}

#[test]
fn sky_is_complete_at_rest() {
    let mut bench = Bench::new(HILLS, [64, 48], COST);
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
fn shadows_follow_a_sun_that_never_rests() {
    let mut bench = Bench::new(HILLS, [64, 48], COST);
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
        assert!(bench.picture.horizons.finished().is_some(), "the last ones stay");
    }
    assert!(completed >= 2, "{completed}");
    bench.frames();
    assert!(bench.pixels() == rendered(&bench));
    assert!(bench.pixels() != at_rest);
    bench.shading.shadow = None;
    bench.frames();
    assert!(bench.pixels() == rendered(&bench));
    assert!(bench.picture.horizons.finished().is_none(), "freed");
}
