use super::*;
use crate::view::space::camera::Scene;

const SIZES: [[u32; 2]; 4] = [[300, 600], [500, 500], [960, 540], [1260, 540]];

/// Free parts of the picture beside the projected positions: left, right, top, bottom.
fn margins(view: &Viewpoint, positions: &[Vector], size: [u32; 2]) -> [f64; 4] {
    let pose = view.pose();
    let points: Vec<_> =
        positions.iter().map(|position| pose.project(*position, size).unwrap()).collect();
    let end = |axis: usize, pick: fn(f64, f64) -> f64| {
        let at = points.iter().map(|point| point[axis] / f64::from(size[axis]));
        at.reduce(pick).unwrap()
    };
    [end(0, f64::min), 1.0 - end(0, f64::max), end(1, f64::min), 1.0 - end(1, f64::max)]
}

fn assert_fits(margins: [f64; 4]) {
    let [left, right, top, bottom] = margins;
    assert!((left - right).abs() < 1e-6 && (top - bottom).abs() < 1e-6, "{margins:?}");
    assert!((left.min(top) - MARGIN).abs() < 1e-6, "{margins:?}");
}

fn hills(x: f64, y: f64) -> f64 {
    0.9 * (1.3 * x).sin() * (0.9 * y).cos() + 1.2 * (-(x - 1.0).powi(2) - (y - 2.0).powi(2)).exp()
}

fn terrain(side: u32) -> (Field, SampleGrid) {
    let grid = SampleGrid { center: [40.0, -7.0], span: 8.0, size: [side; 2] };
    let at = |index: u32| {
        let [x, y] = grid.world_from_sample([f64::from(index % side), f64::from(index / side)]);
        hills(x - 40.0, y + 7.0) as f32
    };
    (Field { size: [side; 2], channels: 1, samples: (0..side * side).map(at).collect() }, grid)
}

#[test]
fn bounds_are_centered_with_their_margin_whatever_the_aspect() {
    let (field, grid) = terrain(64);
    let silhouette = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.5);
    for size in SIZES {
        for camera in ["155,35,fit,40", "20,5,fit,25", "300,80,fit,70", "155,35,fit,120"] {
            let view = silhouette.fit(&camera.parse().unwrap(), None, 8.0, size);
            assert_fits(margins(&view, &silhouette.centers, size));
        }
    }
}

#[test]
fn terrain_has_its_peaks_and_the_corners_of_its_base() {
    let (fine, data) = terrain(512);
    let (coarse, grid) = terrain(64);
    let whole = Silhouette::of_terrain(&fine, data, data, Channel::X, 1.0);
    let base = whole.centers[0][2];
    let lowest = fine.samples.iter().copied().fold(f32::INFINITY, f32::min);
    assert!((base - (f64::from(lowest) - 0.04 * 8.0)).abs() < 1e-9);
    let east = whole.centers.iter().map(|center| center[0]).fold(f64::NEG_INFINITY, f64::max);
    assert!((east - (40.0 + 4.0 - 8.0 / 1024.0)).abs() < 1e-9, "the outermost samples: {east}");
    // Coarse data are framed like fine data.
    let near = Silhouette::of_terrain(&coarse, grid, data, Channel::X, 1.0);
    let camera = Scene::Terrain.default_camera();
    let [one, other] =
        [whole, near].map(|silhouette| silhouette.fit(&camera, None, 8.0, [640, 400]));
    assert!((one.camera.distance / other.camera.distance - 1.0).abs() < 0.005, "{one:?} {other:?}");
    // Below the ground of an inverted terrain are its highest values.
    let inverted = Silhouette::of_terrain(&coarse, grid, data, Channel::X, -1.0);
    let highest = coarse.samples.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    assert!((inverted.centers[0][2] + f64::from(highest) + 0.32).abs() < 1e-6);
}

#[test]
fn samples_that_are_not_finite_do_not_count() {
    let (mut field, grid) = terrain(32);
    let before = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.0);
    field.samples[40] = f32::NAN;
    field.samples[600] = f32::INFINITY;
    let after = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.0);
    assert_eq!(after.centers.len(), before.centers.len() - 2);
    field.samples.fill(f32::NAN);
    let empty = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.0);
    let view = empty.fit(&Scene::Terrain.default_camera(), None, 8.0, [300, 200]);
    assert!(view.camera.distance.is_finite() && view.camera.distance > 1.0);
}

