//! The user's editor at a location of a file, and the file manager at a file or folder.

use std::path::Path;
use std::process::{Command, Stdio};
use std::{env, fs, io, thread};

use anyhow::{Context as _, bail};
use noise_playground::source::LineColumn;

use super::environment::restore_runtime_dir;

/// Line and column are from 1. `setting`, the value of `--editor`, precedes `$VISUAL` and `$EDITOR`. An editor that
/// needs a terminal gets a new terminal window. Fails if no editor is configured, if it does not start, or if it needs
/// a terminal and no terminal emulator is installed.
pub(crate) fn open(setting: Option<&str>, file: &Path, at: LineColumn) -> anyhow::Result<()> {
    let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
    let from_environment = || ["VISUAL", "EDITOR"].into_iter().find_map(variable);
    let Some(editor) = setting.map(str::to_owned).or_else(from_environment) else {
        bail!("no editor is configured; set $VISUAL or $EDITOR, or start with --editor");
    };
    let words = command_words(&editor)?;
    let terminal = if runs_in_terminal(&words) {
        find_terminal(variable("TERMINAL"), is_installed).with_context(|| {
            let name = name_of(&words[0]);
            format!("{name} needs a terminal and no terminal emulator was found; set $TERMINAL")
        })?
    } else {
        Vec::new()
    };
    let location = location_arguments(&words[0], file, at);
    let words = [terminal, words, location].concat();
    let mut command = Command::new(&words[0]);
    command.args(&words[1..]);
    start(command).with_context(|| format!("cannot start the editor {editor:?}"))
}

/// Creates the folder if it does not exist. Fails if the folder cannot be created, or the file manager does not start.
pub(crate) fn open_folder(folder: &Path) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot create the folder {folder:?}"))?;
    open_file(folder)
}

/// Opens a file or folder with the program that the system has for it. Fails if the program does not start.
pub(crate) fn open_file(path: &Path) -> anyhow::Result<()> {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let mut command = Command::new(program);
    command.arg(path);
    start(command).with_context(|| format!("cannot open {path:?} with {program}"))
}

/// Selects the file where that is possible, otherwise shows its folder. Fails if the file manager does not start.
pub(crate) fn reveal(file: &Path) -> anyhow::Result<()> {
    let folder = file.parent().unwrap_or(file);
    let command = if cfg!(target_os = "macos") {
        let mut command = Command::new("open");
        command.arg("-R").arg(file);
        command
    } else if cfg!(windows) {
        let mut command = Command::new("explorer");
        command.arg("/select,").arg(file);
        command
    } else {
        let mut command = Command::new("xdg-open");
        command.arg(folder);
        command
    };
    start(command).with_context(|| format!("cannot show the folder {folder:?}"))
}

/// The program keeps running when this process exits.
fn start(mut command: Command) -> io::Result<()> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    restore_runtime_dir(&mut command);
    let mut child = command.spawn()?;
    // A child process that is not waited for stays in the process table as a zombie.
    thread::spawn(move || child.wait());
    Ok(())
}

/// Splits with the quoting of a shell. The path of an existing file is one word, whatever it contains.
fn command_words(command: &str) -> anyhow::Result<Vec<String>> {
    if Path::new(command).is_file() {
        return Ok(vec![command.to_owned()]);
    }
    let words = shlex::split(command).filter(|words| !words.is_empty());
    words.with_context(|| format!("cannot parse the editor command {command:?}: check its quotes"))
}

fn name_of(program: &str) -> &str {
    let name = Path::new(program).file_stem();
    name.and_then(|name| name.to_str()).unwrap_or(program)
}

