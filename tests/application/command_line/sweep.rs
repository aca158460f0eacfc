//! Tests of `playground sweep`: its files equal those of `render`; output folders and shards.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::calls::{folder, json, names, root, run};

pub(crate) const SHADER: &str = "
struct P {
    /// @slider(0, 2) = 1
    gain: f32,
    /// @enum(\"flat\", \"steep\")
    shape: u32,
    shift: vec2f,
}
@group(0) @binding(0) var<uniform> params: P;
//! @mode(texture)
fn height(p: vec2f, octaves: u32) -> f32 {
    var sum = 0.0;
    for (var i = 0u; i < octaves; i++) { sum += sin(p.x * f32(1u + i)) * cos(p.y); }
    return params.gain * sum * f32(1u + params.shape) + params.shift.x;
}
";

/// Reads the list of variants that a sweep has written, one JSON object per line.
pub(crate) fn lines(folder: &Path, list: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(list)).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn files_in_a_folder_equal_those_of_render_and_are_listed() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let common = "--size 40x30 --view relief --center 1,2 --span 3 --set shift=0.5,0";
    let vary = "--vary gain=0.5:1.5:3 --vary octaves=1:4:2 --vary shape=0:1:2";
    run(0, folder.path(), &format!("sweep a.wgsl {vary} {common} -o swept/"));
    let swept = folder.path().join("swept");
    let list = lines(&swept, "sweep.jsonl");
    assert_eq!((list.len(), names(&swept).len()), (12, 13));
    for (index, line) in list.iter().enumerate() {
        assert_eq!(line["index"], index);
        assert_eq!(line["address"], "a.wgsl::height");
        let [gain, octaves, shape] = ["gain", "octaves", "shape"].map(|name| &line["values"][name]);
        let shape = shape.as_str().unwrap();
        let file = format!("{index:04}_gain={gain}_octaves={octaves}_shape={shape}.png");
        assert_eq!(line["file"], file);
        let set = format!("--set gain={gain} --set octaves={octaves} --set shape={shape}");
        run(0, folder.path(), &format!("render a.wgsl {common} {set} -o one.png"));
        let [one, variant] = [folder.path().join("one.png"), swept.join(&file)];
        assert!(fs::read(one).unwrap() == fs::read(variant).unwrap(), "{file}");
    }
    // The first --vary changes fastest.
    assert_eq!(list[1]["values"]["gain"], 1);
    assert_eq!(list[3]["values"]["octaves"], 4);
    assert_eq!(list[6]["file"], "0006_gain=0.5_octaves=1_shape=steep.png");
}

#[test]
fn every_format_equals_that_of_render() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    for (format, depth) in
        [("png", " --depth 16"), ("exr", ""), ("tif", ""), ("npy", ""), ("r16", ""), ("r32", "")]
    {
        let line = format!(
            "sweep a.wgsl --vary gain=1:2:2 --set octaves=2 --size 50x20 --format {format}{depth} -o {format}"
        );
        fs::create_dir(folder.path().join(format)).unwrap();
        run(0, folder.path(), &line);
        let line = format!(
            "render a.wgsl --set gain=2 --set octaves=2 --size 50x20{depth} -o one.{format}"
        );
        run(0, folder.path(), &line);
        let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
        let variant = format!("{format}/0001_gain=2.{format}");
        assert!(read(&variant) == read(&format!("one.{format}")), "{format}");
        if matches!(format, "npy" | "r16" | "r32") {
            assert!(read(&format!("{variant}.json")) == read(&format!("one.{format}.json")));
        }
    }
}

#[test]
fn swept_grid_program_equals_the_rendered_one() {
    let folder = folder(&[]);
    let shader = root().join("shaders/generators/diamond_square.wgsl");
    let shader = shader.to_str().unwrap();
    let set = "--size 40 --set magnitude=5";
    for format in ["png", "npy"] {
        let line =
            format!("sweep {shader} --vary roughness=0.3:0.7:3 {set} --format {format} -o d/");
        run(0, folder.path(), &line);
        for (index, roughness) in ["0.3", "0.5", "0.7"].iter().enumerate() {
            let line = format!("render {shader} {set} --set roughness={roughness} -o one.{format}");
            run(0, folder.path(), &line);
            let read = |name: &str| fs::read(folder.path().join(name)).unwrap();
            let name = format!("d/{index:04}_roughness={roughness}.{format}");
            assert!(read(&name) == read(&format!("one.{format}")), "{name}");
        }
    }
}

#[test]
fn logarithmic_control_is_swept_in_equal_ratios() {
    let shader = "
        struct P {
            /// @range(0.1, 10) @log
            scale: f32,
        }
        @group(0) @binding(0) var<uniform> params: P;
        fn height(p: vec2f) -> f32 { return params.scale * p.x; }";
    let folder = folder(&[("a.wgsl", shader)]);
    let line = "sweep a.wgsl --vary scale=0.1:10:3 --size 4 -o d/";
    run(0, folder.path(), line);
    let list = lines(&folder.path().join("d"), "sweep.jsonl");
    let scales: Vec<f64> =
        list.iter().map(|line| line["values"]["scale"].as_f64().unwrap()).collect();
    assert_eq!(scales, [0.1, 1.0, 10.0]);
}

