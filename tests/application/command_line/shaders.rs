//! Tests of `playground check`, `list` and `params`.

use serde_json::Value;

use crate::calls::{expect, expect_json, folder, json, run, text};

#[test]
fn builtin_folder_has_no_problems() {
    let (stdout, _) = expect(0, &["check"]);
    assert_eq!(stdout, "");
}

#[test]
fn check_prints_diagnostics_and_exits_with_1() {
    let folder = folder(&[
        (
            "generators/a.wgsl",
            "import package::noise::b::g;\nfn height(p: vec2f) -> f32 { return g(p.x); }\n",
        ),
        ("noise/b.wgsl", "fn g(x: f32) -> f32 {\n\treturn foo;\n}\n"),
        ("c.wgsl", "/// @nonsense\nfn height(p: vec2f) -> f32 { return 1.0; }\n"),
    ]);
    let at = folder.path().canonicalize().unwrap();
    let at = text(&at);
    let error =
        format!("{at}/noise/b.wgsl:2:9: error: no definition in scope for identifier: `foo`");
    let (stdout, _) = expect(1, &["check", "--format", "short", text(folder.path())]);
    assert_eq!(stdout, format!("{at}/c.wgsl:1:5: warning: unknown tag `@nonsense`\n{error}\n"));

    let (stdout, _) = expect(1, &["check", text(folder.path())]);
    assert!(stdout.contains("2 |     return foo;\n  |            ^^^"), "{stdout}");

    let (stdout, _) = expect(1, &["check", "--format", "json", text(folder.path())]);
    let (same, _) = expect(1, &["check", "--json", text(folder.path())]);
    assert_eq!(stdout, same);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&report["version"], &report["files"]), (&1.into(), &3.into()));
    assert_eq!(report["root"], at, "files are relative to the root");
    let diagnostic = &report["diagnostics"][1];
    assert_eq!(diagnostic["file"], "noise/b.wgsl");
    assert_eq!(diagnostic["severity"], "error");
    assert_eq!((&diagnostic["line"], &diagnostic["column"]), (&2.into(), &9.into()));
    assert_eq!((&diagnostic["end_line"], &diagnostic["end_column"]), (&2.into(), &12.into()));
    assert!(
        diagnostic["notes"].as_array().unwrap().contains(&"imported by generators/a.wgsl".into())
    );

    let file = folder.path().join("generators/a.wgsl");
    let (stdout, _) = expect(1, &["check", "--format", "short", text(&file)]);
    assert_eq!(
        stdout,
        format!("{error}\n"),
        "a file and its imports, not other files of the folder"
    );
    let file = folder.path().join("c.wgsl");
    expect(0, &["check", text(&file)]);
}

#[test]
fn check_separates_folders_and_counts_each_file_once() {
    let invalid = [("a.wgsl", "fn height(p: vec2f) -> f32 { return foo; }\n")];
    let (one, other) = (folder(&invalid), folder(&invalid));
    let paths = [text(one.path()), text(other.path())];
    let (stdout, _) = expect(1, &["check", "--format", "short", paths[0], paths[1]]);
    assert_eq!(stdout.matches("identifier: `foo`").count(), 2, "{stdout}");

    let shared = folder(&[
        ("lib.wgsl", "fn f(x: f32) -> f32 { return x; }\n"),
        ("a.wgsl", "import package::lib::f;\n"),
        ("b.wgsl", "import package::lib::f;\n"),
    ]);
    let path = |name: &str| shared.path().join(name).to_string_lossy().into_owned();
    let (a, b) = (path("a.wgsl"), path("b.wgsl"));
    let report = expect_json(&["check", "--format", "json", &a, &b, &a, text(shared.path())]);
    assert_eq!(report["files"], 3);
}

