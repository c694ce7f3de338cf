#!/usr/bin/env bash
# Configures and builds a preset; quick when nothing changed.
#   packaging/build.sh PRESET [target …]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
preset=$1
shift
cmake --preset "$preset" >"/tmp/headroom-configure-$preset-$$.log" 2>&1 || {
    cat "/tmp/headroom-configure-$preset-$$.log" >&2
    exit 1
}
rm -f "/tmp/headroom-configure-$preset-$$.log"
targets=()
for target in "$@"; do targets+=(--target "$target"); done
cmake --build --preset "$preset" "${targets[@]}"