#[test]
fn shards_divide_a_sweep_into_equal_parts() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let sweep = "sweep a.wgsl --vary gain=0:1:5 --vary octaves=1:2:2 --size 8";
    run(0, folder.path(), &format!("{sweep} -o whole/"));
    let mut together = Vec::new();
    for part in 1..=4 {
        run(0, folder.path(), &format!("{sweep} -o parts/ --shard {part}/4"));
        let list = lines(&folder.path().join("parts"), &format!("sweep.{part}-of-4.jsonl"));
        assert!((2..=3).contains(&list.len()), "{part}: {}", list.len());
        together.extend(list);
    }
    assert_eq!(together, lines(&folder.path().join("whole"), "sweep.jsonl"));
    let pictures = |name: &str| -> BTreeSet<String> {
        let all = names(&folder.path().join(name)).into_iter();
        all.filter(|name| name.ends_with(".png")).collect()
    };
    assert_eq!(pictures("parts"), pictures("whole"));
    // With more shards than variants, some shards are empty.
    run(0, folder.path(), &format!("{sweep} -o many/ --shard 1/100"));
    assert_eq!(names(&folder.path().join("many")), ["sweep.1-of-100.jsonl"]);
}

#[test]
fn invalid_options_are_named_and_no_file_is_written() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let check = |line: &str, message: &str| {
        let (stdout, stderr) = run(2, folder.path(), &format!("sweep a.wgsl {line}"));
        assert!(stderr.contains(message), "{line}: {stderr}");
        assert_eq!((stdout.as_str(), names(folder.path())), ("", vec!["a.wgsl".to_owned()]));
    };
    check("--vary gain=0:1:2", "--output");
    check("-o d/", "--vary");
    check("--vary gian=0:1:2 -o d/", "no control \"gian\"; did you mean gain");
    check("--vary gain -o d/", "--vary: \"gain\" is neither NAME=FROM:TO:COUNT");
    check("--vary gain=0:1 -o d/", "--vary: \"gain=0:1\"");
    check("--vary gain=0:1:0 -o d/", "COUNT \"0\"");
    check("--vary gain=0:1:-3 -o d/", "COUNT \"-3\"");
    check("--vary gain=0:1:2.5 -o d/", "COUNT \"2.5\"");
    check("--vary gain=0:1:100001 -o d/", "from 1 to 100000");
    check("--vary gain=0:1:400 --vary octaves=1:400:400 -o d/", "more than 100000 variants");
    check("--vary gain=nan:1:2 -o d/", "FROM: \"nan\" is not a finite number");
    check("--vary gain=0:inf:2 -o d/", "TO: \"inf\" is not a finite number");
    check("--vary gain=0:1e39:2 -o d/", "TO: \"1e39\"");
    check("--vary gain=0:1:2 --vary gain=1:2:2 -o d/", "gain is varied twice");
    check("--vary shift=0:1:2 -o d/", "shift is a vec2f");
    check("--vary shape=0:2:3 -o d/", "\"2\" is not one of");
    check("--vary octaves=-1:2:4 -o d/", "is not a valid u32");
    check("--vary gain=0:1:2 --vary octaves=1:2:2 --vary shape=0:1:2 -o o.png", "need a folder");
    check("--vary gain=0:1:2 -o o.exr", "-o \"o.exr\": a sheet ends in .png");
    check("--vary gain=0:1:2 -o d", "-o \"d\": a sheet ends in .png, a folder in /");
    check("--vary gain=0:1:2 -o missing/d/", "cannot create the folder \"missing/d/\"");
    check("--vary gain=0:1:2 -o missing/o.png", "the folder does not exist");
    check("--vary gain=0:1:2 -o o.png --shard 1/2", "--shard needs a folder");
    check("--vary gain=0:1:2 -o o.png --format exr", "--format needs a folder");
    check("--vary gain=0:1:2 -o o.png --depth 16", "--depth needs a folder");
    check("--vary gain=0:1:2 -o d/ --format /x.png", "--format \"/x.png\"");
    check("--vary gain=0:1:2 -o d/ --format gif", "--format \"gif\"");
    check("--vary gain=0:1:2 -o d/ --format exr --depth 16", "--depth needs .png");
    for shard in ["0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3/5"] {
        let line = format!("--vary gain=0:1:2 -o d/ --shard {shard}");
        check(&line, &format!("--shard {shard:?} is not I/N"));
    }
    check("--vary gain=0:1:9 --vary octaves=1:9:9 --size 4000 -o o.png", "the sheet would have");
    check("--vary gain=0:1:2 --set gian=1 -o d/", "--set \"gian=1\"");
    check("--vary gain=0:1:2 -o d/ --adapter nosuch", "nosuch");
    // A variant must fit into one texture.
    check("--vary gain=0:1:2 --size 200000x1 -o o.png", "200000 x 1 samples exceed");
}

