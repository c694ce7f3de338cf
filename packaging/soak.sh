#!/usr/bin/env bash
# Everything that is drawn by chance, for an hour (or so many minutes), and a table of what was tried and what
# survived. Builds what it runs; the presets fuzz, asan and tsan beside the rows that need neither.
#   packaging/soak.sh [MINUTES [SEED]]
set -uo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.." || exit 1
minutes=${1:-60}
seed=${2:-$RANDOM}
out=$PWD/build-release/soak
mkdir -p "$out"
# Qt Test ends a function after five minutes; 200,000 plans take longer.
export QTEST_FUNCTION_TIMEOUT=86400000
export QT_QPA_PLATFORM=offscreen LC_ALL=C.UTF-8 TZ=UTC XDG_DATA_HOME=$out/home XDG_CONFIG_HOME=$out/home
# build_for PRESET TARGET…: what the rows below run of it.
build_for() {
    packaging/build.sh "$@" >"$out/build-$1.log" 2>&1 || { tail -20 "$out/build-$1.log"; return 1; }
}
build_for release fuzz_entries tst_laws tst_derivations tst_export_injection headroom-cli headroom_fault_shim \
    every_system_call || exit 1
typing=(tst_typing tst_window_states tst_crash_recovery)
cmake --preset tsan >"$out/configure-tsan.log" 2>&1 || { tail -20 "$out/configure-tsan.log"; exit 1; }
mapfile -t threaded < <(ctest --test-dir build-tsan -N -L threads | sed -n 's/^ *Test *#[0-9]*: //p')
build_sanitized() {
    build_for fuzz fuzz_entries && build_for asan "${typing[@]}" && build_for tsan "${threaded[@]}"
}
build_sanitized &
sanitized=$!
tests=$PWD/build-release/tests
worst=0
rows=()

# row NAME TRIED COMMAND…: the last line of its output is the remark.
row() {
    local name=$1 tried=$2 start=$SECONDS status=0 verdict=survived
    shift 2
    "$@" >"$out/$name.log" 2>&1 || status=$?
    if ((status)); then
        verdict="FAILED ($out/$name.log)"
        worst=1
    fi
    rows+=("$(printf '%-18s %-38s %6d s  %s' "$name" "$tried" "$((SECONDS - start))" "$verdict")")
    echo "${rows[-1]}"
}
# share PERCENT: seconds of the whole.
share() { echo "$((minutes * 60 * $1 / 100))"; }
# shellcheck disable=SC2317
repeat_for() {
    local end=$((SECONDS + $1)) rounds=0
    shift
    while ((rounds == 0 || SECONDS < end)); do
        "$@" || return 1
        rounds=$((rounds + 1))
    done
    echo "$rounds rounds"
}

entries=$(wc -l <build-release/tests/fuzz_entries.txt)
plans=$((minutes * 10000 / 3)) # 200,000 in an hour
names=$((minutes * 10 / 3))    # 200 in an hour
((names > 2)) || names=3
row fuzz "$entries readers, $(($(share 25) / entries)) s each" packaging/fuzz.sh "$(($(share 25) / entries))" build-release "$seed"
row laws "$plans random plans" env HEADROOM_LAW_PLANS="$plans" "$tests/tst_laws"
row derivations "$((plans / 20)) random plans" env HEADROOM_LAW_PLANS="$((plans / 20))" "$tests/tst_derivations"
row names "$names random names for each script" env HEADROOM_NAMES="$names" "$tests/tst_export_injection" randomNames
row killed "$(share 8) s of SIGKILL" python3 tests/soak/killed.py build-release/bin/headroom-cli . "$(share 8)" "$seed"
row many-at-once "16 processes on one of each" python3 tests/soak/many_at_once.py build-release/bin/headroom-cli . 16 \
    "$((minutes / 2 + 1))" "$seed"
row system-calls "each made to fail and to end" ctest --test-dir build-release --no-tests=error -R '^every_system_call$'
wait "$sanitized" || exit 1
row fuzz-sanitized "$entries readers, $(($(share 25) / entries)) s each" packaging/fuzz.sh "$(($(share 25) / entries))" build-fuzz "$seed"
row threads "$(share 8) s under the thread sanitizer" repeat_for "$(share 8)" ctest --preset tsan --no-tests=error -L threads
row window-asan "$(share 8) s of typing and windows" repeat_for "$(share 8)" ctest --preset asan --no-tests=error -R "^($(IFS='|' && echo "${typing[*]}"))\$"

echo
echo "seed $seed"
printf '%-18s %-38s %8s  %s\n' campaign tried time outcome
printf '%s\n' "${rows[@]}"
for log in fuzz fuzz-sanitized killed many-at-once; do
    echo "-- $log"
    cat "$out/$log.log"
done
exit $worst
