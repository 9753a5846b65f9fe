#!/usr/bin/env bash
# Installs what the build (and, with "test" or "cluster", the tests) need from the system's packages, and checks the toolchains.
# usage: scripts/setup.sh build|test|cluster
set -euo pipefail
purpose=${1:-build}

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 1; }

# Package managers other than apt are left to their owners: the message names what is missing.
install_packages() {
  [ $# -gt 0 ] || return 0
  command -v apt-get >/dev/null || fail "please install: $*"
  local root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || fail "please install as root: apt-get install $*"
    root=(sudo)
  fi
  say "installing $*"
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get update -qq
  "${root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" >/dev/null
}

missing=()
command -v cc >/dev/null || missing+=(build-essential)
if [ "$purpose" = test ]; then
  # /usr/bin/chromium drives the end-to-end tests; the fonts keep screenshots readable.
  [ -x /usr/bin/chromium ] || missing+=(chromium fonts-dejavu-core)
  # initdb and pg_ctl start the throw-away cluster of the API's tests; no system cluster is used.
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  # Some of them reach PostgreSQL through it.
  [ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
  # schemathesis, which holds the API against its document, lives in an environment of its own.
  python3 -c 'import venv, ensurepip' 2>/dev/null || missing+=(python3-venv)
  # The journeys look into the embedded database with it.
  command -v sqlite3 >/dev/null || missing+=(sqlite3)
  # Examples of the documents are run as they stand there.
  command -v curl >/dev/null || missing+=(curl)
  # Sites of the tests are repositories.
  command -v git >/dev/null || missing+=(git)
  # Servers are killed, and their memory is read.
  [ -x /usr/bin/kill ] || [ -x /bin/kill ] || missing+=(procps)
  # It looks into the packed extension for VS Code.
  command -v unzip >/dev/null || missing+=(unzip)
  # What is handed out is signed with it.
  command -v minisign >/dev/null || missing+=(minisign)
fi
if [ "$purpose" = cluster ]; then
  compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || missing+=(postgresql)
  [ -x /usr/bin/patroni ] || missing+=(patroni python3-etcd)
  [ -x /usr/bin/etcd ] || missing+=(etcd-server)
  [ -x /usr/sbin/haproxy ] || missing+=(haproxy)
  [ -x /usr/sbin/pgbouncer ] || missing+=(pgbouncer)
fi
install_packages "${missing[@]}"
# What only looks at pages is faster in it. Both are of one version, so that they come together; without it Chromium does it all.
if [ "$purpose" = test ] && ! [ -x /usr/bin/chromium-headless-shell ]; then
  (install_packages chromium chromium-headless-shell) || say "continuing without chromium-headless-shell"
fi
# What is installed for tests alone does not run by itself: they start their own.
if [ -d /run/systemd/system ]; then
  [ "$(id -u)" -eq 0 ] && control=(systemctl) || control=(sudo systemctl)
  for package in "${missing[@]}"; do
    case $package in
      etcd-server) "${control[@]}" disable --now --quiet etcd ;;
      patroni | haproxy | pgbouncer) "${control[@]}" disable --now --quiet "$package" ;;
    esac
  done
fi

command -v cargo >/dev/null || fail "Rust is missing: install the stable toolchain (1.95 or newer)"
command -v node >/dev/null || fail "Node is missing: install Node 20.19 or newer"
command -v npm >/dev/null || fail "npm is missing: it comes with Node"
node -e 'const [a,b]=process.versions.node.split(".").map(Number);process.exit(a>20||(a===20&&b>=19)?0:1)' \
  || fail "Node $(node --version) is too old: install 20.19 or newer"
say "ready ($(rustc --version | cut -d' ' -f1,2), node $(node --version))"
