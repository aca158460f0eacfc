//! Tests of folders that are moved, replaced, large, linked, or that cannot be watched.

use std::process::Command;

use super::*;

#[test]
fn opened_file_without_a_generator_is_chosen_rather_than_another() {
    let library = "fn helper(a: f32) -> f32 { return a; }";
    let files = [("a.wgsl", GOOD), ("lib.wgsl", library)];
    let running = TestCompiler::without_gpu(&files, Some("lib.wgsl"));
    let mut chosen = None;
    loop {
        match running.next() {
            CompilerEvent::Chosen(address) => chosen = Some(address.to_string()),
            CompilerEvent::Status(status) if status.pending_files == 0 => {
                assert_eq!(chosen.as_deref(), Some("lib.wgsl::lib"));
                assert!(status.files.contains(&ModulePath::new("lib.wgsl")));
                assert_eq!(status.entries.len(), 1);
                return;
            }
            _ => {}
        }
    }
}

fn first_chosen(files: &[(&str, &str)]) -> String {
    let running = TestCompiler::without_gpu(files, None);
    loop {
        if let CompilerEvent::Chosen(address) = running.next() {
            return address.file.to_string();
        }
    }
}

#[test]
fn first_picture_is_a_noise_that_compiles() {
    let color = "/// @returns(color)\nfn tint(p: vec2f) -> vec3f { return vec3f(p, 0.0); }";
    let broken = "fn broken(p: vec2f) -> f32 { return q.x; }";
    let stranger = [("a_tint.wgsl", color), ("b.wgsl", GOOD), ("generative/snoise.wgsl", GOOD)];
    assert_eq!(first_chosen(&stranger), "generative/snoise.wgsl");
    let without_noise = [("a_noise.wgsl", broken), ("b_tint.wgsl", color), ("c.wgsl", GOOD)];
    assert_eq!(first_chosen(&without_noise), "c.wgsl");
    let only_colors = [("a.wgsl", broken), ("b.wgsl", color), ("c.wgsl", color)];
    assert_eq!(first_chosen(&only_colors), "b.wgsl");
}

#[test]
fn scan_of_many_files_reports_its_progress() {
    let names: Vec<String> = (0..400).map(|number| format!("{number}.wgsl")).collect();
    let functions: String = (0..40)
        .map(|number| format!("fn f{number}(p: vec2f) -> f32 {{ return p.x * {number}.0; }}\n"))
        .collect();
    let text = format!("{GOOD}{functions}");
    let files: Vec<(&str, &str)> =
        names.iter().map(|name| (name.as_str(), text.as_str())).collect();
    let running = TestCompiler::without_gpu(&files, None);
    let mut reported = 0;
    loop {
        let CompilerEvent::Status(status) = running.next() else {
            continue;
        };
        if status.pending_files == 0 {
            assert!(reported > 0, "no progress was reported");
            return;
        }
        reported += usize::from(!status.entries.is_empty());
    }
}

#[test]
fn edit_of_one_of_a_thousand_new_files_is_built() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    fs::create_dir_all(running.path("many/files")).unwrap();
    for number in 0..1000 {
        running.write(&format!("many/files/{number}.wgsl"), &shader(number));
    }
    running.show("many/files/999.wgsl");
    running.expect_last_built(&shader(999));
    running.write("many/files/999.wgsl", &shader(1000));
    running.expect_last_built(&shader(1000));
}

#[test]
fn removed_folder_is_watched_again_once_it_returns() {
    let around = tempfile::tempdir().unwrap();
    let (folder, elsewhere) = (around.path().join("shaders"), around.path().join("moved"));
    fs::create_dir(&folder).unwrap();
    let save = |folder: &Path, number| fs::write(folder.join("a.wgsl"), shader(number)).unwrap();
    save(&folder, 0);
    let running = TestCompiler::on(&folder);
    running.expect_last_built(&shader(0));

    fs::rename(&folder, &elsewhere).unwrap();
    assert!(running.notice().contains("cannot read"));
    fs::rename(&elsewhere, &folder).unwrap();
    save(&folder, 1);
    running.expect_last_built(&shader(1));
    save(&folder, 2);
    running.expect_last_built(&shader(2));

    // The watched folder is moved away, and another folder is moved to its path.
    fs::create_dir(&elsewhere).unwrap();
    save(&elsewhere, 3);
    fs::rename(&folder, around.path().join("old")).unwrap();
    fs::rename(&elsewhere, &folder).unwrap();
    running.expect_last_built(&shader(3));
    save(&folder, 4);
    running.expect_last_built(&shader(4));

    fs::remove_dir_all(&folder).unwrap();
    fs::create_dir(&folder).unwrap();
    save(&folder, 5);
    running.expect_last_built(&shader(5));
    save(&folder, 6);
    running.expect_last_built(&shader(6));
}

#[test]
fn replaced_parent_folder_is_detected() {
    let around = tempfile::tempdir().unwrap();
    let project = |name: &str, number| {
        let folder = around.path().join(name).join("shaders");
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("a.wgsl"), shader(number)).unwrap();
        folder
    };
    let (folder, _) = (project("project", 0), project("clone", 1));
    let running = TestCompiler::on(&folder);
    running.expect_last_built(&shader(0));
    let rename = |from: &str, to: &str| {
        fs::rename(around.path().join(from), around.path().join(to)).unwrap();
    };
    rename("project", "old");
    rename("clone", "project");
    running.expect_last_built(&shader(1));
    fs::write(folder.join("a.wgsl"), shader(2)).unwrap();
    running.expect_last_built(&shader(2));
}

