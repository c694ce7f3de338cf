#!/usr/bin/env bash
# One broken file in each place of the user's folder: it is named with its line and left out, and what is
# shipped under that name serves.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data
unset HEADROOM_DATA
user=$XDG_DATA_HOME/headroom
plan=$source/profiles/plans/llama3.1-8b-h100-node.headroom.yaml
failures=0

answers() { # what the programs say about the shipped plan, flags and scripts
    "$cli" estimate "$plan" --format json &&
        "$cli" explain xla_gpu_enable_latency_hiding_scheduler --format json &&
        "$cli" explain mfu --format json &&
        echo "XLA_FLAGS=--xla_gpu_enable_triton_gemm=false python3 train.py" | "$cli" lint - --format json
}

mkdir -p "$user"
answers >"$work/wanted" 2>"$work/err" || { echo "FAIL: no answers at all"; cat "$work/err"; exit 1; }
[[ ! -s $work/err ]] || { echo "FAIL: an empty folder warns"; cat "$work/err"; failures=$((failures + 1)); }

breaks() { # FILE LINE TEXT: the text breaks at that line
    local file=$1 line=$2 text=$3
    mkdir -p "$(dirname "$user/$file")"
    printf '%b' "$text" >"$user/$file"
    if ! answers >"$work/got" 2>"$work/err"; then
        echo "FAIL: a broken $file stops the program"
        cat "$work/err"
        failures=$((failures + 1))
    elif ! cmp -s "$work/wanted" "$work/got"; then
        echo "FAIL: a broken $file changes the answers"
        failures=$((failures + 1))
    elif ! grep -qF -- "$user/$file:$line: " "$work/err"; then
        echo "FAIL: a broken $file is not named with line $line"
        cat "$work/err"
        failures=$((failures + 1))
    fi
    "$cli" profiles models >/dev/null 2>"$work/err"
    grep -qF -- "$user/$file:$line: " "$work/err" || { echo "FAIL: profiles does not name $file"; failures=$((failures + 1)); }
    rm "$user/$file"
}

for folder in models hardware remat recipes stacks flags flags/facts flags/deep glossary fit lessons plans; do
    for shipped in "$source/profiles/$folder"/*.yaml; do
        name=$folder/$(basename "$shipped")
        # Of folders with many files of one kind, one stands for all.
        [[ $folder != models || $name == */llama3.1-8b.yaml ]] || continue
        [[ $folder != hardware || $name == */h100-sxm.yaml ]] || continue
        [[ $folder != plans || $name == */llama3.1-8b-h100-node.headroom.yaml ]] || continue
        [[ $folder != lessons || $name == */0[12]-* ]] || continue
        [[ $name != */coverage.yaml ]] || continue
        breaks "$name" 3 'schema_version: 1\nid: [\n'
    done
done
breaks stacks/chips.yaml 2 'schema_version: 1\nchips: []\n'
breaks stacks/own.yaml 3 'schema_version: 1\nid: own\ncompute_factor: fast\n'
breaks flags/facts/own.yaml 1 'flags: {}\n'
breaks courses/own.yaml 4 'schema_version: 1\nid: own\ntitle: Own\nlessons: [{lesson: nowhere}]\n'
breaks models/alias-only.yaml 4 'schema_version: 1\nid: alias-only\naliases: [llama3.1-8b\n'
mkfifo "$user/stacks/pipe.yaml" "$user/models/pipe.yaml" "$user/flags/sets.yaml"
timeout 20 "$cli" estimate "$plan" --format json >"$work/got" 2>"$work/err"
[[ $? -eq 0 && $(grep -c 'is a device, a pipe or a socket' "$work/err") -eq 3 ]] ||
    { echo "FAIL: pipes"; cat "$work/err"; failures=$((failures + 1)); }

echo "$failures failed"
[[ $failures -eq 0 ]]
