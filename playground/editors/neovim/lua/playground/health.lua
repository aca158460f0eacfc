-- :checkhealth playground
local M = {}

function M.check()
  vim.health.start('playground')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim 0.11 or later is needed')
  end
  if vim.fn.executable('playground') == 0 then
    return vim.health.error('the program `playground` is not in $PATH')
  end
  vim.health.ok(vim.trim(vim.fn.system({ 'playground', '--version' })))
  local clients = vim.lsp.get_clients({ name = 'playground' })
  if #clients == 0 then
    vim.health.info('no server is running; open a .wgsl file')
  else
    vim.health.ok('the server is running')
  end
end

return M
