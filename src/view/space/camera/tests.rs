use super::*;
use crate::field::grid::SampleGrid;
use crate::field::{Channel, Field};
use crate::view::space::vector::{add, length, scale, subtract};

const SIZE: [u32; 2] = [640, 400];

fn viewpoint(camera: &str) -> Viewpoint {
    Viewpoint { camera: camera.parse().unwrap(), target: [3.0, -2.0, 0.5], unit: 8.0 }
}

fn assert_close<const N: usize>(one: [f64; N], other: [f64; N]) {
    let is_close = one.iter().zip(other).all(|(a, b)| (a - b).abs() <= 1e-9);
    assert!(is_close, "{one:?} is not {other:?}");
}

#[test]
fn text_of_a_camera_parses_back() {
    for text in ["180,35,1.5,40", "-12.25,-90,0.001,1", "359.5,90,12,120.125", "1,2,fit,3"] {
        assert_eq!(text.parse::<CameraSetting>().unwrap().to_string(), text);
    }
    let spaced: CameraSetting = " 200 , 25, fit".parse().unwrap();
    assert_eq!(spaced, Scene::Solid.default_camera());
    assert_eq!(
        "1,2,3".parse::<CameraSetting>().unwrap(),
        "1,2,3".parse::<Camera>().unwrap().into()
    );
}

#[test]
fn errors_name_the_number_and_its_limits() {
    let message = |text: &str| text.parse::<CameraSetting>().unwrap_err().to_string();
    assert_eq!(
        message("180,35"),
        "a camera is 3 or 4 numbers, AZ,ALT,DIST or AZ,ALT,DIST,FOV, not 2"
    );
    assert_eq!(message("180,up,1"), "the altitude \"up\" is not a number");
    assert_eq!(message("180,35,nan"), "the distance \"nan\" is not a number");
    assert_eq!(message("180,91,1"), "the altitude 91 is not between -90 and 90");
    assert_eq!(message("180,35,0"), "the distance 0 is not between 1e-9 and 1000000");
    assert_eq!(message("180,35,1,180"), "the field of view 180 is not between 0.01 and 170");
    assert_eq!(message("fit,35,1"), "the azimuth \"fit\" is not a number");
    let below: CameraSetting = "180,-5,1".parse().unwrap();
    let error = Scene::Terrain.check(&below).unwrap_err();
    assert_eq!(error.to_string(), "the altitude -5 is not between 0 and 90");
    assert_eq!(Scene::Planet.check(&below), Ok(()));
}

#[test]
fn targets_are_three_finite_numbers() {
    assert_eq!(parse_target("1,-2.5,3e2"), Ok([1.0, -2.5, 300.0]));
    let message = |text: &str| parse_target(text).unwrap_err().to_string();
    assert_eq!(message("1,2"), "a target is 3 numbers, X,Y,Z, not 2");
    assert_eq!(message("1,y,2"), "the target \"y\" is not a number");
    let limit = "3.4028234663852886e38";
    assert_eq!(message("1e39,0,0"), format!("the target 1e39 is not between -{limit} and {limit}"));
}

#[test]
fn documents_hold_a_list_and_refuse_wrong_numbers() {
    let parse = |text: &str| serde_json::from_str::<CameraSetting>(text);
    for (camera, expected, short) in [
        (Scene::Planet.default_camera(), "[180.0,20.0,\"fit\",40.0]", "[180, 20, \"fit\"]"),
        ("180,20,3.2".parse().unwrap(), "[180.0,20.0,3.2,40.0]", "[180, 20, 3.2]"),
    ] {
        let text = serde_json::to_string(&camera).unwrap();
        assert_eq!(text, expected);
        assert_eq!(parse(&text).unwrap(), camera);
        assert_eq!(parse(short).unwrap(), camera);
    }
    let error = parse("[180, 120, 3.2]").unwrap_err();
    assert!(error.to_string().contains("altitude 120"), "{error}");
    assert!(parse("[\"fit\", 20, 3.2]").is_err());
}

#[test]
fn axes_are_those_of_the_compass() {
    // South of the target, looking north; then from straight above, north at the top.
    let level = viewpoint("180,0,2").pose();
    assert_close(level.position, [3.0, -18.0, 0.5]);
    assert_close(level.forward, [0.0, 1.0, 0.0]);
    assert_close(level.right, [1.0, 0.0, 0.0]);
    assert_close(level.up, [0.0, 0.0, 1.0]);
    let above = viewpoint("180,90,2").pose();
    assert_eq!(above.position, [3.0, -2.0, 16.5], "exact");
    assert_close(above.up, [0.0, 1.0, 0.0]);
    // East of the target, north is to the right.
    assert_close(viewpoint("90,0,2").pose().right, [0.0, 1.0, 0.0]);
}

