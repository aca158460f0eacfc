//! Helper functions for tests of the command line: run the executable, and read the files that it writes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Returns the root folder of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// Runs the executable in the root folder of the repository and checks its exit code. Returns stdout and stderr,
/// without the warnings of the Mesa driver.
pub(crate) fn expect(code: i32, arguments: &[&str]) -> (String, String) {
    let (stdout, stderr) = finish(code, command(&root(), "").args(arguments));
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
    finish(code, &mut command(folder, line))
}

fn finish(code: i32, command: &mut Command) -> (String, String) {
    let output = command.output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let (stdout, stderr) = (text(&output.stdout), text(&output.stderr));
    assert_eq!(output.status.code(), Some(code), "{command:?}\n{stdout}\n{stderr}");
    (stdout, stderr)
}

/// As [`expect`], for a command that prints JSON.
pub(crate) fn expect_json(arguments: &[&str]) -> Value {
    serde_json::from_str(&expect(0, arguments).0).unwrap()
}

/// As [`run`], for a command that prints JSON.
pub(crate) fn json(folder: &Path, line: &str) -> Value {
    serde_json::from_str(&run(0, folder, line).0).unwrap()
}

/// Renders a picture again from its manifest, and checks that it has the same bytes.
pub(crate) fn assert_same_again(folder: &Path, picture: &str) {
    run(0, folder, &format!("render --from {picture} -o again.png"));
    assert!(bytes(folder, picture) == bytes(folder, "again.png"), "{picture}");
}

pub(crate) fn bytes(folder: &Path, file: &str) -> Vec<u8> {
    fs::read(folder.join(file)).unwrap()
}

/// Returns the numbers of a raw file.
pub(crate) fn floats(path: &Path) -> Vec<f32> {
    let bytes = fs::read(path).unwrap();
    let words = bytes.as_chunks::<4>().0.iter();
    words.map(|word| f32::from_le_bytes(*word)).collect()
}

/// Returns the sorted names of all files in a folder, including hidden ones.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}
