//! `playground editors`: prints editor settings that call `playground at`.

use std::process::ExitCode;

use super::print;
use crate::process::error::CommandError;

/// Lines for the settings file of each text editor.
const EDITORS: &str = r#"# The value at the cursor, in the window that shows the file: `playground at FILE:LINE:COLUMN`.

# Vim 8.2 or later, in ~/.vimrc: follows the cursor
set updatetime=100
autocmd CursorHold *.wgsl,*.wesl call job_start(['playground', 'at', expand('%:p') .. ':' .. line('.') .. ':' .. charcol('.')])

# Neovim, in ~/.config/nvim/init.vim: follows the cursor
autocmd CursorMoved *.wgsl,*.wesl call jobstart(['playground', 'at', expand('%:p') .. ':' .. line('.') .. ':' .. charcol('.')])

# Emacs, in ~/.emacs.d/init.el: follows the cursor
(run-with-idle-timer 0.1 t (lambda () (when (string-match-p "\\.w[ge]sl\\'" (or buffer-file-name "")) (call-process "playground" nil 0 nil "at" (format "%s:%d:%d" buffer-file-name (line-number-at-pos nil t) (1+ (- (point) (line-beginning-position))))))))

# Helix 25.01 or later, in ~/.config/helix/config.toml: the key Alt-i
[keys.normal]
A-i = ":run-shell-command playground at %{buffer_name}:%{cursor_line}:%{cursor_column}"

# VS Code, in .vscode/tasks.json …
{"version": "2.0.0", "tasks": [{"label": "playground at", "type": "process", "command": "playground", "args": ["at", "${file}:${lineNumber}:${columnNumber}"], "presentation": {"reveal": "never"}, "problemMatcher": []}]}
# … and in keybindings.json: the key Ctrl-Alt-i
[{"key": "ctrl+alt+i", "command": "workbench.action.tasks.runTask", "args": "playground at"}]"#;

pub(crate) fn editors() -> Result<ExitCode, CommandError> {
    print(EDITORS)?;
    Ok(ExitCode::SUCCESS)
}
