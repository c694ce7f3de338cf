#!/usr/bin/env bash
# Installs what is missing, makes the release build with warnings as errors, and runs the whole suite.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/dependencies.sh test
packaging/build.sh release
# One test more than processors: one of them waits for a Slurm of its own most of the time.
ctest --preset release -j$(($(nproc) + 1))
