#!/usr/bin/env bash
# Writes what is handed out into dist/: the release programs packed in every form, an SBOM (CycloneDX, JSON) of each and of the
# widgets, and the digests of all of it, signed when LOGGIA_MINISIGN_KEY names a key.
set -euo pipefail
cd "$(dirname "$0")/.."
for tool in strip readelf ldd python3; do
  command -v "$tool" >/dev/null || { echo "dist: $tool is missing: apt-get install binutils python3" >&2; exit 1; }
done
if [ -n "${LOGGIA_MINISIGN_KEY:-}" ] && ! command -v minisign >/dev/null; then
  echo "dist: LOGGIA_MINISIGN_KEY is set and minisign is missing: apt-get install minisign" >&2
  exit 1
fi
rm -rf dist && mkdir -p dist
cargo build --release --locked --bin loggia --bin loggia-api
target=$(cargo metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')
install -m 755 "$target/release/loggia" "$target/release/loggia-api" dist/
scripts/pie.sh dist/loggia dist/loggia-api

scripts/sbom.sh dist

# The data of CLDR within loggia asks that every copy shows its licence.
cp LICENSE-MIT LICENSE-APACHE crates/locale/LICENSE-UNICODE SECURITY.md dist/
python3 -B scripts/packing/main.py "$target/release" dist
ls -l dist
