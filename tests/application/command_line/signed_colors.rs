//! Tests of colors with negative parts, which pictures show as 0.5 + 0.5 c where most are such.

use std::fs;

use crate::calls::{folder, run};

/// WGSL of colors most of which have a negative part, those colors as they are shown, and colors fewer of which have
/// one.
const FILES: [(&str, &str); 3] = [
    ("signed.wgsl", "fn color(p: vec2f) -> vec3f { return sin(vec3f(p, p.x + p.y)); }"),
    ("shown.wgsl", "fn color(p: vec2f) -> vec3f { return 0.5 + 0.5 * sin(vec3f(p, p.x + p.y)); }"),
    ("plain.wgsl", "fn color(p: vec2f) -> vec3f { return sin(vec3f(p.x, 1.5, 1.5)) + 0.2; }"),
];

const NOTE: &str = "signed colors: shown as 0.5 + 0.5 c";

#[test]
fn picture_shows_signed_colors_between_0_and_1() {
    let folder = folder(&FILES);
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    let pixels = |name: &str| crate::calls::read_png(&folder.path().join(name)).2;
    let line = |name: &str, options: &str| {
        format!("render {name}.wgsl --size 200x160 --span 12 -o {name}.png -o {name}.npy {options}")
    };
    let (_, noted) = run(0, folder.path(), &line("signed", ""));
    assert_eq!(noted.matches(NOTE).count(), 1, "{noted}");
    for name in ["shown", "plain"] {
        let (_, stderr) = run(0, folder.path(), &line(name, ""));
        assert!(!stderr.contains(NOTE), "{stderr}");
    }
    assert!(pixels("signed.png") == pixels("shown.png"));
    assert!(pixels("plain.png").contains(&0), "negative parts are black");
    // Data are those of the generator.
    let data = read("signed.npy");
    let samples = data[data.len() - 200 * 160 * 12..].as_chunks::<4>().0.iter();
    assert!(samples.map(|bytes| f32::from_le_bytes(*bytes)).any(|sample| sample < -0.9));
    // A capture is rendered again with the same bytes, and the same note.
    let (_, stderr) = run(0, folder.path(), "render --from signed.png -o again.png");
    assert!(stderr.contains(NOTE) && read("again.png") == read("signed.png"), "{stderr}");
}

#[test]
fn all_tiles_are_shown_alike() {
    // In the east, most colors have no negative part.
    let text =
        "fn color(p: vec2f) -> vec3f { return vec3f(select(-0.5, 0.5, p.x > 0.3), abs(p)); }";
    let shown = text.replace("return", "return 0.5 + 0.5 *");
    let folder = folder(&[("signed.wgsl", text), ("shown.wgsl", shown.as_str())]);
    let pixels = |name: &str| crate::calls::read_png(&folder.path().join(name)).2;
    for name in ["signed", "shown"] {
        let line = format!("render {name}.wgsl --size 65 --span 2 --tiles 2x1 -o {name}.png");
        run(0, folder.path(), &line);
    }
    assert!(pixels("signed_x1_y0.png") == pixels("shown_x1_y0.png"));
}
