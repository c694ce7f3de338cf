#!/usr/bin/env bash
# Writes the recorded texts anew with the release build: estimates, exports, answers of commands and readers, pages and
# blueprints of the window. Read the difference before you commit it.
#   packaging/record.sh [PATTERN]   # only tests whose names hold this
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
recorded='_answers$|^command_line_(printed|wrong_words)$|^tst_(export_golden|run_samples|recorded_results|window_text|acts_.*|'
recorded+='blueprint_.*|paper|style)$'
names=$(ctest --preset release -N -R "$recorded" | sed -n 's/^ *Test *#[0-9]*: //p' | grep -e "${1:-}" | paste -sd '|')
HEADROOM_REGENERATE=1 ctest --preset release -j"$(nproc)" -R "^($names)\$" --output-on-failure
git diff --stat -- tests/golden
