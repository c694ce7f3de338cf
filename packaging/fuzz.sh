#!/usr/bin/env bash
# Minutes of inputs by chance for every reader of foreign text, made of the saved ones. An input that ends a reader
# is kept in FOLDER. The entries are those of a build with tests; without FOLDER they are those of the release build.
#   packaging/fuzz.sh [SECONDS_PER_ENTRY [BUILD_FOLDER [SEED]]]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
seconds=${1:-60}
build=${2:-build-release}
seed=${3:-$RANDOM}
found=$PWD/$build/fuzz-found
mkdir -p "$found"
export XDG_DATA_HOME=$found/home
printf '%-24s %-10s %s\n' reader seed inputs
bad=0 total=0
while IFS=$'\t' read -r program inputs; do
    IFS=$'\t' read -ra folders <<<"$inputs"
    name=$(basename "$program")
    if (cd "$found" && "$program" --mutate "$seconds" --seed "$seed" "${folders[@]}") >"$found/$name.log" 2>&1; then
        printf '%-24s %-10s %s\n' "${name#replay_}" "$seed" "$(tail -1 "$found/$name.log")"
        made=$(tail -1 "$found/$name.log")
        total=$((total + ${made%% *}))
    else
        bad=1
        mv "$found/last-input-$name" "$found/$name-$seed" 2>/dev/null || true
        printf '%-24s %-10s ENDED by %s: %s\n' "${name#replay_}" "$seed" "$found/$name-$seed" "$(tail -1 "$found/$name.log")"
    fi
done <"$build/tests/fuzz_entries.txt"
echo "$total inputs in all"
exit $bad
