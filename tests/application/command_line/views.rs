//! Tests of three-dimensional views on the command line: files, manifests, invalid options.

use std::fs;

use crate::calls::{assert_same_again, bytes, folder, manifest, read_png, run};

const SHADERS: [(&str, &str); 2] = [
    (
        "hills.wgsl",
        "fn height(p: vec2f, size: f32) -> f32 { return size * sin(2.0 * p.x) * cos(3.0 * p.y); }",
    ),
    (
        "others.wgsl",
        "fn density(p: vec3f) -> f32 { return length(p) - 1.0; }
        fn color(p: vec2f) -> vec3f { return vec3f(p, 0.0); }",
    ),
];

#[test]
fn terrain_is_rendered_again_from_its_manifest() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view terrain --size 120x80 --samples 64 --camera 140,20,1.3,35 --target 0,0.5,0.1 \
                --set size=0.4 --color contour --shadow off --sky off --air 0.4 --spp 9";
    run(0, folder, &format!("render hills.wgsl -o a.png {view}"));
    assert_same_again(folder, "a.png");
    let view = &manifest(&folder.join("a.png"))["view"];
    assert_eq!(view["mode"], "terrain");
    assert_eq!(view["camera"], serde_json::json!([140, 20, 1.3, 35]));
    assert_eq!(view["target"], serde_json::json!([0, 0.5, 0.1]));
    assert_eq!((&view["samples"], &view["spp"]), (&64.into(), &9.into()));
    assert_eq!((&view["color"], &view["air"]), (&"contour".into(), &0.4.into()));
    assert_eq!((&view["shadow"], &view["sky"]), (&false.into(), &false.into()));

    run(0, folder, "render --from a.png -o c.png --camera 150,20,1.3,35");
    assert!(bytes(folder, "a.png") != bytes(folder, "c.png"));
    // The default target follows the data, and is not recorded.
    run(0, folder, "render hills.wgsl -o d.png --view terrain --size 40 --camera 180,35,1.5");
    let view = &manifest(&folder.join("d.png"))["view"];
    assert!(view.get("target").is_none());
    assert_eq!(view["camera"], serde_json::json!([180, 35, 1.5, 40]));
    assert_eq!((&view["samples"], &view["shadow"]), (&512.into(), &true.into()));
    // A distance that fits is recorded as a number, with the target.
    run(0, folder, "render hills.wgsl -o e.png --view terrain --size 40");
    run(0, folder, "render hills.wgsl -o f.png --view terrain --size 40 --camera 155,35,fit,40");
    assert!(bytes(folder, "e.png") == bytes(folder, "f.png"));
    assert_same_again(folder, "e.png");
    let view = &manifest(&folder.join("e.png"))["view"];
    let distance = view["camera"][2].as_f64().unwrap();
    assert!((1.5..3.0).contains(&distance), "{view}");
    assert_eq!(view["target"].as_array().unwrap().len(), 3);
    run(0, folder, "render hills.wgsl -o h.png --view terrain --size 40 --target 0,0,0");
    let view = &manifest(&folder.join("h.png"))["view"];
    assert_eq!(view["target"], serde_json::json!([0, 0, 0]));
    assert!(view["camera"][2].as_f64().unwrap() > 1.0, "{view}");
}

#[test]
fn errors_are_rendered_again_from_their_manifest() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view error --size 60x40 --center 900,0 --set size=0.7 --palette grey";
    run(0, folder, &format!("render hills.wgsl -o a.png -o a.npy {view}"));
    assert_same_again(folder, "a.png");
    assert_eq!(manifest(&folder.join("a.png"))["view"]["mode"], "error");
    // The data file contains the errors: positions are near 900, where single precision has steps of 2^-14.
    let data = bytes(folder, "a.npy");
    let errors = data[data.len() - 60 * 40 * 4..].chunks_exact(4);
    let errors = errors.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap()).abs());
    let largest = errors.fold(0.0, f32::max);
    assert!((1e-5..1e-3).contains(&largest), "{largest}");
    // `analyze` measures the field of a captured picture, whatever view the picture shows.
    let (text, _) = run(0, folder, "analyze a.png --size 32");
    assert!(text.contains("std 0.3"), "{text}");
    let program = crate::calls::root().join("shaders/generators/diamond_square.wgsl");
    let line = format!("render {} -o c.png --view error", program.display());
    let (_, message) = run(2, folder, &line);
    assert!(message.contains("is a grid program"), "{message}");
}