#[test]
fn check_names_files_as_they_are_reached_from_the_working_directory() {
    let folder = folder(&[
        (
            "here/shaders/a.wgsl",
            "import package::lib::g;\nfn height(p: vec2f) -> f32 { return g(p.x); }\n",
        ),
        ("here/shaders/lib.wgsl", "fn g(x: f32) -> f32 { return foo; }\n"),
        ("there/b.wgsl", "fn height(p: vec2f) -> f32 { return bar; }\n"),
    ]);
    let top = folder.path().canonicalize().unwrap();
    let check = |directory: &str, line: &str| run(1, &top.join(directory), line).0;
    let found = check("here", "check shaders");
    assert!(found.starts_with("shaders/lib.wgsl:1:30: error:"), "{found}");
    assert!(found.contains("= imported by shaders/a.wgsl"), "{found}");
    let found = check("here/shaders", "check --format short . ../../there");
    let there = top.join("there/b.wgsl");
    let lines: Vec<&str> = found.lines().collect();
    assert!(lines[0].starts_with("lib.wgsl:1:30: "), "{found}");
    assert!(lines[1].starts_with(&format!("{}:1:37: ", there.display())), "{found}");
    let found = check("here", "check --json shaders ../there");
    let report: Value = serde_json::from_str(&found).unwrap();
    assert_eq!(report["root"], text(&top), "the folder above both");
    assert_eq!(report["diagnostics"][0]["file"], "here/shaders/lib.wgsl");
    assert_eq!(report["diagnostics"][1]["file"], "there/b.wgsl");
}

#[test]
fn check_names_a_file_of_the_working_directory_by_itself_even_if_imports_start_above() {
    let folder = folder(&[
        ("inner/a.wgsl", "import package::lib::g;\nfn f() -> f32 { return g(q); }"),
        ("lib.wgsl", "fn g(x: f32) -> f32 { return x + y; }"),
    ]);
    let inner = folder.path().canonicalize().unwrap().join("inner");
    let (stdout, stderr) = run(1, &inner, "check --format short a.wgsl");
    let lines: Vec<&str> = stdout.lines().collect();
    let lib = inner.with_file_name("lib.wgsl");
    let [own, above] =
        ["a.wgsl:2:26: error: ".to_owned(), format!("{}:1:34: error: ", lib.display())];
    assert!(lines.iter().any(|line| line.starts_with(&own)), "{stdout}");
    assert!(lines.iter().any(|line| line.starts_with(&above)), "{stdout}");
    assert!(stderr.contains("imports start from the folder"), "{stderr}");
    let (_, stderr) = run(1, &inner, "check --quiet --format short a.wgsl");
    assert!(!stderr.contains("imports start"), "{stderr}");
}

#[test]
fn no_folder_above_is_read_for_super_or_for_absolute_includes() {
    let folder = folder(&[
        ("here/a.wgsl", "import super::super::x::y;"),
        ("here/b.wgsl", "#include \"/etc/hostname\"\n"),
        ("x.wgsl", "fn y() {}"),
        ("wesl.toml", ""),
    ]);
    let here = folder.path().canonicalize().unwrap().join("here");
    let (stdout, _) = run(1, &here, "check --json .");
    let report: Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!(report["root"], text(&here));
    let message = |index: usize| report["diagnostics"][index]["message"].as_str().unwrap();
    assert_eq!(message(0), "`super` leaves the folder");
    assert!(message(1).starts_with("\"/etc/hostname\" is an absolute path"), "{stdout}");
    assert_eq!(report["diagnostics"][1]["line"], 1);
    assert_eq!(report["files"], 2);
}

#[test]
fn subfolder_is_checked_with_the_folder_that_its_imports_start_from() {
    let folder = folder(&[
        (
            "noise/a.wgsl",
            "import package::hash::g;\nfn height(p: vec2f) -> f32 { return g(p.x); }\n",
        ),
        ("hash.wgsl", "fn g(x: f32) -> f32 { return x; }\n"),
        ("wesl.toml", ""),
        ("other.wgsl", "fn height(p: vec2f) -> f32 { return bar; }\n"),
        ("alone/c.wgsl", "import package::gone::g;\n"),
    ]);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let (stdout, stderr) = expect(0, &["check", "--json", &path("noise")]);
    let report: Value = serde_json::from_str(&stdout).unwrap();
    let root = folder.path().canonicalize().unwrap();
    assert_eq!(report["root"], text(&root));
    let note = format!("imports start from the folder {root:?}");
    assert!(stderr.contains(&note), "{stderr}");
    assert_eq!(report["files"], 2, "the subfolder and its imports, not other files");
    let (stdout, _) = expect(1, &["check", "--format", "short", &path("alone")]);
    assert!(stdout.contains("no module `gone`"), "{stdout}");
}

