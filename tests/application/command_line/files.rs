//! Tests of the command line with invalid files, links and imports that leave the folder, and killed processes.

use std::fs;
use std::time::Duration;

use crate::calls::{command, folder, names, run};

const SHADER: &str = "fn height(p: vec2f) -> f32 { return p.x; }\n";

#[test]
fn oversized_and_special_files_are_rejected_at_once() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let text = SHADER.repeat(50 << 20 >> 6);
    fs::write(folder.path().join("large.wgsl"), text).unwrap();
    let message = "large.wgsl:1:1: error: the file is larger than 1048576 bytes";
    for call in ["check .", "check large.wgsl"] {
        let (stdout, _) = run(1, folder.path(), call);
        assert!(stdout.contains(message), "{stdout}");
    }
    let (_, stderr) = run(1, folder.path(), "render large.wgsl -o o.png");
    assert!(stderr.contains(message), "{stderr}");
    let mut others = vec!["large.wgsl", "."];
    if cfg!(unix) {
        others.push("/dev/zero");
    }
    for other in others {
        for option in ["render a.wgsl --preset", "render --from"] {
            let (_, stderr) = run(2, folder.path(), &format!("{option} {other} -o o.png"));
            assert!(stderr.contains(other), "{stderr}");
        }
    }
    assert_eq!(names(folder.path()), ["a.wgsl", "large.wgsl"]);
}

#[test]
fn invalid_utf8_is_reported_with_its_location() {
    let folder = folder(&[("marked.wgsl", &format!("\u{feff}{SHADER}"))]);
    fs::write(folder.path().join("latin.wgsl"), b"// caf\xe9\n").unwrap();
    fs::write(folder.path().join("zero.wgsl"), b"fn a() {}\n\0").unwrap();
    fs::write(folder.path().join("h\u{f6}he 1.wgsl"), "fn a() { b(); }\n").unwrap();
    let (stdout, _) = run(1, folder.path(), "check --format short .");
    let lines: Vec<&str> = stdout.lines().collect();
    let [accent, latin, zero] = lines.as_slice() else { panic!("{stdout}") };
    assert!(accent.starts_with("h\u{f6}he 1.wgsl:1:10: error: "));
    assert_eq!(*latin, "latin.wgsl:1:7: error: byte 0xe9 is not UTF-8 text");
    assert!(zero.starts_with("zero.wgsl:2:1: error: "), "{zero}");
}

#[cfg(unix)]
#[test]
fn imports_cannot_leave_the_folder_or_quote_other_files() {
    use std::os::unix::fs::symlink;

    let secret = "fn secret() -> f32 { return treasure; }\n";
    let parent = folder(&[
        ("secret.wgsl", secret),
        ("shaders/own.wgsl", "fn own() -> f32 { return 1.0; }\n"),
    ]);
    let inside = parent.path().join("shaders");
    symlink(parent.path(), inside.join("up")).unwrap();
    symlink("../secret.wgsl", inside.join("link.wgsl")).unwrap();
    symlink("link.wgsl", inside.join("chain.wgsl")).unwrap();
    fs::write(inside.join("..\\secret.wgsl"), "fn other() {}\n").unwrap();
    let paths = [
        "super::secret::secret",
        "super::super::secret::secret",
        "package::super::secret::secret",
        "package::up::secret::secret",
        "up::secret::secret",
        "package::link::secret",
        "package::chain::secret",
        "package::own::super::super::secret::secret",
        "secret::secret",
        "playground::secret::secret",
    ];
    for path in paths {
        for text in [
            format!("import {path};\nfn height(p: vec2f) -> f32 {{ return secret(); }}\n"),
            format!("import {path} as s;\nfn height(p: vec2f) -> f32 {{ return s(); }}\n"),
            format!("fn height(p: vec2f) -> f32 {{ return {path}(); }}\n"),
        ] {
            fs::write(inside.join("a.wgsl"), &text).unwrap();
            let (stdout, stderr) = run(1, parent.path(), "check shaders");
            assert!(stdout.contains("a.wgsl:"), "{text}{stdout}");
            assert!(!format!("{stdout}{stderr}").contains("treasure"), "{text}{stdout}");
        }
    }
}

#[test]
fn killed_process_leaves_no_partial_file() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let line = "render a.wgsl -o o.png -o o.r32 --size 700";
    let mut finished = 0;
    for step in 0..10 {
        let mut child = command(folder.path(), line).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(90 * step));
        let _ = child.kill();
        child.wait().unwrap();
        for name in names(folder.path()) {
            let path = folder.path().join(&name);
            match name.as_str() {
                "o.png" => assert_eq!(crate::calls::read_png(&path).0, 700),
                "o.r32" => assert_eq!(path.metadata().unwrap().len(), 700 * 700 * 4),
                "o.r32.json" => assert!(fs::read_to_string(&path).unwrap().ends_with('}')),
                "a.wgsl" => continue,
                hidden => assert!(hidden.starts_with(".playground-"), "{hidden}"),
            }
            finished += 1;
            fs::remove_file(path).unwrap();
        }
    }
    run(0, folder.path(), line);
    assert_eq!(names(folder.path()), ["a.wgsl", "o.png", "o.r32", "o.r32.json"]);
    assert!(finished < 30, "no process was killed in time");
}

