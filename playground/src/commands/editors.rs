//! `playground editors`: prints editor settings that start `playground lsp`, or call `playground at`.

use std::process::ExitCode;

use super::print;
use crate::process::error::CommandError;

/// Lines for the settings file of each text editor.
const EDITORS: &str = r##"# The value at the cursor, in the window that shows the file: `playground at FILE:LINE:COLUMN`.

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
[{"key": "ctrl+alt+i", "command": "workbench.action.tasks.runTask", "args": "playground at"}]

# The picture at each keystroke, without saving: the language server `playground lsp`. Waits of the editors are set to 0.

# Language server, Neovim 0.11 or later, in ~/.config/nvim/init.lua
vim.filetype.add({ extension = { wgsl = 'wgsl', wesl = 'wgsl' } })
vim.lsp.config('playground', { cmd = { 'playground', 'lsp' }, filetypes = { 'wgsl' }, root_markers = { 'wesl.toml', '.git' }, flags = { debounce_text_changes = 0 } })
vim.lsp.enable('playground')

# Language server, VS Code: package and install the extension in playground/editors/vscode
sh playground/editors/vscode/package && code --install-extension playground/editors/vscode/playground.vsix

# Language server, Helix, in ~/.config/helix/languages.toml: beside wgsl-analyzer
[language-server.playground]
command = "playground"
args = ["lsp"]
[[language]]
name = "wgsl"
language-servers = ["playground", "wgsl-analyzer"]

# Language server, Emacs with eglot, in ~/.emacs.d/init.el
(define-derived-mode wgsl-mode prog-mode "WGSL" (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\.w[ge]sl\\'" . wgsl-mode))
(with-eval-after-load 'eglot (add-to-list 'eglot-server-programs '(wgsl-mode . ("playground" "lsp"))))
(setq eglot-send-changes-idle-time 0)
(add-hook 'wgsl-mode-hook 'eglot-ensure)

# Language server, Emacs with lsp-mode, in ~/.emacs.d/init.el: beside wgsl-analyzer
(define-derived-mode wgsl-mode prog-mode "WGSL" (setq-local comment-start "// "))
(add-to-list 'auto-mode-alist '("\\.w[ge]sl\\'" . wgsl-mode))
(with-eval-after-load 'lsp-mode
  (add-to-list 'lsp-language-id-configuration '(wgsl-mode . "wgsl"))
  (lsp-register-client (make-lsp-client :new-connection (lsp-stdio-connection '("playground" "lsp")) :activation-fn (lsp-activate-on "wgsl") :add-on? t :server-id 'playground)))
(setq lsp-idle-delay 0)
(add-hook 'wgsl-mode-hook 'lsp)

# Language server, Kakoune with kakoune-lsp 17 or later, in ~/.config/kak/kakrc
eval %sh{kak-lsp}
hook global BufCreate .*\.w[ge]sl %{ set-option buffer filetype wgsl }
hook global BufSetOption filetype=wgsl %{ set-option buffer lsp_servers %{
    [playground]
    root_globs = ["wesl.toml", ".git"]
    command = "playground"
    args = ["lsp"]
} }
lsp-enable

# Language server, Kate with the plugin LSP Client, in ~/.config/kate/lspclient/settings.json …
{"servers": {"wgsl": {"command": ["playground", "lsp"], "highlightingModeRegex": "^WGSL$"}}}
# … and, for a Kate without the mode WGSL, in ~/.local/share/org.kde.syntax-highlighting/syntax/wgsl.xml
<language name="WGSL" section="Sources" extensions="*.wgsl;*.wesl" version="1" kateversion="5.0"><highlighting><contexts><context name="Text" attribute="Text" lineEndContext="#stay"/></contexts><itemDatas><itemData name="Text" defStyleNum="dsNormal"/></itemDatas></highlighting></language>

# Language server, Zed with the extension WGSL, in ~/.config/zed/settings.json: in place of wgsl-analyzer
{"lsp": {"wgsl-analyzer": {"binary": {"path": "playground", "arguments": ["lsp"]}}}}

# Language server, Sublime Text with the package LSP, in LSP.sublime-settings: beside others
{"clients": {"playground": {"enabled": true, "command": ["playground", "lsp"], "selector": "source.wgsl"}}}

# Language server, Vim with ALE, in ~/.vimrc
autocmd BufRead,BufNewFile *.wgsl,*.wesl setfiletype wgsl
let g:ale_lint_delay = 0
let g:ale_lint_on_text_changed = 'always'
" Hovers of ALE need a syntax file, which Vim before 9.1 lacks.
if empty(globpath(&runtimepath, 'syntax/wgsl.vim')) | call mkdir($HOME .. '/.vim/syntax', 'p') | call writefile([], $HOME .. '/.vim/syntax/wgsl.vim') | endif
call ale#linter#Define('wgsl', {'name': 'playground', 'lsp': 'stdio', 'executable': 'playground', 'command': '%e lsp', 'project_root': {buffer -> fnamemodify(bufname(buffer), ':p:h')}})"##;

pub(crate) fn editors() -> Result<ExitCode, CommandError> {
    print(EDITORS)?;
    Ok(ExitCode::SUCCESS)
}
