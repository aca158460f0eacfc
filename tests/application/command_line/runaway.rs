//! Tests of the command line with shaders that have runaway loops or non-finite samples.

use crate::calls::{folder, names, run};

const SHADER: &str = "\
//! Sum
//! @loop_budget(1000)
fn height(p: vec2f, octaves: i32) -> f32 {
    var sum = 0.0;
    for (var i = 0; i < octaves; i++) { sum += sin(p.x * f32(i)); }
    while p.y < -5.2 && sum < 1e30 { sum += 1.0; }
    return sum;
}
";

/// Returns the first line of the only error that is printed, without the quoted source text.
fn first_line(stderr: &str) -> &str {
    let mut lines = stderr.lines().filter(|line| line.contains(": error: "));
    let line = lines.next().unwrap_or_default();
    assert_eq!(lines.next(), None, "{stderr}");
    line
}

#[test]
fn runaway_loop_exits_with_1_and_writes_no_file() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let check = |line: &str, expected: &str| {
        let (stdout, stderr) = run(1, folder.path(), line);
        assert_eq!((first_line(&stderr), stdout.as_str()), (expected, ""));
        assert_eq!(names(folder.path()), ["a.png", "a.wgsl"], "{line}");
    };
    run(0, folder.path(), "render a.wgsl -o a.png --size 64");
    let for_loop = "a.wgsl:5:5: error: loop exceeded its budget of 1000 iterations";
    check("render a.wgsl -o b.png --set octaves=1001", for_loop);
    check("render a.wgsl -o b.exr -o b.r32 --set octaves=1001 --size 64", for_loop);
    check("render --from a.png -o b.png --set octaves=1001", for_loop);
    check("bench a.wgsl --set octaves=1001 --size 64", for_loop);

    // Only samples in the last tile of the picture run the while loop.
    let while_loop = "a.wgsl:6:5: error: loop exceeded its budget of 1000 iterations";
    let options = "--size 1500x2000 --set octaves=1";
    check(&format!("render a.wgsl -o b.r32 {options}"), while_loop);
    check(&format!("render a.wgsl -o b.png {options}"), while_loop);
    check(&format!("render a.wgsl -o b.png {options} --view slope"), while_loop);
}

#[test]
fn surface_is_guarded_in_modes_that_use_it() {
    let folder = folder(&[(
        "a.wgsl",
        "import playground::surface::Surface;
//! @loop_budget(2)
fn height(p: vec2f) -> f32 {
    var x = 0.0;
    for (var i = 0; i < 2; i++) { x += p.x; }
    return x;
}
fn surface(s: Surface) -> vec3f {
    for (var i = 0; i < i32(s.height) - 3; i++) {}
    return s.normal;
}
",
    )]);
    run(0, folder.path(), "render a.wgsl -o a.png --size 64 --center 0,0 --span 4");
    let line = "render a.wgsl -o b.png --size 64 --center 0,0 --span 8";
    let (_, stderr) = run(1, folder.path(), line);
    let expected = "a.wgsl:9:5: error: loop exceeded its budget of 2 iterations";
    assert_eq!(first_line(&stderr), expected);
    run(0, folder.path(), &format!("{line} --view hillshade"));
}

#[test]
fn budget_above_the_adapter_limit_is_a_warning() {
    let folder = folder(&[(
        "a.wgsl",
        "//! A @loop_budget(65536)\nfn height(p: vec2f) -> f32 { return p.x; }",
    )]);
    let (_, stderr) = run(0, folder.path(), "render a.wgsl -o a.png --size 8");
    let warning = "a.wgsl:1:7: warning: this adapter ends loops after 65535 iterations, which limits the budget of 65536";
    assert!(stderr.contains(warning), "{stderr}");
}

#[test]
fn non_finite_values_are_counted() {
    let folder = folder(&[(
        "a.wgsl",
        "fn height(p: vec2f) -> f32 { return select(p.x, 1.0 / max(p.x * 0.0, 0.0), all(p > vec2f(2.0))); }",
    )]);
    for output in ["a.png", "a.r32", "a.png -o a.npy"] {
        let line = format!("render a.wgsl --size 64 --center 0,0 --span 8 -o {output}");
        let (_, stderr) = run(0, folder.path(), &line);
        let expected = "256 values of 4096 samples are NaN or infinite";
        assert_eq!(stderr.matches(expected).count(), 1, "{output}: {stderr}");
    }
    let (_, stderr) =
        run(0, folder.path(), "render a.wgsl --view terrain --size 64 --span 8 -o t.png");
    assert_eq!(stderr.matches("samples are NaN or infinite").count(), 1, "{stderr}");
    let (_, stderr) =
        run(0, folder.path(), "render a.wgsl --size 64 --center -4,-4 --span 8 -o b.png");
    assert!(!stderr.contains("NaN"), "{stderr}");
}
