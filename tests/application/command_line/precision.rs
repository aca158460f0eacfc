//! Tests of the warning about positions that single precision cannot tell apart.

use std::io::Write as _;
use std::process::Stdio;

use crate::calls::{command, folder, run};

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
