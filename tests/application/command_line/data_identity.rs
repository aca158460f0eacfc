//! Tests of what identifies the data that is read and written: masks, fill rules, manifests, companions, output paths.

use std::fs;
use std::path::Path;

use crate::calls::{floats, folder, json, names, run};

/// Samples of the field input, one for each pixel of 4 x 4.
const READER: &str = "/// @field(\"d.r32\", 4, 4)
@group(0) @binding(1) var a: texture_2d<f32>;
/// @field(\"d.r32\", 4, 4)
@group(0) @binding(2) var b: texture_2d<f32>;
fn at(p: vec2f) -> vec2u { return vec2u(vec2i(floor(vec2f(p.x + 2.0, 2.0 - p.y)))); }
fn height(p: vec2f) -> f32 { return textureLoad(a, at(p), 0).x; }
fn difference(p: vec2f) -> f32 { return textureLoad(a, at(p), 0).x - textureLoad(b, at(p), 0).x; }
";

const RAMP: &str = "fn height(p: vec2f) -> f32 { return p.x; }";

/// Not a number for x below 0.
const HALF: &str = "fn height(p: vec2f) -> f32 { return log(max(p.x, 0.0)); }";

fn write_floats(path: &Path, numbers: impl IntoIterator<Item = f32>) {
    let bytes: Vec<u8> = numbers.into_iter().flat_map(f32::to_le_bytes).collect();
    fs::write(path, bytes).unwrap();
}

#[test]
fn two_fill_rules_of_a_file_are_two_textures() {
    let folder = folder(&[("a.wgsl", READER)]);
    let path = folder.path();
    // A corner without data, far from a slope.
    let number = |index: u8| if index < 2 { f32::NAN } else { f32::from(index * index) };
    write_floats(&path.join("d.r32"), (0..16).map(number));
    let set = "--set a=d.r32,4,4,nearest --set b=d.r32,4,4,smooth";
    let place = "--size 4 --span 4";
    run(0, path, &format!("render a.wgsl::difference {place} -o o.r32 {set}"));
    let found = floats(&path.join("o.r32"));
    assert!(found[2..].iter().all(|number| *number == 0.0), "{found:?}");
    assert!(found[..2].iter().any(|number| *number != 0.0), "{found:?}");
}

#[test]
fn capture_knows_the_mask_of_its_data() {
    let folder = folder(&[("a.wgsl", READER), ("half.wgsl", HALF), ("ramp.wgsl", RAMP)]);
    let path = folder.path();
    write_floats(&path.join("d.r32"), (1..17_u8).map(f32::from));
    let render = |name: &str| {
        run(0, path, &format!("render a.wgsl::height --size 4 --span 4 -o {name}"));
        floats(&path.join(name))
    };
    let refused = |name: &str, reason: &str| {
        let (_, message) = run(2, path, &format!("render --from {name} -o again.r32"));
        assert!(message.contains(reason), "{message}");
    };
    let whole = render("whole.r32");
    // Masks of other captures, with their names changed.
    for (shader, name) in [("half", "m.r16"), ("ramp", "w.r16")] {
        run(0, path, &format!("render {shader}.wgsl --size 4 --span 4 -o {name}"));
    }
    let mask = path.join("d.r32.mask.png");
    fs::rename(path.join("m.r16.mask.png"), &mask).unwrap();
    refused("whole.r32", "\"d.r32.mask.png\" is new");
    let masked = render("masked.r32");
    assert!(
        masked.iter().any(|number| number.is_nan())
            && whole.iter().all(|number| number.is_finite())
    );
    run(0, path, "render --from masked.r32 -o again.r32");
    assert!(
        fs::read(path.join("again.r32")).unwrap() == fs::read(path.join("masked.r32")).unwrap()
    );
    run(0, path, "render ramp.wgsl --size 4 --span 4 --mask true -o d.r32.mask.png");
    refused("masked.r32", "\"d.r32.mask.png\" has changed");
    fs::remove_file(&mask).unwrap();
    refused("masked.r32", "\"d.r32.mask.png\", which was used, is missing");
    run(0, path, "render --from whole.r32 -o again.r32");
    // Older versions did not record masks.
    let sidecar = path.join("whole.r32.json");
    let text = fs::read_to_string(&sidecar).unwrap();
    assert!(text.contains(",\"beside\":{}"), "{text}");
    fs::write(&sidecar, text.replace(",\"beside\":{}", "")).unwrap();
    run(0, path, "render --from whole.r32 -o again.r32");
}

