//! Warnings about views that are too close or too far from the origin.

use noise_playground::Subject;
use noise_playground::capture::PlanetLimit;
use noise_playground::view::space::planet::PLANET_CELLS;

use crate::commands::warn_of_precision;

/// Warns if samples or single precision are too coarse for the pixels.
pub(super) fn warn(Subject { generator, settings, .. }: &Subject) {
    let most = PLANET_CELLS.1;
    if settings.shading.mode.info().scene.is_none() {
        warn_of_precision(generator, &settings.grid);
    }
    match settings.planet_limit() {
        Some(PlanetLimit::Precision) => {
            tracing::warn!(
                "single precision ends here: positions are hardly finer than a pixel, and shapes are steps"
            );
        }
        Some(PlanetLimit::Samples(pixels)) => tracing::warn!(
            "samples are {pixels:.0} pixels apart where the camera looks; leave --samples out for as many as the picture \
             needs, or choose more, up to {most}"
        ),
        None => {}
    }
}
