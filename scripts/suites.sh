#!/usr/bin/env bash
# Runs suites one after another and says how long each took: at once, where `make test` listens, and in the file $SUITE_TIMES,
# for the end of its log.
# usage: scripts/suites.sh SUITE...
set -euo pipefail
for suite in "$@"; do
  started=$SECONDS
  outcome=passed
  # Nothing that a suite starts may hold the listener: whoever reads the log would wait for it.
  "${MAKE:-make}" --no-print-directory "$suite" 9>&- || outcome=failed
  said="$suite $outcome in $((SECONDS - started)) seconds"
  { echo "$said" >&9; } 2>/dev/null || echo "$said"
  if [ -n "${SUITE_TIMES:-}" ]; then echo "$said" >> "$SUITE_TIMES"; fi
  [ "$outcome" = passed ] || exit 1
done
