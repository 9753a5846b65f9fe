#!/usr/bin/env bash
# Writes the SBOM (CycloneDX 1.5, JSON) of each program and of what the widgets are made of.
# usage: scripts/sbom.sh FOLDER
set -euo pipefail
cd "$(dirname "$0")/.."
folder=${1:?usage: scripts/sbom.sh FOLDER}
VERSION=0.5.9
tool=$PWD/.tools/cargo-cyclonedx/bin/cargo-cyclonedx
mkdir -p "$folder"
[ -x "$tool" ] || CARGO_TARGET_DIR=.tools/cargo-cyclonedx/target cargo install --quiet --locked --root .tools/cargo-cyclonedx --version "$VERSION" cargo-cyclonedx
"$tool" cyclonedx --format json --spec-version 1.5 --override-filename loggia.sbom --manifest-path generator/Cargo.toml
mv generator/loggia.sbom.json "$folder/loggia.cdx.json"
"$tool" cyclonedx --format json --spec-version 1.5 --override-filename loggia.sbom --manifest-path api/Cargo.toml
mv api/loggia.sbom.json "$folder/loggia-api.cdx.json"
# cargo-cyclonedx writes one beside every member that it meets.
find . -path ./node_modules -prune -o -name loggia.sbom.json -not -path './.tools/*' -not -path '*/node_modules/*' -print -delete >/dev/null
(cd widgets && npm sbom --omit=dev --sbom-format=cyclonedx) > "$folder/widgets.cdx.json"
for file in "$folder"/*.cdx.json; do
  node -e 'const b=JSON.parse(require("fs").readFileSync(process.argv[1]));if(b.bomFormat!=="CycloneDX"||!b.components.length)process.exit(1);console.log(`sbom: ${process.argv[1]}: ${b.components.length} components`)' "$file"
done
