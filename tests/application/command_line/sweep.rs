//! `sweep`: its files are those of `render`, in a folder, in parts, on a sheet; it goes on where it stopped.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::calls::{folder, manifest, names, read_png, root, run};

const SHADER: &str = "
struct P {
    /// @slider(0, 2) = 1
    gain: f32,
    /// @enum(\"flat\", \"steep\")
    shape: u32,
    shift: vec2f,
}
@group(0) @binding(0) var<uniform> params: P;
//! @mode(texture)
fn height(p: vec2f, turns: u32) -> f32 {
    var sum = 0.0;
    for (var turn = 0u; turn < turns; turn++) { sum += sin(p.x * f32(1u + turn)) * cos(p.y); }
    return params.gain * sum * f32(1u + params.shape) + params.shift.x;
}
";

/// The lines of a list.
fn lines(folder: &Path, list: &str) -> Vec<Value> {
    let text = fs::read_to_string(folder.join(list)).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

#[test]
fn a_folder_has_the_files_that_render_writes_and_a_list_of_them() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let common = "--size 40x30 --view relief --center 1,2 --span 3 --set shift=0.5,0";
    let vary = "--vary gain=0.5:1.5:3 --vary turns=1:4:2 --vary shape=0:1:2";
    run(
        0,
        folder.path(),
        &format!("sweep a.wgsl {vary} {common} -o made/"),
    );
    let made = folder.path().join("made");
    let list = lines(&made, "sweep.jsonl");
    assert_eq!((list.len(), names(&made).len()), (12, 13));
    for (index, line) in list.iter().enumerate() {
        assert_eq!(line["index"], index);
        assert_eq!(line["address"], "a.wgsl::height");
        let [gain, turns, shape] = ["gain", "turns", "shape"].map(|name| &line["values"][name]);
        let file = format!("{index:04}_gain={gain}_turns={turns}_shape={shape}.png");
        assert_eq!(line["file"], file);
        let set = format!("--set gain={gain} --set turns={turns} --set shape={shape}");
        run(
            0,
            folder.path(),
            &format!("render a.wgsl {common} {set} -o one.png"),
        );
        let [one, variant] = [folder.path().join("one.png"), made.join(&file)];
        assert!(
            fs::read(one).unwrap() == fs::read(variant).unwrap(),
            "{file}"
        );
    }
    // The first varies fastest.
    assert_eq!(list[1]["values"]["gain"], 1);
    assert_eq!(list[3]["values"]["turns"], 4);
    assert_eq!(list[6]["file"], "0006_gain=0.5_turns=1_shape=1.png");
}