#[test]
fn ray_of_a_pixel_follows_the_contract() {
    let pose = viewpoint("180,0,2,90").pose();
    // At 90 degrees the picture is as high as twice its distance: the corner is at (-1.6, 1) of the forward axis.
    let corner = pose.ray([0.0, 0.0], SIZE);
    let expected = [-1.6, 1.0, 1.0];
    assert_close(corner, scale(expected, 1.0 / length(expected)));
    assert_close(pose.ray([320.0, 200.0], SIZE), pose.forward);
}

#[test]
fn projection_inverts_the_ray() {
    let pose = viewpoint("33,21,1.3,55").pose();
    for point in [[0.5, 0.5], [639.5, 12.25], [200.0, 399.5]] {
        let position = add(pose.position, scale(pose.ray(point, SIZE), 7.0));
        assert_close(pose.project(position, SIZE).unwrap(), point);
    }
    let behind = subtract(pose.position, pose.forward);
    assert_eq!(pose.project(behind, SIZE), None);
}

#[test]
fn camera_from_above_sees_the_width_of_the_block() {
    let camera = Camera::from_above(40.0, SIZE);
    let view = Viewpoint { camera, ..viewpoint("0,0,1") };
    let west = add(view.target, [-4.0, 0.0, 0.0]);
    assert_close(view.pose().project(west, SIZE).unwrap(), [0.0, 200.0]);
    let north = add(view.target, [0.0, 1.0, 0.0]);
    assert_close(view.pose().project(north, SIZE).unwrap(), [320.0, 120.0]);
}

#[test]
fn orbit_keeps_the_position_in_the_picture() {
    let view = viewpoint("180,35,1.5");
    let about = [4.5, -4.0, 1.0];
    let point = view.pose().project(about, SIZE).unwrap();
    for [azimuth, altitude] in [[70.0, 0.0], [-10.0, 25.0], [200.0, -80.0]] {
        let turned = view.orbited(Scene::Terrain, about, azimuth, altitude);
        assert_close(turned.pose().project(about, SIZE).unwrap(), point);
        assert_eq!(turned.camera.distance, view.camera.distance);
    }
    let back = view.orbited(Scene::Terrain, about, 70.0, 10.0);
    let back = back.orbited(Scene::Terrain, about, -70.0, -10.0);
    assert_close(back.target, view.target);
    assert_close(back.camera.into(), view.camera.into());
}

#[test]
fn orbit_stops_at_the_altitudes_of_the_scene() {
    let view = viewpoint("180,35,1.5");
    let altitude = |scene, by| {
        let turned = view.orbited(scene, view.target, 0.0, by);
        turned.camera.altitude
    };
    assert_eq!(altitude(Scene::Terrain, -50.0), 0.0);
    assert_eq!(altitude(Scene::Terrain, 80.0), 90.0);
    assert_eq!(altitude(Scene::Planet, -50.0), -15.0);
    assert_eq!(altitude(Scene::Solid, -500.0), -90.0);
}

#[test]
fn pan_moves_the_position_under_the_cursor() {
    let view = viewpoint("120,35,1.5");
    let held = [4.5, -4.0, 1.0];
    for point in [[12.0, 300.0], [600.5, 20.5]] {
        let panned = view.panned(held, point, SIZE);
        assert_close(panned.pose().project(held, SIZE).unwrap(), point);
        assert_eq!(panned.camera, view.camera);
    }
    let behind = subtract(view.pose().position, view.pose().forward);
    assert_eq!(view.panned(behind, [0.0; 2], SIZE), view);
}

#[test]
fn zoom_keeps_the_position_and_never_reaches_it() {
    let mut view = viewpoint("120,35,1.5");
    let toward = [4.5, -4.0, 1.0];
    let point = view.pose().project(toward, SIZE).unwrap();
    let mut last = f64::INFINITY;
    for _ in 0..50 {
        view = view.zoomed(toward, 0.8);
        let [x, y] = view.pose().project(toward, SIZE).unwrap();
        assert!((x - point[0]).hypot(y - point[1]) < 1e-3, "{x} {y}");
        let distance = length(subtract(view.pose().position, toward));
        assert!(distance < last && distance > 0.0, "{distance} of {last}");
        last = distance;
    }
    for _ in 0..500 {
        view = view.zoomed(toward, 0.1);
    }
    assert_eq!(view.camera.distance, MIN_DISTANCE);
}

