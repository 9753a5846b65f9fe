#!/usr/bin/env bash
# Holds deploy/prometheus against Prometheus's own checker, and plays the alarms. The checker is Debian's, unpacked beside
# the project: the package itself would start a server.
set -euo pipefail
cd "$(dirname "$0")/.."
promtool=$(command -v promtool || true)
if [ -z "$promtool" ]; then
  promtool=$PWD/.tools/prometheus/usr/bin/promtool
  if [ ! -x "$promtool" ]; then
    command -v apt-get >/dev/null || { echo "monitoring: please install promtool" >&2; exit 1; }
    mkdir -p .tools/prometheus
    (cd .tools/prometheus && apt-get download -qq prometheus && dpkg -x prometheus_*.deb . && rm prometheus_*.deb)
  fi
fi
cd deploy/prometheus
"$promtool" check config prometheus.yml
"$promtool" test rules tests.yml
