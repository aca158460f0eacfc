//! The real binary on good and bad calls: exit codes, output, files.

#![allow(clippy::unwrap_used, reason = "a test may panic, its helpers too")]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the binary in the repository's root.
fn playground(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .unwrap()
        .to_owned()
}

/// Runs it, checks the exit code, and gives stdout and stderr. Mesa's own complaints are left out.
fn expect(code: i32, arguments: &[&str]) -> (String, String) {
    let output = playground(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(
        output.status.code(),
        Some(code),
        "{arguments:?}\n{stdout}\n{stderr}"
    );
    let stderr = stderr
        .lines()
        .filter(|line| !line.contains("XDG_RUNTIME_DIR"))
        .collect::<Vec<_>>()
        .join("\n");
    (stdout, stderr)
}

/// A folder with these files.
fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Width, height and the red, green and blue bytes of a PNG.
fn read_png(path: &Path) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

/// The manifest that a PNG carries.
fn manifest(path: &Path) -> Value {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let reader = decoder.read_info().unwrap();
    let chunk = reader
        .info()
        .utf8_text
        .iter()
        .find(|chunk| chunk.keyword == "playground")
        .unwrap();
    serde_json::from_str(&chunk.get_text().unwrap()).unwrap()
}

#[test]
fn the_shipped_folder_has_nothing_wrong() {
    let (stdout, _) = expect(0, &["check"]);
    assert_eq!(stdout, "");
}

#[test]
fn check_prints_what_is_wrong_and_says_so_by_its_exit_code() {
    let folder = folder(&[
        (
            "generators/a.wgsl",
            "import package::noise::b::g;\nfn height(p: vec2f) -> f32 { return g(p.x); }\n",
        ),
        ("noise/b.wgsl", "fn g(x: f32) -> f32 {\n\treturn foo;\n}\n"),
        (
            "c.wgsl",
            "/// @nonsense\nfn height(p: vec2f) -> f32 { return 1.0; }\n",
        ),
    ]);
    let error = "noise/b.wgsl:2:9: error: no definition in scope for identifier: `foo`";
    let (stdout, _) = expect(1, &["check", "--format", "short", text(folder.path())]);
    assert_eq!(
        stdout,
        format!("c.wgsl:1:5: warning: unknown tag `@nonsense`\n{error}\n")
    );

    let (stdout, _) = expect(1, &["check", text(folder.path())]);
    assert!(
        stdout.contains("2 |     return foo;\n  |            ^^^"),
        "{stdout}"
    );

    let (stdout, _) = expect(1, &["check", "--format", "json", text(folder.path())]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(
        (&report["version"], &report["files"]),
        (&1.into(), &3.into())
    );
    let diagnostic = &report["diagnostics"][1];
    assert_eq!(diagnostic["file"], "noise/b.wgsl");
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!(
        (&diagnostic["line"], &diagnostic["column"]),
        (&2.into(), &9.into())
    );
    assert_eq!(
        (&diagnostic["end_line"], &diagnostic["end_column"]),
        (&2.into(), &12.into())
    );
    assert!(
        diagnostic["notes"]
            .as_array()
            .unwrap()
            .contains(&"imported by generators/a.wgsl".into())
    );

    let file = folder.path().join("generators/a.wgsl");
    let (stdout, _) = expect(1, &["check", "--format", "short", text(&file)]);
    assert_eq!(
        stdout,
        format!("{error}\n"),
        "a file and what it imports, not its neighbours"
    );
    let file = folder.path().join("c.wgsl");
    expect(0, &["check", text(&file)]);
}

#[test]
fn list_and_params_describe_the_shipped_generators() {
    let (stdout, _) = expect(0, &["list", "--json"]);
    let list: Value = serde_json::from_str(&stdout).unwrap();
    let swiss = list["generators"]
        .as_array()
        .unwrap()
        .iter()
        .find(|entry| entry["address"] == "generators/swiss.wgsl::height");
    let swiss = swiss.unwrap();
    assert_eq!(
        (&swiss["domain"], &swiss["returns"], &swiss["main"]),
        (&"plane".into(), &"value".into(), &true.into())
    );

    let (stdout, _) = expect(0, &["params", "shaders/generators/swiss.wgsl", "--json"]);
    let params: Value = serde_json::from_str(&stdout).unwrap();
    let warp = params["controls"]
        .as_array()
        .unwrap()
        .iter()
        .find(|control| control["name"] == "warp")
        .unwrap();
    assert_eq!(
        (&warp["type"], &warp["widget"], &warp["source"]),
        (&"f32".into(), &"slider".into(), &"uniform".into())
    );
    assert_eq!(
        (&warp["max"], &warp["step"], &warp["default"]),
        (&1.into(), &0.01.into(), &0.15.into())
    );
}

#[test]
fn render_writes_the_same_bytes_twice_with_what_they_were_made_from() {
    let folder = tempfile::tempdir().unwrap();
    let (first, second) = (folder.path().join("a.png"), folder.path().join("b.png"));
    let call = |output: &Path| {
        let output = text(output).to_owned();
        let options = "--size 70x33 --set gain=0.4 --set gain=0.55 --center -4,4 --span 3 --light 60,30 --exaggeration 2 --palette vik";
        let mut arguments = vec![
            "render",
            "shaders/generators/swiss.wgsl::height",
            "-o",
            &output,
        ];
        arguments.extend(options.split(' '));
        expect(0, &arguments)
    };
    assert_eq!(call(&first).0, "");
    call(&second);
    assert_eq!(fs::read(&first).unwrap(), fs::read(&second).unwrap());
    let (width, height, pixels) = read_png(&first);
    assert_eq!((width, height, pixels.len()), (70, 33, 70 * 33 * 3));

    let manifest = manifest(&first);
    assert_eq!(manifest["address"], "generators/swiss.wgsl::height");
    assert_eq!(manifest["values"]["gain"], 0.55);
    assert_eq!(manifest["view"]["center"], serde_json::json!([-4, 4]));
    assert_eq!(
        (&manifest["view"]["mode"], &manifest["view"]["palette"]),
        (&"relief".into(), &"vik".into())
    );
    assert!(
        manifest["modules"]
            .as_array()
            .unwrap()
            .iter()
            .any(|module| module["path"] == "noise/perlin.wgsl")
    );
}

#[test]
fn values_and_views_change_the_picture() {
    let folder = folder(&[(
        "a.wgsl",
        "struct P {\n /// @color(0, 0, 0)\n c: vec3f,\n}\n@group(0) @binding(0) var<uniform> p: P;\nfn color(q: vec2f) -> vec3f { return p.c; }\n",
    )]);
    let (shader, output) = (folder.path().join("a.wgsl"), folder.path().join("o.png"));
    expect(
        0,
        &[
            "render",
            text(&shader),
            "-o",
            text(&output),
            "--size",
            "4",
            "--set",
            "c=#ff8000",
        ],
    );
    assert_eq!(read_png(&output).2[..3], [255, 128, 0]);
    expect(
        0,
        &[
            "render",
            text(&shader),
            "-o",
            text(&output),
            "--size",
            "4",
            "--set",
            "c=0,1,0.5",
        ],
    );
    assert_eq!(read_png(&output).2[..3], [0, 255, 188]);
}

#[test]
fn wrong_calls_say_why_and_leave_nothing() {
    let folder = folder(&[(
        "a.wgsl",
        "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }",
    )]);
    let (shader, output) = (folder.path().join("a.wgsl"), folder.path().join("o.png"));
    let check = |extra: &[&str], message: &str| {
        let mut arguments = vec!["render", text(&shader), "-o", text(&output)];
        arguments.extend(extra);
        let (stdout, stderr) = expect(2, &arguments);
        assert!(stderr.contains(message), "{extra:?}: {stderr}");
        assert_eq!(stdout, "");
    };
    check(
        &["--set", "gian=1"],
        "no control \"gian\"; did you mean gain?",
    );
    check(&["--set", "gain=abc"], "\"abc\" is not a finite number");
    check(&["--set", "gain=nan"], "\"nan\" is not a finite number");
    check(&["--set", "gain"], "is not NAME=VALUE");
    check(&["--size", "0"], "--size \"0\"");
    check(&["--size", "99999999999"], "--size");
    check(
        &["--size", "1048576"],
        "are more than this adapter's textures hold",
    );
    check(&["--span", "-1"], "--span -1 is not above 0");
    check(&["--span", "inf"], "--span");
    check(&["--center", "1"], "--center");
    check(
        &["--view", "sideways"],
        "no \"sideways\"; there are texture, relief",
    );
    check(&["--view", "planet"], "is not in this version");
    check(&["--palette", "mauve"], "no \"mauve\"");
    check(&["--light", "0,91"], "altitude");
    check(&["--channel", "y"], "returns 1 number");
    check(
        &["--adapter", "no such card"],
        "no adapter is named like \"no such card\"",
    );
    assert_eq!(
        fs::read_dir(folder.path()).unwrap().count(),
        1,
        "no output, no leftovers"
    );

    let gone = folder.path().join("gone/o.png");
    let (_, stderr) = expect(
        2,
        &["render", text(&shader), "-o", text(&gone), "--size", "8"],
    );
    assert!(stderr.contains("its folder does not exist"), "{stderr}");
    let (_, stderr) = expect(
        2,
        &[
            "render",
            text(&folder.path().join("b.wgsl")),
            "-o",
            text(&output),
        ],
    );
    assert!(stderr.contains("b.wgsl"), "{stderr}");
    let (_, stderr) = expect(
        2,
        &[
            "render",
            &format!("{}::depth", text(&shader)),
            "-o",
            text(&output),
        ],
    );
    assert!(
        stderr.contains("no generator \"depth\"; it has height"),
        "{stderr}"
    );
}

#[test]
fn a_wrong_shader_is_exit_code_1_and_no_file() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return foo; }")]);
    let (shader, output) = (folder.path().join("a.wgsl"), folder.path().join("o.png"));
    let (stdout, stderr) = expect(1, &["render", text(&shader), "-o", text(&output)]);
    assert!(stderr.contains("a.wgsl:1:37: error"), "{stderr}");
    assert_eq!(stdout, "");
    assert!(!output.exists());
    expect(1, &["params", text(&shader)]);
    let (stdout, _) = expect(0, &["list", "--json", text(folder.path())]);
    assert!(stdout.contains("\"error\": true"), "{stdout}");
}

#[test]
fn what_is_neither_a_command_nor_a_folder_is_named() {
    let (_, stderr) = expect(2, &["chekc"]);
    assert!(
        stderr.contains("\"chekc\" is neither a command nor a folder"),
        "{stderr}"
    );
    for later in ["sweep", "compare", "analyze"] {
        let (_, stderr) = expect(2, &[later, "x", "--json"]);
        assert!(stderr.contains("not in this version"), "{stderr}");
        assert!(!expect(0, &["--help"]).0.contains(&format!("  {later}")));
    }
}
