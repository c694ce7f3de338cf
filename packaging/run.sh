#!/usr/bin/env bash
# Installs what is missing, builds, and starts Headroom on an example plan. Without a display it
# prints the estimate of that plan and writes its launch files to ./launch/.
#   packaging/run.sh [PLAN]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/dependencies.sh run
packaging/build.sh release headroom headroom-cli
plan=${1:-profiles/plans/llama3.1-8b-h100-node.headroom.yaml}
bin=build-release/bin

if [[ -n ${DISPLAY:-} || -n ${WAYLAND_DISPLAY:-} ]]; then
    exec "$bin/headroom" "$plan"
fi
echo "No display: printing the estimate and writing launch files instead of opening the window."
"$bin/headroom-cli" estimate "$plan"
"$bin/headroom-cli" export "$plan" --target maxtext-gpu --out launch
echo "Launch files written to ./launch/; with a display this command opens the application."
