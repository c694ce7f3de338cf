#!/usr/bin/env bash
# headroom-cli from outside: exit status, messages with their place, nothing on standard output when it fails.
set -u
cli=$1
source=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failures=0

said() { # PATTERN, or "silent" for no message at all
    if [[ $1 == silent ]]; then [[ ! -s $work/err ]]; else grep -qE -- "$1" "$work/err"; fi
}

expect() { # STATUS PATTERN-OF-STDERR COMMAND…
    local status=$1 pattern=$2
    shift 2
    "$@" >"$work/out" 2>"$work/err"
    local got=$?
    if [[ $got -ne $status ]] || ! said "$pattern"; then
        echo "FAIL ($got, wanted $status): $*"
        sed 's/^/    /' "$work/err"
        failures=$((failures + 1))
    fi
}

expect 0 silent "$cli" --help
expect 0 silent "$cli" --version
grep -qx '[0-9]*\.[0-9]*\.[0-9]*' "$work/out" || { echo "FAIL: version"; failures=$((failures + 1)); }
expect 0 silent "$cli" --version --verbose
if ! head -1 "$work/out" | grep -qx '[0-9]*\.[0-9]*\.[0-9]*' ||
    ! grep -qx 'commit: \([0-9a-f]\{40\}\(, with changes\)\?\|unknown\)' "$work/out" ||
    ! grep -qx 'build: .*' "$work/out" || ! grep -q '^profiles: \([0-9-]*\|unknown\), /.*/profiles$' "$work/out" ||
    [[ $(wc -l <"$work/out") -ne 4 ]]; then
    echo "FAIL: --version --verbose"
    cat "$work/out"
    failures=$((failures + 1))
fi
expect 2 'requires --version' "$cli" --verbose
expect 2 '^command line:1: ' "$cli"
expect 2 '^command line:1: nonsense is no command' "$cli" nonsense
expect 2 '^--nonsense: ' "$cli" check "$source/profiles/plans/llama3.1-8b-h100-node.headroom.yaml" --nonsense
for plan in "$source"/profiles/plans/*.headroom.yaml; do
    case $plan in
    *bloom*) expect 0 '^[^ ]*bloom[^ ]*:[0-9]*: warning: Megatron-LM has no ALiBi positions' "$cli" check "$plan" ;;
    *) expect 0 silent "$cli" check "$plan" ;;
    esac
done
expect 2 'missing.yaml:1: cannot be read' "$cli" check "$work/missing.yaml"
expect 2 'is a directory' "$cli" check "$work"
expect 2 '^llama3.1-8b-h100-nod:1: example plan .* did you mean llama3.1-8b-h100-node[?]' "$cli" check llama3.1-8b-h100-nod
plan=$source/profiles/plans/llama3.1-8b-h100-node.headroom.yaml
expect 2 '^--set parallelism.tensor: the degrees multiply to 24' "$cli" check "$plan" --set parallelism.tensor=3
expect 2 'tensor is not a number' "$cli" check "$plan" --set parallelism.tensor=many
expect 2 'did you mean parallelism.tensor' "$cli" check "$plan" --set parallelism.tensr=2
expect 2 'model llama9 is not known' "$cli" check "$plan" --set model=llama9
"$cli" check "$plan" --print >"$work/copy.yaml" && expect 0 silent "$cli" check "$work/copy.yaml"

# A course and its class.
course=$source/tests/data/lessons/course.yaml
expect 0 silent "$cli" check "$course"
expect 0 silent "$cli" check "$source/profiles/lessons/01-where-memory-goes.yaml"
sed 's/lesson: where-memory-goes/lesson: where-memory-went/' "$course" >"$work/slip.yaml"
expect 2 'slip.yaml:7: lesson where-memory-went is not known; did you mean where-memory-goes' "$cli" check "$work/slip.yaml"
sed 's/answer: {parallelism.micro_batch_sequences: 1}/answer: {optimizer: sgd_momentum}/' "$course" >"$work/weak.yaml"
expect 2 'weak.yaml:[0-9]*: the answer of task make-it-fit does not reach memory.fits' "$cli" check "$work/weak.yaml"
echo '{"schema_version": 1, "course": {"id": "other"}, "lessons": {}}' >"$work/ada.json"
expect 0 'ada.json:1: was saved over another course: other' "$cli" progress --course "$course" "$work/ada.json"
grep -q '^ada .* 0/2 ' "$work/out" || { echo "FAIL: class"; cat "$work/out"; failures=$((failures + 1)); }

echo "$failures failed"
[[ $failures -eq 0 ]]
