//! Tests of the value range, by which pictures are colored and data are scaled to integers.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::calls::{folder, manifest, run};

/// WGSL of a ramp with one sample far above it and one NaN, in a field of 64 x 64 samples.
const PEAK: &str = "fn height(p: vec2f) -> f32 {
    if all(abs(p - vec2f(0.0625, 0.0625)) < vec2f(0.01)) { return 50.0; }
    let zero = min(abs(p.x), 0.0);
    return select(p.x, zero / zero, all(abs(p + vec2f(0.0625, 0.0625)) < vec2f(0.01)));
}";

const RENDER: &str = "render peak.wgsl --size 64 --view texture";

fn json_of(path: &Path) -> Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

fn numbers(path: &Path) -> Vec<u16> {
    let bytes = fs::read(path).unwrap();
    let pairs = bytes.as_chunks::<2>().0.iter();
    pairs.map(|pair| u16::from_le_bytes(*pair)).collect()
}

#[test]
fn scaled_data_span_the_lowest_to_the_highest_value() {
    let folder = folder(&[("peak.wgsl", PEAK)]);
    let path = |name: &str| folder.path().join(name);
    let (_, stderr) = run(0, folder.path(), &format!("{RENDER} -o a.r16 -o a.png"));
    assert!(stderr.contains("value range -3.9375 to 50"), "{stderr}");
    let scaled = json_of(&path("a.r16.json"));
    assert_eq!(scaled["view"]["value_range"], "full");
    assert_eq!(scaled["value_range_used"], json!([-3.9375, 50]));
    let numbers = numbers(&path("a.r16"));
    let of = |value: u16| numbers.iter().filter(|number| **number == value).count();
    // The lowest value is in the first column; the NaN is written as 0 too.
    assert_eq!((of(65535), of(0)), (1, 64 + 1));
    assert_eq!(numbers[63], (7.875_f64 / 53.9375 * 65535.0).round() as u16);
    // The palette of the picture ends at the percentiles.
    let picture = manifest(&path("a.png"));
    assert_eq!(picture["view"]["value_range"], "auto");
    assert_eq!(picture["value_range_used"], json!([-3.9375, 3.9375]));
    run(0, folder.path(), &format!("{RENDER} -o alone.png"));
    assert!(fs::read(path("alone.png")).unwrap() == fs::read(path("a.png")).unwrap());
    // A 16-bit PNG and pictures with `--value-range full` have the full range.
    run(0, folder.path(), &format!("{RENDER} -o a16.png --depth 16"));
    assert_eq!(manifest(&path("a16.png"))["value_range_used"], json!([-3.9375, 50]));
    run(0, folder.path(), &format!("{RENDER} -o full.png --value-range full"));
    let full = manifest(&path("full.png"));
    assert_eq!(full["value_range_used"], json!([-3.9375, 50]));
    // Hillshade and data have no value range.
    run(0, folder.path(), "render peak.wgsl --size 64 --view hillshade -o h.png -o h.npy");
    assert!(manifest(&path("h.png")).get("value_range_used").is_none());
    assert!(json_of(&path("h.npy.json")).get("value_range_used").is_none());
}

#[test]
fn constant_data_are_scaled_without_a_division_by_zero() {
    let folder = folder(&[("flat.wgsl", "fn height(p: vec2f) -> f32 { return 7.0; }")]);
    run(0, folder.path(), "render flat.wgsl --size 4 -o flat.r16");
    let used = &json_of(&folder.path().join("flat.r16.json"))["value_range_used"];
    assert_eq!(used, &json!([6.5, 7.5]));
    assert_eq!(numbers(&folder.path().join("flat.r16")), [32768; 16]);
}

#[test]
fn range_of_a_capture_is_that_of_its_kind() {
    let folder = folder(&[("peak.wgsl", PEAK)]);
    let path = |name: &str| folder.path().join(name);
    let read = |name: &str| fs::read(path(name)).unwrap();
    let range = |name: &str| json_of(&path(name))["view"]["value_range"].clone();
    run(0, folder.path(), &format!("{RENDER} -o a.png -o a.r16"));
    run(0, folder.path(), &format!("{RENDER} -o auto.r16 --value-range auto"));
    assert!(read("auto.r16") != read("a.r16"));
    for (from, to, wanted) in
        [("a.r16", "b.r16", "full"), ("a.png", "c.r16", "full"), ("auto.r16", "d.r16", "auto")]
    {
        run(0, folder.path(), &format!("render --from {from} -o {to}"));
        assert_eq!(range(&format!("{to}.json")), wanted, "{from}");
    }
    assert!(read("b.r16") == read("a.r16") && read("b.r16.json") == read("a.r16.json"));
    assert!(read("c.r16") == read("a.r16") && read("d.r16") == read("auto.r16"));
    run(0, folder.path(), "render --from a.r16 -o b.png");
    assert!(read("b.png") == read("a.png"));
    run(0, folder.path(), "render --from a.png -o e.r16 --value-range -4,50");
    assert_eq!(json_of(&path("e.r16.json"))["value_range_used"], json!([-4, 50]));
    let (_, stderr) = run(2, folder.path(), &format!("{RENDER} -o f.png --value-range most"));
    assert!(stderr.contains("--value-range") && stderr.contains("full"), "{stderr}");
}

#[test]
fn variants_of_a_sweep_have_their_full_ranges() {
    let text = "fn height(p: vec2f, gain: f32) -> f32 { return p.x * gain; }";
    let folder = folder(&[("a.wgsl", text)]);
    let sweep = "sweep a.wgsl --vary gain=1,2 -o s/ --format r16 --size 8";
    run(0, folder.path(), sweep);
    let used = |name: &str| json_of(&folder.path().join(name))["value_range_used"].clone();
    assert_eq!(used("s/0000_gain=1.r16.json"), json!([-3.5, 3.5]));
    assert_eq!(used("s/0001_gain=2.r16.json"), json!([-7, 7]));
    run(0, folder.path(), "render a.wgsl --set gain=2 -o a.r16 --size 8");
    let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
    assert!(read("a.r16") == read("s/0001_gain=2.r16"));
    assert!(read("a.r16.json") == read("s/0001_gain=2.r16.json"));
    let (_, stderr) = run(0, folder.path(), &format!("{sweep} -v"));
    assert!(stderr.contains("2 up to date"), "{stderr}");
}
