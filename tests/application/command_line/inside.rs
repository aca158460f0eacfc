//! Tests of the commands for values inside of generators (`--stage`, `stages`, `trace`), and of the measurements of
//! `analyze` that evaluate the generator.

use std::fs;

use serde_json::Value;

use crate::calls::{expect, expect_json, folder, read_png, text};
use crate::formats::python_output;

const SHADER: &str = "\
fn ramp(x: f32) -> f32 {
    return x * x;
}
fn height(p: vec2f) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < 4; i++) {
        let scaled = p * exp2(f32(i));
        sum += ramp(scaled.x) / 100.0;
    }
    return sum;
}
";

#[test]
fn stages_are_listed_with_their_runs() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let file = folder.path().join("a.wgsl");
    let listed = expect_json(&["stages", text(&file), "--json"]);
    assert_eq!(listed["address"], "a.wgsl::height");
    let stages = listed["stages"].as_array().unwrap();
    let row = |stage: &Value| {
        let [function, name, ty] =
            ["function", "name", "type"].map(|key| stage[key].as_str().unwrap().to_owned());
        format!("{function} {} {name} {ty} {}", stage["line"], stage["runs"])
    };
    let rows: Vec<String> = stages.iter().map(row).collect();
    assert_eq!(
        rows,
        [
            "a.wgsl::height 4 p vec2f 1",
            "a.wgsl::height 7 scaled vec2f 4",
            "a.wgsl::height 8 ramp() f32 4",
            "a.wgsl::height 8 sum f32 4",
            "a.wgsl::height 6 i i32 4",
            "a.wgsl::height 10 return f32 1",
            "a.wgsl::ramp 1 x f32 4",
            "a.wgsl::ramp 2 return f32 4",
        ]
    );
    let (table, _) = expect(0, &["stages", text(&file)]);
    assert!(table.starts_with("a.wgsl::height\n     4  p       vec2f   1 run\n"), "{table}");
}

#[test]
fn stage_is_rendered_and_captured() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let file = folder.path().join("a.wgsl");
    let path = |name: &str| folder.path().join(name);
    let render = |stage: &[&str], output: &str| {
        let output = path(output);
        let size = ["render", text(&file), "--size", "16", "-o", text(&output)];
        expect(0, &[&size, stage].concat());
        fs::read(&output).unwrap()
    };
    let plain = render(&[], "plain.r32");
    assert_eq!(render(&["--stage", "return"], "return.r32"), plain);
    let second = render(&["--stage", "sum@2"], "sum.r32");
    let first = render(&["--stage", "8:1"], "first.r32");
    let numbers = |bytes: &[u8]| -> Vec<f32> {
        let numbers = bytes.chunks_exact(4);
        numbers.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect()
    };
    for (second, first) in numbers(&second).into_iter().zip(numbers(&first)) {
        assert!((second - 5.0 * first).abs() < 1e-5, "{second} {first}");
    }
    // The capture shows the stage again, also when the file has changed.
    let picture = path("sum.png");
    let stage = ["--stage", "a.wgsl::ramp@3", "--size", "16", "-o"];
    expect(0, &[&["render", text(&file)], &stage[..], &[text(&picture)]].concat());
    fs::write(&file, "fn height(p: vec2f) -> f32 { return 0.0; }").unwrap();
    let again = path("again.png");
    expect(0, &["render", "--from", text(&picture), "-o", text(&again)]);
    assert_eq!(fs::read(&picture).unwrap(), fs::read(&again).unwrap());
    assert_eq!(read_png(&again).0, 16);
    let metrics = expect_json(&["compare", text(&picture), text(&again), "--stage", "p", "--json"]);
    assert_eq!(metrics["max"], 0.0);
}