#[test]
fn runaway_loop_stops_a_sweep_and_written_files_stay() {
    let shader = "//! @loop_budget(100)\nfn height(p: vec2f, octaves: u32) -> f32 {
        var sum = 0.0;
        for (var i = 0u; i < octaves; i++) { sum += sin(p.x + sum); }
        return sum;
    }";
    let folder = folder(&[("a.wgsl", shader)]);
    let line = "sweep a.wgsl --vary octaves=50:200:4 --size 8 -o d/";
    let (_, stderr) = run(1, folder.path(), line);
    assert!(stderr.contains("a.wgsl:4") && stderr.contains("0002_octaves=150.png"), "{stderr}");
    let written = names(&folder.path().join("d"));
    assert_eq!(written, ["0000_octaves=50.png", "0001_octaves=100.png", "sweep.jsonl"]);
    assert_eq!(lines(&folder.path().join("d"), "sweep.jsonl").len(), 2);
    run(1, folder.path(), &line.replace("d/", "o.png"));
    assert!(!folder.path().join("o.png").exists());
}

#[test]
fn measured_sweep_lists_the_numbers_of_analyze() {
    let shader = "/// @param gain @range(0, 4)\nfn height(p: vec2f, gain: f32) -> f32 { return gain * sin(p.x) * cos(2.0 * p.y) + 0.5; }";
    let folder = folder(&[("a.wgsl", shader)]);
    let line = "sweep a.wgsl --vary gain=1:3:3 --size 64 --measure -o d/";
    run(0, folder.path(), line);
    let list = folder.path().join("d");
    let found = lines(&list, "sweep.jsonl");
    assert_eq!(found.len(), 3);
    for (index, line) in found.iter().enumerate() {
        let analyze = format!("analyze a.wgsl --json --size 64 --set gain={}", index + 1);
        let report = json(folder.path(), &analyze);
        assert_eq!(line["statistics"], report["statistics"]);
        assert_eq!(line["spectrum"]["slope"], report["spectrum"]["slope"]);
        assert!(line["anisotropy_db"].is_number(), "{line}");
    }
    // Pictures that are up to date are measured again, and not written.
    let picture = list.join("0001_gain=2.png");
    let written = fs::metadata(&picture).unwrap().modified().unwrap();
    run(0, folder.path(), line);
    assert_eq!(lines(&list, "sweep.jsonl"), found);
    assert_eq!(fs::metadata(&picture).unwrap().modified().unwrap(), written);
    let (_, stderr) = run(2, folder.path(), &line.replace("d/", "o.png"));
    assert!(stderr.contains("--measure needs a folder"), "{stderr}");
}

#[test]
fn list_of_measures_and_seeds_of_a_sweep() {
    let shader = "/// @param seed @seed\n/// @param gain @range(0, 4)\nfn height(p: vec2f, seed: u32, gain: f32) -> f32 {
    return gain * sin(p.x + f32(seed)) * cos(2.0 * p.y * f32(1u + seed % 5u));
}";
    let folder = folder(&[("a.wgsl", shader)]);
    let common = "sweep a.wgsl --vary gain=0:2:3 --size 48 --format npy";
    let measured = "--measure roughness,hypsometry,landforms,slopes --seeds 3 -o d/";
    let (_, stderr) = run(0, folder.path(), &format!("{common} {measured}"));
    assert!(stderr.contains("1 fields are constant"), "{stderr}");
    let found = lines(&folder.path().join("d"), "sweep.jsonl");
    for (index, line) in found.iter().enumerate() {
        let analyze = format!("analyze a.wgsl --json --size 48 --seeds 3 --set gain={index}");
        let report = json(folder.path(), &analyze);
        for member in [
            "statistics", "roughness", "hypsometric_integral", "geomorphons", "local_minima_share",
            "slopes", "seeds", "over_seeds", "per_seed",
        ] {
            assert_eq!(line[member], report[member], "{member} of {index}");
        }
        assert_eq!(line["spectrum"]["slope_interval"], report["spectrum"]["slope_interval"]);
        assert!(line.get("variogram").is_none() && line["per_seed"].as_array().unwrap().len() == 3);
    }
    assert!(found[0]["notes"]["spectrum"].is_string(), "{}", found[0]);
    let fails = |options: &str, expected: &str| {
        let (_, stderr) = run(2, folder.path(), &format!("{common} {options} -o e/"));
        assert!(stderr.contains(expected), "{options}: {stderr}");
    };
    fails("--measure slopes,slope", "histogram, hypsometry, landforms, roughness, seam, slopes");
    fails("--seeds 3", "--measure");
    fails("--vary seed=1,2 --measure --seeds 3", "--seeds sets seed");
    assert!(!folder.path().join("e").exists());
}
