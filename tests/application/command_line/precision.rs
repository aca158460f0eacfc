//! Tests of the warning about positions that single precision cannot tell apart, and of `--precision double`.

use std::io::Write as _;
use std::process::Stdio;

use crate::calls::{command, floats, folder, run};

const WARNING: &str = "f32 precision reached";

#[test]
fn views_and_positions_beyond_single_precision_are_told() {
    let body = "fn height(p: vec2f) -> f32 { return sin(p.x); }";
    let far = format!("//! @view(10000000000, 0, 4)\n{body}");
    let folder = folder(&[("far.wgsl", &far), ("near.wgsl", body)]);
    let path = folder.path();
    let lines = [
        "render FILE --size 16 -o a.png",
        "render FILE --size 16 -o a.npy",
        "render FILE --size 16 --figure -o a.png",
        "sweep FILE --vary time=0,1 --size 16 -o a.png",
        "sweep FILE --vary time=0,1 --size 16 -o out/",
        "analyze FILE --size 16",
    ];
    for line in lines {
        for (file, is_told) in [("far.wgsl", true), ("near.wgsl", false)] {
            let (_, stderr) = run(0, path, &line.replace("FILE", file));
            let count = stderr.matches(WARNING).count();
            assert_eq!(count, usize::from(is_told), "{line} {file}: {stderr}");
        }
    }
    let (_, stderr) =
        run(0, path, "sweep near.wgsl --vary span=8,1e-9 --size 16 -o a.png --center 4,0");
    assert!(stderr.contains(WARNING), "{stderr}");
    let (_, quiet) = run(0, path, "render far.wgsl --size 16 -o a.png --quiet");
    assert!(!quiet.contains(WARNING), "{quiet}");
}

#[test]
fn sampled_positions_beyond_single_precision_are_told() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let sample = |position: &str| {
        let mut command = command(folder.path(), "sample a.wgsl --points -");
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(position.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    assert!(!sample("1.5 2\n-3 4\n").contains(WARNING));
    let told = sample("1 2\n10000000000 0\n");
    assert!(told.contains(WARNING) && told.contains("1024 apart; --precision double"), "{told}");
}

const ERROR: &str = "cannot be computed in double precision";

/// A plane with a slope of 1, far from the origin.
#[test]
fn double_precision_renders_and_analyzes_far_ground() {
    let body = "fn height(p: vec2f) -> f32 { return p.x - 30000000.0; }";
    let program = crate::calls::root().join("shaders/generators/diamond_square.wgsl");
    let none = "fn height(p: vec2f) -> f32 {\n    return frexp(p.x).fract;\n}";
    let folder = folder(&[("far.wgsl", body), ("none.wgsl", none)]);
    let path = folder.path();
    let view = "--size 16 --span 0.016 --center 30000000,0 --precision double";
    let (_, stderr) = run(0, path, &format!("render far.wgsl {view} -o a.r32 -o a.tif"));
    assert!(!stderr.contains(WARNING), "{stderr}");
    let values = floats(&path.join("a.r32"));
    for (column, value) in values[..16].iter().enumerate() {
        let expected = 0.001 * (column as f32 - 7.5);
        assert!((value - expected).abs() < 1e-6, "{value}, not {expected}");
    }
    // The manifest has the precision.
    run(0, path, "render --from a.tif -o b.r32");
    assert_eq!(floats(&path.join("b.r32")), values);
    run(0, path, "render --from a.tif --precision single -o c.r32");
    assert_ne!(floats(&path.join("c.r32")), values);
    run(0, path, &format!("render far.wgsl {view} --quantity gradient -o g.npy"));
    assert!(
        floats(&path.join("g.npy"))[32..].chunks_exact(2).all(|gradient| gradient == [1.0, 0.0])
    );

    let (json, _) = run(0, path, &format!("analyze far.wgsl {view} --json"));
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["view"]["precision"], "double");
    let mean = report["slopes"]["mean_deg"].as_f64().unwrap();
    assert!((mean - 45.0).abs() < 0.1, "{mean}");

    for command in ["render FILE -o d.png", "analyze FILE"] {
        let double = |file: &str| format!("{} --precision double", command.replace("FILE", file));
        let (_, stderr) = run(1, path, &double("none.wgsl"));
        assert!(stderr.contains("none.wgsl:2:12") && stderr.contains(ERROR), "{stderr}");
        let (_, stderr) = run(1, path, &double(program.to_str().unwrap()));
        assert!(stderr.contains("a grid program cannot be evaluated in double"), "{stderr}");
    }
    let (_, stderr) = run(2, path, &format!("render far.wgsl {view} --view error -o e.png"));
    assert!(stderr.contains("not of --precision double"), "{stderr}");
}