#[test]
fn numbers_of_other_programs_count_and_not_the_manifest_beside_them() {
    let folder = folder(&[("ramp.wgsl", RAMP)]);
    let path = folder.path();
    run(
        0,
        path,
        "render ramp.wgsl --size 6x4 --span 6 -o a.r32 -o a.npy -o a.tif -o a.nrrd -o a.png",
    );
    let doubled = floats(&path.join("a.r32")).into_iter().map(|number| 2.0 * number);
    let doubled: Vec<u8> = doubled.flat_map(f32::to_le_bytes).collect();
    // All hold the same numbers without compression.
    let own = fs::read(path.join("a.r32")).unwrap();
    for name in ["a.r32", "a.npy", "a.tif", "a.nrrd"] {
        let mut bytes = fs::read(path.join(name)).unwrap();
        let at = bytes.windows(own.len()).position(|part| part == own).unwrap();
        bytes[at..at + own.len()].copy_from_slice(&doubled);
        fs::write(path.join(name), bytes).unwrap();
    }
    let says = |message: &str| {
        let lines = message.lines().filter(|line| line.contains("describes other samples"));
        assert_eq!(lines.count(), 1, "{message}");
    };
    for name in ["a.r32", "a.npy", "a.tif"] {
        let (_, message) = run(0, path, &format!("render {name} -o out.r32"));
        says(&message);
        assert!(fs::read(path.join("out.r32")).unwrap() == doubled, "{name}");
        assert_eq!(json(path, &format!("analyze {name} --json"))["statistics"]["max"], 5.0);
        says(&run(0, path, &format!("mesh {name} -o m.obj --samples 6")).1);
        let mesh = fs::read_to_string(path.join("m.obj")).unwrap();
        assert!(mesh.lines().any(|line| line.starts_with("v ") && line.ends_with(" 5")), "{mesh}");
        says(&run(0, path, &format!("render {name} --for blender -o b.exr")).1);
        let notes = fs::read_to_string(path.join("b.exr.txt")).unwrap();
        assert!(notes.contains("Heights in world units: -5 to 5"), "{notes}");
        let compared = json(path, &format!("compare {name} out.r32 --json"));
        assert_eq!(compared["RMSE"], 0.0, "{name}");
        let (_, message) = run(2, path, &format!("render --from {name} -o x.npy"));
        assert!(message.contains("without --from"), "{message}");
    }
    let (_, message) = run(2, path, "render a.nrrd -o x.npy");
    assert!(message.contains("save them as .npy"), "{message}");
    // The texts of the shaders are there nevertheless.
    says(&run(0, path, "unpack a.npy unpacked").1);
    assert_eq!(fs::read_to_string(path.join("unpacked/ramp.wgsl")).unwrap(), RAMP);
    assert!(run(0, path, "render --from a.png -o x.png").1.is_empty());
}

#[test]
fn mask_and_notes_of_an_earlier_height_map_go_with_it() {
    let folder = folder(&[("half.wgsl", HALF), ("ramp.wgsl", RAMP)]);
    let path = folder.path();
    let beside = || -> Vec<String> {
        names(path).into_iter().filter(|name| !name.ends_with(".wgsl")).collect()
    };
    let height_map = "render half.wgsl --size 127 --for unreal -o t.png";
    run(0, path, height_map);
    assert_eq!(beside(), ["t.png", "t.png.mask.png", "t.png.txt"]);
    for line in [
        "render ramp.wgsl --size 127 -o t.png",
        "render ramp.wgsl --size 127 -o t.png --depth 16",
        "render ramp.wgsl --size 127 -o t.png --figure",
        "analyze ramp.wgsl --size 127 -o t.png",
        "sweep ramp.wgsl --vary span=4,8 --size 64 -o t.png",
    ] {
        run(0, path, height_map);
        run(0, path, line);
        assert_eq!(beside(), ["t.png"], "{line}");
    }
    fs::remove_file(path.join("t.png")).unwrap();
    run(0, path, "render half.wgsl --size 20 -o a.npy");
    fs::write(path.join("a.npy.txt"), "mine").unwrap();
    run(0, path, "analyze ramp.wgsl --size 20 -o a.npy");
    assert_eq!(beside(), ["a.npy", "a.npy.txt"]);
}

#[test]
fn output_with_two_names_is_refused_before_anything_is_written() {
    let folder = folder(&[("a.wgsl", RAMP)]);
    let path = folder.path();
    for line in [
        "render a.wgsl --size 8 -o a.png -o ./a.png",
        "render a.wgsl --size 8 -o a.npy -o a.png -o a.npy",
        "render a.wgsl --size 64 --figure -o a.svg -o ./a.svg",
        "analyze a.wgsl --size 32 -o a.csv -o ./a.csv",
    ] {
        let (_, message) = run(2, path, line);
        assert!(message.contains("is given twice"), "{message}");
    }
    assert_eq!(names(path), ["a.wgsl"]);
}
