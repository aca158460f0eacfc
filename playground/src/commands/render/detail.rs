//! Logs warnings about close views of planets, for which samples or single precision are coarser than pixels.

use noise_playground::RenderSettings;
use noise_playground::capture::PlanetLimit;
use noise_playground::planet::PLANET_CELLS;

/// Logs a warning if a planet's samples, or single precision, are too coarse for the pixels in the center of the view.
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