#[test]
fn solid_is_rendered_again_from_its_manifest() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view =
        "--view solid --size 60x40 --samples 24 --span 3 --threshold 0.2 --clip z=0.5 --spp 1";
    run(0, folder, &format!("render others.wgsl -o a.png {view}"));
    assert_same_again(folder, "a.png");
    let view = &manifest(&folder.join("a.png"))["view"];
    let camera = view["camera"].as_array().unwrap();
    assert_eq!((&camera[0], &camera[1], &camera[3]), (&200.into(), &25.into(), &40.into()));
    assert!(camera[2].is_number(), "{camera:?}");
    assert_eq!((&view["samples"], &view["threshold"]), (&24.into(), &0.2.into()));
    run(0, folder, "render --from a.png -o c.png --clip x=0");
    assert!(bytes(folder, "a.png") != bytes(folder, "c.png"));
    // The exaggeration of another view stays in a capture.
    let slice = "render others.wgsl -o d.png --view slice --size 60x40 --exaggeration 3";
    run(0, folder, slice);
    let view = "--view solid --samples 24 --span 3 --threshold 0.2 --clip z=0.5 --spp 1";
    run(0, folder, &format!("render --from d.png -o e.png {view}"));
    assert_same_again(folder, "e.png");
}

#[test]
fn passes_are_arrays_of_the_picture_and_other_data_the_field() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view terrain --size 50x30 --samples 64";
    let shape = |file: &str| {
        let bytes = bytes(folder, file);
        let header = String::from_utf8_lossy(&bytes[10..128]).into_owned();
        header[header.find("'shape': ").unwrap() + 9..header.find(')').unwrap()].to_owned()
    };
    for (pass, expected) in
        [("depth", "(30, 50, "), ("position", "(30, 50, 3, "), ("steps", "(30, 50, ")]
    {
        run(0, folder, &format!("render hills.wgsl -o p.npy {view} --pass {pass}"));
        assert!(shape("p.npy").starts_with(expected), "{pass}");
    }
    run(0, folder, &format!("render hills.wgsl -o n.exr -o n.tif {view} --pass normal"));
    // Without a pass, data files hold the field, and the picture is three-dimensional.
    run(0, folder, &format!("render hills.wgsl -o a.npy -o a.png {view}"));
    run(0, folder, "render hills.wgsl -o b.npy --size 50x30");
    assert!(bytes(folder, "a.npy") == bytes(folder, "b.npy"));
    let (width, height, pixels) = read_png(&folder.join("a.png"));
    assert_eq!((width, height), (50, 30));
    // Sky above, ground in the middle.
    let middle = (15 * 50 + 25) * (pixels.len() / 1500);
    assert_ne!(pixels[..3], pixels[middle..middle + 3]);
}

#[test]
fn sweeps_and_comparisons_show_terrains() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view terrain --size 40 --samples 32";
    run(0, folder, &format!("sweep hills.wgsl --vary size=0.1:0.5:3 -o sheet.png {view}"));
    fs::create_dir(folder.join("variants")).unwrap();
    run(0, folder, &format!("sweep hills.wgsl --vary size=0.1:0.5:3 -o variants/ {view}"));
    run(0, folder, &format!("render hills.wgsl -o one.png --set size=0.3 {view}"));
    let names = crate::calls::names(&folder.join("variants"));
    let middle = names.iter().find(|name| name.starts_with("0001")).unwrap();
    assert!(bytes(folder, "one.png") == bytes(&folder.join("variants"), middle));
    run(0, folder, &format!("render hills.wgsl -o two.png --set size=0.1 {view}"));
    let (output, _) = run(0, folder, "compare one.png two.png -o c.png");
    assert!(output.contains("RMSE 0.0"), "{output}");
    assert_eq!(read_png(&folder.join("c.png")).0, 80);
}

