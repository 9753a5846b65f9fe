#!/usr/bin/env bash
# Shows that built programs may lie anywhere in memory, with their tables of addresses read-only and bound at the start.
# usage: scripts/pie.sh PROGRAM…
set -euo pipefail
[ $# -gt 0 ] || { echo "usage: scripts/pie.sh PROGRAM…" >&2; exit 2; }
wrong=0
for program in "$@"; do
  kind=$(readelf -hW "$program" | awk '/Type:/ {print $2}')
  # In the output of -d: FLAGS_1 has PIE and NOW.
  flags=$(readelf -dW "$program" | grep -E 'FLAGS' || true)
  parts=$(readelf -lW "$program")
  say() { echo "pie: $program: $*" >&2; wrong=1; }
  [ "$kind" = DYN ] || say "it lies at one fixed place ($kind)"
  grep -q 'PIE' <<<"$flags" || say "it is not marked as a program that may lie anywhere"
  grep -q 'NOW' <<<"$flags" || say "its addresses are bound when they are used, not at the start"
  grep -q 'GNU_RELRO' <<<"$parts" || say "its table of addresses stays writable"
  if grep -E 'GNU_STACK' <<<"$parts" | grep -q 'RWE'; then say "its stack may be executed"; fi
  [ "$wrong" -ne 0 ] || echo "pie: $program: position-independent, RELRO, bound at the start, no executable stack"
done
exit "$wrong"
