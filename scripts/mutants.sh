#!/usr/bin/env bash
# Changes the rules one place at a time and runs their tests: a change that no test notices is a survivor. Rust by
# cargo-mutants (.cargo/mutants.toml), the widgets by StrykerJS (widgets/stryker.config.json). Prints the share that was
# noticed, of those that compile, and ends with 1 below 85 %.
#
#   scripts/mutants.sh                     everything (hours)
#   SHARD=0/20 scripts/mutants.sh rust     each 20th change of the Rust sources
#   scripts/mutants.sh rust loggia-forms   one crate
#   scripts/mutants.sh widgets
set -euo pipefail
cd "$(dirname "$0")/.."
VERSION=27.1.0
LEAST=85
out=${OUT:-.tools/mutants}
mkdir -p "$out"
failed=0

rust() {
  local tool=.tools/cargo-mutants/bin/cargo-mutants
  [ -x "$tool" ] || CARGO_TARGET_DIR=.tools/cargo-mutants/target cargo install --quiet --locked --root .tools/cargo-mutants --version "$VERSION" cargo-mutants
  local package result
  for package in "$@"; do
    # Ends with 2 when there are survivors and 3 after time-outs: the share decides.
    result=0
    "$tool" mutants --package "$package" --output "$out/$package" ${SHARD:+--shard "$SHARD"} --no-shuffle --colors never || result=$?
    [ "$result" -eq 0 ] || [ "$result" -eq 2 ] || [ "$result" -eq 3 ] || exit "$result"
    python3 scripts/mutants.py "$package" "$out/$package/mutants.out/outcomes.json" "$LEAST" || failed=1
  done
}

widgets() {
  npm ci --prefix scripts/mutants --ignore-scripts --no-audit --no-fund --silent
  (cd widgets && node ../scripts/mutants/node_modules/@stryker-mutator/core/bin/stryker.js run stryker.config.json)
  python3 scripts/mutants.py widgets "$out/widgets/mutation.json" "$LEAST" || failed=1
}

CRATES=(loggia-commerce loggia-forms loggia-locale loggia-template)
case "${1:-all}" in
  all) rust "${CRATES[@]}"; widgets ;;
  rust) shift; [ $# -gt 0 ] || set -- "${CRATES[@]}"; rust "$@" ;;
  widgets) widgets ;;
  *) echo "mutants: unknown part $1 (rust, widgets)" >&2; exit 2 ;;
esac
exit "$failed"
