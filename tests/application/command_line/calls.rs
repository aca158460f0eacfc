//! Helper functions for tests of the command line: run the executable, and read the files that it writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Runs the executable with arguments, in the root folder of the repository.
fn playground(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_playground"))
        .args(arguments)
        .current_dir(root())
        .output()
        .unwrap()
}

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Runs the executable in the root folder of the repository and checks its exit code. Returns stdout and stderr,
/// without the warnings of the Mesa driver.
pub(crate) fn expect(code: i32, arguments: &[&str]) -> (String, String) {
    let output = playground(arguments);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{arguments:?}\n{stdout}\n{stderr}");
    let stderr = stderr
        .lines()
        .filter(|line| !line.contains("XDG_RUNTIME_DIR"))
        .collect::<Vec<_>>()
        .join("\n");
    (stdout, stderr)
}

/// Creates a temporary folder with text files, which are given as paths and contents.
pub(crate) fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

pub(crate) fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// Returns width, height and the red, green and blue bytes of a PNG.
pub(crate) fn read_png(path: &Path) -> (u32, u32, Vec<u8>) {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    (info.width, info.height, pixels)
}

/// Returns the manifest of a captured PNG as JSON.
pub(crate) fn manifest(path: &Path) -> Value {
    let decoder = png::Decoder::new(std::io::BufReader::new(fs::File::open(path).unwrap()));
    let reader = decoder.read_info().unwrap();
    let chunk = reader.info().utf8_text.iter().find(|chunk| chunk.keyword == "playground").unwrap();
    serde_json::from_str(&chunk.get_text().unwrap()).unwrap()
}

/// Returns a command that runs the executable in a folder, with arguments separated by spaces in `line`.
pub(crate) fn command(folder: &Path, line: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_playground"));
    command.args(line.split_whitespace()).current_dir(folder);
    command
}

/// Runs the executable in a folder, with arguments separated by spaces in `line`, and checks its exit code. Returns
/// stdout and stderr.
pub(crate) fn run(code: i32, folder: &Path, line: &str) -> (String, String) {
    let output = command(folder, line).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{line}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

/// Returns the sorted names of all files in a folder, including hidden ones.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
