#!/usr/bin/env bash
# Writes what is handed out into dist/: the release programs, an SBOM (CycloneDX, JSON) of each and of the widgets, and the
# checksums of all of it.
set -euo pipefail
cd "$(dirname "$0")/.."
rm -rf dist && mkdir -p dist
cargo build --release --locked --bin loggia --bin loggia-api
target=$(cargo metadata --no-deps --format-version 1 | node -p 'JSON.parse(require("fs").readFileSync(0)).target_directory')
install -m 755 "$target/release/loggia" "$target/release/loggia-api" dist/
scripts/pie.sh dist/loggia dist/loggia-api

scripts/sbom.sh dist

# The data of CLDR within loggia asks that every copy shows its licence.
cp LICENSE-MIT LICENSE-APACHE crates/locale/LICENSE-UNICODE SECURITY.md dist/
(cd dist && sha256sum -- * > SHA256SUMS)
ls -l dist