#[cfg(unix)]
#[test]
fn folder_is_followed_when_the_link_to_it_leads_elsewhere() {
    use std::os::unix::fs::symlink;

    let around = tempfile::tempdir().unwrap();
    let around = around.path().canonicalize().unwrap();
    for (release, number) in [("first", 1), ("second", 2)] {
        fs::create_dir(around.join(release)).unwrap();
        fs::write(around.join(release).join("a.wgsl"), shader(number)).unwrap();
    }
    symlink("first", around.join("current")).unwrap();
    let running =
        TestCompiler::watching(around.join("current"), None, tempfile::tempdir().unwrap());
    use_gpu(&running.compiler);
    running.expect_last_built(&shader(1));
    symlink("second", around.join("new")).unwrap();
    fs::rename(around.join("new"), around.join("current")).unwrap();
    let folder = loop {
        if let CompilerEvent::FolderMoved(folder) = running.next() {
            break folder;
        }
    };
    assert_eq!(folder, around.join("second"));
    running.expect_last_built(&shader(2));
    fs::write(around.join("second/a.wgsl"), shader(3)).unwrap();
    running.expect_last_built(&shader(3));
}

#[cfg(unix)]
#[test]
fn links_are_followed_within_the_folder() {
    let running = TestCompiler::start(&[("one.wgsl", &shader(1)), ("deep/two.wgsl", &shader(2))]);
    running.shell("ln -s one.wgsl a.wgsl");
    running.show("a.wgsl");
    running.expect_last_built(&shader(1));
    running.write("one.wgsl", &shader(3));
    running.expect_last_built(&shader(3));
    running.shell("ln -s deep/two.wgsl new && mv -T new a.wgsl");
    running.expect_last_built(&shader(2));
    running.write("deep/two.wgsl", &shader(4));
    running.expect_last_built(&shader(4));
    // A link to a whole disk is neither read nor watched.
    running.shell("ln -s / disk && ln -s . self");
    running.write("deep/two.wgsl", &shader(5));
    running.expect_last_built(&shader(5));
}

#[test]
fn paths_may_contain_spaces_and_accents() {
    let name = "my shaders/höhe über 山.wgsl";
    let running = TestCompiler::start(&[(name, &shader(0))]);
    running.write(name, &shader(1));
    running.expect_last_built(&shader(1));
    let moved = running.path("ä ö");
    fs::rename(running.path("my shaders"), &moved).unwrap();
    fs::rename(&moved, running.path("my shaders")).unwrap();
    running.write(name, &shader(2));
    running.expect_last_built(&shader(2));
}

/// Runs an ignored test of this file in a process to which the system grants only `count` file watches.
#[cfg(target_os = "linux")]
fn with_watches(count: usize, test: &str) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("limit_inotify.so");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/application/limit_inotify.c");
    let built =
        Command::new("cc").args(["-shared", "-fPIC", "-o"]).args([&library, &source]).status();
    assert!(built.unwrap().success());
    let output = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "--ignored"])
        .arg(format!("compiler::tests::folders::{test}"))
        .env("LD_PRELOAD", &library)
        .env("WATCHES", count.to_string())
        .output()
        .unwrap();
    // The exit status is irrelevant: some drivers crash when the process exits while a thread uses them.
    let expected = String::from_utf8_lossy(&output.stdout);
    assert!(expected.contains("1 passed"), "{expected}");
}

#[cfg(target_os = "linux")]
#[test]
fn folder_is_polled_if_there_are_too_few_watches() {
    with_watches(0, "no_watches");
    with_watches(1, "one_watch");
}

#[test]
#[ignore = "run by another test, without watches"]
fn no_watches() {
    let running = TestCompiler::with_gpu(&[("a.wgsl", &shader(0))], None);
    let notice = running.notice();
    let expected = "polling the folder for changes: OS file watch limit reached";
    assert!(notice.contains(expected), "{notice}");
    running.expect_last_built(&shader(0));
    // Files of equal length are saved between two scans, so that only their metadata differ.
    for number in 1..=9 {
        running.write("a.wgsl", &shader(number));
    }
    running.expect_last_built(&shader(9));
    fs::create_dir(running.path("new")).unwrap();
    fs::rename(running.path("a.wgsl"), running.path("new/a.wgsl")).unwrap();
    running.write("a.wgsl", &shader(10));
    running.expect_last_built(&shader(10));
}

#[test]
#[ignore = "run by another test, with one watch"]
fn one_watch() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    fs::create_dir(running.path("new")).unwrap();
    let notice = running.notice();
    assert!(notice.contains("watch limit reached"), "{notice}");
    running.write("new/b.wgsl", &shader(1));
    running.show("new/b.wgsl");
    running.expect_last_built(&shader(1));
    running.write("new/b.wgsl", &shader(2));
    running.expect_last_built(&shader(2));
}
