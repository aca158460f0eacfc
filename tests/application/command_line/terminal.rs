//! Tests of what reaches a terminal: no control characters of shaders and file names, no bytes of pictures, and hints for
//! names that are nearly right.

use std::path::Path;

use crate::calls::{command, folder, run};
use crate::formats::read_by_python;

/// Clears the screen, sets the title and the clipboard, by escape sequences of 7 and of 8 bits.
const HOSTILE: &str =
    "\x1b[2J\x1b]0;title\x07\x1b]52;c;ZXZpbA==\x07\u{9b}31m\u{9d}0;t\u{9c}\u{7f}\u{202e}";

/// Runs a command that may fail. Returns stdout and stderr.
fn output(folder: &Path, arguments: &[&str]) -> [String; 2] {
    let output = command(folder, "").args(arguments).output().unwrap();
    [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
}

#[test]
fn control_characters_of_shaders_and_file_names_are_escaped() {
    let good = format!(
        "//! Title {HOSTILE}\nstruct P {{\n/// Text {HOSTILE}\n/// @enum(\"a{HOSTILE}\", \"b\") @unit(\"{HOSTILE}\")\nkind: u32,\n/// @rnage(0, 1) {HOSTILE}\ngain: f32 }}\n\
         @group(0) @binding(0) var<uniform> params: P;\n\
         fn height(p: vec2f) -> f32 {{ return p.x * params.gain * f32(params.kind); }}\n"
    );
    let wrong = format!("fn height(p: vec2f) -> f32 {{ return /* {HOSTILE} */ missing; }}\n");
    let (name, escaped) = ("x\x1b[31m\ry.wgsl", "x\\u001b[31m\\u000dy.wgsl");
    let (ground, absent) = (format!("{name}x"), format!("no{HOSTILE}.wgsl"));
    let hostile_value = format!("kind={HOSTILE}");
    let folder = folder(&[
        ("good.wgsl", &good),
        ("wrong.wgsl", &wrong),
        (name, "fn height(p: vec2f) -> f32 { return p.x; }"),
        (
            "good.presets.toml",
            "version = 1\n[[preset]]\nname = \"\\u001b[31mred\"\nvalues = { \"k\\u001b[1m\" = 1 }\n",
        ),
        (&ground, ""),
    ]);
    let calls: &[&[&str]] = &[
        &["list", "."],
        &["list", ".", "--all"],
        &["list", ".", "--json"],
        &["check", "."],
        &["check", ".", "--format", "short"],
        &["check", ".", "--json"],
        &["params", "good.wgsl"],
        &["params", "good.wgsl", "--json"],
        &["params", "wrong.wgsl"],
        &["stages", "good.wgsl"],
        &["render", "wrong.wgsl", "-o", "a.png"],
        &["render", "good.wgsl", "-o", "a.png", "--set", &hostile_value],
        &["render", "good.wgsl", "-o", "a.png", "--preset", "good.presets.toml"],
        &["render", "good.wgsl", "-o", "a.png", "--preset", "good.presets.toml#\x1b[1m"],
        &["render", &absent, "-o", "a.png"],
        &["render", name, "-v", "--size", "8", "-o", "x\x1b[31m.png"],
        &["sweep", name, "--vary", "\x1b[1m=0:1:2", "-o", "a.png"],
        &["params", "good.wgsl", "--\x1b[1m"],
        &["\x1b[1m"],
        &["\x1b[1m", "--size"],
    ];
    for call in calls {
        for text in output(folder.path(), call) {
            let left = text.chars().find(|one| {
                (one.is_control() && !matches!(one, '\n' | '\t')) || *one == '\u{202e}'
            });
            assert_eq!(left, None, "{call:?}: {text:?}");
        }
    }
    let (list, _) = run(0, folder.path(), "list .");
    assert!(list.contains(escaped) && list.contains("Title \\u001b[2J"), "{list}");
    // The carets are below what the location names.
    let [check, _] = output(folder.path(), &["check", "wrong.wgsl"]);
    let lines: Vec<&str> = check.lines().collect();
    let source = lines.iter().position(|line| line.contains("missing; }")).unwrap();
    assert_eq!(lines[source].find("missing"), lines[source + 1].find("^^^^^^^"), "{check}");
}

#[test]
fn picture_is_not_written_to_a_terminal() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let script = "
import json, os, pty, subprocess, sys
terminal, stdout = pty.openpty()
command = [sys.argv[1], 'render', 'a.wgsl', '--size', '8', '-o', '-']
done = subprocess.run(command, stdout=stdout, stderr=subprocess.PIPE, text=True)
os.close(stdout)
try:
    shown = os.read(terminal, 1024)
except OSError:
    shown = b''
print(json.dumps([done.returncode, done.stderr, shown.decode('latin-1')]))";
    let found = read_by_python(folder.path(), script, &[env!("CARGO_BIN_EXE_playground")]);
    assert_eq!(found[0], 2, "{found}");
    let error = found[1].as_str().unwrap();
    assert!(error.contains("the terminal cannot show the file"), "{error}");
    assert_eq!(found[2], "");
    let piped = command(folder.path(), "render a.wgsl --size 8 -o -").output().unwrap();
    assert!(piped.status.success() && piped.stdout.starts_with(b"\x89PNG"));
}

#[test]
fn names_that_are_nearly_right_have_a_suggestion() {
    let folder = folder(&[("hills.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let says = |line: &str, expected: &str| {
        let (_, stderr) = run(2, folder.path(), line);
        assert!(stderr.contains(expected), "{line}: {stderr}");
    };
    says("rander hills.wgsl", "did you mean `render`?");
    says("rander hills.wgsl --size 12", "did you mean `render`?");
    says("chek", "did you mean `check`?");
    says("list hills.wgsl", "is a file, not a folder; did you mean its folder, \".\"?");
    says("render hils.wgsl -o a.png", "did you mean `hills.wgsl`?");
    says("render hills.wgsl:height -o a.png", "did you mean `hills.wgsl::height`?");
    says("render builtin:swiss -o a.png", "did you mean `builtin:generators/swiss.wgsl`?");
    says("params builtin:generators/swis.wgsl", "did you mean `builtin:generators/swiss.wgsl`?");
    says(
        "params builtin:generators/swiss.wgsl:height",
        "did you mean `builtin:generators/swiss.wgsl::height`?",
    );
    says("hills.wgsl --size 12", "did you mean `playground render hills.wgsl --size …`?");
    says("hills.wgsl --measure", "did you mean `playground");
    says("render nothing_like_it.wgsl -o a.png", "\"nothing_like_it.wgsl\" does not exist\n");
}
