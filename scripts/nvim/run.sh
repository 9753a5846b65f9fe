#!/usr/bin/env bash
# Opens a template in a Neovim without a screen and asks `loggia lsp` what an editor asks (S-500, S-502 to S-504). Says so and
# does nothing where there is no Neovim.
# usage: scripts/nvim/run.sh LOGGIA
set -euo pipefail
loggia="$(realpath "${1:?the loggia command}")"
here="$(cd "$(dirname "$0")" && pwd)"
if ! command -v nvim >/dev/null; then
  echo "nvim: there is no Neovim here; nothing was asked"
  exit 0
fi
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cp -r "$here/../../site-fixtures/stranger" "$folder/site"
export LOGGIA="$loggia" SITE="$folder/site" HOME="$folder" XDG_CONFIG_HOME="$folder" XDG_DATA_HOME="$folder" XDG_STATE_HOME="$folder"
timeout 120 nvim --headless --clean -n -i NONE -c "luafile $here/ask.lua" 2>&1
echo
