//! Tests of the application after system failures: no display, no graphics driver, no memory.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::captures::press_until;
use crate::screen::Screen;
use crate::session::cells;
use crate::{BLUE, CENTER, RED, Window, bluish, opened, reddish, shell};

/// Runs the executable without a graphics driver until it exits, and returns its output.
fn without_driver(arguments: &[&str], folder: &Path, display: Option<&str>) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playground"));
    command
        .args(arguments)
        .arg(folder)
        .current_dir(folder)
        .env("VK_DRIVER_FILES", "/dev/null")
        .env("VK_ICD_FILENAMES", "/dev/null")
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null")
        .env("XDG_RUNTIME_DIR", folder)
        .env("XDG_STATE_HOME", folder.join("state"))
        .env_remove("WAYLAND_DISPLAY")
        .env_remove("WAYLAND_SOCKET")
        .env_remove("DISPLAY");
    command.envs(display.map(|display| ("DISPLAY", display)));
    command.output().unwrap()
}

fn assert_error(output: &Output, expected: &str) {
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{stderr}");
    assert!(stderr.starts_with("error: "), "{stderr}");
    assert!(stderr.contains(expected), "{stderr}");
    assert!(!stderr.contains("panicked"), "{stderr}");
}

#[test]
fn error_without_driver_or_display_says_what_to_do() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("a.wgsl"), RED).unwrap();
    let display = Some(screen.display());
    let output = without_driver(&[], folder.path(), display);
    assert_error(&output, "install a Vulkan driver");
    let output = without_driver(&["--adapter", "nvidia"], folder.path(), display);
    assert_error(&output, "install a Vulkan driver");
    let output = without_driver(&[], folder.path(), None);
    assert_error(
        &output,
        "there is no display; set DISPLAY or WAYLAND_DISPLAY. `playground --help` lists",
    );
    let output = without_driver(&[], folder.path(), Some(":987"));
    assert_error(&output, "cannot connect to the display DISPLAY=:987");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(!stderr.contains(".rs"), "{stderr}");
}

#[cfg(target_os = "linux")]
#[test]
fn error_names_the_capability_that_the_adapter_lacks() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let shader = folder.path().join("a.wgsl");
    fs::write(&shader, RED).unwrap();
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/application/no_storage.c");
    let (driver, source) = ("libvulkan.so.1", source.display());
    shell(folder.path(), &format!("cc -shared -fPIC -o {driver} {source}"));
    let window = [shader.to_str().unwrap()];
    let render = ["render", window[0], "-o", "a.png"];
    for arguments in [&window[..], &render] {
        let output = Command::new(env!("CARGO_BIN_EXE_playground"))
            .args(arguments)
            .current_dir(folder.path())
            .env("DISPLAY", screen.display())
            .env("LD_LIBRARY_PATH", folder.path())
            .env("LIBVULKAN", libvulkan())
            .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null")
            .env("XDG_RUNTIME_DIR", folder.path())
            .env("XDG_STATE_HOME", folder.path().join("state"))
            .env_remove("WAYLAND_DISPLAY")
            .output()
            .unwrap();
        assert_error(&output, "cannot write textures of floats or colors in compute shaders");
    }
}

/// Returns the path of the system's Vulkan loader.
#[cfg(target_os = "linux")]
fn libvulkan() -> String {
    let listed = Command::new("sh").args(["-c", "PATH=$PATH:/sbin ldconfig -p"]).output();
    let listed = String::from_utf8(listed.unwrap().stdout).unwrap();
    let mut lines = listed.lines();
    let line = lines.find(|line| line.contains("libvulkan.so.1 ")).unwrap();
    line.split("=> ").last().unwrap().to_owned()
}

#[cfg(target_os = "linux")]
#[test]
fn missing_runtime_directory_is_not_complained_about() {
    let output = Command::new(env!("CARGO_BIN_EXE_playground"))
        .arg("--list-adapters")
        .env_remove("XDG_RUNTIME_DIR")
        .output()
        .unwrap();
    assert!(output.status.success());
    assert!(!output.stdout.is_empty());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}

/// Returns the WGSL of a grid program with eight buffers of 128 MB, the maximum number and size.
fn large_program() -> String {
    let buffers: String = (0..8)
        .map(|number| {
            let declared = format!(
                "@group(1) @binding({number}) var<storage, read_write> b{number}: array<f32>;"
            );
            let side = if number == 0 { "(5792)" } else { "" };
            format!("/// @grid{side}\n{declared}\n")
        })
        .collect();
    let sum: String = (1..8).map(|number| format!(" + b{number}[0]")).collect();
    format!(
        "{buffers}/// @pass @dispatch(1, 1)\n@compute @workgroup_size(1) fn fill() {{ b0[0] = 1.0{sum}; }}\n"
    )
}

/// Limits the memory of a running process to `megabytes` more than it uses now.
#[cfg(target_os = "linux")]
fn limit(process: u32, megabytes: u64) {
    let status = fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let line = status.lines().find(|line| line.starts_with("VmSize:"));
    let words: Vec<&str> = line.unwrap().split_whitespace().collect();
    let bytes = (words[1].parse::<u64>().unwrap() << 10) + (megabytes << 20);
    shell(Path::new("/"), &format!("prlimit --pid {process} --as={bytes}"));
}

#[cfg(target_os = "linux")]
#[test]
fn grid_without_enough_memory_is_an_error_and_the_window_survives() {
    let (screen, folder, _state, mut window) = opened(RED);
    let file = folder.path().join("a.wgsl");
    limit(window.child.id(), 600);
    fs::write(&file, large_program()).unwrap();
    window.wait_for_frame_with("the buffers of a grid of 5792 x 5792");
    assert!(reddish(screen.pixel(CENTER)));
    fs::write(&file, BLUE).unwrap();
    screen.wait_until("what there is memory for", CENTER, bluish);
    assert!(window.is_running());
}

/// Returns the path of the file that tells the Vulkan loader where the software driver is.
#[cfg(target_os = "linux")]
fn software_driver() -> PathBuf {
    let files = fs::read_dir("/usr/share/vulkan/icd.d").unwrap();
    let mut files = files.map(|file| file.unwrap().path());
    files.find(|file| file.to_str().unwrap().contains("lvp_icd")).unwrap()
}

#[cfg(all(target_os = "linux", debug_assertions))]
#[test]
fn lost_device_that_cannot_be_opened_at_once_is_opened_later_with_the_history() {
    let screen = Screen::new();
    let (folder, state) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = folder.path().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    // The loader reads this file for each new device.
    let driver = state.path().join("driver.json");
    fs::copy(software_driver(), &driver).unwrap();
    let mut command = Window::command(&screen, folder.path(), state.path());
    command
        .env("VK_DRIVER_FILES", &driver)
        .env("VK_ICD_FILENAMES", &driver)
        .env("__EGL_VENDOR_LIBRARY_FILENAMES", "/dev/null");
    let mut window = Window::start(&mut command);
    screen.wait_until("the first picture", CENTER, reddish);
    press_until(&screen, state.path(), "d", |session| cells(session) == 2);

    let hidden = driver.with_extension("hidden");
    fs::rename(&driver, &hidden).unwrap();
    screen.press(&["F12"]);
    window.wait_for("cannot open a graphics device");
    assert!(reddish(screen.pixel((400, 200))));
    assert!(window.is_running());
    fs::rename(&hidden, &driver).unwrap();
    fs::write(&file, BLUE).unwrap();
    screen.wait_until("a picture on the next device", (400, 200), bluish);
    press_until(&screen, state.path(), "z", |session| cells(session) == 1);
}
