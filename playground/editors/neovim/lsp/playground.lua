-- Settings of the language server, for vim.lsp.enable (Neovim 0.11).
return {
  cmd = { 'playground', 'lsp' },
  filetypes = { 'wgsl' },
  root_markers = { 'wesl.toml', '.git' },
  -- Each keystroke is sent at once.
  flags = { debounce_text_changes = 0 },
}
