#!/usr/bin/env bash
# The slower gates: format, clang-tidy, the suite under address and undefined-behaviour sanitizers, the
# threaded parts under the thread sanitizer, the core preset without Qt, headers on their own, the long
# exhaustive tests, a minute of chance for every reader, the exported programs on Debian's PyTorch, two builds in
# two folders that must be the same bytes, and the packages in a bare Debian (as root).
#   packaging/check.sh [format|tidy|asan|tsan|core|headers|long|fuzz|run|reproducible|packages]…   (all without arguments)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
packaging/dependencies.sh check
gates=("$@")
((${#gates[@]})) || gates=(format core headers asan tsan tidy long fuzz run reproducible packages)

check_format() { git ls-files '*.h' '*.cpp' | xargs -r clang-format --dry-run --Werror; }
check_core() {
    packaging/build.sh core
    ctest --preset core -j2
}
check_headers() { packaging/build.sh release all_verify_interface_header_sets; }
check_asan() {
    packaging/build.sh asan
    ctest --preset asan -j2 -LE bench
}
check_tsan() {
    packaging/build.sh tsan
    ctest --preset tsan -j1 -L threads
}
check_tidy() {
    cmake --preset tidy >/dev/null
    git ls-files 'model/*.cpp' 'app/cli/*.cpp' 'app/known_trees/*.cpp' |
        xargs -r -n4 -P2 clang-tidy -p build-tidy --quiet --extra-arg=-Wno-unknown-warning-option --warnings-as-errors='*'
}
check_long() {
    # Qt Test ends a function after five minutes; 200,000 plans take longer.
    local -x QTEST_FUNCTION_TIMEOUT=86400000
    packaging/build.sh release all benchmarks
    HEADROOM_LONG_TESTS=1 ctest --preset release -j2 -L long
    HEADROOM_LAW_PLANS=200000 ctest --preset release -j2 -R '^tst_(laws|derivations)$'
    HEADROOM_NAMES=200 build-release/tests/tst_export_injection randomNames
}
check_fuzz() {
    local fewest=1000000 executions
    packaging/build.sh fuzz fuzz_entries
    packaging/fuzz.sh 60 build-fuzz | tee build-fuzz/fuzz.log
    executions=$(sed -n 's/ executions in all$//p' build-fuzz/fuzz.log)
    ((executions >= fewest)) || { echo "$executions executions, fewer than $fewest"; return 1; }
}
check_run() {
    packaging/build.sh release headroom-cli
    # Debian's interpreter, which has Debian's PyTorch; -P: nothing from the current folder.
    /usr/bin/python3 -P tests/model/launch/with_torch/run_all.py build-release/bin/headroom-cli .
    # What torch counts of Hugging Face's models, from a clone that is named.
    if [ -n "${TRANSFORMERS_CLONE:-}" ]; then
        /usr/bin/python3 -P tests/model/physics/with_transformers/count_bytes.py "$TRANSFORMERS_CLONE"
    else
        echo "TRANSFORMERS_CLONE names no clone of transformers (4.38 to 4.44): the recorded counts alone stand"
    fi
    # axolotl's own models of its configuration, from a clone that is named; needs pydantic 2.
    if [ -n "${AXOLOTL_CLONE:-}" ]; then
        python3 -P tests/model/launch/with_tools/axolotl_accepts.py "$AXOLOTL_CLONE" build-release/bin/headroom-cli .
    else
        echo "AXOLOTL_CLONE names no clone of axolotl: its keys alone were compared, by the suite"
    fi
    # Parameters by the public model code of mlx-lm, from a clone that is named.
    if [ -n "${MLX_LM_CLONE:-}" ]; then
        python3 -P tests/model/library/with_mlx/count_parameters.py "$MLX_LM_CLONE" tests/data/huggingface/*.json \
            tests/data/huggingface/small/*.json --table tests/data/huggingface/counts.csv
    else
        echo "MLX_LM_CLONE names no clone of mlx-lm: the recorded counts alone stand"
    fi
    # A public client of the Model Context Protocol, where npm can install it.
    local clients=build-release/mcp-client
    if command -v npm >/dev/null && npm install --silent --no-save --prefix "$clients" @modelcontextprotocol/sdk; then
        (cd "$clients" && node ../../tests/app/cli/mcp_client.mjs ../bin/headroom-cli)
    else
        echo "no public client of the Model Context Protocol here: the recorded conversation alone was replayed"
    fi
}
check_reproducible() {
    # What is committed, in folders of other names and lengths, without the compiler's cache; HEADROOM_REPRODUCED names
    # other files of the build to compare, for example one object.
    local work targets sums folder
    read -ra targets <<<"${HEADROOM_REPRODUCED:-bin/headroom-cli bin/headroom-cli-static}"
    work=$(mktemp -d)
    for folder in "$work/one" "$work/another/folder"; do
        mkdir -p "$folder"
        git archive HEAD | tar -xC "$folder"
        cmake -S "$folder" -B "$folder/build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DHEADROOM_UNITY=ON -DHEADROOM_GUI=OFF \
            -DHEADROOM_TESTS=OFF -DHEADROOM_BENCHMARKS=OFF >/dev/null
        CCACHE_DISABLE=1 cmake --build "$folder/build" --target "${targets[@]}" >"$work/log" || { tail -5 "$work/log"; return 1; }
        (cd "$folder/build" && sha256sum "${targets[@]}") | tee -a "$work/sums"
    done
    sums=$(sort -u "$work/sums" | wc -l)
    rm -rf "$work"
    ((sums == ${#targets[@]})) || { echo "two builds differ"; return 1; }
}
check_packages() {
    packaging/package.sh
    packaging/clean_root.sh
}

for gate in "${gates[@]}"; do
    echo "== $gate"
    "check_$gate"
done
echo "all gates passed: ${gates[*]}"
