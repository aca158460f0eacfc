//! Warnings about views of planets from so near that samples or single precision are coarser than pixels.

use noise_playground::capture::{PlanetLimit, RenderSettings};
use noise_playground::planet::PLANET_CELLS;

/// Warns if the samples of a planet, or single precision, are too coarse for the pixels where the camera looks.
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
