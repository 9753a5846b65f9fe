-- What Neovim's own client gets from the language server: faults, completion, hover, definition, rename, format. Each is printed;
-- the exit code is 1 when one is not what it should be.
local site = os.getenv('SITE')
local failed = false

local function say(what, got, wanted)
  local is_right = tostring(got):find(wanted, 1, true) ~= nil
  if not is_right then failed = true end
  io.write(string.format('%-11s %s %s\n', what, is_right and 'ok  ' or 'FAIL', tostring(got):gsub('\n', ' / '):sub(1, 160)))
end

local function main()
  local file = site .. '/template/foot.region'
  vim.cmd('edit ' .. file)
  vim.bo.filetype = 'json-template'
  local buffer = vim.api.nvim_get_current_buf()
  local id = vim.lsp.start_client({ name = 'loggia', cmd = { os.getenv('LOGGIA'), 'lsp' }, root_dir = site })
  assert(id, 'the language server did not start')
  local client = vim.lsp.get_client_by_id(id)
  vim.lsp.buf_attach_client(buffer, id)
  assert(vim.wait(20000, function() return client.initialized end, 20), 'the language server did not answer')

  local function write(lines) vim.api.nvim_buf_set_lines(buffer, 0, -1, false, lines) end
  local function ask(method, line, character, more)
    local params = vim.tbl_extend('force', {
      textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line, character = character },
    }, more or {})
    local answers = vim.lsp.buf_request_sync(buffer, method, params, 20000) or {}
    local answer = answers[id] or {}
    assert(not answer.err, vim.inspect(answer.err))
    return answer.result
  end

  write({ '<div>', '{@|apply masthead.block}', '{website.siteTitle|trunc}', '</div>' })
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) > 0 end, 20)
  local fault = vim.diagnostic.get(buffer)[1] or {}
  say('diagnostics', string.format('%s:%s %s', fault.lnum, fault.col, fault.message), "2:19 Formatter 'trunc' is unknown; the tag is shown as it is written.")

  local items = ask('textDocument/completion', 2, 24)
  items = items.items or items
  local labels = vim.tbl_map(function(item) return item.label end, items)
  say('completion', table.concat(labels, ' '), 'truncate')

  write({ '<div>', '{@|apply masthead.block}', '{website.siteTitle|truncate 20}', '</div>' })
  vim.wait(20000, function() return #vim.diagnostic.get(buffer) == 0 end, 20)
  say('mended', #vim.diagnostic.get(buffer) .. ' faults', '0 faults')

  local hover = ask('textDocument/hover', 2, 22)
  say('hover', hover and hover.contents.value, '**truncate**')

  local places = ask('textDocument/definition', 1, 12)
  say('definition', places[1] and places[1].uri, 'blocks/masthead.block')

  local edits = ask('textDocument/formatting', 0, 0, { options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, buffer, client.offset_encoding)
  say('format', table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n'), '\n  {@|apply masthead.block}\n  {website')

  local edit = ask('textDocument/rename', 1, 14, { newName = 'banner' })
  vim.lsp.util.apply_workspace_edit(edit, client.offset_encoding)
  say('rename', vim.api.nvim_buf_get_lines(buffer, 1, 2, false)[1], '{@|apply banner.block}')
  say('rename', vim.loop.fs_stat(site .. '/template/blocks/banner.block') and 'the file has its new name', 'new name')

  client.stop()
  say('end', vim.wait(20000, function() return client.is_stopped() end, 20), 'true')
end

local is_done, why = pcall(main)
if not is_done then io.write('FAIL ' .. tostring(why) .. '\n') end
vim.cmd((is_done and not failed) and 'qall!' or 'cquit! 1')
