//! Tests of the help, the completion scripts, the built-in shaders, `playground new` and `playground bench`.

use std::fs;

use serde_json::Value;

use crate::calls::{expect, folder, json, names, run};

#[test]
fn unknown_command_is_named() {
    for arguments in [&[][..], &["a.wgsl", "-o", "a.png"], &["--size", "3"]] {
        let (_, stderr) = expect(2, &[&["chekc"], arguments].concat());
        assert!(stderr.contains("\"chekc\" is neither a command nor a folder"), "{stderr}");
    }
}

#[test]
fn builtin_shaders_are_available_without_a_folder() {
    let folder = folder(&[]);
    let list = json(folder.path(), "list --json");
    assert_eq!(list["folder"], "builtin:");
    let addresses: Vec<&str> = list["generators"]
        .as_array()
        .unwrap()
        .iter()
        .map(|generator| generator["address"].as_str().unwrap())
        .collect();
    assert!(addresses.contains(&"generators/swiss.wgsl::height"));
    run(0, folder.path(), "check");
    run(0, folder.path(), "params builtin:generators/swiss.wgsl --json");
    let line = "render builtin:generators/swiss.wgsl::height -o o.png --size 16";
    run(0, folder.path(), line);
    let (_, stderr) = run(2, folder.path(), "render builtin:generators/nosuch.wgsl -o o.png");
    assert!(stderr.contains("no built-in shader \"generators/nosuch.wgsl\""), "{stderr}");
    assert_eq!(names(folder.path()), ["o.png"]);
}

#[test]
fn new_writes_a_valid_folder_and_overwrites_nothing() {
    let folder = folder(&[]);
    run(0, folder.path(), "new mine");
    assert_eq!(names(folder.path()), ["mine"]);
    let (stdout, _) = run(0, folder.path(), "check mine");
    assert_eq!(stdout, "");
    run(0, folder.path(), "render mine/generators/swiss.wgsl -o o.png --size 16");
    assert_eq!(names(&folder.path().join("mine")), ["dem", "generators", "noise"]);

    let (stdout, stderr) = run(2, folder.path(), "new mine");
    assert!(stderr.contains("\"mine\" already exists"), "{stderr}");
    assert_eq!(stdout, "");
    run(2, folder.path(), "new o.png");
    run(2, folder.path(), "new no/such/parent");
    fs::create_dir(folder.path().join("empty")).unwrap();
    run(0, folder.path(), "new empty");
    assert_eq!(names(folder.path()), ["empty", "mine", "o.png"]);
    // The working directory, if it is empty, is filled.
    let here = folder.path().join("here");
    fs::create_dir(&here).unwrap();
    run(0, &here, "new .");
    assert_eq!(names(&here), ["dem", "generators", "noise"]);
    fs::create_dir(here.join("unpacked")).unwrap();
    run(0, &here.join("unpacked"), "unpack ../../o.png .");
    assert_eq!(names(&here.join("unpacked")), ["generators", "noise"]);
}

#[test]
fn bench_reports_longer_times_for_more_work() {
    let folder = folder(&[(
        "a.wgsl",
        "fn height(p: vec2f, octaves: i32) -> f32 {
            var sum = 0.0;
            for (var i = 0; i < octaves; i++) { sum += sin(p.x + sum); }
            return sum;
        }",
    )]);
    let measure = |octaves: u32| {
        let line = format!("bench a.wgsl --json --size 256x128 --set octaves={octaves}");
        json(folder.path(), &line)
    };
    let (light, heavy) = (measure(1), measure(400));
    let number = |report: &Value, key: &str| report[key].as_f64().unwrap();
    assert_eq!(light["address"], "a.wgsl::height");
    assert_eq!(light["size"], serde_json::json!([256, 128]));
    assert!(number(&heavy, "evaluate_ms") > 3.0 * number(&light, "evaluate_ms"));
    assert!(number(&heavy, "frame_ms") >= number(&heavy, "evaluate_ms"));
    let rate = 256.0 * 128.0 / number(&heavy, "evaluate_ms") / 1e6;
    assert!((number(&heavy, "gsamples_per_s") / rate - 1.0).abs() < 1e-9);
    let (stdout, _) = run(0, folder.path(), "bench a.wgsl --size 64");
    assert!(stdout.contains("Gsamples/s") && stdout.contains("empty kernel"), "{stdout}");
}

#[test]
fn bench_compares_generators_in_interleaved_runs() {
    let sum = |count: u32| {
        format!(
            "fn height(p: vec2f) -> f32 {{
            var sum = 0.0;
            for (var i = 0; i < {count}; i++) {{ sum += sin(p.x + sum); }}
            return sum;
        }}"
        )
    };
    let folder = folder(&[("a.wgsl", &sum(50)), ("b.wgsl", &sum(200))]);
    let report = json(folder.path(), "bench a.wgsl b.wgsl --json --size 256");
    let ratio = &report["ratio"];
    let number = |name: &str| ratio[name].as_f64().unwrap();
    assert!(number("low") <= number("median") && number("median") <= number("high"), "{ratio}");
    assert!(number("median") > 1.0, "{ratio}");
    let generators = report["generators"].as_array().unwrap();
    assert_eq!((generators.len(), &generators[1]["address"]), (2, &"b.wgsl::height".into()));
    for one in generators {
        let [evaluation, frame] = ["evaluate_ms", "frame_ms"].map(|key| one[key].as_f64().unwrap());
        assert!(frame >= evaluation, "{one}");
    }
    let (stdout, _) = run(0, folder.path(), "bench a.wgsl b.wgsl --size 64");
    assert!(stdout.contains("b.wgsl::height") && stdout.contains("ratio"), "{stdout}");
}

#[test]
fn help_and_completions_list_every_command() {
    let (help, _) = expect(0, &["--help"]);
    for command in
        ["check", "render", "sweep", "compare", "list", "params", "bench", "new", "completions"]
    {
        assert!(help.contains(&format!("\n  {command} ")), "{command}");
        let (help, _) = expect(0, &[command, "--help"]);
        assert!(help.contains("Usage: playground"), "{help}");
    }
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let (script, _) = expect(0, &["completions", shell]);
        assert!(script.contains("bench") && script.contains("value-range"), "{shell}");
    }
    expect(2, &["completions", "csh"]);
}

#[test]
fn quiet_prints_less_and_verbose_prints_more() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let (_, normal) = run(0, folder.path(), "render a.wgsl -o o.png --size 8");
    assert!(!normal.contains("wrote"), "{normal}");
    let (_, verbose) = run(0, folder.path(), "-v render a.wgsl -o o.png --size 8");
    assert!(verbose.contains("wrote o.png"), "{verbose}");
    assert!(!verbose.contains('\u{1b}'), "colors are only for terminals: {verbose:?}");
    let (_, error) = run(2, folder.path(), "render a.wgsl -o o.png --size 0 --quiet");
    assert!(error.contains("--size"), "{error}");
}
