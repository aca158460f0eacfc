//! Tests of meshes: closed surfaces, volumes, error bounds.

use super::*;
use crate::Field;
use crate::field::Channel;
use crate::field::grid::SampleGrid;

fn field(side: u32, height: impl Fn(f64, f64) -> f64) -> (SampleGrid, Field) {
    let grid = SampleGrid { center: [3.0, -2.0], span: 8.0, size: [side; 2] };
    let samples = (0..side * side).map(|index| {
        let sample = [index % side, index / side].map(f64::from);
        let [x, y] = grid.world_from_sample(sample);
        height(x - 3.0, y + 2.0) as f32
    });
    let field = Field { size: grid.size, channels: 1, samples: samples.collect() };
    (grid, field)
}

fn terrain((grid, field): &(SampleGrid, Field)) -> TerrainMesh<'_> {
    TerrainMesh { raster: (*grid).into(), field, channel: Channel::X, exaggeration: 2.0 }
}

/// Returns true if the mesh is closed: every edge belongs to exactly two triangles, in opposite directions.
fn is_closed(mesh: &Mesh) -> bool {
    let mut edges: Vec<[u32; 2]> = mesh.triangles.iter().flat_map(edges_of).collect();
    edges.sort_unstable();
    let is_unique = edges.windows(2).all(|pair| pair[0] != pair[1]);
    is_unique && mesh.boundary().is_empty()
}

/// Returns the Euler characteristic of a mesh, vertices − edges + triangles: 2 for a closed surface without holes.
fn euler_number(mesh: &Mesh) -> i64 {
    let edges = 3 * mesh.triangles.len() / 2;
    mesh.positions.len() as i64 - edges as i64 + mesh.triangles.len() as i64
}

#[test]
fn block_of_terrain_is_closed_and_has_the_volume_between_surface_and_base() {
    let plane = field(17, |x, y| 0.25 * x + 0.1 * y);
    let terrain = terrain(&plane);
    let surface = terrain.surface(Detail::Full).unwrap();
    assert_eq!((surface.positions.len(), surface.triangles.len()), (289, 512));
    let block = terrain.closed(surface, Some(-10.0)).unwrap();
    assert!(is_closed(&block));
    assert_eq!(euler_number(&block), 2);
    // The outermost samples are 16 spacings of 8/17 apart, and the plane's mean height is 0.
    let side = 16.0 * 8.0 / 17.0;
    assert!((block.volume() - 10.0 * side * side).abs() < 1e-4);
    let default = terrain.closed(terrain.surface(Detail::Full).unwrap(), None).unwrap();
    let lowest = default.positions.iter().map(|position| position[2]);
    let lowest_sample = 2.0 * -0.35 * side / 2.0;
    let base = lowest.fold(f64::INFINITY, f64::min);
    assert!((base - (lowest_sample - 0.32)).abs() < 1e-5, "{base}");
}

#[test]
fn samples_that_are_not_finite_are_holes_with_walls() {
    let pierced = field(9, |x, y| if x * x + y * y < 1.0 { f64::NAN } else { 0.5 });
    let terrain = terrain(&pierced);
    let block = terrain.closed(terrain.surface(Detail::Full).unwrap(), Some(0.0)).unwrap();
    assert!(is_closed(&block));
    assert_eq!(euler_number(&block), 0, "a ring");
    let nothing = field(4, |_, _| f64::NAN);
    let empty = self::terrain(&nothing).surface(Detail::Full);
    assert!(matches!(empty, Err(MeshError::Empty(_))));
}

#[test]
fn simplified_terrain_keeps_every_sample_within_the_error() {
    let hills = field(65, |x, y| (1.3 * x).sin() * (0.9 * y).cos() + 0.02 * (9.0 * x).sin());
    let terrain = terrain(&hills);
    for error in [0.5, 0.1, 0.02] {
        let mesh = terrain.surface(Detail::Error(error)).unwrap();
        assert!(mesh.triangles.len() < 8192);
        let largest = largest_error(&terrain, &mesh);
        assert!(largest <= error * (1.0 + 1e-9), "{largest} > {error}");
        assert!(largest > error / 4.0, "{largest} is far below {error}");
        assert!(is_closed(&terrain.closed(mesh, None).unwrap()));
    }
    for count in [2, 100, 1001] {
        let mesh = terrain.surface(Detail::Triangles(count)).unwrap();
        assert!(
            (count.saturating_sub(1)..=count).contains(&mesh.triangles.len()),
            "{}",
            mesh.triangles.len()
        );
    }
    let flat = field(33, |x, _| 0.5 * x);
    let mesh = self::terrain(&flat).surface(Detail::Error(1e-5)).unwrap();
    assert_eq!(mesh.triangles.len(), 2);
}