#[test]
fn untrusted_presets_are_validated() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f, a: f32) -> f32 { return a; }\n")]);
    let stderr_of = |code: i32, values: &str| {
        let text = format!("version = 1\n[[preset]]\nname = \"x\"\n{values}\n");
        fs::write(folder.path().join("x.toml"), text).unwrap();
        let line = "render a.wgsl --size 8 -o o.png --preset x.toml";
        let (_, stderr) = run(code, folder.path(), line);
        assert!(stderr.len() < 1000, "{} bytes of messages", stderr.len());
        stderr
    };
    let count = 100_000;
    let nested = |open: &str, close: &str| {
        format!("values = {{ a = {}1{} }}", open.repeat(count), close.repeat(count))
    };
    assert!(stderr_of(2, &nested("[", "]")).contains("line 4"));
    assert!(stderr_of(2, &nested("{ a = ", "}")).contains("line 4"));
    stderr_of(2, &format!("values.{}a = 1", "a.".repeat(count)));
    let numbers = format!("values = {{ a = [{}] }}", "1,".repeat(count));
    assert!(stderr_of(2, &numbers).contains("an f32 takes 1 number, not 100000"));
    let unknown = (0..count / 2).map(|number| format!("values.b{number} = 1\n"));
    let stderr = stderr_of(0, &unknown.collect::<String>());
    assert!(stderr.contains("no control \"b0\" (and 49999 more)"), "{stderr}");
    stderr_of(2, &"# comment\n".repeat(2 * count));
}

#[cfg(target_os = "linux")]
#[test]
fn closed_stderr_is_not_an_error() {
    let folder = folder(&[("a.wgsl", SHADER), ("b.wgsl", "fn b() { c(); }\n")]);
    let calls = [
        ("check a.wgsl", 0),
        ("check .", 1),
        ("check missing.wgsl", 2),
        ("render b.wgsl -o o.png", 1),
        ("-v render a.wgsl --size 8 -o o.png", 0),
    ];
    for (line, code) in calls {
        let full = fs::File::options().write(true).open("/dev/full").unwrap();
        let output = command(folder.path(), line).stderr(full).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{line}");
    }
}

#[cfg(unix)]
#[test]
fn what_is_left_out_of_a_folder_is_said_once() {
    use std::os::unix::fs::symlink;

    let ripple = "fn ripple(p: vec2f) -> f32 { return sin(p.x); }\n";
    let include = "#include \"linked.wgsl\"\nfn height(p: vec2f) -> f32 { return ripple(p); }\n";
    let import =
        "import package::lib::ripple::ripple;\nfn height(p: vec2f) -> f32 { return ripple(p); }\n";
    let parent = folder(&[
        ("library/ripple.wgsl", ripple),
        ("shaders/CAPITALS.WGSL", ripple),
        ("shaders/a.wgsl", include),
        ("shaders/b.wgsl", import),
        ("shaders/c.wgsl", &import.replace("lib::ripple", "CAPITALS")),
        ("shaders/noise/own.wgsl", ripple),
    ]);
    let shaders = parent.path().join("shaders");
    symlink("../library/ripple.wgsl", shaders.join("linked.wgsl")).unwrap();
    symlink("../library", shaders.join("lib")).unwrap();
    symlink("noise", shaders.join("inside")).unwrap();
    let library = parent.path().canonicalize().unwrap().join("library");
    let outside = |target: &std::path::Path| {
        format!("left out: it is a link that leads outside of the folder, to {target:?}")
    };
    let notes = [
        "CAPITALS.WGSL:1:1: note: left out: write its extension as .wgsl".to_owned(),
        format!("lib:1:1: note: {}", outside(&library)),
        format!("linked.wgsl:1:1: note: {}", outside(&library.join("ripple.wgsl"))),
    ];
    let (stdout, _) = run(1, &shaders, "check --format short .");
    let lines: Vec<&str> = stdout.lines().collect();
    for note in &notes {
        assert_eq!(lines.iter().filter(|line| *line == note).count(), 1, "{note}: {stdout}");
    }
    let errors: Vec<&str> = lines.into_iter().filter(|line| line.contains("error")).collect();
    let [include, import, capitals] = errors.as_slice() else { panic!("{stdout}") };
    let file = outside(&library.join("ripple.wgsl"));
    assert_eq!(*include, format!("a.wgsl:1:1: error: `linked.wgsl` is {file}"));
    let file = outside(&library);
    assert_eq!(*import, format!("b.wgsl:1:1: error: `lib/ripple.wgsl` is {file}"));
    assert!(capitals.ends_with("`CAPITALS.WGSL` is left out: write its extension as .wgsl"));
    let (stdout, stderr) = run(0, &shaders, "list .");
    for note in &notes {
        let note = note.replace(":1:1: note", "");
        assert_eq!(stderr.matches(&note).count(), 1, "{stderr}");
    }
    assert!(stdout.contains("inside/own.wgsl::ripple"), "{stdout}");
}
