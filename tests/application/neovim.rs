//! Tests of a real Neovim with the settings that `playground editors` prints, beside the real window.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::client::PROGRAM;
use crate::screen::{Screen, TIMEOUT};
use crate::{BLUE, CENTER, RED, Window, bluish, reddish};

/// Neovim without a terminal, which takes keys over a socket.
struct Neovim {
    child: Child,
    socket: PathBuf,
}

fn neovim() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/nvim")
}

impl Neovim {
    fn open(file: &Path, folder: &Path) -> Self {
        let printed = Command::new(PROGRAM).arg("editors").output().unwrap();
        let printed = String::from_utf8(printed.stdout).unwrap();
        let mut sections = printed.split("\n# ");
        let section = sections.find(|section| section.starts_with("Language server, Neovim"));
        let (_, settings) = section.unwrap().split_once('\n').unwrap();
        let init = folder.join("init.lua");
        fs::write(&init, settings).unwrap();
        let socket = folder.join("nvim.socket");
        let path = Path::new(PROGRAM).parent().unwrap().display();
        let child = Command::new(neovim())
            .args(["--headless", "-n", "-u"])
            .arg(&init)
            .arg("--listen")
            .arg(&socket)
            .arg(file)
            .env("PATH", format!("{path}:{}", std::env::var("PATH").unwrap()))
            .env("XDG_RUNTIME_DIR", folder)
            .env("XDG_STATE_HOME", folder)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("Neovim is needed; `tests/run` installs it");
        Self { child, socket }
    }

    fn command(&self, action: &str, argument: &str) -> String {
        let mut command = Command::new(neovim());
        command.arg("--server").arg(&self.socket).arg(action).arg(argument);
        let output = command.output().unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
            + &String::from_utf8_lossy(&output.stderr)
    }

    fn type_keys(&self, keys: &str) {
        self.command("--remote-send", keys);
    }

    /// Waits until a Lua expression has this value.
    fn wait_for(&self, expression: &str, expect: &str) {
        let started = Instant::now();
        let lua = format!("luaeval({:?})", expression);
        loop {
            let found = self.command("--remote-expr", &lua);
            if found.trim() == expect {
                return;
            }
            assert!(started.elapsed() < TIMEOUT, "{expression}: {found}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }
}

impl Drop for Neovim {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn keys_in_neovim_change_the_picture_without_a_save() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    let window = Window::open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);
    let mut neovim = Neovim::open(&file, folder.path());
    window.wait_for("connected with Neovim");

    neovim.type_keys(":s/0.9, 0.1, 0.1/0.1, 0.1, 0.9/<CR>");
    screen.wait_until("a substitution", CENTER, bluish);
    neovim.type_keys("u");
    screen.wait_until("an undo", CENTER, reddish);
    // Each character that is typed makes a text: only the last one is blue.
    neovim.type_keys("$F(cib0.1, 0.1, 0.9, 1.0<Esc>");
    screen.wait_until("typed characters", CENTER, bluish);
    assert_eq!(fs::read_to_string(&file).unwrap(), RED, "nothing was saved");

    let before = screen.settled(600);
    neovim.type_keys(":s/vec4f(0/vec4f((0/<CR>");
    neovim.wait_for("#vim.diagnostic.get(0)", "1");
    window.wait_for_frame_with("a.wgsl:1:");
    assert!(bluish(screen.pixel(CENTER)));
    neovim.type_keys("u");
    neovim.wait_for("#vim.diagnostic.get(0)", "0");
    assert_eq!(screen.settled(600), before);

    neovim.child.kill().unwrap();
    assert!(
        screen.becomes(Duration::from_secs(1), CENTER, reddish),
        "the text of the disk is back"
    );
}

#[test]
fn neovim_saves_what_is_shown() {
    let screen = Screen::new();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    let window = Window::open(&screen, folder.path());
    screen.wait_until("the first picture", CENTER, reddish);
    let neovim = Neovim::open(&file, folder.path());
    window.wait_for("connected with Neovim");
    neovim.type_keys(":s/0.9, 0.1, 0.1/0.1, 0.1, 0.9/ | write<CR>");
    screen.wait_until("a saved text", CENTER, bluish);
    let started = Instant::now();
    while fs::read_to_string(&file).unwrap() != BLUE {
        assert!(started.elapsed() < TIMEOUT);
        std::thread::sleep(Duration::from_millis(20));
    }
    // The editor has no unsaved text any more: another program's change is shown.
    fs::write(&file, RED).unwrap();
    screen.wait_until("a later change on disk", CENTER, reddish);
}
