#!/usr/bin/env bash
# Installs schemathesis into .tools/, every package pinned by hash; nothing happens when it is there already.
set -euo pipefail
cd "$(dirname "$0")/.."
lock=scripts/schemathesis.lock
folder=.tools/schemathesis
wanted=$(sha256sum "$lock" | cut -d' ' -f1)
[ "$(cat "$folder/lock.sha256" 2>/dev/null || true)" = "$wanted" ] && exit 0
python=$(command -v python3) || { echo "schemathesis: python3 (3.11 or newer) is missing" >&2; exit 1; }
rm -rf "$folder"
"$python" -m venv "$folder" || { echo "schemathesis: please install python3-venv" >&2; exit 1; }
"$folder/bin/pip" install --quiet --disable-pip-version-check --require-hashes --only-binary :all: -r "$lock"
echo "$wanted" > "$folder/lock.sha256"
