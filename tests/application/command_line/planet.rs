//! Tests of `render` with planets: pictures, manifests, maps, invalid options.

use std::f64::consts::PI;
use std::fs;
use std::path::Path;

use serde_json::json;

use crate::calls::{assert_same_again, bytes, folder, json, manifest, names, read_png, run};

const SHADERS: [(&str, &str); 3] = [
    (
        "ball.wgsl",
        "//! @sea(-0.01)
        fn density(p: vec3f, size: f32) -> f32 { return 0.1 * size * (p.x + 2.0 * p.y * p.z); }",
    ),
    (
        "painted.wgsl",
        "import playground::surface::Surface;
        fn density(p: vec3f) -> f32 { return 0.05 * p.z; }
        fn surface(s: Surface) -> vec3f { return vec3f(f32(s.position.x > 0.0), s.slope * 10.0, 0.0); }",
    ),
    (
        "plane.wgsl",
        "fn height(p: vec2f) -> f32 { return p.x; }",
    ),
];

/// Function that returns the direction of a point on one layer of a cube map, from its two coordinates on the layer.
type Direction = fn(f64, f64) -> [f64; 3];

fn value([x, y, z]: [f64; 3]) -> f64 {
    0.05 * (x + 2.0 * y * z)
}

/// Reads a `.npy` file of `f32`. Returns its shape, as text, and its numbers.
fn read_npy(path: &Path) -> (String, Vec<f32>) {
    let bytes = fs::read(path).unwrap();
    let end = 10 + usize::from(u16::from_le_bytes([bytes[8], bytes[9]]));
    let header = String::from_utf8_lossy(&bytes[10..end]).into_owned();
    let shape = &header[header.find("'shape': (").unwrap() + 10..];
    let numbers = bytes[end..].chunks_exact(4);
    let numbers = numbers.map(|number| f32::from_le_bytes(number.try_into().unwrap()));
    (shape[..shape.find(')').unwrap()].to_owned(), numbers.collect())
}

#[test]
fn planet_is_rendered_again_from_its_manifest() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    run(0, folder, "render ball.wgsl -o a.png --view planet --size 60x40 --spp 1");
    assert_same_again(folder, "a.png");
    let view = &manifest(&folder.join("a.png"))["view"];
    assert_eq!(view["mode"], "planet");
    let camera = view["camera"].as_array().unwrap();
    assert_eq!((&camera[0], &camera[1], &camera[3]), (&180.into(), &20.into(), &40.into()));
    assert!((2.9..3.9).contains(&camera[2].as_f64().unwrap()), "{camera:?}");
    assert!(view.get("target").is_none(), "the middle");
    assert_eq!((&view["samples"], &view["air"]), (&512.into(), &1.into()));
    assert_eq!((&view["sea"], &view["shadow"]), (&json!(-0.01), &true.into()));

    assert_eq!(view["nested"], true);

    let view = "--view planet --size 60x40 --samples 64 --sea 0.02 --camera 20,-40,2.5,50 --color contour \
                --target 0,0,0.2 --light 30,10 --shadow off --sky off --air 0.5 --exaggeration 1.5";
    run(0, folder, &format!("render ball.wgsl -o c.png {view}"));
    assert_same_again(folder, "c.png");
    assert_eq!(manifest(&folder.join("c.png"))["view"]["sea"], 0.02);
    for change in ["--sea off", "--sea 0.03", "--air 0.1", "--sky on", "--light 40,10"] {
        run(0, folder, &format!("render --from c.png -o e.png {change}"));
        assert!(bytes(folder, "c.png") != bytes(folder, "e.png"), "{change}");
    }
}

#[test]
fn own_surface_paints_the_planet_by_position_and_slope() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view planet --size 61 --samples 64 --air 0 --shadow off --spp 1 --light 180,0 --camera 180,0,3.2,40";
    run(0, folder, &format!("render painted.wgsl -o a.png {view}"));
    let (_, _, pixels) = read_png(&folder.join("a.png"));
    let channels = pixels.len() / (61 * 61);
    let at = |x: usize, y: usize| &pixels[(y * 61 + x) * channels..][..3];
    // East, where x is above 0, is on the right.
    assert!(at(40, 30)[0] > 200 && at(20, 30)[0] < 60, "{:?} {:?}", at(40, 30), at(20, 30));
    // The slope at the equator is steeper than at a latitude of 60 degrees, where the light is half as strong as well.
    assert!(
        i32::from(at(20, 30)[1]) > i32::from(at(30, 6)[1]) + 20,
        "{:?} {:?}",
        at(20, 30),
        at(30, 6)
    );
}

