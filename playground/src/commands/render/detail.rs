//! Warnings about close views of planets.

use noise_playground::RenderSettings;
use noise_playground::capture::PlanetLimit;
use noise_playground::planet::PLANET_CELLS;

/// Warns if samples or single precision are too coarse for the pixels in the center.
pub(super) fn warn(settings: &RenderSettings) {
    let most = PLANET_CELLS.1;
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
