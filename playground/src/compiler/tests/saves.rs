//! Tests of saving files by the system calls of real editors: the last text is built.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};

use super::*;

#[test]
fn vim_with_and_without_backups() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    let options = [
        "nobackup nowritebackup",
        "nobackup writebackup",
        "backup backupcopy=yes",
        "backup backupcopy=no",
        "backup backupcopy=auto backupdir=. patchmode=.orig",
        "noswapfile nofsync",
    ];
    for (options, number) in options.iter().zip(1..) {
        running.shell(&format!(
            "vim.tiny -Nu NONE -es -c 'set backupskip= {options}' -c '%s/[0-9]*\\.0/{number}.0/' -c wq a.wgsl"
        ));
        assert_eq!(running.text(), shader(number), "{options}");
        running.expect_last_built(&running.text());
    }
}

#[test]
fn nano_with_and_without_backups() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    for options in ["-I", "-IB"] {
        let mut nano = Command::new("script")
            .args(["-qec", &format!("nano {options} a.wgsl"), "/dev/null"])
            .current_dir(running.folder.path())
            .env("TERM", "xterm")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let (mut keys, mut screen) = (nano.stdin.take().unwrap(), nano.stdout.take().unwrap());
        let mut type_after = |seen: &str, typed: &str| {
            let mut shown = Vec::new();
            let mut bytes = [0; 1024];
            while !String::from_utf8_lossy(&shown).contains(seen) {
                let count = screen.read(&mut bytes).unwrap();
                assert!(count > 0, "{:?}", String::from_utf8_lossy(&shown));
                shown.extend(&bytes[..count]);
            }
            keys.write_all(typed.as_bytes()).unwrap();
        };
        type_after("Exit", "//\r\u{f}");
        type_after("File Name to Write", "\r");
        type_after("Wrote", "\u{18}");
        assert!(nano.wait().unwrap().success());
        assert!(running.text().starts_with("//\n"));
        running.expect_last_built(&running.text());
    }
}

#[test]
fn sed_and_git() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0)), ("noise/b.wgsl", "// b\n")]);
    running.shell("sed -i s/0.0/1.0/ a.wgsl");
    running.expect_last_built(&shader(1));
    running.shell(
        "git init -q . && git config user.email a@b.c && git config user.name a && git add . && git commit -qm one
         git checkout -qb other && sed -i s/1.0/2.0/ a.wgsl && git mv noise more && git commit -qam two",
    );
    running.expect_last_built(&shader(2));
    running.shell("git checkout -q -");
    running.expect_last_built(&shader(1));
    running.shell("git checkout -q other");
    running.expect_last_built(&shader(2));
    running.shell("git reset -q --hard HEAD~1");
    running.expect_last_built(&shader(1));
}

/// Replays the system calls of editors that are too large to install for a test.
#[test]
fn save_sequences_of_emacs_vs_code_and_jetbrains() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    let file = running.path("a.wgsl");
    // The compile thread handles what is between two steps of a save.
    let pause = || _ = running.settle();

    // Emacs: a dangling link as a lock while the text is edited, and a file for unsaved text; then the old file
    // becomes the backup, and a new one is written.
    #[cfg(unix)]
    std::os::unix::fs::symlink("me@here.1:1", running.path(".#a.wgsl")).unwrap();
    fs::write(running.path("#a.wgsl#"), shader(1)).unwrap();
    fs::rename(&file, running.path("a.wgsl~")).unwrap();
    pause();
    fs::write(&file, shader(1)).unwrap();
    #[cfg(unix)]
    fs::remove_file(running.path(".#a.wgsl")).unwrap();
    fs::remove_file(running.path("#a.wgsl#")).unwrap();
    running.expect_last_built(&shader(1));

    // VS Code: the file is opened, truncated, written, and flushed.
    let mut opened = fs::File::options().write(true).open(&file).unwrap();
    opened.set_len(0).unwrap();
    pause();
    opened.write_all(shader(2).as_bytes()).unwrap();
    opened.sync_data().unwrap();
    drop(opened);
    running.expect_last_built(&shader(2));

    // JetBrains' safe write: a new file, then the old one is renamed, then the new one is renamed to the path.
    let (new, old) = (running.path("a.wgsl___jb_tmp___"), running.path("a.wgsl___jb_old___"));
    fs::write(&new, shader(3)).unwrap();
    fs::rename(&file, &old).unwrap();
    pause();
    fs::rename(&new, &file).unwrap();
    fs::remove_file(&old).unwrap();
    running.expect_last_built(&shader(3));
}

#[test]
fn slowly_written_text_is_built_once_complete() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    let text = format!("{}{}", "// a line\n".repeat(20), shader(1));
    let mut file = fs::File::create(running.path("a.wgsl")).unwrap();
    for part in text.as_bytes().chunks(12) {
        let _ = running.settle();
        file.write_all(part).unwrap();
    }
    running.expect_last_built(&text);
}

#[test]
fn last_of_five_thousand_saves_is_built() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    for number in 1..=5000 {
        running.write("a.wgsl", &shader(number));
    }
    running.expect_last_built(&shader(5000));
}

#[test]
fn file_that_is_not_text_is_stale_until_repaired() {
    let running = TestCompiler::start(&[("a.wgsl", &shader(0))]);
    let refused = Outcome { built: 0, errors: 1, stale: true };
    let large = fs::File::create(running.path("large")).unwrap();
    large.set_len(50 << 20).unwrap();
    let no_shaders: [&dyn Fn(); 3] = [
        &|| fs::write(running.path("a.wgsl"), b"fn height\xff(").unwrap(),
        &|| running.write("a.wgsl", &shader(1).replace("1.0", "\0")),
        &|| fs::rename(running.path("large"), running.path("a.wgsl")).unwrap(),
    ];
    for (save, number) in no_shaders.iter().zip(2..) {
        save();
        assert_eq!(running.outcome(), refused);
        running.write("a.wgsl", &shader(number));
        running.expect_last_built(&shader(number));
    }
    running.write("a.wgsl", &format!("\u{feff}{}", shader(9)));
    running.expect_last_built(&shader(9));
}
