//! Tests of the built-in grid programs: diamond-square against theory, erosion and blur against conservation of mass.

use std::sync::Arc;

use noise_playground::generator::control::{HostInputs, Values};
use noise_playground::generator::{Generator, Schedule};
use noise_playground::gpu::EvaluateInputs;

use crate::probe::mean;
use crate::spectrum::{SIDE, Spectrum};
use crate::support::{evaluate_inputs, generator, shipped, values};

/// The field of a built-in grid program: a square grid of samples, row by row.
pub(crate) struct Grid {
    side: usize,
    heights: Vec<f64>,
}

impl Grid {
    /// Executes a built-in grid program with given control values.
    fn of(file: &str, set: &[(&str, &str)]) -> Self {
        let tree = shipped();
        let generator = generator(&tree, &format!("generators/{file}.wgsl"), None);
        Self::with(&generator, &values(&generator, set))
    }

    /// Executes the grid program of a compiled generator with given control values.
    pub(crate) fn with(generator: &Arc<Generator>, values: &Values) -> Self {
        let schedule = Schedule::new(generator, values).unwrap().unwrap();
        let grid = schedule.grid(generator);
        let host = HostInputs::default();
        let inputs = EvaluateInputs::new(generator, values, grid, 0.0, &host).unwrap();
        let field = evaluate_inputs(generator, &inputs);
        Self {
            side: schedule.size[0] as usize,
            heights: field.samples.iter().map(|height| f64::from(*height)).collect(),
        }
    }

    fn row(&self, y: usize) -> &[f64] {
        &self.heights[y * self.side..(y + 1) * self.side]
    }

    fn column(&self, x: usize) -> Vec<f64> {
        (0..self.side).map(|y| self.row(y)[x]).collect()
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.heights.iter().all(|height| height.is_finite())
    }
}

/// Returns the root mean square of the differences between neighboring samples on a line.
fn roughness(line: &[f64]) -> f64 {
    mean(line.windows(2).map(|pair| (pair[1] - pair[0]).powi(2))).sqrt()
}

#[test]
fn diamond_square_spectrum_follows_its_roughness() {
    for (roughness, expected) in [("0.70710678", 4.0), ("0.84089642", 3.0)] {
        for average in ["Mean", "Midrange"] {
            let window = |seed: u32| {
                let seed = seed.to_string();
                let set = [("seed", seed.as_str()), ("roughness", roughness), ("average", average)];
                let grid = Grid::of("diamond_square", &[&set[..], &[("magnitude", "9")]].concat());
                (128..128 + SIDE).flat_map(|y| grid.row(y)[128..128 + SIDE].to_vec()).collect()
            };
            let slope = -Spectrum::of_windows((0..4).map(window)).slope(6, 64);
            assert!((slope - expected).abs() < 0.3, "{roughness} {average}: {slope}");
        }
    }
}

#[test]
fn diamond_square_works_at_every_magnitude_and_does_not_repeat() {
    for magnitude in 1..=12 {
        let grid = Grid::of("diamond_square", &[("magnitude", &magnitude.to_string())]);
        assert_eq!(grid.side, (1 << magnitude) + 1);
        assert!(grid.is_finite());
        // Only the last scheduled pass writes this sample.
        assert_ne!(grid.row(1)[0], 0.0, "magnitude {magnitude}");
    }
    let grid = Grid::of("diamond_square", &[("magnitude", "8")]);
    for x in 1..grid.side {
        for before in 0..x {
            assert_ne!(grid.column(x), grid.column(before), "columns {before} and {x}");
        }
    }
}

#[test]
fn diamond_square_edges_are_as_rough_as_the_center() {
    let (mut edge, mut middle) = (Vec::new(), Vec::new());
    for seed in 0..16 {
        let set = [("magnitude", "8"), ("seed", &seed.to_string())];
        let grid = Grid::of("diamond_square", &set);
        let last = grid.side - 1;
        edge.extend([roughness(grid.row(0)), roughness(grid.row(last))]);
        edge.extend([roughness(&grid.column(0)), roughness(&grid.column(last))]);
        // This line contains samples of the first pass, as the edges do; lines in between are smoother by construction.
        middle.extend([roughness(grid.row(last / 2)), roughness(&grid.column(last / 2))]);
    }
    let ratio = mean(edge.into_iter()) / mean(middle.into_iter());
    assert!((ratio - 1.0).abs() < 0.1, "edges are {ratio} times as rough as the center");
}

#[test]
fn thermal_erosion_conserves_mass_and_converges() {
    let before = Grid::of("thermal_erosion", &[("steps", "0"), ("side", "129")]);
    let after = Grid::of("thermal_erosion", &[("steps", "1000"), ("side", "129")]);
    let (before_mean, after_mean) =
        (mean(before.heights.iter().copied()), mean(after.heights.iter().copied()));
    assert!((before_mean - after_mean).abs() < 1e-5);
    let spacing = 4.0 / 129.0;
    let talus = 33_f64.to_radians().tan() * spacing;
    let steepest = |grid: &Grid| {
        let steps = (0..grid.side).flat_map(|y| {
            grid.row(y).windows(2).map(|pair| (pair[1] - pair[0]).abs()).collect::<Vec<_>>()
        });
        steps.fold(0.0, f64::max)
    };
    assert!(steepest(&before) > 2.0 * talus);
    assert!(steepest(&after) < 1.25 * talus, "{} {talus}", steepest(&after));
}

#[test]
fn hydraulic_erosion_moves_ground_downhill_and_conserves_mass() {
    let set = |steps| [("steps", steps), ("side", "129")];
    let before = Grid::of("hydraulic_erosion", &set("0"));
    let after = Grid::of("hydraulic_erosion", &set("300"));
    assert!(after.is_finite());
    let moved = before.heights.iter().zip(&after.heights);
    let moved: Vec<f64> = moved.map(|(before, after)| after - before).collect();
    let taken = -moved.iter().copied().filter(|height| *height < 0.0).sum::<f64>();
    let left = moved.iter().copied().filter(|height| *height > 0.0).sum::<f64>();
    assert!(taken > 1.0 && (left / taken - 1.0).abs() < 1e-3, "taken {taken}, left {left}");
    // Erosion removes more ground from high regions than from low ones.
    let middle = mean(before.heights.iter().copied());
    let part = |high: bool| {
        mean(
            moved
                .iter()
                .zip(&before.heights)
                .filter(|(_, height)| (**height > middle) == high)
                .map(|(moved, _)| *moved),
        )
    };
    assert!(part(true) < part(false), "{} {}", part(true), part(false));
}

#[test]
fn low_and_high_parts_of_a_blur_add_up_to_the_noise() {
    let low = Grid::of("blur", &[("side", "129"), ("deviation", "0.3")]);
    let high = Grid::of("blur", &[("side", "129"), ("deviation", "0.3"), ("keep", "High")]);
    let whole = Grid::of("blur", &[("side", "129"), ("deviation", "0")]);
    for (at, whole) in whole.heights.iter().enumerate() {
        assert!((low.heights[at] + high.heights[at] - whole).abs() < 1e-6);
    }
    // A wider blur leaves less of the finer octaves.
    assert!(roughness(low.row(64)) < 0.2 * roughness(whole.row(64)));
}
