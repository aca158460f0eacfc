//! Tests of a real Neovim with the settings that `playground editors` prints, or with the plug-in, beside the real
//! window.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use crate::client::PROGRAM;
use crate::cursor::settings;
use crate::defaults::run;
use crate::edits::{TUNED, tuned};
use crate::{BLUE, CENTER, RED, bluish, opened, reddish, screen, shell};

/// Neovim without a terminal, which takes keys over a socket.
struct Neovim {
    child: Child,
    socket: PathBuf,
}

fn neovim() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/python/bin/nvim")
}

impl Neovim {
    /// With the printed settings.
    fn open(file: &Path, folder: &Path) -> Self {
        Self::open_with(file, folder, &settings("Language server, Neovim"))
    }

    fn open_with(file: &Path, folder: &Path, settings: &str) -> Self {
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
        let lua = format!("luaeval({:?})", expression);
        let found = || self.command("--remote-expr", &lua);
        let failure = || format!("{expression}: {}", found());
        screen::wait_for(|| (found().trim() == expect).then_some(()), failure);
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
    let (screen, folder, _state, window) = opened(RED);
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
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
    screen.wait_until("the text of the disk", CENTER, reddish);
}

#[test]
fn defaults_are_written_and_undone_in_neovim() {
    let (screen, folder, file, window) = tuned();
    let neovim = Neovim::open(&file, folder.path());
    window.wait_for("a.wgsl on disk equals the text of Neovim");
    let text = |expect: &str| {
        neovim.wait_for("vim.api.nvim_buf_get_lines(0, 0, 1, true)[1]", expect);
    };
    let with = |number: &str| TUNED.lines().next().unwrap().replace("0.0)", number);
    for (preset, number) in [("sea", "0.9)"), ("dusk", "0.7)")] {
        run(&screen, &format!("apply {preset}"));
        run(&screen, "write blue as default");
        text(&with(number));
        window.wait_for_frame_with(&format!("notice: wrote blue {} as default", &number[..3]));
    }
    screen.press(&["z", "z", "z"]);
    window.wait_for_frame_with("notice: undone: write blue 0.9 as default");
    text(&with("0.0)"));
    screen.press(&["shift+z", "shift+z", "shift+z"]);
    text(&with("0.7)"));
    // An undo of the editor is a change like any other: the window does not overwrite it.
    neovim.type_keys("u");
    text(&with("0.9)"));
    screen.press(&["z"]);
    window.wait_for_frame_with("notice: not written: a.wgsl has changed since");
    text(&with("0.9)"));
    assert_eq!(fs::read_to_string(&file).unwrap(), TUNED, "nothing was saved");
}

#[test]
fn neovim_saves_what_is_shown() {
    let (screen, folder, _state, window) = opened(RED);
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    let neovim = Neovim::open(&file, folder.path());
    let equal = "a.wgsl on disk equals the text of Neovim";
    window.wait_for(equal);
    neovim.type_keys(":s/0.9, 0.1, 0.1/0.1, 0.1, 0.9/ | write<CR>");
    screen.wait_until("a saved text", CENTER, bluish);
    // The file may be seen before the text of the editor, which Neovim sends later.
    window.wait_for(equal);
    assert_eq!(fs::read_to_string(&file).unwrap(), BLUE);
    // The editor has no unsaved text any more: another program's change is shown.
    fs::write(&file, RED).unwrap();
    screen.wait_until("a later change on disk", CENTER, reddish);
}

#[test]
fn plugin_starts_the_server_and_names_its_commands() {
    const LAYERS: &str = "fn color(p: vec2f) -> vec4f {\n    let shown = vec4f(0.1, 0.1, 0.9, 1.0);\n    return vec4f(0.9, 0.1, 0.1, shown.a);\n}\n";
    let (screen, folder, _state, window) = opened(LAYERS);
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    let plugin = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/neovim");
    shell(folder.path(), &format!("cp -r {} plugin", plugin.display()));
    let plugin = folder.path().join("plugin");
    let settings = format!(
        "vim.opt.runtimepath:prepend({plugin:?})\nvim.cmd.helptags({:?})\n",
        plugin.join("doc")
    );
    let neovim = Neovim::open_with(&file, folder.path(), &settings);
    window.wait_for("connected with Neovim");

    neovim.type_keys(":checkhealth playground<CR>");
    let text = "table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, true))";
    neovim.wait_for(&format!("{text}:match('server is running')"), "server is running");
    neovim.wait_for(&format!("tostring({text}:match('ERROR'))"), "nil");
    neovim.type_keys(":bwipeout<CR>");
    for command in ["Open", "ShowValue", "PinValue", "WriteDefault"] {
        neovim.wait_for(&format!("vim.fn.exists(':Playground{command}')"), "2");
        neovim.type_keys(&format!(":help :Playground{command}<CR>"));
        neovim.wait_for(
            "vim.fn.expand('%:t') .. ' ' .. vim.fn.expand('<cWORD>')",
            &format!("playground.txt *:Playground{command}*"),
        );
        neovim.type_keys(":helpclose<CR>");
    }

    neovim.type_keys("gg/shown<CR>:PlaygroundShowValue<CR>");
    screen.wait_until("the value at the cursor", CENTER, |pixel| !reddish(pixel));
    neovim.type_keys("gg:PlaygroundWriteDefault<CR>");
    neovim.wait_for(
        "vim.fn.execute('messages'):match('no control is at the cursor')",
        "no control is at the cursor",
    );
}

#[test]
fn another_server_for_the_same_file_does_not_disturb() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().canonicalize().unwrap().join("a.wgsl");
    fs::write(&file, RED).unwrap();
    fs::write(folder.path().join("lib.wgsl"), "fn twice(x: f32) -> f32 { return x; }\n").unwrap();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let other = format!(
        "\nvim.lsp.config('wgsl-analyzer', {{ cmd = {{ {:?}, {:?} }}, filetypes = {{ 'wgsl' }} }})\n\
         vim.lsp.enable('wgsl-analyzer')\n",
        root.join("target/python/bin/python"),
        root.join("tests/application/other_server.py")
    );
    let settings = settings("Language server, Neovim") + &other;
    let neovim = Neovim::open_with(&file, folder.path(), &settings);
    let initialized =
        "#vim.tbl_filter(function(c) return c.initialized end, vim.lsp.get_clients({ bufnr = 0 }))";
    neovim.wait_for(initialized, "2");

    neovim.type_keys("gg/vec2f<CR>K");
    let windows = "vim.tbl_map(function(w) return table.concat(vim.api.nvim_buf_get_lines(\
                   vim.api.nvim_win_get_buf(w), 0, -1, true)) end, vim.api.nvim_list_wins())";
    let shown = |text: &str| format!("table.concat({windows}):match('{text}')");
    neovim.wait_for(&shown("Two numbers of type f32"), "Two numbers of type f32");
    neovim.wait_for(&shown("Hover of the other server"), "Hover of the other server");

    neovim.type_keys("<Esc>Gofn f(x: f32) -> f32 { return tw<C-x><C-o>");
    let words = "table.concat(vim.tbl_map(function(i) return i.word end, vim.fn.complete_info().items), ' ')";
    let count = |word: &str| format!("select(2, ({words}):gsub('%f[%w_]{word}%f[^%w_]', ''))");
    neovim.wait_for(&count("twice"), "1");
    neovim.wait_for(&count("twofold"), "1");
    neovim.type_keys("<Esc>");
    neovim.wait_for("vim.v.errmsg .. '.'", ".");
    neovim.wait_for("tostring(vim.fn.execute('messages'):lower():match('error'))", "nil");
}
