#!/usr/bin/env bash
# Inputs by chance for every reader of foreign text, for so many seconds each. In a build of the preset fuzz, libFuzzer
# makes them and keeps those that reach new edges in FOLDER/fuzz-grown; in any other build with tests they are made of
# the saved ones alone. An input that ends a reader is kept in FOLDER/fuzz-found, next to figures.tsv: reader, seed,
# executions, edges covered (libFuzzer's "cov", all of the program that the reader has reached), and what made them.
#   packaging/fuzz.sh [SECONDS_PER_ENTRY [FOLDER [SEED [READER…]]]]
#   packaging/fuzz.sh --merge [FOLDER [READER…]]  # adds to tests/fuzz/corpus the fewest grown inputs that reach all edges
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
merges=false
if [[ ${1:-} == --merge ]]; then
    merges=true
    build=${2:-build-fuzz}
    shift $(($# < 2 ? $# : 2))
else
    seconds=${1:-60}
    build=${2:-build-release}
    seed=${3:-$RANDOM}
    shift $(($# < 3 ? $# : 3))
fi
found=$PWD/$build/fuzz-found
grown=$PWD/$build/fuzz-grown
mkdir -p "$found"
export XDG_DATA_HOME=$found/home
grows=false
grep -qx 'HEADROOM_LIBFUZZER:BOOL=ON' "$build/CMakeCache.txt" && grows=true
# Longer inputs are slow and show no more; a reader that needs a GiB for one of these is at fault.
bounds=(-max_len=8192 -timeout=60 -rss_limit_mb=3072)

# with_libfuzzer NAME PROGRAM INPUTS…: its log; folders of inputs, and files as seeds.
with_libfuzzer() {
    local name=$1 program=$2 seeds="" folders=() input
    shift 2
    for input in "$@"; do
        if [[ -d $input ]]; then folders+=("$input"); else seeds+=${seeds:+,}$input; fi
    done
    mkdir -p "$grown/$name"
    "$program" -max_total_time="$seconds" -seed="$seed" "${bounds[@]}" -print_final_stats=1 ${seeds:+-seed_inputs="$seeds"} \
        -artifact_prefix="$found/$name-$seed-" "$grown/$name" "${folders[@]}"
}

bad=0 total=0
$merges || printf '%-22s %-8s %12s %8s\n' reader seed executions edges
while IFS=$'\t' read -r program inputs; do
    IFS=$'\t' read -ra inputs <<<"$inputs"
    name=$(basename "$program")
    name=${name#replay_}
    (($# == 0)) || [[ " $* " == *" $name "* ]] || continue
    log=$found/$name.log
    if $merges; then
        [[ -d $grown/$name ]] || continue
        # Edges alone: how often each is run would keep several times as many inputs.
        "$program" -merge=1 -set_cover_merge=1 -use_counters=0 "${bounds[@]}" "tests/fuzz/corpus/$name" "$grown/$name" >"$log" 2>&1 ||
            { bad=1; tail -3 "$log"; }
        printf '%-22s %6d inputs, %6d KiB\n' "$name" "$(find "tests/fuzz/corpus/$name" -type f | wc -l)" \
            "$(du -sk --apparent-size "tests/fuzz/corpus/$name" | cut -f1)"
        continue
    fi
    edges="" maker=mutator verdict=""
    if $grows; then
        maker=libFuzzer
        with_libfuzzer "$name" "$program" "${inputs[@]}" >"$log" 2>&1 || verdict=$(grep -m1 -E '^Test unit written to|ERROR|broken promise' "$log")
        made=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
        edges=$(sed -n 's/.* cov: \([0-9]*\) .*/\1/p' "$log" | tail -1)
    elif (cd "$found" && "$program" --mutate "$seconds" --seed "$seed" "${inputs[@]}") >"$log" 2>&1; then
        made=$(tail -1 "$log")
        made=${made%% *}
    else
        verdict="last input in $found/$name-$seed: $(tail -1 "$log")"
        mv "$found/last-input-replay_$name" "$found/$name-$seed" 2>/dev/null || true
        made=0
    fi
    total=$((total + ${made:-0}))
    printf '%-22s %-8s %12s %8s%s\n' "$name" "$seed" "${made:-0}" "${edges:--}" "${verdict:+  ENDED: $verdict}"
    printf '%s\t%s\t%s\t%s\t%s\n' "$name" "$seed" "${made:-0}" "${edges:-0}" "$maker" >>"$found/figures.tsv"
    [[ -z $verdict ]] || bad=1
done <"$build/tests/fuzz_entries.txt"
$merges || echo "$total executions in all"
exit $bad