#[test]
fn stage_applies_to_bench_sweep_sample_and_mesh() {
    let folder = folder(&[("a.wgsl", SHADER), ("points.txt", "0.3 -2\n1 0\n")]);
    let file = folder.path().join("a.wgsl");
    let path = |name: &str| folder.path().join(name);
    let stage = ["--stage", "sum@2"];
    let measured =
        expect_json(&[&["bench", text(&file), "--size", "64", "--json"], &stage[..]].concat());
    assert!(measured["evaluate_ms"].as_f64().unwrap() > 0.0);

    // The sum of two octaves is 5 times the first term.
    let points = path("points.npy");
    let script = "import numpy, sys; numpy.save(sys.argv[1], [[0.3, -2.0], [1.0, 0.0]])";
    python_output(folder.path(), &["-c", script, text(&points)]);
    let sample = ["sample", text(&file), "--points", text(&points)];
    let (values, _) = expect(0, &[&sample[..], &stage].concat());
    let values: Vec<f64> = values.lines().map(|line| line.parse().unwrap()).collect();
    for (value, x) in values.iter().zip([0.3, 1.0]) {
        assert!((value - 0.05 * x * x).abs() < 1e-6, "{values:?}");
    }

    let mesh = path("sum.obj");
    let arguments = ["mesh", text(&file), "--samples", "16", "-o", text(&mesh)];
    expect(0, &[&arguments[..], &stage].concat());
    let mesh = fs::read_to_string(&mesh).unwrap();
    let first = mesh.lines().find_map(|line| line.strip_prefix("v "));
    let first: Vec<f64> = first.unwrap().split(' ').map(|number| number.parse().unwrap()).collect();
    assert!((first[2] - 0.05 * first[0] * first[0]).abs() < 1e-5, "{first:?}");

    let sheet = path("variants/");
    let control =
        "fn height(p: vec2f, gain: f32) -> f32 { let doubled = 2.0 * gain; return doubled + p.x; }";
    fs::write(&file, control).unwrap();
    let vary = ["--vary", "gain=1:3:2", "--size", "8", "--format", "r32", "-o", text(&sheet)];
    let sweep = [&["sweep", text(&file), "--stage", "doubled"], &vary[..]].concat();
    expect(0, &sweep);
    let mut files: Vec<_> =
        fs::read_dir(&sheet).unwrap().flatten().map(|entry| entry.path()).collect();
    files.retain(|file| file.extension().is_some_and(|end| end == "r32"));
    files.sort();
    let number = |file: &std::path::PathBuf| {
        let bytes = fs::read(file).unwrap();
        f32::from_le_bytes(bytes[..4].try_into().unwrap())
    };
    assert_eq!(files.iter().map(number).collect::<Vec<_>>(), [2.0, 6.0]);
}

#[test]
fn unknown_stage_is_an_error_that_lists_the_values() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let file = folder.path().join("a.wgsl");
    let output = folder.path().join("a.png");
    for (stage, message) in [
        ("sun", "has no value sun; it has p, scaled, ramp(), sum, i, return"),
        ("sum@0", "\"sum@0\" is none of NAME[@N]"),
        ("99", "has no value 99"),
    ] {
        let (_, stderr) =
            expect(2, &["render", text(&file), "--stage", stage, "-o", text(&output)]);
        assert!(stderr.contains("--stage") && stderr.contains(message), "{stderr}");
        assert!(!output.exists());
    }
}

#[test]
fn values_inside_of_passes_are_listed_and_rendered() {
    let program = "builtin:generators/diamond_square.wgsl";
    let listed = expect_json(&["stages", program, "--set", "magnitude=5", "--json"]);
    let stages = listed["stages"].as_array().unwrap();
    let find = |function: &str, name: &str| {
        let mut stages = stages.iter();
        let address = format!("generators/diamond_square.wgsl::{function}");
        stages.find(|stage| stage["function"] == address && stage["name"] == name)
    };
    assert_eq!(find("diamond", "sum.lowest").unwrap()["runs"], 1);
    assert_eq!(find("with_neighbor", "first").unwrap()["runs"], 4);
    assert_eq!(find("square", "row").unwrap()["runs"], 1);
    assert_eq!(find("corners", "heights").unwrap()["type"], "f32");
    let folder = tempfile::tempdir().unwrap();
    let output = folder.path().join("row.npy");
    let stage = ["--stage", "square::row", "--set", "magnitude=3"];
    let to = ["-o", text(&output)];
    expect(0, &[&["render", program], &stage[..], &to[..]].concat());
    assert!(output.exists());
    let (_, stderr) = expect(2, &["bench", program, "--stage", "nowhere"]);
    assert!(stderr.contains("has no value nowhere; it has id, last, at"), "{stderr}");
}

#[test]
fn trace_prints_each_value_in_single_and_double_precision() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let file = folder.path().join("a.wgsl");
    let trace = expect_json(&["trace", text(&file), "--at", "0.3,-2", "--json"]);
    let rows = trace["rows"].as_array().unwrap();
    // The position as rounded to single precision comes before the parameter.
    assert_eq!(rows.len(), 1 + 1 + 4 * 4 + 1);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["f64"]),
        (&serde_json::json!("position"), &serde_json::json!([0.3, -2.0]))
    );
    let sums: Vec<&Value> = rows.iter().filter(|row| row["name"] == "sum").collect();
    for (index, row) in sums.iter().enumerate() {
        assert_eq!(row["n"], index + 1);
        assert_eq!(row["line"], 8);
        let terms = (0..=index as i32).map(|octave| (0.3 * 2f64.powi(octave)).powi(2) / 100.0);
        let expected: f64 = terms.sum();
        let [single, double] = ["value", "f64"].map(|key| row[key].as_f64().unwrap());
        assert!((single - expected).abs() < 1e-6 * expected, "{single} {expected}");
        assert!((double - expected).abs() < 1e-6 * expected && double != single, "{double}");
    }
    assert_eq!(rows.last().unwrap()["iteration"], 4);
    let (table, _) = expect(0, &["trace", text(&file), "--at", "0.3,-2"]);
    assert_eq!(table.split("\n\n").count(), 4, "{table}");
    assert!(table.contains("\n     4  p         1  0.3000000, -2.0000000"), "{table}");
    let calls = expect_json(&["trace", text(&file), "--at", "0.3,-2", "--calls", "--json"]);
    assert!(calls["rows"].as_array().unwrap().len() > rows.len());
}