/// Returns only the file for an editor whose arguments are not known.
fn location_arguments(
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
        "emacs" | "emacsclient" | "kak" | "micro" => {
            vec![format!("+{line}:{column}"), path.into_owned()]
        }
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

fn runs_in_terminal(words: &[String]) -> bool {
    let has = |options: &[&str]| words[1..].iter().any(|word| options.contains(&word.as_str()));
    match name_of(&words[0]) {
        "vi" | "vim" => !has(&["-g"]),
        "nvim" | "nano" | "pico" | "hx" | "helix" | "kak" | "micro" => true,
        "emacs" => has(&["-nw", "--no-window-system"]),
        "emacsclient" => has(&["-nw", "-t", "--tty"]),
        _ => false,
    }
}

/// Returns words before a program and its arguments: of `setting`, the value of `$TERMINAL`, or of a known emulator.
fn find_terminal(
    setting: Option<String>,
    is_installed: impl Fn(&str) -> bool,
) -> Option<Vec<String>> {
    const KNOWN: [&str; 5] = ["x-terminal-emulator", "xterm", "kitty", "alacritty", "foot"];
    let configured = setting.and_then(|setting| command_words(&setting).ok());
    let known = KNOWN.map(|name| vec![name.to_owned()]);
    let mut candidates = configured.into_iter().chain(known);
    let mut terminal = candidates.find(|words| is_installed(&words[0]))?;
    let separator: &[&str] = match name_of(&terminal[0]) {
        "gnome-terminal" => &["--"],
        "xfce4-terminal" => &["-x"],
        "wezterm" => &["start", "--"],
        _ => &["-e"],
    };
    terminal.extend(separator.iter().map(|&word| word.to_owned()));
    Some(terminal)
}

fn is_installed(program: &str) -> bool {
    let folders = env::var_os("PATH").unwrap_or_default();
    // If `program` is an absolute path, `join` returns it unchanged.
    env::split_paths(&folders).any(|folder| folder.join(program).is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: LineColumn = LineColumn { line: 12, column: 9 };

    /// Returns true if a child process has this name; the system lists it as `pid (name) state parent`.
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
    fn closed_editor_leaves_no_zombie() {
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
        panic!("the editor is still in the process table");
    }

    #[test]
    fn each_editor_gets_the_location_in_its_own_syntax() {
        let check = |program: &str, expect: &[&str]| {
            assert_eq!(
                location_arguments(program, Path::new("/s/a b.wgsl"), AT),
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

    #[cfg(unix)]
    #[test]
    fn editor_command_may_contain_spaces_and_quotes() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().unwrap();
        let inside = folder.path().join("my editor");
        fs::create_dir(&inside).unwrap();
        let editor = inside.join("ed");
        fs::write(
            &editor,
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > \"$0.new\"; mv \"$0.new\" \"$0.out\"\n",
        )
        .unwrap();
        fs::set_permissions(&editor, fs::Permissions::from_mode(0o700)).unwrap();
        let editor = editor.to_str().unwrap();
        let opened_with = |command: &str| {
            open(Some(command), Path::new("a b.wgsl"), AT).unwrap();
            let output = inside.join("ed.out");
            for _ in 0..1000 {
                thread::sleep(std::time::Duration::from_millis(10));
                if let Ok(arguments) = fs::read_to_string(&output) {
                    fs::remove_file(&output).unwrap();
                    return arguments;
                }
            }
            panic!("{command} does not run");
        };
        assert_eq!(opened_with(editor), "a b.wgsl\n");
        let quoted = format!("\"{editor}\" --wait --title 'my shader'");
        assert_eq!(opened_with(&quoted), "--wait\n--title\nmy shader\na b.wgsl\n");
        let open = open(Some("\"ed"), Path::new("a.wgsl"), AT);
        assert!(format!("{:#}", open.unwrap_err()).contains("check its quotes"));
    }

    #[test]
    fn terminal_editors_are_known_by_name_and_options() {
        let in_terminal = |command: &str| runs_in_terminal(&command_words(command).unwrap());
        for command in ["vim", "/usr/bin/nano -l", "hx", "emacs -nw", "emacsclient -c -t", "kak"] {
            assert!(in_terminal(command), "{command}");
        }
        for command in ["vim -g", "gvim", "emacs", "emacsclient -c", "code --wait"] {
            assert!(!in_terminal(command), "{command}");
        }
    }

    #[test]
    fn terminal_is_the_configured_or_the_first_installed_one() {
        let check = |setting: Option<&str>, installed: &[&str], expect: Option<&str>| {
            let found = find_terminal(setting.map(str::to_owned), |name| installed.contains(&name));
            assert_eq!(found.map(|words| words.join(" ")).as_deref(), expect);
        };
        check(None, &[], None);
        check(None, &["kitty", "xterm"], Some("xterm -e"));
        check(Some("gone"), &["foot"], Some("foot -e"));
        check(Some("gnome-terminal --wait"), &["gnome-terminal"], Some("gnome-terminal --wait --"));
    }
}