#[test]
fn simplified_terrain_has_the_holes_of_the_full_one() {
    // A round hole, a narrow one, and a missing corner.
    let hills = field(49, |x, y| {
        let is_hole = x.hypot(y) < 0.7 || (x - 2.0 * y - 2.6).abs() < 0.1 || x + y > 3.6;
        if is_hole { f64::NAN } else { (1.3 * x).sin() * (0.9 * y).cos() }
    });
    let terrain = terrain(&hills);
    let full = terrain.surface(Detail::Full).unwrap();
    let mesh = terrain.surface(Detail::Error(0.05)).unwrap();
    assert!(mesh.triangles.len() < full.triangles.len() / 2, "{}", mesh.triangles.len());
    let area = |mesh: &Mesh| {
        let of = |triangle: &[u32; 3]| {
            let [a, b, c] = triangle.map(|index| mesh.positions[index as usize]);
            (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        };
        let areas: Vec<f64> = mesh.triangles.iter().map(of).collect();
        assert!(areas.iter().all(|area| *area > 0.0));
        areas.iter().sum::<f64>()
    };
    assert!((area(&mesh) - area(&full)).abs() < 1e-9 * area(&full));
    let used: Vec<[f64; 2]> = full.positions.iter().map(|[x, y, _]| [*x, *y]).collect();
    let mut largest: f64 = 0.0;
    for ([x, y], height) in used.iter().zip(full.positions.iter().map(|position| position[2])) {
        let found = mesh.triangles.iter().find_map(|triangle| {
            height_in(triangle.map(|index| mesh.positions[index as usize]), [*x, *y])
        });
        largest = largest.max((found.unwrap() - height).abs());
    }
    assert!(largest <= 0.05 * (1.0 + 1e-9), "{largest}");
    assert!(is_closed(&terrain.closed(mesh, None).unwrap()));
}

/// Returns the largest vertical distance of a terrain's sample from its mesh, found by testing every triangle.
fn largest_error(terrain: &TerrainMesh<'_>, mesh: &Mesh) -> f64 {
    let [columns, rows] = terrain.field.size;
    let mut largest: f64 = 0.0;
    for sample in 0..columns * rows {
        let [column, row] = [sample % columns, sample / columns];
        let at = terrain.raster.world_from_sample([f64::from(column), f64::from(row)]);
        let height = 2.0 * f64::from(terrain.field.sample(column, row)[0]);
        let found = mesh.triangles.iter().find_map(|triangle| {
            height_in(triangle.map(|index| mesh.positions[index as usize]), at)
        });
        largest = largest.max((found.unwrap() - height).abs());
    }
    largest
}

/// Returns the height of a triangle at a horizontal position, or `None` if the position is outside of it.
fn height_in([a, b, c]: [[f64; 3]; 3], [x, y]: [f64; 2]) -> Option<f64> {
    let area = |p: [f64; 2], q: [f64; 2], r: [f64; 2]| {
        (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    };
    let [p, q, r] = [a, b, c].map(|[x, y, _]| [x, y]);
    let whole = area(p, q, r);
    assert!(whole > 0.0, "not counterclockwise from above");
    let weights = [area(q, r, [x, y]), area(r, p, [x, y]), area(p, q, [x, y])];
    let is_inside = weights.iter().all(|weight| *weight >= -1e-9);
    is_inside.then(|| (weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2]) / whole)
}

fn solid(side: usize, density: impl Fn([f64; 3]) -> f64) -> SolidMesh {
    let center = [1.0, 2.0, 3.0];
    let mut solid =
        SolidMesh { center, span: 4.0, side, densities: Vec::new(), threshold: 0.0, clip: None };
    for index in 0..side.pow(3) {
        let sample = [index % side, index / side % side, index / side / side];
        let world = [0, 1, 2]
            .map(|axis| (sample[axis] as f64 + 0.5 - side as f64 / 2.0) * 4.0 / side as f64);
        solid.densities.push(density(world) as f32);
    }
    solid
}

fn length([x, y, z]: [f64; 3]) -> f64 {
    (x * x + y * y + z * z).sqrt()
}

#[test]
fn solids_are_closed_and_have_their_volume_and_number_of_handles() {
    let sphere = solid(48, |p| 1.5 - length(p)).surface().unwrap();
    assert!(is_closed(&sphere));
    assert_eq!(euler_number(&sphere), 2);
    let expected = 4.0 / 3.0 * std::f64::consts::PI * 1.5f64.powi(3);
    assert!((sphere.volume() / expected - 1.0).abs() < 0.01, "{}", sphere.volume());
    let torus = |[x, y, z]: [f64; 3]| 0.4 - ((x * x + y * y).sqrt() - 1.2).hypot(z);
    let torus = solid(48, torus).surface().unwrap();
    assert!(is_closed(&torus));
    assert_eq!(euler_number(&torus), 0);
}

#[test]
fn solid_that_leaves_the_cube_is_closed_at_its_faces_and_at_the_cut() {
    let mut filled = solid(16, |_| 1.0);
    let side: f64 = 15.0 / 16.0 * 4.0;
    let block = filled.surface().unwrap();
    assert!(is_closed(&block));
    // The margin of the vertices adds half a percent of a spacing on each side.
    assert!((block.volume() / side.powi(3) - 1.0).abs() < 3e-3, "{}", block.volume());
    filled.clip = Some(Clip { axis: 2, limit: 3.3 });
    let cut = filled.surface().unwrap();
    assert!(is_closed(&cut));
    let height = 3.3 - (3.0 - side / 2.0);
    assert!((cut.volume() / (side * side * height) - 1.0).abs() < 3e-3);
    assert_eq!(highest(&cut, 2), 3.3);
    let rough = solid(20, |[x, y, z]| (7.0 * x).sin() + (8.0 * y).cos() * (9.0 * z).sin());
    assert!(is_closed(&rough.surface().unwrap()));
    assert!(matches!(solid(8, |_| -1.0).surface(), Err(MeshError::Empty(_))));
    for empty in [f64::NAN, f64::INFINITY] {
        assert!(matches!(solid(8, |_| empty).surface(), Err(MeshError::Empty(_))));
    }
}

fn highest(mesh: &Mesh, axis: usize) -> f64 {
    let coordinates = mesh.positions.iter().map(|position| position[axis]);
    coordinates.fold(f64::MIN, f64::max)
}

/// Returns true if each edge of an STL file, by the coordinates of its ends, belongs to two triangles.
fn is_closed_in_stl(mesh: &Mesh) -> bool {
    let mut file = Vec::new();
    MeshFormat::Stl.write(mesh, &mut file).unwrap();
    let mut counts = std::collections::HashMap::new();
    for triangle in file[84..].chunks(50) {
        let corners: Vec<&[u8]> = triangle[12..48].chunks(12).collect();
        for (from, to) in [(0, 1), (1, 2), (2, 0)] {
            let mut edge = [corners[from], corners[to]];
            edge.sort_unstable();
            *counts.entry(edge.map(<[u8]>::to_vec)).or_insert(0) += 1;
        }
    }
    counts.values().all(|count| *count == 2)
}

#[test]
fn clip_only_cuts() {
    const RADIUS: f64 = 1.2;
    let mut ball = solid(64, |p| RADIUS - length(p));
    let whole = ball.surface().unwrap();
    let spacing = 4.0 / 64.0;
    // The middle between samples; a sample; barely above, below and far from one.
    for (axis, offset) in [(0, 0.0), (1, 0.0), (2, 0.0), (0, 0.5), (1, 0.501), (2, 0.499)] {
        let limit = ball.center[axis] + offset * spacing;
        ball.clip = Some(Clip { axis, limit });
        let half = ball.surface().unwrap();
        assert!(is_closed(&half) && is_closed_in_stl(&half));
        assert_eq!(euler_number(&half), 2);
        assert_eq!(highest(&half, axis), limit);
        let above = offset * spacing;
        let expected = std::f64::consts::PI
            * (2.0 / 3.0 * RADIUS.powi(3) + RADIUS * RADIUS * above - above.powi(3) / 3.0);
        let volume = half.volume();
        assert!((volume / expected - 1.0).abs() < 0.005, "{offset} {axis}: {volume} {expected}");
        // More than a sample below the plane, the surface is that of the whole ball.
        let below = |mesh: &Mesh| {
            let mut kept = mesh.positions.clone();
            kept.retain(|position| position[axis] < limit - 1.02 * spacing);
            kept.sort_by(|a, b| a.partial_cmp(b).unwrap());
            kept
        };
        assert_eq!(below(&half), below(&whole));
    }
    // Beyond the samples, a clip cuts nothing or everything.
    let mut clipped = |limit| {
        ball.clip = Some(Clip { axis: 2, limit });
        ball.surface()
    };
    assert_eq!(clipped(5.0).unwrap(), whole);
    assert!(matches!(clipped(1.0), Err(MeshError::Empty(_))));
}

#[test]
fn planet_is_closed_and_its_positions_lie_on_the_sphere() {
    let grid = PlanetGrid::new(16).unwrap();
    assert_eq!(grid.positions().len(), 6 * 16 * 16 + 2);
    assert!(grid.positions().iter().all(|p| (length(*p) - 1.0).abs() < 1e-12));
    let radii = vec![2.0; grid.positions().len()];
    let mesh = grid.clone().surface(&radii).unwrap();
    assert!(is_closed(&mesh));
    assert_eq!(euler_number(&mesh), 2);
    let expected = 4.0 / 3.0 * std::f64::consts::PI * 8.0;
    assert!((mesh.volume() / expected - 1.0).abs() < 0.01, "{}", mesh.volume());
    let inverted = grid.surface(&vec![-0.5; radii.len()]);
    assert!(matches!(inverted, Err(MeshError::Empty(_))));
}
