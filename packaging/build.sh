#!/usr/bin/env bash
# Configures and builds a preset; quick when nothing changed.
#   packaging/build.sh PRESET [target …]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
if (($# == 0)); then
    echo "usage: packaging/build.sh PRESET [target …]; CMakePresets.json names the presets, such as release" >&2
    exit 2
fi
preset=$1
shift
# A name that nobody can have laid a link at.
log=$(mktemp)
trap 'rm -f "$log"' EXIT
cmake --preset "$preset" >"$log" 2>&1 || {
    cat "$log" >&2
    exit 1
}
targets=()
for target in "$@"; do targets+=(--target "$target"); done
cmake --build --preset "$preset" "${targets[@]}"
