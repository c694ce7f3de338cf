#!/usr/bin/env bash
# headroom-cli tune from outside: exit status, the diff under patch, --apply with its backup, JSON.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

expect() { # STATUS PATTERN-OF-OUTPUT COMMAND…
    local status=$1 pattern=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    if [[ $got -ne $status ]] || ! cat "$work/out" "$work/err" | grep -qE -- "$pattern"; then
        echo "FAIL ($got, wanted $status): $*"
        sed 's/^/    /' "$work/out" "$work/err"
        failures=$((failures + 1))
    fi
}

same() { # FILE FILE WHAT
    cmp -s "$1" "$2" || { echo "FAIL: $3"; failures=$((failures + 1)); }
}

cd "$work" || exit 1
cp "$source/tests/data/sources/megatron_array.sh" train.sh
cp train.sh original.sh
expect 0 '^--- a/train.sh$' "$cli" tune train.sh --chip h100-sxm
expect 0 '^# train.sh:[0-9]+: .* s \(.*GiB, fits with [0-9]+ %' "$cli" tune train.sh --chip h100-sxm
same train.sh original.sh "tune without --apply wrote the file"
expect 3 '^\+' "$cli" tune train.sh --chip h100-sxm --check
expect 0 '"step_change": \{' "$cli" tune train.sh --chip h100-sxm --format json
expect 2 '^--chip: Which GPU\?' "$cli" tune train.sh
expect 2 '^--nodes: ' "$cli" tune train.sh --chip h100-sxm --nodes none
expect 2 '^--chip: ' "$cli" tune train.sh --chip h900
expect 2 '^--allow: ' "$cli" tune train.sh --chip h100-sxm --allow everything
expect 0 '^# devices: [0-9]+ ' "$cli" tune train.sh --chip h100-sxm --objective devices
expect 2 '^--objective: ' "$cli" tune train.sh --chip h100-sxm --objective joy
for step in $(seq 30); do
    echo " iteration $step/ 1000 | elapsed time per iteration (ms): 36000.$step | global batch size: 128 | lm loss: 9.1E+00 |"
done >run.log
expect 0 '^# measured: 36' "$cli" tune train.sh --chip h100-sxm --log run.log
expect 2 'none.log' "$cli" tune train.sh --chip h100-sxm --log none.log
echo 'nothing to see' >notes.txt
expect 2 'notes.txt:1: tells no run' "$cli" tune notes.txt
"$cli" tune train.sh --chip h100-sxm >change.diff
expect 0 'changed; what it was is train.sh.bak' "$cli" tune train.sh --chip h100-sxm --apply
same train.sh.bak original.sh "the backup is not what the file was"
if command -v patch >/dev/null; then
    cp original.sh patched.sh
    patch -s patched.sh change.diff || { echo "FAIL: the diff does not apply"; failures=$((failures + 1)); }
    same patched.sh train.sh "patch makes another file than --apply"
fi
expect 0 'Nothing that these files say' "$cli" tune train.sh --chip h100-sxm --check
bash -n train.sh || { echo "FAIL: the changed script is no script"; failures=$((failures + 1)); }

echo "$failures failed"
[[ $failures -eq 0 ]]