#[test]
fn every_format_is_that_of_render() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    for (format, depth) in [
        ("png", " --depth 16"),
        ("exr", ""),
        ("tif", ""),
        ("npy", ""),
        ("r16", ""),
        ("r32", ""),
    ] {
        let line = format!(
            "sweep a.wgsl --vary gain=1:2:2 --set turns=2 --size 50x20 --format {format}{depth} -o {format}"
        );
        fs::create_dir(folder.path().join(format)).unwrap();
        run(0, folder.path(), &line);
        let line =
            format!("render a.wgsl --set gain=2 --set turns=2 --size 50x20{depth} -o one.{format}");
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
fn a_grid_program_is_swept_as_it_is_rendered() {
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
    let scales: Vec<f64> = list
        .iter()
        .map(|line| line["values"]["scale"].as_f64().unwrap())
        .collect();
    assert_eq!(scales, [0.1, 1.0, 10.0]);
}

/// Which file stands under each name and since when, so that one that was written again is seen.
#[cfg(unix)]
fn files(folder: &Path) -> std::collections::BTreeMap<String, (u64, std::time::SystemTime)> {
    use std::os::unix::fs::MetadataExt as _;
    let number = |name: &String| {
        let file = fs::metadata(folder.join(name)).unwrap();
        (file.ino(), file.modified().unwrap())
    };
    let named = names(folder)
        .into_iter()
        .filter(|name| !name.starts_with("sweep."));
    named.map(|name| (name.clone(), number(&name))).collect()
}

#[cfg(unix)]
#[test]
fn what_is_there_is_not_made_again_unless_it_is_something_else() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let made = folder.path().join("made");
    for format in ["png", "exr", "tif", "npy", "r32"] {
        let sweep = |extra: &str| {
            let line = format!(
                "sweep a.wgsl --vary gain=0.1:0.9:5 --set turns=2 --size 16 --format {format} -o made/ {extra}"
            );
            run(0, folder.path(), &line);
            files(&made)
        };
        let first = sweep("");
        assert_eq!(sweep(""), first, "{format}");
        // One gone, one that is not whole: these are made, the others kept.
        let gone = format!("0001_gain=0.3.{format}");
        let torn = format!("0003_gain=0.7.{format}");
        fs::remove_file(made.join(&gone)).unwrap();
        if ["npy", "r32"].contains(&format) {
            fs::remove_file(made.join(format!("{torn}.json"))).unwrap();
        } else {
            fs::write(made.join(&torn), "").unwrap();
        }
        fs::remove_file(made.join("sweep.jsonl")).unwrap();
        let again = sweep("");
        for (name, file) in &first {
            let is_made = name.starts_with(&gone) || name.starts_with(&torn);
            assert_eq!(again[name] != *file, is_made, "{name}");
        }
        assert_eq!(lines(&made, "sweep.jsonl").len(), 5);
        // Other options make other pictures.
        let other = sweep("--span 3");
        assert!(
            again.iter().all(|(name, file)| other[name] != *file),
            "{format}"
        );
        fs::remove_dir_all(&made).unwrap();
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_killed_sweep_goes_on_where_it_stopped() {
    use std::time::{Duration, Instant};

    let folder = folder(&[("a.wgsl", SHADER)]);
    let made = folder.path().join("made");
    let line = "sweep a.wgsl --vary gain=0:1:60 --set turns=100 --size 200 -o made/";
    let mut child = crate::calls::command(folder.path(), line).spawn().unwrap();
    let begun = Instant::now();
    while !made.is_dir() || names(&made).len() < 5 {
        assert!(begun.elapsed() < Duration::from_secs(60), "it never began");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = files(&made);
    assert!(before.len() < 60, "it was done before it was killed");
    for name in before.keys() {
        assert_eq!(read_png(&made.join(name)).0, 200);
    }
    run(0, folder.path(), line);
    let after = files(&made);
    assert_eq!((after.len(), lines(&made, "sweep.jsonl").len()), (60, 60));
    assert!(before.iter().all(|(name, file)| after[name] == *file));
}

#[test]
fn shards_are_equal_parts_of_the_whole() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let sweep = "sweep a.wgsl --vary gain=0:1:5 --vary turns=1:2:2 --size 8";
    run(0, folder.path(), &format!("{sweep} -o whole/"));
    let mut together = Vec::new();
    for part in 1..=4 {
        run(
            0,
            folder.path(),
            &format!("{sweep} -o parts/ --shard {part}/4"),
        );
        let list = lines(
            &folder.path().join("parts"),
            &format!("sweep.{part}-of-4.jsonl"),
        );
        assert!((2..=3).contains(&list.len()), "{part}: {}", list.len());
        together.extend(list);
    }
    assert_eq!(together, lines(&folder.path().join("whole"), "sweep.jsonl"));
    let pictures = |name: &str| -> BTreeSet<String> {
        let all = names(&folder.path().join(name)).into_iter();
        all.filter(|name| name.ends_with(".png")).collect()
    };
    assert_eq!(pictures("parts"), pictures("whole"));
    // More parts than variants: some have none.
    run(0, folder.path(), &format!("{sweep} -o many/ --shard 1/100"));
    assert_eq!(names(&folder.path().join("many")), ["sweep.1-of-100.jsonl"]);
}

/// Where a picture stands in a larger one, and whether it is there once only.
fn place(sheet: &(u32, u32, Vec<u8>), cell: &(u32, u32, Vec<u8>)) -> [usize; 2] {
    let [width, height] = [sheet.0 as usize, sheet.1 as usize];
    let [across, down] = [cell.0 as usize, cell.1 as usize];
    let row = |y: usize| &cell.2[3 * across * y..3 * across * (y + 1)];
    let at = |x: usize, y: usize| &sheet.2[3 * (y * width + x)..3 * (y * width + x + across)];
    let places = (0..=height - down).flat_map(|y| (0..=width - across).map(move |x| [x, y]));
    let found: Vec<[usize; 2]> = places
        .filter(|[x, y]| (0..down).all(|dy| at(*x, y + dy) == row(dy)))
        .collect();
    assert_eq!(found.len(), 1, "{found:?}");
    found[0]
}

#[test]
fn a_sheet_has_every_variant_in_its_place_and_words_outside() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    // In one range for all, no two are alike.
    let common = "--size 36x24 --set turns=3 --value-range -4,4";
    let vary = "--vary gain=0.5:1.9:3 --vary shape=0:1:2";
    run(
        0,
        folder.path(),
        &format!("sweep a.wgsl {vary} {common} -o sheet.png"),
    );
    let sheet = read_png(&folder.path().join("sheet.png"));
    let mut covered = vec![false; (sheet.0 * sheet.1) as usize];
    let mut places = Vec::new();
    for (shape, gain) in [0, 1]
        .into_iter()
        .flat_map(|shape| ["0.5", "1.2", "1.9"].map(|gain| (shape, gain)))
    {
        let line =
            format!("render a.wgsl {common} --set gain={gain} --set shape={shape} -o one.png");
        run(0, folder.path(), &line);
        let [x, y] = place(&sheet, &read_png(&folder.path().join("one.png")));
        places.push([x, y]);
        for row in y..y + 24 {
            covered[row * sheet.0 as usize + x..][..36].fill(true);
        }
    }
    let [columns, rows] = [places[1][0] - places[0][0], places[3][1] - places[0][1]];
    for (index, place) in places.iter().enumerate() {
        let expected = [
            places[0][0] + index % 3 * columns,
            places[0][1] + index / 3 * rows,
        ];
        assert_eq!(*place, expected);
    }
    assert!(columns >= 36 && rows >= 24);
    // Words stand above the cells and to their left, dark on white, and nowhere else.
    let inked = |x: usize, y: usize| sheet.2[3 * (y * sheet.0 as usize + x)] < 128;
    let [left, top] = places[0];
    let mut words = [0, 0, 0];
    for y in 0..sheet.1 as usize {
        for x in 0..sheet.0 as usize {
            let ink = usize::from(inked(x, y) && !covered[y * sheet.0 as usize + x]);
            words[if y < top {
                0
            } else {
                1 + usize::from(x >= left)
            }] += ink;
        }
    }
    assert!(
        words[0] > 100 && words[1] > 30 && words[2] == 0,
        "{words:?}"
    );

    // The sheet carries what it was made from, and is no single picture.
    let carried = manifest(&folder.path().join("sheet.png"));
    assert_eq!(
        carried["vary"],
        serde_json::json!(["gain=0.5:1.9:3", "shape=0:1:2"])
    );
    let (_, stderr) = run(2, folder.path(), "render --from sheet.png -o x.png");
    assert!(stderr.contains("is a sheet"), "{stderr}");
}

#[test]
fn wrong_calls_name_the_option_and_leave_nothing() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let refused = |line: &str, message: &str| {
        let (stdout, stderr) = run(2, folder.path(), &format!("sweep a.wgsl {line}"));
        assert!(stderr.contains(message), "{line}: {stderr}");
        assert_eq!(
            (stdout.as_str(), names(folder.path())),
            ("", vec!["a.wgsl".to_owned()])
        );
    };
    refused("--vary gain=0:1:2", "--output");
    refused("-o d/", "--vary");
    refused(
        "--vary gian=0:1:2 -o d/",
        "no control \"gian\"; did you mean gain",
    );
    refused(
        "--vary gain -o d/",
        "--vary: \"gain\" is not NAME=FROM:TO:COUNT",
    );
    refused("--vary gain=0:1 -o d/", "--vary: \"gain=0:1\"");
    refused("--vary gain=0:1:0 -o d/", "COUNT \"0\"");
    refused("--vary gain=0:1:-3 -o d/", "COUNT \"-3\"");
    refused("--vary gain=0:1:2.5 -o d/", "COUNT \"2.5\"");
    refused("--vary gain=0:1:100001 -o d/", "from 1 to 100000");
    refused(
        "--vary gain=0:1:400 --vary turns=1:400:400 -o d/",
        "more than 100000 variants",
    );
    refused(
        "--vary gain=nan:1:2 -o d/",
        "FROM: \"nan\" is not a finite number",
    );
    refused(
        "--vary gain=0:inf:2 -o d/",
        "TO: \"inf\" is not a finite number",
    );
    refused("--vary gain=0:1e39:2 -o d/", "TO: \"1e39\"");
    refused(
        "--vary gain=0:1:2 --vary gain=1:2:2 -o d/",
        "gain is varied twice",
    );
    refused("--vary shift=0:1:2 -o d/", "shift is a vec2f");
    refused("--vary shape=0:2:3 -o d/", "\"2\" is not one of");
    refused("--vary turns=-1:2:4 -o d/", "is not a valid u32");
    refused(
        "--vary gain=0:1:2 --vary turns=1:2:2 --vary shape=0:1:2 -o o.png",
        "need a folder",
    );
    refused(
        "--vary gain=0:1:2 -o o.exr",
        "-o \"o.exr\": a sheet ends in .png",
    );
    refused(
        "--vary gain=0:1:2 -o d",
        "-o \"d\": a sheet ends in .png, a folder in /",
    );
    refused(
        "--vary gain=0:1:2 -o gone/d/",
        "cannot create the folder \"gone/d/\"",
    );
    refused(
        "--vary gain=0:1:2 -o gone/o.png",
        "the folder does not exist",
    );
    refused(
        "--vary gain=0:1:2 -o o.png --shard 1/2",
        "--shard needs a folder",
    );
    refused(
        "--vary gain=0:1:2 -o o.png --format exr",
        "--format needs a folder",
    );
    refused(
        "--vary gain=0:1:2 -o o.png --depth 16",
        "--depth needs a folder",
    );
    refused(
        "--vary gain=0:1:2 -o d/ --format /x.png",
        "--format \"/x.png\"",
    );
    refused("--vary gain=0:1:2 -o d/ --format gif", "--format \"gif\"");
    refused(
        "--vary gain=0:1:2 -o d/ --format exr --depth 16",
        "--depth needs .png",
    );
    for shard in ["0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3/5"] {
        let line = format!("--vary gain=0:1:2 -o d/ --shard {shard}");
        refused(&line, &format!("--shard {shard:?} is not I/N"));
    }
    refused(
        "--vary gain=0:1:9 --vary turns=1:9:9 --size 4000 -o o.png",
        "the sheet would have",
    );
    refused("--vary gain=0:1:2 --set gian=1 -o d/", "--set \"gian=1\"");
    refused("--vary gain=0:1:2 -o d/ --adapter nosuch", "nosuch");
    // A variant is one texture.
    refused("--vary gain=0:1:2 --size 200000x1 -o o.png", "more than");
}

#[test]
fn a_runaway_ends_a_sweep_with_1_and_keeps_what_was_made() {
    let shader = "//! @loop_budget(100)\nfn height(p: vec2f, turns: u32) -> f32 {
        var sum = 0.0;
        for (var i = 0u; i < turns; i++) { sum += sin(p.x + sum); }
        return sum;
    }";
    let folder = folder(&[("a.wgsl", shader)]);
    let line = "sweep a.wgsl --vary turns=50:200:4 --size 8 -o d/";
    let (_, stderr) = run(1, folder.path(), line);
    assert!(
        stderr.contains("a.wgsl:4") && stderr.contains("0002_turns=150.png"),
        "{stderr}"
    );
    let made = names(&folder.path().join("d"));
    assert_eq!(made, ["0000_turns=50.png", "0001_turns=100.png"]);
    run(1, folder.path(), &line.replace("d/", "o.png"));
    assert!(!folder.path().join("o.png").exists());
}
