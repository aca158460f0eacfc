use super::*;
use crate::view::space::camera::{Camera, Viewpoint};

const GRID: SampleGrid = SampleGrid { center: [3.0, -1.0], span: 8.0, size: [64, 64] };

fn field(value: impl Fn(f64, f64) -> f64) -> Field {
    let [width, height] = GRID.size;
    let samples = (0..height).flat_map(|row| {
        let value = &value;
        (0..width).map(move |column| {
            let [x, y] = GRID.world_from_sample([f64::from(column), f64::from(row)]);
            value(x, y) as f32
        })
    });
    Field { size: GRID.size, channels: 1, samples: samples.collect() }
}

fn ground(field: &Field, exaggeration: f64) -> Ground<'_> {
    let values = Ground::extremes(field, Channel::X).unwrap();
    Ground::new(field, GRID, values, Channel::X, exaggeration)
}

fn hills() -> Field {
    field(|x, y| (1.7 * x).sin() * (1.1 * y).cos() + 0.2 * (4.0 * y).sin())
}

#[test]
fn height_is_that_of_the_samples_and_between_them() {
    let field = hills();
    let ground = ground(&field, 2.0);
    let at = |column, row| ground.height(GRID.world_from_sample([column, row])).unwrap();
    let sample = |column, row| 2.0 * f64::from(field.sample(column, row)[0]);
    assert!((at(10.0, 20.0) - sample(10, 20)).abs() < 1e-12);
    assert!((at(63.0, 63.0) - sample(63, 63)).abs() < 1e-12, "last sample");
    let middle = 0.25 * (sample(10, 20) + sample(11, 20) + sample(10, 21) + sample(11, 21));
    assert!((at(10.5, 20.5) - middle).abs() < 1e-12);
    assert_eq!(ground.height([-5.0, 0.0]), None);
    assert_eq!(ground.height_above([-5.0, 0.0, 1.0]), f64::INFINITY);
    let [low, high] = ground.values();
    assert!((ground.target()[2] - (low + high)).abs() < 1e-12, "{:?}", ground.target());
}

#[test]
fn hits_equal_those_of_small_steps() {
    let field = hills();
    let ground = ground(&field, 1.0);
    for camera in ["180,35,1.5", "40,8,1.2", "290,88,1"] {
        let camera: Camera = camera.parse().unwrap();
        let view = Viewpoint { camera, target: ground.target(), unit: GRID.span };
        let pose = view.pose();
        let mut hits = 0;
        for index in 0..200 {
            let point = [f64::from(index % 20) * 16.0, f64::from(index / 20) * 20.0];
            let direction = pose.ray(point, [320, 200]);
            let found = ground.hit(pose.position, direction).filter(|hit| hit.value.is_some());
            // Steps of a hundredth of a cell, up to the first position below the ground.
            let at = |step: i32| add(pose.position, scale(direction, f64::from(step) * 0.00125));
            let below = (0..16_000).find(|step| ground.height_above(at(*step)) <= 0.0);
            let is_wall = below.is_some_and(|step| ground.height_above(at(step - 1)).is_infinite());
            let Some(step) = below.filter(|_| !is_wall) else {
                assert!(found.is_none(), "{camera:?} {point:?}: {found:?}");
                continue;
            };
            let hit = found.unwrap_or_else(|| panic!("{camera:?} {point:?}: nothing"));
            let gap = (0..3).map(|axis| (hit.position[axis] - at(step)[axis]).powi(2));
            assert!(gap.sum::<f64>().sqrt() < 0.002, "{camera:?} {point:?}");
            assert!(ground.height_above(hit.position).abs() < 1e-9);
            hits += 1;
        }
        assert!(hits > 30, "{camera:?}: {hits}");
    }
}

#[test]
fn walls_are_hit_from_the_side_and_the_underside_is_open() {
    let field = field(|_, _| 1.0);
    let ground = ground(&field, 1.0);
    let east = [1.0, 0.0, 0.0];
    let wall = ground.hit([-9.0, -1.0, 0.8], east).unwrap();
    // The wall stands at the outermost samples.
    assert!((wall.position[0] - (3.0 - 4.0 + 0.0625)).abs() < 1e-9, "{wall:?}");
    assert_eq!(wall.value, None);
    assert_eq!(ground.hit([-9.0, -1.0, 1.1], east), None, "above");
    assert_eq!(ground.hit([-9.0, -1.0, 0.67], east), None, "below the base");
    let above = ground.hit([3.0, -1.0, 5.0], [0.0, 0.0, -1.0]).unwrap();
    assert_eq!((above.position, above.value), ([3.0, -1.0, 1.0], Some(1.0)));
}

#[test]
fn rays_pass_through_holes() {
    let field = field(|x, _| if (x - 3.0).abs() < 1.0 { f64::NAN } else { 0.0 });
    let ground = ground(&field, 1.0);
    let down = [0.0, 0.0, -1.0];
    assert_eq!(ground.hit([3.0, -1.0, 5.0], down), None);
    assert!(ground.hit([5.0, -1.0, 5.0], down).is_some());
    assert_eq!(ground.height([3.0, -1.0]), None);
    let nothing = Field { samples: vec![f32::NAN; 64 * 64], ..field };
    assert_eq!(Ground::extremes(&nothing, Channel::X), None);
}
