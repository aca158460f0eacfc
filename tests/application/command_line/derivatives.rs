//! Tests of the options for exact derivatives: `--quantity gradient` and others, `--exact`, `--sensitivity`.

use std::fs;

use crate::calls::{assert_same_again, floats, folder, json, manifest, run};
use crate::sweep::lines;

const BOWL: &str = "
fn bowl(p: vec2f, /** @default(2) */ width: f32, shift: vec2f) -> f32 {
    let q = p - shift;
    return q.x * q.x * q.y * width + abs(q.y);
}
fn ball(p: vec3f) -> f32 { return dot(p, p) * p.z; }
/// @returns(color)
fn color(p: vec2f) -> vec3f { return vec3f(p, 1.0); }
";

#[test]
fn quantities_are_exact_derivatives_and_are_recorded() {
    let folder = folder(&[("a.wgsl", BOWL)]);
    let path = folder.path();
    let one = "--size 1 --center 3,2 --span 1 --set width=2 --set shift=0,0";
    let rendered = |options: &str, name: &str| {
        run(0, path, &format!("render a.wgsl::bowl -o {name} {one} {options}"));
        floats(&path.join(name))
    };
    // Of 2 x²y + |y| at (3, 2).
    assert_eq!(rendered("--quantity gradient", "g.r32"), [24.0, 19.0]);
    assert_eq!(rendered("--quantity laplacian", "l.r32"), [8.0]);
    assert_eq!(rendered("--quantity hessian", "h.r32"), [8.0, 12.0, 0.0]);
    assert_eq!(rendered("--sensitivity width", "w.r32"), [18.0]);
    assert_eq!(rendered("--sensitivity shift.y", "s.r32"), [-19.0]);
    let slope = rendered("--quantity slope --exact --exaggeration 0.1", "e.r32")[0];
    let expected = (0.1 * (24.0_f32 * 24.0 + 19.0 * 19.0).sqrt()).atan().to_degrees();
    assert!((slope - expected).abs() < 1e-4, "{slope} {expected}");
    let recorded = fs::read_to_string(path.join("s.r32.json")).unwrap();
    let recorded: serde_json::Value = serde_json::from_str(&recorded).unwrap();
    assert_eq!(recorded["derivative"], "sensitivity shift.1");
    run(0, path, "render --from s.r32 -o again.r32");
    assert_eq!(floats(&path.join("again.r32")), [-19.0]);
}

#[test]
fn derivatives_are_sampled_and_analyzed() {
    let folder = folder(&[("a.wgsl", BOWL)]);
    let path = folder.path();
    run(
        0,
        path,
        "render a.wgsl::ball -o z.r32 --size 1 --center 1,2 --z 3 --span 1 --quantity gradient --channel z",
    );
    assert_eq!(floats(&path.join("z.r32")), [6.0, 12.0, 32.0]);
    let (report, _) = run(0, path, "analyze a.wgsl::bowl --size 16 --sensitivity width --json");
    assert!(report.contains("\"mean\""), "{report}");
}

#[test]
fn what_has_no_derivative_is_refused() {
    let folder = folder(&[("a.wgsl", BOWL)]);
    let refused = |line: &str, message: &str| {
        let (_, errors) = run(2, folder.path(), &format!("render {line} --size 4"));
        assert!(errors.contains(message), "{line}: {errors}");
    };
    refused(
        "a.wgsl::bowl -o a.r32 --sensitivity with",
        "--sensitivity: a.wgsl::bowl has no control with; did you mean `width`?",
    );
    refused(
        "a.wgsl::color -o a.r32 --quantity gradient",
        "--quantity gradient: a.wgsl::color returns a color, which has no derivative",
    );
    refused("a.wgsl::bowl -o a.png --quantity gradient", "--quantity gradient needs a data format");
    refused(
        "a.wgsl::bowl -o a.r32 --quantity aspect --exact",
        "--exact applies to --quantity slope",
    );
}