#[test]
fn check_of_unreadable_paths_exits_with_2() {
    let folder = folder(&[("notes.txt", "")]);
    let path = |name: &str| folder.path().join(name).to_string_lossy().into_owned();
    let bad = |name: &str, why: &str| {
        let (_, stderr) = expect(2, &["check", &path(name)]);
        assert!(stderr.contains(why), "{stderr}");
    };
    bad("nowhere", "does not exist");
    bad("nowhere.wgsl", "does not exist");
    bad("notes.txt", "is not a shader");
    #[cfg(unix)]
    {
        let created = std::process::Command::new("mkfifo").arg(path("pipe.wgsl")).status();
        assert!(created.unwrap().success());
        bad("pipe.wgsl", "not a regular file");
    }
}

#[test]
fn control_without_description_has_no_trailing_spaces() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f, gain: f32) -> f32 { return gain; }\n")]);
    let (stdout, _) = expect(0, &["params", text(&folder.path().join("a.wgsl"))]);
    assert_eq!(stdout, "gain = 0.5  (f32, 0 to 1)\n");
}

#[test]
fn list_and_params_describe_the_builtin_generators() {
    let list = expect_json(&["list", "--json"]);
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

    let params = expect_json(&["params", "shaders/generators/swiss.wgsl", "--json"]);
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
fn list_all_says_why_functions_are_no_generators() {
    let text_of_file = "/// Quintic fade. @range(0, 1)\n/// More.\nfn fade(t: f32) -> f32 { return t; }\n\
        /// @hidden\nfn part(p: vec2f) -> f32 { return fade(p.x); }\n\
        fn cell(p: vec2f, at: vec2i) -> f32 { return p.x; }\n\
        fn height(p: vec2f) -> f32 { return part(p); }\n";
    let folder = folder(&[("a.wgsl", text_of_file)]);
    let (stdout, _) = expect(0, &["list", "--all", text(folder.path())]);
    let fade = "a.wgsl::fade  (no generator: argument 1 is f32)\n    fn fade(t: f32) -> f32\n    Quintic fade.\n";
    assert!(stdout.starts_with(fade), "{stdout}");
    let report = expect_json(&["list", "--all", "--json", text(folder.path())]);
    let functions = report["functions"].as_array().unwrap();
    let reasons: Vec<&Value> = functions.iter().map(|function| &function["reason"]).collect();
    assert_eq!(
        reasons,
        ["argument 1 is f32", "@hidden", "argument 2 is vec2i"]
            .map(Value::from)
            .iter()
            .chain([&Value::Null])
            .collect::<Vec<_>>()
    );
    assert_eq!(functions[3]["address"], "a.wgsl::height");
    assert_eq!(functions[3]["generator"], true);
    assert_eq!(report["generators"].as_array().unwrap().len(), 1);

    let address =
        |function: &str| format!("{}::{function}", folder.path().join("a.wgsl").display());
    let refused = |function: &str, message: &str| {
        let (_, stderr) = expect(2, &["params", &address(function)]);
        assert!(stderr.contains(message), "{stderr}");
    };
    refused("cell", "a.wgsl::cell is no generator: argument 2 is vec2i");
    refused("hieght", "no generator \"hieght\"; did you mean height?");
    expect(0, &["params", &address("part")]);
}

#[test]
fn subfolder_is_listed_with_the_folder_that_its_imports_start_from() {
    let folder = folder(&[
        ("noise/wave.wgsl", "fn wave(x: f32) -> f32 { return sin(x); }"),
        (
            "generators/a.wgsl",
            "import package::noise::wave::wave;\nfn height(p: vec2f) -> f32 { return wave(p.x); }",
        ),
        ("wesl.toml", ""),
    ]);
    let (stdout, _) = run(0, folder.path(), "list generators");
    assert_eq!(stdout, "generators/a.wgsl::height  a\n");
    let listed = json(folder.path(), "list generators --json");
    let root = folder.path().canonicalize().unwrap();
    assert_eq!(listed["folder"], root.to_str().unwrap());
    assert_eq!(listed["generators"].as_array().unwrap().len(), 1);
}
