#!/usr/bin/env bash
# headroom-cli profiles: lists everything, finds what lies in the user's folder, names what it cannot read.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export XDG_DATA_HOME=$work/data
unset HEADROOM_DATA
failures=0

expect() { # STATUS FILE PATTERN COMMAND…
    local status=$1 stream=$2 pattern=$3
    shift 3
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    if [[ $got -ne $status ]] || ! grep -qE -- "$pattern" "$work/$stream"; then
        echo "FAIL ($got, wanted $status): $*"
        head -5 "$work/out" "$work/err"
        failures=$((failures + 1))
    fi
}
absent() { # PATTERN
    if grep -qE -- "$1" "$work/out"; then
        echo "FAIL: $1 is listed"
        failures=$((failures + 1))
    fi
}

for kind in models hardware machines flags plans policies recipes; do
    expect 0 out '^[A-Z].* \([1-9][0-9]*\)$' "$cli" profiles $kind
    [[ ! -s $work/err ]] || { echo "FAIL: $kind warns"; failures=$((failures + 1)); }
    expect 0 out '^\{$' "$cli" profiles $kind --format json
done
expect 0 out '^  llama3\.1-8b +8,030,261,248 ' "$cli" profiles models
expect 0 out '^  tpu-v5p ' "$cli" profiles
expect 0 out '^  p5 +8 x h100-sxm +50 +2048 +6.88 +2026-09 ' "$cli" profiles machines
expect 2 err 'nonsense' "$cli" profiles nonsense
expect 2 err 'yaml' "$cli" profiles --format yaml

# A model and a chip dropped into the user's folder.
mkdir -p "$XDG_DATA_HOME/headroom/models" "$XDG_DATA_HOME/headroom/hardware"
cat >"$XDG_DATA_HOME/headroom/models/dropped-1b.yaml" <<'YAML'
schema_version: 1
id: dropped-1b
name: Dropped model
source: a test
layers: 16
hidden: 2048
ffn: 8192
heads: 16
kv_heads: 16
head_dim: 128
vocab: 32000
YAML
sed -e 's/^id: .*/id: dropped-chip/' -e 's/^aliases:.*//' -e 's/^name: .*/name: Dropped chip/' \
    "$source/profiles/hardware/h100-sxm.yaml" >"$XDG_DATA_HOME/headroom/hardware/dropped-chip.yaml"
expect 0 out '^  dropped-1b .* Dropped model$' "$cli" profiles models
expect 0 out '^  dropped-chip .* Dropped chip$' "$cli" profiles hardware
plan=$source/profiles/plans/llama3.1-8b-h100-node.headroom.yaml
if ! "$cli" check "$plan" --set model=dropped-1b --set hardware.accelerator=dropped-chip >"$work/out" 2>&1; then
    echo "FAIL: the dropped files do not make a plan"
    cat "$work/out"
    failures=$((failures + 1))
fi

# Broken files are named with their line and left out; the rest is listed all the same.
printf 'schema_version: 1\nid: broken\nname: B\nsource: t\nlayers: many\n' >"$XDG_DATA_HOME/headroom/models/broken.yaml"
printf '\0\1\2' >"$XDG_DATA_HOME/headroom/models/binary.yaml"
expect 0 err 'models/broken.yaml:5: layers is not a number: many' "$cli" profiles models
absent '^  broken '
expect 0 err 'models/binary.yaml' "$cli" profiles models
expect 0 out '^  llama3\.1-8b ' "$cli" profiles models
expect 2 err 'models/broken.yaml:5: ' "$cli" check "$plan" --set model=broken

# Another data folder altogether.
expect 0 out '^Models \(1\)$' env HEADROOM_DATA="$work/nothing" "$cli" profiles models

echo "$failures failed"
[[ $failures -eq 0 ]]
