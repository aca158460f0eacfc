//! Tests of editing preset files: a killed process, write-protected files, links.

use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use noise_playground::compile;
use noise_playground::generator::control::Values;
use noise_playground::subject::preset::{PresetEntry, PresetFile};

use super::*;

fn generator() -> Arc<Generator> {
    let text = "fn height(p: vec2f, warp: f32) -> f32 { return warp * p.x; }";
    compile(text).unwrap().remove(0)
}

/// Returns a preset name of 200 kB, which makes writing its file slow enough to be interrupted.
fn long_name(letter: char) -> String {
    letter.to_string().repeat(200_000)
}

const FILE: &str = "PRESET_FILE_TO_WRITE";

/// Code of the process that the next test kills: it renames a preset again and again, in the file that the environment
/// variable [`FILE`] names. Does nothing if the variable is not set.
#[test]
fn write_forever() {
    let Some(file) = std::env::var_os(FILE) else {
        return;
    };
    let generator = generator();
    for (from, to) in [('a', 'b'), ('b', 'a')].into_iter().cycle() {
        let listed = PresetEntry { index: 0, name: long_name(from) };
        let rename = PresetEdit::Rename(listed, long_name(to));
        edit(Path::new(&file), &rename, &generator).unwrap();
    }
}

#[test]
fn killed_process_leaves_a_complete_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.presets.toml");
    let mut counts = [0, 0];
    for round in 0..24 {
        let text = format!("version = 1\n[[preset]]\nname = \"{}\"\n", long_name('a'));
        fs::write(&file, &text).unwrap();
        let mut writer = Command::new(std::env::current_exe().unwrap())
            .args(["documents::presets::tests::write_forever", "--exact"])
            .env(FILE, &file)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        // The writing process has started once the contents of the file change.
        while fs::read_to_string(&file).unwrap() == text {
            assert!(writer.try_wait().unwrap().is_none());
            std::thread::sleep(Duration::from_millis(1));
        }
        std::thread::sleep(Duration::from_micros(700 * round));
        writer.kill().unwrap();
        writer.wait().unwrap();
        let presets = PresetFile::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        let name = &presets.presets()[0].name;
        let letters = [long_name('a'), long_name('b')];
        let found = letters.iter().position(|whole| whole == name).unwrap();
        counts[found] += 1;
    }
    assert_eq!(counts[0] + counts[1], 24);
}

#[test]
fn write_error_names_its_cause() {
    let folder = tempfile::tempdir().unwrap();
    let generator = generator();
    let add = PresetEdit::Add("A".to_owned(), Values::default());
    let check = |path: &Path, expected: &str| {
        let error = format!("{:#}", edit(path, &add, &generator).unwrap_err());
        assert!(error.contains(expected), "{error}");
    };
    check(folder.path(), "not a regular file");
    check(&folder.path().join("no/a.presets.toml"), "the folder does not exist");
    let file = folder.path().join("a.presets.toml");
    fs::write(&file, [0xff]).unwrap();
    check(&file, "a.presets.toml: not UTF-8 text");
    fs::write(&file, "version = 1\n").unwrap();
    let mut permissions = fs::metadata(&file).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions).unwrap();
    check(&file, "a.presets.toml: write-protected");
    assert_eq!(fs::read_to_string(&file).unwrap(), "version = 1\n");
}

#[cfg(unix)]
#[test]
fn link_stays_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("a.presets.toml");
    let target = folder.path().join("target.toml");
    fs::write(&target, "version = 1\n").unwrap();
    std::os::unix::fs::symlink(&target, &link).unwrap();
    let add = PresetEdit::Add("A".to_owned(), Values::default());
    edit(&link, &add, &generator()).unwrap();
    assert!(link.is_symlink());
    assert!(fs::read_to_string(&target).unwrap().contains("name = \"A\""));
}