#[test]
fn wrong_use_of_views_says_what_is_right() {
    let folder = folder(&SHADERS);
    let error = |line: &str| run(2, folder.path(), &format!("render {line}")).1;
    for (line, expected) in [
        ("others.wgsl::density -o a.png --view terrain", "functions of vec2f and grid programs"),
        ("others.wgsl::color -o a.png --view terrain", "returns a color"),
        ("hills.wgsl -o a.png --camera 1,2,3", "--camera needs a three-dimensional view"),
        ("hills.wgsl -o a.png --view terrain --camera 1,2", "--camera \"1,2\""),
        (
            "hills.wgsl -o a.png --view terrain --camera 1,95,2",
            "altitude 95 is not between 0 and 90",
        ),
        (
            "hills.wgsl -o a.png --view terrain --camera 1,95,fit",
            "altitude 95 is not between 0 and 90",
        ),
        ("hills.wgsl -o a.png --view terrain --camera 1,5,fitt", "\"fitt\" is not a number"),
        ("hills.wgsl -o a.png --view solid", "functions of vec3f or vec4f that return a value"),
        ("others.wgsl -o a.png --view solid --samples 513", "an integer from 2 to 512"),
        ("others.wgsl -o a.png --view solid --clip w=1", "is not x=VALUE, y=VALUE or z=VALUE"),
        (
            "others.wgsl -o a.png --view solid --exaggeration 2",
            "--exaggeration is a factor of heights, which a solid does not have",
        ),
        (
            "hills.wgsl -o a.png --view terrain --clip x=0",
            "--clip needs --view solid; the view is terrain",
        ),
        (
            "hills.wgsl -o a.png --view terrain --camera 1,-5,2",
            "altitude -5 is not between 0 and 90",
        ),
        ("hills.wgsl -o a.png --view terrain --target 1,x,2", "\"x\" is not a number"),
        (
            "hills.wgsl -o a.png --view terrain --samples 1",
            "--samples \"1\" is not an integer from 2 to 8192",
        ),
        ("hills.wgsl -o a.png --view terrain --spp 5", "--spp \"5\" is none of 1, 4, 9, 16"),
        ("hills.wgsl -o a.png --view terrain --pass x", "--pass \"x\" is none of color, depth"),
        ("hills.wgsl -o a.png --view terrain --pass depth", "written as data: .npy, .exr or .tif"),
        ("hills.wgsl -o a.png --view terrain --color terrain", "--color \"terrain\" is none of"),
        ("hills.wgsl -o a.png --view terrain --air 2", "--air 2 is not between 0 and 1"),
        ("hills.wgsl -o a.png --view terrain --sky maybe", "neither on nor off"),
        ("hills.wgsl -o a.png --view terrain --light-model x", "none of surface, hillshade"),
    ] {
        let message = error(line);
        assert!(message.contains(expected), "{line}: {message}");
        assert_eq!(crate::calls::names(folder.path()).len(), 2, "{line}");
    }
}

#[test]
fn tags_of_the_file_set_view_and_camera() {
    let text = "//! @mode(solid) @camera(30, -10, 2.5)\nfn density(p: vec3f) -> f32 { return 3.0 - length(p); }";
    let folder = folder(&[("ball.wgsl", text)]);
    let folder = folder.path();
    run(0, folder, "render ball.wgsl -o a.png --size 24 --samples 16");
    let view = &manifest(&folder.join("a.png"))["view"];
    assert_eq!(view["mode"], "solid");
    assert_eq!(view["camera"], serde_json::json!([30, -10, 2.5, 40]));
    // The option precedes the tag.
    run(0, folder, "render ball.wgsl -o b.png --size 24 --samples 16 --camera 10,5,2");
    let view = &manifest(&folder.join("b.png"))["view"];
    assert_eq!(view["camera"], serde_json::json!([10, 5, 2, 40]));
    run(0, folder, "render ball.wgsl -o c.png --size 24 --view slice");
}

#[test]
fn camera_turns_as_frames() {
    let folder = folder(&SHADERS);
    let folder = folder.path();
    let view = "--view terrain --size 60x40 --samples 48 --spp 1";
    let turn = "--vary camera.az=0:270:4";
    // A turn keeps its distance, at which no frame is cropped.
    run(0, folder, &format!("sweep hills.wgsl {view} {turn} -o fit/"));
    let cameras = ["0000_camera.az=0", "0001_camera.az=90", "0003_camera.az=270"].map(|name| {
        let view = manifest(&folder.join(format!("fit/{name}.png")))["view"].clone();
        (view["camera"][2].as_f64().unwrap(), view["target"].clone())
    });
    assert!(
        cameras[0].0 > 1.0 && cameras.iter().all(|camera| *camera == cameras[0]),
        "{cameras:?}"
    );
    run(0, folder, &format!("sweep hills.wgsl {view} --camera 0,35,1.5 {turn} -o turn/"));
    let frame = "turn/0001_camera.az=90.png";
    run(0, folder, &format!("render hills.wgsl {view} --camera 90,35,1.5 -o one.png"));
    assert!(bytes(folder, frame) == bytes(folder, "one.png"));
    assert!(bytes(folder, frame) != bytes(folder, "turn/0002_camera.az=180.png"));
    let lines = fs::read_to_string(folder.join("turn/sweep.jsonl")).unwrap();
    let line: serde_json::Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!(line["view"]["camera.az"], 90);
    // The cube that a view of a solid shows moves with z.
    let ball = "--view solid --size 40 --samples 16 --spp 1 --pass position";
    run(0, folder, &format!("sweep others.wgsl::density {ball} --vary z=0,2 --format npy -o z/"));
    run(0, folder, &format!("render others.wgsl::density {ball} --z 2 -o two.npy"));
    assert!(bytes(folder, "z/0001_z=2.npy") == bytes(folder, "two.npy"));

    let (_, flat) = run(2, folder, &format!("sweep hills.wgsl --size 20 {turn} -o flat/"));
    assert!(flat.contains("the view relief has no camera"), "{flat}");
    let low = format!("sweep hills.wgsl {view} --vary camera.alt=-5:5:2 -o low/");
    let (_, low) = run(2, folder, &low);
    assert!(low.contains("the altitude -5 is not between 0 and 90"), "{low}");
}