#[test]
fn maps_hold_the_values_at_their_positions() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let map = "--view planet --set size=0.5 --projection";
    run(0, folder, &format!("render ball.wgsl -o map.npy -o map.tif {map} equirect --size 32"));
    let (shape, values) = read_npy(&folder.join("map.npy"));
    assert!(shape.starts_with("16, 32"), "{shape}");
    for (index, found) in (0..).zip(&values) {
        let (column, row) = (index % 32, index / 32);
        let longitude = (f64::from(column) + 0.5) / 16.0 * PI - PI;
        let latitude = 0.5 * PI - (f64::from(row) + 0.5) / 16.0 * PI;
        let (sine, cosine) = latitude.sin_cos();
        let expected = value([cosine * longitude.cos(), cosine * longitude.sin(), sine]);
        assert!((f64::from(*found) - expected).abs() < 1e-6, "{column} {row}: {found} {expected}");
    }

    run(0, folder, &format!("render ball.wgsl -o cube.npy {map} cube --size 16"));
    let layers: [(&str, Direction); 6] = [
        ("+x", |s, t| [1.0, -t, -s]),
        ("-x", |s, t| [-1.0, -t, s]),
        ("+y", |s, t| [s, 1.0, t]),
        ("-y", |s, t| [s, -1.0, -t]),
        ("+z", |s, t| [s, -t, 1.0]),
        ("-z", |s, t| [-s, -t, -1.0]),
    ];
    for (name, direction) in layers {
        let (shape, values) = read_npy(&folder.join(format!("cube_{name}.npy")));
        assert!(shape.starts_with("16, 16"), "{shape}");
        for (index, found) in (0..).zip(&values) {
            let [s, t] = [index % 16, index / 16].map(|at| f64::from(2 * at + 1) / 16.0 - 1.0);
            let along = direction(s, t);
            let length = (1.0 + s * s + t * t).sqrt();
            let expected = value(along.map(|x| x / length));
            assert!((f64::from(*found) - expected).abs() < 1e-6, "{name}: {found} {expected}");
        }
    }
    assert!(!folder.join("cube.npy").exists());
}

#[test]
fn maps_are_pictures_too_and_are_rendered_again() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    run(0, folder, "render painted.wgsl -o a.png --view planet --projection equirect --size 64x32");
    let (width, height, pixels) = read_png(&folder.join("a.png"));
    assert_eq!((width, height), (64, 32));
    let channels = pixels.len() / (64 * 32);
    // x is above 0 at longitudes from -90 to 90 degrees; a map has no light.
    let red = |x: usize| pixels[(16 * 64 + x) * channels];
    assert_eq!([red(2), red(20), red(44), red(61)], [0, 255, 255, 0]);
    run(0, folder, "render --from a.png -o b.png");
    assert!(bytes(folder, "a.png") == bytes(folder, "b.png"));
    run(0, folder, "compare a.png b.png -o difference.png");

    run(0, folder, "render ball.wgsl -o c.png --view planet --projection cube --size 24");
    run(0, folder, "render --from c_+x.png -o d.png");
    for layer in ["+x", "-x", "+y", "-y", "+z", "-z"] {
        let [first, again] = ["c", "d"].map(|name| bytes(folder, &format!("{name}_{layer}.png")));
        assert!(first == again, "{layer}");
    }
    // All layers have one value range: neighbors agree along their edge, +z at the bottom and -y at the top.
    let row = |file: &str, y: usize| {
        let (_, _, pixels) = read_png(&folder.join(file));
        let channels = pixels.len() / (24 * 24);
        (0..24).map(|x| pixels[(y * 24 + x) * channels]).collect::<Vec<u8>>()
    };
    let [above, below] = [row("c_+z.png", 23), row("c_-y.png", 0)];
    let largest = above.iter().zip(&below).map(|(a, b)| a.abs_diff(*b)).max();
    assert!(largest < Some(20), "{above:?} {below:?}");
}

#[test]
fn planets_are_compared_by_their_maps() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view planet --size 80x60 --samples 32 --spp 1 --sea off";
    for (file, size) in [("half.png", 0.5), ("whole.png", 1.0)] {
        let line = format!("render ball.wgsl -o {file} {view} --set size={size}");
        run(0, folder, &line);
    }
    let metrics = json(folder, "compare half.png whole.png --json -o both.png");
    // x + 2 y z is at most 5/4 on the unit sphere.
    let largest = metrics["max"].as_f64().unwrap();
    assert!((largest - 0.0625).abs() < 3e-4, "{metrics}");
    let (width, height, _) = read_png(&folder.join("both.png"));
    assert!(width >= 160 && height >= 60, "{width} x {height}");
    for mode in ["wipe", "difference"] {
        let line = format!("compare half.png whole.png --mode {mode} -o {mode}.png");
        run(0, folder, &line);
        let (width, ..) = read_png(&folder.join(format!("{mode}.png")));
        assert_eq!(width, 80, "{mode}");
    }
}

