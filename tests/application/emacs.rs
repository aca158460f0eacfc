//! Tests of a real Emacs with the settings that `playground editors` prints, beside the real window.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::client::PROGRAM;
use crate::cursor::settings;
use crate::screen::{self, Screen};
use crate::{CENTER, RED, Window, bluish, reddish, shell};

const LIBRARY: &str = "fn twice(value: f32) -> f32 { return 2.0 * value; }\n";

/// Emacs in a terminal, which takes keys, and answers expressions over a socket.
struct Emacs {
    terminal: Child,
    socket: PathBuf,
}

impl Emacs {
    /// Starts Emacs with its own home folder, whose settings are the printed ones.
    fn open(file: &Path, client: &str) -> Self {
        let folder = file.parent().unwrap();
        let home = folder.join("home");
        fs::create_dir_all(home.join(".emacs.d")).unwrap();
        shell(&home, "chmod 700 .");
        let settings = settings(&format!("Language server, Emacs with {client}"));
        let test = format!(
            "(setq native-comp-deferred-compilation nil server-socket-dir {home:?})\n(server-start)\n"
        );
        fs::write(home.join(".emacs.d/init.el"), settings + "\n" + &test).unwrap();
        let program = Path::new(PROGRAM).parent().unwrap().display();
        let path = format!("{program}:{}", std::env::var("PATH").unwrap());
        let terminal = Command::new("script")
            .args(["-qec", &format!("emacs -nw {}", file.display()), "/dev/null"])
            .envs([("PATH", path.as_str()), ("TERM", "xterm")])
            .env("HOME", &home)
            .env("XDG_RUNTIME_DIR", folder)
            .current_dir(folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .expect("Emacs is needed; `playground/prepare tests` installs it");
        Self { terminal, socket: home.join("server") }
    }

    /// Types keys: `\x1b` is Meta, as in terminals.
    fn type_keys(&mut self, keys: &str) {
        let input = self.terminal.stdin.as_mut().unwrap();
        input.write_all(keys.as_bytes()).unwrap();
        input.flush().unwrap();
    }

    /// Runs a command by its name.
    fn run(&mut self, command: &str) {
        self.type_keys(&format!("\x1bx{command}\r"));
    }

    /// Runs a command, and types the answer to its question, which has a colon.
    fn run_with(&mut self, command: &str, answer: &str) {
        const QUESTION: &str = "(let ((window (active-minibuffer-window))) \
            (and window (with-current-buffer (window-buffer window) (minibuffer-prompt))))";
        self.run(command);
        self.wait_for(QUESTION, ":");
        self.type_keys(answer);
    }

    /// Returns the printed value of an expression, or an empty text if Emacs drops the question, as it does while
    /// eglot connects.
    fn evaluate(&self, expression: &str) -> String {
        let mut command = Command::new("timeout");
        command.args(["5", "emacsclient", "-s"]).arg(&self.socket).args(["--eval", expression]);
        let output = command.output();
        String::from_utf8_lossy(&output.unwrap().stdout).trim().to_owned()
    }

    /// Waits until the value of an expression in the buffer of the file contains a text.
    fn wait_for(&self, expression: &str, expect: &str) {
        let expression = format!("(with-current-buffer \"a.wgsl\" {expression})");
        let found = || self.evaluate(&expression);
        let messages = "(with-current-buffer \"*Messages*\" (buffer-string))";
        let failure = || format!("{expression}: {}\n{}", found(), self.evaluate(messages));
        screen::wait_for(|| found().contains(expect).then_some(()), failure);
    }

    /// Moves the cursor to the start of a text.
    fn move_to(&self, text: &str) {
        self.evaluate(&format!(
            "(with-selected-window (get-buffer-window \"a.wgsl\") (goto-char (point-min)) \
             (search-forward {text:?}) (goto-char (match-beginning 0)))"
        ));
    }

    fn wait_for_text(&self, expect: &str) {
        self.wait_for("(buffer-substring-no-properties (point-min) (point-max))", expect);
    }

    /// Ends Emacs, without questions about unsaved texts. Returns false if it has ended before.
    fn kill(&self) -> bool {
        let process = self.evaluate("(emacs-pid)");
        let killed = Command::new("kill").args(["-9", &process]).stderr(Stdio::null()).status();
        killed.unwrap().success()
    }
}

impl Drop for Emacs {
    fn drop(&mut self) {
        self.kill();
        let _ = self.terminal.kill();
        let _ = self.terminal.wait();
    }
}

/// A language client of Emacs, with its own commands and texts.
struct Client {
    name: &'static str,
    /// Answers to questions at the start.
    at_start: &'static str,
    /// Shows the help for the symbol at the cursor in `help`.
    hover: &'static str,
    help: &'static str,
    rename: &'static str,
    /// Deletes the old name that the question contains.
    delete_name: &'static str,
    fix: &'static str,
}

fn check(client: &Client) {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    fs::write(file.with_file_name("lib.wgsl"), LIBRARY).unwrap();
    let window = Window::open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);
    let mut emacs = Emacs::open(&file, client.name);
    emacs.wait_for("(buffer-name)", "a.wgsl");
    emacs.type_keys(client.at_start);
    window.wait_for("connected with emacs");

