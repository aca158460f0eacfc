-- Starts the language server, and names its commands.
if vim.g.loaded_playground or vim.fn.has('nvim-0.11') == 0 then
  return
end
vim.g.loaded_playground = true

vim.filetype.add({ extension = { wgsl = 'wgsl', wesl = 'wgsl' } })
vim.lsp.enable('playground')

local commands = {
  PlaygroundOpen = 'playground.open',
  PlaygroundShowValue = 'playground.showValue',
  PlaygroundPinValue = 'playground.pinValue',
  PlaygroundWriteDefault = 'playground.writeDefault',
}

for name, command in pairs(commands) do
  vim.api.nvim_create_user_command(name, function()
    local client = vim.lsp.get_clients({ name = 'playground', bufnr = 0 })[1]
    if not client then
      return vim.notify('playground: no language server in this buffer', vim.log.levels.WARN)
    end
    local place = vim.lsp.util.make_position_params(0, client.offset_encoding)
    client:exec_cmd({ title = name, command = command, arguments = { place.textDocument.uri, place.position } })
  end, {})
end
