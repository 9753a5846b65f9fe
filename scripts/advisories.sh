#!/usr/bin/env bash
# Compares every locked dependency with the public databases of advisories.
#
# Ends with 0 when none is known, with 1 when one is, and with 2 when a database could not be asked: that is no clean bill.
set -uo pipefail
cd "$(dirname "$0")/.."
VERSION=0.22.2
tool=.tools/cargo-audit/bin/cargo-audit
found=0 unasked=0
errors=$(mktemp) && trap 'rm -f "$errors"' EXIT

unreachable() { printf 'advisories: %s could not be asked, so nothing is known of it:\n%s\n' "$1" "$2" >&2; unasked=1; }

if [ ! -x "$tool" ]; then
  said=$(cargo install --quiet --locked --root .tools/cargo-audit --version "$VERSION" cargo-audit 2>&1) || unreachable "cargo-audit $VERSION" "$said"
fi
if [ -x "$tool" ]; then
  said=$("$tool" audit --json 2>"$errors")
  case $(printf '%s' "$said" | node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>{try{console.log(JSON.parse(t).vulnerabilities.count)}catch{console.log("none")}})') in
    none) unreachable "the database of Rust advisories" "$(tail -n 3 "$errors")" ;;
    0) echo "advisories: none for $(grep -c '^name = ' Cargo.lock) Rust packages" ;;
    *) found=1; "$tool" audit || true ;;
  esac
fi

for folder in widgets generator/less editors/vscode; do
  said=$(cd "$folder" && npm audit --omit=dev --audit-level=low --json 2>"$errors")
  case $(printf '%s' "$said" | node -e 'let t="";process.stdin.on("data",d=>t+=d).on("end",()=>{try{console.log(JSON.parse(t).metadata.vulnerabilities.total)}catch{console.log("none")}})') in
    none) unreachable "the database of npm advisories for $folder" "$(grep -v 'npm warn' "$errors" | head -n 3)" ;;
    0) echo "advisories: none for the packages of $folder" ;;
    *) found=1; (cd "$folder" && npm audit --omit=dev) || true ;;
  esac
done

[ "$found" -eq 0 ] || exit 1
[ "$unasked" -eq 0 ] || exit 2
