#!/usr/bin/env bash
# Installs what holds invoices against the published schemas and rules into .tools/, every package pinned by hash; then writes
# invoices of every kind and asks.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=scripts/invoices.lock
folder=.tools/invoices
wanted=$(sha256sum "$lock" | cut -d' ' -f1)
if [ "$(cat "$folder/lock.sha256" 2>/dev/null || true)" != "$wanted" ]; then
  python=$(command -v python3) || { echo "invoices: python3 (3.11 or newer) is missing" >&2; exit 1; }
  rm -rf "$folder"
  "$python" -m venv "$folder" || { echo "invoices: please install python3-venv" >&2; exit 1; }
  # Of one package only the compiled rules are used, not what it needs to run.
  "$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes --no-deps -r "$lock"
  echo "$wanted" > "$folder/lock.sha256"
fi
made=$(mktemp -d)
trap 'rm -rf "$made"' EXIT
LOGGIA_INVOICES=$made "${CARGO:-cargo}" test --quiet --locked -p loggia-invoice --test samples
"$folder/bin/python" scripts/invoices.py "$made"