#[test]
fn given_target_stays_and_all_is_inside() {
    let (field, grid) = terrain(64);
    let silhouette = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.0);
    let target = [41.0, -6.0, 0.5];
    for size in SIZES {
        let camera = Scene::Terrain.default_camera();
        let view = silhouette.fit(&camera, Some(target), 8.0, size);
        assert_eq!(view.target, target);
        let margins = margins(&view, &silhouette.centers, size);
        let least = margins.into_iter().fold(f64::INFINITY, f64::min);
        assert!((least - MARGIN).abs() < 1e-9, "{margins:?}");
    }
}

#[test]
fn turn_has_one_distance_that_crops_nothing() {
    let (field, grid) = terrain(64);
    let silhouette = Silhouette::of_terrain(&field, grid, grid, Channel::X, 1.0);
    let cameras: Vec<CameraSetting> =
        (0..36).map(|step| format!("{},35,fit", 10 * step).parse().unwrap()).collect();
    let (target, distance) = silhouette.fit_all(&cameras, None, [640, 400]);
    let least = cameras.iter().map(|camera| {
        let view = Viewpoint { camera: camera.at(distance / 8.0), target, unit: 8.0 };
        let margins = margins(&view, &silhouette.centers, [640, 400]);
        margins.into_iter().fold(f64::INFINITY, f64::min)
    });
    assert!((least.fold(f64::INFINITY, f64::min) - MARGIN).abs() < 1e-9);
}

#[test]
fn planet_touches_its_margin_with_its_highest_ground() {
    let silhouette = Silhouette::of_planet([-0.2, 0.1], 2.0, Some(0.0));
    for size in SIZES {
        let view = silhouette.fit(&Scene::Planet.default_camera(), None, 1.0, size);
        assert!(view.target.iter().all(|at| at.abs() < 1e-9), "{view:?}");
        // Half the angle that a sphere of radius 1.2 fills.
        let filled = (1.2 / view.camera.distance).asin().tan();
        let tight = f64::from(size[0].min(size[1])) / f64::from(size[1]);
        let free = 20_f64.to_radians().tan() * tight * (1.0 - 2.0 * MARGIN);
        assert!((filled - free).abs() < 1e-9, "{size:?}: {filled} {free}");
    }
    assert!(Silhouette::of_planet([-5.0, -2.0], 1.0, None).radius > 0.0);
}

#[test]
fn solid_is_framed_by_what_is_inside() {
    let camera = Scene::Solid.default_camera();
    let side = 24_u32;
    let mut shape = BodyShape {
        side,
        grid: crate::view::space::settings::volume_grid(
            SampleGrid { center: [1.0, 2.0], span: 6.0, size: [9, 9] },
            side,
        ),
        z: 3.0,
        channel: Channel::X,
        threshold: 0.0,
        clip: None,
    };
    let columns = shape.grid.size[0] / side;
    let at = |index: u32| (f64::from(index) + 0.5 - f64::from(side) / 2.0) * 6.0 / f64::from(side);
    let ball = |index: u32| {
        let [x, y] = [index % shape.grid.size[0], index / shape.grid.size[0]];
        let slice = y / side * columns + x / side;
        let [x, y, z] = [at(x % side), -at(y % side), at(slice)];
        (1.5 - (x * x + y * y + z * z).sqrt()) as f32
    };
    let samples = (0..shape.grid.size[0] * shape.grid.size[1]).map(ball).collect();
    let field = Field { size: shape.grid.size, channels: 1, samples };
    let bounds = |shape: &BodyShape| {
        let centers = Silhouette::of_solid(&field, side, shape).centers;
        [0, 1, 2].map(|axis| {
            let at = centers.iter().map(|center| center[axis]);
            [at.clone().fold(f64::INFINITY, f64::min), at.fold(f64::NEG_INFINITY, f64::max)]
        })
    };
    for ([low, high], middle) in bounds(&shape).into_iter().zip([1.0, 2.0, 3.0]) {
        assert!((middle - 1.5 - low).abs() < 0.02 && (high - middle - 1.5).abs() < 0.02);
    }
    shape.clip = Some(crate::view::space::mesh::Clip { axis: 2, limit: 3.4 });
    assert_eq!(bounds(&shape)[2][1], 3.4, "the cut");
    // An empty solid is framed like its cube.
    shape.threshold = 9.0;
    shape.clip = None;
    let view = Silhouette::of_solid(&field, side, &shape).fit(&camera, None, 6.0, [400, 400]);
    let half = 0.5 * (6.0 - 6.0 / f64::from(side));
    let corners: Vec<Vector> = (0..8)
        .map(|index| {
            let sign = |axis: usize| if index >> axis & 1 == 0 { -half } else { half };
            [1.0 + sign(0), 2.0 + sign(1), 3.0 + sign(2)]
        })
        .collect();
    assert_fits(margins(&view, &corners, [400, 400]));
}