    // The search ends behind the numbers, which are deleted one by one.
    emacs.type_keys("\x1b<\x130.9, 0.1, 0.1\r");
    emacs.type_keys(&"\x7f".repeat(13));
    emacs.type_keys("0.1, 0.1, 0.9");
    screen.wait_until("typed characters", CENTER, bluish);
    assert_eq!(fs::read_to_string(&file).unwrap(), RED, "nothing was saved");

    emacs.type_keys("(");
    emacs.wait_for("(length (flymake-diagnostics))", "1");
    assert!(bluish(screen.pixel(CENTER)), "a wrong text changed the picture");
    emacs.type_keys("\x7f");
    emacs.wait_for("(length (flymake-diagnostics))", "0");

    emacs.move_to("vec2f");
    emacs.run(client.hover);
    emacs.wait_for(client.help, "Two numbers of type f32.");

    emacs.type_keys("\x1b>fn f(x: f32) -> f32 { return tw\x1b\t");
    emacs.wait_for("(and (get-buffer-window \"*Completions*\") t)", "t");
    emacs.run("switch-to-completions");
    emacs.type_keys("\r");
    emacs.wait_for_text("import package::lib::twice;");
    emacs.type_keys("(x); }\r");
    emacs.wait_for_text("return twice(x); }");

    emacs.move_to("x); }");
    emacs.run_with(client.rename, &format!("{}amount\r", client.delete_name));
    emacs.wait_for_text("fn f(amount: f32) -> f32 { return twice(amount); }");

    emacs.type_keys("\x1b>fn g(x: f32) -> f32 { return twcie(x); }");
    let messages = "(mapconcat #'flymake-diagnostic-text (flymake-diagnostics) \"\")";
    emacs.wait_for(messages, "did you mean `twice`");
    emacs.move_to("twcie");
    emacs.run_with(client.fix, "Rep\t\r");
    emacs.wait_for_text("fn g(x: f32) -> f32 { return twice(x); }");
    emacs.wait_for("(length (flymake-diagnostics))", "0");
    assert_eq!(fs::read_to_string(&file).unwrap(), RED, "nothing was saved");

    assert!(bluish(screen.pixel(CENTER)));
    assert!(emacs.kill());
    screen.wait_until("the text of the disk", CENTER, reddish);
}

#[test]
fn lsp_mode_types_explains_completes_renames_and_fixes() {
    check(&Client {
        name: "lsp-mode",
        // The folder becomes a project.
        at_start: "i",
        hover: "lsp-describe-thing-at-point",
        help: "(with-current-buffer \"*lsp-help*\" (buffer-string))",
        rename: "lsp-rename",
        delete_name: "\x01\x0b",
        fix: "lsp-execute-code-action",
    });
}

#[test]
fn eglot_types_explains_completes_renames_and_fixes() {
    check(&Client {
        name: "eglot",
        at_start: "",
        hover: "eldoc",
        help: "(with-current-buffer eldoc--doc-buffer (buffer-string))",
        rename: "eglot-rename",
        delete_name: "",
        fix: "eglot-code-actions",
    });
}
