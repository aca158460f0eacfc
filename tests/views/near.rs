//! Tests of planets seen from near, down to a distance of a thousandth of the radius, where the ground in front of the
//! camera is evaluated in finer samples.

use std::f64::consts::TAU;

use noise_playground::field::Field;
use noise_playground::view::shading::{Light, ViewMode};
use noise_playground::view::space::camera::Viewpoint;
use noise_playground::view::space::settings::Pass;
use noise_playground::{RenderSettings, Subject, render, trace};

use crate::globe::{dot, length};
use crate::support;

const SIZE: [u32; 2] = [120, 80];

/// A planet with waves, whose length is a tenth of the camera's distance, seen with a target on its ground.
struct Waves {
    distance: f64,
    viewpoint: Viewpoint,
}

impl Waves {
    fn new(distance: f64, altitude: f64) -> Self {
        Self {
            distance,
            viewpoint: Viewpoint {
                camera: format!("180,{altitude},{distance},40").parse().unwrap(),
                target: [0.0, -1.0, 0.0],
                unit: 1.0,
            },
        }
    }

    /// Returns the phase of the waves per unit of length, in radians, and their height; the radius of the planet is 1.
    fn numbers(&self) -> [f64; 2] {
        let wave = 0.1 * self.distance;
        [TAU / wave, wave / 25.0]
    }

    fn text(&self) -> String {
        let [k, a] = self.numbers();
        format!(
            "fn density(p: vec3f) -> f32 {{ return {a:e} * sin({k:e} * p.x) * cos({k:e} * p.z + 1.0); }}"
        )
    }

    fn clearance(&self, position: [f64; 3]) -> f64 {
        let [k, a] = self.numbers();
        let radius = length(position);
        let [x, _, z] = position.map(|coordinate| coordinate / radius);
        radius - 1.0 - a * (k * x).sin() * (k * z + 1.0).cos()
    }

    fn settings(&self) -> RenderSettings {
        let mut settings = RenderSettings::new(&support::main_generator(&self.text()), 1);
        settings.grid.size = SIZE;
        settings.shading.set_mode(ViewMode::Planet);
        settings.scene.camera = Some(self.viewpoint.camera.into());
        settings.scene.target = Some(self.viewpoint.target);
        settings
    }

    fn depth(&self, mut settings: RenderSettings) -> Field {
        settings.scene.pass = Pass::Depth;
        let generator = support::main_generator(&self.text());
        trace(&Subject::new(&generator, settings)).unwrap()
    }

    /// Returns true if a ray hits the ground of the planet, traced in double precision; `None` if the ray passes within
    /// a pixel of the ground.
    fn is_hit(&self, origin: [f64; 3], ray: [f64; 3]) -> Option<bool> {
        let along = dot(origin, ray);
        let pixel = self.viewpoint.pose().height_at_one / f64::from(SIZE[1]);
        let (mut t, mut least) = (0.0, f64::INFINITY);
        // Beyond the nearest point to the center and the height of the waves, the ray only rises.
        let end = (-along).max(0.0) + (2.0 * self.numbers()[1]).sqrt();
        while t < end {
            let above = self.clearance([0, 1, 2].map(|axis| origin[axis] + ray[axis] * t));
            if above <= 0.0 {
                return Some(true);
            }
            least = f64::min(least, above / t.max(1e-9));
            t += (0.5 * above).max(2e-4 * self.distance);
        }
        (least > pixel).then_some(false)
    }

    /// Compares the depths of a picture with the planet. Returns the largest and the mean height of the hits above the
    /// ground, in pixels at their distance, and the number of pixels that are wrongly hit or missed.
    fn errors(&self, depth: &Field) -> (f64, f64, usize) {
        let pose = self.viewpoint.pose();
        let pixel = pose.height_at_one / f64::from(SIZE[1]);
        let (mut largest, mut sum, mut count, mut wrong) = (0.0_f64, 0.0, 0, 0);
        for y in 0..SIZE[1] {
            for x in 0..SIZE[0] {
                let ray = pose.ray([f64::from(x) + 0.5, f64::from(y) + 0.5], SIZE);
                let t = f64::from(depth.sample(x, y)[0]);
                let expected = self.is_hit(pose.position, ray);
                wrong += usize::from(expected.is_some_and(|is_hit| is_hit != (t >= 0.0)));
                if t >= 0.0 {
                    let hit = [0, 1, 2].map(|axis| pose.position[axis] + ray[axis] * t);
                    let error = self.clearance(hit).abs() / (pixel * t);
                    largest = largest.max(error);
                    sum += error;
                    count += 1;
                }
            }
        }
        (largest, sum / f64::from(count.max(1)), wrong)
    }
}

#[test]
fn ground_is_sharp_down_to_a_thousandth_of_the_radius() {
    for (distance, altitude) in [(0.1, 30.0), (0.01, 70.0), (0.001, 30.0), (0.001, 75.0)] {
        let waves = Waves::new(distance, altitude);
        let (largest, mean, wrong) = waves.errors(&waves.depth(waves.settings()));
        println!(
            "{distance} {altitude}: largest {largest:.3}, mean {mean:.4} pixels, {wrong} wrong"
        );
        assert!(largest < 0.3 && mean < 0.06 && wrong <= 2, "{largest} {mean} {wrong}");
    }
    // With the samples of the faces alone, the waves are not seen.
    let waves = Waves::new(0.001, 30.0);
    let mut settings = waves.settings();
    settings.scene.samples = Some(512);
    let (largest, mean, _) = waves.errors(&waves.depth(settings));
    assert!(largest > 0.4 && mean > 0.12, "{largest} {mean}");
}

#[test]
fn gentle_ground_casts_no_shadow_under_a_high_sun() {
    for distance in [0.05, 0.01, 0.001] {
        let waves = Waves::new(distance, 40.0);
        let generator = support::main_generator(&waves.text());
        let pixels = |shadow| {
            let mut settings = waves.settings();
            settings.scene.rays = 1;
            // 60 degrees above the horizon of the ground, whose slopes are below 15.
            settings.shading.light = Light { azimuth: 180.0, altitude: 30.0 };
            settings.shading.shadow = Some(shadow);
            let picture = render(&Subject::new(&generator, settings));
            picture.unwrap().pixels
        };
        let [with, without] = [true, false].map(pixels);
        let pairs = with.chunks_exact(4).zip(without.chunks_exact(4));
        let dark = pairs.filter(|(a, b)| a != b).count();
        assert_eq!(dark, 0, "{distance}");
    }
}

#[test]
fn near_ground_has_the_same_bytes_again() {
    let waves = Waves::new(0.02, 60.0);
    let generator = support::main_generator(&waves.text());
    let picture = || render(&Subject::new(&generator, waves.settings())).unwrap();
    assert!(picture().pixels == picture().pixels);
}