#[test]
fn camera_stays_above_the_ground() {
    // A ridge along x = 9, 6 high.
    let height_above =
        |position: [f64; 3]| position[2] - (6.0 - 2.0 * (position[0] - 9.0).abs()).max(0.0);
    let view = viewpoint("90,45,0.75");
    let clearance = 0.1;
    assert!(height_above(view.pose().position) >= clearance);
    let lowered = view.orbited_above_ground(
        Scene::Terrain,
        view.target,
        [0.0, -40.0],
        height_above,
        clearance,
    );
    let height = height_above(lowered.pose().position);
    assert!((height - clearance).abs() < 1e-6, "{height}");
    assert!(lowered.camera.altitude > 5.0, "{lowered:?}");
    // Free air is no obstacle: the motion is that of `orbited`.
    let raised =
        view.orbited_above_ground(Scene::Terrain, view.target, [5.0, 5.0], height_above, clearance);
    assert_eq!(raised, view.orbited(Scene::Terrain, view.target, 5.0, 5.0));
    // Toward a position inside the ridge the camera stops at the slope.
    let zoomed = view.zoomed_above_ground([9.0, -2.0, 3.0], 0.01, height_above, clearance);
    let height = height_above(zoomed.pose().position);
    assert!((height - clearance).abs() < 1e-6, "{height}");
    let sunk = Viewpoint { target: [9.0, -2.0, -3.0], ..viewpoint("180,90,0.5") };
    assert_close(sunk.lifted(height_above, clearance).pose().position, [9.0, -2.0, 6.1]);
}

#[test]
fn aiming_turns_the_camera_where_it_is() {
    let view = viewpoint("120,35,1.5");
    let target = [5.0, 1.0, 0.0];
    let aimed = view.aimed_at(Scene::Terrain, target).unwrap();
    assert_close(aimed.pose().position, view.pose().position);
    assert_close(aimed.pose().project(target, SIZE).unwrap(), [320.0, 200.0]);
    let above = add(view.pose().position, [1.0, 0.0, 3.0]);
    assert_eq!(view.aimed_at(Scene::Terrain, above), None, "from below");
    assert!(view.aimed_at(Scene::Solid, above).is_some());
}

#[test]
fn a_camera_on_the_way_takes_the_shorter_side() {
    let from: Camera = "350,90,1,40".parse().unwrap();
    let to: Camera = "10,30,4,20".parse().unwrap();
    assert_close(from.toward(&to, 0.0).into(), from.into());
    assert_close(from.toward(&to, 0.5).into(), [360.0, 60.0, 2.0, 30.0]);
    assert_close(from.toward(&to, 1.0).into(), [370.0, 30.0, 4.0, 20.0]);
}

#[test]
fn camera_below_risen_ground_is_raised_above_it() {
    let view = Viewpoint {
        camera: "150,30,0.1,40".parse().unwrap(),
        target: [0.0, -0.98, 0.1],
        unit: 1.0,
    };
    let above = |radius: f64| {
        move |position: [f64; 3]| {
            let squares = position.map(|coordinate| coordinate * coordinate);
            squares.iter().sum::<f64>().sqrt() - radius
        }
    };
    let raised = view.raised(above(1.2), 0.01);
    assert!((above(1.2)(raised.pose().position) - 0.01).abs() < 1e-12);
    assert_eq!(raised.camera, view.camera);
    assert_eq!(view.raised(above(1.0), 0.01), view);
}

#[test]
fn rays_parallel_to_an_axis_hit_the_solid() {
    let side = 8;
    // The slices are side by side, one unit from sample to sample.
    let grid = SampleGrid { center: [0.0; 2], span: 64.0, size: [side * side, side] };
    let field = Field { size: grid.size, channels: 1, samples: vec![1.0; 512] };
    let shape = BodyShape { side, grid, z: 0.0, channel: Channel::X, threshold: 0.0, clip: None };
    let body = Body::new(&field, &shape).unwrap();
    for axis in 0..3 {
        for sign in [-1.0, 1.0] {
            // A negative 0 is a component of a direction as well.
            let mut direction = [-0.0, 0.0, -0.0];
            let mut origin = [0.3, -1.2, 0.7];
            (direction[axis], origin[axis]) = (-sign, 20.0 * sign);
            let hit = body.hit(origin, direction).unwrap();
            let mut expected = origin;
            expected[axis] = 3.5 * sign;
            assert_close(hit.position, expected);
            origin[(axis + 1) % 3] = 4.0;
            assert!(body.hit(origin, direction).is_none());
        }
    }
}
