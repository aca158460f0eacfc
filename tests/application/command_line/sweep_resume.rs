//! Tests of `playground sweep` into a folder that already has some of its files.

use std::fs;
use std::path::Path;

use crate::calls::{folder, names, read_png, run};
use crate::sweep::{SHADER, lines};

/// Returns the inode and the modification time of each variant's file, by file name. Both change when a file is written
/// again.
#[cfg(unix)]
fn files(folder: &Path) -> std::collections::BTreeMap<String, (u64, std::time::SystemTime)> {
    use std::os::unix::fs::MetadataExt as _;
    let identity = |name: &String| {
        let file = fs::metadata(folder.join(name)).unwrap();
        (file.ino(), file.modified().unwrap())
    };
    // A killed process may leave a temporary file, whose name starts with a dot.
    let variants = names(folder)
        .into_iter()
        .filter(|name| !name.starts_with("sweep.") && !name.starts_with('.'));
    variants.map(|name| (name.clone(), identity(&name))).collect()
}

#[cfg(unix)]
#[test]
fn only_missing_and_outdated_files_are_written_again() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let swept = folder.path().join("swept");
    for format in ["png", "exr", "tif", "npy", "r32", "r16", "nrrd"] {
        let sweep = |extra: &str| {
            let line = format!(
                "sweep a.wgsl --vary gain=0.1:0.9:5 --set octaves=2 --size 16 --format {format} -o swept/ {extra}"
            );
            run(0, folder.path(), &line);
            files(&swept)
        };
        let first = sweep("");
        assert_eq!(sweep(""), first, "{format}");
        // Missing and incomplete files are written again; the others are up to date.
        let missing = format!("0001_gain=0.3.{format}");
        let truncated = format!("0002_gain=0.5.{format}");
        let incomplete = format!("0003_gain=0.7.{format}");
        fs::remove_file(swept.join(&missing)).unwrap();
        let whole = fs::read(swept.join(&truncated)).unwrap();
        fs::write(swept.join(&truncated), &whole[..whole.len() - 1]).unwrap();
        if ["npy", "r32", "r16"].contains(&format) {
            fs::remove_file(swept.join(format!("{incomplete}.json"))).unwrap();
        } else {
            fs::write(swept.join(&incomplete), "").unwrap();
        }
        fs::remove_file(swept.join("sweep.jsonl")).unwrap();
        let resumed = sweep("");
        for (name, file) in &first {
            let is_rewritten =
                [&missing, &truncated, &incomplete].iter().any(|of| name.starts_with(*of));
            assert_eq!(resumed[name] != *file, is_rewritten, "{name}");
        }
        assert!(fs::read(swept.join(&truncated)).unwrap() == whole, "{format}");
        assert_eq!(lines(&swept, "sweep.jsonl").len(), 5);
        // With other options no file is up to date.
        let other = sweep("--span 3");
        assert!(resumed.iter().all(|(name, file)| other[name] != *file), "{format}");
        fs::remove_dir_all(&swept).unwrap();
    }
}

#[test]
fn failed_sweep_keeps_the_measurements_of_an_earlier_one() {
    let folder = folder(&[("a.wgsl", SHADER)]);
    let swept = folder.path().join("swept");
    let line = "sweep a.wgsl --vary gain=1:40:40 --set octaves=2 --size 16 --measure -o swept/";
    run(0, folder.path(), line);
    let measured = lines(&swept, "sweep.jsonl");
    let blocked = swept.join("0020_gain=21.png");
    fs::remove_file(&blocked).unwrap();
    fs::create_dir(&blocked).unwrap();
    let (_, stderr) = run(2, folder.path(), line);
    assert!(stderr.contains("0020_gain=21.png"), "{stderr}");
    let expected: Vec<_> = measured.into_iter().filter(|line| line["index"] != 20).collect();
    assert_eq!(lines(&swept, "sweep.jsonl"), expected);
    // Lines of variants that the sweep does not have go.
    run(0, folder.path(), &line.replace("1:40:40", "1:4:4"));
    assert_eq!(lines(&swept, "sweep.jsonl").len(), 4);
}

#[cfg(target_os = "linux")]
#[test]
fn killed_sweep_is_resumed() {
    use std::time::{Duration, Instant};

    let folder = folder(&[("a.wgsl", SHADER)]);
    let swept = folder.path().join("swept");
    let line = "sweep a.wgsl --vary gain=0:1:200 --set octaves=100 --size 200 -o swept/";
    let mut child = crate::calls::command(folder.path(), line).spawn().unwrap();
    let start = Instant::now();
    while !swept.join("sweep.jsonl").is_file() {
        assert!(start.elapsed() < Duration::from_secs(60), "no list was written");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().unwrap();
    child.wait().unwrap();
    let before = files(&swept);
    assert!(before.len() < 200, "the sweep finished before it was killed");
    for line in lines(&swept, "sweep.jsonl") {
        let file = line["file"].as_str().unwrap().to_owned();
        assert!(before.contains_key(&file), "{file} is listed but not there");
    }
    for name in before.keys() {
        assert_eq!(read_png(&swept.join(name)).0, 200);
    }
    run(0, folder.path(), line);
    let after = files(&swept);
    assert_eq!((after.len(), lines(&swept, "sweep.jsonl").len()), (200, 200));
    assert!(before.iter().all(|(name, file)| after[name] == *file));
}