/// Values inside of a generator, which the command line shows one by one or all in order.
#[test]
fn values_inside_of_a_generator_have_gradients() {
    let text = "fn half(q: vec2f) -> f32 { let h = 0.5 * q.x * q.y; return h; }
fn height(p: vec2f) -> f32 {
    let count = i32(p.x);
    var sum = 0.0;
    for (var i = 0; i < 2; i++) {
        sum += half(p) * f32(i + 1);
    }
    let bent = p * sum;
    return abs(bent.y) + f32(count);
}";
    let folder = folder(&[("a.wgsl", text)]);
    let path = folder.path();
    let trace = json(path, "trace a.wgsl --at 2.5,-3 --calls --gradient --json");
    let rows = trace["rows"].as_array().unwrap();
    let of = |name: &str, n: usize| {
        let row = rows.iter().find(|row| row["name"] == name && row["n"] == n).unwrap();
        (row["gradient"].clone(), row["gradient_f64"].clone())
    };
    let both = |value: serde_json::Value| (value.clone(), value);
    use serde_json::json;
    assert_eq!(of("position", 1), both(json!([[1.0, 0.0], [0.0, 1.0]])));
    assert_eq!(of("p", 1), both(json!([[1.0, 0.0], [0.0, 1.0]])));
    assert_eq!(of("h", 1), both(json!([-1.5, 1.25])));
    // A sum of xy / 2, then of xy as well.
    assert_eq!(of("sum", 1).0, json!([-1.5, 1.25]));
    assert_eq!(of("sum", 2).0, json!([-4.5, 3.75]));
    // 1.5 x y (x, y).
    assert_eq!(of("bent", 1), both(json!([[-22.5, 13.5], [9.375, -22.5]])));
    assert_eq!(rows.last().unwrap()["gradient"], json!([13.5, -22.5]));
    assert!(of("count", 1).0.is_null() && of("i", 1).1.is_null());
    let (table, _) = run(0, path, "trace a.wgsl --at 2.5,-3 --gradient");
    assert!(table.contains("d/dx 13.5000000  d/dy -22.5000000"), "{table}");
    let (table, _) = run(0, path, "trace a.wgsl --at 2.5,-3");
    assert!(!table.contains("d/dx"), "{table}");
    let one = "--size 1 --center 2.5,-3 --span 1 --quantity gradient";
    run(0, path, &format!("render a.wgsl --stage sum -o sum.r32 {one}"));
    assert_eq!(floats(&path.join("sum.r32")), [-4.5, 3.75]);
    run(0, path, &format!("render a.wgsl --stage half::h -o h.r32 {one}"));
    assert_eq!(floats(&path.join("h.r32")), [-1.5, 1.25]);
    let grid = "trace builtin:generators/blur.wgsl --at 0,0 --gradient";
    assert!(run(2, path, grid).1.contains("a grid program has no derivatives"));
}

#[test]
fn the_picture_of_a_sensitivity_has_its_own_view_around_zero() {
    let folder = folder(&[("a.wgsl", BOWL)]);
    let path = folder.path();
    run(0, path, "render a.wgsl::bowl -o w.png --size 8 --center 0,3 --sensitivity shift.x");
    let recorded = manifest(&path.join("w.png"));
    assert_eq!(recorded["view"]["mode"], "sensitivity");
    assert_eq!(recorded["view"]["palette"], "vik");
    run(
        0,
        path,
        "render a.wgsl::bowl -o v.png --size 8 --center 0,3 --sensitivity shift.x --view sensitivity",
    );
    assert_eq!(fs::read(path.join("w.png")).unwrap(), fs::read(path.join("v.png")).unwrap());
    assert_same_again(path, "w.png");
    let (_, errors) = run(2, path, "render a.wgsl::bowl -o n.png --view sensitivity");
    assert!(errors.contains("add --sensitivity NAME"), "{errors}");
    let (_, errors) = run(2, path, "render a.wgsl::bowl -o n.png --sensitivity");
    assert!(errors.contains("needs the name of a control: width, shift.x, shift.y"), "{errors}");
}

#[test]
fn sweep_of_all_sensitivities_is_ranked_by_their_effect() {
    let text = "
/// @param slow @range(0, 0.5)
/// @param quick @range(0, 10)
/// @param turn @angle @range(0, 180)
/// @param count @range(0, 9)
fn ramp(p: vec2f, slow: f32, quick: f32, turn: f32, count: i32) -> f32 {
    return 2.0 * slow - quick + 0.1 * turn + f32(count);
}
";
    let folder = folder(&[("a.wgsl", text)]);
    let path = folder.path();
    run(0, path, "sweep a.wgsl -o all/ --size 8 --sensitivity");
    let lines = lines(&path.join("all"), "sweep.jsonl");
    let found: Vec<(&str, f64, f64)> = lines
        .iter()
        .map(|line| {
            let number = |key: &str| line[key].as_f64().unwrap();
            (line["sensitivity"].as_str().unwrap(), number("effect"), number("rising"))
        })
        .collect();
    let expected =
        [("quick", 10.0, 0.0), ("slow", 1.0, 1.0), ("turn", 0.1 * std::f64::consts::PI, 1.0)];
    for (found, expected) in found.iter().zip(expected) {
        assert_eq!((found.0, found.2), (expected.0, expected.2));
        assert!((found.1 - expected.1).abs() < 1e-6, "{found:?}");
    }
    assert_eq!(found.len(), 3, "an integer has no derivative");
    let file = path.join("all").join(lines[1]["file"].as_str().unwrap());
    run(0, path, "render a.wgsl -o one.png --size 8 --sensitivity slow");
    assert_eq!(fs::read(file).unwrap(), fs::read(path.join("one.png")).unwrap());
    run(0, path, "sweep a.wgsl -o sheet.png --size 64 --sensitivity");
    assert!(path.join("sheet.png").is_file());
    let (_, errors) = run(2, path, "sweep a.wgsl -o sheet.png --sensitivity --vary slow=0:1:2");
    assert!(errors.contains("name one to use --vary"), "{errors}");
}
