//! Tests of invalid command lines: each prints one message, exits with 1 or 2, and writes no file.

use std::fs;

use crate::calls::{command, expect, folder, names, text};

#[test]
fn invalid_options_are_named_and_no_file_is_written() {
    let folder =
        folder(&[("a.wgsl", "fn height(p: vec2f, gain: f32) -> f32 { return gain * p.x; }")]);
    let (shader, output) = (folder.path().join("a.wgsl"), folder.path().join("o.png"));
    let check = |extra: &[&str], message: &str| {
        let mut arguments = vec!["render", text(&shader), "-o", text(&output)];
        arguments.extend(extra);
        let (stdout, stderr) = expect(2, &arguments);
        assert!(stderr.contains(message), "{extra:?}: {stderr}");
        assert_eq!(stdout, "");
    };
    check(&["--set", "gian=1"], "no control \"gian\"; did you mean gain?");
    check(&["--set", "gain=abc"], "\"abc\" is not a finite number");
    check(&["--set", "gain=nan"], "\"nan\" is not a finite number");
    check(&["--set", "gain"], "expected NAME=VALUE");
    check(&["--size", "0"], "--size 0x0");
    check(&["--size", "99999999999"], "--size");
    check(&["--size", "1048576"], "more than 4,294,967,295 samples");
    check(&["--size", "8x8x8"], "is not W or WxH");
    check(&["--depth", "12"], "--depth \"12\" is neither 8 nor 16");
    check(&["--threshold", "deep"], "--threshold");
    check(&["-o", "x.gif"], "none of .png, .exr");
    check(&["-o", text(&output)], "is given twice");
    check(&["--preset", "nosuch.toml"], "nosuch.toml");
    check(&["--from", "nosuch.png"], "cannot be used with");
    check(&["--span", "-1"], "--span -1 is not above 0");
    check(&["--span", "inf"], "--span");
    check(&["--center", "1"], "--center");
    check(&["--size", "-5"], "--size \"-5\" is not W or WxH");
    check(&["--palette", "-x"], "--palette \"-x\" is none of");
    check(&["--view", "-x"], "--view \"-x\" is none of");
    check(&["--depth", "-8"], "--depth \"-8\"");
    check(&["--adapter", "-x"], "no adapter matches \"-x\"");
    check(&["--preset", "-x.toml"], "--preset \"-x.toml\": cannot read \"-x.toml\"");
    check(&["-o", "-x"], "-o \"-x\": the extension");
    check(&["--view", "sideways"], "--view \"sideways\" is none of texture, relief");
    check(&["--view", "planet"], "this view shows functions of vec3f or vec4f");
    check(&["--palette", "mauve"], "\"mauve\" is none of");
    check(&["--light", "0,91"], "altitude");
    check(&["--shadow", "long"], "--shadow \"long\" is neither on nor off");
    check(&["--channel", "y"], "returns 1 number");
    check(&["--adapter", "no such card"], "no adapter matches \"no such card\"");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "no file is written");

    let missing = folder.path().join("missing/o.png");
    let (_, stderr) = expect(2, &["render", text(&shader), "-o", text(&missing), "--size", "8"]);
    assert!(stderr.contains("the folder does not exist"), "{stderr}");
    let (_, stderr) =
        expect(2, &["render", text(&folder.path().join("b.wgsl")), "-o", text(&output)]);
    assert!(stderr.contains("b.wgsl"), "{stderr}");
    let (_, stderr) =
        expect(2, &["render", &format!("{}::depth", text(&shader)), "-o", text(&output)]);
    assert!(stderr.contains("no generator \"depth\"; it has height"), "{stderr}");
}

#[test]
fn invalid_shader_exits_with_1_and_writes_no_file() {
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
fn missing_adapter_exits_with_2() {
    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let output = command(folder.path(), "render a.wgsl -o o.png")
        .env("VK_DRIVER_FILES", "/dev/null")
        .env("VK_ICD_FILENAMES", "/dev/null")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null")
        .env_remove("DISPLAY")
        .output()
        .unwrap();
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.contains("no graphics adapter found"), "{stderr}");
    assert_eq!(names(folder.path()), ["a.wgsl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn interrupted_render_leaves_no_file() {
    use std::os::unix::process::ExitStatusExt as _;
    use std::time::{Duration, Instant};

    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    // Rendering 60000 x 60000 samples takes longer than the signal.
    let line = "render a.wgsl -o o.r32 -o o.png -o o.exr --size 60000x60000 --value-range 0,1";
    // A shell that runs the tests in the background makes them ignore SIGINT.
    let mut child = std::process::Command::new("env")
        .args(["--default-signal=INT", env!("CARGO_BIN_EXE_playground")])
        .args(line.split_whitespace())
        .current_dir(folder.path())
        .spawn()
        .unwrap();
    let open_files = format!("/proc/{}/fd", child.id());
    let has_open_files = || {
        let files = fs::read_dir(&open_files).unwrap();
        let is_in_folder = |file: std::io::Result<fs::DirEntry>| {
            fs::read_link(file.unwrap().path()).is_ok_and(|path| path.starts_with(folder.path()))
        };
        files.map(is_in_folder).filter(|inside| *inside).count() >= 3
    };
    let start = Instant::now();
    while !has_open_files() {
        assert!(start.elapsed() < Duration::from_secs(60), "no file was opened");
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_millis(300));
    let interrupt =
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert_eq!(names(folder.path()), ["a.wgsl"]);
}

#[cfg(target_os = "linux")]
#[test]
fn full_disk_exits_with_2_and_leaves_no_file() {
    use std::process::Command;

    let folder = folder(&[("a.wgsl", "fn height(p: vec2f) -> f32 { return p.x; }")]);
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mounted =
        Command::new("mount").args(["-t", "tmpfs", "-o", "size=4m", "tmpfs"]).arg(&disk).status();
    if !mounted.is_ok_and(|status| status.success()) {
        // Mounting needs root; a limit on the file size causes the same write error.
        let mut shell = Command::new("sh");
        let program = env!("CARGO_BIN_EXE_playground");
        let line = format!(
            "ulimit -f 4000; trap '' XFSZ; '{program}' render a.wgsl -o disk/o.r32 --size 2048"
        );
        let output = shell.args(["-c", &line]).current_dir(folder.path()).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(names(&disk), [""; 0]);
        return;
    }
    let line = "render a.wgsl -o disk/o.png -o disk/o.r32 -o o.npy --size 2048";
    let output = command(folder.path(), line).output().unwrap();
    let leftovers = names(&disk);
    assert!(Command::new("umount").arg(&disk).status().unwrap().success());
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(
        stderr.contains("cannot write \"disk/o.") && stderr.contains("No space left"),
        "{stderr}"
    );
    assert_eq!(leftovers, [""; 0]);
    assert_eq!(names(folder.path()), ["a.wgsl", "disk"]);
}
