//! Notes on planets that are seen from so near that samples or numbers are coarser than pixels.

use noise_playground::capture::RenderSettings;
use noise_playground::planet::PLANET_CELLS;
use noise_playground::scene::Scene;

/// Pixels between samples from which a picture is blurred.
const BLURRED: f64 = 6.0;

/// Distance of neighboring positions on the unit sphere in single precision.
const PRECISION: f64 = 6e-8;

/// Warns if the samples of a planet, or single precision, are coarser than the pixels where the camera looks.
pub(super) fn warn(settings: &RenderSettings) {
    if settings.shading.mode.info().scene != Some(Scene::Planet) {
        return;
    }
    let Some([samples, precision]) = pixels(settings) else {
        return;
    };
    if precision >= 1.0 {
        tracing::warn!("a pixel is finer than positions in single precision: values are steps");
    } else if samples >= BLURRED {
        let most = PLANET_CELLS.1;
        tracing::warn!(
            "samples are {samples:.0} pixels apart where the camera looks; --samples, up to {most}, brings them closer"
        );
    }
}

/// Returns the distances of neighboring samples, and of neighboring positions in single precision, in pixels at the
/// ground below the camera or at its target; `None` from inside the planet.
fn pixels(settings: &RenderSettings) -> Option<[f64; 2]> {
    let viewpoint = settings.scene.viewpoint(Scene::Planet, settings.grid);
    let pose = viewpoint.pose();
    let [x, y, z] = pose.position;
    let height = (x * x + y * y + z * z).sqrt() - 1.0;
    let distance = height.min(viewpoint.camera.distance);
    let pixel = pose.height_at_one * distance / f64::from(settings.grid.size[1]);
    let spacing = settings.scene.planet_layout().grid().spacing();
    (pixel > 0.0).then(|| [spacing / pixel, PRECISION / pixel])
}

#[cfg(test)]
mod tests {
    use noise_playground::compile;
    use noise_playground::shading::ViewMode;

    use super::*;

    #[test]
    fn samples_and_precision_are_measured_in_pixels() {
        let generators = compile("fn density(p: vec3f) -> f32 { return p.x; }").unwrap();
        let mut settings = RenderSettings::new(&generators[0], 1000);
        settings.shading.mode = ViewMode::Planet;
        let [samples, precision] = pixels(&settings).unwrap();
        assert!(samples < 2.5 && precision < 1e-3, "{samples} {precision}");
        // A thousandth of the radius above the ground.
        settings.scene.camera = Some("180,0,1.001".parse().unwrap());
        let [samples, precision] = pixels(&settings).unwrap();
        assert!(samples > 1000.0 && precision < 0.2, "{samples} {precision}");
        settings.scene.camera = Some("180,0,1.00005".parse().unwrap());
        assert!(pixels(&settings).unwrap()[1] > 1.0);
    }
}
