#!/usr/bin/env bash
# Fails when running the tests changed or added a file that git sees.
# usage: scripts/clean-tree.sh before|after
set -euo pipefail
git rev-parse --is-inside-work-tree >/dev/null 2>&1 || exit 0
state="$(git rev-parse --git-dir)/tree-before-tests"
now() { git status --porcelain; git diff | git hash-object --stdin; }
case "${1:?before or after}" in
  before) now > "$state" ;;
  after)
    if ! diff <(cat "$state") <(now); then
      echo "clean-tree: the tests changed the tree (lines above)" >&2
      exit 1
    fi
    rm -f "$state"
    ;;
esac