#[test]
fn planet_from_near_is_rendered_again_and_warns_where_single_precision_ends() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view planet --sea off --size 60x40 --spp 1 --target 0,-1,0";
    let near = |file: &str, camera: &str| {
        let line = format!("render ball.wgsl -o {file} {view} --camera {camera}");
        run(0, folder, &line).1
    };
    assert!(!near("a.png", "180,40,0.05").contains("precision"));
    assert_same_again(folder, "a.png");
    run(0, folder, "render --from a.png -o c.png --samples 512");
    assert!(bytes(folder, "a.png") != bytes(folder, "c.png"), "the faces alone");
    let warning = near("d.png", "180,40,0.00001");
    assert!(warning.contains("single precision ends here"), "{warning}");
}

#[test]
fn sweeps_and_passes_show_planets() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view planet --size 30 --samples 16 --spp 1";
    run(0, folder, &format!("sweep ball.wgsl --vary size=0.1:0.9:3 -o sheet.png {view}"));
    fs::create_dir(folder.join("variants")).unwrap();
    run(0, folder, &format!("sweep ball.wgsl --vary size=0.1:0.9:3 -o variants/ {view}"));
    run(0, folder, &format!("render ball.wgsl -o one.png --set size=0.5 {view}"));
    let names = names(&folder.join("variants"));
    let middle = names.iter().find(|name| name.starts_with("0001")).unwrap();
    assert!(bytes(folder, "one.png") == bytes(&folder.join("variants"), middle));
    for (pass, expected) in [("depth", "30, 30"), ("position", "30, 30, 3"), ("steps", "30, 30")] {
        run(0, folder, &format!("render ball.wgsl -o p.npy {view} --pass {pass}"));
        assert!(read_npy(&folder.join("p.npy")).0.starts_with(expected), "{pass}");
    }
}

#[test]
fn wrong_options_say_what_is_right() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let check = |line: &str, message: &str| {
        let (_, stderr) = run(2, folder, &format!("render {line} -o o.png --size 16"));
        assert!(stderr.contains(message), "{line}: {stderr}");
    };
    check(
        "plane.wgsl --view planet",
        "this view shows functions of vec3f or vec4f that return a value",
    );
    check("ball.wgsl --view planet --samples 4", "is not an integer from 8 to 2048");
    check("ball.wgsl --view planet --sea deep", "--sea: \"deep\" is not a finite number");
    check(
        "ball.wgsl --view planet --sea 0 --exaggeration -1",
        "--sea needs an --exaggeration of 0 or more",
    );
    check("ball.wgsl --view solid --sea 0", "--sea needs --view planet");
    check("ball.wgsl --sea 0", "--sea needs a three-dimensional view, for example --view planet");
    check("ball.wgsl --view planet --color sky", "--color \"sky\" is none of");
    check("ball.wgsl --view planet --camera 0,95,3", "the altitude 95 is not between -90 and 90");
    check("ball.wgsl --view planet --projection mercator", "is none of equirect, cube");
    check("ball.wgsl --view solid --projection cube", "--projection needs --view planet");
    check(
        "ball.wgsl --view planet --projection cube --pass depth",
        "--pass has no effect on a map",
    );
    check(
        "ball.wgsl --view planet --projection equirect --color slope",
        "a map shows relief, texture or contour",
    );
    let (_, stderr) = run(
        2,
        folder,
        "render ball.wgsl --view planet --projection equirect -o o.png --size 16x16",
    );
    assert!(stderr.contains("an equirect map is twice as wide as high"), "{stderr}");
    let (_, stderr) =
        run(2, folder, "render ball.wgsl --view planet --projection cube -o - --size 16");
    assert!(stderr.contains("writes six files"), "{stderr}");
    let (_, stderr) = run(
        2,
        folder,
        "sweep ball.wgsl --vary size=0:1:2 --view planet --projection cube -o s.png --size 16",
    );
    assert!(stderr.contains("--projection is an option of render"), "{stderr}");
    assert_eq!(names(folder).len(), 3, "no file is written");
}
