#!/usr/bin/env bash
# Fuzzes one target, or each in turn: run.sh [TARGET] [SECONDS]. Works on the stable compiler.
# Findings are left in artifacts/TARGET; make a case file of each (crates/template/tests/cases).
set -euo pipefail
cd "$(dirname "$0")"
targets=${1:-compile render words expression json}
seconds=${2:-60}
host=$(rustc -vV | sed -n 's/^host: //p')
export RUSTC_BOOTSTRAP=1
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares --cfg fuzzing -Zsanitizer=address -Ccodegen-units=1"
cargo build --release --quiet --target "$host"
for target in $targets; do
    mkdir -p "corpus/$target" "found/$target" "artifacts/$target"
    "${CARGO_TARGET_DIR:-target}/$host/release/$target" "found/$target" "corpus/$target" -dict=language.dict \
        -artifact_prefix="artifacts/$target/" -max_total_time="$seconds" -max_len=4096 -timeout=10 -rss_limit_mb=4096 \
        -print_final_stats=1
done
