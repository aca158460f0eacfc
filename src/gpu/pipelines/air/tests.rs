//! Tests of the lookup tables of the atmosphere against integrals in double precision.

use super::*;
use crate::Field;
use crate::gpu::read_field;

const EARTH: AirInputs = AirInputs { density: 1.0, stretch: 1.0 };

fn tables(gpu: &Gpu, inputs: AirInputs) -> AirTables {
    let pipelines = AirPipelines::new(gpu);
    let mut tables = AirTables::new(gpu).unwrap();
    let mut encoder = gpu.encoder();
    assert!(tables.fill(gpu, &mut encoder, &pipelines, inputs));
    assert!(!tables.fill(gpu, &mut encoder, &pipelines, inputs), "filled");
    gpu.queue.submit([encoder.finish()]);
    tables
}

/// Returns the fraction of the light that air at a height in meters removes per meter, for red, green and blue.
fn extinction(height: f64) -> [f64; 3] {
    let [molecules, dust, ozone, width] = HEIGHTS_M;
    let layer = (1.0 - (height - ozone).abs() / width).max(0.0);
    std::array::from_fn(|color| {
        RAYLEIGH[color] * (-height / molecules).exp()
            + (MIE[0] + MIE[1]) * (-height / dust).exp()
            + OZONE[color] * layer
    })
}

/// Fraction of light that passes from a height in meters to the top of the air. `cosine` is of the zenith angle.
fn transmittance(height: f64, cosine: f64) -> [f64; 3] {
    let start = RADIUS_M + height;
    let top = RADIUS_M + TOP_M;
    let along = start * cosine;
    let end = (along * along - start * start + top * top).sqrt() - along;
    let step = end / 20_000.0;
    let mut depth = [0.0; 3];
    for index in 0..20_000 {
        let t = (f64::from(index) + 0.5) * step;
        let radius = (start * start + t * (2.0 * along + t)).sqrt();
        let here = extinction(radius - RADIUS_M);
        depth = std::array::from_fn(|color| depth[color] + here[color] * step);
    }
    depth.map(|depth| (-depth).exp())
}

/// Reads the lookup table of transmittances as the shaders do, with interpolation between texels.
fn looked_up(table: &Field, height: f64, cosine: f64) -> [f64; 3] {
    let (start, top) = (RADIUS_M + height, RADIUS_M + TOP_M);
    let longest = (top * top - RADIUS_M * RADIUS_M).sqrt();
    let to_horizon = (start * start - RADIUS_M * RADIUS_M).sqrt();
    let along = start * cosine;
    let distance = (along * along - start * start + top * top).sqrt() - along;
    let (low, high) = (top - start, to_horizon + longest);
    let x = (distance - low) / (high - low) * f64::from(TRANSMITTANCE_SIZE[0] - 1);
    let y = to_horizon / longest * f64::from(TRANSMITTANCE_SIZE[1] - 1);
    let corner = [x, y].map(|at| at.floor());
    let [left, upper] = [0, 1].map(|axis| (corner[axis] as u32).min(TRANSMITTANCE_SIZE[axis] - 2));
    let parts = [x - f64::from(left), y - f64::from(upper)];
    let mix = |a: f64, b: f64, part: f64| a + (b - a) * part;
    std::array::from_fn(|color| {
        let at = |dx: u32, dy: u32| f64::from(table.sample(left + dx, upper + dy)[color]);
        mix(mix(at(0, 0), at(1, 0), parts[0]), mix(at(0, 1), at(1, 1), parts[0]), parts[1])
    })
}

#[test]
fn transmittance_is_that_of_quadrature() {
    let gpu = Gpu::headless(None).unwrap();
    let table = read_field(&gpu, &tables(&gpu, EARTH).transmittance).unwrap();
    let (mut worst, mut squares, mut count) = (0.0_f64, 0.0, 0.0_f64);
    for height in [0.0, 100.0, 1.5e3, 8e3, 2.2e4, 6e4] {
        let sine = RADIUS_M / (RADIUS_M + height);
        let horizon = -(1.0 - sine * sine).sqrt();
        for index in 0..60 {
            // Denser near the horizon.
            let cosine = horizon + (1.0 - horizon) * (f64::from(index) / 59.0).powi(3);
            let expected = transmittance(height, cosine);
            let found = looked_up(&table, height, cosine);
            for color in 0..3 {
                let error = (found[color] - expected[color]).abs();
                worst = worst.max(error);
                squares += error * error;
                count += 1.0;
            }
        }
    }
    let rms = (squares / count).sqrt();
    assert!(worst < 0.01 && rms < 0.003, "worst {worst}, rms {rms}");
}

#[test]
fn column_above_the_ground_has_the_optical_depth_of_the_earth() {
    let gpu = Gpu::headless(None).unwrap();
    let thick = AirInputs { density: 2.0, stretch: 5.0 };
    for (inputs, factor) in [(EARTH, 1.0), (thick, 2.0)] {
        let table = read_field(&gpu, &tables(&gpu, inputs).transmittance).unwrap();
        // The first column is the zenith, the first row the ground.
        for (color, depth) in [0.06624, 0.14675, 0.27615].into_iter().enumerate() {
            let found = -f64::from(table.sample(0, 0)[color]).ln() / factor;
            // The steps of the table are twice as long as the air of dust is high.
            assert!((found - depth).abs() < 3e-3, "{color}: {found} for {depth}");
        }
    }
}

#[test]
fn scattered_light_is_blue_by_day_and_gone_at_night() {
    let gpu = Gpu::headless(None).unwrap();
    let table = read_field(&gpu, &tables(&gpu, EARTH).scattering).unwrap();
    let (night, noon) = (table.sample(0, 0), table.sample(31, 0));
    assert!(night[..3].iter().all(|light| light.abs() < 1e-6), "{night:?}");
    assert!(noon[2] > noon[1] && noon[1] > noon[0] && noon[0] > 0.0, "{noon:?}");
    // The sky lights the ground with a few tenths of the sun's own light, and less in the evening.
    let (evening, noon) = (table.sample(17, 32), table.sample(31, 32));
    let is_between = |light: f32, low: f32, high: f32| low < light && light < high;
    assert!(is_between(noon[0], 0.03, 0.3) && is_between(noon[2], 0.1, 0.5), "{noon:?}");
    assert!(is_between(evening[2], 0.01, 0.5 * noon[2]), "{evening:?}");
    let all = &table.samples;
    assert!(all.iter().all(|light| light.is_finite() && *light >= 0.0));
}

#[test]
fn without_air_all_light_passes() {
    let gpu = Gpu::headless(None).unwrap();
    let vacuum = AirInputs { density: 0.0, ..EARTH };
    let tables = tables(&gpu, vacuum);
    let transmittance = read_field(&gpu, &tables.transmittance).unwrap();
    assert!(transmittance.samples.iter().all(|part| *part == 1.0));
    let scattering = read_field(&gpu, &tables.scattering).unwrap();
    // Only light that the ground reflects.
    let noon = scattering.sample(31, 0);
    assert!((noon[0] - 0.5 * ALBEDO as f32 / std::f32::consts::PI).abs() < 0.02, "{noon:?}");
    assert_eq!(scattering.sample(31, 32)[..3], [0.0; 3], "no sky");
}
