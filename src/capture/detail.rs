//! Limits of the detail in a picture of a planet: the distance between samples, and the resolution of single precision.

use crate::RenderSettings;
use crate::view::space::camera::Scene;

/// Pixels between neighboring samples from which a picture looks blurred.
const BLURRED: f64 = 6.0;

/// Error of positions in pixels from which shapes have visible steps.
const ROUNDED: f64 = 0.1;

/// Distance on the unit sphere that single precision can tell apart, in radii.
const PRECISION: f64 = 6e-8;

/// Why a picture of a planet has less detail than its pixels could show.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlanetLimit {
    /// Neighboring samples are this many pixels apart.
    Samples(f64),
    /// Positions in single precision are not much closer than pixels.
    Precision,
}

impl RenderSettings {
    /// Measures at the nearer of the ground below the camera and its target; from inside of the planet, at the target.
    /// `None` if there is no limit, and for other views.
    pub fn planet_limit(&self) -> Option<PlanetLimit> {
        let of_faces = self.scene.planet_layout().grid();
        let layout = self.planet(of_faces)?;
        let viewpoint = self.scene.viewpoint(Scene::Planet, self.grid);
        let pose = viewpoint.pose();
        let [x, y, z] = pose.position;
        let height = (x * x + y * y + z * z).sqrt() - 1.0;
        let distance = if height > 0.0 {
            height.min(viewpoint.camera.distance)
        } else {
            viewpoint.camera.distance
        };
        let pixel = pose.height_at_one * distance / f64::from(self.grid.size[1]);
        let samples = of_faces.spacing() / f64::from(1_u32 << layout.depth()) / pixel;
        match samples {
            _ if PRECISION > ROUNDED * pixel => Some(PlanetLimit::Precision),
            _ if samples >= BLURRED => Some(PlanetLimit::Samples(samples)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compile;
    use crate::view::shading::ViewMode;

    #[test]
    fn precision_ends_below_a_thousandth_of_the_radius() {
        let generators = compile("fn density(p: vec3f) -> f32 { return p.x; }").unwrap();
        let mut settings = RenderSettings::new(&generators[0], 1000);
        settings.shading.mode = ViewMode::Planet;
        let mut limit = |camera: &str, samples| {
            settings.scene.camera = Some(camera.parse().unwrap());
            settings.scene.samples = samples;
            settings.planet_limit()
        };
        for distance in ["3.2", "1.1", "1.01", "1.001"] {
            assert_eq!(limit(&format!("180,0,{distance}"), None), None, "{distance}");
        }
        assert_eq!(limit("180,0,1.0003", None), Some(PlanetLimit::Precision));
        // The faces alone are too coarse.
        let chosen = limit("180,0,1.001", Some(512));
        assert!(matches!(chosen, Some(PlanetLimit::Samples(pixels)) if pixels > 1000.0));
        settings.shading.mode = ViewMode::Slice;
        assert_eq!(settings.planet_limit(), None);
    }
}
