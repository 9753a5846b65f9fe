#!/usr/bin/env bash
# Makes a folder for what tests write, and prints where it is: in memory where there is plenty of it and programs may be started
# there, else where temporary files are. Tests make and remove hundreds of thousands of files: on a disk a sixth of the time of
# the generator's tests went into finding places for them.
set -euo pipefail

# KiB: for the files, and as much again for everything else.
room=$((4 * 1024 * 1024))

has_room() {
  local free available
  free=$(df --output=avail --block-size=1K /dev/shm 2>/dev/null | tail -n 1) || return 1
  available=$(awk '$1 == "MemAvailable:" { print $2 }' /proc/meminfo 2>/dev/null) || return 1
  [ "${free:-0}" -ge "$room" ] && [ "${available:-0}" -ge $((2 * room)) ]
}

starts_programs() {
  printf '#!/bin/sh\n' > "$1/program" && chmod +x "$1/program" && "$1/program" 2>/dev/null && rm "$1/program"
}

if has_room && folder=$(mktemp -d /dev/shm/loggia-tests-XXXXXX 2>/dev/null); then
  if starts_programs "$folder"; then
    # Servers of databases run as somebody else.
    chmod 1777 "$folder"
    echo "$folder"
    exit
  fi
  rm -rf "$folder"
fi
folder=$(mktemp -d "${TMPDIR:-/tmp}/loggia-tests-XXXXXX")
chmod 1777 "$folder"
echo "$folder"
