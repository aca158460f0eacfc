//! Tests of height maps for game engines, the option `render --for`.

use std::fs;

use crate::calls::{folder, names, read_png, run};

/// WGSL of a height ramp that rises to the east and the south, from -3 to 5 in world units.
const RAMP: &str = "fn height(p: vec2f) -> f32 { return 1.0 + p.x / 2.0 - p.y / 2.0; }";

#[test]
fn unreal_gets_16_bits_in_its_sizes_and_its_scale() {
    let folder = folder(&[("a.wgsl", RAMP)]);
    let text = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    run(0, folder.path(), "render a.wgsl --for unreal -o land.png --size 127 --span 127");
    let (width, height, bytes) = read_png(&folder.path().join("land.png"));
    assert_eq!((width, height, bytes.len()), (127, 127, 127 * 127 * 2), "16-bit gray, no alpha");
    let text_of_land = text("land.png.txt");
    // The heights differ by 126 world units, so that Z is 126 x 12800 / 65535 %; the location is at the height of mid-gray.
    for line in [
        "Samples: 127 x 127, 16-bit gray, rows from the north",
        "Heights in world units: -62 is 0, 64 is 65535",
        "Landscape scale X 100, Y 100, Z 24.609750",
        "Location Z 100.09",
    ] {
        assert!(text_of_land.contains(line), "{line}\n{text_of_land}");
    }
    run(0, folder.path(), "render a.wgsl --for unreal -o t.r16 --tiles 2x2 --size 253");
    assert_eq!(fs::metadata(folder.path().join("t_x1_y1.r16")).unwrap().len(), 127 * 127 * 2);
    assert!(text("t.r16.txt").contains("Tiles: 2 x 2 of 127 x 127"), "{}", text("t.r16.txt"));
    let (_, error) = run(2, folder.path(), "render a.wgsl --for unreal -o x.png --size 1024");
    assert!(error.contains("1009") && error.contains("1024x1024"), "{error}");
    let (_, error) = run(2, folder.path(), "render a.wgsl --for unreal -o x.exr");
    assert!(error.contains("16-bit .png or .r16"), "{error}");
    let (_, error) = run(2, folder.path(), "render a.wgsl --for unral -o x.png");
    assert!(error.contains("did you mean unreal?"), "{error}");
    assert!(!names(folder.path()).iter().any(|name| name.starts_with('x')));
}

#[test]
fn unity_gets_rows_from_the_south() {
    let folder = folder(&[("a.wgsl", RAMP)]);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    run(0, folder.path(), "render a.wgsl --for unity -o land.raw --size 33");
    run(0, folder.path(), "render a.wgsl -o land.r16 --size 33");
    let rows: Vec<u8> = read("land.r16").chunks(66).rev().flatten().copied().collect();
    assert!(read("land.raw") == rows);
    let text = String::from_utf8(read("land.raw.txt")).unwrap();
    assert!(text.contains("resolution 33, byte order Windows"), "{text}");
    assert!(text.contains("height 7.757576") && text.contains("Position Y -2.87"), "{text}");
    run(0, folder.path(), "render --from land.raw -o again.raw");
    assert!(read("again.raw") == read("land.raw"));
}

#[test]
fn godot_and_blender_get_their_names_and_heights() {
    let folder = folder(&[("a.wgsl", RAMP)]);
    run(0, folder.path(), "render a.wgsl --for godot -o x.r16 --size 9 --span 9");
    let all = names(folder.path());
    for name in ["x.9x9_-3_5.r16", "x.9x9_-3_5.r16.json", "x.r16.txt"] {
        assert!(all.contains(&name.to_owned()), "{name}: {all:?}");
    }
    assert!(!all.contains(&"x.r16".to_owned()));
    run(0, folder.path(), "render a.wgsl --for godot -o x.exr --size 9 --span 9");
    run(0, folder.path(), "render a.wgsl --for blender -o b.exr --size 9 --span 9");
    let text = fs::read_to_string(folder.path().join("b.exr.txt")).unwrap();
    assert!(text.contains("Heights in world units: -3 to 5"), "{text}");
    assert!(text.contains("Plane of 8 x 8 m") && text.contains("strength 1, midlevel 0"), "{text}");
    run(0, folder.path(), "render a.wgsl --for blender -o b.png --size 9 --span 9");
    let text = fs::read_to_string(folder.path().join("b.png.txt")).unwrap();
    assert!(text.contains("strength 8, midlevel 0; location Z -3"), "{text}");
}
