//! Opening a place of a file in the author's own editor, and a folder in the system's window of files.

use std::env;
use std::fs;
use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;

use anyhow::{Context as _, bail};
use noise_playground::source::LineColumn;

/// Opens a file at a line and column. `setting` comes before `$VISUAL` and `$EDITOR`.
pub(crate) fn open(setting: Option<&str>, file: &Path, at: LineColumn) -> anyhow::Result<()> {
    let from_environment = || {
        ["VISUAL", "EDITOR"]
            .iter()
            .find_map(|name| env::var(name).ok().filter(|value| !value.is_empty()))
    };
    let Some(editor) = setting.map(str::to_owned).or_else(from_environment) else {
        bail!("no editor is known; set $VISUAL or $EDITOR, or start with --editor");
    };
    let mut words = editor.split_whitespace();
    let program = words.next().unwrap_or_default();
    let mut command = if runs_in_terminal(program) {
        in_terminal(program)?
    } else {
        Command::new(program)
    };
    command.args(words).args(place_arguments(program, file, at));
    start(command).with_context(|| format!("the editor {editor:?} does not start"))
}

/// Shows a folder in the system's own window of files, and makes it first where it is not there yet.
pub(crate) fn open_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make the folder {folder:?}"))?;
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(folder);
    start(command).with_context(|| format!("{program} does not start; the folder is {folder:?}"))
}

/// Starts a program that goes on by itself.
fn start(mut command: Command) -> io::Result<()> {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn()?;
    // Somebody has to wait for its end, or it stays in the system's list of processes.
    thread::spawn(move || child.wait());
    Ok(())
}

fn name_of(program: &str) -> &str {
    Path::new(program)
        .file_stem()
        .and_then(|name| name.to_str())
        .unwrap_or(program)
}

/// How editors take a line and a column.
fn place_arguments(
    program: &str,
    file: &Path,
    LineColumn { line, column }: LineColumn,
) -> Vec<String> {
    let path = file.to_string_lossy();
    match name_of(program) {
        "code" | "code-insiders" | "codium" | "cursor" => {
            vec!["--goto".to_owned(), format!("{path}:{line}:{column}")]
        }
        "vi" | "vim" | "nvim" | "gvim" | "mvim" => {
            vec![format!("+call cursor({line},{column})"), path.into_owned()]
        }
        "emacs" | "emacsclient" => vec![format!("+{line}:{column}"), path.into_owned()],
        "nano" | "pico" => vec![format!("+{line},{column}"), path.into_owned()],
        "hx" | "helix" | "zed" | "zeditor" | "subl" | "sublime_text" | "lapce" => {
            vec![format!("{path}:{line}:{column}")]
        }
        "kate" => vec![
            "--line".to_owned(),
            line.to_string(),
            "--column".to_owned(),
            column.to_string(),
            path.into_owned(),
        ],
        _ => vec![path.into_owned()],
    }
}

fn runs_in_terminal(program: &str) -> bool {
    matches!(
        name_of(program),
        "vi" | "vim" | "nvim" | "nano" | "pico" | "hx" | "helix"
    )
}

/// The command that runs a program in a new terminal window.
fn in_terminal(program: &str) -> anyhow::Result<Command> {
    let known = env::var("TERMINAL")
        .ok()
        .filter(|terminal| !terminal.is_empty());
    let candidates = known
        .into_iter()
        .chain(["x-terminal-emulator", "xterm", "kitty", "alacritty"].map(str::to_owned));
    let found = candidates.into_iter().find(|terminal| on_path(terminal));
    let terminal = found.with_context(|| {
        format!("{program} needs a terminal, and none was found; set $TERMINAL")
    })?;
    let mut command = Command::new(terminal);
    command.args(["-e", program]);
    Ok(command)
}

fn on_path(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    Path::new(program).is_absolute()
        || env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: LineColumn = LineColumn {
        line: 12,
        column: 9,
    };

    /// Whether a child of this process has a name: `pid (name) state parent …`.
    #[cfg(target_os = "linux")]
    fn has_child(name: &str) -> bool {
        let stat = |entry: std::io::Result<std::fs::DirEntry>| {
            std::fs::read_to_string(entry.unwrap().path().join("stat")).ok()
        };
        let mut stats = std::fs::read_dir("/proc").unwrap().filter_map(stat);
        stats.any(|stat| {
            let rest = stat.split_once(&format!(" ({name}) "));
            let parent = rest.and_then(|(_, rest)| rest.split_whitespace().nth(1));
            parent == Some(&std::process::id().to_string())
        })
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn an_editor_that_was_closed_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let editor = folder.path().join("a-short-editor");
        std::os::unix::fs::symlink("/bin/true", &editor).unwrap();
        open(editor.to_str(), Path::new("a.wgsl"), AT).unwrap();
        for _ in 0..500 {
            thread::sleep(std::time::Duration::from_millis(10));
            if !has_child("a-short-editor") {
                return;
            }
        }
        panic!("the editor is still in the list of processes");
    }

    #[test]
    fn editors_take_places_in_their_own_way() {
        let check = |program: &str, expect: &[&str]| {
            assert_eq!(
                place_arguments(program, Path::new("/s/a b.wgsl"), AT),
                expect,
                "{program}"
            );
        };
        check("/usr/bin/code", &["--goto", "/s/a b.wgsl:12:9"]);
        check("vim", &["+call cursor(12,9)", "/s/a b.wgsl"]);
        check("emacsclient", &["+12:9", "/s/a b.wgsl"]);
        check("hx", &["/s/a b.wgsl:12:9"]);
        check("zed", &["/s/a b.wgsl:12:9"]);
        check("subl", &["/s/a b.wgsl:12:9"]);
        check("something", &["/s/a b.wgsl"]);
    }
}