#[test]
fn trace_of_a_grid_program_is_that_of_one_execution_of_a_pass() {
    let program = "builtin:generators/diamond_square.wgsl";
    let small = ["--set", "magnitude=3", "--set", "average=0"];
    let trace =
        |more: &[&str]| expect_json(&[&["trace", program, "--json"], &small[..], more].concat());
    // The grid has 9 x 9 samples over 4 world units. Its center is written by the first execution of the pass `diamond`
    // only.
    let center = trace(&["--at", "0,0"]);
    assert_eq!(center["pass"], "diamond");
    assert_eq!([&center["execution"], &center["executions"]], [1, 3]);
    assert_eq!(center["sample"], serde_json::json!([4, 4]));
    let value = |trace: &Value, name: &str| {
        let rows = trace["rows"].as_array().unwrap();
        let row = rows.iter().find(|row| row["name"] == name);
        row.unwrap_or_else(|| panic!("no {name} in {trace}"))["value"].clone()
    };
    assert_eq!(value(&center, "at"), serde_json::json!([4.0, 4.0]));
    assert_eq!(value(&center, "reach"), 4.0);
    assert!(center["rows"][0]["f64"].is_null());
    // The traced height of the center is that of the final field, as no later pass writes this sample.
    let output = tempfile::tempdir().unwrap();
    let file = output.path().join("heights.r32");
    let size = ["--size", "9", "-o", text(&file)];
    expect(0, &[&["render", program], &small[..], &size].concat());
    let bytes = fs::read(&file).unwrap();
    let numbers = bytes.chunks_exact(4);
    let heights: Vec<f32> =
        numbers.map(|bytes| f32::from_le_bytes(bytes.try_into().unwrap())).collect();
    let height = value(&center, "heights").as_f64().unwrap();
    assert_eq!(height as f32, heights[4 * 9 + 4]);
    // `--pass square@3` traces the third execution of a pass, and `--calls` the functions that it calls.
    let third = trace(&["--at", "0.45,0", "--pass", "square@3", "--calls"]);
    assert_eq!([&third["execution"], &third["executions"]], [3, 3]);
    assert_eq!(value(&third, "reach"), 1.0);
    assert_eq!(value(&third, "heights").as_f64().unwrap() as f32, heights[4 * 9 + 5]);
    let calls = third["rows"].as_array().unwrap().iter();
    let neighbors = calls.filter(|row| row["name"] == "height");
    assert_eq!(neighbors.count(), 4);
    let at = ["--at", "0,0", "--pass", "diamond"];
    let (table, _) = expect(0, &[&["trace", program], &small[..], &at].concat());
    let heading = "diamond, execution 1 of 3: column 4, row 4\n";
    assert!(table.starts_with(heading), "{table}");
    for (arguments, message) in [
        (
            ["--at", "0,0", "--pass", "square"],
            "square does not write the sample in column 4, row 4",
        ),
        (
            ["--at", "0,0", "--pass", "squre"],
            "no squre: the passes are corners, diamond (3 times), square (3 times)",
        ),
        (["--at", "0,0", "--pass", "diamond@4"], "no diamond@4: the passes are"),
        (["--at", "0,0", "--pass", "diamond@x"], "--pass: \"diamond@x\" is not NAME or NAME@N"),
        (["--at", "3,0", "--pass", "diamond"], "3, 0 is outside of the grid"),
    ] {
        let (_, stderr) = expect(2, &[&["trace", program], &small[..], &arguments[..]].concat());
        assert!(stderr.contains(message), "{stderr}");
    }
    let function = ["trace", "builtin:generators/fbm.wgsl", "--at", "0,0", "--pass", "x"];
    let (_, stderr) = expect(2, &function);
    assert!(stderr.contains("not a grid program"), "{stderr}");
}

#[test]
fn analysis_measures_precision_gradient_and_stages() {
    let generator = "builtin:noise/perlin.wgsl::perlin_deriv";
    let perlin = expect_json(&["analyze", generator, "--size", "64", "--json"]);
    assert_eq!(perlin["precision"].as_array().unwrap().len(), 17);
    assert!(perlin["digits_left"].as_f64().unwrap() > 5.0);
    let gradient = &perlin["gradient"];
    assert!(gradient["max_error"].as_f64().unwrap() < 1e-4, "{gradient}");
    assert!(perlin["period"].is_null() && perlin["notes"]["period"].is_string());
    assert!(perlin["seam"]["x"].is_number());
    let generator = ["analyze", "builtin:generators/fbm.wgsl", "--size", "64", "--json"];
    let stage = ["--stage", "noise/perlin.wgsl::perlin::f"];
    let fraction = expect_json(&[&generator[..], &stage].concat());
    let statistics = &fraction["statistics"];
    assert!(statistics["min"].as_f64().unwrap() >= 0.0, "{statistics}");
    assert!(statistics["max"].as_f64().unwrap() < 1.0, "{statistics}");
    assert!(fraction["digits_left"].is_number());
}
